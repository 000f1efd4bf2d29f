// Selects the constants of calibration.json that apply to a card under an engine: those of the
// most specific class that contains the card, and of the newest build on its stack.
#include "physics/inference.hpp"

namespace gpupick {
namespace {

const EngineBuild* find_build(std::string_view engine, std::string_view stack, Date day,
                              const Calibration& calibration) {
  const EngineBuild* newest = nullptr;
  for (const EngineBuild& build : calibration.of<EngineBuild>())
    if (build.stack == stack && build.engine == engine && !(build.from > day) &&
        (!newest || newest->from < build.from))
      newest = &build;
  return newest;
}

}  // namespace

std::optional<EngineConstants> constants_for(const Gpu& gpu, const Engine& engine,
                                             const Calibration& calibration, std::string_view stack,
                                             Date day) {
  const std::string_view fitted = engine.like.empty() ? engine.id : engine.like;
  const auto contains_card = [&](const SpeedClass& one) {
    return one.engine == fitted && holds(one, gpu);
  };
  const EngineConstants out{
      &calibration.stack_of(gpu),
      &engine,
      find_build(fitted, stack.empty() ? gpu.stack.value_or("") : stack, day, calibration),
      most_specific(calibration.of<SpeedClass>(), contains_card),
      calibration.only<TrainingConstants>().consumer_gb_s,
      engine.serves ? &calibration.only<ServingConstants>() : nullptr};
  if (!out.build || !out.speed_class) return {};
  return out;
}

}  // namespace gpupick
