#include "ranking/exclusion.hpp"

namespace gpupick {

bool Exclusion::is_unknown() const {
  return ask<bool>(reason,
                   [](const auto& one) -> decltype(one.is_unknown()) { return one.is_unknown(); });
}

Number Exclusion::margin() const {
  return ask<Number>(reason,
                     [](const auto& one) -> decltype(one.margin()) { return one.margin(); });
}

}  // namespace gpupick
