// The problem: a job's speed comes in tokens, samples or images per second, and the curves of a
// profile are made for speed relative to a card.
//
// So the job's speed on the configuration is taken over its speed on the profile's reference card,
// as if that had memory enough: a fixed measure, so that the curves hold and no other card enters.
// Of a guess the low end counts: a card shall not win by what nobody measured.
#include "advice/score_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// Why the job does not run on so many cards.
Exclusion too_large(const JobEstimate& result) {
  constexpr Limit fit = limit("fit");
  if (!result.usable) return {fit, NotKnown{}, {}, {}, true};
  const std::string work = name_of(result.job);
  if (result.missing) return {fit, NotEstimated{work, result.missing}, {}, {}, true};
  const double needed = in_gib(result.need.total()), usable = in_gib(*result.usable);
  return {fit, TooLarge{work, needed, usable, result.count}, needed - usable};
}

}  // namespace

Speed reference_speed(const Catalog& catalog, const Query& query) {
  const std::string_view name = query.workload->speed.reference;
  const auto card = std::find_if(catalog.gpus().begin(), catalog.gpus().end(),
                                 [&](const Gpu& gpu) { return gpu.name == name; });
  if (card == catalog.gpus().end())
    throw Error(
        fmt::format("{} is not in the data; {} measures speed by it", name, query.workload->id));
  Gpu roomy = *card;
  roomy.memory_gib = 1e6;
  const JobEstimate result = estimate(roomy, 1, *query.job, catalog.calibration());
  if (result.speeds.empty())
    throw Error(fmt::format("the speed of {}, by which {} measures others, is not known: {}", name,
                            query.workload->id, to_text(result.missing)));
  return result.speeds.front();
}

void add_job_speed(const Catalog& catalog, const Query& query, const Speed& reference,
                   Assessment& out) {
  JobEstimate result = estimate(*out.card.gpu, out.card.count, *query.job, catalog.calibration());
  if (!result.fits) {
    out.failed.push_back(too_large(result));
  } else if (result.speeds.empty()) {
    out.failed.push_back({limit("speed"), NotEstimated{"", result.missing}, {}, {}, true});
  } else {
    const Estimate& speed = result.speeds.front().estimate;
    const double one = reference.estimate.value;
    out.card.speed = {counted_speed(speed) / one, speed.low / one, speed.high / one,
                      speed.evidence};
  }
  out.card.estimate = std::make_shared<const JobEstimate>(std::move(result));
}

}  // namespace gpupick
