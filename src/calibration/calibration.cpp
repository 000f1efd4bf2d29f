#include "calibration/calibration.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// Returns the record with this name, or throws Error with the known ids.
template <class Kind>
const Kind& by_name(std::span<const Kind> records, std::string_view name, const char* what) {
  if (const Kind* found = named(records, name)) return *found;
  throw Error("no {} is called '{}'{}", what, printable(name), known_are(all_ids(records)));
}

bool meets(const IntervalKey& key, const Interval& one) {
  const auto is = [](const auto& condition, const auto& value) {
    return !condition || *condition == value;
  };
  return one.work == key.work && (key.measured || !one.measured) && is(one.prompt, key.prompt) &&
         is(one.several, key.several) && is(one.in_turn, key.in_turn) &&
         is(one.serves, key.serves) && is(one.stack, key.stack) && is(one.network, key.network) &&
         is(one.segment, key.segment) && (one.kinds.empty() || contains(one.kinds, key.kind));
}

int condition_count(const Interval& one) {
  return !one.kinds.empty() + one.prompt.has_value() + one.several.has_value() +
         one.in_turn.has_value() + one.serves.has_value() + one.stack.has_value() +
         one.network.has_value() + one.segment.has_value();
}

// True if a class with these architectures (empty: any) and this memory ("" for any) may contain
// the card.
bool covers(Texts architectures, std::string_view memory, const Gpu& gpu) {
  const std::string_view mine = gpu.architecture.value_or("");
  if (!architectures.empty() && !contains(architectures, mine)) return false;
  if (memory.empty()) return true;
  const std::string_view type = gpu.memory_type.value_or("");
  return memory == "lpddr" ? type.starts_with("LPDDR")
                           : (memory == "hbm") == type.starts_with("HBM");
}

// Counts the conditions of a class on architecture and memory.
int condition_count(Texts architectures, std::string_view memory) {
  return !architectures.empty() + !memory.empty() + (memory == "lpddr");
}

// True if a class of cards with or without tensor cores (absent: both) may contain the card.
bool agrees(Flag tensor, const Gpu& gpu) {
  return !tensor || *tensor == (gpu.fp16_tensor_tflops.value_or(0) > 0);
}

}  // namespace

void refuse_missing_law() { throw Error("the calibration lacks the constants of a law"); }

bool holds(const SpeedClass& one, const Gpu& gpu) {
  return one.stack == gpu.stack && covers(one.architectures, one.memory, gpu) &&
         agrees(one.tensor, gpu);
}
bool holds(const TrainingClass& one, const Gpu& gpu) {
  return covers(one.architectures, one.memory, gpu);
}
bool holds(const ImageClass& one, const Gpu& gpu) {
  return (one.stack.empty() || one.stack == gpu.stack) && covers(one.architectures, "", gpu) &&
         agrees(one.tensor, gpu);
}

int condition_count(const SpeedClass& one) {
  return !one.stack.empty() + condition_count(one.architectures, one.memory) +
         one.tensor.has_value();
}
int condition_count(const TrainingClass& one) {
  return condition_count(one.architectures, one.memory);
}
int condition_count(const ImageClass& one) {
  return !one.stack.empty() + condition_count(one.architectures, "") + one.tensor.has_value();
}

const Interval* Calibration::interval_for(const IntervalKey& key) const {
  const Interval* best = nullptr;
  std::pair<bool, int> rank{};
  for (const Interval& one : of<Interval>()) {
    if (!meets(key, one)) continue;
    const std::pair mine(one.measured, condition_count(one));
    if (best && mine <= rank) continue;
    best = &one;
    rank = mine;
  }
  return best;
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

const FineTuningTrainer& Calibration::fine_tuning_trainer(std::string_view id) const {
  return by_name(of<FineTuningTrainer>(), id, "program for fine-tuning");
}

const PretrainingTrainer& Calibration::pretraining_trainer(std::string_view id) const {
  return by_name(of<PretrainingTrainer>(), id, "program for pre-training");
}

std::vector<const Optimizer*> Calibration::smaller_optimizers(const Optimizer& than) const {
  std::vector<const Optimizer*> smaller;
  for (const Optimizer& one : of<Optimizer>())
    if (one.adapts && one.bytes_32 < than.bytes_32) smaller.push_back(&one);
  std::ranges::stable_sort(smaller, std::ranges::greater(), &Optimizer::bytes_32);
  return smaller;
}

}  // namespace gpupick
