#include "calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

template <class Value>
const Value* find_by_id(const LaidList<Value>& values, std::string_view id) {
  const auto found =
      std::ranges::find_if(values, [&](const Value& one) { return same(one.id, id); });
  return found == values.end() ? nullptr : &*found;
}

// Returns the record with this id, or throws Error with the known ids.
template <class Value>
const Value& by_id(const LaidList<Value>& values, std::string_view id, const char* what) {
  if (const Value* found = find_by_id(values, id)) return *found;
  std::vector<std::string> ids;
  for (const Value& one : values) {
    if (fold(one.id) == fold(id)) return one;
    ids.emplace_back(one.id);
  }
  throw Error(fmt::format("no {} is called '{}'; known are {}", what, printable(id),
                          enumerate(ids, "and")));
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

const Interval* Calibration::find_interval(std::string_view id) const {
  const auto found = std::lower_bound(
      intervals.begin(), intervals.end(), id,
      [](const Interval& one, std::string_view wanted) { return one.id < wanted; });
  return found == intervals.end() || found->id != id ? nullptr : &*found;
}

void Calibration::place_names() {
  for (std::size_t name = 0; name < interval_names.size(); ++name) {
    const Interval* found = find_interval(interval_names[name]);
    named_intervals[name] =
        found ? static_cast<std::size_t>(found - intervals.begin()) : intervals.size();
  }
}

const Interval* Calibration::find_interval(IntervalName name) const {
  const std::string_view id = interval_names[static_cast<std::size_t>(name)];
  const std::size_t place = named_intervals[static_cast<std::size_t>(name)];
  return place < intervals.size() && intervals[place].id == id ? &intervals[place]
                                                               : find_interval(id);
}

const Interval* Calibration::interval_of_stack(std::string_view stack) const {
  return find_interval(fmt::format("batched-{}", stack));
}

const Interval* Calibration::interval_of_network(std::string_view network,
                                                 std::string_view stack) const {
  for (const Interval& one : intervals)
    if (one.network == network && one.stack.value_or(stack) == stack) return &one;
  return nullptr;
}

const SoftwareStack& Calibration::stack_of(const Gpu& gpu) const {
  static const SoftwareStack any{};
  const SoftwareStack* found = gpu.stack ? find_by_id(stacks, *gpu.stack) : nullptr;
  return found ? *found : any;
}

const NetworkTraining* Calibration::find_network_training(std::string_view network) const {
  return find_by_id(network_training, network);
}

const NetworkInference* Calibration::find_network_inference(std::string_view network) const {
  return find_by_id(network_inference, network);
}

const Engine& Calibration::engine(std::string_view id) const {
  const std::string wanted = fold(id);
  for (const Engine& one : engines)
    for (const std::string_view alias : one.aliases)
      if (fold(alias) == wanted) return one;
  return by_id(engines, id, "runtime");
}

const Optimizer& Calibration::optimizer(std::string_view id) const {
  return by_id(optimizers, id, "optimizer");
}

const TrainingRecipe& Calibration::training_recipe(RecipeName name) const {
  return by_id(training_recipes, recipe_names[static_cast<std::size_t>(name)], "recipe");
}

const FineTuningStack& Calibration::fine_tuning_stack(std::string_view id) const {
  return by_id(fine_tuning_stacks, id, "program for fine-tuning");
}

const PretrainingStack& Calibration::pretraining_stack(std::string_view id) const {
  return by_id(pretraining_stacks, id, "program for pre-training");
}

std::vector<const Optimizer*> Calibration::smaller_optimizers(const Optimizer& than) const {
  std::vector<const Optimizer*> smaller;
  for (const Optimizer& one : optimizers)
    if (one.adapts && one.bytes_32 < than.bytes_32) smaller.push_back(&one);
  std::stable_sort(smaller.begin(), smaller.end(), [](const Optimizer* a, const Optimizer* b) {
    return a->bytes_32 > b->bytes_32;
  });
  return smaller;
}

}  // namespace gpupick
