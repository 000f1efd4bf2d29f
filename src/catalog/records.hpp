// The list of all kinds of record. Each kind defines the name of its list in a data file, the noun
// that messages use for one record, and its fields.
#pragma once

#include "calibration/calibration.hpp"
#include "cards/architecture.hpp"
#include "cards/board.hpp"
#include "cards/gpu.hpp"
#include "models/kv_cache.hpp"
#include "models/model.hpp"
#include "models/model_proportions.hpp"
#include "models/model_type.hpp"
#include "models/network.hpp"
#include "models/task_defaults.hpp"
#include "prices/price.hpp"
#include "schema/source.hpp"
#include "software/software.hpp"
#include "software/tool.hpp"
#include "workloads/workload.hpp"

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

}  // namespace gpupick
