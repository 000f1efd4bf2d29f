// The words of a card's name that state a figure: "24gb", "gddr6x", "sxm", "30core".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cards/gpu.hpp"

namespace gpupick {

// Returns the number before a unit, as in "24gb", or "" if the word has another form.
std::string_view number_before(std::string_view word, std::string_view unit);

// Returns the GiB of a memory, as in "24gb", "16g", "o16g", "8gd6x" and "24564mib", or nothing.
// Fewer MB are those of a cache.
Number memory_size(std::string_view word);
bool is_memory_size(std::string_view word);

// True for a type of memory: "gddr6x", "hbm3", "d6", "g6x".
bool is_memory_type(std::string_view word);

// True for the form of a data-center card: "pcie", "sxm4", "oam", "nvl".
bool is_form(std::string_view word);

// True if the word agrees with a figure of the card, whose name has these words. Unknown memory
// agrees with all.
bool agrees_with_figures(std::string_view word, const Gpu& gpu,
                         const std::vector<std::string>& name);

std::vector<std::string> without_memory_sizes(std::vector<std::string> words);
// True if the words state a number of cores, as in "30core".
bool states_cores(const std::vector<std::string>& words);
// Returns the memory in GiB that the words state, as in "24gb"; nothing if they state none.
Number stated_memory(const std::vector<std::string>& words);

}  // namespace gpupick
