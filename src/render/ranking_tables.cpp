// The ranking as a table in everyday units, and the points behind a score.
#include <algorithm>
#include <cmath>

#include "ranking/gain.hpp"
#include "render/ranking.hpp"
#include "render/remarks.hpp"

namespace gpupick {
namespace {

// "24 GiB", or "2 x 24 GiB" for several cards.
std::string memory_text(const Ranked& card) {
  if (card.count == 1) return memory_text(*card.gpu);
  return fmt::format("{} x {}", card.count, memory_text(*card.gpu));
}

// A rate in everyday units: "148 tok/s", or "7.9 s" for one image.
std::string in_person(double rate, std::string_view unit) {
  const bool made = unit == "images/s" || unit == "clips/s";
  if (made && rate < 1) return rounded(1 / rate) + " s";
  if (unit == "tokens/s") return rounded(rate) + " tok/s";
  return fmt::format("{}{}{}", rounded(rate), unit == "samples/s" ? "" : " ",
                     unit == "samples/s" ? "/s" : unit);
}

// "~7.9 s" for a rough estimate, "12 tok/s*" for a job that runs by a step of its ladder, "-" if it
// does not run.
std::string speed_text(const WorkResult& result) {
  if (!result.runs()) return "-";
  return fmt::format("{}{}{}", result.speed.is_guess() ? guess_mark : "",
                     in_person(result.speed.value, result.unit),
                     result.fallback ? fallback_mark : "");
}

// The speed of the named job with its interval; "*" marks a step of its ladder.
std::string named_speed_text(const WorkResult& result, const WorkResult& first) {
  const Estimate speed = shown_rate(result.speed, result.unit, first.speed).estimate;
  std::string value = std::string(speed.is_guess() ? guess_mark : "") + rounded(speed.value);
  if (speed.has_interval())
    value += fmt::format(" ({}-{})", rounded(speed.low), rounded(speed.high));
  return fmt::format("{}{}", value, result.fallback ? fallback_mark : "");
}

// "1.8 s", the time from the question to the last token.
std::string reply_text(const WorkResult& result) {
  return result.reply ? rounded(result.reply->value) + " s" : "-";
}

std::string price_mark(const Ranked& card) {
  return std::string(card.is_trusted() ? "" : untrusted_mark);
}

constexpr std::size_t most_job_columns = 4;

// Indices of the jobs with the largest shares, in the order of the mix.
std::vector<std::size_t> shown_jobs(const Mix& mix) {
  std::vector<std::size_t> jobs(mix.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = i;
  std::stable_sort(jobs.begin(), jobs.end(),
                   [&](std::size_t a, std::size_t b) { return mix[a].share > mix[b].share; });
  jobs.resize(std::min(jobs.size(), most_job_columns));
  std::sort(jobs.begin(), jobs.end());
  return jobs;
}

// "1,631 USD at most: 1,357 to buy, 44 of the computer, 230 of electricity".
std::string cost_text(const Ranked& card, double computer) {
  const Price& price = *card.price;
  if (card.rented_hours > 0)
    return fmt::format("{} USD at most: {} hours at {}", rounded(*card.cautious_usd()),
                       rounded(card.rented_hours), rounded(price.high));
  return fmt::format(
      "{} USD at most: {} to buy{}, {} of electricity", rounded(*card.cautious_usd()),
      rounded(price.high - price.host_usd),
      computer > 0   ? fmt::format(", {} of the computer", rounded(computer))
      : computer < 0 ? fmt::format(" less the computer that it replaces ({})", rounded(-computer))
                     : "",
      rounded(card.electricity_usd));
}

// Heading of the named job's speeds: their unit, and for serving that it is the sum over all users.
std::string unit_heading(const Ranking& ranking, RankedCards cards) {
  const WorkResult& first = cards.front().work.front();
  const std::string_view unit = shown_rate(first.speed, first.unit, first.speed).unit;
  return fmt::format("{}{}", unit, ranking.query.job->task == Task::serve ? ", all users" : "");
}

}  // namespace

std::string hours_text(const ScoreScale& use) {
  const std::string hours = exact(use.hours_per_day);
  return use.utilization < 1
             ? fmt::format("{} hours of use a day, {:.0f} % of them under full load", hours,
                           100 * use.utilization)
             : fmt::format("{} hours of full load a day", hours);
}

Table ranking_table(const Ranking& ranking, RankedCards cards) {
  const Mix& mix = *ranking.mix;
  const bool named = mix.front().label.empty();
  const std::vector<std::size_t> jobs = shown_jobs(mix);
  Table table{{{"", Align::right}, {"card"}, {"price", Align::left, named ? 1 : 0}}, {}};
  if (named) table.columns.push_back({"memory", Align::left, 2});
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    table.columns.push_back({named ? unit_heading(ranking, cards) : std::string(mix[jobs[i]].label),
                             Align::right, static_cast<int>(i)});
  }
  const bool replies = named && cards.front().work.front().reply;
  if (replies) table.columns.push_back({"reply", Align::right, 4});
  const bool tools = cards.front().tools.all > 0;
  if (tools) table.columns.push_back({"software", Align::right, 5});
  table.columns.push_back({years_text(ranking.query.scale), Align::right, 3});
  if (ranking.owned) table.columns.push_back({"x yours", Align::right});
  table.columns.push_back({"score", Align::right});
  for (const Ranked& card : cards) {
    std::vector<std::string> row{std::to_string(table.rows.size() + 1),
                                 times(card.count, card.gpu->name),
                                 card.price ? to_text(*card.price) + price_mark(card) : "-"};
    if (named) row.push_back(memory_text(card));
    for (const std::size_t job : jobs)
      row.push_back(named ? named_speed_text(card.work[job], cards.front().work[job])
                          : speed_text(card.work[job]));
    if (replies) row.push_back(reply_text(card.work.front()));
    if (tools) row.push_back(fmt::format("{} of {}", card.tools.full, card.tools.all));
    row.push_back(card.price ? rounded(card.cost()->value) : "-");
    if (ranking.owned) {
      const std::optional<Estimate> times_faster = gain_over(card, *ranking.owned).speed;
      row.push_back(!times_faster ? "-"
                    : named       ? times_text(*times_faster)
                                  : fmt::format("{:.2f}", times_faster->value));
    }
    row.push_back(fmt::format("{:.1f}", card.score));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table terms_table(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  Table table{
      {{"points of " + short_name(card)}, {"at most", Align::right}, {"", Align::right}, {"for"}},
      {}};
  const auto add = [&](std::string name, double most, double points, std::string what) {
    table.rows.push_back({std::move(name), fmt::format("{:.1f}", most),
                          fmt::format("{:.1f}", points), std::move(what)});
  };
  const double speed = 100 * query.weights[index(Outcome::speed)];
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& result = card.work[i];
    const AskedWork& asked = *result.asked;
    const ShownRate shown = shown_rate(result.speed, result.unit, result.speed);
    std::string what = result.runs() ? fmt::format("{} {}", to_text(shown.estimate), shown.unit)
                                     : std::string("does not run");
    if (result.fallback) what += fmt::format(", {}", result.fallback->label);
    if (result.reply) what += fmt::format(", reply {}", reply_text(result));
    if (result.tools < 1)
      what += fmt::format(", {:.0f} % of its programs", std::floor(100 * result.tools));
    add(asked.label.empty() ? "speed" : std::string(asked.label), speed * asked.share,
        card.points[i], what);
  }
  const double computer = card.computer_usd + (card.price ? card.price->host_usd : 0);
  if (card.price && query.weights[index(Outcome::cost)] > 0)
    add("cost", 100 * query.weights[index(Outcome::cost)], card.terms[index(Outcome::cost)],
        cost_text(card, computer));
  if (query.weights[index(Outcome::electricity)] > 0)
    add("electricity", 100 * query.weights[index(Outcome::electricity)],
        card.terms[index(Outcome::electricity)],
        fmt::format("{} USD", rounded(card.electricity_usd)));
  table.rows.push_back({"score", "100.0", fmt::format("{:.1f}", card.score), ""});
  return table;
}

}  // namespace gpupick
