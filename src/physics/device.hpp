// What a device can do by its data sheet: multiply, read, and exchange with others. Plain
// arithmetic over the figures of a card.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

// TFLOPS of the board's fastest units for 16-bit matrices, with FP16 accumulation where
// `half_accumulate` and that is faster; of the vector units where the stack multiplies in them.
Number matrix_rate(const Gpu& gpu, const SoftwareStack& stack, bool half_accumulate);

// What of a rate in TFLOPS a board with so little power holds: at most the geometric mean of it and
// `tflops_per_watt` x its power, where the exponent is a half.
double held_rate(const Gpu& gpu, const SoftwareStack& stack, double rate, double exponent,
                 double tflops_per_watt);

// What a pass of work waits for: the part that takes longest.
enum class Bound : std::uint8_t { compute, bandwidth, latency, link };

Bound longest_of(Seconds compute, Seconds bandwidth, Seconds latency, Seconds link);

// Whether any number of such devices are joined all with all by links of their own, as modules are;
// a bridge joins two boards.
bool joined_by_links(const Gpu& gpu);

// Whether a bridge could join two such boards, and is not counted on: for consumer boards it is
// bought apart, and few have one.
bool lacks_bridge(const Gpu& gpu);

// The rate in one direction at which one of `devices` exchanges data with the others: its own link,
// or half of its PCIe slot's, since that goes through the host. Nothing where neither is known.
std::optional<BytesPerSecond> link_rate(const Gpu& gpu, double devices, double slot_gb_s = 0);

// Whether the card has no memory but the host's.
bool shares_host_memory(const Gpu& gpu);

// The rate in one direction of the card's own PCIe interface, or of a slot that is slower; nothing
// where neither is known.
std::optional<BytesPerSecond> slot_rate(const Gpu& gpu, double slot_gb_s = 0);

// The rate at which the host's memory sends to a card: a share of the slot's, or what the host can
// copy where that is less.
BytesPerSecond rate_from_host(BytesPerSecond slot, const OffloadConstants& law);

}  // namespace gpupick
