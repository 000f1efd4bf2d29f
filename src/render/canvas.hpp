// A grid of characters with finer dots, for plots in a terminal. Private to src/render.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/labels.hpp"

namespace gpupick {

class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height, bool unicode)
      : width_(width),
        height_(height),
        unicode_(unicode),
        dots_(width * height),
        cells_(width * height) {}

  // Draws a line of dots, of which the first `on` of each `period` show. Places are in cells; what
  // lies outside is not drawn.
  void path(const std::vector<Spot>& spots, int on = 1, int period = 1);
  // Writes over the dots. Each code point takes one cell.
  void text(double x, double y, std::string_view words);

  // Returns the lines, without spaces at their ends.
  std::string done() const;

 private:
  void dot(double x, double y);

  std::size_t width_, height_;
  bool unicode_;
  std::vector<std::uint8_t> dots_;  // the bits of braille, by cell
  std::vector<std::string> cells_;  // "" where dots show
};

}  // namespace gpupick
