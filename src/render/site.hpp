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

// Returns the page with links to all answers, by group. A short script searches the titles; the
// search field is hidden where scripts are off.
std::string site_index(const std::vector<SiteEntry>& entries, Date day);

}  // namespace gpupick
