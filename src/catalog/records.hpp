// The list of all kinds of record. Each kind defines the name of its list in a data file, the noun
// that messages use for one record, and its fields.
#pragma once

#include <array>
#include <span>

#include "base/text.hpp"
#include "calibration/calibration.hpp"
#include "cards/architecture.hpp"
#include "cards/board.hpp"
#include "cards/gpu.hpp"
#include "cards/name_words.hpp"
#include "models/kv_cache.hpp"
#include "models/model.hpp"
#include "models/model_proportions.hpp"
#include "models/model_type.hpp"
#include "models/network.hpp"
#include "models/task_defaults.hpp"
#include "models/weight_scheme.hpp"
#include "prices/price.hpp"
#include "schema/record_kind.hpp"
#include "schema/source.hpp"
#include "software/software.hpp"
#include "workloads/workload.hpp"

namespace gpupick {

using RecordKinds =
    decltype(KindList<Release, Gpu, Observation, ApiPrice, PriceFactor, Region, PriceAges,
                      Retention, Workload, SoftwareRule, ToolRule, Tool, Source, Architecture,
                      MemoryKind, ProductLine, RuleException, Maker, NameWords, TableWords,
                      UnheldCard, Plug, BoardTrait, SoftwareStack, Model, ModelType,
                      ModelProportions, Quantisation, WeightScheme, TensorType, CacheType>() +
             ConstantKinds() +
             KindList<Ladder, Preference, ScoreScale, HostKind, SupplyRule, Network, TaskDefaults,
                      SiteQuestion>());

// Returns the descriptions of all kinds, in the order of the list.
std::span<const RecordKind> record_kinds();

// The records of all kinds, in the order of the list.
using RecordLists = std::array<AnyRecords, RecordKinds::size>;

Phrases ids_of(const RecordLists& lists, std::string_view list);

template <class Kind>
std::span<const Kind> records_of(const RecordLists& lists) {
  return lists[RecordKinds::place<Kind>()].template as<Kind>();
}

}  // namespace gpupick
