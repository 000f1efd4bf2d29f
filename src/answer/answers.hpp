// The answers as documents: each function says once what a question's answer is, for people and for
// programs. The arguments must outlive the answer, which refers to them.
#pragma once

#include <cstdint>
#include <optional>

#include "answer/answer.hpp"
#include "catalog/changes.hpp"
#include "catalog/coverage.hpp"
#include "estimate/estimate.hpp"
#include "ranking/compare.hpp"
#include "ranking/cost.hpp"
#include "ranking/expense.hpp"
#include "ranking/model_fit.hpp"
#include "ranking/prices.hpp"
#include "ranking/why.hpp"

namespace gpupick {

struct RankingView {
  // Cards to show; unset: 5 in text and Markdown, 10 on a page, else all.
  std::optional<std::size_t> top;
  bool brief = false;          // one line that names the card to buy
  bool details = false;        // remarks on each card, and all reasons why cards are left out
  bool left_out = false;       // the cards that are left out, each with its reason
  bool no_excluded = false;    // the data has none of them
  bool explain = false;        // the points of each card
  bool frontier = false;       // the cards that no other beats on speed and cost
  std::uint32_t seed = 1;      // of the draws behind the verdict's certainty
  std::optional<Costs> costs;  // owning and renting the first cards; unset: not shown
};

Answer answer(const Ranking& ranking, const RankingView& view);
Answer answer(const Why& why, const Ranking& ranking);

// Shows the costs of a month; the parts and the assumptions if `details`.
Answer answer(const Costs& costs, bool details);

// The figures of a card that matter most, or every one with its source if `all`.
Answer answer(const Catalog& catalog, const Gpu& gpu, const Query& query, bool all);

// Shows the rows that decide, or every row if `all`.
Answer answer(const Comparison& comparison, bool all);

struct EstimateView {
  WorkResult way;               // how the job runs if it does not fit
  HostMemory host;              // may hold what does not fit
  std::vector<Ranked> fitting;  // other cards that the job fits, the first to be named first
  bool explain = false;         // the formulas with their numbers, and all assumptions
};

Answer answer(const JobEstimate& estimate, const EstimateView& view);
// One row of many, and one that could not be read.
Data row_of_answers(const JobEstimate& estimate, const WorkResult& way);
Data row_of_errors(std::size_t line, const std::string& message);

// Cards with the requested columns: figure keys and "price_usd".
Answer answer(const std::vector<PricedCard>& cards, const std::vector<std::string>& columns,
              const Query& query, const ListView& view);

Answer answer(const ModelFits& fits, const ListView& view);

struct KnownModels {
  std::vector<const Model*> models;
  std::vector<const Network*> networks;
};
Answer answer(const KnownModels& known, const ListView& view);
// One of them: its size, formats and cache.
Answer answer(const Model& model, const Catalog& catalog);
Answer answer(const Network& network, const Catalog& catalog);

Answer answer(std::span<const Workload> workloads, Date day, const ListView& view);
Answer answer(const Workload& workload, Date day);

// Shows at most `top` observations behind each price; unset: 8.
Answer answer(const CardPrices& prices, const Currency& currency, std::optional<std::size_t> top);
Answer answer(const StalePrices& prices, const ListView& view);
Answer answer(const Movers& movers, const Currency& currency, const ListView& view);

// Prices of the user's own beside those of the market.
struct ComparedPrice {
  const Gpu* gpu;
  std::string_view kind;  // of price_kinds; "" for a price that holds for new and used cards
  std::size_t line;       // in the file
  double usd;
  std::optional<Price> market;  // of the same kind; nothing if it is not known
};
struct ComparedPrices {
  Date day;
  std::string region;
  std::vector<ComparedPrice> rows;  // in the order of the file
};
// Shows those first that are farthest from the market.
Answer answer(const ComparedPrices& prices, const Currency& currency, const ListView& view);

// The observations and their sources as a data file.
Data price_file(std::span<const Observation> prices, std::span<const Source> sources);
// Cards, or what changes in some, and their sources as a data file.
Data card_file(std::span<const Gpu> cards, std::span<const Source> sources);

// The result of `detect`: cards of the catalog, and names that it lacks, each with the reason.
struct DetectedCards {
  struct Unknown {
    std::string name, problem;
    Number memory_gib = {};  // if no card of the catalog is meant
    friend bool operator==(const Unknown&, const Unknown&) = default;
  };
  std::vector<const Gpu*> known = {};
  std::vector<Unknown> unknown = {};
  std::size_t computers = 1, repeats = 0;  // of a text: what it lists, and how often it does again
};
Answer answer(const DetectedCards& found);

// The findings of `validate` in `cards` cards and `prices` prices.
struct Findings {
  std::vector<Diagnostic> diagnostics;
  std::size_t cards = 0, prices = 0;
  std::vector<std::pair<std::string, std::size_t>> defaults;  // files of them, with their numbers
  bool only_defaults = false;                                 // no data was checked
};
Answer answer(const Findings& findings);
Answer answer(const Coverage& coverage);
Answer answer(const Changes& changes);

// The meaning of the words and signs of the other answers.
Answer words_answer();

// A word of the answers, or several between commas, and what it means. A single character is a mark
// behind a number; `(29-41)` stands for every range.
struct Explained {
  std::string_view word, meaning;
};
std::span<const Explained> glossary();

// The JSON Schema of a data file.
Data data_schema();

}  // namespace gpupick
