// Completeness of the catalog, and its sources: the share of cards with each figure by segment, and
// the share of figures by kind of source.
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
  Number price_age_days;                             // of the median street price
};

// A price counts as known if `price_on` gives one for `day`.
Coverage coverage(const Catalog& catalog, Date day);

}  // namespace gpupick
