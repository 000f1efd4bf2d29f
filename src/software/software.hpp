// Which software supports a card, and until when; which tools run on it, and how well. Each rule
// holds from its date on. The newest rule that is not later than the requested day counts; before
// the first rule, the first one counts. A card in neither list is not supported, or no longer.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/date.hpp"
#include "cards/board.hpp"

namespace gpupick {

enum class Support { none, legacy, current };
inline constexpr std::array<std::string_view, 3> support_levels = {"none", "legacy", "current"};

struct SoftwareRule : Sourced {
  static constexpr std::string_view list = "software", noun = "the software rule";
  static std::span<const Field> fields();

  std::string_view software;  // pytorch, llama.cpp, vllm, cuda, ...
  std::string_view stack;     // cuda | rocm | oneapi | metal | xla
  Date from;
  std::string_view release;
  // Cards that the release supports, and cards that only an older branch supports. An entry is a
  // compute capability or a range of them ("7.5+", "5.0-7.0"), a gfx id, an architecture, or "*".
  Texts current, legacy;
  Day legacy_until;       // announced end of the older branch
  Texts unstated;         // cards about which the source says nothing, though it might have
  std::string_view note;  // for readers
};

struct SupportAnswer {
  Support level = Support::none;
  const SoftwareRule* rule = nullptr;  // the rule that decided; null if the stack has none
};

// True if one of the entries, in the form of `current`, names the card. Returns nullopt if that
// depends on an unknown figure.
std::optional<bool> names_card(Texts entries, const Gpu& gpu);

// Returns the rule that counts on this day for a software on a stack, or null if there is none.
const SoftwareRule* rule_on(std::span<const SoftwareRule> rules, std::string_view software,
                            Text stack, Date day);

// Returns the support of the card by this rule; a null rule means none. Returns nullopt if the
// answer depends on an unknown figure or the source does not state it.
std::optional<SupportAnswer> support_by(const SoftwareRule* rule, const Gpu& gpu);

// Returns the support of the card by this software on this day; nullopt as for support_by.
std::optional<SupportAnswer> support_of(std::span<const SoftwareRule> rules, const Gpu& gpu,
                                        std::string_view software, Date day);

std::string_view name_of(Support level);

// True if an entry of `current` or `legacy` has a legal form.
bool is_support_range(std::string_view entry);

inline constexpr std::array<std::string_view, 4> tool_levels = {"none", "experimental", "partial",
                                                                "full"};

struct ToolRule : Sourced {
  static constexpr std::string_view list = "tool_rules", noun = "the tool rule";
  static std::span<const Field> fields();

  std::string_view tool;
  std::string_view stack;
  Texts scope;  // entries as in SoftwareRule: versions, gfx ids, architectures, "*"
  Texts os;     // of systems
  std::string_view level;
  Date from;
  std::string_view lacks;  // what is missing
};

// A program or a library by its name, as in ToolRule, and its tasks.
struct Tool : Sourced {
  static constexpr std::string_view list = "tools", noun = "the tool";
  static std::span<const Field> fields();

  Texts tasks;  // tasks that it does; empty: all of its workload
  Day last_release;
  Day ended;  // announced by its maintainers
};

// Returns the rule's level as an index of tool_levels.
std::size_t level_of(const ToolRule& rule);

}  // namespace gpupick
