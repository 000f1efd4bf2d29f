#include "catalog/catalog.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace gpupick {
namespace {

// Returns the indices of the records in the order of their ids, only the first of records with the
// same id.
std::vector<std::size_t> order_of(const std::vector<std::string_view>& ids) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ids[i]; });
  const auto same = [&](std::size_t a, std::size_t b) { return ids[a] == ids[b]; };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  return order;
}

// Merges `fresh` records over `old` ones, sorted. A record replaces those with its id, a price
// those of its card and kind, and an exception replaces none. Records change places within their
// vector, since a copy of a large catalog would be the peak of memory use.
template <class Kind>
std::vector<Kind> laid(std::vector<Kind> fresh, std::span<const Kind> old) {
  std::vector<std::string_view> ids;
  for (const Kind& record : fresh) ids.push_back(record.id);
  for (const Kind& record : old) ids.push_back(record.id);
  std::vector<std::size_t> order = order_of(ids);
  const std::size_t count = fresh.size();
  for (std::size_t& place : order)
    if (place >= count) {
      fresh.push_back(old[place - count]);
      place = fresh.size() - 1;
    }
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t from = order[i];
    while (from < i) from = order[from];  // follow earlier swaps
    std::swap(fresh[i], fresh[from]);
  }
  fresh.erase(fresh.begin() + static_cast<std::ptrdiff_t>(order.size()), fresh.end());
  return fresh;
}

std::vector<Observation> laid(std::vector<Observation> fresh, std::span<const Observation> old) {
  std::set<std::pair<std::string_view, std::string_view>> told;
  for (const Observation& row : fresh) told.emplace(row.card, row.kind);
  for (const Observation& row : old)
    if (!told.contains({row.card, row.kind})) fresh.push_back(row);
  std::ranges::stable_sort(fresh, {}, [](const Observation& row) {
    return std::tie(row.card, row.kind, row.date, row.usd, row.source);
  });
  return fresh;
}

std::vector<RuleException> laid(std::vector<RuleException> fresh,
                                std::span<const RuleException> old) {
  fresh.insert(fresh.end(), old.begin(), old.end());
  std::ranges::stable_sort(
      fresh, {}, [](const RuleException& one) { return std::tie(one.card, one.rule, one.figure); });
  return fresh;
}

std::optional<Date> newest(std::span<const Observation> rows) {
  std::optional<Date> out;
  for (const Observation& row : rows) out = std::max(out.value_or(Date{}), first_day(row.date));
  return out;
}

}  // namespace

void Catalog::lay_over(Dataset data) {
  RecordKinds::for_each([&]<class Kind>() {
    std::vector<Kind> fresh = data.of<Kind>().take_values();
    if (!fresh.empty()) data_.records.of<Kind>() = keep(laid(std::move(fresh), of<Kind>()));
  });
  kept_.push_back(std::move(data.arena));
  data_.newest_observation = newest(of<Observation>());
  view_prices();
  calibration_ = Calibration(*this);
}

void Catalog::view_prices() {
  const Observations all = of<Observation>();
  std::vector<PriceRows> rows;
  std::vector<PriceView> views(all.size());
  for (const Gpu& gpu : gpus()) {
    const auto first = std::ranges::lower_bound(all, gpu.id, {}, &Observation::card);
    const auto last = std::ranges::upper_bound(first, all.end(), gpu.id, {}, &Observation::card);
    const auto place = first - all.begin();
    const std::vector<PriceView> own =
        views_of({first, last}, of<PriceFactor>(), gpu.segment.value_or(""));
    rows.push_back({static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(own.size()),
                    std::ranges::any_of(own, &PriceView::computer)});
    std::ranges::copy(own, views.begin() + place);
  }
  data_.price_rows = keep(std::move(rows));
  data_.price_views = keep(std::move(views));
  data_.price_moves = keep(moves_of(of<PriceFactor>()));
}

Observations Catalog::prices_of(const Gpu& gpu) const {
  const PriceRows& rows = rows_of(gpu);
  return of<Observation>().subspan(rows.first, rows.count);
}

PriceHistory Catalog::history_of(const Gpu& gpu) const {
  const PriceRows& rows = rows_of(gpu);
  return {prices_of(gpu),  price_views().subspan(rows.first, rows.count),
          price_moves(),   gpu.segment.value_or(""),
          gpu.launch_date, gpu.status == "discontinued",
          price_ages(),    find<Retention>(gpu.segment.value_or(""))};
}

}  // namespace gpupick
