// A figure that was computed, with the range it is known to and what that range rests on.
#pragma once

#include <cstdint>
#include <string>

namespace gpupick {

// What an interval rests on: enough measured rows, too few rows to say how often it holds, or
// nothing at all.
enum class Evidence : std::uint8_t { measured, thin, guess };

struct Estimate {
  double value = 0;
  double low = 0, high = 0;  // 80 % of measured cards lie inside; both 0 for a guess
  Evidence evidence = Evidence::guess;

  bool has_interval() const { return evidence != Evidence::guess; }
};

// One over a rate: the time of one.
Estimate inverse(const Estimate& rate);

// One duration after the other. What takes longer tells how well the sum is known.
Estimate sum(const Estimate& first, const Estimate& second);

// "159 (140-187)", "12 (8-15, a guess)" where the interval is one, "12 (a guess)" without.
std::string to_text(const Estimate& estimate);

}  // namespace gpupick
