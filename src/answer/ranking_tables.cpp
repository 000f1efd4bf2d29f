// The ranking as a table in everyday units, and the points behind a score.
#include <algorithm>
#include <cmath>

#include "answer/ranking.hpp"
#include "ranking/assess.hpp"
#include "ranking/gain.hpp"

namespace gpupick {
namespace {

// GiB: "24", or "2 x 24" for several cards.
std::string memory_cell(const Ranked& card) {
  return card.gpu->memory_gib ? times(card.count, rounded(*card.gpu->memory_gib)) : "-";
}

// "~7.9" for a rough estimate, "12q" for a job that runs with fewer bits, "-" if it does not run;
// "12 (10-15)q" if `ranged`. The unit is that of the first card.
std::string speed_cell(const WorkResult& result, const WorkResult& first, bool ranged) {
  if (!result.runs()) return "-";
  const ShownRate shown = shown_rate(result.speed, result.unit, first.speed);
  const Estimate& speed = shown.estimate;
  const std::string range =
      ranged && speed.has_interval() ? fmt::format(" ({})", interval_text(speed)) : "";
  return fmt::format("{}{}{}{}", speed.is_rough() ? rough_mark : "", value_text(speed), range,
                     way_mark(result));
}

// Seconds from the question to the last token.
std::string reply_text(const WorkResult& result) {
  return result.reply ? value_text(*result.reply) : "-";
}

// "1,300 used Oct"; the year if it is another one than the day's. `in_full` "1,300 (used Oct)".
std::string price_cell(const Ranked& card, const Query& query, bool in_full) {
  if (!card.price) return "-";
  const Price& price = *card.price;
  std::string what(kind_text(price));
  if (price.date) {
    const std::string month = month_of(*price.date);  // "Oct 2026"
    what += " " + (price.date->year == query.day.year ? month.substr(0, month.find(' ')) : month);
  }
  if (!card.is_trusted()) what += untrusted_mark;
  if (in_full) what = fmt::format("({})", what);
  return fmt::format("{} {}", query.currency.text(price.usd), what);
}

// W; "-" if no supply is known.
std::string supply_cell(const Ranking& ranking, const Ranked& card) {
  const Number watts = supply_w(*ranking.catalog, card);
  return watts ? exact(*watts) : "-";
}

constexpr std::size_t most_job_columns = 4;

// Indices of the jobs to show, in the order of the mix: those that the first card runs, of the
// largest shares.
std::vector<std::size_t> shown_jobs(const Mix& mix, const Ranked& first) {
  std::vector<std::size_t> jobs(mix.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = i;
  const auto weight = [&](std::size_t i) { return mix[i].share + (first.work[i].runs() ? 1 : 0); };
  std::ranges::stable_sort(jobs, std::greater(), weight);
  jobs.resize(std::min(jobs.size(), most_job_columns));
  std::ranges::sort(jobs);
  return jobs;
}

// The speeds of one job as shares of the highest.
std::vector<double> bars(RankedCards cards, std::size_t job) {
  std::vector<double> out;
  for (const Ranked& card : cards)
    out.push_back(card.work[job].is_comparable() ? card.work[job].speed.value : 0);
  const double most = std::ranges::max(out);
  for (double& share : out) share = most > 0 ? share / most : 0;
  return out;
}

// "1,631 USD: 1,357 to buy, 44 of the computer, 230 of electricity".
std::string cost_text(const Ranked& card, double computer, const Currency& currency) {
  const Price& price = *card.price;
  if (card.rented_hours > 0)
    return fmt::format("{}: {} hours at {}", currency.with_code(*card.counted_usd()),
                       rounded(card.rented_hours), currency.text(price.usd));
  return fmt::format("{}: {} to buy{}, {} of electricity", currency.with_code(*card.counted_usd()),
                     currency.text(price.usd - price.host_usd),
                     computer > 0   ? fmt::format(", {} of the computer", currency.text(computer))
                     : computer < 0 ? fmt::format(" less the computer that it replaces ({})",
                                                  currency.text(-computer))
                                    : "",
                     currency.text(card.electricity_usd));
}

// The column of a job: its label over the unit. A named job has no label, and serving sums over all
// users.
Column job_column(const Ranking& ranking, const WorkResult& first, int drop_order) {
  const ShownRate shown = shown_rate(first.speed, first.unit, first.speed);
  const bool served = ranking.query.job && serves_several(*ranking.query.job);
  return {std::string(served ? "all users" : first.asked->name()), Align::right, drop_order,
          std::string(shown.unit)};
}

// "1=" if the card is in the entry of the card to buy and others are too.
std::string rank_text(std::size_t place, std::size_t entry) {
  return place < entry ? (entry > 1 ? "1=" : "1") : std::to_string(place + 1);
}

}  // namespace

std::string_view way_mark(const WorkResult& result) {
  if (!result.fallback) return result.runs() && !result.as_asked ? other_way_mark : "";
  if (result.fallback->resolution) return lower_resolution_mark;
  if (result.fallback->host_memory) return host_memory_mark;
  return result.fallback->quant ? fewer_bits_mark : other_way_mark;
}

bool runs_from_host(const Ranked& card) {
  const JobEstimate* named = card.estimate();
  const Fallback* step = card.work.front().fallback;
  return named && step && step->host_memory && !named->fits;
}

std::string whole_text(double usd, const Currency& currency) {
  const double amount = currency.from_usd(usd);
  return rounded(amount < 10 ? amount : std::floor(amount));
}

std::string fallback_text(const Ranked& card) {
  const WorkResult& work = card.work.front();
  const std::string gib = rounded(work.host_gib);
  if (runs_from_host(card)) {
    const double percent = 100 * (1 - card.estimate()->offload->resident);
    return fmt::format("{} % of the weights, {} GiB, in the computer's memory",
                       percent < 1 ? "under 1" : fmt::format("{:.0f}", percent), gib);
  }
  return work.fallback->host_memory ? fmt::format("{}, {} GiB of RAM", work.fallback->label, gib)
                                    : std::string(work.fallback->label);
}

std::string hours_text(const ScoreScale& use) {
  const std::string hours =
      exact(use.hours_per_day) + (use.hours_per_day == 1 ? " hour" : " hours");
  return use.utilization < 1 ? fmt::format("{} of use a day, {:.0f} % of them under full load",
                                           hours, 100 * use.utilization)
                             : fmt::format("{} of full load a day", hours);
}

// In a narrow terminal the jobs of the least share go first, then the reply, the cost and the price
// below which a card is best. Memory and price stay, and the supply until names would be cut.
Grid ranking_grid(const Ranking& ranking, const Verdict& verdict,
                  const std::vector<Ranked>& ordered, std::size_t shown, bool in_full) {
  const Mix& mix = *ranking.mix;
  const RankedCards cards = RankedCards(ordered).first(shown);
  const bool named = mix.front().label.empty();
  const std::vector<std::size_t> jobs = shown_jobs(mix, cards.front());
  const bool rent = ranking.query.rent;
  const Currency& currency = ranking.query.currency;
  Grid grid;
  Table& table = grid.table;
  table.columns = {{"", Align::right}, {"card"}, {"memory", Align::right, 0, "GiB"}};
  if (in_full) table.columns.push_back({"power", Align::right, 0, "W"});
  table.columns.push_back({rent ? "rent" : "price", in_full ? Align::right : Align::left, 0,
                           paid_unit(ranking.query), true});
  if (in_full) table.columns.push_back({"offers", Align::right});
  table.columns.push_back({"best", Align::right, 1, "below"});
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    grid.bars.push_back({table.columns.size(), bars(cards, jobs[i])});
    table.columns.push_back(
        job_column(ranking, cards.front().work[jobs[i]], i == 0 ? 0 : static_cast<int>(i) + 4));
  }
  const bool replies = named && cards.front().work.front().reply;
  if (replies) table.columns.push_back({"reply", Align::right, 3, "s"});
  table.columns.push_back({ranking.query.rents_a_run()
                               ? "the run"
                               : fmt::format("cost/{} y", exact(ranking.query.scale.years)),
                           Align::right, 2, currency.code});
  if (ranking.owned) table.columns.push_back({"x", Align::right, 1, "yours"});
  if (!rent) table.columns.push_back({"PSU", Align::right, -1, "W"});
  const std::vector<Number> below_usd = winning_prices(ranking, cards, verdict.seed);
  const std::size_t entry = verdict.buy ? 1 + verdict.level_with().size() : 0;
  for (std::size_t place = 0; place < cards.size(); ++place) {
    const Ranked& card = cards[place];
    const Number& below = below_usd[place];
    std::vector<std::string> row{rank_text(place, entry), short_name(card), memory_cell(card)};
    const Number watts = power_w(card);
    if (in_full) row.push_back(watts ? exact(*watts) : "-");
    row.push_back(price_cell(card, ranking.query, in_full));
    const bool offered = card.price && card.price->kind != PriceKind::given;
    if (in_full) row.push_back(offered ? std::to_string(card.price->rows) : "-");
    row.push_back(below ? whole_text(*below, currency) : place == 0 && verdict.buy ? "any" : "-");
    for (const std::size_t job : jobs)
      row.push_back(speed_cell(card.work[job], cards.front().work[job], named || in_full));
    if (replies) row.push_back(reply_text(card.work.front()));
    row.push_back(card.price ? value_text(currency.from_usd(*card.cost())) : "-");
    if (ranking.owned) {
      const std::optional<Estimate> gain = gain_over(card, *ranking.owned).speed;
      row.push_back(gain ? value_text(*gain) : "-");
    }
    if (!rent) row.push_back(supply_cell(ranking, card));
    table.rows.push_back(std::move(row));
  }
  grid.strong_rows = std::min(entry, shown);
  return grid;
}

Table terms_table(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  Table table{{{short_name(card)}, {"at most", Align::right}, {"points", Align::right}, {"from"}}};
  const auto add = [&](std::string name, double most, double points, std::string what) {
    table.rows.push_back({std::move(name), fmt::format("{:.1f}", most),
                          fmt::format("{:.1f}", points), std::move(what)});
  };
  const double speed = 100 * query.weight(Outcome::speed);
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& result = card.work[i];
    const AskedWork& asked = *result.asked;
    const ShownRate shown = shown_rate(result.speed, result.unit, result.speed);
    std::string what = result.runs() ? fmt::format("{} {}", to_text(shown.estimate), shown.unit)
                                     : std::string("does not run");
    if (result.fallback) what += fmt::format(", {}", result.fallback->label);
    if (result.reply) what += fmt::format(", reply {} s", reply_text(result));
    if (result.tools < 1)
      what += fmt::format(", {:.0f} % of its programs", std::floor(100 * result.tools));
    add(std::string(asked.name()), speed * asked.share, card.points[i], what);
  }
  const double computer = card.computer_usd + (card.price ? card.price->host_usd : 0);
  const double most_of_cost = cost_points(query, 1, 0);
  if (card.price && query.weight(Outcome::cost) > 0)
    add("cost", most_of_cost, card.terms[index(Outcome::cost)],
        cost_text(card, computer, query.currency));
  if (query.weight(Outcome::electricity) > 0)
    add("electricity", 100 * query.weight(Outcome::electricity),
        card.terms[index(Outcome::electricity)], query.currency.with_code(card.electricity_usd));
  table.rows.push_back(
      {"score", fmt::format("{:.1f}", 100 * (1 - query.weight(Outcome::cost)) + most_of_cost),
       fmt::format("{:.1f}", card.score), ""});
  return table;
}

}  // namespace gpupick
