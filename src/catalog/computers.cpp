#include "catalog/computers.hpp"

#include "base/text.hpp"

namespace gpupick {

bool is_of_computer(const Observation& price, std::string_view text) {
  constexpr std::size_t shortest = 3;  // as "mac"; "ti" names no computer
  const std::string name = fold(text);
  if (name.size() < shortest || name == "gpu" || price.covers != "computer") return false;
  const Phrases words = split(price.what, " ");
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string found;
    for (std::size_t i = first; i < words.size() && found.size() < name.size(); ++i)
      found += fold(words[i]);
    if (found == name) return true;
  }
  return false;
}

}  // namespace gpupick
