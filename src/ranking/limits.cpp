#include "ranking/limits.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "cards/feature.hpp"

namespace gpupick {
namespace {

using Words = std::vector<std::string_view>;

// Returns the figure that the row checks. The look-up runs once, since a ranking needs the figure
// for every card.
const Figure& figure_of(const LimitRow& row) {
  static const auto found = [] {
    std::array<const Figure*, std::size(limit_rows)> out{};
    std::ranges::transform(limit_rows, out.begin(), find_figure, &LimitRow::figure);
    return out;
  }();
  return *found[static_cast<std::size_t>(&row - limit_rows)];
}

// Returns whether the figure is above zero or true, or nothing if it is unknown.
std::optional<bool> has(const Gpu& gpu, const Figure& figure) {
  if (const Number number = number_of(gpu, figure)) return *number > 0;
  return value_as<bool>(gpu, figure);
}

// The cards to check, with their figures as a group.
struct Candidate {
  Candidate(const CardGroup& cards, const PartnerBoard* board, const std::optional<Price>& cost,
            const UsualBuild& usual_build)
      : gpu(*cards.gpu), price(cost), usual(usual_build) {
    if (cards.count > 1 || board) built = combined(built_as(gpu, board), cards.count);
  }

  // Returns the cards as one board.
  const Gpu& all() const { return built ? *built : gpu; }

  const Gpu& gpu;
  std::optional<Gpu> built;  // the cards as one board, if it is not the maker's own
  const std::optional<Price>& price;
  const UsualBuild& usual;  // used for what the maker does not publish

  // Returns the amount that the row limits, or nothing if it is unknown.
  Number amount(const LimitRow& row) const {
    Number board = number_of(all(), figure_of(row));
    if (!board && row.figure == "psu_w") board = usual.supply_w;
    return row.kind == LimitKind::at_least ? per_device(gpu, board) : board;
  }
  // Returns the word or version that the row limits, or nothing if it is unknown.
  Text word(const LimitRow& row) const { return value_as<std::string_view>(gpu, figure_of(row)); }
  Day date(const LimitRow& row) const { return value_as<Date>(gpu, figure_of(row)); }
};

// Returns the limit's value, widened as little as possible, so that this reason no longer applies.
// Returns nothing if no value is known to do that.
std::optional<LimitValue> admitting(const Reason& reason) {
  return ask<std::optional<LimitValue>>(
      reason, [](const auto& one) -> decltype(one.admitting()) { return one.admitting(); });
}

Change to_change(std::string_view flag, const LimitValue& value) {
  if (const auto* words = std::get_if<Words>(&value)) {
    Change change;
    for (const std::string_view word : *words) change.push_back({flag, word});
    return change;
  }
  if (const auto* amount = std::get_if<double>(&value)) return {{flag, *amount}};
  if (const auto* version = std::get_if<std::string_view>(&value)) return {{flag, *version}};
  if (std::holds_alternative<bool>(value)) return {{flag, {}}};
  return {{flag, std::get<Date>(value)}};
}

std::optional<Reason> fail_amount(const LimitRow& row, double wanted, const Candidate& card) {
  const Number found = card.amount(row);
  if (!found) return NotKnown{};
  const double over = row.kind == LimitKind::at_least ? wanted - *found : *found - wanted;
  if (over <= 0) return {};
  const bool estimated = !is_known(card.all(), figure_of(row));
  if (estimated && over <= card.usual.supply_error_w) return NotKnown{.estimated = found};
  return OutOfRange{*found, wanted, estimated};
}

std::optional<Reason> fail_budget(double wanted, const Candidate& card) {
  if (!card.price) return NotKnown{};
  const double over = card.price->usd - wanted;
  if (over <= 0) return {};
  return OverBudget{*card.price, over};
}

std::optional<Reason> fail_word(const LimitRow& row, const Words& wanted, const Candidate& card) {
  const Text word = card.word(row);
  if (!word) return NotKnown{};
  if (contains(wanted, *word)) return {};
  return OtherWord{*word, wanted};
}

std::optional<Reason> fail_version(const LimitRow& row, std::string_view wanted,
                                   const Candidate& card) {
  const Text version = card.word(row);
  if (!version) return NotKnown{};
  if (compare_versions(*version, wanted).value_or(-1) >= 0) return {};
  return OlderVersion{*version, wanted};
}

std::optional<Reason> fail_date(const LimitRow& row, const Date& after, const Candidate& card) {
  const auto date = card.date(row);
  if (!date) return NotKnown{};
  if (last_day(*date) > last_day(after)) return {};
  return LaunchedEarlier{*date};
}

// Returns whether the card is low, or does without power plugs; nothing if it is unknown.
std::optional<bool> is_built(const LimitRow& row, const Candidate& card) {
  const FieldValue value = value_of(card.all(), figure_of(row));
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* plugs = std::get_if<Texts>(&value)) return plugs->empty();
  if (row.figure == "power_connectors" && card.gpu.tdp_w > card.usual.slot_w) return false;
  return {};
}

std::optional<Reason> fail_build(const LimitRow& row, const Candidate& card) {
  const std::optional<bool> built = is_built(row, card);
  if (!built) return NotKnown{};
  if (*built) return {};
  return OtherBuild{};
}

// Returns why the card fails the limit, or nothing if it meets it. `check_features` checks
// features, since a card can lack several.
std::optional<Reason> failure(const LimitRow& row, const LimitValue& value, const Candidate& card) {
  switch (row.kind) {
    case LimitKind::only:
      if (contains(std::get<Words>(value), card.gpu.id)) return {};
      return NotListed{};
    case LimitKind::exclude:
      if (!contains(std::get<Words>(value), card.gpu.id)) return {};
      return Listed{};
    case LimitKind::at_least:
    case LimitKind::at_most:
      return fail_amount(row, std::get<double>(value), card);
    case LimitKind::built:
      return fail_build(row, card);
    case LimitKind::price:
      return fail_budget(std::get<double>(value), card);
    case LimitKind::one_of:
      return fail_word(row, std::get<Words>(value), card);
    case LimitKind::newer:
      return fail_version(row, std::get<std::string_view>(value), card);
    case LimitKind::after:
      return fail_date(row, std::get<Date>(value), card);
    default:
      return {};
  }
}

// Returns the number of limited sizes that are unknown, and the sum of the excesses over the other
// limits, each as a share of its limit. A board of the wrong height counts as 1.
std::pair<int, double> excess(const Limits& limits, const CardGroup& cards,
                              const PartnerBoard* board) {
  std::pair<int, double> out;
  for (const auto& [limit, value] : limits) {
    const LimitRow& row = row_of(limit);
    if (!is_of_size(row)) continue;
    const auto failed = failure(row, value, {cards, board, {}, {}});
    if (!failed) continue;
    const auto* over = std::get_if<OutOfRange>(&*failed);
    if (std::holds_alternative<NotKnown>(*failed))
      ++out.first;
    else
      out.second += over ? over->found / over->wanted - 1 : 1;
  }
  return out;
}

}  // namespace

const PartnerBoard* board_within(const Limits& limits, const CardGroup& cards) {
  const auto asks_size = [](const auto& entry) { return is_of_size(row_of(entry.first)); };
  if (std::ranges::none_of(limits, asks_size)) return nullptr;
  const PartnerBoard* closest = nullptr;
  std::pair<int, double> least = excess(limits, cards, nullptr);
  for (const PartnerBoard& board : cards.gpu->partner_boards)
    if (const auto over = excess(limits, cards, &board); over < least)
      closest = &board, least = over;
  return closest;
}

Change change_for(const Exclusion& failed) {
  if (const auto wider = admitting(failed.reason))
    return to_change(row_of(failed.limit).flag, *wider);
  if (!failed.change.empty()) return failed.change;
  return ask<Change>(failed.reason,
                     [](const auto& one) -> decltype(one.remedy()) { return one.remedy(); });
}

std::vector<Exclusion> check_features(Limit limit, const Words& features, const Gpu& gpu) {
  std::vector<Exclusion> failed;
  for (const std::string_view word : features) {
    const std::optional<bool> there = has(gpu, *find_figure(find_feature(word)->key));
    if (!there.value_or(false)) failed.push_back({limit, Lacks{find_feature(word)->word, !there}});
  }
  return failed;
}

std::vector<Exclusion> check(const Limits& limits, const CardGroup& cards,
                             const std::optional<Price>& price, const UsualBuild& usual) {
  std::vector<Exclusion> failed;
  const Candidate card(cards, board_within(limits, cards), price, usual);
  bool is_computer = false;
  for (const auto& [limit, value] : limits) {
    const LimitRow& row = row_of(limit);
    if (usual.whole && is_of_build(row) && row.figure != "psu_w") {
      is_computer = true;
    } else if (row.kind == LimitKind::all_of) {
      for (Exclusion& one : check_features(limit, std::get<Words>(value), card.gpu))
        failed.push_back(std::move(one));
    } else if (std::optional<Reason> one = failure(row, value, card)) {
      failed.push_back({limit, *std::move(one)});
      if (row.flag == "--budget" && failed.back().is_unknown())
        failed.back().change = {{"--price", OwnPrice{card.gpu.id}}};
    }
  }
  if (is_computer) failed.push_back({limit("computer"), ComesAsComputer{}});
  std::ranges::stable_sort(failed, {}, [](const Exclusion& one) { return row_of(one.limit).kind; });
  return failed;
}

}  // namespace gpupick
