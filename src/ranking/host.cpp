#include "ranking/host.hpp"

#include <algorithm>
#include <cmath>

#include "base/lists.hpp"
#include "base/text.hpp"

namespace gpupick {

namespace {

// Returns the price of a new host for the cards.
double price_usd(const Catalog& catalog, const HostKind& host, const CardGroup& cards) {
  const bool module = std::ranges::any_of(catalog.of<BoardTrait>(), [&](const BoardTrait& trait) {
    return trait.module && trait.covers(*cards.gpu);
  });
  if (module) return cards.count * host.module_usd;
  return host.sized ? host.usd * cards.count / host.cards : host.usd;
}

// Returns the trait for which a host refuses cards; null if the data has none.
const BoardTrait* trait_of(const Catalog& catalog, const Refused& refused) {
  for (const BoardTrait& trait : catalog.of<BoardTrait>())
    if (trait.figure == refused.figure->key && trait.word == refused.word) return &trait;
  return nullptr;
}

// Returns the rule for the PSU of a board of this power; null if there is none.
const SupplyRule* supply_rule(const Catalog& catalog, const Gpu& gpu) {
  if (!gpu.tdp_w || !is_pcie_board(gpu)) return nullptr;
  for (const SupplyRule& rule : catalog.of<SupplyRule>())
    if (!rule.most_w || *gpu.tdp_w <= *rule.most_w) return &rule;
  return nullptr;
}

// Returns the host that takes the most cards of this kind; null if none takes it.
const HostKind* largest_host(const Catalog& catalog, const Gpu& gpu) {
  const HostKind* best = nullptr;
  for (const HostKind& host : catalog.of<HostKind>())
    if (host.usd > 0 && !refusal(host, {&gpu}) && (!best || host.cards > best->cards)) best = &host;
  return best;
}

}  // namespace

const HostKind* cheapest_host(const Catalog& catalog, const CardGroup& cards) {
  const HostKind* best = nullptr;
  for (const HostKind& host : catalog.of<HostKind>())
    if (host.usd > 0 && !refusal(host, cards) &&
        (!best || price_usd(catalog, host, cards) < price_usd(catalog, *best, cards)))
      best = &host;
  return best;
}

const HostKind* host_of_size(const Catalog& catalog, const AskedHost& asked, int cards) {
  const HostKind* best = asked.kind;
  if (!best || asked.given || cards <= best->cards) return best;
  for (const HostKind& other : catalog.of<HostKind>())
    if (other.usd > 0 && other.cards >= cards && (best == asked.kind || other.cards < best->cards))
      best = &other;
  return best;
}

const HostKind* host_for(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards) {
  const HostKind* host = host_of_size(catalog, asked, cards.count);
  const HostKind* cheapest = host && host->cheapest ? cheapest_host(catalog, cards) : nullptr;
  return cheapest ? cheapest : host;
}

AskedHost host_that_takes(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards) {
  const HostKind* usual = host_for(catalog, asked, cards);
  if (asked.given || !usual || !refusal(*usual, cards)) return asked;
  const HostKind* other = cheapest_host(catalog, cards);
  if (!other) other = largest_host(catalog, *cards.gpu);
  AskedHost out = asked;
  if (other) {
    out.kind = other;
    out.given = true;
  }
  return out;
}

// Unless its cooling is known, a data center's board counts as passive, and a consumer's as axial.
std::optional<Reason> refusal(const HostKind& host, const CardGroup& cards) {
  if (cards.count > host.cards) return TooMany{host.cards, host.name};
  const Gpu& gpu = *cards.gpu;
  static const Figure* const cooling = find_figure("cooling");
  static const Figure* const form = find_figure("form_factor");
  const std::string_view usual = !is_pcie_board(gpu)           ? ""
                                 : gpu.segment == "datacenter" ? "passive"
                                 : gpu.segment == "consumer"   ? "axial"
                                                               : "";
  const std::string_view cooled = gpu.cooling.value_or(usual);
  for (const auto& [figure, word] :
       {std::pair(form, gpu.form_factor.value_or("")), std::pair(cooling, cooled)})
    if (contains(host.refuses, word)) return Refused{figure, word, host.name};
  return {};
}

bool is_adaptable(const Catalog& catalog, const Refused& refused) {
  const BoardTrait* trait = trait_of(catalog, refused);
  return trait && trait->adaptable;
}

bool needs_adapting(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards) {
  const HostKind* host = host_for(catalog, asked, cards);
  const std::optional<Reason> reason = host ? refusal(*host, cards) : std::nullopt;
  const auto* refused = reason ? std::get_if<Refused>(&*reason) : nullptr;
  return refused && is_adaptable(catalog, *refused);
}

std::string_view remark_on(const Catalog& catalog, const Refused& refused) {
  const BoardTrait* trait = trait_of(catalog, refused);
  return trait ? trait->remark : "";
}

// Makers recommend multiples of 50 W.
Number usual_supply_w(const Catalog& catalog, const CardGroup& cards) {
  const SupplyRule* rule = supply_rule(catalog, *cards.gpu);
  if (!rule) return {};
  const double power = *cards.gpu->tdp_w;
  const double one = rule->computer_w + rule->board_share * power;
  return std::round(one / 50) * 50 + (cards.count - 1) * power;
}

bool comes_as_computer(const Catalog& catalog, const Gpu& gpu) {
  return is_whole_computer(gpu, {}) || catalog.sells_computer(gpu);
}

double monitor_gib(const Catalog& catalog, const AskedHost& host, const Gpu& gpu) {
  if (!host.kind || gpu.display_outputs == 0.0 || comes_as_computer(catalog, gpu)) return 0;
  return host.kind->monitor_gib.value_or(0);
}

const BoardTrait* board_of(const Catalog& catalog, const Gpu& gpu) {
  for (const BoardTrait& trait : catalog.of<BoardTrait>())
    if (trait.board_cards && trait.covers(gpu)) return &trait;
  return nullptr;
}

UsualBuild usual_build(const Catalog& catalog, const CardGroup& cards) {
  if (comes_as_computer(catalog, *cards.gpu)) return {.supply_w = 0, .whole = true};
  const SupplyRule* rule = supply_rule(catalog, *cards.gpu);
  const Plug* slot = catalog.find<Plug>("slot");
  return {usual_supply_w(catalog, cards), rule ? rule->error_w : 0,
          slot ? Number(slot->watts) : std::nullopt};
}

Number supply_w(const Catalog& catalog, const CardGroup& cards) {
  const Number published = combined(*cards.gpu, cards.count).psu_w;
  return published ? published : usual_supply_w(catalog, cards);
}

double pc_usd(const Catalog& catalog) {
  double usd = 0;
  for (const HostKind& host : catalog.of<HostKind>())
    if (host.owned && host.usd > 0 && (usd == 0 || host.usd < usd)) usd = host.usd;
  return usd;
}

double share_usd(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards) {
  const HostKind* host = host_for(catalog, asked, cards);
  if (!host) return 0;
  const HostKind* usual = asked.kind && asked.kind->owned ? asked.kind : nullptr;
  const HostKind* has = asked.has.value_or(usual);
  if (host == has) return 0;
  const double more_than = has ? has->usd : usual ? usual->usd : 0;
  const double more = std::max(price_usd(catalog, *host, cards) - more_than, 0.0);
  if (has || !usual) return more;
  return pc_usd(catalog) + (host == usual ? 0 : more);
}

Extras extras(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards,
              double ram_gib) {
  const HostKind* host = host_for(catalog, asked, cards);
  if (!host) return {};
  // If the kind states nothing, the computer has enough.
  const auto missing = [](double needed, Number usual, double known) {
    return usual ? std::max(needed - std::max(*usual, known), 0.0) : 0;
  };
  const double watts = supply_w(catalog, cards).value_or(0);
  const double missing_w = missing(watts, host->psu_w, asked.psu_w);
  const double missing_gib = missing(ram_gib, host->ram_gib, asked.ram_gib);
  Extras out{missing_w * host->psu_usd_per_w, missing_gib * host->ram_usd_per_gib, missing_gib};
  if (missing_w > 0 && asked.has == host)
    out.supply_usd = host->psu_usd + (watts - *host->psu_w) * host->psu_usd_per_w;
  return out;
}

}  // namespace gpupick
