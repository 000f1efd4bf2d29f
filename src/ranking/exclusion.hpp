// Why a card is excluded: numbers, words of the data and references. The renderers make sentences
// of them. Views and pointers refer to the data, the query or constant tables.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cards/gpu.hpp"
#include "estimate/change.hpp"
#include "estimate/estimate.hpp"
#include "physics/missing.hpp"
#include "prices/price.hpp"
#include "ranking/support.hpp"

namespace gpupick {

// A row of the table in ranking/limits.hpp, by index.
enum class Limit : std::uint8_t {};

// The value of a limit: an amount in the figure's unit, words, a version or a date, depending on
// the limit's kind; `true` if the limit takes no value. Words are views into the data or into
// literals.
using LimitValue =
    std::variant<double, std::vector<std::string_view>, std::string_view, Date, bool>;

// A reason may have these functions:
// - is_unknown(): true if the limit needs a figure that is unknown
// - margin(): how far the figure exceeds the limit, in its unit
// - admitting(): the value of the limit, widened as little as possible, that admits the card
// - remedy(): the flags that admit the card, if the reason is no limit

struct NotListed {};  // `--only` does not name the card
struct Listed {};     // `--exclude` names the card

// How cards of this power are usually built and fed.
struct UsualBuild {
  Number supply_w = {};       // PSU that makers recommend
  double supply_error_w = 0;  // how far that is off
  Number slot_w = {};         // most that the slot carries; a card above it has a power plug
  bool whole = false;         // comes as a computer, which fits in no other
};

// The figure in the limit's label is unknown.
struct NotKnown {
  std::string_view kind = {};  // "new" or "used", of a price; "" for any
  Number estimated = {};       // too uncertain to tell whether it is within the limit

  bool is_unknown() const { return true; }
};

// Several such cards cannot work together.
struct NotJoinable {
  Change remedy() const { return {{cards_flag, 1.0}}; }
};

// Fewer of the cards run the named job as fast; the others have no work.
struct LeavesIdle {
  double cards = 0, idle = 0;

  Change remedy() const { return {{cards_flag, cards - idle}}; }
};

// The users asked for, or not even one, get the speed or the first token asked for.
struct MissesTarget {
  Note note;
  double asked = 0, served = 0;  // users; 0 are served if not even one is, or if not known

  double margin() const { return asked - served; }
  Change remedy() const { return served > 0 ? Change{{"--users", served}} : Change{}; }
};

// The limit's figure is on the wrong side of the limit.
struct OutOfRange {
  double found = 0, wanted = 0;
  bool estimated = false;  // `found` is not a figure of the maker

  double margin() const { return std::fabs(found - wanted); }
  LimitValue admitting() const { return found; }
};

// Returns a round amount that admits the price: whole dollars, or whole cents for a rent.
inline double admitting_usd(double usd, bool rent) {
  const double parts = rent ? 100 : 1;
  return std::ceil(usd * parts) / parts;
}

struct OverBudget {
  Price price;
  double usd = 0;  // above the budget

  double margin() const { return usd; }
  LimitValue admitting() const { return admitting_usd(price.usd, price.kind == PriceKind::rent); }
};

struct OtherWord {
  std::string_view found;
  std::vector<std::string_view> wanted;

  LimitValue admitting() const {
    std::vector<std::string_view> wider = wanted;
    wider.push_back(found);
    return wider;
  }
};

// The card lacks the feature, or may lack it if `unknown`.
struct Lacks {
  std::string_view feature;
  bool unknown = false;
  std::string_view workload = {};  // that needs the feature; "" if the buyer does

  bool is_unknown() const { return unknown; }
};

// The card is not built as the limit asks for.
struct OtherBuild {};

struct OlderVersion {
  std::string_view found, wanted;

  LimitValue admitting() const { return found; }
};

struct LaunchedEarlier {
  Date date;

  LimitValue admitting() const { return shifted(first_day(date), -1); }
};

// The host does not take cards of this cooling or form factor.
struct Refused {
  const Figure* figure = nullptr;
  std::string_view word;
  std::string_view host;         // "a desktop PC"
  std::string_view remark = {};  // what such cards need; "" if the data says nothing
};

// There are more cards than the host holds.
struct TooMany {
  double cards = 0;
  std::string_view host;
};

// The card is sold only in this market.
struct SoldElsewhere {
  std::string_view market;

  Change remedy() const { return {{"--market", market}}; }
};

// Third parties build the card, and no maker stands behind it.
struct Modified {
  std::string_view gpu;

  Change remedy() const { return {{"--price", OwnPrice{gpu}}}; }
};

// The computer that the card is part of does not run the buyer's operating system.
struct OtherSystem {
  Texts runs;
  std::string_view asked;

  Change remedy() const { return {{"--os", runs.front()}}; }
};

// The card is a whole computer, but a limit on its size or PSU says that the buyer has a computer
// to put it into.
struct ComesAsComputer {};

// The card is sold only in boards of this many.
struct SoldInBoards {
  double cards = 0;

  Change remedy() const { return {{"--boards", {}}}; }
};

// The card runs none of the workload's programs, of which there are `programs`.
struct RunsNoProgram {
  std::size_t programs = 0;
};

struct Unsupported {
  WorkloadSupport support;

  bool is_unknown() const { return !support.known; }
  Change remedy() const { return {{"--unsupported", {}}}; }
};

// The engine does not read a format of the named job.
struct FormatNotRead {
  Note note;

  Change remedy() const {
    const std::string_view flag = note.kind == NoteKind::format_not_read         ? "--quant"
                                  : note.kind == NoteKind::draft_format_not_read ? "--draft-quant"
                                                                                 : "--kv-quant";
    return {{flag, note.instead}};
  }
};

// The card runs none of the workload's jobs.
struct RunsNothing {};

// The job needs more memory than the cards have.
struct TooLarge {
  std::string work;  // the name of the model or network
  double needed_gib = 0, usable_gib = 0, cards = 1;

  double margin() const { return needed_gib - usable_gib; }
};

// The part of the job in host memory, and the system, are larger than the host's memory.
struct ShortOfRam {
  std::string work;
  double needed_gib = 0, ram_gib = 0;
  double enough_gib = 0;  // `needed_gib`, rounded up to a size in which memory is sold

  double margin() const { return needed_gib - ram_gib; }
  Change remedy() const { return {{"--ram", enough_gib}}; }
};

// Fewer requests fit at once than a service needs.
struct TooFew {
  double batch = 0, least = 0;
  double served = 0;  // requests that would run; 0: not known

  double margin() const { return least - batch; }
  Change remedy() const { return served > 0 ? Change{{"--batch", served}} : Change{}; }
};

// The job cannot be estimated on the card.
struct NotEstimated {
  std::string work;  // the model, network or job of the mix; "" if only the speed is missing
  Missing missing;

  bool is_unknown() const { return true; }
};

using Reason = std::variant<NotListed, Listed, NotKnown, NotJoinable, LeavesIdle, MissesTarget,
                            OutOfRange, OverBudget, OtherWord, Lacks, OtherBuild, OlderVersion,
                            LaunchedEarlier, Refused, TooMany, SoldElsewhere, Modified, OtherSystem,
                            ComesAsComputer, SoldInBoards, RunsNoProgram, Unsupported,
                            FormatNotRead, RunsNothing, TooLarge, ShortOfRam, TooFew, NotEstimated>;

// The answer of a reason to `question`, or an empty value if the reason has none.
template <class Answer, class Question>
Answer ask(const Reason& reason, Question question) {
  return std::visit(
      [&](const auto& one) -> Answer {
        if constexpr (requires { question(one); })
          return question(one);
        else
          return {};
      },
      reason);
}

struct Exclusion {
  Limit limit;
  Reason reason;
  // The flags that admit the card; empty if they follow from the reason, or if none do.
  Change change = {};

  // True if the limit needs a figure that is unknown.
  bool is_unknown() const;
  // Returns how far the figure exceeds the limit, in its unit; nothing if the reason has no figure.
  Number margin() const;
};

}  // namespace gpupick
