// The hard limits of a buyer: what a card must meet before it is scored at all. One table holds
// every limit, and every other cause that leaves a card out; it feeds the flags, their help, the
// check, the words of an answer and what would admit a card. A limit on a figure is a row and
// nothing else.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "base/date.hpp"
#include "estimate/card_group.hpp"
#include "ranking/exclusion.hpp"

namespace gpupick {

// How a card is held to a limit, in the order in which its failures are listed.
enum class LimitKind {
  only,      // one of the cards named
  exclude,   // none of the cards named
  at_least,  // a figure of one device
  one_of,    // a word of the card among those given
  all_of,    // features, see catalog/feature.hpp
  version,   // a version, at least
  after,     // a date, later
  at_most,   // a figure of the whole board
  price,     // at most, USD
  cause      // no limit: why a card is left out all the same
};

struct LimitRow {
  std::string_view flag;  // "--vram"; of a cause its name
  LimitKind kind;
  std::string_view figure;  // the key of the figure that is held to it; "" for cards, needs, price
  std::string_view type, help;  // of the flag
  std::string_view label;       // what a reason calls the figure
  // How an answer repeats the limit; {} stands for its value, {1} for the s of a plural.
  std::string_view described;
  // What cards that fail have in common, or that it is not known of; {} stands for the limit's
  // value or else the workload's id. "" for "outside --flag" and "whose name is not known".
  std::string_view failed = {}, unknown = {};
  // What the card does that the limit does not allow; {} stands for the amount.
  std::string_view has = {};

  // The limit's name in JSON.
  constexpr std::string_view name() const { return flag.starts_with("--") ? flag.substr(2) : flag; }
};

// In the order of the help and of what an answer repeats.
inline constexpr LimitRow limit_rows[] = {
    {"--vram",
     LimitKind::at_least,
     "memory_gib",
     "GIB",
     "minimum memory of one GPU; 24GB counts as 24 GiB",
     "memory",
     "at least {} GiB",
     "under {} GiB",
     {},
     "has {} GiB of memory"},
    {"--budget", LimitKind::price, "", "USD", "maximum price", "price", "at most {} USD",
     "over {} USD", "without a known price"},
    {"--max-hourly", LimitKind::price, "", "USD", "with --rent: maximum rent an hour", "rent",
     "at most {} USD an hour", "over {} USD an hour", "without a known rent"},
    {"--max-power", LimitKind::at_most, "tdp_w", "W", "maximum board power", "board power",
     "at most {} W", "over {} W", "with no published board power", "draws {} W"},
    {"--psu", LimitKind::at_most, "psu_w", "W", "rating of your power supply", "supply",
     "a supply of {} W", "needing more than a {} W supply",
     "with no published supply recommendation", "needs a supply of {} W"},
    {"--max-slots", LimitKind::at_most, "slots", "N", "free slots", "slots", "at most {0} slot{1}",
     "needing more than {0} slot{1}", "with no published number of slots (check with the maker)",
     "needs {} slots"},
    {"--max-length", LimitKind::at_most, "length_mm", "MM", "longest card that fits the case",
     "length", "at most {} mm", "longer than {} mm",
     "with no published length (check with the maker)", "is {} mm long"},
    {"--vendor", LimitKind::one_of, "vendor", "WORD,...", "makers", "vendor", "vendor {}"},
    {"--stack", LimitKind::one_of, "stack", "WORD,...", "software stacks", "software stack",
     "stack {}"},
    {"--segment", LimitKind::one_of, "segment", "WORD,...", "market segments", "segment",
     "segment {}"},
    {"--form-factor", LimitKind::one_of, "form_factor", "WORD,...", "form factors", "form factor",
     "form factor {}"},
    {"--cooling", LimitKind::one_of, "cooling", "WORD,...", "cooling", "cooling", "cooling {}"},
    {"--needs", LimitKind::all_of, "", "WORD,...", "features that the card must have", "",
     "with {}", "without {}", "not known to have {}"},
    {"--min-compute-capability", LimitKind::version, "compute_capability", "X.Y",
     "minimum NVIDIA compute capability", "compute capability", "compute capability {} or more"},
    {"--released-after", LimitKind::after, "launch_date", "DATE", "launched after this day",
     "launch date", "launched after {}"},
    {"--only", LimitKind::only, "", "CARD,...", "only these cards", "", "only {}"},
    {"--exclude", LimitKind::exclude, "", "CARD,...", "leave out these cards", "", "without {}"},
    {"workload", LimitKind::cause, "", "", "", "", "", "without a feature that {} needs",
     "for which a feature that {} needs is unknown"},
    {"support", LimitKind::cause, "", "", "", "", "", "without current software support",
     "with unknown software support"},
    {"market", LimitKind::cause, "", "", "", "", "", "sold only in another market"},
    {"boards", LimitKind::cause, "", "", "", "", "", "sold only in boards of several"},
    {"host", LimitKind::cause, "", "", "", "", "", "needing another host"},
    {"programs", LimitKind::cause, "", "", "", "", "", "that run none of the programs"},
    {"fit", LimitKind::cause, "", "", "", "memory", "", "with too little memory",
     "with unknown memory"},
    {"requests", LimitKind::cause, "", "", "", "", "", "serving too few requests at once"},
    {"speed", LimitKind::cause, "", "", "", "speed", "", "on which none of the work runs",
     "without a speed estimate"},
    {"price", LimitKind::cause, "", "", "", "price", "", "", "without a known price"},
    {"rent", LimitKind::cause, "", "", "", "rent", "", "", "without a known rent"},
    {"power", LimitKind::cause, "", "", "", "board power", "", "", "with no published board power"},
    {"gpus", LimitKind::cause, "", "", "", "", "", "that cannot share a job"},
};

// The limit of this name; a name that no row has does not compile.
consteval Limit limit(std::string_view name) {
  for (std::size_t i = 0; i < std::size(limit_rows); ++i)
    if (limit_rows[i].name() == name) return static_cast<Limit>(i);
  throw "no limit has this name";
}

constexpr const LimitRow& row_of(Limit limit) {
  return limit_rows[static_cast<std::size_t>(limit)];
}

// An amount in the figure's unit, words, a version or a day, as the kind has it. The words are
// those of the data or of literals.
using LimitValue = std::variant<double, std::vector<std::string_view>, std::string_view, Date>;

// Those that were given.
using Limits = std::map<Limit, LimitValue>;

// Every limit that the cards fail, by kind. `price` is what they cost, where that is known;
// `usual_supply_w` stands in for a recommendation of their maker.
std::vector<Exclusion> check(const Limits& limits, const CardGroup& cards,
                             const std::optional<Price>& price, Number usual_supply_w = {});

// The smallest change that admits what failed; empty where none does.
Change change_for(const Exclusion& failed);

// The limits widened as little as admits the cards, as far as they can be.
Limits widened(Limits limits, const CardGroup& cards, const std::optional<Price>& price,
               Number usual_supply_w = {});

// Whether the card has each of the features, one exclusion for each that it lacks.
std::vector<Exclusion> check_features(Limit limit, const std::vector<std::string_view>& features,
                                      const Gpu& gpu);

}  // namespace gpupick
