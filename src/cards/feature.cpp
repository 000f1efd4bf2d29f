#include "cards/feature.hpp"

#include <algorithm>
#include <iterator>

namespace gpupick {
namespace {

constexpr Feature feature_table[] = {
    {"tensor", "fp16_tensor_tflops"},
    {"tf32", "tf32_tensor_tflops"},
    {"bf16", "bf16_tensor_tflops"},
    {"fp8", "fp8_tensor_tflops"},
    {"fp4", "fp4_tensor_tflops"},
    {"int8", "int8_tensor_tops"},
    {"ecc", "memory_ecc"},
    {"link", "link_gb_s"},
    {"display", "display_outputs"},
};

}  // namespace

const Feature* find_feature(std::string_view word) {
  const auto row = std::find_if(std::begin(feature_table), std::end(feature_table),
                                [&](const Feature& one) { return one.word == word; });
  return row == std::end(feature_table) ? nullptr : row;
}

std::vector<std::string_view> feature_words() {
  std::vector<std::string_view> words;
  for (const Feature& one : feature_table) words.push_back(one.word);
  return words;
}

}  // namespace gpupick
