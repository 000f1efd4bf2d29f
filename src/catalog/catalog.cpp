#include "catalog/catalog.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {
namespace {

using Pointers = std::vector<const AnyRecord*>;

// Keeps the first of records with the same id, sorted by id.
void keep_first_of_each(const RecordKind& kind, Pointers& records) {
  const auto id = [&](const AnyRecord* record) { return id_of(kind, *record); };
  std::ranges::stable_sort(records, {}, id);
  const auto same = [&](const AnyRecord* a, const AnyRecord* b) { return id(a) == id(b); };
  records.erase(std::unique(records.begin(), records.end(), same), records.end());
}

// Drops the prices from `fresh` on whose card has others of the kind before. The user's own prices
// and those of the market leave each other alone.
void keep_latest_prices(Pointers& records, std::size_t fresh) {
  const auto price = [](const AnyRecord* record) -> const Observation& {
    return static_cast<const Observation&>(*record);
  };
  const auto key = [&](const AnyRecord* record) {
    const Observation& row = price(record);
    return std::tuple(row.card, row.kind, row.own.value_or(false));
  };
  std::set<std::tuple<std::string_view, std::string_view, bool>> replaced_by;
  for (std::size_t i = 0; i < fresh; ++i) replaced_by.insert(key(records[i]));
  const auto replaced = [&](const AnyRecord* record) { return replaced_by.contains(key(record)); };
  records.erase(
      std::remove_if(records.begin() + static_cast<std::ptrdiff_t>(fresh), records.end(), replaced),
      records.end());
  std::ranges::stable_sort(records, {}, [&](const AnyRecord* record) {
    const Observation& row = price(record);
    return std::tuple(row.card, row.own.value_or(false), row.kind, row.date, row.usd, row.source);
  });
}

void sort_exceptions(Pointers& records) {
  std::ranges::stable_sort(records, {}, [](const AnyRecord* record) {
    const auto& one = static_cast<const RuleException&>(*record);
    return std::tie(one.card, one.rule, one.figure);
  });
}

// Merges fresh records over old ones. A record replaces those with its id, a price those of its
// card and kind, and an exception replaces none.
AnyRecords merged(const RecordKind& kind, const std::vector<Record<AnyRecord>>& fresh,
                  const AnyRecords& old, Arena& arena) {
  Pointers records;
  for (const Record<AnyRecord>& record : fresh) records.push_back(&record.value);
  const Pointers before = old.all();
  records.insert(records.end(), before.begin(), before.end());
  if (kind.list == Observation::list)
    keep_latest_prices(records, fresh.size());
  else if (kind.list == RuleException::list)
    sort_exceptions(records);
  else
    keep_first_of_each(kind, records);
  auto* out = static_cast<std::byte*>(arena.allocate(records.size() * kind.size));
  for (std::size_t i = 0; i < records.size(); ++i)
    std::memcpy(out + i * kind.size, records[i], kind.size);
  return {kind, out, records.size()};
}

}  // namespace

Catalog::Catalog() {
  for (std::size_t i = 0; i < lists_.size(); ++i) lists_[i] = {record_kinds()[i], nullptr, 0};
}

Catalog::Catalog(Dataset data) : Catalog() { merge(std::move(data)); }

Catalog::Catalog(const RecordLists& constants) : lists_(constants), calibration_(*this) {}

void Catalog::merge(Dataset data) {
  for (std::size_t i = 0; i < lists_.size(); ++i)
    if (!data.records[i].empty())
      lists_[i] = merged(record_kinds()[i], data.records[i], lists_[i], *data.arena);
  arenas_.push_back(std::move(data.arena));
  finder_ = nullptr;
  known_prices_.clear();
  calibration_ = Calibration(*this);
}

Observations Catalog::prices_of(const Gpu& gpu) const {
  const Observations all = of<Observation>();
  return {std::ranges::lower_bound(all, gpu.id, {}, &Observation::card),
          std::ranges::upper_bound(all, gpu.id, {}, &Observation::card)};
}

PriceHistory Catalog::history_of(const Gpu& gpu) const {
  const std::string_view segment = gpu.segment.value_or("");
  const Observations all = prices_of(gpu);
  const auto own =
      std::ranges::find_if(all, [](const Observation& row) { return row.own.value_or(false); });
  return {{all.begin(), own},
          of<PriceFactor>(),
          segment,
          gpu.launch_date,
          gpu.status == status_word("discontinued"),
          price_ages(),
          find<Retention>(segment),
          release_day(),
          home_,
          {own, all.end()}};
}

std::optional<Price> Catalog::price_on(const Gpu& gpu, Condition condition, Date day) const {
  const auto [known, is_new] = known_prices_.try_emplace({&gpu, condition, day});
  if (is_new) known->second = gpupick::price_on(history_of(gpu), condition, day);
  return known->second;
}

bool Catalog::sells_computer(const Gpu& gpu) const {
  return std::ranges::any_of(prices_of(gpu),
                             [](const Observation& row) { return row.covers == "computer"; });
}

std::optional<Date> Catalog::release_day() const {
  std::optional<Date> out;
  for (const Release& one : of<Release>()) out = std::max(out.value_or(Date{}), first_day(one.day));
  return out;
}

Date Catalog::day() const {
  if (const auto release = release_day()) return *release;
  std::optional<Date> newest;
  for (const Observation& row : of<Observation>())
    newest = std::max(newest.value_or(Date{}), first_day(row.date));
  return newest.value_or(Date{9999, 12, 31});
}

void Catalog::prefer_region(std::string_view name) {
  known_prices_.clear();
  const auto is = [&](std::string_view other) { return fold(other) == fold(name); };
  const Region* around = nullptr;  // has the country `name`
  std::set<std::string, std::less<>> regions, countries;
  for (const Region& one : of<Region>()) {
    if (is(one.id)) home_.assign(one.countries.begin(), one.countries.end());
    if (std::ranges::any_of(one.countries, is)) around = &one;
    regions.insert(upper_case(one.id));
  }
  for (const Observation& row : of<Observation>()) {
    if (row.region.empty() || row.region == worldwide || regions.contains(row.region)) continue;
    if (is(row.region) && home_.empty()) home_.push_back(row.region);
    countries.insert(std::string(row.region));
  }
  if (!home_.empty()) return;
  if (around)
    throw Error("no price is of {0}; `--region {1}` takes those of {1}", upper_case(name),
                upper_case(around->id));
  throw Error("no region with prices is called '{}'; take {}, or the code of a country: {}",
              printable(name), enumerate(Phrases(regions.begin(), regions.end())),
              enumerate(Phrases(countries.begin(), countries.end()), "or"));
}

void Catalog::drop_release() {
  known_prices_.clear();
  lists_[RecordKinds::place<Release>()] = {kind_of<Release>, nullptr, 0};
}

}  // namespace gpupick
