#include "calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// Returns the record with this name, or throws Error with the known ids.
template <class Kind>
const Kind& by_name(std::span<const Kind> records, std::string_view name, const char* what) {
  if (const Kind* found = named(records, name)) return *found;
  throw Error(fmt::format("no {} is called '{}'; known are {}", what, printable(name),
                          enumerate(all_ids(records), "and")));
}

}  // namespace

void refuse_missing_law() { throw Error("the calibration lacks the constants of a law"); }

bool covers(Texts architectures, std::string_view memory, const Gpu& gpu) {
  const std::string_view mine = gpu.architecture.value_or("");
  if (!architectures.empty() &&
      std::ranges::none_of(architectures, [&](std::string_view one) { return same(one, mine); }))
    return false;
  if (memory.empty()) return true;
  const std::string_view type = gpu.memory_type.value_or("");
  return memory == "lpddr" ? type.starts_with("LPDDR")
                           : (memory == "hbm") == type.starts_with("HBM");
}

const Interval* Calibration::interval_of_stack(std::string_view stack) const {
  return find_interval(fmt::format("batched-{}", stack));
}

const Interval* Calibration::interval_of_network(std::string_view network,
                                                 std::string_view stack) const {
  for (const Interval& one : of<Interval>())
    if (one.network == network && one.stack.value_or(stack) == stack) return &one;
  return nullptr;
}

const SoftwareStack& Calibration::stack_of(const Gpu& gpu) const {
  static const SoftwareStack any{};
  const SoftwareStack* found = find<SoftwareStack>(gpu.stack.value_or(""));
  return found ? *found : any;
}

const Engine& Calibration::engine(std::string_view name) const {
  return by_name(of<Engine>(), name, "runtime");
}

const Optimizer& Calibration::optimizer(std::string_view id) const {
  return by_name(of<Optimizer>(), id, "optimizer");
}

const TrainingRecipe& Calibration::training_recipe(RecipeName name) const {
  return by_name(of<TrainingRecipe>(), recipe_names[static_cast<std::size_t>(name)], "recipe");
}

const FineTuningStack& Calibration::fine_tuning_stack(std::string_view id) const {
  return by_name(of<FineTuningStack>(), id, "program for fine-tuning");
}

const PretrainingStack& Calibration::pretraining_stack(std::string_view id) const {
  return by_name(of<PretrainingStack>(), id, "program for pre-training");
}

std::vector<const Optimizer*> Calibration::smaller_optimizers(const Optimizer& than) const {
  std::vector<const Optimizer*> smaller;
  for (const Optimizer& one : of<Optimizer>())
    if (one.adapts && one.bytes_32 < than.bytes_32) smaller.push_back(&one);
  std::stable_sort(smaller.begin(), smaller.end(), [](const Optimizer* a, const Optimizer* b) {
    return a->bytes_32 > b->bytes_32;
  });
  return smaller;
}

}  // namespace gpupick
