// The problem: a ranking that is normalised by the best or the dearest candidate changes when a
// card nobody asked for enters the catalog, and a ranking by one ratio (speed per dollar)
// recommends the cheapest card that runs at all.
//
// So each physical outcome passes through a fixed curve of the profile, utility 0 to 1 over the
// logarithm of the amount, and the score is 100 x the weighted sum. With logarithmic curves the
// ratio of the weights is an exchange rate: how many per cent more speed are worth one per cent
// more price. Terms are rounded to a tenth of a point before they are added, so that what is
// printed adds up; the order is by that sum, then by the unrounded one, then by id.
//
// Of one card's counts that meet every limit the one with the best score stands in the ranking.
#include "advice/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advice/score_job.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

std::size_t index(Outcome outcome) { return static_cast<std::size_t>(outcome); }

double term(const Query& query, Outcome outcome, double amount) {
  const double points =
      100 * query.weights[index(outcome)] * utility(query.workload->curves[outcome], amount);
  return std::round(points * 10) / 10;
}

double total(const OutcomeValues& terms) {
  double sum = 0;
  for (const double points : terms) sum += points;
  return std::round(sum * 10) / 10;
}

bool precedes(const Ranked& a, const Ranked& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.fine_score != b.fine_score) return a.fine_score > b.fine_score;
  return a.gpu->id < b.gpu->id;
}

bool has_failed(const Assessment& assessment, Limit limit) {
  return std::any_of(assessment.failed.begin(), assessment.failed.end(),
                     [&](const Exclusion& exclusion) { return exclusion.limit == limit; });
}

// Why a card is left out that has no terms.
constexpr Limit limit_of(Outcome outcome) {
  return outcome == Outcome::price ? limit("price") : limit("power");
}

class Assessor {
 public:
  Assessor(const Catalog& catalog, const Query& query) : catalog_(catalog), query_(query) {
    if (query.job) reference_ = reference_speed(catalog, query);
  }

  const std::optional<Speed>& reference() const { return reference_; }

  // The count of cards that serves best, else the first that the job fits, else the last.
  Assessment assess(const Gpu& gpu) const {
    const std::optional<Price> price = price_of(gpu);
    if (!joinable(gpu, price)) return assess_single(gpu, price);
    std::optional<Assessment> best;
    for (int count = query_.counts.fewest; count <= query_.counts.most; ++count) {
      Assessment next = assess(gpu, count, price);
      if (!best || better(next, *best)) best = std::move(next);
    }
    return *std::move(best);
  }

  // Of a job that can't run on the cards asked for: the smallest change after which it can. Where
  // that is more cards, the assessment of so many, to tell what else is in the way.
  Assessment with_change(Assessment failed) const {
    const auto found =
        std::find_if(failed.failed.begin(), failed.failed.end(), [](const Exclusion& exclusion) {
          return exclusion.limit == limit("fit") || exclusion.limit == limit("speed");
        });
    if (!query_.job || found == failed.failed.end()) return failed;
    const Gpu& gpu = *failed.card.gpu;
    Exclusion& cause = *found;
    cause.change = estimate(gpu, failed.card.count, *query_.job, catalog_.calibration(),
                            {&catalog_, {}, false})
                       .change;
    if (!cause.change.empty() || !joinable(gpu, failed.card.price)) return failed;
    Job shared = *query_.job;
    if (shared.zero) shared.zero = 3;
    for (int count = failed.card.count + 1; count <= most_cards; ++count) {
      if (estimate(gpu, count, shared, catalog_.calibration()).speeds.empty()) continue;
      cause.change = {{cards_flag, static_cast<double>(count)}};
      if (shared.zero != query_.job->zero) {
        cause.change.push_back({"--zero", 3.0});
        return failed;
      }
      Assessment out = assess(gpu, count, price_of(gpu));
      out.failed.insert(out.failed.begin() + (found - failed.failed.begin()), std::move(cause));
      return out;
    }
    return failed;
  }

 private:
  // `price`: of one card.
  Assessment assess(const Gpu& gpu, int count, const std::optional<Price>& price) const {
    Assessment out;
    out.card.gpu = &gpu;
    out.card.count = count;
    if (price) out.card.price = with_host(combined(*price, count));
    out.failed = check(query_.limits, {&gpu, count}, out.card.price);
    check_profile(gpu, out);
    score(gpu, out);
    return out;
  }

  Assessment assess_single(const Gpu& gpu, const std::optional<Price>& price) const {
    Assessment out = assess(gpu, 1, price);
    if (query_.counts.fewest > 1)
      out.failed.push_back({limit("gpus"), NotJoinable{}, {}, {{cards_flag, 1.0}}});
    return out;
  }

  static bool better(const Assessment& a, const Assessment& b) {
    if (a.failed.empty() && b.failed.empty()) return precedes(a.card, b.card);
    if (a.failed.empty() != b.failed.empty()) return a.failed.empty();
    if (a.scored != b.scored) return a.scored;
    return has_failed(b, limit("fit"));
  }

  std::optional<Price> price_of(const Gpu& gpu) const {
    if (const auto own = query_.own_prices.find(gpu.id); own != query_.own_prices.end())
      return Price{own->second, own->second, own->second, "given", {}, 1, false};
    return price_on(catalog_.prices_of(gpu.id), query_.condition, query_.day, gpu.status == "sold");
  }

  // A card needs a computer around it; a price that buys one has it already.
  Price with_host(Price price) const {
    if (price.whole_computer) return price;
    price.host_usd = query_.host_usd;
    for (double* usd : {&price.usd, &price.low, &price.high}) *usd += query_.host_usd;
    return price;
  }

  void check_profile(const Gpu& gpu, Assessment& out) const {
    const Workload& workload = *query_.workload;
    std::vector<std::string_view> needs(workload.needs.begin(), workload.needs.end());
    // Who trains says in what; a profile's need is that of the usual precision.
    const bool trains = query_.job && is_training(query_.job->task);
    if (trains && query_.job->precision != Precision::bf16) std::erase(needs, "bf16");
    for (Exclusion& exclusion : check_features(limit("workload"), needs, gpu)) {
      if (trains) exclusion.change = {{"--precision", name_of(Precision::fp16)}};
      add_unsuited(std::move(exclusion), out);
    }
    static const Figure* const kinds[] = {find_figure("cooling"), find_figure("form_factor")};
    for (const Figure* figure : kinds) {
      const Text& word = gpu.*std::get<Text Gpu::*>(figure->member);
      const auto& avoid = workload.avoid;
      if (word && std::find(avoid.begin(), avoid.end(), *word) != avoid.end())
        add_unsuited({limit("workload"), Unsuited{figure, *word}}, out);
    }
    for (const auto& [key, least] : workload.minimum)
      if (!query_.job || key != "memory_gib") check_minimum(gpu, *find_figure(key), least, out);
    WorkloadSupport& support = out.card.support;
    support = support_for(workload, catalog_.software(), gpu, query_.day);
    if (query_.unsupported || (support.known && support.level >= support.at_least)) return;
    out.failed.push_back(
        {limit("support"), Unsupported{support}, {}, {{"--unsupported", {}}}, !support.known});
  }

  // With the workload that asks for it.
  void add_unsuited(Exclusion exclusion, Assessment& out) const {
    exclusion.workload = query_.workload->id;
    out.failed.push_back(std::move(exclusion));
  }

  void check_minimum(const Gpu& gpu, const Figure& figure, double least, Assessment& out) const {
    const Number value = per_device(gpu, number_of(gpu, figure));
    if (value && *value >= least) return;
    add_unsuited({limit("workload"),
                  UnderMinimum{&figure, value, least},
                  value ? std::optional(least - *value) : std::nullopt,
                  {},
                  !value},
                 out);
  }

  void add_law_speed(const Gpu& gpu, Assessment& out) const {
    const auto speed = relative_speed(gpu, query_.workload->speed);
    if (const auto none = std::get_if<NoSpeed>(&speed))
      out.failed.push_back(
          {limit("speed"), NoLawSpeed{*none, gpu.stack.value_or("")}, {}, {}, none->unknown});
    else
      out.card.speed = std::get<Estimate>(speed);
  }

  // The terms, where every outcome that has a weight is known; else why not.
  void score(const Gpu& gpu, Assessment& out) const {
    const std::size_t failed_before = out.failed.size();
    if (query_.job)
      add_job_speed(catalog_, query_, *reference_, out);
    else
      add_law_speed(gpu, out);
    OutcomeValues amounts{};
    amounts[index(Outcome::speed)] = out.card.speed.value;
    amounts[index(Outcome::memory)] = *per_device(gpu, gpu.memory_gib);
    if (const auto& result = out.card.estimate; result && pools_memory(result->job))
      amounts[index(Outcome::memory)] = *gpu.memory_gib * (result->count - result->idle);
    const auto known = [&](Outcome outcome, std::optional<double> amount, Change change) {
      if (amount)
        amounts[index(outcome)] = *amount;
      else if (query_.weights[index(outcome)] > 0)
        out.failed.push_back({limit_of(outcome), NotKnown{}, {}, std::move(change), true});
    };
    const auto& price = out.card.price;
    // The budget has said so already.
    const bool told = query_.limits.contains(limit("budget")) && !price;
    if (!told)
      known(Outcome::price, price ? std::optional(price->usd) : std::nullopt,
            {{"--price", OwnPrice{gpu.id}}});
    known(Outcome::power, combined(gpu, out.card.count).tdp_w, {});
    out.scored = out.failed.size() == failed_before && !told;
    if (!out.scored) return;
    for (const Outcome outcome : outcomes) {
      const double weight = query_.weights[index(outcome)];
      if (weight == 0) continue;
      const double amount = amounts[index(outcome)];
      out.card.terms[index(outcome)] = term(query_, outcome, amount);
      out.card.fine_score += weight * utility(query_.workload->curves[outcome], amount);
    }
    out.card.score = total(out.card.terms);
  }

  const Catalog& catalog_;
  const Query& query_;
  std::optional<Speed> reference_;
};

// The price at which `card` would score as `rival` does; nothing where no price does it.
std::optional<double> turning_price(const Query& query, const Ranked& card, const Ranked& rival) {
  const double weight = query.weights[index(Outcome::price)];
  if (weight == 0) return {};
  const double wanted = rival.score - (card.score - card.terms[index(Outcome::price)]);
  const Curve curve = query.workload->curves[Outcome::price];
  double low = curve.front().amount, high = curve.back().amount;
  const auto reaches = [&](double usd) { return 100 * weight * utility(curve, usd) >= wanted; };
  if (!reaches(low) || reaches(high)) return {};
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    (reaches(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

double counted_speed(const Estimate& speed) {
  return speed.evidence == Evidence::thin ? speed.low : speed.value;
}

bool exists_on(const Gpu& gpu, Date day) {
  return !gpu.launch_date || first_day(*gpu.launch_date) <= day;
}

void require_existence(const Gpu& gpu, Date day) {
  if (!exists_on(gpu, day))
    throw Error(fmt::format("{} was launched in {}, after {}", gpu.id, month_of(*gpu.launch_date),
                            iso(day)));
}

Assessment assess(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  return Assessor(catalog, query).assess(gpu);
}

Ranking rank(const Catalog& catalog, const Query& query) {
  const Assessor assessor(catalog, query);
  Ranking ranking{&catalog, query, {}, {}, assessor.reference()};
  for (const Gpu& gpu : catalog.gpus()) {
    if (!exists_on(gpu, query.day)) continue;
    Assessment assessment = assessor.assess(gpu);
    if (assessment.failed.empty()) {
      ranking.ranked.push_back(std::move(assessment.card));
    } else {
      const int count = assessment.card.count;
      ranking.excluded.push_back({&gpu, count, assessor.with_change(std::move(assessment)).failed});
    }
  }
  std::sort(ranking.ranked.begin(), ranking.ranked.end(), precedes);
  return ranking;
}

Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu) {
  require_existence(gpu, ranking.query.day);
  Why why;
  why.gpu = &gpu;
  const std::vector<Ranked>& ranked = ranking.ranked;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    if (ranked[i].gpu == &gpu) why.position = i + 1;
  if (why.position > 0) {
    why.card = ranked[why.position - 1];
    why.count = why.card->count;
    if (ranked.size() > 1) why.rival = ranked[why.position == 1 ? 1 : 0];
    if (why.rival) why.turning_price = turning_price(ranking.query, *why.card, *why.rival);
    return why;
  }
  const Assessor assessor(catalog, ranking.query);
  Assessment within = assessor.assess(gpu);
  why.count = within.card.count;
  const Assessment assessment = assessor.with_change(std::move(within));
  why.failed = assessment.failed;
  if (!assessment.scored) return why;
  why.card = assessment.card;
  // The wider limits let other cards in as well.
  const int count = why.card->count;
  Query wider = ranking.query;
  wider.limits = widened(wider.limits, {&gpu, count}, why.card->price);
  wider.counts.fewest = std::min(wider.counts.fewest, count);
  wider.counts.most = std::max(wider.counts.most, count);
  wider.unsupported = wider.unsupported || has_failed(assessment, limit("support"));
  const Ranking reranked = rank(catalog, wider);
  for (std::size_t i = 0; i < reranked.ranked.size(); ++i)
    if (reranked.ranked[i].gpu == &gpu) why.position_if_admitted = i + 1;
  return why;
}

}  // namespace gpupick
