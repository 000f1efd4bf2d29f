// The answer of `catalog diff`: what changed between two catalogs.
#include "answer/answers.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

Data changes_data(const std::vector<FigureChange>& changes) {
  return Data::list_of(changes, [](const FigureChange& change) -> Data {
    return {{"id", change.card},
            {"key", change.key},
            {"before", change.before},
            {"after", change.after}};
  });
}

}  // namespace

Answer answer(const Changes& changes) {
  Answer out{.schema = "catalog-diff/1"};
  out.data = [&changes]() -> Data {
    return {{"added", changes.added},
            {"removed", changes.removed},
            {"figures", changes_data(changes.figures)},
            {"prices", changes_data(changes.prices)},
            {"observations",
             {{"before", changes.observations_before}, {"after", changes.observations_after}}}};
  };
  Listing list{"changes",
               {{"change", Column{"change"}},
                {"card", Column{"card"}},
                {"figure", Column{"figure"}},
                {"before", Column{"before"}},
                {"after", Column{"after"}}}};
  const auto add = [&](const char* what, const FigureChange& change) {
    list.add({{what}, {change.card}, {change.key}, {change.before}, {change.after}});
  };
  for (const std::string& id : changes.added) add("added", {id, "", "", ""});
  for (const std::string& id : changes.removed) add("removed", {id, "", "", ""});
  for (const FigureChange& change : changes.figures) add("figure", change);
  for (const FigureChange& change : changes.prices) add("price", change);
  out.add(std::move(list));
  out.add_apart(fmt::format(
      "{} added, {} removed, {} and {} changed; {} price observations before, {} "
      "after.",
      counted(changes.added.size(), "card"), changes.removed.size(),
      counted(changes.figures.size(), "figure"), counted(changes.prices.size(), "price"),
      exact(static_cast<double>(changes.observations_before)),
      exact(static_cast<double>(changes.observations_after))));
  return out;
}

}  // namespace gpupick
