#include "base/nearest.hpp"

#include <algorithm>
#include <utility>

#include "base/lists.hpp"

namespace gpupick {
namespace {

// The number of insertions, deletions, substitutions and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(above, row);
  }
  return above[b.size()];
}

// Returns how far two words differ: their edit distance, or less if the shorter word has four
// letters or more and resembles the beginning of the longer one ("bandwith" and bandwidth_gb_s).
// Then it is the distance of the beginnings plus one.
std::size_t likeness(std::string_view a, std::string_view b) {
  const std::size_t whole = edit_distance(a, b);
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t beginning = edit_distance(a.substr(0, shorter + 1), b.substr(0, shorter + 1));
  return shorter >= 4 && beginning <= shorter / 4 ? std::min(whole, beginning + 1) : whole;
}

}  // namespace

std::vector<std::string> nearest(std::string_view given, const Phrases& known) {
  const std::string wanted = fold(given).substr(0, 64);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string_view word : known) {
    const std::string folded = fold(word);
    const std::size_t distance = likeness(wanted, folded);
    if (distance <= std::max<std::size_t>(1, wanted.size() / 3)) near.emplace_back(distance, word);
  }
  std::ranges::sort(near);
  std::vector<std::string> out;
  for (auto& [distance, word] : near)
    if (out.size() < 3) add_once(out, std::move(word));
  return out;
}

std::string did_you_mean(std::string_view given, const Phrases& known) {
  const std::vector<std::string> near = nearest(given, known);
  return near.empty() ? "" : "; did you mean " + enumerate(near) + "?";
}

std::string known_are(const Phrases& known) {
  return known.empty() ? "" : "; known are " + enumerate(known, "and");
}

}  // namespace gpupick
