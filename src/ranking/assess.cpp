// The problem: a ranking that is normalised by the best or the most expensive candidate changes
// when an irrelevant card enters the catalog. A ranking by one ratio (speed per dollar) recommends
// the cheapest card that runs at all.
//
// So speed and cost count by their logarithms. A job's speed is multiplied by the share of the
// job's programs that run on the card. It counts by its decades above the floor, the speed that
// scores zero: 100 x weight x decades / decades of the scale. Cost takes away points in the same
// way, counted from one dollar. The ratio of the weights is then an exchange rate: how many per
// cent more cost are worth ten per cent more speed. A job that does not run counts zero, so memory
// is worth the jobs that it makes possible. If the budget sets the worth of money, what is saved of
// it counts along the tangent of the logarithm at the budget, for the jobs that run, as far as
// their speed counts. Otherwise a card that runs a third of the jobs would trade three times as
// much speed for the same money. The unrounded sum orders the cards. The printed terms are rounded
// to tenths of a point so that they add up to the rounded sum.
#include "ranking/assess.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ranking/expense.hpp"

namespace gpupick {
namespace {

// Returns the utility of a cost. Below zero beyond the end of the scale, so that no cost is too
// high to compare.
double utility_of_cost(double decades, const ScoreScale& scale) {
  return 1 - std::max(decades, 0.0) / scale.decades;
}

}  // namespace

double to_tenth(double points) { return std::round(points * 10) / 10; }

double Tenths::next(double part) {
  const double before = to_tenth(sum_);
  sum_ += part;
  return to_tenth(to_tenth(sum_) - before);
}

double cost_utility(const Query& query, double useful, double usd) {
  const Number budget = query.scale_usd();
  if (!budget) return utility_of_cost(decades_in(std::max(usd, 1.0)), query.scale);
  const double saved = (1 - usd / *budget) * std::numbers::log10e / query.scale.decades;
  return saved > 0 ? useful * saved : saved;
}

double cost_points(const Query& query, double useful, double usd) {
  return 100 * query.weight(Outcome::cost) * cost_utility(query, useful, usd);
}

bool affords_memory(const Query& query, const Ranked& card) {
  const Number budget = query.budget_usd(), usd = card.least_budget_usd();
  if (!budget || !usd) return true;
  const double paid = query.owned && card == *query.owned ? card.price->usd : 0;
  return *usd - paid <= *budget;
}

bool buys_memory(const Query& query, const Ranked& more, const Ranked& as_it_is) {
  const Number usd = more.outlay_usd(), than = as_it_is.outlay_usd();
  const bool betters_job = query.job && more.kept() > as_it_is.kept() &&
                           (!usd || !than || query.scale.cheaper * *usd <= *than);
  return affords_memory(query, more) &&
         (more.as_asked() > as_it_is.as_asked() || betters_job || precedes(query, more, as_it_is));
}

bool has_failed(const Assessment& assessment, Limit limit) {
  return std::ranges::any_of(assessment.failed,
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
      admission_(catalog, query, whole),
      mix_(mix),
      toolbox_(*query.workload, catalog, query.os, query.day, query.scale),
      whole_(whole) {
  if (const auto found = query.limits.find(query.price_limit()); found != query.limits.end())
    budget_.insert(*found);
}

// Runs the cheap checks first: the limits, then the price, then the work.
Assessment Assessor::assess(const Gpu& gpu) const {
  const auto [fewest, most] = admission_.counts_of(gpu);
  Assessment best = admission_.of({&gpu, fewest});
  if (!whole_ && !best.failed.empty()) return best;
  const std::optional<Price> price = price_under(catalog_, query_, gpu);
  const bool joins = joinable(gpu, price);
  if (!joins && fewest > 1) best = admission_.of({&gpu, 1});
  finish(price, best);
  if (!joins && fewest > 1) best.failed.push_back({limit("gpus"), NotJoinable{}});
  for (int count = fewest + 1; joins && count <= most; ++count) {
    Assessment next = admission_.of({&gpu, count});
    finish(price, next);
    if (better(next, best)) {
      next.others = std::move(best.others);
      std::swap(next, best);
    }
    if (next.failed.empty()) best.others.push_back(std::move(next.card));
  }
  return best;
}

void Assessor::finish(const std::optional<Price>& price, Assessment& out) const {
  buy(price, out);
  if (!whole_ && !lacks_price_alone(out.failed)) return;
  Assessment as_it_is = out;
  score(query_.host_memory, out);
  const Ranked& card = out.card;
  if (!(card.extras.memory_gib > 0)) return;  // none is bought
  HostMemory owned = query_.host_memory;
  owned.ram_gib = owned.computer_gib(card.host_gib()) - card.extras.memory_gib;
  score(owned, as_it_is, card.work);
  const bool both_run = lacks_price_alone(as_it_is.failed) && lacks_price_alone(out.failed);
  const bool buys = both_run ? buys_memory(query_, card, as_it_is.card)
                             : affords_memory(query_, card) && better(out, as_it_is);
  if (!buys) std::swap(out, as_it_is);
  if (both_run) out.card.other_memory = std::make_shared<const Ranked>(as_it_is.card);
}

void Assessor::score(const HostMemory& host, Assessment& out,
                     std::span<const WorkResult> known) const {
  const std::size_t failed_before = out.failed.size();
  const auto is_left = [&] { return out.failed.size() == failed_before; };
  out.card.work.reserve(mix_.size());
  const Gpu& gpu = *out.card.gpu;
  const double taken_gib = query_.rent ? 0 : monitor_gib(catalog_, query_.host, gpu);
  const double monitor = gpu.memory_gib ? taken_gib / (*gpu.memory_gib * out.card.count) : 0;
  for (const AskedWork& asked : mix_) {
    if (!whole_ && !is_left()) break;
    const std::size_t place = out.card.work.size();
    if (place < known.size() && known[place].runs() && host.holds(known[place].host_gib)) {
      out.card.work.push_back(known[place]);
      continue;
    }
    auto [result, missing] = known_work_on(out.card, asked, catalog_.calibration(), host);
    const double room = std::clamp((result.free - monitor) / query_.scale.spare, 0.0, 1.0);
    result.has_room = result.as_asked && room == 1;
    result.keeps *= std::lerp(query_.scale.without_room, 1.0, room);
    out.card.work.push_back(std::move(result));
    // Report only the first job without an estimate. For a named job, judge_work() gives the
    // reason.
    if (missing && !query_.job && is_left())
      out.failed.push_back({limit("speed"), NotEstimated{std::string(asked.label), missing}});
  }
  add_costs(catalog_, query_, out.card);
  if (is_left()) judge_work(host, out);
  for (const auto step :
       {&Assessor::add_tools, &Assessor::check_power, &Assessor::add_points, &Assessor::check_idle})
    if (is_left()) (this->*step)(out);
  out.card.too_slow = weight(Outcome::speed) > 0 && std::ranges::none_of(out.card.work, is_useful);
}

void Assessor::add_change(Assessment& failed) const {
  const auto found =
      std::find_if(failed.failed.begin(), failed.failed.end(), [](const Exclusion& exclusion) {
        return exclusion.limit == limit("fit") || exclusion.limit == limit("speed");
      });
  if (!query_.job || found == failed.failed.end() || !change_for(*found).empty()) return;
  const auto* unknown = std::get_if<NotEstimated>(&found->reason);
  if (unknown && unknown->missing.cause != MissingCause::heads) return;
  const Gpu& gpu = *failed.card.gpu;
  Exclusion& cause = *found;
  const auto own_change = [&](bool two_changes) {
    const JobEstimate result = estimate(gpu, failed.card.count, *query_.job, catalog_.calibration(),
                                        {&catalog_, query_.host_memory, false, two_changes});
    const auto& in_host = result.host_change;
    return in_host && in_host->second.decode.value > mix_.front().floor ? in_host->first
                                                                        : result.change;
  };
  const bool joins = joinable(gpu, failed.card.price);
  cause.change = own_change(!joins);
  if (!cause.change.empty() || !joins) return;
  Job shared = *query_.job;
  if (shared.zero) shared.zero = 3;
  for (int count = failed.card.count + 1; count <= most_cards; ++count) {
    if (estimate(gpu, count, shared, catalog_.calibration()).speeds.empty() &&
        !work_on({&gpu, count}, mix_.front(), catalog_.calibration(), query_.host_memory)
             .first.runs())
      continue;
    cause.change = {{cards_flag, static_cast<double>(count)}};
    if (shared.zero != query_.job->zero) {
      cause.change.push_back({"--zero", 3.0});
      return;
    }
    Assessment out = admission_.of({&gpu, count});
    finish(price_under(catalog_, query_, gpu), out);
    // Keep the cause at its position, or put it last if fewer other reasons are left.
    const auto place = std::min(found - failed.failed.begin(), std::ssize(out.failed));
    out.failed.insert(out.failed.begin() + place, std::move(cause));
    failed = std::move(out);
    return;
  }
  cause.change = own_change(true);
}

void Assessor::buy(const std::optional<Price>& price, Assessment& out) const {
  if (!whole_ && !out.failed.empty()) return;
  if (price) out.card.price = combined(*price, out.card.count);
  add_computer(catalog_, query_, out.card);
  std::optional<Price> budgeted = out.card.price;
  if (out.card.limited_usd() > 0) budgeted = with_host(*budgeted, out.card.limited_usd());
  std::vector<Exclusion> over = check(budget_, out.card, budgeted, {});
  for (Exclusion& failed : over)
    if (auto* unknown = std::get_if<NotKnown>(&failed.reason)) unknown->kind = asked_kind();
  if (out.failed.empty()) std::swap(out.failed, over);
  for (Exclusion& failed : over) out.failed.push_back(std::move(failed));
}

bool Assessor::better(const Assessment& a, const Assessment& b) const {
  if (a.failed.empty() && b.failed.empty()) return precedes(query_, a.card, b.card);
  if (a.failed.empty() != b.failed.empty()) return a.failed.empty();
  if (a.scored != b.scored) return a.scored;
  return has_failed(b, limit("fit"));
}

void Assessor::check_power(Assessment& out) const {
  const bool counts = weight(Outcome::cost) > 0 || weight(Outcome::electricity) > 0;
  if (counts && !paid_watts(query_, out.card)) out.failed.push_back({limit("power"), NotKnown{}});
}

void Assessor::judge_work(const HostMemory& host, Assessment& out) const {
  const std::vector<WorkResult>& work = out.card.work;
  if (query_.job) {
    const JobEstimate& named = *work.front().estimate;
    if (work.front().runs()) return check_speed(out);
    Exclusion cause = does_not_run(named, *work.front().asked, host);
    // The checks of the card itself have found some obstacles already.
    if (!named.obstacle() || !has_failed(out, cause.limit)) out.failed.push_back(std::move(cause));
  } else if (std::ranges::none_of(work, &WorkResult::runs) && !has_failed(out, limit("support"))) {
    out.failed.push_back({limit("speed"), RunsNothing{}});
  }
}

void Assessor::check_speed(Assessment& out) const {
  const auto least = query_.limits.find(limit("min-speed"));
  if (least == query_.limits.end()) return;
  const WorkResult& work = out.card.work.front();
  // Several users share the main speed; one who runs partly in host memory has no other.
  const Estimate* each = work.estimate->find(Output::decode);
  const double wanted = std::get<double>(least->second),
               speed = each ? each->value : work.speed.value;
  // Rounded down to tenths, so that the limit in a suggested change admits the card.
  if (speed < wanted)
    out.failed.push_back({least->first, OutOfRange{std::floor(speed * 10) / 10, wanted}});
}

void Assessor::check_idle(Assessment& out) const {
  const JobEstimate* named = out.card.estimate();
  if (named && named->idle > 0)
    out.failed.push_back({limit("idle"), LeavesIdle{named->count, named->idle}});
}

void Assessor::add_tools(Assessment& out) const {
  Ranked& card = out.card;
  card.tools = toolbox_.on(*card.gpu);
  if (card.tools.all > 0 && card.tools.missing.size() == card.tools.all)
    out.failed.push_back({limit("programs"), RunsNoProgram{card.tools.all}});
  for (WorkResult& result : card.work)
    if (const Job* job = std::get_if<Job>(&result.asked->work))
      result.tools = card.tools.shares[static_cast<std::size_t>(job->task)];
}

Exclusion Assessor::does_not_run(const JobEstimate& named, const AskedWork& asked,
                                 const HostMemory& host) const {
  const auto short_of_ram = [&](Limit limit, Bytes bytes) {
    const double step = catalog_.calibration().only<SearchBounds>().ram_step_gib;
    const double needed = host.computer_gib(in_gib(bytes));
    return Exclusion{limit, ShortOfRam{name_of(named.job), needed, host.ram_gib,
                                       std::ceil(needed / step) * step}};
  };
  const auto counts = [&](const Offload& offload) { return offload.decode.value > asked.floor; };
  if (const Note* lacking = named.obstacle()) {
    if (lacking->kind == NoteKind::no_bf16)
      return {limit("workload"), Lacks{"bf16"}, {{"--precision", name_of(Precision::fp16)}}};
    if (is_of_format(lacking->kind)) return {limit("support"), FormatNotRead{*lacking}};
    return {limit("support"), Unsupported{asked.software.on(*named.gpu)}};
  }
  if (!named.fits && named.offload && counts(*named.offload) &&
      !host.holds(in_gib(named.offload->stored)))
    return short_of_ram(limit("fit"), named.offload->stored);
  if (!named.fits) return too_large(named);
  if (const Note* missed = named.missed_target(); missed && !named.missing)
    return {limit("requests"), MissesTarget{*missed, named.job.batch, served_users(named)}};
  if (named.missing) return {limit("speed"), NotEstimated{"", named.missing}};
  if (const Bytes waits = host_need(named.job); !host.holds(in_gib(waits)))
    return short_of_ram(limit("host"), waits);
  return {limit("requests"), TooFew{named.job.batch, asked.least_batch, served_users(named)}};
}

double Assessor::served_users(const JobEstimate& named) const {
  const auto with = [&](double users) {
    Job job = named.job;
    job.batch = users;
    return estimate(*named.gpu, named.count, job, catalog_.calibration());
  };
  const JobEstimate most = with(0);
  // A number of users is served by one copy of the model.
  for (const double users : {most.job.batch, std::floor(most.job.batch / most.copies)})
    if (users > 0 && with(users).runs_as_asked()) return users;
  return 0;
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
  return {limit("price"), NotKnown{asked_kind()}, {{"--price", OwnPrice{gpu.id}}}};
}

std::string_view Assessor::asked_kind() const {
  if (query_.rent || query_.condition == Condition::any) return "";
  return query_.condition == Condition::used ? "used" : "new";
}

void Assessor::add_points(Assessment& out) const {
  Ranked& card = out.card;
  const Gpu& gpu = *card.gpu;
  const bool costs = weight(Outcome::cost) > 0;
  const bool limited = query_.limits.contains(query_.price_limit());
  out.scored = card.price || !(costs || limited);
  // If the price is limited, the limit has reported the unknown price already.
  if (!out.scored && !limited) out.failed.push_back(unpriced(gpu));
  const ScoreScale& scale = query_.scale;
  // Add the terms first that cards often share: they then round alike on all cards.
  Tenths tenths;
  const auto add = [&](Outcome outcome, double utility) {
    const double points = tenths.next(100 * weight(outcome) * utility);
    double& term = card.terms[index(outcome)];
    term = to_tenth(term + points);
    return points;
  };
  add(Outcome::electricity,
      utility_of_cost(decades_in(std::max(card.electricity_usd, 1.0)), scale));
  if (costs && card.price)
    add(Outcome::cost, cost_utility(query_, card.useful(), *card.counted_usd()));
  card.points.reserve(card.work.size());
  for (const WorkResult& result : card.work)
    card.points.push_back(add(Outcome::speed, result.asked->share * utility(result, scale)));
  card.fine_score = tenths.sum();
  card.score = to_tenth(tenths.sum());
}

double Assessor::weight(Outcome outcome) const { return query_.weight(outcome); }

}  // namespace gpupick
