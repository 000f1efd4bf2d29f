// Quantities with a unit, for the physics. Only quantities of the same unit add up, and the few
// quotients that the models need are written out, so that a wrong formula does not compile.
// Capacity is printed in GiB (2^30 bytes), rates in GB/s (10^9 bytes per second) and TFLOPS (10^12
// operations per second, dense).
#pragma once

#include <cmath>
#include <compare>

namespace gpupick {

template <class Unit>
struct Quantity {
  double value = 0;

  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.value - b.value}; }
  friend constexpr Quantity operator*(Quantity a, double k) { return {a.value * k}; }
  friend constexpr Quantity operator/(Quantity a, double k) { return {a.value / k}; }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
};

using Bytes = Quantity<struct BytesUnit>;
using BytesPerSecond = Quantity<struct BytesPerSecondUnit>;
using Operations = Quantity<struct OperationsUnit>;
using OperationsPerSecond = Quantity<struct OperationsPerSecondUnit>;
using Seconds = Quantity<struct SecondsUnit>;

constexpr Seconds operator/(Bytes size, BytesPerSecond rate) { return {size.value / rate.value}; }
constexpr Seconds operator/(Operations work, OperationsPerSecond rate) {
  return {work.value / rate.value};
}

constexpr Bytes gib(double amount) { return {amount * 1024 * 1024 * 1024}; }
constexpr double in_gib(Bytes size) { return size / gib(1); }
constexpr BytesPerSecond gb_per_second(double rate) { return {rate * 1e9}; }
// The rate of a PCIe slot in one direction: 0.25 GB/s a lane in the first generation, doubled in
// each later one.
inline BytesPerSecond pcie_rate(double generation, double lanes) {
  return gb_per_second(0.25 * std::exp2(generation - 1) * lanes);
}
constexpr OperationsPerSecond tflops(double rate) { return {rate * 1e12}; }

}  // namespace gpupick
