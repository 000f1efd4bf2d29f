#include "calibration/search.hpp"

#include "calibration/ranges.hpp"

namespace gpupick {
namespace {

constexpr auto search_table = sourced<SearchBounds>({
    {"least_bits", &SearchBounds::least_bits, required({.low = 1, .high = 16})},
    {"shortest_context", &SearchBounds::shortest_context, required(range::count)},
    {"shortest_sequence", &SearchBounds::shortest_sequence, required(range::count)},
    {"token_step", &SearchBounds::token_step, required(range::count)},
    {"training_cards", &SearchBounds::training_cards, required({.low = 1, .high = 4096})},
    {"image_shares", &SearchBounds::image_shares, required({.low = 0.01, .high = 1})},
    {"image_step", &SearchBounds::image_step, required(range::count)},
    {"ram_step_gib", &SearchBounds::ram_step_gib, required(range::count)},
});

}  // namespace

std::span<const Field> SearchBounds::fields() { return search_table; }

}  // namespace gpupick
