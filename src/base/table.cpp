#include "base/table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns)
    widths.push_back(std::max(columns(column.heading), columns(column.unit)));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  return widths;
}

constexpr std::size_t gap = 2;  // spaces between columns
// Widths to which texts are shortened before and after columns are left out by `drop_order`.
// Numbers are never shortened.
constexpr std::size_t long_text = 32, short_text = 16;
// Width to which texts are shortened before columns with a `drop_order` of 0 are left out.
constexpr std::size_t shortest_text = 10;

struct Shown {
  std::size_t column, width;
  bool brief = false;  // without the ranges of its numbers
};

// "120 (90-150)m" without the range.
std::string without_range(std::string cell) {
  const std::size_t start = cell.find(" ("), end = cell.find(')', start);
  return end == cell.npos ? cell : cell.erase(start, end + 1 - start);
}

void leave_out_ranges(const Table& table, Shown& shown) {
  const Column& column = table.columns[shown.column];
  shown.width = std::max(columns(column.heading), columns(column.unit));
  for (const auto& row : table.rows)
    shown.width = std::max(shown.width, columns(without_range(row[shown.column])));
  shown.brief = true;
}

std::size_t width_of(const std::vector<Shown>& shown) {
  std::size_t used = 0;
  for (const Shown& column : shown) used += column.width + gap;
  return used;
}

// Picks the columns that fit into `width`, at least one, and their widths.
std::vector<Shown> layout(const Table& table, std::size_t width) {
  const std::vector<std::size_t> whole = widths_of(table);
  std::vector<Shown> shown;
  for (const std::size_t own : whole) shown.push_back({shown.size(), own, false});
  const auto too_wide = [&] { return width_of(shown) > width + gap && shown.size() > 1; };
  const auto drop_order = [&](const Shown& one) { return table.columns[one.column].drop_order; };
  const auto is_number = [&](const Shown& one) {
    return table.columns[one.column].align == Align::right;
  };
  const auto text_width = [&](const Shown& one) {
    return is_number(one) || table.columns[one.column].whole ? 0 : one.width;
  };
  const auto shorten = [&](std::size_t least) {
    while (too_wide()) {
      const auto widest = std::ranges::max_element(shown, {}, text_width);
      if (text_width(*widest) <= least) break;
      --widest->width;
    }
  };
  shorten(long_text);
  while (too_wide()) {
    const auto next = std::ranges::max_element(shown.rbegin(), shown.rend(), {}, drop_order);
    if (drop_order(*next) <= 0) break;
    shown.erase(std::next(next).base());
  }
  shorten(short_text);
  for (Shown& one : shown)
    if (too_wide() && is_number(one)) leave_out_ranges(table, one);
  while (too_wide()) {
    const auto next = std::ranges::min_element(shown, {}, drop_order);
    if (drop_order(*next) == 0) break;
    shown.erase(next);
  }
  shorten(shortest_text);
  while (too_wide()) shown.pop_back();
  for (Shown& one : shown)  // the room of columns that were left out
    if (const std::size_t used = width_of(shown); used < width + gap && !one.brief)
      one.width = std::min(whole[one.column], one.width + width + gap - used);
  return shown;
}

std::vector<std::string> lines_of(const std::string& cell, std::size_t width) {
  const std::string text = wrapped("", cell, width, 0);
  const Phrases lines = split(text, "\n");
  return {lines.begin(), lines.end() - 1};
}

// Appends one row to `out` for each line of the row's longest cell. The first cell is not wrapped,
// so it keeps its indent.
void add_wrapped(const std::vector<std::string>& row, std::size_t width,
                 std::vector<std::vector<std::string>>& out) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 0;
  for (const std::string& cell : row) {
    cells.push_back(cells.empty() ? std::vector{cell} : lines_of(cell, width));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    out.emplace_back();
    for (const auto& lines : cells) out.back().push_back(line < lines.size() ? lines[line] : "");
  }
}

std::string shortened(std::string cell, std::size_t width) {
  static constexpr std::string_view mark = "...";
  if (columns(cell) <= width) return cell;
  while (columns(cell) + mark.size() > width) {
    while (is_continuation(cell.back())) cell.pop_back();
    cell.pop_back();
  }
  return cell.append(mark);
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string spaces(width - std::min(width, columns(cell)), ' ');
  return align == Align::left ? cell + spaces : spaces + cell;
}

// Returns the headings and rows of a table as lines whose cells but the first are at most `room`
// wide.
Table wrapped_cells(const Table& table, std::size_t room) {
  Table out{std::vector<Column>(table.columns.size()), {}};
  std::vector<std::string> headings;
  for (const Column& column : table.columns) headings.push_back(column.heading);
  add_wrapped(headings, room, out.rows);
  for (const auto& row : table.rows) add_wrapped(row, room, out.rows);
  return out;
}

// Returns the first `kept` columns and those from `first` up to `end`.
Table part_of(const Table& whole, std::size_t kept, std::size_t first, std::size_t end) {
  Table part;
  part.columns.resize(kept + end - first);
  for (const auto& row : whole.rows) {
    const auto at = [&](std::size_t i) { return row.begin() + static_cast<std::ptrdiff_t>(i); };
    part.rows.emplace_back(at(0), at(kept));
    part.rows.back().insert(part.rows.back().end(), at(first), at(end));
    // Drop a line in which only a cell of another part continues.
    if (std::ranges::all_of(part.rows.back(), &std::string::empty)) part.rows.pop_back();
  }
  return part;
}

}  // namespace

std::string to_text(const Table& table, std::size_t width) {
  const std::vector<Shown> shown = layout(table, width);
  std::string out;
  const auto add_line = [&](const auto& cell) {
    std::string line;
    for (const auto& [column, room, brief] : shown) {
      if (!line.empty()) line.append(gap, ' ');
      const std::string text = brief ? without_range(cell(column)) : cell(column);
      line += padded(shortened(text, room), room, table.columns[column].align);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  for (const auto words : {&Column::heading, &Column::unit})
    if (table.has(words)) add_line([&](std::size_t i) { return table.columns[i].*words; });
  for (const auto& row : table.rows) add_line([&](std::size_t i) { return row[i]; });
  return out;
}

Table shown_part(const Table& table, std::size_t width) {
  Table out{{}, std::vector<std::vector<std::string>>(table.rows.size())};
  for (const Shown& one : layout(table, width)) {
    out.columns.push_back(table.columns[one.column]);
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      out.rows[i].push_back(table.rows[i][one.column]);
  }
  return out;
}

std::string to_stacked_text(const Table& table, std::size_t width, std::size_t group) {
  const std::size_t taken = widths_of(table).front() + gap;
  std::size_t room = std::clamp(width - std::min(taken, width), shortest_text, long_text);
  Table whole = wrapped_cells(table, room);
  std::vector<std::size_t> widths = widths_of(whole);
  const auto used_by = [&](std::size_t first, std::size_t end) {
    std::size_t used = 0;
    for (std::size_t i = first; i < std::min(end, widths.size()); ++i) used += gap + widths[i];
    return used;
  };
  std::size_t kept = group > 1 ? 2 : 1;  // columns that each table repeats
  const auto have_room = [&] {
    for (std::size_t first = kept; first < widths.size(); first += group)
      if (used_by(0, kept) + used_by(first, first + group) > width + gap) return false;
    return true;
  };
  while (group > 1 && room > shortest_text && !have_room()) {
    whole = wrapped_cells(table, --room);
    widths = widths_of(whole);
  }
  if (!have_room()) kept = 1;
  std::string out;
  for (std::size_t first = kept; first < widths.size();) {
    std::size_t end = first, used = used_by(0, kept);
    do {
      const std::size_t next = std::min(end + (end < 2 ? 1 : group), widths.size());
      const std::size_t more = used_by(end, next);
      if (end > first && used + more > width + gap) break;
      used += more;
      end = next;
    } while (end < widths.size());
    out += (out.empty() ? "" : "\n") + to_text(part_of(whole, kept, first, end), width);
    first = end;
  }
  return out;
}

bool fits(const Table& table, std::size_t width) {
  std::size_t used = 0;
  const std::vector<std::size_t> own = widths_of(table);
  for (std::size_t i = 0; i < own.size(); ++i)
    used += gap + (table.columns[i].align == Align::left ? std::min(own[i], long_text) : own[i]);
  return used <= width + gap;
}

namespace {

// True if the next word belongs to this one: the unit of a number, what "2 x" or "750 W" is of, the
// value of a flag, the rest of a command. A number behind a capital is part of a name ("RTX 4090").
bool leads(std::string_view word, std::string_view before) {
  const auto marks = std::ranges::count(before, '`') + std::ranges::count(word, '`');
  if (marks % 2 == 1 || word.starts_with("--")) return true;
  if (before.ends_with(' ')) before.remove_suffix(1);
  const std::string_view last = before.substr(before.rfind(' ') + 1);
  if (word == "x" || word == "W" || word == "%") return !last.empty() && is_digit(last.front());
  word.remove_prefix(word.rfind('/') + 1);  // "cost/3 y"
  const bool in_name = !last.empty() && last.front() >= 'A' && last.front() <= 'Z' &&
                       !last.ends_with(',') && !last.ends_with(';');
  return !word.empty() && !in_name && is_digit(word.back()) &&
         word.find_first_not_of("0123456789.,-(") == word.npos;
}

// Returns the end of the words from `start` that stay on one line. They take `width` columns at
// most, unless the first does not.
std::size_t end_of_words(std::string_view text, std::size_t start, std::size_t width) {
  std::size_t word = start, end = std::min(text.find(' ', start), text.size());
  while (end < text.size() && leads(text.substr(word, end - word), text.substr(0, word))) {
    const std::size_t next = std::min(text.find(' ', end + 1), text.size());
    if (columns(text.substr(start, next - start)) > width) break;
    word = end + 1;
    end = next;
  }
  return end;
}

}  // namespace

std::string wrapped(const std::string& prefix, const std::string& text, std::size_t width,
                    std::size_t margin) {
  std::string out = prefix;
  std::size_t used = columns(prefix);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = end_of_words(text, start, width - std::min(width, margin));
    const std::string_view word = std::string_view(text).substr(start, end - start);
    const std::size_t more = columns(word);
    if (start > 0 && used + 1 + more > width) {
      out += '\n';
      out.append(margin, ' ');
      used = margin;
    } else if (start > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += more;
    start = end + 1;
  }
  return out + '\n';
}

}  // namespace gpupick
