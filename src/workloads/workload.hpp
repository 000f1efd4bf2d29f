// A kind of work that a card is bought for: the jobs that it consists of, what each counts, and
// what else it asks of a card (docs/models.md#profiles). Profiles are data.
#pragma once

#include <array>
#include <string_view>

#include "software/software.hpp"

namespace gpupick {

// What is scored, in the order in which it is printed.
enum class Outcome { speed, cost, electricity };
inline constexpr std::array outcomes = {Outcome::speed, Outcome::cost, Outcome::electricity};

// "speed", "cost", "electricity".
std::string_view name_of(Outcome outcome);

// One value per outcome.
using OutcomeValues = std::array<double, outcomes.size()>;
inline std::size_t index(Outcome outcome) { return static_cast<std::size_t>(outcome); }

// What people do about a job that does not fit the card.
struct Fallback {
  static constexpr std::string_view noun = "a step", type_name = "Fallback";
  static std::span<const Field<Fallback>> fields();

  std::string_view label;      // "3 bit"
  Text quant;                  // weights in this format
  bool one_component = false;  // of an image network only the component at work is on the card
  Number resolution;           // pixels a side of an image, or the height of a video
  Number batch;                // no more at once
  Text optimizer;              // of training
  bool host_memory = false;    // layers or experts that do not fit stay in host memory
  double keeps = 1;            // share of the points that is left with poorer answers
};

// Steps, tried in turn.
struct Ladder {
  static constexpr std::string_view list = "ladders", noun = "the ladder", type_name = "Ladder";
  static std::span<const Field<Ladder>> fields();

  std::string_view id;
  std::span<const Fallback> steps;
  std::string_view source;
};

// One of the jobs of a kind of work. What is absent is as usual for the task.
struct MixJob {
  static constexpr std::string_view noun = "a job", type_name = "MixJob";
  static std::span<const Field<MixJob>> fields();

  std::string_view label;  // "8B chat"
  double weight = 1;       // relative to the others
  Text task, model, network, quant;
  Number context, prompt, generate, batch;
  Text ladder;
  // Instead of a task: a rate of the card's data sheet, another where the card has none, and the
  // rate that is as good as none.
  Text figure, else_figure;
  Number floor;
  std::string_view why;  // it stands in the mix
  // The first day on which people ran the job, and the first on which another had taken its place.
  Day since, until;
  Text source;  // of the days

  bool is_run_on(Date day) const;
};

struct SoftwareNeed {
  static constexpr std::string_view noun = "a software need", type_name = "SoftwareNeed";
  static std::span<const Field<SoftwareNeed>> fields();

  std::string_view name;  // of the support rules; "stack" means the card's own toolkit (cuda, ...)
  std::string_view at_least;  // "legacy" or "current"

  Support least() const { return at_least == "legacy" ? Support::legacy : Support::current; }
};

// A program that people use for the work.
struct ToolUse {
  static constexpr std::string_view noun = "a tool", type_name = "ToolUse";
  static std::span<const Field<ToolUse>> fields();

  std::string_view tool;
  double weight = 1;  // relative to the others
};

struct Workload {
  static constexpr std::string_view list = "workloads", noun = "the workload",
                                    type_name = "Workload";
  static std::span<const Field<Workload>> fields();

  std::string_view id;
  std::string_view name;
  std::string_view summary;
  Texts needs;              // words of feature.hpp
  std::string_view host;    // what the cards are put into where nobody says
  std::string_view prefer;  // where nobody says
  Number hours_per_day;     // of use where nobody says; absent: as in ScoreScale
  std::span<const SoftwareNeed> software;
  std::span<const ToolUse> tools;
  std::span<const MixJob> jobs;
  std::string_view source;  // of the mix
};

// The preferences that one may name.
inline constexpr std::array<std::string_view, 5> preferences = {"balanced", "speed", "value",
                                                                "cheapest", "efficiency"};

// How much each outcome counts, relative to the others.
struct Preference {
  static constexpr std::string_view list = "preferences", noun = "the preference",
                                    type_name = "Preference";
  static std::span<const Field<Preference>> fields();

  std::string_view id;
  double speed = 0, cost = 0, electricity = 0;
  // Whether a stated budget sets the worth of money: saving a tenth of it is worth the same at any
  // budget. Otherwise saving a per cent of the cost is worth the same at any cost.
  Flag by_budget;
  std::string_view source;

  // With a sum of 1.
  OutcomeValues shares() const;
};

// What the score counts from, and how the cards are used where nobody says.
struct ScoreScale {
  static constexpr std::string_view list = "score", noun = "the scale of the score",
                                    type_name = "ScoreScale";
  static std::span<const Field<ScoreScale>> fields();

  std::string_view id;
  double decades = 0;  // from no points to all
  // A cheaper card costs at most this share of the price of the card to buy, and runs at least this
  // share of its work as asked.
  double cheaper = 0;
  double step_up_speed = 0;  // times the speed of the card to buy, at least, of a step up
  double told_apart = 0;     // share of draws in which one of two cards leads, at least
  double clear = 0;          // share of draws in which the card to buy leads, at least
  double tool_days = 0;      // after its last release a tool has no weight
  double years = 0, hours_per_day = 0, kwh_usd = 0;
  double utilization = 1;  // share of those hours under full load
  double pue = 1;          // what the meter sees for each watt of the cards
  double idle_share = 0;   // of their power, that idle cards draw
  bool always_on = false;  // they idle for the rest of the day
  double ram_gib = 0;      // of the computer
  std::string_view source;
};

// The power supply that makers recommend for a board, by its power.
struct SupplyRule {
  static constexpr std::string_view list = "supplies", noun = "the supply rule",
                                    type_name = "SupplyRule";
  static std::span<const Field<SupplyRule>> fields();

  std::string_view id;
  double computer_w = 0;   // of a computer without the board
  double board_share = 0;  // watts of the supply for each of the board
  double cards = 0;        // behind it
  std::string_view source;
};

// A computer around the cards: what it takes, and what it costs.
struct HostKind {
  static constexpr std::string_view list = "hosts", noun = "the host", type_name = "HostKind";
  static std::span<const Field<HostKind>> fields();

  std::string_view id;
  std::string_view name;  // "a desktop PC"
  double cards = 1;       // at most
  Texts refuses;          // kinds of cooling and form factors
  double usd = 0;         // of the whole without cards, shared by as many as it holds
  Number psu_w, ram_gib;  // that come with it; absent: enough
  double psu_usd_per_w = 0, ram_usd_per_gib = 0;  // of more
  bool owned = false;                             // a buyer has one
  bool cheapest = false;  // stands for that of the others which takes the cards for least money
  double module_usd = 0;  // of a system for modules without them, for each
  std::string_view source;
  Texts more_sources;
};

}  // namespace gpupick
