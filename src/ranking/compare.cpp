#include "ranking/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace gpupick {
namespace {

// A job with at least this share of the work gets a deciding row besides the main job.
constexpr double weighty_share = 0.25;

void judge(ComparisonRow& row, Better better) {
  const Cell& first = row.cells.front();
  for (Cell& cell : row.cells) {
    if (cell.text != first.text) row.differs = true;
    if (&cell == &first || !cell.number || !first.number) continue;
    if (*cell.number > 0 && *first.number > 0) cell.ratio = *cell.number / *first.number;
    if (better == Better::neither) continue;
    const bool gain =
        better == Better::more ? *cell.number > *first.number : *cell.number < *first.number;
    cell.standing = *cell.number == *first.number ? Standing::same
                    : gain                        ? Standing::better
                                                  : Standing::worse;
  }
}

// Returns the values of a figure. A PSU that the maker does not recommend is the usual one.
ComparisonRow figure_row(const Catalog& catalog, const std::vector<CardGroup>& cards,
                         const Figure& figure) {
  ComparisonRow row{std::string(figure.key), std::string(figure.label), std::string(figure.unit)};
  for (const auto& [card, count] : cards) {
    const Gpu gpu = combined(*card, count);
    Cell cell;
    if (is_known(gpu, figure)) {
      cell.text = format_value(gpu, figure);
      cell.number = number_of(gpu, figure);
    } else if (const Number usual = usual_supply_w(catalog, {card, count});
               usual && figure.key == "psu_w") {
      cell.text = "about " + exact(*usual);
      cell.number = usual;
    }
    if (figure.key == "memory_gib" && gpu.devices.value_or(1) > 1) cell.text = memory_text(gpu);
    if (figure.key == "memory_gib" && cell.number && count > 1) {
      cell.text = fmt::format("{} x {}", count, cell.text);
      *cell.number *= count;
    }
    row.cells.push_back(std::move(cell));
  }
  judge(row, figure.better);
  return row;
}

// The number and the text of a card; nothing if they are unknown.
using Shown = std::optional<std::pair<double, std::string>>;

// Returns a row of computed values. `value` returns what a card shows.
template <class Value>
ComparisonRow computed_row(const std::vector<Assessment>& cards, std::string key, std::string label,
                           std::string unit, Better better, Value value) {
  ComparisonRow row{std::move(key), std::move(label), std::move(unit)};
  for (const Assessment& card : cards) {
    const Shown known = value(card);
    row.cells.push_back(known ? Cell{known->second, known->first} : Cell());
  }
  judge(row, better);
  return row;
}

// Returns the function that gives a card's price in USD, and its text in the currency.
auto price_in(const Currency& currency) {
  return [&currency](const Assessment& card) -> Shown {
    if (!card.card.price) return {};
    return {{card.card.price->usd, marked_text(*card.card.price, currency)}};
  };
}

// True if the card has a score and does some of the work.
bool counts(const Assessment& card) {
  return card.scored && std::ranges::any_of(card.card.work, &WorkResult::runs);
}

Shown score_of(const Assessment& card) {
  if (!counts(card)) return {};
  return {{card.card.score, fmt::format("{:.1f}", card.card.score)}};
}

// Returns the GiB that the job leaves free (positive) or lacks (negative), or nothing if unknown.
Shown margin_of(const Assessment& card) {
  const JobEstimate& estimate = *card.card.estimate();
  if (!estimate.usable || (!estimate.fits && estimate.missing)) return {};
  const double free = in_gib(*estimate.usable) - in_gib(estimate.need.total());
  return {{free, fmt::format("{} GiB {}", rounded(std::abs(free)), free < 0 ? "short" : "free")}};
}

// Returns the label of a row: "Decode, tokens/s". If the row shows durations, its ratios are still
// those of the rates.
std::string rate_label(std::string_view label, std::string_view unit, const Estimate& rate) {
  const std::string_view shown = shown_rate(rate, unit, rate).unit;
  const bool inverted = shown != unit && unit.ends_with("/s");
  return fmt::format("{}, {}{}", label, shown, inverted ? " (ratio of speeds)" : "");
}

// Returns the text of a rate in the row of `like`.
std::string cell_text(const Estimate& rate, std::string_view unit, const Estimate& like) {
  return to_text(shown_rate(rate, unit, like).estimate, "");
}

// Returns "token/s" for "tokens/s".
std::string singular(std::string_view unit) {
  return fmt::format("{}/s", unit.substr(0, unit.size() - std::string_view("s/s").size()));
}

// Returns the speed of an output of the named job, or nothing if the card has none. A job that runs
// partly in the computer's memory has its main speed and the times of a reply.
std::optional<Estimate> speed_of(const Ranked& card, Output output) {
  const JobEstimate& estimate = *card.estimate();
  const WorkResult& way = card.work.front();
  if (way.how() == Runs::lower_resolution) return {};
  if (const Estimate* found = estimate.find(output)) return *found;
  const Output main = estimate.job.task == Task::chat
                          ? Output::decode
                          : outputs_of(estimate.job.task).front().output;
  if (!way.runs()) return {};
  if (output == main) return way.speed;
  if (output == Output::reply) return way.reply;
  if (!estimate.offload || !estimate.offload->prompt) return {};
  if (output == Output::prefill) return estimate.offload->prompt->prefill;
  return output == Output::first_token ? std::optional(estimate.offload->prompt->first_token())
                                       : std::nullopt;
}

// Returns the job of the largest share; a named job is the only one.
std::size_t main_job(const Mix& mix) {
  return static_cast<std::size_t>(std::ranges::max_element(mix, {}, &AskedWork::share) -
                                  mix.begin());
}

// Returns a row of counts, if one is above `usual`.
template <class Value>
std::optional<ComparisonRow> count_row(const std::vector<Assessment>& cards, std::string key,
                                       std::string label, double usual, Better better,
                                       Value value) {
  ComparisonRow row = computed_row(cards, std::move(key), std::move(label), "", better,
                                   [&](const Assessment& card) -> Shown {
                                     const JobEstimate* named = card.card.estimate();
                                     if (!named) return {};
                                     return {{value(*named), exact(value(*named))}};
                                   });
  const bool any = std::ranges::any_of(
      row.cells, [&](const Cell& cell) { return cell.number.value_or(usual) > usual; });
  return any ? std::optional(std::move(row)) : std::nullopt;
}

// Returns the cards that would have no work, if any.
std::optional<ComparisonRow> idle_row(const std::vector<Assessment>& cards) {
  return count_row(cards, "idle", "idle cards", 0, Better::less,
                   [](const JobEstimate& named) { return named.idle; });
}

// Returns how many images the cards make at once, if some make several.
std::optional<ComparisonRow> at_once_row(const std::vector<Assessment>& cards) {
  return count_row(cards, "at_once", "at once", 1, Better::more,
                   [](const JobEstimate& named) { return named.at_once(); });
}

// Returns a row of a time of the named job, in seconds.
ComparisonRow time_row(const std::vector<Assessment>& cards, Output output, std::string label) {
  return computed_row(cards, std::string(row_of(output).key), std::move(label), "s", Better::less,
                      [&](const Assessment& card) -> Shown {
                        const std::optional<Estimate> found = speed_of(card.card, output);
                        if (!found) return {};
                        return {{found->value, to_text(*found)}};
                      });
}

// Returns how the main job runs, if it does not run as asked on all cards.
std::optional<ComparisonRow> way_row(const std::vector<Assessment>& cards) {
  const std::size_t job = main_job(*cards.front().mix);
  ComparisonRow row{"runs", "runs"};
  bool as_asked = true;
  for (const Assessment& card : cards) {
    const WorkResult& way = card.card.work[job];
    const Runs how = way.how();
    row.cells.push_back({how == Runs::no                ? "no"
                         : how == Runs::lower_precision ? std::string(way.fallback->label)
                                                        : std::string(words_of(how))});
    as_asked = as_asked && how == Runs::as_asked;
  }
  if (as_asked) return {};
  judge(row, Better::neither);
  return row;
}

// Adds whether the job fits, its speeds, and the price per unit of the main speed.
void add_job_rows(const std::vector<Assessment>& cards, const Currency& currency, Comparison& out) {
  const auto add = [&](ComparisonRow row) {
    row.asked = true;
    out.rows.push_back(std::move(row));
  };
  add(computed_row(cards, "margin_gib", "fits", "GiB", Better::more, margin_of));
  for (auto* const optional_row : {way_row, idle_row, at_once_row})
    if (std::optional<ComparisonRow> row = optional_row(cards)) add(*std::move(row));
  const auto fast = std::ranges::find_if(
      cards, [](const Assessment& card) { return !card.card.estimate()->speeds.empty(); });
  if (fast == cards.end()) return;
  const auto& speeds = fast->card.estimate()->speeds;
  for (const Speed& speed : speeds) {
    const bool rate = !row_of(speed.output).duration;
    add(computed_row(cards, std::string(speed.key()),
                     rate_label(speed.label, speed.unit, speed.estimate), std::string(speed.unit),
                     rate ? Better::more : Better::less, [&](const Assessment& card) -> Shown {
                       const std::optional<Estimate> found = speed_of(card.card, speed.output);
                       if (!found) return {};
                       return {{found->value, cell_text(*found, speed.unit, speed.estimate)}};
                     }));
  }
  const Output main = speeds.front().output;
  const std::string unit = singular(speeds.front().unit);
  add(computed_row(cards, fmt::format("usd_per_{}", speeds.front().key()), "USD per " + unit, "USD",
                   Better::less, [&](const Assessment& card) -> Shown {
                     const std::optional<Estimate> found = speed_of(card.card, main);
                     if (!found || !card.card.price) return {};
                     const double at_once = card.card.work.front().at_once;
                     const double usd = card.card.price->usd / (found->value * at_once);
                     return {{usd, currency.text(usd)}};
                   }));
}

// Returns the result of the first card that runs the job at its resolution, or else of the first
// card.
const WorkResult& first_run(const std::vector<Assessment>& cards, std::size_t job) {
  const auto fast = std::ranges::find_if(
      cards, [&](const Assessment& card) { return card.card.work[job].is_comparable(); });
  return (fast == cards.end() ? cards.front() : *fast).card.work[job];
}

// Returns the speeds of a job of the mix.
ComparisonRow speed_row(const std::vector<Assessment>& cards, std::size_t job, std::string key,
                        std::string label) {
  const WorkResult& like = first_run(cards, job);
  return computed_row(
      cards, std::move(key), std::move(label), std::string(like.unit), Better::more,
      [&](const Assessment& card) -> Shown {
        const WorkResult& result = card.card.work[job];
        if (!result.is_comparable()) return {};
        return {{result.speed.value, cell_text(result.speed, result.unit, like.speed)}};
      });
}

// Adds the speed of each job of the mix.
void add_mix_rows(const std::vector<Assessment>& cards, Comparison& out) {
  const Mix& mix = *cards.front().mix;
  for (std::size_t i = 0; i < mix.size(); ++i) {
    const WorkResult& like = first_run(cards, i);
    const std::string label(mix[i].label);
    out.rows.push_back(speed_row(cards, i, "speed_" + fold(label),
                                 like.runs() ? rate_label(label, like.unit, like.speed) : label));
  }
}

auto cost_in(const Currency& currency) {
  return [&currency](const Assessment& card) -> Shown {
    if (!counts(card) || !card.card.price) return {};
    const Estimate usd = *card.card.cost();
    return {{usd.value, value_text(currency.from_usd(usd))}};
  };
}

void add_outcome_rows(const std::vector<Assessment>& cards, const Query& query, Comparison& out) {
  out.workload = query.workload->id;
  if (!query.job) add_mix_rows(cards, out);
  out.rows.push_back(computed_row(cards, "cost_usd", "cost over the years of use", "USD",
                                  Better::less, cost_in(query.currency)));
  out.rows.push_back(
      computed_row(cards, "score", "score, " + out.workload, "", Better::more, score_of));
}

// Adds the figures that any card has. Those that usually decide come first, the others in the order
// of the table.
void add_figure_rows(const Catalog& catalog, const std::vector<CardGroup>& cards, Comparison& out) {
  std::vector<const Figure*> ordered;
  for (const char* key : {"memory_gib", "bandwidth_gb_s", "fp16_tensor_tflops", "tdp_w", "psu_w"})
    ordered.push_back(find_figure(key));
  const auto first = static_cast<std::ptrdiff_t>(ordered.size());
  for (const Figure& figure : figures())
    if (std::find(ordered.begin(), ordered.begin() + first, &figure) == ordered.begin() + first)
      ordered.push_back(&figure);
  for (const Figure* figure : ordered)
    if (std::ranges::any_of(cards,
                            [&](const CardGroup& one) { return is_known(*one.gpu, *figure); }))
      out.rows.push_back(figure_row(catalog, cards, *figure));
}

// Returns the speeds of a job that decides.
ComparisonRow deciding_speed_row(const std::vector<Assessment>& cards, std::size_t job) {
  const WorkResult& like = first_run(cards, job);
  return speed_row(cards, job, "speed",
                   fmt::format("{}, {}", (*cards.front().mix)[job].name(),
                               shown_rate(like.speed, like.unit, like.speed).unit));
}

ComparisonRow power_row(const Catalog& catalog, const std::vector<Assessment>& cards) {
  return computed_row(cards, "power_w", "power, PSU", "W", Better::less,
                      [&](const Assessment& card) -> Shown {
                        const CardGroup& group = card.card;
                        const Gpu all = combined(*group.gpu, group.count);
                        if (!all.tdp_w) return {};
                        std::string text = exact(*all.tdp_w) + " W";
                        const Number usual = all.psu_w ? Number() : usual_supply_w(catalog, group);
                        if (all.psu_w) text += fmt::format(", {} W", exact(*all.psu_w));
                        if (usual) text += fmt::format(", about {} W", exact(*usual));
                        return {{*all.tdp_w, text}};
                      });
}

void add_deciding_rows(const Catalog& catalog, const std::vector<Assessment>& cards,
                       const Query& query, Comparison& out) {
  const auto add = [&](ComparisonRow row) {
    if (std::ranges::any_of(row.cells, [](const Cell& cell) { return !cell.text.empty(); }))
      out.deciding.push_back(std::move(row));
  };
  add(computed_row(cards, "price_usd", "price, USD", "USD", Better::less,
                   price_in(query.currency)));
  add(figure_row(catalog, out.cards, *find_figure("memory_gib")));
  const Mix& mix = *cards.front().mix;
  const std::size_t main = main_job(mix);
  out.main_job = mix[main].name();
  add(deciding_speed_row(cards, main));
  for (std::size_t job = 0; job < mix.size(); ++job)
    if (job != main && mix[job].share >= weighty_share) add(deciding_speed_row(cards, job));
  if (query.job && query.job->task == Task::chat && query.job->batch == 1) {
    add(time_row(cards, Output::first_token, "first token, s"));
    add(time_row(cards, Output::reply, "whole reply, s"));
  }
  for (auto* const optional_row : {way_row, idle_row, at_once_row})
    if (std::optional<ComparisonRow> row = optional_row(cards)) add(*std::move(row));
  for (const Assessment& card : cards) out.obstacles.push_back(card.card.work[main].obstacle);
  add(power_row(catalog, cards));
  ComparisonRow programs = computed_row(
      cards, "programs", "programs", "", Better::more, [](const Assessment& card) -> Shown {
        const ToolCoverage& tools = card.card.tools;
        if (tools.all == 0) return {};
        std::string text = fmt::format("{} of {}", tools.full, tools.all);
        if (!tools.partly.empty()) text += fmt::format(", {} in part", tools.partly.size());
        return {{static_cast<double>(tools.full), std::move(text)}};
      });
  for (Cell& cell : programs.cells) cell.ratio.reset();  // a ratio of counts says little
  add(std::move(programs));
  add(computed_row(cards, "cost_usd", fmt::format("cost/{} y, USD", exact(query.scale.years)),
                   "USD", Better::less, cost_in(query.currency)));
}

}  // namespace

Comparison compare(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
                   bool with_outcomes) {
  Comparison comparison;
  comparison.catalog = &catalog;
  comparison.purpose = query.workload;
  comparison.cards = cards;
  comparison.job = query.job;
  comparison.currency = query.currency;
  comparison.day = query.prices_day();
  comparison.region = query.region;
  std::vector<Assessment> assessed;
  for (const CardGroup& one : cards) {
    const Query of_one = query_of_cards(catalog, query, one);
    comparison.other_hosts.push_back(of_one.host.kind == query.host.kind ? nullptr
                                                                         : of_one.host.kind);
    assessed.push_back(assess(catalog, of_one, *one.gpu));
    comparison.extras.push_back(assessed.back().card.extras);
  }
  comparison.rows.push_back(
      computed_row(assessed, "price_usd", "price", "USD", Better::less, price_in(query.currency)));
  if (query.job) {
    add_job_rows(assessed, query.currency, comparison);
    comparison.runs = std::ranges::any_of(
        assessed, [](const Assessment& card) { return card.card.work.front().how() != Runs::no; });
  }
  if (with_outcomes) add_outcome_rows(assessed, query, comparison);
  add_figure_rows(catalog, cards, comparison);
  add_deciding_rows(catalog, assessed, query, comparison);
  comparison.choice = choice_among(catalog, cards, query);
  return comparison;
}

}  // namespace gpupick
