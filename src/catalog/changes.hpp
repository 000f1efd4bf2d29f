// What changed between two catalogs, for reviewing a data change.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

struct FigureChange {
  std::string card;
  std::string key;
  std::string before, after;  // "-" where unknown
};

struct Changes {
  std::vector<std::string> added, removed;  // cards
  std::vector<FigureChange> figures;        // of cards in both
  std::vector<FigureChange>
      prices;  // "price_usd" of cards in both, each catalog as of its newest price
  std::size_t observations_before = 0, observations_after = 0;
};

Changes changes(const Catalog& before, const Catalog& after);

}  // namespace gpupick
