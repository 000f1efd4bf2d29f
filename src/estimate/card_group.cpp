#include "estimate/card_group.hpp"

#include <fmt/format.h>

namespace gpupick {
namespace {

Number sum_of(const CardGroup& cards, Number of_one) {
  return of_one ? Number(cards.count * *of_one) : std::nullopt;
}

}  // namespace

std::string id_of(const CardGroup& cards) {
  return cards.count > 1 ? fmt::format("{}:{}", cards.gpu->id, cards.count)
                         : std::string(cards.gpu->id);
}

bool is_whole_computer(const Gpu& gpu, const std::optional<Price>& price) {
  return in_laptop(gpu) || is_integrated(gpu) || (price && price->whole_computer);
}

bool joinable(const Gpu& gpu, const std::optional<Price>& price) {
  return !is_whole_computer(gpu, price) || gpu.link_gb_s.value_or(0) > 0;
}

Number power_w(const CardGroup& cards) { return sum_of(cards, cards.gpu->tdp_w); }

Number memory_gib(const CardGroup& cards) { return sum_of(cards, cards.gpu->memory_gib); }

Gpu combined(const Gpu& gpu, int count) {
  Gpu all = gpu;
  if (count == 1) return all;
  all.psu_w.reset();
  if (gpu.psu_w && gpu.tdp_w) all.psu_w = *gpu.psu_w + (count - 1) * *gpu.tdp_w;
  all.tdp_w = power_w({&gpu, count});
  if (gpu.slots) all.slots = count * *gpu.slots;
  return all;
}

Price combined(Price price, int count) {
  for (double* usd : {&price.usd, &price.low, &price.high}) *usd *= count;
  return price;
}

}  // namespace gpupick
