// Cards side by side: for each figure the values, their ratio to the first card's, and which is
// better. With a job also whether it fits and how fast it runs. `diff A B` mirrors `diff B A`: the
// same rows, ratios inverted, better and worse swapped. Of several cards of a kind memory, power,
// slots, supply, price and what they make of a job are those of all, other figures of one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

enum class Standing { none, same, better, worse };  // against the first card

struct Cell {
  std::string text;              // as printed, "-" where unknown
  std::optional<double> number;  // where the figure is a number
  std::optional<double> ratio;   // to the first card's; nothing for the first and where either is 0
  Standing standing = Standing::none;
};

struct ComparisonRow {
  std::string key;
  std::string label;
  std::string unit;
  bool differs = false;
  bool asked = false;       // of the job: shown even where it does not differ
  std::vector<Cell> cells;  // one per card
};

struct Comparison {
  std::vector<CardGroup> cards;
  std::vector<ComparisonRow>
      rows;  // what decides first: price, job, outcomes; then the figures that any card has
  std::string workload;    // whose outcomes are among the rows; "" for none
  std::optional<Job> job;  // the query's
  // Key of the row that tells most, and what it counts: with a job its speed.
  std::string main = "bandwidth_gb_s", main_unit = "bandwidth";
};

// `query` gives the day, the prices, the job and the workload, whose outcomes are added if
// `with_outcomes`.
Comparison compare(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
                   bool with_outcomes);

}  // namespace gpupick
