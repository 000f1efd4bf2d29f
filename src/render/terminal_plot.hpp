// Plots for a terminal: dots of braille with signs and texts between them, or ASCII.
#pragma once

#include <cstddef>
#include <string>

#include "answer/plot.hpp"
#include "render/render.hpp"

namespace gpupick {

// Returns the plot in at most `plot_lines` lines of at most `width` columns, which are 40 at least;
// "" for bars and for a plot without points.
std::string to_terminal(const Plot& plot, std::size_t width, bool unicode);

}  // namespace gpupick
