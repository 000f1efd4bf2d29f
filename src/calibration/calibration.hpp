// Constants fitted to published measurements: few, and each with a meaning
// (docs/models.md#constants). They are data: `gpupick_fit` writes data/calibration.json
// (docs/accuracy.md).
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "calibration/inference.hpp"
#include "calibration/network.hpp"
#include "calibration/training.hpp"
#include "cards/board.hpp"
#include "cards/gpu.hpp"
#include "schema/lookup.hpp"
#include "schema/record_kind.hpp"

namespace gpupick {

using ConstantKinds =
    KindList<Engine, StartMemory, SpeedClass, EngineBuild, TrainingClass, ImageClass,
             FineTuningTrainer, PretrainingTrainer, DequantisedFormat, Optimizer, NetworkTraining,
             NetworkInference, Interval, TrainingConstants, FineTuningConstants, TrainingMemory,
             NetworkMemory, ImageConstants, VisionConstants, EmbeddingConstants, OffloadConstants,
             ServingConstants, EvidenceConstants, SearchBounds, TrainingRecipe>;

// Throws Error: a list of constants is empty.
[[noreturn]] void refuse_missing_law();

// The kinds of all constants, and of the stacks of cards.
using CalibrationKinds = decltype(ConstantKinds() + KindList<SoftwareStack>());

// A view of the constants of a catalog. The lists are sorted by id.
class Calibration {
 public:
  Calibration() = default;
  // Takes the records of `source.of<Kind>()`.
  template <class Source>
  explicit Calibration(const Source& source) : Calibration(source, CalibrationKinds()) {}

  template <class Kind>
  std::span<const Kind> of() const {
    return lists_[CalibrationKinds::place<Kind>()].template as<Kind>();
  }
  // Returns the record with this id, or null.
  template <class Kind>
  const Kind* find(std::string_view id) const {
    return with_id(of<Kind>(), id);
  }
  // Returns the record of a list of one. Throws Error if the list is empty.
  template <class Kind>
  const Kind& only() const {
    if (of<Kind>().empty()) refuse_missing_law();
    return of<Kind>().front();
  }

  // Each throws Error if there is no record.
  const Engine& engine(std::string_view name) const;
  const Optimizer& optimizer(std::string_view id) const;
  const TrainingRecipe& training_recipe(RecipeName name) const;
  const FineTuningTrainer& fine_tuning_trainer(std::string_view id) const;
  const PretrainingTrainer& pretraining_trainer(std::string_view id) const;

  // Returns the card's stack, or a stack with default values if it is unknown.
  const SoftwareStack& stack_of(const Gpu& gpu) const;
  // Returns the interval for this work, or null if there is none. Of several, a measured one comes
  // first, then the one with the most conditions.
  const Interval* interval_for(const IntervalKey& key) const;

  // Returns the optimizers that adapt the step of each weight and keep fewer bytes than this one,
  // most bytes first.
  std::vector<const Optimizer*> smaller_optimizers(const Optimizer& than) const;

 private:
  template <class Source, class... Kinds>
  Calibration(const Source& source, KindList<Kinds...>)
      : lists_{AnyRecords(std::span<const Kinds>(source.template of<Kinds>()))...} {}

  std::array<AnyRecords, CalibrationKinds::size> lists_;
};

// True if the class contains the card.
bool holds(const SpeedClass& one, const Gpu& gpu);
bool holds(const TrainingClass& one, const Gpu& gpu);
bool holds(const ImageClass& one, const Gpu& gpu);

// Returns how specific a class is: the number of its conditions. Memory of LPDDR is two of them,
// since it is also none of HBM.
int condition_count(const SpeedClass& one);
int condition_count(const TrainingClass& one);
int condition_count(const ImageClass& one);

// Returns the most specific of the classes that the predicate holds for, or null if it holds for
// none.
template <class Class, class Holds>
Class* most_specific(std::span<Class> classes, Holds holds) {
  Class* best = nullptr;
  for (Class& one : classes)
    if (holds(one) && (!best || condition_count(one) > condition_count(*best))) best = &one;
  return best;
}

// Returns the class of the card, or null if none contains it.
template <class Class>
Class* class_of(const Gpu& gpu, std::span<Class> classes) {
  return most_specific(classes, [&](const Class& one) { return holds(one, gpu); });
}

}  // namespace gpupick
