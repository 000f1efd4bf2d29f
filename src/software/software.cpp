#include "software/software.hpp"

#include <algorithm>
#include <limits>

namespace gpupick {
namespace {

constexpr Field software_table[] = {
    {"id", &SoftwareRule::id, {.required = true}},
    {"software", &SoftwareRule::software, {.required = true}},
    {"stack", &SoftwareRule::stack, {.choices = stack_words, .required = true}},
    {"from", &SoftwareRule::from, {.required = true}},
    {"release", &SoftwareRule::release},
    {"current", &SoftwareRule::current, {.required = true}},
    {"legacy", &SoftwareRule::legacy},
    {"legacy_until", &SoftwareRule::legacy_until},
    {"unstated", &SoftwareRule::unstated},
    {"note", &SoftwareRule::note},
    {"source", &SoftwareRule::source, {.refers_to = "sources", .required = true}},
};

// True if the entry is a version or a range of versions.
bool is_of_versions(std::string_view entry) {
  return !entry.empty() && entry.front() >= '0' && entry.front() <= '9';
}

// Returns "8.9" or "12" as a number that orders as versions do, or nullopt for any other form.
std::optional<int> version_number(std::string_view version) {
  constexpr int most = 1000;
  int parts[] = {0, 0};
  std::size_t part = 0;
  bool digits = false;
  for (const char c : version) {
    if (c == '.' && digits && part == 0) {
      part = 1;
      digits = false;
    } else if (c >= '0' && c <= '9' && parts[part] < most / 10) {
      parts[part] = 10 * parts[part] + (c - '0');
      digits = true;
    } else {
      return {};
    }
  }
  return digits ? std::optional(most * parts[0] + parts[1]) : std::nullopt;
}

struct Range {
  int low, high;
};

// Parses "7.5+", "5.0-7.0" or "8.9". Returns nullopt for any other form.
std::optional<Range> range_of(std::string_view entry) {
  const bool open = entry.ends_with('+');
  if (open) entry.remove_suffix(1);
  const std::size_t dash = std::min(open ? entry.size() : entry.find('-'), entry.size());
  const auto low = version_number(entry.substr(0, dash));
  const auto high = dash < entry.size() ? version_number(entry.substr(dash + 1)) : low;
  if (!low || !high) return {};
  return Range{*low, open ? std::numeric_limits<int>::max() : *high};
}

}  // namespace

std::span<const Field> SoftwareRule::fields() { return software_table; }

NamedCard::NamedCard(const Gpu& card)
    : gpu(card), capability(version_number(card.compute_capability.value_or(""))) {}

std::optional<bool> names_card(Texts entries, const NamedCard& card) {
  const auto& [gpu, mine] = card;
  bool unknown = false;
  for (const std::string_view entry : entries) {
    if (entry == "*") return true;
    if (is_of_versions(entry)) {
      const auto range = mine ? range_of(entry) : std::nullopt;
      if (range && range->low <= *mine && *mine <= range->high) return true;
      unknown = unknown || !gpu.compute_capability;
    } else if (entry.starts_with("gfx")) {
      if (!gpu.gfx_id)
        unknown = true;
      else if (entry == *gpu.gfx_id)
        return true;
    } else if (entry == gpu.architecture) {
      return true;
    }
  }
  if (unknown) return {};
  return false;
}

const SoftwareRule* rule_on(std::span<const SoftwareRule> rules, std::string_view software,
                            Text stack, Date day) {
  const SoftwareRule* best = nullptr;
  const auto holds = [&](const SoftwareRule& rule) { return first_day(rule.from) <= day; };
  for (const SoftwareRule& rule : rules) {
    if (rule.software != software || rule.stack != stack) continue;
    const bool later = best && first_day(best->from) < first_day(rule.from);
    if (!best || (holds(*best) ? holds(rule) && later : holds(rule) || !later)) best = &rule;
  }
  return best;
}

std::optional<SupportAnswer> support_by(const SoftwareRule* rule, const NamedCard& card) {
  if (!rule) return SupportAnswer{};
  const std::optional<bool> current = names_card(rule->current, card);
  if (current == true) return SupportAnswer{Support::current, rule};
  const std::optional<bool> legacy = names_card(rule->legacy, card);
  if (!current || !legacy || names_card(rule->unstated, card).value_or(true)) return {};
  return SupportAnswer{*legacy ? Support::legacy : Support::none, rule};
}

std::optional<SupportAnswer> support_of(std::span<const SoftwareRule> rules, const Gpu& gpu,
                                        std::string_view software, Date day) {
  return support_by(rule_on(rules, software, gpu.stack, day), gpu);
}

std::string_view name_of(Support level) { return support_levels[static_cast<std::size_t>(level)]; }

bool is_support_range(std::string_view entry) {
  return is_of_versions(entry) ? range_of(entry).has_value() : !entry.empty();
}

}  // namespace gpupick
