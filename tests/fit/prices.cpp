// Fits data/price_factors.json and data/retentions.json to the price observations, and prints the
// errors of the prices.
//
//   gpupick_fit_prices [--write]
//
// Leaves out each observation in turn and compares it with the price on its day by the others of
// its card and kind, or by the earlier ones only. Least squares fit the effects of kinds of
// observations and the rise of prices (price_effects.cpp). Spreads and drift minimise the interval
// score of these predictions (Gneiting and Raftery 2007): the mean of an interval's width and ten
// times the distance by which the observation misses it. The score is least if four of five
// observations fall inside narrow intervals. For the table each card is left out of the fit, in ten
// groups of cards.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "price_effects.hpp"
#include "ranking/cost.hpp"
#include "support.hpp"
#include "tool.hpp"

namespace gpupick::fit {
namespace {

using Factors = std::vector<PriceFactor>;

// An observation that is left out, and those that predict it.
struct Case {
  const Gpu* gpu;
  Observations rows;  // all of the card
  const Observation* left_out;
  std::vector<const Observation*> others;
  Date day;  // day of the prediction
};

// Observations young enough, before the newest one, to count in prices.
std::vector<Case> cases_of(const Catalog& catalog, bool by_earlier_ones) {
  const Date newest = last_day(catalog.day());
  const double oldest = catalog.of<PriceAges>().front().observation.value();
  std::vector<Case> out;
  for (const Gpu& gpu : catalog.gpus()) {
    const Observations rows = catalog.prices_of(gpu);
    for (const Observation& row : rows) {
      const Date day = std::min(last_day(row.date), newest);
      if (row.kind == "launch" || days_between(day, newest) > oldest) continue;
      Case one{&gpu, rows, &row, {}, day};
      for (const Observation& other : rows)
        if (&other != &row && other.kind == row.kind &&
            days_between(last_day(other.date), newest) <= oldest &&
            (!by_earlier_ones || first_day(other.date) <= day))
          one.others.push_back(&other);
      if (!one.others.empty()) out.push_back(std::move(one));
    }
  }
  return out;
}

// log(observed / predicted), and the standard deviation that the factors give it.
struct Miss {
  double error, deviation;
  std::size_t rows;  // observations that it was predicted from
};

Miss miss_of(const Case& one, const PriceHistory& history) {
  const Price price = price_from(one.others, history, day_number(one.day));
  const double seen = usd_on(history, *one.left_out, one.day);
  const double level = std::log(price.high / price.usd) / middle_80;
  return {std::log(seen / price.usd),
          std::sqrt(variance_of(history, *one.left_out) + level * level), price.rows};
}

std::vector<Miss> misses_of(const std::vector<const Case*>& cases, const Factors& factors) {
  std::vector<Miss> out;
  for (const Case* one : cases)
    out.push_back(miss_of(*one, {one->rows, factors, one->gpu->segment.value_or("")}));
  return out;
}

double interval_score(const Miss& miss) {
  const double half = middle_80 * miss.deviation;
  return 2 * half + 10 * std::max(0.0, std::fabs(miss.error) - half);
}

bool covers(const PriceFactor& factor, const Case& one) {
  return factor.is_of(one.left_out->kind, one.gpu->segment.value_or("")) &&
         factor.is_met_by(*one.left_out);
}

double loss(const std::vector<const Case*>& cases, const Factors& factors) {
  double sum = 0;
  for (const Miss& miss : misses_of(cases, factors)) sum += interval_score(miss);
  return sum;
}

std::vector<Sightings> cards_of(const std::vector<const Case*>& cases) {
  std::map<std::pair<const Gpu*, std::string_view>, std::vector<const Observation*>> rows;
  for (const Case* one : cases) rows[{one->gpu, one->left_out->kind}].push_back(one->left_out);
  std::vector<Sightings> out;
  for (auto& [of, those] : rows) out.push_back({of.first, std::move(those)});
  return out;
}

// A number of a factor that the interval score decides, and its upper bound.
struct PriceParameter {
  Number PriceFactor::*member;
  double high;
};
constexpr PriceParameter price_parameters[] = {{&PriceFactor::spread, 0.8},
                                               {&PriceFactor::wander, 0.3}};

// Moves each number in turn to the least loss.
Factors with_spreads(Factors factors, const std::vector<const Case*>& cases) {
  double best = loss(cases, factors);
  for (PriceFactor& factor : factors) {
    const bool touched =
        std::ranges::any_of(cases, [&](const Case* one) { return covers(factor, *one); });
    if (!touched) continue;
    for (const PriceParameter& parameter : price_parameters) {
      if (!(factor.*parameter.member)) continue;
      double& value = *(factor.*parameter.member);
      for (double step = parameter.high / 16; step > 1e-3; step /= 2)
        for (const double next : {value - step, value + step}) {
          const double kept = value;
          value = std::clamp(next, 0.0, parameter.high);
          if (const double now = loss(cases, factors); now < best)
            best = now;
          else
            value = kept;
        }
    }
  }
  return factors;
}

// Alternates effects and spreads until the loss hardly changes. Returns `start` if the whole fit
// hardly changes it.
Factors fitted_factors(const Factors& start, const std::vector<const Case*>& cases, Date newest) {
  constexpr int most_rounds = 8;
  constexpr double next_to_nothing = 1e-3;
  const std::vector<Sightings> cards = cards_of(cases);
  const double first = loss(cases, start);
  Factors factors = start;
  double best = first;
  for (int round = 0; round < most_rounds; ++round) {
    Factors next = with_spreads(with_effects(factors, cards, newest), cases);
    const double before = std::exchange(best, loss(cases, next));
    factors = std::move(next);
    if (std::fabs(before - best) < next_to_nothing * before) break;
  }
  return std::fabs(first - best) < next_to_nothing * first ? start : factors;
}

// The factors to fit: one for each source with enough purchases, and a monthly index up to the
// newest day.
Factors prepared(std::span<const PriceFactor> shipped, const std::vector<Case>& cases,
                 Date newest) {
  constexpr int least_rows = 8;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, int> seen;
  for (const Case& one : cases)
    if (one.left_out->kind.starts_with("street_"))
      ++seen[{one.left_out->source, one.left_out->kind, one.left_out->basis}];
  Factors out;
  for (PriceFactor factor : shipped) {
    if (factor.seen_by) {
      const auto at = seen.find({*factor.seen_by, factor.kind.value(), factor.basis.value()});
      if (at == seen.end() || at->second < least_rows) continue;
      seen.erase(at);
    }
    if (!factor.monthly.empty()) {
      std::vector<double> months(factor.monthly.begin(), factor.monthly.end());
      const double passed = days_between(factor.since.value(), newest) / days_per_month;
      months.resize(static_cast<std::size_t>(std::ceil(passed)));
      factor.monthly = kept_numbers(std::move(months));
    }
    out.push_back(factor);
  }
  for (const auto& [of, rows] : seen) {
    if (rows < least_rows) continue;
    const auto& [source, kind, basis] = of;
    const std::string_view condition = kind.substr(std::string_view("street_").size());
    PriceFactor factor;
    factor.id = kept(fmt::format("{}-{}-{}", basis, condition, source));
    factor.kind = kind;
    factor.basis = basis;
    factor.seen_by = source;
    factor.factor = 1;
    factor.source = "price-observations";
    out.push_back(factor);
  }
  std::ranges::sort(out, {}, &PriceFactor::id);
  return out;
}

struct Judged {
  const Case* one;
  Miss miss;
};

void judge(const std::vector<const Case*>& cases, const Factors& factors,
           std::vector<Judged>& out) {
  const std::vector<Miss> misses = misses_of(cases, factors);
  for (std::size_t i = 0; i < cases.size(); ++i) out.push_back({cases[i], misses[i]});
}

std::vector<const Case*> pointers_to(const std::vector<Case>& cases) {
  std::vector<const Case*> out;
  for (const Case& one : cases) out.push_back(&one);
  return out;
}

// Judges each case by factors fitted without its card.
std::vector<Judged> judged_without_card(const std::vector<Case>& cases, const Catalog& catalog,
                                        const Factors& whole, Date newest) {
  constexpr std::size_t groups = 10;
  std::vector<Judged> out;
  const auto group_of = [&](const Case& one) {
    return static_cast<std::size_t>(one.gpu - catalog.gpus().data()) % groups;
  };
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<const Case*> kept, left;
    for (const Case& one : cases) (group_of(one) == group ? left : kept).push_back(&one);
    const std::vector<Sightings> cards = cards_of(kept);
    const Factors spreads = with_spreads(with_effects(whole, cards, newest), kept);
    const Factors factors = with_effects(spreads, cards, newest);
    judge(left, factors, out);
  }
  return out;
}

std::string line_of(const std::string& name, const std::vector<Judged>& judged,
                    const std::function<bool(const Judged&)>& holds) {
  std::vector<double> errors, distances;
  std::set<const Gpu*> cards;
  double inside = 0;
  for (const Judged& one : judged) {
    if (!holds(one)) continue;
    errors.push_back(one.miss.error);
    distances.push_back(std::expm1(std::fabs(one.miss.error)));
    cards.insert(one.one->gpu);
    inside += std::fabs(one.miss.error) <= middle_80 * one.miss.deviation;
  }
  if (errors.empty()) return "";
  std::ranges::sort(distances);
  const auto n = static_cast<double>(errors.size());
  return fmt::format("| {} | {} | {} | {:.1f} % | {:.0f} % | {:+.1f} % | {:.0f} % |\n", name,
                     cards.size(), errors.size(), 100 * median(distances),
                     100 * distances[static_cast<std::size_t>(0.9 * n)],
                     100 * std::expm1(median(errors)), 100 * inside / n);
}

std::string table_of(const std::vector<Judged>& judged, const std::vector<Judged>& forward) {
  std::string out =
      "| observations | cards | rows | median error | 90 % within | bias | of rows inside 80 % |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n";
  const auto is_street = [](const Judged& j) {
    return j.one->left_out->kind.starts_with("street");
  };
  out += line_of("purchases", judged, is_street);
  out += line_of("- predicted from three or more", judged,
                 [&](const Judged& j) { return is_street(j) && j.miss.rows >= 3; });
  for (const std::string_view confidence : {"high", "medium", "low"})
    out += line_of(fmt::format("- of {} confidence", confidence), judged, [&](const Judged& j) {
      return is_street(j) && j.one->left_out->confidence == confidence;
    });
  for (const std::string_view basis : {"sold", "typical", "asked", "floor"})
    out += line_of(fmt::format("- {}", basis), judged, [&](const Judged& j) {
      return is_street(j) && j.one->left_out->basis == basis;
    });
  out += line_of("- predicted from earlier ones alone", forward, is_street);
  out += line_of("- the same, sold", forward,
                 [](const Judged& j) { return j.one->left_out->basis == "sold"; });
  for (const auto& [kind, name] : {std::pair("cloud_on_demand", "rents on demand"),
                                   std::pair("cloud_spot", "rents of spot capacity")})
    out += line_of(name, judged,
                   [kind = kind](const Judged& j) { return j.one->left_out->kind == kind; });
  return out;
}

// One record a line.
std::string text_of(const Factors& factors) {
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
  std::string lines;
  for (const PriceFactor& one : factors) {
    nlohmann::ordered_json record{{"id", one.id}};
    const auto word = [&](const char* key, Text value) {
      if (value) record[key] = *value;
    };
    const auto number = [&](const char* key, Number value) {
      if (value) record[key] = rounded(*value);
    };
    word("kind", one.kind);
    word("basis", one.basis);
    word("region", one.region);
    word("confidence", one.confidence);
    word("seen_by", one.seen_by);
    if (one.abroad) record["abroad"] = *one.abroad;
    word("segment", one.segment);
    number("factor", one.factor);
    number("spread", one.spread);
    for (const double month : one.monthly) record["monthly"].push_back(rounded(month));
    if (one.since) record["since"] = iso(*one.since);
    number("wander", one.wander);
    record["observations"] = static_cast<int>(one.observations);
    record["source"] = one.source;
    std::string fields;
    for (auto field = record.begin(); field != record.end(); ++field)
      fields += fmt::format("{}\"{}\": {}", fields.empty() ? "" : ", ", field.key(),
                            field.value().dump());
    lines += fmt::format("{}    {{{}}}", lines.empty() ? "" : ",\n", fields);
  }
  return "{\n  \"price_factors\": [\n" + lines + "\n  ]\n}\n";
}

// One record a line: how well the cards of each segment with enough cards kept their price.
std::string retentions_of(const Catalog& catalog) {
  constexpr std::size_t least_cards = 3;
  std::map<std::string_view, std::vector<double>> kept;  // logarithms
  for (const Gpu& gpu : catalog.gpus())
    if (const auto yearly = yearly_retention(catalog, gpu, catalog.day()))
      kept[gpu.segment.value_or("")].push_back(std::log(*yearly));
  std::string out;
  for (const auto& [segment, cards] : kept) {
    if (segment.empty() || cards.size() < least_cards) continue;
    const double middle = median(cards);
    double squares = 0;
    for (const double one : cards) squares += (one - middle) * (one - middle);
    const auto n = static_cast<double>(cards.size());
    out += fmt::format(
        "{}    {{\"id\": \"{}\", \"yearly\": {:.3f}, \"spread\": {:.3f}, \"cards\": {}, "
        "\"source\": \"price-observations\"}}",
        out.empty() ? "" : ",\n", segment, std::exp(middle), std::sqrt(squares / (n - 1)), n);
  }
  return "{\n  \"retentions\": [\n" + out + "\n  ]\n}\n";
}

int main_of(const std::vector<std::string>& args) {
  const bool write = args == std::vector<std::string>{"--write"};
  if (!write && !args.empty()) throw Error("usage: gpupick_fit_prices [--write]");
  const Catalog& catalog = shipped_catalog();
  const std::vector<Case> cases = cases_of(catalog, false);
  const Date newest = last_day(catalog.day());
  Factors factors = fitted_factors(prepared(catalog.of<PriceFactor>(), cases, newest),
                                   pointers_to(cases), newest);
  for (PriceFactor& factor : factors)
    factor.observations = static_cast<double>(
        std::ranges::count_if(cases, [&](const Case& one) { return covers(factor, one); }));
  std::vector<Judged> forward;
  const std::vector<Case> by_earlier_ones = cases_of(catalog, true);
  judge(pointers_to(by_earlier_ones), factors, forward);
  const std::string table = table_of(judged_without_card(cases, catalog, factors, newest), forward);
  fmt::print("{}", table);
  if (!write) return 0;
  std::ofstream(project_path("data/price_factors.json")) << text_of(factors);
  std::ofstream(project_path("data/retentions.json")) << retentions_of(catalog);
  write_between(project_path("docs/accuracy.md"), "gpupick_fit_prices", table);
  return 0;
}

}  // namespace
}  // namespace gpupick::fit

int main(int argc, char** argv) {
  return gpupick::fit::run_tool("gpupick_fit_prices", gpupick::fit::main_of, argc, argv);
}
