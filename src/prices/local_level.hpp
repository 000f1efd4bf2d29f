// Local level model: a random walk observed with noise on other days (docs/models.md#prices).
#pragma once

#include <vector>

namespace gpupick {

struct Sighting {
  double level;   // relative to any origin
  double weight;  // 1 / variance of its noise
  int days;       // days before the wanted day; negative: after it
};

struct Level {
  double value, weight;  // 1 / variance
};

// Returns the level on the wanted day, with the weight 1 / variance. The variance of the walk grows
// by `wander` in a month. `seen` must not be empty.
Level level_from(std::vector<Sighting> seen, double wander);

}  // namespace gpupick
