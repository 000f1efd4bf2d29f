// A comparison of cards: for each figure the values, their ratios to the first card's, and which is
// better. With a job, also whether it fits and how fast it runs. `diff A B` mirrors `diff B A`: the
// same rows, ratios inverted, better and worse swapped. For several cards of one kind, memory,
// power, slots, supply, price and the results of a job are those of all cards; other figures are
// those of one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ranking/verdict.hpp"

namespace gpupick {

enum class Standing { none, same, better, worse };  // compared with the first card

struct Cell {
  std::string text = {};              // "" if unknown
  std::optional<double> number = {};  // nothing if it is unknown or not a number
  // To the first card's; nothing for it and unless both are positive.
  std::optional<double> ratio = {};
  Standing standing = Standing::none;
};

struct ComparisonRow {
  std::string key;
  std::string label;
  std::string unit = {};
  bool differs = false;
  bool asked = false;            // part of the job: shown even if the cards do not differ
  std::vector<Cell> cells = {};  // one per card
};

struct Comparison {
  const Catalog* catalog = nullptr;   // source of the cards; never null
  const Workload* purpose = nullptr;  // of the query
  std::vector<CardGroup> cards;
  std::vector<Extras> extras;  // in the cost of each of the cards
  // The host in the cost of each of the cards, if the asked one does not take it; else null.
  std::vector<const HostKind*> other_hosts;
  std::string main_job;  // its name
  // The obstacle of each of the cards to the main job, besides memory; nothing for most.
  std::vector<std::optional<Note>> obstacles;
  std::vector<ComparisonRow> rows;  // price, job and outcomes, then the figures that any card has
  // The rows that decide most purchases: price, memory, speed of the main job, power, programs and
  // cost. Rows in which no card has a value are left out.
  std::vector<ComparisonRow> deciding;
  std::optional<Choice> choice;  // the card to buy among them, if all are ranked
  std::string workload;          // the id of the one with outcomes among the rows; "" without
  std::optional<Job> job;        // of the query
  bool runs = true;              // the job, if any, runs on some of the cards
  Currency currency;             // of the texts; numbers, units and labels have USD
  Date day;                      // of the prices
  std::string region;            // whose prices are preferred
};

// `query` gives the day, the prices, the job and the workload. If `with_outcomes`, the rows include
// the workload's outcomes.
Comparison compare(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
                   bool with_outcomes);

}  // namespace gpupick
