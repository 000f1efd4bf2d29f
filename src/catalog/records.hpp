// The list of all kinds of record. Each kind defines the name of its list in a data file, the noun
// that messages use for one record, and its fields.
#pragma once

#include <span>

#include "catalog/architecture.hpp"
#include "catalog/board.hpp"
#include "catalog/calibration.hpp"
#include "catalog/gpu.hpp"
#include "catalog/kv_cache.hpp"
#include "catalog/model.hpp"
#include "catalog/model_proportions.hpp"
#include "catalog/model_type.hpp"
#include "catalog/network.hpp"
#include "catalog/price.hpp"
#include "catalog/software.hpp"
#include "catalog/source.hpp"
#include "catalog/task_defaults.hpp"
#include "catalog/tool.hpp"
#include "catalog/workload.hpp"

namespace gpupick {

template <class... Kinds>
struct KindList {
  // One container per kind. Base classes compile faster than std::tuple.
  template <template <class> class Container>
  struct Each : Container<Kinds>... {};

  // Calls `use.template operator()<Kind>()` for each kind.
  template <class Use>
  static void for_each(Use use) {
    (use.template operator()<Kinds>(), ...);
  }
};

using RecordKinds =
    KindList<Gpu, Observation, PriceFactor, PriceAges, Retention, Workload, SoftwareRule, ToolRule,
             Tool, Source, Architecture, MemoryKind, ProductLine, RuleException, Plug, BoardTrait,
             SoftwareStack, Model, ModelType, ModelProportions, Quantisation, CacheType, Engine,
             SpeedClass, EngineBuild, TrainingClass, ImageClass, FineTuningStack, PretrainingStack,
             DequantisedFormat, Optimizer, NetworkTraining, NetworkInference, Interval,
             TrainingConstants, FineTuningConstants, TrainingMemory, NetworkMemory, ImageConstants,
             VisionConstants, OffloadConstants, ServingConstants, EvidenceConstants, SearchBounds,
             Ladder, Preference, ScoreScale, HostKind, SupplyRule, TrainingRecipe, Network,
             TaskDefaults>;

// One container of records per kind.
template <template <class> class Container>
class Records {
 public:
  template <class Kind>
  constexpr Container<Kind>& of() {
    return all_;
  }
  template <class Kind>
  constexpr const Container<Kind>& of() const {
    return all_;
  }

 private:
  typename RecordKinds::template Each<Container> all_;
};

template <class Kind>
using ConstantList = std::span<const Kind>;

}  // namespace gpupick
