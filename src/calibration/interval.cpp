#include "calibration/interval.hpp"

#include "calibration/ranges.hpp"
#include "cards/gpu.hpp"

namespace gpupick {
namespace {

constexpr std::string_view work_words[] = {
    "embedding",       "image",      "image-swapped", "inference", "inference-networked",
    "offload",         "size-cache", "size-speed",    "vision",    "vision-elsewhere",
    "vision-training", "video",      "training"};
constexpr std::string_view kind_words[] = {
    "encoder",  "hybrid", "mixture",           "plain", "pretraining",
    "sequence", "tuning", "pretraining-split", "vision"};

constexpr auto interval_table = identified<Interval>({
    {"work", &Interval::work, {.choices = work_words, .required = true}},
    {"kinds", &Interval::kinds, {.choices = kind_words}},
    {"prompt", &Interval::prompt},
    {"several", &Interval::several},
    {"in_turn", &Interval::in_turn},
    {"serves", &Interval::serves},
    {"stack", &Interval::stack, {.refers_to = "stacks"}},
    {"network", &Interval::network, {.refers_to = "networks"}},
    {"segment", &Interval::segment},
    {"measured", &Interval::measured},
    {"low", &Interval::low, required(range::factor)},
    {"high", &Interval::high, required(range::factor)},
    {"rows", &Interval::rows, required(range::measured)},
    {"guess", &Interval::guess},
});

constexpr auto evidence_table = sourced<EvidenceConstants>({
    {"least_rows", &EvidenceConstants::least_rows, required(range::measured)},
});

}  // namespace

std::span<const Field> Interval::fields() { return interval_table; }
std::span<const Field> EvidenceConstants::fields() { return evidence_table; }

}  // namespace gpupick
