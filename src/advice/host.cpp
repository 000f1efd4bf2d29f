#include "advice/host.hpp"

#include <algorithm>
#include <cmath>

namespace gpupick {

const HostKind* host_for(const Catalog& catalog, const AskedHost& asked, int cards) {
  if (!asked.kind || asked.given || cards <= asked.kind->cards) return asked.kind;
  const HostKind* best = asked.kind;
  for (const HostKind& other : catalog.of<HostKind>())
    if (other.usd > 0 && other.cards >= cards && (best == asked.kind || other.cards < best->cards))
      best = &other;
  return best;
}

// A board for data centers whose cooling is not known is taken for a passive one, as they are.
std::optional<Reason> refusal(const HostKind& host, const CardGroup& cards) {
  const Gpu& gpu = *cards.gpu;
  static const Figure* const cooling = find_figure("cooling");
  static const Figure* const form = find_figure("form_factor");
  const std::string_view cooled = gpu.cooling.value_or(
      gpu.segment == "datacenter" && gpu.form_factor == "pcie" ? "passive" : "");
  for (const auto& [figure, word] :
       {std::pair(cooling, cooled), std::pair(form, gpu.form_factor.value_or(""))})
    if (std::find(host.refuses.begin(), host.refuses.end(), word) != host.refuses.end())
      return Refused{figure, word, host.name};
  if (cards.count > host.cards) return TooMany{host.cards, host.name};
  return {};
}

Number usual_supply_w(const Catalog& catalog, const CardGroup& cards) {
  const std::span<const SupplyRule> rules = catalog.of<SupplyRule>();
  const Gpu& gpu = *cards.gpu;
  if (rules.empty() || !gpu.tdp_w || gpu.form_factor != "pcie") return {};
  const double one = rules.front().computer_w + rules.front().board_share * *gpu.tdp_w;
  return std::ceil(one / 50) * 50 + (cards.count - 1) * *gpu.tdp_w;
}

double share_usd(const Catalog& catalog, const HostKind& host, const CardGroup& cards) {
  const Gpu& gpu = *cards.gpu;
  const bool module = std::ranges::any_of(catalog.of<BoardTrait>(), [&](const BoardTrait& trait) {
    return trait.module && trait.covers(gpu);
  });
  if (module) return cards.count * host.module_usd;
  return host.owned ? 0 : cards.count * host.usd / host.cards;
}

}  // namespace gpupick
