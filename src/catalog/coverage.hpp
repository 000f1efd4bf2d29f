// How much of the catalog is known, and on whose word: the share of cards per figure and segment,
// and of figures per kind of source.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

struct Share {
  std::size_t known = 0, of = 0;
};

struct CoverageRow {
  std::string key;
  std::string label;
  std::vector<Share> shares;  // one per group
};

struct Coverage {
  std::vector<std::string> groups;                   // "all", "discrete", then the segments
  std::vector<CoverageRow> rows;                     // every sourced figure, then the prices
  std::vector<std::pair<std::string, Share>> kinds;  // sourced figures by kind of source
};

// `day`: a price counts as known where one is at most twelve months old then.
Coverage coverage(const Catalog& catalog, Date day);

}  // namespace gpupick
