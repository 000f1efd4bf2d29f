#include "calibration/image.hpp"

#include "calibration/ranges.hpp"
#include "cards/gpu.hpp"

namespace gpupick {
namespace {

constexpr auto image_class_table = identified<ImageClass>({
    {"stack", &ImageClass::stack, {.refers_to = "stacks"}},
    {"architectures", &ImageClass::architectures, {.refers_to = "architectures"}},
    {"tensor", &ImageClass::tensor},
    {"factor", &ImageClass::factor, required(range::factor)},
    {"cards", &ImageClass::cards, required(range::measured)},
    {"video_cards", &ImageClass::video_cards, range::measured},
});

constexpr auto image_constants_table = sourced<ImageConstants>({
    {"efficiency", &ImageConstants::efficiency, required(range::factor)},
    {"power_exponent", &ImageConstants::power_exponent, required(range::share)},
    {"tflops_per_watt", &ImageConstants::tflops_per_watt, required(range::factor)},
    {"gigabytes_per_step", &ImageConstants::gigabytes_per_step, required(range::bytes)},
    {"step_seconds", &ImageConstants::step_seconds, required(range::seconds)},
    {"reference_gmacs", &ImageConstants::reference_gmacs, required(range::work)},
    {"large_gmacs", &ImageConstants::large_gmacs, required(range::work)},
    {"large_gain", &ImageConstants::large_gain, required(range::factor)},
    {"reference_evaluations", &ImageConstants::reference_evaluations, required(range::count)},
    {"decoder_gmacs", &ImageConstants::decoder_gmacs, required(range::work)},
    {"decoder_resolution", &ImageConstants::decoder_resolution, required(range::count)},
    {"eager", &ImageConstants::eager, required(range::factor)},
    {"attention_share", &ImageConstants::attention_share, required(range::factor)},
    {"compiled", &ImageConstants::compiled, required(range::factor)},
    {"fp8", &ImageConstants::fp8, required(range::factor)},
});

}  // namespace

std::span<const Field> ImageClass::fields() { return image_class_table; }
std::span<const Field> ImageConstants::fields() { return image_constants_table; }

}  // namespace gpupick
