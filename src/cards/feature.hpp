// What a buyer or a workload may ask a card to have, as words: tensor, bf16, ecc, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

// The card has the feature where the figure is above zero or true.
struct Feature {
  std::string_view word;
  std::string_view key;  // of the figure
};

// Null where no feature has this word.
const Feature* find_feature(std::string_view word);
std::vector<std::string_view> feature_words();

}  // namespace gpupick
