// Until when software serves a card. Each rule holds from its date on; the newest rule that is not
// later than the day asked counts, and before the first rule the first. What is in neither list is
// no longer, or was never, served.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

enum class Support { none, legacy, current };
inline constexpr std::array<std::string_view, 3> support_levels = {"none", "legacy", "current"};

struct SoftwareRule {
  static constexpr std::string_view list = "software", noun = "the software rule",
                                    type_name = "SoftwareRule";
  static std::span<const Field<SoftwareRule>> fields();

  std::string_view id;
  std::string_view software;  // pytorch, llama.cpp, vllm, cuda, ...
  std::string_view stack;     // cuda | rocm | oneapi | metal | xla
  Date from;
  std::string_view release;
  // What the release serves, and what only an older branch does: a compute capability or a range of
  // them ("7.5+", "5.0-7.0"), a gfx id, an architecture, or "*".
  Texts current, legacy;
  Day legacy_until;       // announced end of that branch
  Texts unstated;         // of which the source says nothing, though it might have
  std::string_view note;  // for readers
  std::string_view source;
};

struct SupportAnswer {
  Support level = Support::none;
  const SoftwareRule* rule = nullptr;  // the rule behind it; null where the stack has none
};

// A card as entries name it, with its compute capability read once.
struct NamedCard {
  NamedCard(const Gpu& card);

  const Gpu& gpu;
  std::optional<int> capability;  // compares as the version does
};

// Whether entries such as those of `current` name the card; nothing where the card's figure that
// they speak of is unknown.
std::optional<bool> names_card(Texts entries, const NamedCard& card);

// The rule that counts on this day for software on a stack; null where it has none.
const SoftwareRule* rule_on(std::span<const SoftwareRule> rules, std::string_view software,
                            Text stack, Date day);

// Whether the card is served by the software that this rule speaks of, or by none where it is null;
// nothing where that needs an unknown figure.
std::optional<SupportAnswer> support_by(const SoftwareRule* rule, const NamedCard& card);

// Whether this software serves the card on this day.
std::optional<SupportAnswer> support_of(std::span<const SoftwareRule> rules, const Gpu& gpu,
                                        std::string_view software, Date day);

// "current", "legacy", "none"
std::string_view name_of(Support level);

// Whether an entry of `current` or `legacy` has a legal form.
bool is_support_range(std::string_view entry);

}  // namespace gpupick
