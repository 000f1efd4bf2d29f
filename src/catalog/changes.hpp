// Differences between two catalogs, for reviewing a data change.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

struct FigureChange {
  std::string card;
  std::string key;
  std::string before, after;  // "-" if unknown
};

struct Changes {
  std::vector<std::string> added, removed;  // ids of cards
  std::vector<FigureChange> figures;        // changes of cards in both
  // "price_usd" of cards in both, on the day of each catalog's data
  std::vector<FigureChange> prices;
  std::size_t observations_before = 0, observations_after = 0;
};

Changes changes(const Catalog& before, const Catalog& after);

}  // namespace gpupick
