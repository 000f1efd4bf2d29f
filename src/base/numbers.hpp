// Numbers as text: rounding, amounts with units, versions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpupick {

// Rounds to three significant digits: whole numbers above 100, at most three decimals below 1, with
// thousands separators. 1,008 or 82.6 or 0.184. Below 0.01, to two digits and at most six decimals.
std::string rounded(double value);

// Rounds to so many significant digits: 1,276 to two of them is 1,300.
double to_digits(double value, int digits);

// Formats all digits of the value, up to six decimals, with thousands separators: 1,555.2. A value
// below 1e-6, or from 1e15 up, may have an exponent.
std::string exact(double value);

// Returns the text without spaces, hard ones too, at both ends.
std::string_view without_spaces(std::string_view text);

// Parses a finite number and nothing else: "2000", "2,000.5", "1.5e3". Returns nothing for any
// other text, or if a comma does not separate thousands.
std::optional<double> parse_number(std::string_view text);

// Parses an amount as people write it, with or without its unit ("GIB", "USD", "W", "MM", ...): "24
// GB", "$2k", "650W". For USD, k means a thousand. GB of memory count as GiB, since that is how
// cards are sold. Returns nothing for any other text.
std::optional<double> parse_quantity(std::string_view text, std::string_view unit);

// Compares versions such as "8.9" and "12.0" part by part: negative, zero or positive. Returns
// nothing if either is not numbers separated by points.
std::optional<int> compare_versions(std::string_view a, std::string_view b);

}  // namespace gpupick
