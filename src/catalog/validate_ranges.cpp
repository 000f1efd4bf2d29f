// Checks ranges of cards in the rules of software and tools.
#include <algorithm>
#include <map>

#include "base/lists.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

// A range of cards, behind the stack of its rule.
using Range = std::pair<std::string_view, std::string_view>;
using RangeCounts = std::map<Range, int>;

// Calls `use` with each list of ranges of a rule and its key.
template <class Use>
void for_ranges(const SoftwareRule& rule, Use use) {
  use("current", rule.current);
  use("legacy", rule.legacy);
}

template <class Use>
void for_ranges(const ToolRule& rule, Use use) {
  use("scope", rule.scope);
}

template <class RuleOfCards>
void count_ranges(const Dataset& data, const Catalog& context, RangeCounts& counts) {
  for (const RuleOfCards* rule : joined(data.of<RuleOfCards>(), context.of<RuleOfCards>()))
    for_ranges(*rule, [&](std::string_view, Texts ranges) {
      for (const std::string_view range : ranges) ++counts[{rule->stack, range}];
    });
}

// True if an architecture is named so or has the version or gfx id.
bool is_of_an_architecture(std::string_view range, const Facts& facts) {
  return std::ranges::any_of(facts.architectures, [&](const Architecture* one) {
    return one->id == range || contains(one->compute_capabilities, range) ||
           contains(one->gfx_ids, range);
  });
}

template <class RuleOfCards>
void check_ranges_of(const Dataset& data, const GpuList& gpus, const Facts& facts,
                     const RangeCounts& counts, const Report& report) {
  for (const auto& record : data.of<RuleOfCards>()) {
    const std::string_view stack = record.value.stack;
    if (std::ranges::find(gpus, stack, &Gpu::stack) == gpus.end()) continue;
    for_ranges(record.value, [&](std::string_view key, Texts ranges) {
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (counts.at({stack, ranges[i]}) > 1 || is_of_an_architecture(ranges[i], facts)) continue;
        if (std::ranges::none_of(gpus, [&](const Gpu* gpu) {
              return gpu->stack == stack && names_card(ranges.subspan(i, 1), *gpu) == true;
            }))
          report(Rule::unused_range, record.where(key), "no card with {} falls into '{}'", stack,
                 ranges[i]);
      }
    });
  }
}

}  // namespace

void check_ranges(const Dataset& data, const Catalog& context, const GpuList& gpus,
                  const Facts& facts, const Report& report) {
  RangeCounts counts;
  count_ranges<SoftwareRule>(data, context, counts);
  count_ranges<ToolRule>(data, context, counts);
  check_ranges_of<SoftwareRule>(data, gpus, facts, counts, report);
  check_ranges_of<ToolRule>(data, gpus, facts, counts, report);
}

}  // namespace gpupick
