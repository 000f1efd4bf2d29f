// How well the software that a job needs supports a card, and what else keeps the job from running.
#pragma once

#include <optional>
#include <span>
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

  bool suffices() const { return known && level >= at_least; }
  bool fails() const { return known && level < at_least; }
};

// The software that a workload or a job needs. The rule for each need is looked up once per stack,
// not once per card.
class SoftwareNeeds {
 public:
  SoftwareNeeds() = default;  // none
  SoftwareNeeds(std::span<const SoftwareNeed> needs, const Catalog& catalog, Date day);
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

// Returns the software that runs the job, in any branch of it.
SoftwareNeeds software_of(const Job& job, const Catalog& catalog, Date day);

// Returns the note that the software does not support the card; nothing if it does or that is
// unknown.
std::optional<Note> unsupported(const SoftwareNeeds& software, const Gpu& gpu);

// Every command asks this whether a card can run a job at all. Returns the note that its software
// does not support the card, that the card lacks the BF16 in which the job trains, or that the
// engine does not read one of its formats. Nothing if it can or that is unknown.
std::optional<Note> obstacle_to(const Job& job, const SoftwareNeeds& software, const Gpu& gpu,
                                const Calibration& calibration);

// Adds notes to the estimate about what keeps the job from running, besides memory, or may do so:
// an obstacle on one of its cards, an older branch of the software, a context beyond the model's.
void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate);

}  // namespace gpupick
