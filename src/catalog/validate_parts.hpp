// The checks of validate() by subject. Private to validate*.cpp.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

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

// True if the card is an exception from the rule for the figure.
using Excused = std::function<bool(const Gpu&, Rule, std::string_view)>;

// Facts to check a card against, from the data and from the catalog that it would extend.
struct Facts {
  std::vector<const Architecture*> architectures;
  std::vector<const MemoryKind*> memories;
  std::vector<const Plug*> plugs;
};

// Reports figures that contradict each other or the facts about architecture, memory and form.
void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report);

using GpuList = std::vector<const Gpu*>;

// Compares cards with the others of their architecture and with the owners of PCI ids.
class Peers {
 public:
  explicit Peers(const GpuList& gpus);

  // Reports figures that no like card has, and a card with all figures of another.
  void check(const Gpu& gpu, const FigureReport& report) const;
  // Reports PCI ids that are malformed, repeated, of another maker or of another architecture.
  void check_pci_ids(const Gpu& gpu, const FigureReport& report) const;

 private:
  using Parts = std::map<std::string_view, std::ptrdiff_t>;  // number of ids by their first half

  GpuList of(const Gpu& gpu) const;
  // Returns what is wrong with the owner of a PCI id, or "".
  std::string wrong_owner(const Gpu& gpu, std::string_view id) const;

  std::unordered_map<std::string_view, GpuList> by_architecture_, by_pci_id_, by_note_;
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
// of the source let expect, and cards on sale whose newest price is old, unless `excused` returns
// true. `context` has prices that the data may not replace. `find_card` returns the card of an id,
// or null.
void check_prices(const std::vector<Record<Observation>>& prices,
                  std::span<const Observation> context,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const Excused& excused, const Report& report);

// Reports sources that are read after `today`, if it is known, and figures whose source has
// otherwise nothing to do with the card. `gpus` are the cards of the data and of its context.
void check_sources(const Dataset& data, const GpuList& gpus, std::optional<Date> today,
                   const Excused& excused, const Report& report);

// Reports exceptions from rules or for figures that do not exist.
void check_exceptions(const Dataset& data, const Report& report);

// Reports prices by the token that are out of order, or far from those of other providers.
void check_api_prices(const Dataset& data, const Catalog& context, const Report& report);

// Reports a release if prices of its data are later, and a second release.
void check_releases(const Dataset& data, const Report& report);

// Reports classes that no card belongs to, and constants that are missing although there are
// engines. `gpus` are the cards of the data and of its context.
void check_calibration(const Dataset& data, const Catalog& context,
                       const std::vector<const Gpu*>& gpus, const Report& report);

}  // namespace gpupick
