// A level that wanders, told by noisy sightings of it on other days (docs/models.md#prices).
#pragma once

#include <vector>

namespace gpupick {

struct Sighting {
  double level;   // relative to any origin
  double weight;  // 1 / variance of its noise
  int days;       // before the day asked; negative for those after it
};

struct Level {
  double value, weight;  // 1 / variance
};

// The level on the day asked, of which the variance grows by `wander` in a month; there must be a
// sighting.
Level level_from(std::vector<Sighting> seen, double wander);

}  // namespace gpupick
