// The checks of validate() by subject. Private to validate*.cpp.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Returns the data's own records, then those of the context that they do not replace.
template <class Value>
std::vector<const Value*> joined(const std::vector<Record<Value>>& records,
                                 std::span<const Value> context) {
  std::vector<const Value*> out;
  std::unordered_set<std::string_view> own;
  for (const Record<Value> record : records) {
    out.push_back(&record.value);
    own.insert(record.value.id);
  }
  for (const Value& value : context)
    if (!own.contains(value.id)) out.push_back(&value);
  return out;
}

// Receives a finding: its rule, where it is, and its message.
template <class Where>
struct Reporter {
  std::function<void(Rule, Where, std::string)> add;

  template <class... Values>
  void operator()(Rule rule, Where where, fmt::format_string<Values...> form,
                  Values&&... values) const {
    add(rule, std::move(where), fmt::format(form, std::forward<Values>(values)...));
  }
};
using Report = Reporter<Location>;
using FigureReport = Reporter<std::string_view>;  // a finding in the figure with this key

// Answers whether a card is an exception from a rule for a figure. An exception for prices covers
// prices from the source that it names.
class Excused {
 public:
  explicit Excused(std::vector<const RuleException*> all) : all_(std::move(all)) {}

  bool operator()(const Gpu& gpu, Rule rule, std::string_view figure) const;
  bool for_price(const Gpu& gpu, Rule rule, std::string_view source) const;

 private:
  std::vector<const RuleException*> all_;
};

// Facts to check a card against, from the data and from the catalog that it would extend.
struct Facts {
  std::vector<const Architecture*> architectures;
  std::vector<const MemoryKind*> memories;
  std::vector<const Plug*> plugs;
};

// Reports figures that contradict each other or the facts about architecture, memory and form.
void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report);

// Returns the bandwidth per GiB that memory of a kind has at least and at most, GB/s, with the
// tolerance of data sheets. Nothing if the kind does not decide it.
std::optional<std::pair<double, double>> rate_per_gib(const MemoryKind& memory);

using GpuList = std::vector<const Gpu*>;

// Limit on the peers of a card, since each card is compared with each.
inline constexpr std::size_t most_peers = 200;

// Compares cards with the others of their architecture, family and time and with the owners of PCI
// ids.
class Peers {
 public:
  Peers(const GpuList& gpus, std::vector<const MemoryKind*> memories);

  // Reports figures that no like card has, and a card with all figures of another.
  void check(const Gpu& gpu, const Excused& excused, const FigureReport& report) const;
  // Reports PCI ids that are malformed, repeated, of another maker or of another architecture.
  void check_pci_ids(const Gpu& gpu, const FigureReport& report) const;

 private:
  using Parts = std::map<std::string_view, std::ptrdiff_t>;  // number of ids by their first half

  using Time = std::tuple<std::string_view, std::string_view, int>;  // maker, segment, year

  // Returns the other cards of the maker in the list of this name.
  static GpuList others(const std::unordered_map<std::string_view, GpuList>& lists,
                        const Text& name, const Gpu& gpu);
  // Returns the other cards of the maker and segment that were launched about then.
  GpuList of_the_time(const Gpu& gpu) const;
  // Returns what is wrong with the owner of a PCI id, or "".
  std::string wrong_owner(const Gpu& gpu, std::string_view id) const;

  std::vector<const MemoryKind*> memories_;
  std::unordered_map<std::string_view, GpuList> by_architecture_, by_family_, by_pci_id_, by_note_;
  std::map<Time, GpuList> by_time_;
  // Cards with the same PCI id and different units, by maker.
  std::unordered_map<std::string_view, std::vector<std::pair<const Gpu*, const Gpu*>>> sharing_;
  std::unordered_map<std::string_view, Parts> vendor_parts_;  // by maker
};

// Returns the problems of `data`'s ids, names and references: the form of ids, their uniqueness,
// and records that do not exist. References may also be to records of `context`.
std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context);

// Reports aliases that read as another card, and words of boards that are part of a card's name
// (docs/catalog.md#names). `gpus`, `words` and `makers` are those of the data and of its context.
void check_names(const Dataset& data, const std::vector<const Gpu*>& gpus,
                 const std::vector<const NameWords*>& words,
                 const std::vector<const Maker*>& makers, const Report& report);

// Reports prices that are out of range, repeated, or far from what the other prices of the card and
// of the source let expect, and cards on sale whose newest price is old, unless they are `excused`.
// `context` has prices that the data may not replace. `find_card` returns the card of an id, or
// null.
void check_prices(const std::vector<Record<Observation>>& prices,
                  std::span<const Observation> context,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const Excused& excused, const Report& report);

// Reports cards whose launch does not fit their prices in the context.
void check_launches(const std::vector<Record<Gpu>>& cards, std::span<const Observation> context,
                    const Report& report);

// Reports sources that are read after `today`, if it is known, and figures whose source has
// otherwise nothing to do with the card. `gpus` are the cards of the data and of its context.
void check_sources(const Dataset& data, const Catalog& context, const GpuList& gpus,
                   std::optional<Date> today, const Excused& excused, const Report& report);

// Reports exceptions from rules or for figures that do not exist.
void check_exceptions(const Dataset& data, const Report& report);

// Reports prices by the token that are out of order, or far from those of other providers.
void check_api_prices(const Dataset& data, const Catalog& context, const Report& report);

// Reports a release if prices of its data are later, and a second release.
void check_releases(const Dataset& data, const Report& report);

// Reports ranges of cards in the rules of software and tools that match no card of their stack, no
// architecture and no other rule: probably misspelt. `gpus` are the cards of the data and of its
// context.
void check_ranges(const Dataset& data, const Catalog& context, const GpuList& gpus,
                  const Facts& facts, const Report& report);

// Reports classes that no card belongs to, and constants that are missing although there are
// engines. `gpus` are the cards of the data and of its context.
void check_calibration(const Dataset& data, const Catalog& context,
                       const std::vector<const Gpu*>& gpus, const Report& report);

}  // namespace gpupick
