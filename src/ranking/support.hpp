// How the software that work needs serves a card, and what else stands in the way of a job.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/estimate.hpp"

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

// What a workload asks of the software of cards. The rule behind each need is looked up once for
// each stack, not for each card.
class SoftwareNeeds {
 public:
  SoftwareNeeds(const Workload& workload, std::span<const SoftwareRule> rules, Date day);
  WorkloadSupport on(const Gpu& gpu) const;

 private:
  struct Need {
    std::string_view stack;  // of the cards that it speaks of; "" of those without one
    std::string_view software;
    Support at_least;
    const SoftwareRule* rule;  // null where the stack has none
  };
  std::vector<Need> needs_;
};

// Notes what stands in the way of the job on its card besides memory: software that does not serve
// it, a precision that it lacks, a context that its model was not made for.
void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate);

}  // namespace gpupick
