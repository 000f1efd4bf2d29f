// The problem: a ranking that is normalised by the best or the dearest candidate changes when a
// card nobody asked for enters the catalog, and a ranking by one ratio (speed per dollar)
// recommends the cheapest card that runs at all.
//
// So each job's speed, and the cost over the years of use, count by their logarithm over fixed
// decades: 100 x weight x decades above what is as good as none, or below what is too dear. A card
// does nothing by itself, so its cost counts beside a base: what the work takes anyway. The ratio
// of the weights is then an exchange rate, the same for cheap cards and dear ones: how many per
// cent more cost are worth ten per cent more speed. A job that does not run counts nothing, which
// makes the jobs that memory lets in its worth. The unrounded sum orders the cards; terms are
// rounded to tenths of a point that add up to the rounded sum, so that what is printed adds up.
#include "advice/assess.hpp"

#include <algorithm>
#include <cmath>

#include "advice/cost.hpp"

namespace gpupick {
namespace {

std::optional<Price> card_price(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  if (const auto own = query.own_prices.find(gpu.id); own != query.own_prices.end())
    return Price{own->second, own->second, own->second, "", {}, 1};
  return price_on(catalog.history_of(gpu), query.condition, query.day);
}

void add_host(double host_usd, Price& price) {
  price.host_usd = host_usd;
  for (double* usd : {&price.usd, &price.low, &price.high}) *usd += host_usd;
}

// From 1 (all tools run) down to 0 over one decade: half of the tools are worth half of the speed
// where the weights say that a decade of each is worth the same.
double runnable(double share) { return std::clamp(1 + decades_in(std::max(share, 0.1)), 0.0, 1.0); }

bool trains(const Query& query) { return query.job && is_training(query.job->task); }

}  // namespace

double to_tenth(double points) { return std::round(points * 10) / 10; }

double Tenths::next(double part) {
  const double before = to_tenth(sum_);
  sum_ += part;
  return to_tenth(to_tenth(sum_) - before);
}

double thrift(double usd, double base, const ScoreScale& scale) {
  return std::clamp(1 - decades_in(1 + usd / base) / scale.decades, 0.0, 1.0);
}

double cost_points(const Query& query, double usd) {
  return 100 * query.weights[index(Outcome::cost)] * thrift(usd, query.scale.base_usd, query.scale);
}

PricedCard priced(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  return {&gpu, card_price(catalog, query, gpu)};
}

bool precedes(const Ranked& a, const Ranked& b) {
  if (a.fine_score != b.fine_score) return a.fine_score > b.fine_score;
  return a.gpu->id < b.gpu->id;
}

bool has_failed(const Assessment& assessment, Limit limit) {
  return std::any_of(assessment.failed.begin(), assessment.failed.end(),
                     [&](const Exclusion& exclusion) { return exclusion.limit == limit; });
}

bool lacks_price_alone(const std::vector<Exclusion>& failed) {
  return std::ranges::all_of(failed, [](const Exclusion& one) {
    return one.is_unknown() && (one.limit == limit("price") || one.limit == limit("rent") ||
                                row_of(one.limit).kind == LimitKind::price);
  });
}

Assessor::Assessor(const Catalog& catalog, const Query& query, const Mix& mix, bool whole)
    : catalog_(catalog),
      query_(query),
      unpriced_(query.limits),
      needs_(query.workload->needs.begin(), query.workload->needs.end()),
      mix_(mix),
      software_(*query.workload, catalog.software(), query.day),
      toolbox_(*query.workload, catalog, query.os, query.day, query.scale),
      whole_(whole) {
  budget_.insert(unpriced_.extract(query.price_limit()));
  // Who trains says in what; a profile's need is that of the usual precision.
  if (trains(query) && query.job->precision != Precision::bf16) std::erase(needs_, "bf16");
}

// The cheap checks first: the limits, then the price, then the work.
Assessment Assessor::assess(const Gpu& gpu) const {
  const auto [fewest, most] = query_.counts;
  Assessment best = suited(gpu, fewest);
  if (!whole_ && !best.failed.empty()) return best;
  const std::optional<Price> price = price_of(gpu);
  const bool joins = joinable(gpu, price);
  if (!joins && fewest > 1) best = suited(gpu, 1);
  finish(price, best);
  if (!joins && fewest > 1) best.failed.push_back({limit("gpus"), NotJoinable{}});
  for (int count = fewest + 1; joins && count <= most; ++count) {
    Assessment next = suited(gpu, count);
    finish(price, next);
    if (better(next, best)) best = std::move(next);
  }
  return best;
}

Assessment Assessor::admit(const Gpu& gpu) const {
  Assessment out = suited(gpu, 1);
  if (whole_ || out.failed.empty()) buy(price_of(gpu), out);
  return out;
}

void Assessor::finish(const std::optional<Price>& price, Assessment& out) const {
  buy(price, out);
  if (is_open(out)) score({&out, 1});
}

bool Assessor::is_open(const Assessment& admitted) const {
  return whole_ || lacks_price_alone(admitted.failed);
}

void Assessor::score(std::span<Assessment> open) const {
  std::vector<std::size_t> failed_before;
  for (Assessment& one : open) {
    failed_before.push_back(one.failed.size());
    one.card.work.reserve(mix_.size());
  }
  const auto is_left = [&](std::size_t i) { return open[i].failed.size() == failed_before[i]; };
  for (const AskedWork& asked : mix_)
    for (std::size_t i = 0; i < open.size(); ++i) {
      Ranked& card = open[i].card;
      std::vector<Exclusion>& failed = open[i].failed;
      if (!whole_ && !is_left(i)) continue;
      auto [result, missing] =
          work_on({card.gpu, card.count}, asked, catalog_.calibration(), query_.computer);
      card.work.push_back(std::move(result));
      // The first is told; of a job that was named more is known than that.
      if (missing && !query_.job && is_left(i))
        failed.push_back({limit("speed"), NotEstimated{std::string(asked.label), missing}});
    }
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (is_left(i)) judge_work(open[i]);
    if (is_left(i)) check_power(open[i]);
    if (is_left(i)) add_points(open[i]);
  }
}

void Assessor::add_change(Assessment& failed) const {
  const auto found =
      std::find_if(failed.failed.begin(), failed.failed.end(), [](const Exclusion& exclusion) {
        return exclusion.limit == limit("fit") || exclusion.limit == limit("speed");
      });
  if (!query_.job || found == failed.failed.end()) return;
  const Gpu& gpu = *failed.card.gpu;
  Exclusion& cause = *found;
  const auto own_change = [&](bool two_changes) {
    return estimate(gpu, failed.card.count, *query_.job, catalog_.calibration(),
                    {&catalog_, {}, false, two_changes})
        .change;
  };
  const bool joins = joinable(gpu, failed.card.price);
  cause.change = own_change(!joins);
  if (!cause.change.empty() || !joins) return;
  Job shared = *query_.job;
  if (shared.zero) shared.zero = 3;
  for (int count = failed.card.count + 1; count <= most_cards; ++count) {
    if (estimate(gpu, count, shared, catalog_.calibration()).speeds.empty()) continue;
    cause.change = {{cards_flag, static_cast<double>(count)}};
    if (shared.zero != query_.job->zero) {
      cause.change.push_back({"--zero", 3.0});
      return;
    }
    Assessment out = suited(gpu, count);
    finish(price_of(gpu), out);
    // In its old place, as far as other reasons are left before it.
    const auto place = std::min(found - failed.failed.begin(), std::ssize(out.failed));
    out.failed.insert(out.failed.begin() + place, std::move(cause));
    failed = std::move(out);
    return;
  }
  cause.change = own_change(true);
}

Assessment Assessor::suited(const Gpu& gpu, int count) const {
  Assessment out;
  out.card.gpu = &gpu;
  out.card.count = count;
  const CardGroup cards{&gpu, count};
  const bool asks_supply = unpriced_.contains(limit("psu"));
  out.failed =
      check(unpriced_, cards, {}, asks_supply ? usual_supply_w(catalog_, cards) : std::nullopt);
  if (!query_.strict_limits) set_aside(out);
  for (const auto check :
       {&Assessor::check_profile, &Assessor::check_market, &Assessor::check_host})
    if (whole_ || out.failed.empty()) (this->*check)(gpu, out);
  return out;
}

void Assessor::buy(const std::optional<Price>& price, Assessment& out) const {
  if (!whole_ && !out.failed.empty()) return;
  const CardGroup cards{out.card.gpu, out.card.count};
  if (price) out.card.price = combined(*price, cards.count);
  add_computer(out.card);
  std::vector<Exclusion> over = check(budget_, cards, out.card.price, {});
  if (out.failed.empty()) std::swap(out.failed, over);
  for (Exclusion& failed : over) out.failed.push_back(std::move(failed));
}

void Assessor::set_aside(Assessment& out) {
  std::erase_if(out.failed, [&](const Exclusion& failed) {
    const bool open = failed.is_unknown() && row_of(failed.limit).by_maker;
    if (open) out.card.unchecked.push_back(failed.limit);
    return open;
  });
}

bool Assessor::better(const Assessment& a, const Assessment& b) {
  if (a.failed.empty() && b.failed.empty()) return precedes(a.card, b.card);
  if (a.failed.empty() != b.failed.empty()) return a.failed.empty();
  if (a.scored != b.scored) return a.scored;
  return has_failed(b, limit("fit"));
}

std::optional<Price> Assessor::price_of(const Gpu& gpu) const {
  if (query_.rent) return usual_rent(catalog_.history_of(gpu));
  return card_price(catalog_, query_, gpu);
}

std::optional<Price> Assessor::usual_rent(const PriceHistory& history) const {
  for (const RentKind& row : rent_kinds)
    if (const auto rent = rent_on(history, row.kind, query_.day)) return rent;
  return {};
}

void Assessor::add_computer(Ranked& card) const {
  if (query_.rent) card.rented_hours = hours_of_use(query_.scale);
  if (query_.rent || !card.price || card.price->whole_computer) return;
  if (query_.host_usd) return add_host(*query_.host_usd, *card.price);
  card.computer_usd = share_usd(catalog_, query_.host, {card.gpu, card.count});
}

void Assessor::check_profile(const Gpu& gpu, Assessment& out) const {
  for (Exclusion& exclusion : check_features(limit("workload"), needs_, gpu)) {
    if (trains(query_)) exclusion.change = {{"--precision", name_of(Precision::fp16)}};
    std::get<Lacks>(exclusion.reason).workload = query_.workload->id;
    out.failed.push_back(std::move(exclusion));
  }
  WorkloadSupport& support = out.card.support;
  support = software_.on(gpu);
  if (query_.unsupported || (support.known && support.level >= support.at_least)) return;
  out.failed.push_back({limit("support"), Unsupported{support}});
}

// Who names a price can buy the card at it.
void Assessor::check_market(const Gpu& gpu, Assessment& out) const {
  if (query_.rent || !gpu.market || gpu.market == query_.market ||
      query_.own_prices.contains(gpu.id))
    return;
  out.failed.push_back({limit("market"), SoldElsewhere{*gpu.market}});
}

void Assessor::check_host(const Gpu& gpu, Assessment& out) const {
  const CardGroup cards{&gpu, out.card.count};
  const HostKind* host = host_for(catalog_, query_.host, cards);
  if (query_.rent || !host) return;
  std::optional<Reason> reason = refusal(*host, cards);
  if (!reason || catalog_.sells_computer(gpu)) return;
  // Who names a price has found the card, and can add the fan or the adapter that it needs.
  const auto* refused = std::get_if<Refused>(&*reason);
  if (refused && !query_.host.given && query_.own_prices.contains(gpu.id) &&
      is_adaptable(catalog_, *refused))
    return;
  Change change;
  for (const HostKind& other : catalog_.of<HostKind>())
    if (change.empty() && !refusal(other, cards)) change = {{"--host", other.id}};
  out.failed.push_back({limit("host"), *std::move(reason), std::move(change)});
}

Number Assessor::watts(const Ranked& card) const {
  return query_.rent ? Number(0) : power_w({card.gpu, card.count});
}

void Assessor::check_power(Assessment& out) const {
  const bool counts = weight(Outcome::cost) > 0 || weight(Outcome::electricity) > 0;
  if (counts && !watts(out.card)) out.failed.push_back({limit("power"), NotKnown{}});
}

void Assessor::judge_work(Assessment& out) const {
  const std::vector<WorkResult>& work = out.card.work;
  if (query_.job) {
    const JobEstimate& named = *work.front().estimate;
    if (work.front().runs()) return;
    out.failed.push_back(does_not_run(named, query_.computer, work.front().asked->least_batch));
  } else if (std::ranges::none_of(work, &WorkResult::runs)) {
    out.failed.push_back({limit("speed"), RunsNothing{}});
  }
}

Exclusion Assessor::does_not_run(const JobEstimate& named, const Host& host, double least_batch) {
  if (!named.fits) return too_large(named);
  if (named.missing) return {limit("speed"), NotEstimated{"", named.missing}};
  if (const double waits = in_gib(host_need(named.job)); waits > host.ram_gib)
    return {limit("host"), ShortOfRam{name_of(named.job), waits, host.ram_gib}};
  return {limit("requests"), TooFew{named.job.batch, least_batch}};
}

Exclusion Assessor::too_large(const JobEstimate& result) {
  constexpr Limit fit = limit("fit");
  if (!result.usable) return {fit, NotKnown{}};
  const std::string work = name_of(result.job);
  if (result.missing) return {fit, NotEstimated{work, result.missing}};
  const double needed = in_gib(result.need.total()), usable = in_gib(*result.usable);
  return {fit, TooLarge{work, needed, usable, result.count}};
}

Exclusion Assessor::unpriced(const Gpu& gpu) const {
  if (query_.rent) return {limit("rent"), NotKnown{}};
  return {limit("price"), NotKnown{}, {{"--price", OwnPrice{gpu.id}}}};
}

void Assessor::add_points(Assessment& out) const {
  Ranked& card = out.card;
  const Gpu& gpu = *card.gpu;
  const bool costs = weight(Outcome::cost) > 0;
  const bool limited = query_.limits.contains(query_.price_limit());
  out.scored = card.price || !(costs || limited);
  // The limit has said so already.
  if (!out.scored && !limited) out.failed.push_back(unpriced(gpu));
  const ScoreScale& scale = query_.scale;
  card.electricity_usd = electricity_usd(watts(card).value_or(0), scale);
  card.tools = toolbox_.on(gpu);
  // What cards often have in common comes first: it is rounded alike on all.
  Tenths tenths;
  const auto add = [&](Outcome outcome, double utility) {
    const double points = tenths.next(100 * weight(outcome) * utility);
    double& term = card.terms[index(outcome)];
    term = to_tenth(term + points);
    return points;
  };
  add(Outcome::software, runnable(card.tools.share));
  add(Outcome::electricity, thrift(card.electricity_usd, scale.base_electricity_usd, scale));
  if (costs && card.price) add(Outcome::cost, thrift(*card.cost_usd(), scale.base_usd, scale));
  card.points.reserve(card.work.size());
  for (const WorkResult& result : card.work)
    card.points.push_back(add(Outcome::speed, result.asked->share * utility(result, scale)));
  card.fine_score = tenths.sum();
  card.score = to_tenth(tenths.sum());
}

double Assessor::weight(Outcome outcome) const { return query_.weights[index(outcome)]; }

}  // namespace gpupick
