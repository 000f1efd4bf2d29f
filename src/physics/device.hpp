// The rates of a device by its data sheet: multiplying, reading memory, and exchanging data with
// other devices. Plain arithmetic over the figures of a card.
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

// Returns the TFLOPS of the board's fastest units for 16-bit matrices, or nothing if unknown. With
// `half_accumulate` FP16 accumulation counts too. If the stack multiplies in the vector units,
// returns their rate.
Number matrix_rate(const Gpu& gpu, const SoftwareStack& stack, bool half_accumulate);

// Returns the part of `rate`, in TFLOPS, that the board's power can sustain: at most
// rate^(1 - exponent) x (`tflops_per_watt` x power)^exponent, the geometric mean for an exponent of
// a half.
double held_rate(const Gpu& gpu, const SoftwareStack& stack, double rate, double exponent,
                 double tflops_per_watt);

// The part of a pass of work that takes longest.
enum class Bound : std::uint8_t { compute, bandwidth, latency, link };

Bound longest_of(Seconds compute, Seconds bandwidth, Seconds latency, Seconds link);

// True if the devices have links that join any number of them all to all, as modules do. A bridge
// joins only two boards.
bool joined_by_links(const Gpu& gpu);

// True if a bridge could join two such boards but is not assumed: consumer boards are sold without
// it, and few have one.
bool lacks_bridge(const Gpu& gpu);

// Returns the rate in one direction at which one of `devices` exchanges data with the others: that
// of its link, or half of its PCIe slot's, since data then goes through the host. Returns nothing
// if neither is known.
std::optional<BytesPerSecond> link_rate(const Gpu& gpu, double devices, double slot_gb_s = 0);

// True if the card has no memory except the host's.
bool shares_host_memory(const Gpu& gpu);

// Returns the rate in one direction of the card's PCIe interface, or of a slower slot, or nothing
// if neither is known. A `slot_gb_s` of 0 means that the slot does not limit it.
std::optional<BytesPerSecond> slot_rate(const Gpu& gpu, double slot_gb_s = 0);

// Returns the rate at which host memory sends to a card: a share of the slot's rate, or the host's
// copy rate if that is lower.
BytesPerSecond rate_from_host(BytesPerSecond slot, const OffloadConstants& law);

}  // namespace gpupick
