// A figure that was computed, with the range it is known to and what that range rests on.
#pragma once

#include <cstdint>
#include <string>

namespace gpupick {

// What a figure rests on: an interval of enough measured rows; the maker's data sheet, without one;
// an interval of too few rows to say how often it holds; nothing at all.
enum class Evidence : std::uint8_t { measured, stated, thin, guess };

struct Estimate {
  double value = 0;
  double low = 0, high = 0;  // 80 % of measured cards lie inside; both 0 without an interval
  Evidence evidence = Evidence::guess;

  bool has_interval() const { return evidence == Evidence::measured || evidence == Evidence::thin; }
  bool is_guess() const { return evidence >= Evidence::thin; }
};

// One over a rate: the time of one.
Estimate inverse(const Estimate& rate);

// One duration after the other. What takes longer tells how well the sum is known.
Estimate sum(const Estimate& first, const Estimate& second);

// "159 (140-187)", "12 (8-15, a guess)" where the interval is one, "12 (a guess)" or "12 (stated)"
// without.
std::string to_text(const Estimate& estimate);

}  // namespace gpupick
