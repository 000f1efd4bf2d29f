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

Number slots(const CardGroup& cards) { return sum_of(cards, cards.gpu->slots); }

Number psu_w(const CardGroup& cards) {
  const Gpu& gpu = *cards.gpu;
  if (cards.count == 1 || !gpu.psu_w) return gpu.psu_w;
  if (!gpu.tdp_w) return {};
  return *gpu.psu_w + (cards.count - 1) * *gpu.tdp_w;
}

Gpu combined(const Gpu& gpu, int count) {
  const CardGroup cards{&gpu, count};
  Gpu all = gpu;
  all.psu_w = psu_w(cards);
  all.tdp_w = power_w(cards);
  all.slots = slots(cards);
  return all;
}

Price combined(Price price, int count) {
  for (double* usd : {&price.usd, &price.low, &price.high}) *usd *= count;
  return price;
}

}  // namespace gpupick
