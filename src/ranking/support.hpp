// How well the software that a job needs supports a card, and what else keeps the job from running.
#pragma once

#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

// The support of a card by the software that a workload needs: that of the program with the least
// support, and its name.
struct WorkloadSupport {
  Support level = Support::current;
  Support at_least = Support::current;
  std::string_view software;  // "" if the workload names none
  const SoftwareRule* rule = nullptr;
  bool known = true;
};

// The software that a workload needs. The rule for each need is looked up once per stack, not once
// per card.
class SoftwareNeeds {
 public:
  SoftwareNeeds(const Workload& workload, const Catalog& catalog, Date day);
  WorkloadSupport on(const Gpu& gpu) const;

 private:
  struct Need {
    std::string_view stack;  // of the cards that the need applies to; "" for cards without one
    std::string_view software;
    Support at_least;
    const SoftwareRule* rule;  // null if the stack has none
  };
  std::vector<Need> needs_;
};

// Adds notes to the estimate about what may keep the job from running, besides memory: software
// that does not support the card, a precision that the card lacks, a context beyond the model's.
void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate);

}  // namespace gpupick
