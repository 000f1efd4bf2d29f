// The first page of a site of answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

// One question of a site.
struct SiteEntry {
  std::string_view group, title;
  std::string address;  // of its page
  std::string answer;   // in a line; "" if it has none
};

// Returns the page that leads to all answers, below the headings of their groups. A script of its
// own searches the titles; without scripts the page shows no field for it.
std::string site_index(const std::vector<SiteEntry>& entries, Date day);

}  // namespace gpupick
