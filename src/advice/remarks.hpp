// What a buyer must know about a card beside its figures: how it is cooled, plugged and powered,
// what its price buys, and whether software still serves it. Each remark follows from the record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advice/estimate.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {

// The remarks in the order of their weight, lower case, without full stop.
std::vector<std::string> advice(const Catalog& catalog, const Gpu& gpu,
                                const std::optional<Price>& price);

// What a buyer for other work must know of the software that most of it runs on: that PyTorch
// serves the card no more, or by an older branch. "" where a current one does, and where that is
// not known.
std::string pytorch_remark(const Gpu& gpu, std::span<const SoftwareRule> rules, Date day);

// Notes what stands in the way of the job on its card besides memory: software that does not serve
// it, a precision that it lacks, a context that its model was not made for.
void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate);

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

}  // namespace gpupick
