// The cards that are left out, grouped by reason, each group with its nearest card.
#include <algorithm>
#include <cmath>

#include "answer/limits.hpp"
#include "answer/ranking.hpp"
#include "base/lists.hpp"

namespace gpupick {
namespace {

std::string example(const Exclusion& nearest, const Excluded& card, const Currency& currency) {
  const std::string name = short_name(card);
  const auto margin = nearest.margin();
  if (row_of(nearest.limit).kind == LimitKind::price && margin) {
    const bool hourly = nearest.limit == limit("max-hourly");
    const double over = currency.from_usd(*margin);
    return fmt::format(" (nearest: {}, {} {}{} over)", name,
                       rounded(hourly ? over : std::ceil(over)), currency.code,
                       hourly ? " an hour" : "");
  }
  if (nearest.limit == limit("min-speed"))
    return fmt::format(" (nearest: {}, {})", name,
                       rounded(std::get<OutOfRange>(nearest.reason).found));
  if (nearest.limit == limit("fit") && margin)
    return fmt::format(" (nearest: {}, {} GiB short)", name,
                       *margin < 0.01 ? "under 0.01" : rounded(*margin));
  const bool named = nearest.limit == limit("support") || nearest.limit == limit("market") ||
                     nearest.limit == limit("system") || nearest.limit == limit("host") ||
                     nearest.is_unknown();
  return named ? fmt::format(" (such as {})", name) : "";
}

// Among the cards without a price, the one that would be bought at the largest share of its launch
// price.
const Untrusted* nearest_to_win(const Ranking& ranking, const Verdict& verdict) {
  const Untrusted* best = nullptr;
  double most = 0;
  for (const Untrusted& card : verdict.unpriced) {
    const auto launch = launch_price(ranking.catalog->history_of(*card.gpu), ranking.query.day);
    const double share = launch ? card.wins_below_usd / (card.count * launch->usd) : 0;
    if (share > most) {
      most = share;
      best = &card;
    }
  }
  return best;
}

// "190 with unknown slots or length": cards without the figure that a limit of the buyer needs; ""
// if there are none.
std::string unknown_text(const Ranking& ranking) {
  std::size_t cards = 0;
  std::vector<std::string> labels;
  for (const Excluded& card : ranking.excluded) {
    const Exclusion& failed = card.failed.front();
    const LimitRow& row = row_of(failed.limit);
    if (!failed.is_unknown() || !is_of_build(row) || !ranking.query.limits.contains(failed.limit))
      continue;
    ++cards;
    add_once(labels, std::string(row.label));
  }
  return cards > 0 ? fmt::format("{} with unknown {}", cards, enumerate(labels)) : "";
}

}  // namespace

std::vector<std::string> left_out(const Ranking& ranking, const Verdict& verdict,
                                  bool with_examples) {
  struct Group {
    std::size_t count = 0;
    const Exclusion* nearest = nullptr;
    const Excluded* card = nullptr;
  };
  // Keyed by everything that the group's words depend on.
  std::vector<std::pair<std::pair<Limit, bool>, Group>> groups;
  for (const Excluded& card : ranking.excluded) {
    const Exclusion& failed = card.failed.front();
    const std::pair key(failed.limit, failed.is_unknown());
    auto group = std::ranges::find_if(groups, [&](const auto& g) { return g.first == key; });
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    ++group->second.count;
    const Exclusion* nearest = group->second.nearest;
    if (!nearest || failed.margin().value_or(0) < nearest->margin().value_or(0)) {
      group->second.nearest = &failed;
      group->second.card = &card;
    }
  }
  std::ranges::stable_sort(
      groups, [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::vector<std::string> words;
  if (!with_examples)
    if (std::string unknown = unknown_text(ranking); !unknown.empty())
      words.push_back(std::move(unknown));
  for (const auto& [key, group] : groups)
    words.push_back(fmt::format(
        "{} {}{}", group.count, group_text(*group.nearest, ranking.query),
        with_examples ? example(*group.nearest, *group.card, ranking.query.currency) : ""));
  if (!with_examples) return words;
  if (const Untrusted* card = nearest_to_win(ranking, verdict))
    words.push_back(fmt::format("{} would be the one to buy at up to {}", short_name(*card),
                                paid_text(ranking.query, card->wins_below_usd)));
  return words;
}

}  // namespace gpupick
