// How the software that work needs serves a card, and what else stands in the way of a job.
#pragma once

#include <span>
#include <string_view>

#include "advice/estimate.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {

// How the software that a workload needs serves the card: the weakest of them, with the software's
// name.
struct WorkloadSupport {
  Support level = Support::current;
  Support at_least = Support::current;
  std::string_view software;  // "" where the workload names none
  const SoftwareRule* rule = nullptr;
  bool known = true;
};
WorkloadSupport support_for(const Workload& workload, std::span<const SoftwareRule> rules,
                            const Gpu& gpu, Date day);

// Notes what stands in the way of the job on its card besides memory: software that does not serve
// it, a precision that it lacks, a context that its model was not made for.
void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate);

}  // namespace gpupick
