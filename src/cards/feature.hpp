// Features that a buyer or a workload may require of a card, as words.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace gpupick {

// A card has the feature if the figure is above zero or true.
struct Feature {
  std::string_view word;
  std::string_view key;  // key of the figure
};
inline constexpr Feature feature_table[] = {{"tensor", "fp16_tensor_tflops"},
                                            {"tf32", "tf32_tensor_tflops"},
                                            {"bf16", "bf16_tensor_tflops"},
                                            {"fp8", "fp8_tensor_tflops"},
                                            {"fp4", "fp4_tensor_tflops"},
                                            {"int8", "int8_tensor_tops"},
                                            {"ecc", "memory_ecc"},
                                            {"link", "link_gb_s"},
                                            {"display", "display_outputs"}};

inline const Feature* find_feature(std::string_view word) {
  const auto row = std::ranges::find(feature_table, word, &Feature::word);
  return row == std::end(feature_table) ? nullptr : row;
}

inline std::vector<std::string_view> feature_words() {
  std::vector<std::string_view> words;
  for (const Feature& one : feature_table) words.push_back(one.word);
  return words;
}

}  // namespace gpupick
