// The problem: whether to buy or to rent depends on the resale value at the end, on the hours of
// work a day, and on prices that are known only to within a third.
//
//   owned  = price + computer + electricity - resale
//   rented = rent per hour x hours of load
//   hours a day from which owning is cheaper
//          = (price + computer + idle electricity - resale)
//            / (days x (rent per hour - electricity of an hour of load))
//   months after which owning is cheaper
//          = m at which price + computer + electricity of m - resale after m = rent of m
//   tokens a day from which owning is cheaper than an API
//          = those hours x tokens per hour, with what the API asks for an hour's tokens as the rent
//
// Electricity is the board power under load, and a share of it while the cards idle, times the PUE.
// Cards that stay on idle for the rest of the day. The computer's electricity is left out: no
// source states it, and a computer that the buyer already has runs anyway. Also left out: interest,
// tax, shipping, repairs, storage and transfer at the cloud.
#include "ranking/cost.hpp"

#include <algorithm>
#include <cmath>

#include "ranking/assess.hpp"

namespace gpupick {
namespace {

constexpr double hours_per_day = 24;

double days_of_use(const ScoreScale& use) { return days_per_year * use.years; }

double usd_per_hour(double watts, const ScoreScale& use) {
  return watts / 1000 * use.kwh_usd * use.pue;
}

Evidence evidence_of(const Price& price) {
  return price.few_rows || price.kind == PriceKind::launch ? Evidence::thin : Evidence::measured;
}

// Returns the hours a day from which buying at `price` is cheaper than renting at `hourly`, or
// nothing if it never is.
std::optional<double> break_even_hours(const Owned& owned, double price, double hourly,
                                       const ScoreScale& use) {
  const double running = running_usd(owned.watts.value_or(0), use);
  const double idle = owned.electricity_usd - running * hours_of_use(use);
  const double fixed = price + owned.computer_usd + idle - owned.resale.usd;
  const double saving = days_of_use(use) * (hourly - running);
  const double hours = std::max(fixed, 0.0) / saving;
  return saving > 0 && hours <= hours_per_day ? std::optional(hours) : std::nullopt;
}

// Returns the months after which buying at `price` is cheaper than renting at `hourly`, or nothing
// if it is not within the years of use.
std::optional<double> break_even_months(const Owned& owned, double price, double hourly,
                                        const ScoreScale& use) {
  constexpr double exact_to = 1e-9;
  const double all = 12 * use.years;
  const double saving = (hourly * hours_of_use(use) - owned.electricity_usd) / all;
  const auto costs_more = [&](double months) {
    return price + owned.computer_usd - owned.resale.after(months / 12, use) > months * saving;
  };
  if (costs_more(all)) return {};
  double low = 0, high = all;
  while (high - low > exact_to) {
    const double middle = (low + high) / 2;
    (costs_more(middle) ? low : high) = middle;
  }
  return low;
}

template <class Law>
BreakEven break_even(const Owned& owned, const Estimate& hourly, const ScoreScale& use, Law law) {
  const Price& price = owned.price;
  return {law(owned, price.usd, hourly.value, use), law(owned, price.low, hourly.high, use),
          law(owned, price.high, hourly.low, use)};
}

// The amount of an output that counts as one unit of work.
struct Unit {
  std::string_view what;
  double amount;
};

constexpr Unit tokens_generated{"1M tokens generated", 1e6};

// Units of a named job, by output. A unit is listed once: after `serve`, `decode` is only the speed
// of each user.
constexpr std::pair<Output, Unit> output_units[] = {
    {Output::serve, tokens_generated},
    {Output::decode, tokens_generated},
    {Output::prefill, {"1M tokens of prompt", 1e6}},
    {Output::embed_tokens, {"1B tokens embedded", 1e9}},
    {Output::embed_days, {"all texts", 24 * 3600}},
    {Output::train_tokens, {"1M tokens trained", 1e6}},
    {Output::train_days, {"the whole run", 24 * 3600}},
    {Output::train_samples, {"1M samples trained", 1e6}},
    {Output::images, {"1,000 images", 1e3}},
    {Output::clips, {"1,000 clips", 1e3}},
};

// Units of the jobs of a mix, by the units of their speeds.
constexpr std::pair<std::string_view, Unit> speed_units[] = {
    {"tokens/s", {"1M tokens", 1e6}},
    {"samples/s", {"1M samples", 1e6}},
    {"images/s", {"1,000 images", 1e3}},
    {"clips/s", {"1,000 clips", 1e3}},
};

// Returns the cost of one unit at this speed, if `hours` of work cost `usd`. Returns nothing if
// there are no hours.
std::optional<Estimate> unit_usd(const Estimate& usd, double hours, const Estimate& speed,
                                 const Unit& unit, bool is_duration) {
  if (!(hours > 0)) return {};
  const auto at = [&](double cost, double rate) {
    return cost / (hours * 3600) * unit.amount * (is_duration ? rate : 1 / rate);
  };
  Estimate out{at(usd.value, speed.value), 0, 0, std::max(usd.evidence, speed.evidence)};
  if (!speed.has_interval()) return out;
  out.low = at(usd.low, is_duration ? speed.low : speed.high);
  out.high = at(usd.high, is_duration ? speed.high : speed.low);
  return out;
}

// Returns the share of its price that the middle card of all segments keeps in a year.
Number usual_retention(const Catalog& catalog) {
  std::vector<double> cards;
  for (const Retention& segment : catalog.of<Retention>())
    cards.insert(cards.end(), static_cast<std::size_t>(segment.cards), segment.yearly);
  return cards.empty() ? std::nullopt : Number(median(std::move(cards)));
}

// Computes the costs of one answer.
class CostCalculator {
 public:
  CostCalculator(const Catalog& catalog, const Query& query, const AskedResale& asked,
                 bool with_work)
      : catalog_(catalog), query_(query), asked_(asked), with_work_(with_work) {}

  Cost cost(const CardGroup& cards, const std::optional<ApiPrices>& api) {
    Cost out;
    out.cards = cards;
    if (const BoardTrait* board = board_of(catalog_, *cards.gpu))
      out.board_cards = board->board_cards;
    const Assessment assessment = assess_in_host(cards);
    if (with_work_) add_causes(assessment, out);
    if (out.how == Runs::no) return out;
    out.owned = owned(assessment, out.failed);
    add_rents(out);
    if (api) out.api = by_api(*api, assessment.card.work.front(), use());
    if (out.api) add_answers(assessment.card.work.front(), out);
    if (with_work_) add_units(assessment, out);
    if (const Rented* rent = out.usual_rent(); rent && out.owned) {
      const Estimate hourly = spread(rent->hourly, 1, 0);
      out.hours_per_day = break_even(*out.owned, hourly, use(), break_even_hours);
      out.months = break_even(*out.owned, hourly, use(), break_even_months);
    }
    if (out.owned && out.api) out.api_tokens = tokens_a_day(*out.owned, *out.api, use());
    return out;
  }

 private:
  const ScoreScale& use() const { return query_.scale; }

  Assessment assess_in_host(const CardGroup& cards) {
    of_cards_ = query_of_cards(catalog_, query_, cards);
    return assess(catalog_, of_cards_, *cards.gpu);
  }

  std::optional<Owned> owned(const Assessment& assessment, std::vector<Exclusion>& failed) const {
    const Ranked& card = assessment.card;
    Change price_of_own;
    if (!is_cloud_card(*card.gpu)) price_of_own = {{"--price", OwnPrice{card.gpu->id}}};
    if (!card.price) failed.push_back({limit("price"), NotKnown{}, std::move(price_of_own)});
    if (!power_w(card)) failed.push_back({limit("power"), NotKnown{}});
    std::optional<Owned> out = bought(card);
    if (!out) return {};
    out->host = host_for(catalog_, of_cards_.host, card);
    out->resale = resale(catalog_, card, out->price, std::max(-out->computer_usd, 0.0), asked_,
                         use(), query_.day);
    return out;
  }

  void add_rents(Cost& out) const {
    const PriceHistory history = catalog_.history_of(*out.cards.gpu);
    for (const RentKind& row : rent_kinds)
      if (const auto rent = rent_on(history, row.kind, query_.day))
        out.rented.push_back({row.kind, combined(*rent, out.cards.count),
                              cheapest_offer(history, row.kind, query_.day)});
  }

  // Adds why the cards do not do the work, or why its speed is not known.
  static void add_causes(const Assessment& assessment, Cost& out) {
    const Ranked& card = assessment.card;
    if (!card.estimate() && std::ranges::none_of(card.work, &WorkResult::runs)) out.how = Runs::no;
    for (const Exclusion& failed : assessment.failed) {
      const bool fails = failed.limit == limit("fit") ||
                         std::holds_alternative<MissesTarget>(failed.reason) ||
                         std::holds_alternative<ShortOfRam>(failed.reason) ||
                         std::holds_alternative<RunsNothing>(failed.reason);
      if (fails || failed.limit == limit("requests") || failed.limit == limit("speed") ||
          failed.limit == limit("idle"))
        out.failed.push_back(failed);
    }
    if (!assessment.card.estimate()) return;
    const WorkResult& named = assessment.card.work.front();
    out.obstacle = named.obstacle;
    out.how = named.how();
    out.step = named.fallback;
  }

  // Adds the unit by which cards compare with a provider: the tokens of whole answers and of their
  // prompts.
  void add_answers(const WorkResult& work, Cost& out) const {
    const Job& job = std::get<Job>(work.asked->work);
    const double tokens = (job.prompt + job.generate) / job.generate;  // for each one generated
    add_unit(out, "", work.throughput() * tokens, {"1M tokens in and out", 1e6}, false);
    out.units.front().api = out.api->usd * (1e6 / out.api->tokens);
  }

  void add_units(const Assessment& assessment, Cost& out) const {
    const JobEstimate* job = assessment.card.estimate();
    if (job) {
      const WorkResult& way = assessment.card.work.front();
      if (way.how() == Runs::lower_resolution) return;
      if (!job->speeds.empty()) return add_units(*job, out);
      if (way.runs()) add_unit(out, "", way.speed, tokens_generated, false);
      return;
    }
    for (const WorkResult& result : assessment.card.work)
      for (const auto& [unit, row] : speed_units)
        if (result.is_comparable() && result.unit == unit)
          add_unit(out, result.asked->label, result.speed * result.at_once, row, false);
  }

  void add_units(const JobEstimate& job, Cost& out) const {
    for (const auto& [output, unit] : output_units) {
      const Estimate* speed = job.find(output);
      const bool listed = std::ranges::any_of(
          out.units, [&, &unit = unit](const UnitCost& row) { return row.what == unit.what; });
      const bool rate = !row_of(output).duration;
      if (speed && !listed) add_unit(out, "", rate ? *speed * job.at_once() : *speed, unit, !rate);
    }
    if (out.owned && out.owned->watts && !job.speeds.empty() &&
        job.speeds.front().unit == "tokens/s")
      out.tokens_per_joule = job.speeds.front().estimate.value / (*out.owned->watts * use().pue);
  }

  void add_unit(Cost& out, std::string_view job, const Estimate& speed, const Unit& unit,
                bool is_duration) const {
    UnitCost row{job, unit.what, {}, {}, {}};
    if (out.owned)
      row.owned = unit_usd(out.owned->total(), hours_of_load(use()), speed, unit, is_duration);
    if (const Rented* rent = out.usual_rent())
      row.rented =
          unit_usd(spread(rent->hourly, 1, 0), use().utilization, speed, unit, is_duration);
    out.units.push_back(row);
  }

  const Catalog& catalog_;
  const Query& query_;
  const AskedResale& asked_;
  bool with_work_;
  Query of_cards_;
};

}  // namespace

Estimate spread(const Price& price, double factor, double more) {
  return {price.usd * factor + more, price.low * factor + more, price.high * factor + more,
          evidence_of(price)};
}

double hours_of_use(const ScoreScale& use) { return use.hours_per_day * days_of_use(use); }

double hours_of_load(const ScoreScale& use) { return use.utilization * hours_of_use(use); }

double electricity_usd(double watts, const ScoreScale& use) {
  const double idle_hours = use.always_on ? hours_per_day : use.hours_per_day;
  const double of_load = use.utilization * use.hours_per_day;
  return usd_per_hour(watts, use) * (of_load + use.idle_share * (idle_hours - of_load)) *
         days_of_use(use);
}

double running_usd(double watts, const ScoreScale& use) {
  const double share = use.utilization + use.idle_share * (1 - use.utilization);
  return usd_per_hour(watts, use) * (share - (use.always_on ? use.idle_share : 0));
}

std::optional<double> yearly_retention(const Catalog& catalog, const Gpu& gpu, Date day) {
  if (!gpu.launch_date) return {};
  const int days = days_between(first_day(*gpu.launch_date), day);
  const PriceHistory history = catalog.history_of(gpu);
  if (days <= 0 || days < history.ages.retention.value_or(0)) return {};
  const auto launch = launch_price(history, day);
  const auto used = catalog.price_on(gpu, Condition::used, day);
  if (!launch || !used || launch->whole_computer != used->whole_computer) return {};
  return std::pow(used->usd / launch->usd, days_per_year / days);
}

double Resale::after(double years, const ScoreScale& use) const {
  return basis == ResaleBasis::given ? usd : usd * std::pow(yearly, years - use.years);
}

Resale resale(const Catalog& catalog, const CardGroup& cards, const Price& price,
              double replaced_usd, const AskedResale& asked, const ScoreScale& use, Date day) {
  if (!asked.by_history)
    return {asked.share * (price.usd - price.host_usd), ResaleBasis::given, asked.share};
  const std::optional<double> own = yearly_retention(catalog, *cards.gpu, day);
  const auto* const segment = catalog.find<Retention>(cards.gpu->segment.value_or(""));
  const Number others = segment ? Number(segment->yearly) : usual_retention(catalog);
  if (!own && !others) return {};
  Resale out;
  out.basis = own && (!others || own <= others) ? ResaleBasis::own
              : segment                         ? ResaleBasis::segment
                                                : ResaleBasis::all;
  out.yearly = std::min(1.0, out.basis == ResaleBasis::own ? *own : *others);
  const auto used = catalog.price_on(*cards.gpu, Condition::used, day);
  // At most the price paid: a bargain is not income.
  const double now = std::min(used ? cards.count * used->low : price.low - price.host_usd,
                              price.usd - price.host_usd);
  out.usd = std::max(now - replaced_usd, 0.0) * std::pow(out.yearly, use.years);
  return out;
}

std::optional<Owned> bought(const Ranked& card) {
  if (!card.price) return {};
  Owned out;
  out.price = *card.price;
  out.computer_usd = card.computer_usd;
  out.extras = card.extras;
  out.watts = power_w(card);
  out.electricity_usd = card.electricity_usd;
  out.resale.usd = card.resale_usd;
  return out;
}

Estimate Owned::total() const {
  Estimate out = spread(price, 1, computer_usd + electricity_usd - resale.usd);
  if (resale.is_rough() || !watts) out.evidence = std::max(out.evidence, Evidence::thin);
  return out;
}

Estimate Rented::total(const ScoreScale& use) const { return spread(hourly, hours_of_use(use), 0); }

Estimate ByApi::total(const ScoreScale& use) const { return usd * hours_of_use(use); }

Estimate monthly(const Estimate& usd, const ScoreScale& use) { return usd / (12 * use.years); }

BreakEven tokens_a_day(const Owned& owned, const ByApi& api, const ScoreScale& use) {
  BreakEven out = break_even(owned, api.usd, use, break_even_hours);
  for (auto* end : {&out.value, &out.low, &out.high})
    if (*end) **end *= api.tokens;
  return out;
}

bool any_runs(const Costs& costs) {
  return std::ranges::any_of(costs.cards, [](const Cost& cost) { return cost.how != Runs::no; });
}

Costs costs(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
            const AskedResale& asked, bool with_work) {
  CostCalculator calculator(catalog, query, asked, with_work);
  Costs out{query, asked, with_work, {}, {}};
  if (query.job && is_inference(query.job->task))
    out.api = api_prices(catalog, *query.job->model, query.day);
  for (const CardGroup& one : cards) out.cards.push_back(calculator.cost(one, out.api));
  return out;
}

}  // namespace gpupick
