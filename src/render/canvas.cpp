#include "render/canvas.hpp"

#include <algorithm>
#include <cmath>

#include "render/frame.hpp"

namespace gpupick {
namespace {

// The bits of a cell of braille by row and column: 2 dots wide, 4 high.
constexpr std::uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

std::string sign(unsigned dots, bool unicode) {
  if (dots == 0) return " ";
  if (unicode)  // U+2800 and the bits
    return {'\xE2', static_cast<char>(0xA0U | dots >> 6U),
            static_cast<char>(0x80U | (dots & 0x3FU))};
  const bool above = (dots & 0x1BU) != 0, below = (dots & 0xE4U) != 0;
  return above && below ? ":" : above ? "'" : ".";
}

}  // namespace

void Canvas::dot(double x, double y) {
  const double column = std::floor(2 * x), row = std::floor(4 * y);
  const auto height = static_cast<double>(height_);
  if (!(column >= 0 && row >= 0 && column < 2 * static_cast<double>(width_) && row < 4 * height))
    return;
  const auto c = static_cast<std::size_t>(column), r = static_cast<std::size_t>(row);
  dots_[r / 4 * width_ + c / 2] |= bits[r % 4][c % 2];
}

void Canvas::path(const std::vector<Spot>& spots, int on, int period) {
  int phase = 0;
  for (std::size_t k = 1; k < spots.size(); ++k) {
    const Spot &from = spots[k - 1], &to = spots[k];
    const double x = to.x - from.x, y = to.y - from.y;
    const double length = std::max(2 * std::fabs(x), 4 * std::fabs(y));
    const int steps = std::max(1, static_cast<int>(std::ceil(length)));
    for (int i = 0; i < steps; ++i, ++phase)
      if (phase % period < on) dot(from.x + x * i / steps, from.y + y * i / steps);
  }
}

void Canvas::text(double x, double y, std::string_view words) {
  const auto height = static_cast<double>(height_);
  if (!(x >= 0 && y >= 0 && y < height)) return;
  const auto row = static_cast<std::size_t>(y);
  auto column = static_cast<std::size_t>(x);
  for (std::size_t at = 0; at < words.size() && column < width_; ++column) {
    const std::size_t end = next_point(words, at);
    cells_[row * width_ + column] = words.substr(at, end - at);
    at = end;
  }
}

std::string Canvas::done() const {
  std::string out;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    out += cells_[i].empty() ? sign(dots_[i], unicode_) : cells_[i];
    if ((i + 1) % width_ != 0) continue;
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

}  // namespace gpupick
