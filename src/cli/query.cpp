// Turns flags into a query.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/money.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/card_names.hpp"
#include "cli/files.hpp"
#include "cli/foreign_words.hpp"
#include "cli/own_prices.hpp"
#include "cli/question.hpp"
#include "job/amounts.hpp"
#include "job/usual_job.hpp"
#include "ranking/limits.hpp"

namespace gpupick {
namespace {

Date parse_day(const std::string& text, const char* flag) {
  if (const auto date = parse_date(with_year_first(text))) return last_day(*date);
  throw Error("{} takes a date such as 2026-09-30, not '{}'{}", flag, printable(text),
              text == "today" ? "; without it, the newest data counts" : "");
}

// Splits "NAME=NUMBER".
std::pair<std::string, double> parse_assignment(const std::string& text, const char* flag,
                                                const char* example) {
  const std::size_t sign = text.rfind('=');
  const auto value =
      sign == std::string::npos ? std::nullopt : parse_quantity(text.substr(sign + 1), "USD");
  if (!value || !(*value >= 0 && *value <= 1e6))
    throw Error("{} takes pairs such as {} with numbers up to a million, not '{}'", flag, example,
                printable(text));
  return {text.substr(0, sign), *value};
}

// Returns the given value or the default. Throws Error above `most`, and for values so small that
// dividing by them overflows.
double bounded(std::string_view flag, std::optional<double> given, double usual, double most) {
  constexpr double least = 1e-6;
  if (given.value_or(0) > most)
    throw Error("{} takes {} at most, not {}", flag, exact(most), exact(*given));
  if (given.value_or(0) > 0 && *given < least)
    throw Error("{} takes {:f} at least, or 0, not {:g}", flag, least, *given);
  return given.value_or(usual);
}

// Returns an amount of money in USD before tax, or nothing if none was typed.
Number usd_of(std::string_view flag, const std::string& typed, const Currency& currency,
              double most) {
  if (typed.empty()) return {};
  return currency.to_usd(bounded(flag, money_in(currency, typed, flag), 0, most));
}

// Returns the ids that the words mean, in any case. Throws Error and names them if a word is none.
std::vector<std::string_view> ids_among(const std::vector<std::string>& words, const Phrases& ids,
                                        std::string_view flag) {
  std::vector<std::string_view> out;
  for (const std::string& word : words) {
    const auto found = std::ranges::find(ids, fold(word), [](auto id) { return fold(id); });
    if (found == ids.end())
      throw Error("{} takes {}, not '{}'{}", flag, enumerate(ids), printable(word),
                  did_you_mean(word, ids));
    out.push_back(*found);
  }
  return out;
}

// Returns the ids of cards; `own` names all those with a price of the user's own.
std::vector<std::string_view> ids_of_cards(const std::vector<std::string>& names,
                                           const Catalog& catalog, const OwnPrices& own,
                                           std::string_view flag) {
  std::vector<std::string_view> out;
  for (const std::string& name : names) {
    if (const auto makers = ids_of(catalog.lists(), Maker::list); contains(makers, fold(name)))
      throw Error("{} takes cards, not the maker '{}'; `--vendor` names the makers to keep", flag,
                  printable(name));
    if (name != "own") out.push_back(find_kind(name, catalog).id);
    if (name == "own" && own.empty())
      throw Error("{} own needs prices of your own, as by --prices FILE", flag);
    if (name == "own")
      for (const auto& price : own) out.push_back(catalog.find_gpu(price.first).id);
  }
  return out;
}

// Returns the limit in its option, or nullopt if it was not given.
std::optional<LimitValue> limit_value(const LimitRow& row, const LimitOption& option,
                                      const Catalog& catalog, const Query& query) {
  const std::string flag(row.flag);
  // No card has this many GiB; drivers print MiB.
  constexpr double least_mib = 2000, most_mib = 1e6;
  if (const double vram = option.amount.value_or(0);
      flag == "--vram" && vram >= least_mib && vram <= most_mib)
    throw Error("--vram takes GiB, and no card has {}; write {:.0f}MiB for MiB", exact(vram), vram);
  if (option.amount) return bounded(flag, option.amount, 0, 1e9);
  if (option.on) return true;
  if (row.kind == LimitKind::price) return usd_of(flag, option.text, query.currency, 1e9);
  if (!option.words.empty()) {
    std::vector<std::string_view> words(option.words.begin(), option.words.end());
    if (const Figure* figure = find_figure(row.figure); figure && !figure->refers_to.empty())
      words = ids_among(option.words, ids_of(catalog.lists(), figure->refers_to), flag);
    if (row.kind == LimitKind::only || row.kind == LimitKind::exclude)
      words = ids_of_cards(option.words, catalog, query.own_prices, flag);
    if (row.kind == LimitKind::only && words.size() == 1)
      refuse_laptop(catalog.find_gpu(words.front()));
    return words;
  }
  if (option.text.empty()) return {};
  if (row.kind == LimitKind::after) return parse_day(option.text, flag.c_str());
  constexpr double most_version = 20;  // of compute capability; 86 is 8.6
  if (!compare_versions(option.text, "0") ||
      (row.figure == "compute_capability" && parse_number(option.text) >= most_version))
    throw Error("{} takes a version such as 8.6, not '{}'", flag, printable(option.text));
  return std::string_view(option.text);
}

Limits make_limits(const Catalog& catalog, const LimitOptions& options, const Query& query) {
  Limits limits;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (auto value = limit_value(limit_rows[i], options[i], catalog, query))
      limits.emplace(static_cast<Limit>(i), std::move(*value));
  return limits;
}

// Returns the word of the list, which outlives the flags; "" if there is none.
std::string_view listed_word(std::span<const std::string_view> words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? std::string_view() : *found;
}

OutcomeValues make_weights(const Preference& preference, const WorkOptions& options) {
  if (options.weight.empty()) return preference.shares();
  OutcomeValues weights{};
  double sum = 0;
  for (const std::string& text : options.weight) {
    const auto [name, weight] = parse_assignment(text, "--weight", "speed=0.6,cost=0.4");
    const auto outcome = std::ranges::find_if(
        outcomes, [&, &name = name](Outcome row) { return name_of(row) == name; });
    if (outcome == outcomes.end())
      throw Error("--weight knows speed, cost and electricity, not '{}'", printable(name));
    double& mine = weights[static_cast<std::size_t>(*outcome)];
    if (mine > 0) throw Error("--weight has two weights for {}; keep one", name);
    mine = weight;
  }
  for (const double weight : weights) sum += weight;
  if (!(sum > 0)) throw Error("--weight needs one weight above zero");
  for (double& weight : weights) weight /= sum;
  return weights;
}

// Returns the catalog's workload with this name, or the only workload in the file.
const Workload& find_workload(const Catalog& catalog, const std::string& name, Session& session,
                              std::deque<Dataset>& own) {
  const bool path =
      session.inputs.takes_paths() && (name == "-" || has_folder(name) || name.ends_with(".json"));
  if (const std::string_view advice = advice_on("--for " + name); !advice.empty())
    throw Error("no workload is called '{}'; {}", printable(name), advice);
  if (!path) {
    const Workload& found = catalog.find_workload(name);
    if (std::ranges::any_of(found.parts, [&](auto word) { return fold(word) == fold(name); }))
      session.note("'{}' stands for {}: {}; `--model` ranks by one", printable(name), found.id,
                   found.summary);
    return found;
  }
  Dataset data = read_checked(name, catalog, session.inputs, session.err);
  const auto& workloads = data.of<Workload>();
  if (workloads.size() != 1)
    throw Error("{} must hold one workload in its list 'workloads', not {}", printable(name),
                workloads.size());
  return own.emplace_back(std::move(data)).of<Workload>().front().value;
}

// Returns the workload with this name, or the work of several names between commas as one.
const Workload& choose_workload(const Catalog& catalog, const std::string& names, Date day,
                                Session& session, std::deque<Dataset>& own) {
  Phrases words = split(names, ",");
  if (words.size() > 1 && words.back().empty()) words.pop_back();
  std::vector<const Workload*> found;
  for (const std::string_view name : words)
    add_once(found, &find_workload(catalog, std::string(name), session, own));
  if (found.size() == 1) return *found.front();
  Dataset data;
  data.add(together(found, day, *data.arena), {});
  return own.emplace_back(std::move(data)).of<Workload>().front().value;
}

}  // namespace

std::optional<Date> asked_day(const GlobalOptions& global) {
  return global.as_of.empty() ? std::nullopt : std::optional(parse_day(global.as_of, "--as-of"));
}

Date day_of(const Catalog& catalog, const GlobalOptions& global) {
  return std::min(asked_day(global).value_or(catalog.day()), catalog.day());
}

Query make_query(const Catalog& catalog, const GlobalOptions& global, const LimitOptions& limits,
                 const PriceOptions& prices) {
  Query query;
  query.currency = currency_of(prices);
  query.region = prices.region;
  query.day = day_of(catalog, global);
  query.newest_price = catalog.day();
  query.condition = prices.condition == "new"    ? Condition::new_card
                    : prices.condition == "used" ? Condition::used
                                                 : Condition::any;
  query.own_prices = own_prices(catalog, prices, query.condition, query.day);
  query.limits = make_limits(catalog, limits, query);
  return query;
}

void Question::add_workload() {
  WorkOptions work = options.work;
  if (work.workload.empty())
    work.workload = options.job.named() ? workload_of(options.job, catalog) : "general";
  const PriceOptions& prices = options.prices;
  query.workload = &choose_workload(catalog, work.workload, query.day, session, own_data);
  const Preference& preference =
      catalog.find_preference(work.prefer.empty() ? query.workload->prefer : work.prefer);
  query.weights = make_weights(preference, work);
  if (!work.prefer.empty()) query.prefers = preference.id;
  query.by_budget = preference.by_budget.value_or(false);
  query.os = listed_word(systems, work.os);
  query.host = {&catalog.find_host(work.host.empty() ? query.workload->host : work.host),
                !work.host.empty()};
  ScoreScale& scale = query.scale = catalog.score_scale();
  scale.years = bounded("--years", prices.years, scale.years, 100);
  if (!(scale.years > 0)) throw Error("--years takes a number above 0");
  scale.hours_per_day = bounded("--hours-per-day", prices.hours_per_day,
                                query.workload->hours_per_day.value_or(scale.hours_per_day), 24);
  scale.utilization = bounded("--utilization", prices.utilization, scale.utilization, 1);
  if (!(scale.utilization > 0)) throw Error("--utilization takes a share above 0, up to 1");
  scale.kwh_usd = usd_of("--kwh", prices.kwh, query.currency, query.currency.from_usd(10))
                      .value_or(scale.kwh_usd);
  scale.pue = bounded("--pue", prices.pue, scale.pue, 10);
  if (scale.pue < 1) throw Error("--pue takes 1 or more, not {}", *prices.pue);
  scale.always_on = prices.always_on;
  scale.ram_gib = bounded("--ram", prices.ram, scale.ram_gib, 1e6);
  query.host_memory = usual_host_memory(catalog);
  if (prices.host_gb_s)
    query.host_memory.memory_gb_s =
        parse_bandwidth(fmt::format("{}", *prices.host_gb_s), "--host-bandwidth");
  query.host_memory.ram_gib = scale.ram_gib;
  query.host.ram_gib = prices.ram.value_or(0);
  if (const auto psu = query.limits.find(limit("psu")); psu != query.limits.end())
    query.host.psu_w = std::get<double>(psu->second);
  take_described_computer(query);
  query.host_usd =
      usd_of("--host-cost", prices.host_cost, query.currency, query.currency.from_usd(1e7));
  query.unsupported = work.unsupported;
  query.boards = work.boards;
  query.market = listed_word(markets, work.market);
}

}  // namespace gpupick
