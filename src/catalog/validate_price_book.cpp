// The problem: a price has no identity that it must obey, and buyers pay what they like. Others
// bound it all the same. A price lies near the others of its card; the cards nearest in memory,
// rates and age cost no more than five times as much or as little; a seller who asks twice the
// usual price of one card does so of the others; and words that state a range or another currency
// repeat the figure. Each range is the smallest that no shipped price leaves, but for the
// exceptions in data/architectures.json.
#include "catalog/validate_price_book.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/text.hpp"

namespace gpupick {
namespace {

// Prices further apart than this are not compared.
constexpr int neighbour_days = 120;

// Limit on the prices compared on either side, nearest first.
constexpr std::size_t most_neighbours = 50;

// A used card keeps about this share of the price of a new one.
constexpr double used_share = 0.75;

// Words by which an observation states its kind.
constexpr std::pair<std::string_view, std::string_view> words_of_kinds[] = {
    {"refurbished", used_kind}, {"used", used_kind}, {" spot", "cloud_spot"}};

Date day_of(const Observation& price) { return last_day(price.date); }

Expected within(double usd, double factor) { return {usd, usd / factor, usd * factor}; }

// Returns the first word of what was on offer, which names the seller in lists of rents.
std::string_view seller_of(const Observation& row) {
  return row.what.substr(0, row.what.find_first_of(" ,"));
}

// Returns the number at the start of a text, and takes it away.
Number take_number(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789,."), text.size());
  std::string digits(text.substr(0, end));
  text.remove_prefix(end);
  std::erase(digits, ',');
  return parse_number(digits);
}

// Returns the range that the words state, such as "range 160-400".
std::optional<std::pair<double, double>> stated_range(std::string_view words) {
  constexpr std::string_view mark = "range ";
  if (!words.starts_with(mark)) return {};
  words.remove_prefix(mark.size());
  const Number low = take_number(words);
  if (!low || !words.starts_with('-')) return {};
  words.remove_prefix(1);
  const Number high = take_number(words);
  return high && *low < *high ? std::optional(std::pair(*low, *high)) : std::nullopt;
}

struct Amount {
  std::string_view currency;
  double value;
};

// Returns the first amount that the words state in a currency, such as "CNY 7,000".
std::optional<Amount> stated_amount(std::string_view words) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (std::size_t at = words.find(' '); at != words.npos; at = words.find(' ', at + 1)) {
    if (at < 3 || (at > 3 && words[at - 4] != ' ')) continue;
    const std::string_view currency = words.substr(at - 3, 3);
    std::string_view behind = words.substr(at + 1);
    if (currency.find_first_not_of(letters) != currency.npos) continue;
    if (const Number value = take_number(behind); value && *value > 0)
      return Amount{currency, *value};
  }
  return {};
}

Number rate_of(const Gpu& gpu) {
  return gpu.fp16_tensor_tflops ? gpu.fp16_tensor_tflops : gpu.fp32_tflops;
}

// Returns how unlike two cards are: the sum of the logarithms of the ratios of their figures, and a
// quarter for each year between them. Nothing if a figure that decides is unknown.
Number distance(const Gpu& one, const Gpu& other) {
  constexpr double unknown_rate = 0.3;
  const auto ratio = [](Number a, Number b) -> Number {
    return a && b && *a > 0 && *b > 0 ? Number(std::fabs(std::log(*a / *b))) : std::nullopt;
  };
  const Number memory = ratio(one.memory_gib, other.memory_gib),
               bandwidth = ratio(one.bandwidth_gb_s, other.bandwidth_gb_s),
               rate = ratio(rate_of(one), rate_of(other));
  if (!memory || !bandwidth || !one.launch_date || !other.launch_date) return {};
  return *memory + *bandwidth + rate.value_or(unknown_rate) +
         std::abs(one.launch_date->year - other.launch_date->year) / 4.0;
}

double median_usd(const PriceRows& rows) {
  std::vector<double> usd;
  for (const Observation* row : rows) usd.push_back(row->usd);
  return median(std::move(usd));
}

// True if one price is of the kind, and at least so many are of others.
bool is_alone(const std::map<std::string_view, std::size_t>& kinds, std::string_view kind,
              std::size_t enough) {
  std::size_t others = 0;
  for (const auto& [of, count] : kinds) others += count;
  return kinds.at(kind) == 1 && others - 1 >= enough;
}

}  // namespace

void Ends::add(double value) {
  ++count_;
  if (value < lowest_[0])
    lowest_ = {value, lowest_[0]};
  else
    lowest_[1] = std::min(lowest_[1], value);
  if (value > highest_[0])
    highest_ = {value, highest_[0]};
  else
    highest_[1] = std::max(highest_[1], value);
}

std::pair<double, double> Ends::without(double value) const {
  return {value == lowest_[0] ? lowest_[1] : lowest_[0],
          value == highest_[0] ? highest_[1] : highest_[0]};
}

PriceBook::PriceBook(const std::vector<Record<Observation>>& prices,
                     std::span<const Observation> context, const FindCard& find_card) {
  for (const auto& record : prices) add(record.value);
  std::set<Key> own;
  for (const auto& [key, rows] : by_kind_) own.insert(key);
  for (const Observation& row : context)
    if (!own.contains({row.card, row.kind})) add(row);
  std::string_view last;
  for (auto& [key, rows] : by_kind_) {
    std::ranges::stable_sort(rows, {}, [](const auto* row) { return day_of(*row); });
    const Gpu* gpu = key.first == last ? nullptr : find_card(key.first);
    last = key.first;
    if (!gpu || !gpu->vendor || !gpu->segment) continue;
    GpuList& peers = by_segment_[{*gpu->vendor, *gpu->segment}];
    if (peers.size() < most_peers) peers.push_back(gpu);
  }
  for (const auto& [key, rows] : by_kind_)
    for (const Observation* row : rows) {
      Others& others = others_[row];
      std::vector<double> alike = near(*row, row->kind);
      if (alike.empty()) continue;
      const auto [least, most] = std::ranges::minmax(alike);
      others = {alike.size(), median(std::move(alike)), least, most};
      if (const Number relative = level(*row)) {
        Levels& levels = levels_[{row->source, seller_of(*row), row->kind}];
        levels.ends.add(*relative);
        levels.cards.insert(row->card);
      }
    }
}

void PriceBook::add(const Observation& row) {
  if (row.date.year == 0) return;
  by_kind_[{row.card, row.kind}].push_back(&row);
  ++by_words_[{row.source, row.what}][row.kind];
  ++by_basis_[{row.source, row.basis}][row.kind];
  if (is_rent(row.kind)) ++by_seller_[seller_of(row)][row.kind];
  if (row.kind != launch_kind) days_[row.source].add(day_number(day_of(row)));
  if (const auto amount = stated_amount(row.what))
    rates_[amount->currency].add(row.usd / amount->value);
}

const PriceRows& PriceBook::of(const Observation& row, std::string_view kind) const {
  static const PriceRows none;
  const auto found = by_kind_.find({row.card, kind});
  return found == by_kind_.end() ? none : found->second;
}

std::vector<double> PriceBook::near(const Observation& row, std::string_view kind) const {
  std::vector<double> found;
  const PriceRows& rows = of(row, kind);
  const Date day = day_of(row);
  const auto add = [&](const Observation* other) {
    const bool is_near = std::abs(days_between(day, day_of(*other))) <= neighbour_days;
    if (is_near && other != &row) found.push_back(other->usd);
    return is_near;
  };
  const auto middle =
      std::ranges::lower_bound(rows, day, {}, [](const auto* one) { return day_of(*one); });
  const auto before = static_cast<std::size_t>(middle - rows.begin());
  for (std::size_t k = 1; k <= std::min(before, most_neighbours) && add(rows[before - k]); ++k) {
  }
  for (std::size_t k = before; k < std::min(rows.size(), before + most_neighbours + 1); ++k)
    if (!add(rows[k])) break;
  return found;
}

Expected PriceBook::among(const Others& others, Expected range, double below, double beyond) {
  if (others.count < 2) return range;
  // Others that agree closely do not forbid what is usual between sellers.
  const double high = std::max(others.most * beyond, 2 * range.usd);
  const double low = std::min(others.least / below, range.usd / 2);
  return {range.usd, std::max(range.low, low), std::min(range.high, high)};
}

std::optional<Expected> PriceBook::of_card(const Observation& row) const {
  if (row.kind == launch_kind) return at_launch(row);
  const Others& alike = others_.at(&row);
  const double usual = alike.usual;
  // Clouds differ, and the smallest are far below the others.
  if (is_rent(row.kind))
    return alike.count == 0 ? std::nullopt
                            : std::optional(among(alike, {usual, usual / 9, usual * 5}, 5, 1.8));
  constexpr double wide = 3.5;
  if (alike.count > 0 && row.confidence == "low") return within(usual, 5);
  if (alike.count > 0) return among(alike, within(usual, alike.count > 1 ? 2.5 : wide), 1.5, 1.5);
  const std::vector<double> other = near(row, row.kind == used_kind ? new_kind : used_kind);
  const double share = row.kind == used_kind ? used_share : 1 / used_share;
  if (!other.empty()) return within(share * median(other), wide);
  // Old cards may cost any part of their price at launch.
  const PriceRows& launch = of(row, launch_kind);
  return launch.empty() ? std::nullopt
                        : std::optional(Expected{launch[0]->usd, 0, launch[0]->usd * 3});
}

std::optional<Expected> PriceBook::at_launch(const Observation& row) const {
  constexpr double factor = 3;
  constexpr int soon = 730;
  for (const Observation* other : of(row, launch_kind))
    if (other != &row) return within(other->usd, factor);
  const PriceRows& sold = of(row, new_kind);
  if (sold.empty() || days_between(day_of(row), day_of(*sold[0])) > soon) return {};
  return within(sold[0]->usd, factor);
}

std::optional<double> PriceBook::usual_of_like_cards(const Gpu& gpu, std::string_view kind) const {
  constexpr std::size_t nearest = 4, least = 3;
  constexpr double furthest = 2;
  const auto peers = by_segment_.find({gpu.vendor.value_or(""), gpu.segment.value_or("")});
  if (peers == by_segment_.end()) return {};
  std::vector<std::pair<double, const PriceRows*>> like;
  for (const Gpu* peer : peers->second) {
    const auto rows = by_kind_.find({peer->id, kind});
    if (peer->id == gpu.id || rows == by_kind_.end()) continue;
    if (const Number away = distance(gpu, *peer); away && *away <= furthest)
      like.emplace_back(*away, &rows->second);
  }
  if (like.size() < least) return {};
  std::ranges::stable_sort(like, {}, [](const auto& one) { return one.first; });
  like.resize(std::min(like.size(), nearest));
  std::vector<double> usual;
  for (const auto& [away, rows] : like) usual.push_back(median_usd(*rows));
  return median(std::move(usual));
}

std::optional<Expected> PriceBook::of_like_cards(const Observation& row, const Gpu& gpu) const {
  constexpr double factor = 5;
  const auto [found, fresh] = usual_of_like_.try_emplace({row.card, row.kind});
  if (fresh) found->second = usual_of_like_cards(gpu, row.kind);
  return found->second ? std::optional(within(*found->second, factor)) : std::nullopt;
}

Number PriceBook::level(const Observation& row) const {
  const double usual = others_.at(&row).usual;
  return usual > 0 && row.usd > 0 ? Number(std::log(row.usd / usual)) : std::nullopt;
}

std::optional<Expected> PriceBook::of_seller(const Observation& row) const {
  constexpr std::size_t least = 3;  // of other cards
  constexpr double slack = 2.6;
  const auto found = levels_.find({row.source, seller_of(row), row.kind});
  const Number own = level(row);
  if (found == levels_.end() || !own || found->second.cards.size() <= least) return {};
  const auto [low, high] = found->second.ends.without(*own);
  const double usual = row.usd / std::exp(*own);
  return Expected{usual, usual * std::exp(low) / slack, usual * std::exp(high) * slack};
}

std::optional<Expected> PriceBook::of_words(const Observation& row) const {
  constexpr std::size_t least = 3;
  constexpr double slack = 1.15, most_apart = 1.5;
  if (const auto range = stated_range(row.what))
    return Expected{(range->first + range->second) / 2, range->first, range->second};
  const auto amount = stated_amount(row.what);
  if (!amount) return {};
  const auto rates = rates_.find(amount->currency);
  if (rates == rates_.end() || rates->second.others() < least) return {};
  const auto [low, high] = rates->second.without(row.usd / amount->value);
  if (high > low * most_apart) return {};  // no currency, but three letters
  return Expected{amount->value * (low + high) / 2, amount->value * low / slack,
                  amount->value * high * slack};
}

bool PriceBook::is_unlike_source(const Observation& row) const {
  constexpr std::size_t enough_words = 2, enough_basis = 5, enough_rents = 4;
  for (const auto& [word, kind] : words_of_kinds)
    if (holds(row.what, word)) return row.kind != kind;
  if (is_rent(row.kind) && !row.what.empty() &&
      is_alone(by_seller_.at(seller_of(row)), row.kind, enough_rents))
    return true;
  return (!row.what.empty() &&
          is_alone(by_words_.at({row.source, row.what}), row.kind, enough_words)) ||
         is_alone(by_basis_.at({row.source, row.basis}), row.kind, enough_basis);
}

std::optional<std::pair<int, int>> PriceBook::far_days(const Observation& row) const {
  constexpr std::size_t least = 3;
  constexpr int far = 200;
  const auto days = days_.find(row.source);
  if (row.kind == launch_kind || days == days_.end() || days->second.others() < least) return {};
  const int day = day_number(day_of(row));
  const auto [first, last] = days->second.without(day);
  if (day >= first - far && day <= last + far) return {};
  return std::pair(static_cast<int>(first), static_cast<int>(last));
}

}  // namespace gpupick
