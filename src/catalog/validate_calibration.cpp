#include <algorithm>

#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

template <class Class>
void check_classes(const Dataset& data, const std::vector<const Gpu*>& gpus, const Report& report) {
  for (const auto& record : data.of<Class>())
    if (std::ranges::none_of(gpus, [&](const Gpu* gpu) { return holds(record.value, *gpu); }))
      report(Rule::empty_class, record.where(), "no card falls into '{}'", record.value.id);
}

// Constants that occur once are required as soon as there is an engine.
template <class Law>
void check_law(const Dataset& data, const Catalog& context, const Report& report) {
  if (!data.of<Law>().empty() || !context.of<Law>().empty()) return;
  report(Rule::missing_key, data.of<Engine>().front().where(),
         "engines need {}: a record in the list '{}'", Law::noun, Law::list);
}

template <class... Laws>
void check_laws(const Dataset& data, const Catalog& context, const Report& report) {
  (check_law<Laws>(data, context, report), ...);
}

void check_recipes(const Dataset& data, const Catalog& context, const Report& report) {
  for (const std::string_view name : recipe_names) {
    const auto has_name = [&](const TrainingRecipe& recipe) { return recipe.id == name; };
    const bool own = std::ranges::any_of(
        data.of<TrainingRecipe>(), [&](const auto& recipe) { return has_name(recipe.value); });
    if (!own && std::ranges::none_of(context.of<TrainingRecipe>(), has_name))
      report(Rule::missing_key, data.of<Engine>().front().where(),
             "engines need {} '{}': a record in the list '{}'", TrainingRecipe::noun, name,
             TrainingRecipe::list);
  }
}

}  // namespace

void check_calibration(const Dataset& data, const Catalog& context,
                       const std::vector<const Gpu*>& gpus, const Report& report) {
  if (!gpus.empty()) {
    check_classes<SpeedClass>(data, gpus, report);
    check_classes<TrainingClass>(data, gpus, report);
    check_classes<ImageClass>(data, gpus, report);
  }
  if (data.of<Engine>().empty()) return;
  check_laws<TrainingConstants, FineTuningConstants, TrainingMemory, NetworkMemory, ImageConstants,
             VisionConstants, EmbeddingConstants, OffloadConstants, ServingConstants,
             EvidenceConstants, SearchBounds>(data, context, report);
  check_recipes(data, context, report);
}

}  // namespace gpupick
