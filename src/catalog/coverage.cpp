#include "catalog/coverage.hpp"

#include <algorithm>
#include <functional>

namespace gpupick {
namespace {

using Test = std::function<bool(const Gpu&)>;

bool is_discrete(const Gpu& gpu) { return is_pcie_board(gpu) || is_module(gpu); }

CoverageRow row_of(const Catalog& catalog, const std::vector<Test>& groups, std::string key,
                   std::string label, const Test& known, const Test& counts) {
  CoverageRow row{std::move(key), std::move(label), std::vector<Share>(groups.size())};
  for (const Gpu& gpu : catalog.gpus()) {
    if (!counts(gpu)) continue;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (!groups[i](gpu)) continue;
      ++row.shares[i].of;
      if (known(gpu)) ++row.shares[i].known;
    }
  }
  return row;
}

// Adds the groups of cards, and each figure and price with its share in them.
void add_shares(const Catalog& catalog, Date day, Coverage& out) {
  std::vector<Test> groups;
  const auto group = [&](std::string name, Test test) {
    out.groups.push_back(std::move(name));
    groups.push_back(std::move(test));
  };
  const Test always = [](const Gpu&) { return true; };
  group("all", always);
  group("discrete", is_discrete);
  for (const std::string_view segment : find_figure("segment")->choices)
    group(std::string(segment), [segment](const Gpu& gpu) { return gpu.segment == segment; });

  for (const Figure& figure : figures())
    if (figure.sourced)
      out.rows.push_back(row_of(
          catalog, groups, std::string(figure.key), std::string(figure.label),
          [&](const Gpu& gpu) { return is_known(gpu, figure); }, always));
  const auto has_price = [&](const Gpu& gpu) {
    return catalog.price_on(gpu, Condition::any, day).has_value();
  };
  const auto has_trusted_price = [&](const Gpu& gpu) {
    const auto price = catalog.price_on(gpu, Condition::any, day);
    return price && price->trusted;
  };
  const auto has_launch_price = [&](const Gpu& gpu) {
    const auto rows = catalog.prices_of(gpu);
    return std::ranges::any_of(rows,
                               [](const Observation& row) { return row.kind == launch_kind; });
  };
  const Test is_sold = [](const Gpu& gpu) { return gpu.status == status_word("sold"); };
  out.rows.push_back(row_of(catalog, groups, "price_usd", "price, if sold", has_price, is_sold));
  out.rows.push_back(row_of(catalog, groups, "trusted_price_usd", "trusted price, if sold",
                            has_trusted_price, is_sold));
  out.rows.push_back(
      row_of(catalog, groups, "launch_price_usd", "launch price", has_launch_price, always));
}

// Returns the middle age of street prices in days, or nothing if there are none.
std::optional<double> age_of_prices(const Catalog& catalog, Date day) {
  std::vector<double> ages;
  for (const Observation& row : catalog.of<Observation>())
    if (is_street(row.kind) && first_day(row.date) <= day)
      ages.push_back(std::max(0, days_between(last_day(row.date), day)));
  if (ages.empty()) return {};
  return median(std::move(ages));
}

// Adds the kinds of sources, each with its share of all figures.
void add_kinds(const Catalog& catalog, Coverage& out) {
  for (const std::string_view kind : source_kinds) out.kinds.push_back({std::string(kind), {}});
  for (const Gpu& gpu : catalog.gpus()) {
    for (const Citation& citation : gpu.sources) {
      const Source* source = catalog.find<Source>(citation.source);
      const std::size_t count = citation.figures.size();
      for (auto& [kind, share] : out.kinds) {
        share.of += count;
        if (source && source->kind == kind) share.known += count;
      }
    }
  }
}

}  // namespace

Coverage coverage(const Catalog& catalog, Date day) {
  Coverage out;
  add_shares(catalog, day, out);
  out.price_age_days = age_of_prices(catalog, day);
  add_kinds(catalog, out);
  return out;
}

}  // namespace gpupick
