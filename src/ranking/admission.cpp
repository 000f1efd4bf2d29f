// The cheap checks: they read only the records of a card, its software and its host.
#include "ranking/admission.hpp"

#include <algorithm>

#include "base/lists.hpp"

namespace gpupick {
namespace {

bool trains(const Query& query) { return query.job && is_training(query.job->task); }

// True if the work needs BF16 if its workload does. A named job needs it only to train in it.
bool may_need_bf16(const Query& query) {
  return !query.job || (trains(query) && query.job->precision == Precision::bf16);
}

// True if the buyer's own cards need the same part in the host, such as a fan. The buyer knows how
// to add one.
bool owns_adapted(const Query& query, const HostKind& host, const Refused& refused) {
  const std::optional<Reason> own = query.owned ? refusal(host, *query.owned) : std::nullopt;
  const auto* same = own ? std::get_if<Refused>(&*own) : nullptr;
  return same && same->word == refused.word;
}

}  // namespace

Admission::Admission(const Catalog& catalog, const Query& query, bool whole)
    : catalog_(catalog),
      query_(query),
      limits_(query.limits),
      needs_(query.workload->needs.begin(), query.workload->needs.end()),
      software_(query.workload->software, catalog, query.day),
      whole_(whole) {
  limits_.erase(query.price_limit());
  asks_build_ = std::ranges::any_of(
      limits_, [](const auto& entry) { return is_of_build(row_of(entry.first)); });
  if (!may_need_bf16(query)) std::erase(needs_, "bf16");
}

Assessment Admission::of(CardGroup cards) const {
  Assessment out;
  out.card.gpu = cards.gpu;
  out.card.count = cards.count;
  out.failed = check(limits_, cards, {}, asks_build_ ? usual_build(catalog_, cards) : UsualBuild{});
  for (const auto check :
       {&Admission::check_workload, &Admission::check_market, &Admission::check_system,
        &Admission::check_boards, &Admission::check_host})
    if (whole_ || out.failed.empty()) (this->*check)(*cards.gpu, out);
  return out;
}

void Admission::check_workload(const Gpu& gpu, Assessment& out) const {
  std::vector<std::string_view> needs = needs_;
  if (catalog_.calibration().stack_of(gpu).bf16_without_units) std::erase(needs, "bf16");
  for (Exclusion& exclusion : check_features(limit("workload"), needs, gpu)) {
    if (trains(query_)) exclusion.change = {{"--precision", name_of(Precision::fp16)}};
    std::get<Lacks>(exclusion.reason).workload = query_.workload->id;
    out.failed.push_back(std::move(exclusion));
  }
  WorkloadSupport& support = out.card.support;
  support = software_.on(gpu);
  if (query_.unsupported || support.suffices()) return;
  out.failed.push_back({limit("support"), Unsupported{support}});
}

// A buyer who gives a price for the card has found it.
void Admission::check_market(const Gpu& gpu, Assessment& out) const {
  if (query_.rent || query_.own_prices.contains(gpu.id)) return;
  if (gpu.market && gpu.market != query_.market)
    out.failed.push_back({limit("market"), SoldElsewhere{*gpu.market}});
  if (is_modified(gpu) && !query_.limits.contains(limit("only")))
    out.failed.push_back({limit("modified"), Modified{gpu.id}});
}

void Admission::check_system(const Gpu& gpu, Assessment& out) const {
  if (query_.os.empty()) return;
  for (const BoardTrait& trait : catalog_.of<BoardTrait>())
    if (!trait.systems.empty() && trait.covers(gpu) && !contains(trait.systems, query_.os))
      out.failed.push_back({limit("system"), OtherSystem{trait.systems, query_.os}});
}

CardCounts Admission::counts_of(const Gpu& gpu) const {
  const BoardTrait* trait = query_.boards ? board_of(catalog_, gpu) : nullptr;
  if (!trait) return query_.counts;
  const int cards = static_cast<int>(*trait->board_cards);
  return {cards, cards};
}

void Admission::check_boards(const Gpu& gpu, Assessment& out) const {
  if (query_.rent || query_.boards || query_.own_prices.contains(gpu.id)) return;
  if (const BoardTrait* trait = board_of(catalog_, gpu))
    out.failed.push_back({limit("boards"), SoldInBoards{*trait->board_cards}});
}

void Admission::check_host(const Gpu& gpu, Assessment& out) const {
  const CardGroup cards{&gpu, out.card.count};
  const HostKind* host = host_for(catalog_, query_.host, cards);
  if (query_.rent || !host) return;
  std::optional<Reason> reason = refusal(*host, cards);
  if (!reason || (catalog_.sells_computer(gpu) && !query_.host.given)) return;
  // A user-supplied price means that the buyer has found the card and can add the fan or adapter.
  auto* refused = std::get_if<Refused>(&*reason);
  const bool found = query_.own_prices.contains(gpu.id) && !query_.host.given;
  if (refused && (query_.adapts || found || owns_adapted(query_, *host, *refused)) &&
      is_adaptable(catalog_, *refused))
    return;
  if (refused) refused->remark = remark_on(catalog_, *refused);
  Change change;
  for (const HostKind& other : catalog_.of<HostKind>())
    if (change.empty() && !refusal(other, cards)) change = {{"--host", other.id}};
  out.failed.push_back({limit("host"), *std::move(reason), std::move(change)});
}

}  // namespace gpupick
