// Why a card is left out, as numbers, words of the data and references; the renderers make
// sentences of them. Views and pointers are into the data, the query or constant tables.
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

// A row of the table in advice/limits.hpp.
enum class Limit : std::uint8_t {};

struct NotListed {};    // --only does not name the card
struct Listed {};       // --exclude names it
struct NotKnown {};     // what the limit's label says
struct NotJoinable {};  // with others of its kind

// The limit's figure lies on the wrong side of it.
struct OutOfRange {
  double found = 0, wanted = 0;
  bool estimated = false;  // what was found is no figure of the maker
};

struct OverBudget {
  Price price;
  double usd = 0;  // above the budget
};

struct OtherWord {
  std::string_view found;
  std::vector<std::string_view> wanted;
};

// Or not known to have it.
struct Lacks {
  std::string_view feature;
  bool unknown = false;
  std::string_view workload = {};  // that needs it; "" where the buyer asks for it
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

// The host holds fewer cards.
struct TooMany {
  double cards = 0;
  std::string_view host;
};

// Sold in this market only.
struct SoldElsewhere {
  std::string_view market;
};

// Sold only as a board of so many.
struct SoldInBoards {
  double cards = 0;
};

// The card runs no program of the work, out of so many.
struct RunsNoProgram {
  std::size_t programs = 0;
};

struct Unsupported {
  WorkloadSupport support;
};

// None of the workload's jobs runs on the card.
struct RunsNothing {};

// The job needs more memory than so many cards have.
struct TooLarge {
  std::string work;  // the name of the model or network
  double needed_gib = 0, usable_gib = 0, cards = 1;
};

// What of the job waits in the host is more than its memory.
struct ShortOfRam {
  std::string work;
  double needed_gib = 0, ram_gib = 0;
};

// Fewer requests fit at once than make a service.
struct TooFew {
  double batch = 0, least = 0;
};

// The job cannot be computed for the card.
struct NotEstimated {
  std::string work;  // the name of the model or network; "" where only its speed is missing
  Missing missing;
};

using Reason = std::variant<NotListed, Listed, NotKnown, NotJoinable, OutOfRange, OverBudget,
                            OtherWord, Lacks, OlderVersion, LaunchedEarlier, Refused, TooMany,
                            SoldElsewhere, SoldInBoards, RunsNoProgram, Unsupported, RunsNothing,
                            TooLarge, ShortOfRam, TooFew, NotEstimated>;

struct Exclusion {
  Limit limit;
  Reason reason;
  Change change = {};  // what admits the card, where the reason does not tell

  // The limit needs a figure that nobody knows.
  bool is_unknown() const;
  // How far the figure is beyond the limit, in its unit.
  std::optional<double> margin() const;
};

}  // namespace gpupick
