// Checks a group of cards before its price and its work are computed. Private to the ranking.
#pragma once

#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

class Admission {
 public:
  // The catalog and the query must outlive this object. If `whole`, every check runs; otherwise the
  // checks stop at the first that fails.
  Admission(const Catalog& catalog, const Query& query, bool whole);

  // Returns the reasons to exclude the cards, and how software supports them.
  Assessment of(CardGroup cards) const;

  // Returns how many cards to try. If the query includes modules sold by the board, that is one
  // whole board of such a module.
  CardCounts counts_of(const Gpu& gpu) const;

 private:
  // Each check appends its reasons to exclude the cards of `out`. This one checks the features that
  // the workload needs and the support by its software.
  void check_workload(const Gpu& gpu, Assessment& out) const;
  // Checks that the card is sold in the buyer's market.
  void check_market(const Gpu& gpu, Assessment& out) const;
  // Checks that the card's computer, if it is part of one, runs the buyer's operating system.
  void check_system(const Gpu& gpu, Assessment& out) const;
  // Checks that the card is not sold only in boards of several.
  void check_boards(const Gpu& gpu, Assessment& out) const;
  // Checks that the host takes the cards; if not, names the first host that does.
  void check_host(const Gpu& gpu, Assessment& out) const;

  const Catalog& catalog_;
  const Query& query_;
  Limits limits_;                        // all limits except the one on the price
  std::vector<std::string_view> needs_;  // features that the workload needs
  SoftwareNeeds software_;
  bool whole_;
  bool asks_build_ = false;  // a limit is on how the cards are built
};

}  // namespace gpupick
