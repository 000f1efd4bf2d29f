// A computed figure with its interval and its evidence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gpupick {

// The evidence behind a figure.
//   measured  an interval from enough measured rows
//   stated    the maker's data sheet; no interval
//   thin      a rough interval: from too few rows, or from rows of other cards
//   guess     nothing; no interval
enum class Evidence : std::uint8_t { measured, stated, thin, guess };

struct Estimate {
  double value = 0;
  double low = 0, high = 0;  // 80 % of measured cards are inside; both 0 without an interval
  Evidence evidence = Evidence::guess;

  bool has_interval() const { return evidence == Evidence::measured || evidence == Evidence::thin; }
  bool is_rough() const { return evidence >= Evidence::thin; }
};

// Scale the value and its interval.
Estimate operator*(const Estimate& estimate, double factor);
Estimate operator/(const Estimate& estimate, double divisor);

// Returns the time that an amount of work takes at this speed.
Estimate duration(double amount, const Estimate& speed);

// Adds two durations. The sum has the evidence of the longer one.
Estimate sum(const Estimate& first, const Estimate& second);

// Formats the value to three significant digits, or to two if it is rough or its interval reaches
// more than 10 % to each side.
std::string value_text(const Estimate& estimate);

// The interval with as many digits: "140-187", or "-20 to 187".
std::string interval_text(const Estimate& estimate);

// Formats as "159 tokens/s (140-187)", or as "12 s (8-15, rough)" if the interval is rough. Without
// an interval: "12 (rough)", "12 (stated)", or "12" if it is exact.
std::string to_text(const Estimate& estimate, std::string_view unit = "");

}  // namespace gpupick
