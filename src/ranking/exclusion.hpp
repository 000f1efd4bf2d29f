// Why a card is excluded: numbers, words of the data and references. The renderers make sentences
// of them. Views and pointers refer to the data, the query or constant tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cards/gpu.hpp"
#include "estimate/change.hpp"
#include "estimate/missing.hpp"
#include "prices/price.hpp"
#include "ranking/support.hpp"

namespace gpupick {

// A row of the table in advice/limits.hpp, by index.
enum class Limit : std::uint8_t {};

struct NotListed {};    // `--only` does not name the card
struct Listed {};       // `--exclude` names the card
struct NotKnown {};     // the figure in the limit's label is unknown
struct NotJoinable {};  // several such cards cannot work together

// The limit's figure is on the wrong side of the limit.
struct OutOfRange {
  double found = 0, wanted = 0;
  bool estimated = false;  // `found` is not a figure of the maker
};

struct OverBudget {
  Price price;
  double usd = 0;  // above the budget
};

struct OtherWord {
  std::string_view found;
  std::vector<std::string_view> wanted;
};

// The card lacks the feature, or may lack it if `unknown`.
struct Lacks {
  std::string_view feature;
  bool unknown = false;
  std::string_view workload = {};  // that needs the feature; "" if the buyer does
};

struct OlderVersion {
  std::string_view found, wanted;
};

struct LaunchedEarlier {
  Date date;
};

// The host does not take cards of this cooling or form factor.
struct Refused {
  const Figure* figure = nullptr;
  std::string_view word;
  std::string_view host;  // "a desktop PC"
};

// There are more cards than the host holds.
struct TooMany {
  double cards = 0;
  std::string_view host;
};

// The card is sold only in this market.
struct SoldElsewhere {
  std::string_view market;
};

// The card is sold only in boards of this many.
struct SoldInBoards {
  double cards = 0;
};

// The card runs none of the workload's programs, of which there are `programs`.
struct RunsNoProgram {
  std::size_t programs = 0;
};

struct Unsupported {
  WorkloadSupport support;
};

// The card runs none of the workload's jobs.
struct RunsNothing {};

// The job needs more memory than the cards have.
struct TooLarge {
  std::string work;  // the name of the model or network
  double needed_gib = 0, usable_gib = 0, cards = 1;
};

// The part of the job in host memory is larger than the host's memory.
struct ShortOfRam {
  std::string work;
  double needed_gib = 0, ram_gib = 0;
};

// Fewer requests fit at once than a service needs.
struct TooFew {
  double batch = 0, least = 0;
};

// The job cannot be estimated on the card.
struct NotEstimated {
  std::string work;  // the model, network or job of the mix; "" if only the speed is missing
  Missing missing;
};

using Reason = std::variant<NotListed, Listed, NotKnown, NotJoinable, OutOfRange, OverBudget,
                            OtherWord, Lacks, OlderVersion, LaunchedEarlier, Refused, TooMany,
                            SoldElsewhere, SoldInBoards, RunsNoProgram, Unsupported, RunsNothing,
                            TooLarge, ShortOfRam, TooFew, NotEstimated>;

struct Exclusion {
  Limit limit;
  Reason reason;
  Change change = {};  // admits the card; empty if the reason implies it or no change does

  // True if the limit needs a figure that is unknown.
  bool is_unknown() const;
  // Returns how far the figure exceeds the limit, in its unit; nothing if the reason has no figure.
  std::optional<double> margin() const;
};

}  // namespace gpupick
