#include "answer/remarks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "answer/job.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "ranking/host.hpp"

namespace gpupick {
namespace {

using Remarks = std::vector<std::string>;

// Says what a board needs besides a slot, unless the host takes it as it is.
void add_traits(const Catalog& catalog, const Gpu& gpu, const HostKind* host, Remarks& out) {
  const auto is_built_for = [&](const BoardTrait& trait) {
    return host && host->usd > 0 && trait.adaptable && !trait.module &&
           !contains(host->refuses, trait.word);
  };
  for (const BoardTrait& trait : catalog.of<BoardTrait>())
    if (trait.covers(gpu) && !is_built_for(trait)) out.emplace_back(trait.remark);
}

void add_market_and_display(const Gpu& gpu, Remarks& out) {
  if (gpu.market) out.push_back(fmt::format("sold only in {}", *gpu.market));
  if (gpu.display_outputs == 0.0) out.push_back("no display output");
}

// Warns that a job uses one device of a board with several.
void add_devices(const Gpu& gpu, Remarks& out) {
  if (devices_of(gpu) > 1)
    out.push_back(fmt::format("software sees {} GPUs of {} GiB; a job uses one of them",
                              *gpu.devices, rounded(*per_device(gpu, gpu.memory_gib))));
}

// Describes the partner's board that meets the limits on size, or the shortest if the maker builds
// none.
void add_board(const Ranking& ranking, const CardGroup& cards, Remarks& out) {
  const Catalog& catalog = *ranking.catalog;
  const PartnerBoard* board = board_within(ranking.query.limits, cards);
  const bool is_shortest = !board && !cards.gpu->length_mm;
  if (is_shortest) board = shortest_board(*cards.gpu);
  const Gpu gpu = combined(built_as(*cards.gpu, board), cards.count);
  std::vector<std::string> size;
  add_text(size, slots_text(gpu));
  if (gpu.length_mm)
    size.push_back(fmt::format("{}{:.0f} mm", is_shortest ? "from " : "", *gpu.length_mm));
  if (board) size.back() += fmt::format(" ({})", board->name);
  add_text(size, supply_text(catalog, cards));
  if (gpu.power_connectors)
    for (const std::string_view id : *gpu.power_connectors)
      if (const Plug* plug = catalog.find<Plug>(id); plug && !plug->remark.empty())
        size.emplace_back(plug->remark);
  add_text(out, join(size, ", "));
}

// Warns of cards that take more slots than a case has, or more power than a circuit of a home
// carries.
void add_room(const Ranking& ranking, const Ranked& card, Remarks& out) {
  const HostKind* host = host_for(*ranking.catalog, ranking.query.host, card);
  if (!host) return;
  if (host->case_slots && slots(card) > *host->case_slots)
    out.push_back(fmt::format("needs risers and an open frame, since a case has {} slots",
                              exact(*host->case_slots)));
  if (const Number watts = supply_w(*ranking.catalog, card);
      host->circuit_w && watts > *host->circuit_w)
    out.push_back(fmt::format("a {} W PSU exceeds a 120 V, 15 A circuit ({} W)", exact(*watts),
                              exact(*host->circuit_w)));
}

void add_price(const Price& price, const Currency& currency, Remarks& out) {
  if (price.kind == PriceKind::launch)
    out.push_back("no street price yet; the launch price is used");
  std::string doubt;
  if (price.few_rows && !price.trusted)
    doubt = price.rows == 0 ? "no recent price" : "only " + counted(price.rows, "recent price");
  if (price.high > 1.25 * price.low)
    doubt += fmt::format("{}{} {}", doubt.empty() ? "price " : ", ",
                         currency.range(price.low, price.high), currency.code);
  add_text(out, std::move(doubt));
}

// Names the price of a used card if a new one is bought and the used one costs much less.
void add_used_price(const Ranking& ranking, const Ranked& card, Remarks& out) {
  const Query& query = ranking.query;
  if (query.rent || query.condition != Condition::any || !card.price ||
      card.price->kind != PriceKind::new_card)
    return;
  const auto used = ranking.catalog->price_on(*card.gpu, Condition::used, query.day);
  const double usd = (card.price->usd - card.price->host_usd) / card.count;
  if (used && used->usd <= query.scale.cheaper * usd)
    out.push_back(fmt::format("used ones cost about {} {}{}", query.currency.text(used->usd),
                              query.currency.code, used->trusted ? "" : ", by few prices"));
}

// Warns if the named job leaves less memory than a monitor on the bought card takes. A leaner
// trainer than the usual one leaves more.
void add_monitor(const Ranking& ranking, const Ranked& card, Remarks& out) {
  const JobEstimate* named = card.estimate();
  if (ranking.query.rent || !named || !named->fits) return;
  if (named->job.by_blocks) return;  // the weights take the room that is left
  const double monitor = monitor_gib(*ranking.catalog, ranking.query.host, *card.gpu);
  const double free = in_gib(*named->usable) - in_gib(named->need.total());
  if (free >= monitor) return;
  const FineTuningTrainer* leaner = named->job.spare_trainer;
  const bool has_leaner = leaner && leaner != named->job.trainer && named->devices == 1;
  out.push_back(fmt::format(
      "leaves {} GiB free, and a monitor takes {}: {}plug it into the mainboard", rounded(free),
      exact(monitor), has_leaner ? fmt::format("use `--trainer {}` or ", leaner->id) : ""));
}

// "lacks TensorRT and OneTrainer, vLLM in part"; "" if all programs run in full.
std::string lacks_text(const ToolCoverage& tools) {
  std::vector<std::string> lacks;
  if (!tools.missing.empty()) lacks.push_back("lacks " + enumerate(tools.missing, "and"));
  if (!tools.partly.empty()) lacks.push_back(enumerate(tools.partly, "and") + " in part");
  return join(lacks, ", ");
}

void add_computer(const Ranking& ranking, const Ranked& card, Remarks& out) {
  if (!card.price || std::round(card.computer_usd) == 0) return;
  std::string text = computer_text(ranking, card);
  const Currency& currency = ranking.query.currency;
  const double unlimited = card.extras.supply_usd - card.supply_usd();
  if (const double over = over_budget(card, ranking.query, unlimited); over >= 0.5)
    text +=
        fmt::format(", {} in all, {} over the budget",
                    currency.with_code(std::round(*card.outlay_usd())), currency.text_above(over));
  else if (card.computer_usd > 0)
    text += fmt::format(", counted in cost/{} y", exact(ranking.query.scale.years));
  out.push_back(std::move(text));
}

std::string support_remark(const Ranked& card) {
  const WorkloadSupport& support = card.support;
  if (support.software.empty() || support.level == Support::current) return "";
  if (!support.known) return fmt::format("support by {} is unknown", support.software);
  return support_text(support.software, support.level);
}

// Says how much of a named job is in the computer's memory, unless the line of its speed does.
std::string in_host_text(const Ranked& card) {
  const Fallback* step = card.work.front().fallback;
  return step && step->host_memory ? "" : host_text(card.estimate()->job);
}

}  // namespace

Support framework_support(const Catalog& catalog, const Workload& workload, Date day,
                          const Gpu& gpu) {
  const SoftwareStack& stack = catalog.calibration().stack_of(gpu);
  if (!stack.framework) return Support::current;
  for (const SoftwareNeed& need : workload.software)
    if (need.name == stack.framework) return Support::current;
  const auto answer = support_of(catalog.software(), gpu, *stack.framework, day);
  return answer && answer->rule ? answer->level : Support::current;
}

std::string framework_name(const SoftwareStack& stack) {
  return std::string(stack.framework_name.value_or(stack.framework.value_or("")));
}

namespace {

void add_framework(const Catalog& catalog, const Workload& workload, Date day, const Gpu& gpu,
                   Remarks& out) {
  const Support level = framework_support(catalog, workload, day, gpu);
  if (level != Support::current)
    out.push_back(support_text(framework_name(catalog.calibration().stack_of(gpu)), level));
}

}  // namespace

double over_budget(const Ranked& card, const Query& query, double more) {
  const Number usd = card.least_budget_usd(), budget = query.budget_usd();
  return usd && budget ? std::max(*usd + more - *budget, 0.0) : 0;
}

std::string more_memory_text(const Extras& extras) {
  return fmt::format("{:.0f} GiB more RAM", std::ceil(extras.memory_gib));
}

std::string supply_text(const Catalog& catalog, const CardGroup& cards) {
  if (const Number published = psu_w(cards)) return fmt::format("{} W PSU", exact(*published));
  if (const Number usual = usual_supply_w(catalog, cards))
    return fmt::format("about {} W PSU", exact(*usual));
  return "";
}

std::string host_share_text(const HostKind& host, int cards) {
  if (!host.sized) return std::string(host.name);
  return fmt::format("{} of the {} places in {}", cards, host.cards, host.name);
}

std::string computer_text(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  const double usd = card.computer_usd;
  if (std::round(usd) < 0)
    return fmt::format("less {} for the computer that it replaces",
                       query.currency.with_code(-std::round(usd)));
  const HostKind* host = host_for(*ranking.catalog, query.host, card);
  const HostKind* usual = query.host.kind && query.host.kind->owned ? query.host.kind : nullptr;
  const std::pair<double, std::string> sums[] = {
      {usd - card.extras.usd(), host && host->sized ? host_share_text(*host, card.count)
                                : query.host.has.value_or(usual) ? "a larger computer"
                                                                 : "the computer around it"},
      {card.extras.supply_usd, "a stronger PSU"},
      {card.extras.memory_usd, more_memory_text(card.extras)}};
  const auto several =
      std::ranges::count_if(sums, [](const auto& sum) { return sum.first > 0.5; }) > 1;
  std::vector<std::string> parts;
  double sum = 0;  // of the printed parts
  for (const auto& [part, what] : sums) {
    if (part <= 0.5) continue;
    sum += std::round(part);
    parts.push_back(several ? fmt::format("{} ({})", what, query.currency.text(std::round(part)))
                            : what);
  }
  if (parts.empty()) return "";
  return fmt::format("{} for {}", query.currency.with_code(sum), enumerate(parts, "and"));
}

void add_extras(const std::vector<std::pair<CardGroup, Extras>>& cards, const Currency& currency,
                Answer& out) {
  std::vector<std::string> said;
  bool supply = false, memory = false;
  for (const auto& [group, extras] : cards) {
    if (extras.usd() < 0.5) continue;
    said.push_back(
        fmt::format("{} for {}", currency.with_code(std::round(extras.usd())), short_name(group)));
    supply = supply || extras.supply_usd > 0.5;
    memory = memory || extras.memory_usd > 0.5;
  }
  const char* what = !memory  ? "a stronger PSU"
                     : supply ? "a stronger PSU and more RAM"
                              : "more RAM";
  if (!said.empty())
    out.add(Line{.head = fmt::format("Costs include {}", what),
                 .phrases = std::move(said),
                 .separator = ", ",
                 .most_lines = 2});
}

std::string count_text(const ToolCoverage& tools) {
  const std::string full = fmt::format("{} of {} programs", tools.full, tools.all);
  return tools.partly.empty() ? full
                              : fmt::format("{} in full, {} in part", full, tools.partly.size());
}

std::vector<std::string> warnings(const Catalog& catalog, const Workload& workload, Date day,
                                  const Gpu& gpu) {
  Remarks out;
  add_framework(catalog, workload, day, gpu, out);
  add_traits(catalog, gpu, nullptr, out);
  add_market_and_display(gpu, out);
  return out;
}

std::string tools_text(const ToolCoverage& tools) {
  std::string out = fmt::format("{} of {} programs{}", tools.full, tools.all,
                                tools.partly.empty() ? "" : " in full");
  if (const std::string lacks = lacks_text(tools); !lacks.empty())
    out += fmt::format(" ({})", lacks);
  if (tools.until)
    out += fmt::format("; its toolkit is supported only until {}", month_of(*tools.until));
  return out;
}

std::vector<std::string> first_remarks(const Ranking& ranking, const Ranked& card) {
  const Catalog& catalog = *ranking.catalog;
  Remarks out;
  if (card.price && card.price->whole_computer) out.push_back("the price includes the computer");
  if (card.count > 1 && is_whole_computer(*card.gpu, card.price))
    out.push_back(fmt::format("{} computers, joined by {}", card.count, *card.gpu->link_type));
  // With --have the line of the gain names the computer that is bought.
  if (card.computer_usd < 0 || !ranking.owned) add_computer(ranking, card, out);
  add_text(out, support_remark(card));
  add_framework(catalog, *ranking.query.workload, ranking.query.day, *card.gpu, out);
  add_text(out, std::string(catalog.calibration().stack_of(*card.gpu).remark));
  if (!ranking.query.rent)
    add_traits(catalog, *card.gpu, host_for(catalog, ranking.query.host, card), out);
  if (card.estimate()) add_text(out, in_host_text(card));
  add_used_price(ranking, card, out);
  add_monitor(ranking, card, out);
  return out;
}

std::vector<std::string> all_remarks(const Ranking& ranking, const Ranked& card) {
  const Gpu& gpu = *card.gpu;
  const Catalog& catalog = *ranking.catalog;
  const bool rented = ranking.query.rent;  // the owner fits it into a computer
  const Gpu all = combined(gpu, card.count);
  Remarks out = first_remarks(ranking, card);
  if (const JobEstimate* named = card.estimate(); named && named->at_once() > 1)
    out.push_back(
        fmt::format("makes {} images at once, none of them sooner", exact(named->at_once())));
  if (!rented) {
    add_market_and_display(gpu, out);
    add_room(ranking, card, out);
  }
  if (card.tools.until) out.push_back(tools_text(card.tools));
  if (card.price && card.price->kind == PriceKind::used &&
      !catalog.price_on(gpu, Condition::new_card, ranking.query.day))
    out.push_back("used only");
  if (!ranking.query.job) add_devices(all, out);
  if (!rented) add_board(ranking, card, out);
  if (card.tools.full < card.tools.all && !card.tools.until) out.push_back(lacks_text(card.tools));
  if (card.price) add_price(*card.price, ranking.query.currency, out);
  if (!rented)
    for (const std::string_view note : gpu.notes) out.emplace_back(note);
  return out;
}

}  // namespace gpupick
