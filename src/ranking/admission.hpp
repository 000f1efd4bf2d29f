// What is in the way of a group of cards before its price and its work are looked at. Private to
// the ranking.
#pragma once

#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

class Admission {
 public:
  // The catalog and the query must outlive it. `whole`: every reason is told, not just the first.
  Admission(const Catalog& catalog, const Query& query, bool whole);

  // Returns the reasons against so many cards, and what software supports them.
  Assessment of(CardGroup cards) const;

  // Returns how many of the card are tried: of a module sold by the board, a whole board.
  CardCounts counts_of(const Gpu& gpu) const;

 private:
  // Each appends its reasons against the cards of `out`.
  // The features that the profile needs, and the support by its software.
  void check_profile(const Gpu& gpu, Assessment& out) const;
  // Whether it is sold in the buyer's market.
  void check_market(const Gpu& gpu, Assessment& out) const;
  // Whether it is sold singly.
  void check_boards(const Gpu& gpu, Assessment& out) const;
  // Whether the host takes so many such cards; if not, names the first that does.
  void check_host(const Gpu& gpu, Assessment& out) const;

  const Catalog& catalog_;
  const Query& query_;
  Limits limits_;                        // all but the one on the price
  std::vector<std::string_view> needs_;  // features that the work needs
  SoftwareNeeds software_;
  bool whole_;
};

}  // namespace gpupick
