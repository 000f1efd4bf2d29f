// What all pages in HTML have in common.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpupick {

// The way from a page of a site to the list of all and to the others; "" for a page on its own.
struct Navigation {
  // Titles and addresses, the list of all first.
  explicit Navigation(const std::vector<std::pair<std::string, std::string>>& links);

  std::string back, others;
};

// Returns a page that loads nothing and runs no script but the one with this SHA-256 in base 64, ""
// for none. `body` and `after`, which stands behind what a reader sees, are HTML.
std::string html_page(std::string_view title, std::string_view body, std::string_view after,
                      std::string_view script_hash = {});

}  // namespace gpupick
