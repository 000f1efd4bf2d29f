#include "ranking/exclusion.hpp"

#include <cmath>

namespace gpupick {
namespace {

struct IsUnknown {
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
  bool operator()(const NotKnown&) const { return true; }
  bool operator()(const NotEstimated&) const { return true; }
  bool operator()(const Lacks& lacks) const { return lacks.unknown; }
  bool operator()(const Unsupported& unsupported) const { return !unsupported.support.known; }
};

struct MarginOf {
  template <class Other>
  std::optional<double> operator()(const Other&) const {
    return {};
  }
  std::optional<double> operator()(const OutOfRange& range) const {
    return std::fabs(range.found - range.wanted);
  }
  std::optional<double> operator()(const OverBudget& over) const { return over.usd; }
  std::optional<double> operator()(const TooLarge& job) const {
    return job.needed_gib - job.usable_gib;
  }
  std::optional<double> operator()(const ShortOfRam& job) const {
    return job.needed_gib - job.ram_gib;
  }
  std::optional<double> operator()(const TooFew& few) const { return few.least - few.batch; }
};

}  // namespace

bool Exclusion::is_unknown() const { return std::visit(IsUnknown(), reason); }

std::optional<double> Exclusion::margin() const { return std::visit(MarginOf(), reason); }

}  // namespace gpupick
