#include "catalog/workload.hpp"

#include <cmath>

namespace gpupick {

std::string_view name_of(Outcome outcome) {
  static constexpr std::string_view names[] = {"speed", "memory", "price", "power"};
  return names[static_cast<std::size_t>(outcome)];
}

double utility(const Curve& curve, double amount) {
  if (amount <= curve.front().first) return curve.front().second;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const auto [x0, y0] = curve[i - 1];
    const auto [x1, y1] = curve[i];
    if (amount <= x1) return y0 + (y1 - y0) * std::log(amount / x0) / std::log(x1 / x0);
  }
  return curve.back().second;
}

}  // namespace gpupick
