// The checks of validate() by subject. Private to validate*.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Receives a finding.
using Report = std::function<void(Rule, Location, std::string)>;
// Receives the rule, the key of the figure, and the message of a finding.
using FigureReport = std::function<void(Rule, std::string_view, std::string)>;

// Facts to check a card against, from the data and from the catalog that it would extend.
struct Facts {
  std::vector<const Architecture*> architectures;
  std::vector<const MemoryKind*> memories;
  std::vector<const Plug*> plugs;
};

// Reports figures that contradict each other or the facts about their architecture, memory type,
// form and plugs.
void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report);

// Returns the problems of `data`'s ids, names and references: the form of ids, their uniqueness,
// and records that do not exist. References may also be to records of `context`.
std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context);

// Reports aliases that read as another card, and words of boards that are part of a card's name
// (docs/catalog.md#names). `gpus`, `words` and `makers` are those of the data and of its context.
void check_names(const Dataset& data, const std::vector<const Gpu*>& gpus,
                 const std::vector<const NameWords*>& words,
                 const std::vector<const Maker*>& makers, const Report& report);

// Reports prices that are out of range or far from their neighbours, and cards on sale whose newest
// price is old, unless `excused` returns true. `find_card` returns the card of an id, or null.
void check_prices(const std::vector<Record<Observation>>& prices,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const std::function<bool(const Gpu&)>& excused, const Report& report);

// Reports a release if prices of its data are later.
void check_releases(const Dataset& data, const Report& report);

// Reports classes that no card belongs to, and constants that are missing although there are
// engines. `gpus` are the cards of the data and of its context.
void check_calibration(const Dataset& data, const Catalog& context,
                       const std::vector<const Gpu*>& gpus, const Report& report);

}  // namespace gpupick
