// Tables as text for a terminal. Independent of the catalog; functions return strings.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace gpupick {

enum class Align { left, right };

struct Column {
  std::string heading;
  Align align = Align::left;
  // The order in which a narrow table drops columns: the highest first, then those below 0, then 0.
  int drop_order = 0;
  std::string unit = {};  // printed under the heading
  bool whole = false;     // its texts are never shortened
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows = {};  // each as long as `columns`

  // True if a column has a heading, or a unit.
  bool has(std::string Column::*words) const {
    return std::ranges::any_of(columns, [&](const Column& one) { return !(one.*words).empty(); });
  }
};

// Formats aligned columns, two spaces apart. Narrows a table that is wider than `width`, step by
// step until it fits:
//   1. shortens very long texts, the widest first
//   2. leaves out columns by `drop_order`, the last of equals first
//   3. shortens texts further
//   4. leaves out the ranges, in parentheses, of numbers
//   5. leaves out columns whose `drop_order` is below 0
//   6. shortens texts to a few letters
//   7. leaves out columns from the right
// Texts then get back the room that is left.
// Prints no heading line if all headings are empty.
std::string to_text(const Table& table, std::size_t width);

// Returns the columns that `to_text` shows.
Table shown_part(const Table& table, std::size_t width);

// Splits a wide table into as few tables as show every column. Each begins with the first column;
// long texts continue on the next line. If `group` is above 1, the second column is a reference
// that each table repeats where there is room, and so many columns after it stay together.
std::string to_stacked_text(const Table& table, std::size_t width, std::size_t group = 1);

// True if `to_text` shows every column and shortens no text to less than its first limit (32
// columns).
bool fits(const Table& table, std::size_t width);

// Breaks the text at spaces into lines of at most `width` columns, but not after a number ("385 W",
// "2 x RTX 4090") and not within a command. The first line begins with `prefix`, the others with
// `margin` spaces.
std::string wrapped(const std::string& prefix, const std::string& text, std::size_t width,
                    std::size_t margin);

}  // namespace gpupick
