// Features that a buyer or a workload may require of a card, as words: tensor, bf16, ecc, ...
#pragma once

#include <string_view>
#include <vector>

namespace gpupick {

// A card has the feature if the figure is above zero or true.
struct Feature {
  std::string_view word;
  std::string_view key;  // key of the figure
};

// Returns null if no feature has this word.
const Feature* find_feature(std::string_view word);
std::vector<std::string_view> feature_words();

}  // namespace gpupick
