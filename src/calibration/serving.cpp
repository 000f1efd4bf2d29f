#include "calibration/serving.hpp"

#include "calibration/ranges.hpp"

namespace gpupick {
namespace {

constexpr auto serving_constants_table = sourced<ServingConstants>({
    {"most_streams", &ServingConstants::most_streams, required(range::count)},
    {"activation_bytes", &ServingConstants::activation_bytes, range::state_bytes},
    {"unpacked_share", &ServingConstants::unpacked_share, range::factor},
});

constexpr auto offload_constants_table = sourced<OffloadConstants>({
    {"host_efficiency", &OffloadConstants::host_efficiency, required(range::share)},
    {"usual_host_gb_s", &OffloadConstants::usual_host_gb_s, required(range::gb_s)},
    {"bus_efficiency", &OffloadConstants::bus_efficiency, required(range::share)},
    {"copy_gb_s", &OffloadConstants::copy_gb_s, range::gb_s},
    {"pinned_efficiency", &OffloadConstants::pinned_efficiency, required(range::share)},
});

}  // namespace

std::span<const Field> ServingConstants::fields() { return serving_constants_table; }
std::span<const Field> OffloadConstants::fields() { return offload_constants_table; }

}  // namespace gpupick
