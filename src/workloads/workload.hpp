// A workload: the kind of work that a card is bought for. It has jobs with their weights, and
// further requirements on a card (docs/models.md#profiles). Workloads are data.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "schema/arena.hpp"
#include "software/software.hpp"

namespace gpupick {

// Outcomes that are scored, in the order in which they are printed.
enum class Outcome { speed, cost, electricity };
inline constexpr std::array outcomes = {Outcome::speed, Outcome::cost, Outcome::electricity};

std::string_view name_of(Outcome outcome);

using OutcomeValues = std::array<double, outcomes.size()>;
inline std::size_t index(Outcome outcome) { return static_cast<std::size_t>(outcome); }

// One way to make a job fit that does not fit the card.
struct Fallback : AnyRecord {
  static constexpr std::string_view noun = "a step";
  static std::span<const Field> fields();

  std::string_view label;  // "3 bit"
  Text quant;              // weight format
  // Pixels a side of an image, or the height of a video.
  Number resolution;
  Number batch;              // largest batch
  Text optimizer;            // optimizer for training
  bool host_memory = false;  // layers or experts that do not fit stay in host memory
  double keeps = 1;          // share of the speed that counts, because the answers are worse
};

struct Ladder : Sourced {
  static constexpr std::string_view list = "ladders", noun = "the ladder";
  static std::span<const Field> fields();

  std::span<const Fallback> steps;
};

// One job of a workload. Absent values are the task's defaults.
struct MixJob : AnyRecord {
  static constexpr std::string_view noun = "a job";
  static std::span<const Field> fields();

  std::string_view label;  // "8B chat"
  double weight = 1;       // relative to the others
  Text task, model, network, quant;
  Number context, prompt, generate, batch;
  Number each;  // tokens/s that each user of a service must get
  Text ladder;
  // A rate from the data sheet instead of a task: the figure, the figure to use if the card has
  // none, and the rate that scores zero.
  Text figure, else_figure;
  Number floor;
  std::string_view why;  // why the job is in the mix
  // The first day on which people ran the job, and the first day on which another had replaced it.
  Day since, until;
  Text source;  // source of the days
};

struct SoftwareNeed : AnyRecord {
  static constexpr std::string_view noun = "a software need";
  static std::span<const Field> fields();

  // Name in the support rules; "stack" means the card's own toolkit (cuda, ...).
  std::string_view name;
  std::string_view at_least;  // "legacy" or "current"

  Support least() const { return at_least == "legacy" ? Support::legacy : Support::current; }
};

// A program that people use for the workload.
struct ToolUse : AnyRecord {
  static constexpr std::string_view noun = "a tool";
  static std::span<const Field> fields();

  std::string_view tool;
  double weight = 1;  // relative to the others
};

struct Workload : Sourced {
  static constexpr std::string_view list = "workloads", noun = "the workload";
  static std::span<const Field> fields();

  Texts aliases;  // other words for the work, as people say them
  Texts parts;    // those of them that mean a part of it
  std::string_view name;
  std::string_view summary;
  Texts needs;              // words of feature.hpp
  std::string_view host;    // default computer
  std::string_view prefer;  // default preference
  Number hours_per_day;     // default hours of use; absent: as in ScoreScale
  std::span<const SoftwareNeed> software;
  std::span<const ToolUse> tools;
  std::span<const MixJob> jobs;
};

// Returns the jobs that people run on the day, with weights that add up to 1.
std::vector<MixJob> jobs_on(const Workload& workload, Date day);

// Returns the work of all of these as one workload: each has the same share of the jobs on the day,
// and of the programs. The computer, preference and hours are those of the first. Its lists stand
// in the arena.
Workload together(std::span<const Workload* const> workloads, Date day, Arena& arena);

// Preferences that a user can name.
inline constexpr std::array<std::string_view, 6> preferences = {
    "balanced", "speed", "value", "cheapest", "efficiency", "low-power"};

// The weight of each outcome, relative to the others.
struct Preference : Sourced {
  static constexpr std::string_view list = "preferences", noun = "the preference";
  static std::span<const Field> fields();

  double speed = 0, cost = 0, electricity = 0;
  // True if a stated budget sets the value of money: saving a tenth of the budget then counts the
  // same at any budget. If false, saving one per cent of the cost counts the same at any cost.
  Flag by_budget;

  // Returns the weights scaled to a sum of 1.
  OutcomeValues shares() const;
};

// The scale of the score, and the default use of the cards.
struct ScoreScale : Sourced {
  static constexpr std::string_view list = "score", noun = "the scale of the score";
  static std::span<const Field> fields();

  double decades = 0;  // decades from no points to all points
  // A cheaper card costs at most this share of the price of the card to buy, runs at least this
  // share of its work as asked, and has at least this share of its speed per dollar.
  double cheaper = 0;
  double step_up_speed = 0;  // minimum speed of a step up, as a multiple of the card to buy's
  double far = 0;  // a price or a speed, as a multiple, beyond which a card is no alternative
  // Share of its speed that counts for a job without room: if its components take turns on the
  // card, or if it and a monitor leave free less than `spare`, a share of the memory. Nothing is
  // left for adapters, larger pictures, longer texts or an error of the estimate.
  double without_room = 0, spare = 0;
  double as_good = 0;     // least speed of a card as good as another, as a share of that one's
  double as_fast = 0;     // a smaller difference in speed, as a share, counts as none
  double told_apart = 0;  // share of draws in which a card must lead another to count as better
  double clear = 0;       // share of draws in which the card to buy must lead to be a clear choice
  double tool_days = 0;   // days after its last release during which a tool counts
  double partial_tool = 0;  // weight of a program that answers with restrictions
  double years = 0, hours_per_day = 0, kwh_usd = 0;
  double utilization = 1;  // share of those hours under full load
  double pue = 1;          // watts at the meter for each watt of the cards
  double idle_share = 0;   // share of their power that idle cards draw
  bool always_on = false;  // cards idle for the rest of the day
  double ram_gib = 0;      // host memory
  double system_gib = 0;   // part of `ram_gib` that the system and other programs use
};

// The power supply that makers recommend for a board. The first rule that covers it counts.
struct SupplyRule : Sourced {
  static constexpr std::string_view list = "supplies", noun = "the PSU rule";
  static std::span<const Field> fields();

  Number most_w;           // board power that the rule covers; absent: any
  double computer_w = 0;   // watts of a computer without the board
  double board_share = 0;  // watts of the supply for each watt of the board
  double error_w = 0;      // root mean square of the distances from what makers recommend
  double cards = 0;        // number of cards in the fit
};

// A computer for the cards: what it holds, and what it costs.
struct HostKind : Sourced {
  static constexpr std::string_view list = "hosts", noun = "the host";
  static std::span<const Field> fields();

  std::string_view name;  // "a desktop PC"
  double cards = 1;       // most cards that it holds
  Texts refuses;          // kinds of cooling and form factors that do not fit
  double usd = 0;         // price without cards
  bool sized = false;     // sold in sizes: the price is in proportion to the number of cards
  Number psu_w, ram_gib;  // included; absent: enough
  double psu_usd = 0;     // price of the PSU that is included
  double psu_usd_per_w = 0, ram_usd_per_gib = 0;  // price of more
  bool owned = false;                             // buyers already have one
  Number monitor_gib;  // of a card's memory that the system takes for a monitor on the card
  Number case_slots;   // of a usual case; absent: it is built for the cards
  Number circuit_w;    // that the circuit of a home carries for hours; absent: enough
  // True if it means the cheapest of the other computers that fit the cards.
  bool cheapest = false;
  double module_usd = 0;  // price per module of a system for modules, without the modules
  Texts more_sources;
};

// A question that `gpupick generate site` answers, with the id of its page, as chat-600; a file of
// one's own adds more.
struct SiteQuestion : Identified {
  static constexpr std::string_view list = "questions", noun = "the question";
  static std::span<const Field> fields();

  double place = 0;        // in the index, from 1
  std::string_view group;  // the heading above it
  std::string_view title;
  Texts command;  // words of the command line: "recommend", "--budget", "600"
};

}  // namespace gpupick
