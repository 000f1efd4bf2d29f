// Fits data/price_factors.json and data/retentions.json to the price observations, and says how far
// off the prices are.
//
//   gpupick_fit_prices [--write]
//
// Each observation is left out of those of its card and kind, and compared with the price on its
// day by the others, or by those up to that day alone. The factors are where the intervals around
// these predictions score best: the mean of an interval's width and ten times the distance by which
// the observation misses it (Gneiting and Raftery 2007), which is least where four of five
// observations fall inside narrow intervals. The table is of observations whose card was left out
// of the fit, in ten groups of cards.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "advice/cost.hpp"
#include "base/error.hpp"
#include "support.hpp"
#include "tool.hpp"

namespace gpupick {
namespace {

using Factors = std::vector<PriceFactor>;

// An observation and those that it is predicted from.
struct Case {
  const Gpu* gpu;
  const Observation* left_out;
  std::vector<const Observation*> others;
  Date day;  // as of which it is predicted
};

// Of the time before the newest observation in which prices tell something.
std::vector<Case> cases_of(const Catalog& catalog, bool by_earlier_ones) {
  const Date newest = last_day(*catalog.newest_observation());
  const double oldest = catalog.of<PriceAges>().front().observation.value();
  std::vector<Case> out;
  for (const Gpu& gpu : catalog.gpus()) {
    const Observations rows = catalog.prices_of(gpu.id);
    for (const Observation& row : rows) {
      const Date day = std::min(last_day(row.date), newest);
      if (row.kind == "launch" || days_between(day, newest) > oldest) continue;
      Case one{&gpu, &row, {}, day};
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
  std::size_t rows;  // that it was predicted from
};

Miss miss_of(const Case& one, const Factors& factors) {
  const PriceHistory history{{}, factors, one.gpu->segment.value_or(""), {}};
  const Price price = price_from(one.others, history, one.day);
  const AdjustedPrice seen = adjusted(*one.left_out, history, one.day);
  const double level = std::log(price.high / price.usd) / middle_80;
  return {std::log(seen.usd / price.usd), std::sqrt(seen.variance + level * level), price.rows};
}

double interval_score(const Miss& miss) {
  const double half = middle_80 * miss.deviation;
  return 2 * half + 10 * std::max(0.0, std::fabs(miss.error) - half);
}

// A number of a factor that is fitted, and how far from nothing it may go for what it gains.
struct PriceParameter {
  Number PriceFactor::*member;
  double low, high;
  double reluctance;  // per square, of the logarithm for a factor
};
constexpr PriceParameter price_parameters[] = {{&PriceFactor::factor, 0.5, 2, 10},
                                               {&PriceFactor::monthly, -0.05, 0.1, 2000},
                                               {&PriceFactor::spread, 0, 0.8, 0},
                                               {&PriceFactor::wander, 0, 0.3, 0}};

double loss(const std::vector<const Case*>& cases, const Factors& factors) {
  double sum = 0;
  for (const Case* one : cases) sum += interval_score(miss_of(*one, factors));
  for (const PriceFactor& factor : factors) {
    if (factor.factor)
      sum += price_parameters[0].reluctance * std::pow(std::log(*factor.factor), 2);
    // What all cards of a kind share costs nothing.
    if (factor.segment && factor.monthly)
      sum += price_parameters[1].reluctance * std::pow(*factor.monthly, 2);
  }
  return sum;
}

bool covers(const PriceFactor& factor, const Case& one) {
  return factor.is_of(one.left_out->kind, one.gpu->segment.value_or("")) &&
         factor.is_met_by(*one.left_out);
}

// Each number in turn moved to where the loss is least, until that gains next to nothing; as they
// were where all of it does.
Factors fitted_factors(Factors factors, const std::vector<const Case*>& cases, int rounds) {
  const Factors start = factors;
  const double first = loss(cases, factors);
  double best = first;
  for (int round = 0; round < rounds; ++round) {
    const double before = best;
    for (PriceFactor& factor : factors) {
      const bool touched =
          std::ranges::any_of(cases, [&](const Case* one) { return covers(factor, *one); });
      if (!touched) continue;
      for (const PriceParameter& parameter : price_parameters) {
        if (!(factor.*parameter.member)) continue;
        double& value = *(factor.*parameter.member);
        for (double step = (parameter.high - parameter.low) / 16; step > 1e-3; step /= 2)
          for (const double next : {value - step, value + step}) {
            const double kept = value;
            value = std::clamp(next, parameter.low, parameter.high);
            if (const double now = loss(cases, factors); now < best)
              best = now;
            else
              value = kept;
          }
      }
    }
    if (before - best < 1e-3 * before) break;
  }
  return first - best < 1e-3 * first ? start : factors;
}

struct Judged {
  const Case* one;
  Miss miss;
};

// Each case by factors fitted without its card.
std::vector<Judged> judged_without_card(const std::vector<Case>& cases, const Catalog& catalog,
                                        const Factors& whole) {
  constexpr std::size_t groups = 10;
  std::vector<Judged> out;
  const auto group_of = [&](const Case& one) {
    return static_cast<std::size_t>(one.gpu - catalog.gpus().data()) % groups;
  };
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<const Case*> kept;
    for (const Case& one : cases)
      if (group_of(one) != group) kept.push_back(&one);
    const Factors factors = fitted_factors(whole, kept, 1);
    for (const Case& one : cases)
      if (group_of(one) == group) out.push_back({&one, miss_of(one, factors)});
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

// One record a line, with the numbers of `factors`.
std::string rewritten_factors(const std::string& text, const Factors& factors) {
  auto file = nlohmann::ordered_json::parse(text);
  std::string out = "{\n  \"price_factors\": [\n";
  auto& list = file["price_factors"];
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto set = [&](const char* key, Number value) {
      if (value) list[i][key] = std::round(*value * 1000) / 1000;
    };
    set("factor", factors[i].factor);
    set("spread", factors[i].spread);
    set("monthly", factors[i].monthly);
    set("wander", factors[i].wander);
    list[i]["observations"] = static_cast<int>(factors[i].observations);
    out += "    {";
    for (auto field = list[i].begin(); field != list[i].end(); ++field)
      out += fmt::format("{}\"{}\": {}", field == list[i].begin() ? "" : ", ", field.key(),
                         field.value().dump());
    out += i + 1 < list.size() ? "},\n" : "}\n";
  }
  return out + "  ]\n}\n";
}

// One record a line: how the cards of each segment that has a few kept their price.
std::string retentions_of(const Catalog& catalog) {
  constexpr std::size_t least_cards = 3;
  std::map<std::string_view, std::vector<double>> kept;  // logarithms
  for (const Gpu& gpu : catalog.gpus())
    if (const auto yearly = yearly_retention(catalog, gpu, *catalog.newest_observation()))
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
  std::vector<const Case*> all;
  for (const Case& one : cases) all.push_back(&one);
  const auto shipped = catalog.of<PriceFactor>();
  Factors factors = fitted_factors({shipped.begin(), shipped.end()}, all, 8);
  for (PriceFactor& factor : factors)
    factor.observations = static_cast<double>(
        std::ranges::count_if(cases, [&](const Case& one) { return covers(factor, one); }));
  std::vector<Judged> forward;
  const std::vector<Case> by_earlier_ones = cases_of(catalog, true);
  for (const Case& one : by_earlier_ones) forward.push_back({&one, miss_of(one, factors)});
  const std::string table = table_of(judged_without_card(cases, catalog, factors), forward);
  fmt::print("{}", table);
  if (!write) return 0;
  const std::string path = project_path("data/price_factors.json");
  const std::string text = rewritten_factors(read_text(path), factors);
  std::ofstream(path) << text;
  std::ofstream(project_path("data/retentions.json")) << retentions_of(catalog);
  write_between(project_path("docs/accuracy.md"), "gpupick_fit_prices", table);
  return 0;
}

}  // namespace
}  // namespace gpupick

int main(int argc, char** argv) {
  return gpupick::run_tool("gpupick_fit_prices", gpupick::main_of, argc, argv);
}
