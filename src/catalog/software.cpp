#include "catalog/software.hpp"

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr Field<SoftwareRule> software_table[] = {
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

struct VersionRange {
  std::string_view low, high;  // high is "" where the range is open
};

// "7.5+", "5.0-7.0" or "8.9"; nothing for a word that does not begin with a digit.
std::optional<VersionRange> version_range(std::string_view entry) {
  VersionRange range{entry, entry};
  if (entry.empty() || entry.front() < '0' || entry.front() > '9') return {};
  if (entry.ends_with('+')) {
    range = {entry.substr(0, entry.size() - 1), ""};
  } else if (const std::size_t dash = entry.find('-'); dash != std::string_view::npos) {
    range = {entry.substr(0, dash), entry.substr(dash + 1)};
    if (range.high.empty()) return {};
  }
  return range;
}

bool within(const VersionRange& range, std::string_view version) {
  return compare_versions(version, range.low).value_or(-1) >= 0 &&
         (range.high.empty() || compare_versions(version, range.high).value_or(1) <= 0);
}

}  // namespace

std::span<const Field<SoftwareRule>> SoftwareRule::fields() { return software_table; }

std::optional<bool> names_card(Texts entries, const Gpu& gpu) {
  bool unknown = false;
  for (const std::string_view entry : entries) {
    if (entry == "*") return true;
    if (const auto range = version_range(entry)) {
      if (!gpu.compute_capability)
        unknown = true;
      else if (within(*range, *gpu.compute_capability))
        return true;
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

std::optional<SupportAnswer> support_by(const SoftwareRule* rule, const Gpu& gpu) {
  if (!rule) return SupportAnswer{};
  const std::optional<bool> current = names_card(rule->current, gpu);
  if (current == true) return SupportAnswer{Support::current, rule};
  const std::optional<bool> legacy = names_card(rule->legacy, gpu);
  if (!current || !legacy || names_card(rule->unstated, gpu).value_or(true)) return {};
  return SupportAnswer{*legacy ? Support::legacy : Support::none, rule};
}

std::optional<SupportAnswer> support_of(std::span<const SoftwareRule> rules, const Gpu& gpu,
                                        std::string_view software, Date day) {
  return support_by(rule_on(rules, software, gpu.stack, day), gpu);
}

std::string_view name_of(Support level) { return support_levels[static_cast<std::size_t>(level)]; }

bool is_support_range(std::string_view entry) {
  if (entry.empty() || entry.front() < '0' || entry.front() > '9') return !entry.empty();
  const auto range = version_range(entry);
  return range && compare_versions(range->low, range->low) &&
         compare_versions(range->high, range->high);
}

}  // namespace gpupick
