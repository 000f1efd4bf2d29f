#include "catalog/changes.hpp"

#include "base/text.hpp"

namespace gpupick {
namespace {

std::string price_text(const Catalog& catalog, const Gpu& gpu) {
  const auto price = catalog.price_on(gpu, Condition::any, catalog.day());
  return price ? to_text(*price) : "-";
}

std::size_t observations(const Catalog& catalog) {
  std::size_t count = 0;
  for (const Gpu& gpu : catalog.gpus()) count += catalog.prices_of(gpu).size();
  return count;
}

}  // namespace

Changes changes(const Catalog& before, const Catalog& after) {
  Changes out;
  out.observations_before = observations(before);
  out.observations_after = observations(after);
  for (const Gpu& old : before.gpus())
    if (!after.find<Gpu>(old.id)) out.removed.emplace_back(old.id);
  for (const Gpu& gpu : after.gpus()) {
    const Gpu* old = before.find<Gpu>(gpu.id);
    if (!old) {
      out.added.emplace_back(gpu.id);
      continue;
    }
    const auto compare = [&](std::string_view key, std::string_view was, std::string_view is,
                             std::vector<FigureChange>& list) {
      if (was != is)
        list.push_back({std::string(gpu.id), std::string(key), std::string(was), std::string(is)});
    };
    compare("name", old->name, gpu.name, out.figures);
    compare("aliases", join(old->aliases, ", "), join(gpu.aliases, ", "), out.figures);
    for (const Figure& figure : figures()) {
      compare(figure.key, format_value(*old, figure, true), format_value(gpu, figure, true),
              out.figures);
      compare("source of " + std::string(figure.key), source_of(*old, figure),
              source_of(gpu, figure), out.figures);
    }
    compare("notes", join(old->notes, "; "), join(gpu.notes, "; "), out.figures);
    compare("price_usd", price_text(before, *old), price_text(after, gpu), out.prices);
  }
  return out;
}

}  // namespace gpupick
