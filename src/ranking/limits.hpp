// The hard limits of a buyer, which a card must meet before it is scored. One table holds every
// limit and every other cause that excludes a card. The flags, their help, the check, the texts of
// an answer and the suggested changes all use this table. A new limit on a figure needs only a row.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "estimate/card_group.hpp"
#include "ranking/exclusion.hpp"

namespace gpupick {

// The ways to check a limit, in the order in which failures are listed.
enum class LimitKind {
  only,      // the card must be one of those named
  exclude,   // the card must not be one of those named
  at_least,  // minimum of a figure of one device
  one_of,    // a word of the card must be among those given
  all_of,    // the card must have all features, see cards/feature.hpp
  newer,     // minimum version
  after,     // the date must be later
  at_most,   // maximum of a figure of the whole board
  built,     // the card must be built so; the flag takes no value
  price,     // maximum price, USD
  speed,     // minimum speed of the named job, checked with its estimate
  cause      // not a limit, but another cause that excludes a card
};

struct LimitRow {
  std::string_view flag;  // "--vram"; for a cause, its name
  LimitKind kind;
  std::string_view figure;      // key of the checked figure; "" if none
  std::string_view type, help;  // the flag's value and help text
  std::string_view label;       // the figure's name in a reason
  // How an answer repeats the limit. {} is its value, {1} the s of a plural.
  std::string_view described;
  // Labels for the cards that fail and for the cards whose figure is unknown. {} is the limit's
  // value, or the workload's id if it has none. "" means "outside --flag" and "with unknown LABEL".
  std::string_view failed = {}, unknown = {};
  // How a reason states the card's figure; {} is the amount.
  std::string_view has = {};

  // Returns the limit's name in JSON.
  constexpr std::string_view name() const { return flag.starts_with("--") ? flag.substr(2) : flag; }
};

// All limits and causes, in the order of the help and of an answer.
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
    {"--budget", LimitKind::price, "", "USD", "maximum price", "price", "at most {}", "over {}",
     "without a known price"},
    {"--max-hourly", LimitKind::price, "", "USD", "with --rent: maximum rent an hour", "rent",
     "at most {} an hour", "over {} an hour", "without a known rent"},
    {"--max-power", LimitKind::at_most, "tdp_w", "W", "maximum board power", "board power",
     "at most {} W", "over {} W", "with no published board power", "draws {} W"},
    {"--psu", LimitKind::at_most, "psu_w", "W", "rating of your PSU", "PSU", "a PSU of {} W",
     "needing a PSU of more than {} W", "with no published PSU recommendation",
     "needs a PSU of {} W"},
    {"--max-slots", LimitKind::at_most, "slots", "N", "free slots", "slots", "at most {0} slot{1}",
     "needing more than {0} slot{1}", "with no published number of slots (check with the maker)",
     "needs {} slots"},
    {"--max-length", LimitKind::at_most, "length_mm", "MM", "longest card that fits the case",
     "length", "at most {} mm", "longer than {} mm",
     "with no published length (check with the maker)", "is {} mm long"},
    {"--low-profile", LimitKind::built, "low_profile", "", "only cards of half height", "height",
     "low profile", "of full height", "with no published height (check with the maker)",
     "is of full height"},
    {"--no-plug", LimitKind::built, "power_connectors", "", "only cards that the slot powers",
     "power plugs", "without a power plug", "with a power plug",
     "not known to do without a power plug (check with the maker)", "has a power plug"},
    {"--min-speed",
     LimitKind::speed,
     "",
     "TOK_S",
     "minimum tokens a second of a chat (with --model)",
     "speed",
     "at least {} tokens/s",
     "under {} tokens/s",
     {},
     "writes {} tokens/s"},
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
    {"--min-compute-capability", LimitKind::newer, "compute_capability", "X.Y",
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
    {"modified", LimitKind::cause, "", "", "", "", "", "rebuilt by third parties"},
    {"system", LimitKind::cause, "", "", "", "", "", "running another system"},
    {"computer", LimitKind::cause, "", "", "", "", "", "that come as a computer"},
    {"boards", LimitKind::cause, "", "", "", "", "", "sold only in boards of several"},
    {"host", LimitKind::cause, "", "", "", "", "", "needing another computer"},
    {"programs", LimitKind::cause, "", "", "", "", "", "that run none of the programs"},
    {"fit", LimitKind::cause, "", "", "", "memory", "", "with too little memory",
     "with unknown memory"},
    {"requests", LimitKind::cause, "", "", "", "", "", "serving too few users"},
    {"speed", LimitKind::cause, "", "", "", "speed", "", "on which none of the work runs",
     "without a speed estimate"},
    {"price", LimitKind::cause, "", "", "", "price", "", "", "without a known price"},
    {"rent", LimitKind::cause, "", "", "", "rent", "", "", "without a known rent"},
    {"power", LimitKind::cause, "", "", "", "board power", "", "", "with no published board power"},
    {"gpus", LimitKind::cause, "", "", "", "", "", "that cannot share a job"},
    {"idle", LimitKind::cause, "", "", "", "", "", "of which some would stay idle"},
};

// True if the limit is on the size of the board, which differs between the partners of a maker.
constexpr bool is_of_size(const LimitRow& row) {
  return row.figure == "low_profile" || row.figure == "slots" || row.figure == "length_mm";
}

// True if the limit decides whether the cards fit the buyer's computer, so that a card whose figure
// is not published may fit it.
constexpr bool is_of_build(const LimitRow& row) {
  return is_of_size(row) || row.kind == LimitKind::built || row.figure == "psu_w";
}

// Returns the limit of this name. An unknown name does not compile.
consteval Limit limit(std::string_view name) {
  for (std::size_t i = 0; i < std::size(limit_rows); ++i)
    if (limit_rows[i].name() == name) return static_cast<Limit>(i);
  throw "no limit has this name";
}

constexpr const LimitRow& row_of(Limit limit) {
  return limit_rows[static_cast<std::size_t>(limit)];
}

// The limits that the buyer set.
using Limits = std::map<Limit, LimitValue>;

// Returns the partner's board that meets the limits on size, or exceeds them least. Nothing if the
// maker's own board does, or if there are no such limits.
const PartnerBoard* board_within(const Limits& limits, const CardGroup& cards);

// Returns every limit that the cards fail, ordered by kind. `price` is the price of all the cards,
// if known. `usual` is used for what the maker does not publish; the usual PSU counts as unknown if
// it is above the limit by no more than its error.
std::vector<Exclusion> check(const Limits& limits, const CardGroup& cards,
                             const std::optional<Price>& price, const UsualBuild& usual = {});

// Returns the smallest change that admits the card, or an empty change if none does.
Change change_for(const Exclusion& failed);

// Returns an exclusion for each feature that the card lacks or is not known to have.
std::vector<Exclusion> check_features(Limit limit, const std::vector<std::string_view>& features,
                                      const Gpu& gpu);

}  // namespace gpupick
