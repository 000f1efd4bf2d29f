// Text for a terminal: as wide as it is, with colours and bars where it has them.
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/formats.hpp"

namespace gpupick {
namespace {

constexpr std::size_t least_margin = 10;  // of labelled lines
constexpr std::size_t bar_width = 12;

constexpr const char* bold = "1";
constexpr const char* dim = "2";
constexpr const char* green = "32";
constexpr const char* red = "31";
constexpr const char* yellow = "33";

std::string paint(const Page& page, const char* colour, const std::string& text) {
  return page.colour ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}

// Colours each line of a text, except parts that already have a colour.
std::string painted(const Page& page, const char* colour, const std::string& text) {
  static constexpr std::string_view reset = "\x1b[0m";
  std::string out;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    for (std::size_t at = line.find(reset); at != std::string::npos; at = line.find(reset, at)) {
      line.insert(at + reset.size(), fmt::format("\x1b[{}m", colour));
      at += reset.size();
    }
    out += paint(page, colour, line);
    if (end < text.size()) out += '\n';
    start = end + 1;
  }
  return out;
}

// Colours rough numbers yellow and missing ones red. Numbers are right-aligned and never shortened,
// so a colour does not disturb the layout.
void paint_numbers(const Page& page, Table& table) {
  for (auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (table.columns[i].align == Align::left) continue;
      if (row[i].starts_with(rough_mark)) row[i] = paint(page, yellow, row[i]);
      if (row[i] == "-") row[i] = paint(page, red, row[i]);
    }
}

std::string toned(const Page& page, Tone tone, const std::string& text) {
  return tone == Tone::plain ? text : painted(page, tone == Tone::strong ? bold : dim, text);
}

// The bar of a line above its phrases, each with the mark of its part.
std::string with_bar(const Line& line, std::size_t margin, const Page& page) {
  constexpr std::size_t widest = 50;
  static constexpr const char* blocks[] = {"█", "▓", "▒", "░", "▚", "▖", "▘", "▝", "·"};
  static constexpr const char* letters[] = {"#", "=", "+", "-", "x", "o", ":", "~", "."};
  const auto& marks = page.unicode ? blocks : letters;
  const std::size_t width = std::min(widest, page.width - margin);
  std::string bar;
  std::vector<std::string> legend;
  double share = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < line.phrases.size(); ++i) {
    const char* mark = i + 1 < line.phrases.size() ? marks[i] : marks[std::size(marks) - 1];
    share += line.bar[i];
    for (; static_cast<double>(used) < std::round(share * static_cast<double>(width)); ++used)
      bar += mark;
    legend.push_back(fmt::format("{} {}", line.phrases[i], mark));
  }
  return fmt::format("{}{}{}\n", line.label, std::string(margin - columns(line.label), ' '), bar) +
         wrapped(std::string(margin, ' '), join(legend, "  "), page.width, margin);
}

// Prints the line with all of its phrases.
std::string whole_text(const Line& line, std::size_t margin, const Page& page) {
  const std::string label(line.label + std::string(margin - columns(line.label), ' '));
  std::string text = text_of(line);
  const std::size_t used = margin + columns(text) + 2 + columns(line.aside);
  if (!line.aside.empty())
    text += used <= page.width ? std::string(page.width - used + 2, ' ') : ", ";
  text += line.aside;
  return used <= page.width || line.one_line ? label + text + "\n"
                                             : wrapped(label, text, page.width, margin);
}

// Prints the line with as many of its phrases as fit into its lines, or into those that the kept
// phrases take.
std::string to_text(Line line, std::size_t margin, const Page& page) {
  if (page.bars && !line.bar.empty()) return with_bar(line, margin, page);
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  std::string out = whole_text(line, margin, page);
  if (line.most_lines > 0) {
    Line least = line;
    least.phrases.resize(std::min(line.phrases.size(), std::max<std::size_t>(line.kept, 1)));
    const auto most = std::max(static_cast<std::ptrdiff_t>(line.most_lines),
                               lines(whole_text(least, margin, page)));
    while (lines(out) > most) {
      line.phrases.pop_back();
      out = whole_text(line, margin, page);
    }
  }
  return toned(page, line.tone, out);
}

// "█████▌      ", of `share` x the full width.
std::string bar(double share, bool unicode) {
  const double eighths =
      std::round(8 * static_cast<double>(bar_width) * std::clamp(share, 0.0, 1.0));
  const auto full = static_cast<std::size_t>(eighths) / 8;
  if (!unicode) return std::string(full, '#') + std::string(bar_width - full, ' ');
  static constexpr const char* parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string out;
  for (std::size_t i = 0; i < full; ++i) out += "█";
  const std::size_t part = static_cast<std::size_t>(eighths) % 8;
  out += parts[part];
  return out + std::string(bar_width - full - (part > 0 ? 1 : 0), ' ');
}

Table with_bars(const Bars& bars, Table table, bool unicode) {
  std::size_t width = columns(table.columns[bars.column].heading);
  for (const auto& row : table.rows) width = std::max(width, columns(row[bars.column]));
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::string& cell = table.rows[i][bars.column];
    cell.insert(0, width - columns(cell) + 1, ' ').insert(0, bar(bars.shares[i], unicode));
  }
  return table;
}

void paint_word(const Page& page, const char* colour, const std::string& word, std::string& text) {
  const std::string painted = paint(page, colour, word);
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += painted.size())
    text.replace(at, word.size(), painted);
}

std::string to_text(const Grid& grid, const Page& page) {
  if (grid.group > 0) {
    std::string text = to_stacked_text(grid.table, page.table_width, grid.group);
    if (grid.judged) {
      paint_word(page, green, "better", text);
      paint_word(page, red, "worse", text);
    }
    return text;
  }
  Table table = grid.table;
  paint_numbers(page, table);
  if (page.bars && !grid.bars.empty())
    if (Table wide = with_bars(grid.bars.front(), table, page.unicode);
        fits(wide, page.table_width))
      table = std::move(wide);
  const std::string text = to_text(table, page.table_width);
  // Bold the recommended rows, which follow the headings.
  const std::size_t first = table.has(&Column::unit) ? 2 : 1;
  std::string out;
  std::size_t start = 0;
  for (std::size_t i = 0; start < text.size(); ++i) {
    const std::size_t end = text.find('\n', start) + 1;
    const std::string row = text.substr(start, end - start);
    out += i >= first && i < first + grid.strong_rows ? painted(page, bold, row) : row;
    start = end;
  }
  return out;
}

// The rows that people see, as a table or as lines. Nothing of an empty list.
std::string to_text(const Listing& list, const Page& page) {
  if (list.rows.empty()) return "";
  if (list.rows.front().line.empty()) return to_text(Grid{table_of(list)}, page);
  std::string out;
  for (const ListRow& row : list.rows) out += row.line + "\n";
  return out;
}

// Returns the table without its last `rows`, or as many of them as it can spare.
Grid without(std::size_t rows, Grid grid) {
  const std::size_t left_out = std::min({rows, grid.spare_rows, grid.table.rows.size()});
  grid.table.rows.resize(grid.table.rows.size() - left_out);
  return grid;
}

// Says what a text leaves out to fit a screen. Blocks count from the first of the answer.
struct Cuts {
  std::size_t short_from;  // from this block on, a line that has a limit takes one line
  std::size_t spare_from;  // from this block on, lines that can be spared are left out
  std::size_t rows = 0;    // of the tables that can spare them
};

// Prints each line in at most its own number of lines.
std::string text_of(const Answer& answer, const Page& page, const Cuts& cuts) {
  std::string out;
  std::size_t margin = 0;
  std::optional<Table> seen;  // the part of the first table that is shown
  for (std::size_t i = 0; i < answer.blocks.size(); ++i) {
    const Block& block = answer.blocks[i];
    if (const auto* line = std::get_if<Line>(&block)) {
      // Labels up to the next break share a margin.
      if (margin == 0)
        for (std::size_t k = i; k < answer.blocks.size(); ++k) {
          const auto* next = std::get_if<Line>(&answer.blocks[k]);
          if (!next) break;
          if (!next->label.empty())
            margin = std::max({margin, least_margin, columns(next->label) + 2});
        }
      if (line->spare && i >= cuts.spare_from) continue;
      Line limited = *line;
      if (i >= cuts.short_from) limited.most_lines = std::min<std::size_t>(line->most_lines, 1);
      if (line->legend && seen) {
        limited.phrases.front() = line->legend(*seen);
        if (limited.phrases.front().empty()) limited.phrases.erase(limited.phrases.begin());
        if (limited.phrases.empty()) continue;
      }
      out += to_text(std::move(limited), line->label.empty() ? 0 : margin, page);
    } else if (const auto* grid = std::get_if<Grid>(&block)) {
      const Grid shown = without(cuts.rows, *grid);
      out += to_text(shown, page);
      if (!seen) seen = shown_part(shown.table, page.table_width);
      margin = 0;
    } else if (const auto* list = std::get_if<Listing>(&block)) {
      out += to_text(*list, page);
      margin = 0;
    } else if (const auto* plot = std::get_if<Plot>(&block)) {
      if (page.plots) out += to_terminal(*plot, page.width, page.unicode);
      margin = 0;
    } else {
      if (!out.empty() && !out.ends_with("\n\n")) out += "\n";
      margin = 0;
    }
  }
  return out;
}

}  // namespace

std::string text_of(const Answer& answer, const Page& page) {
  const auto screen = static_cast<std::ptrdiff_t>(24 + (page.plots ? plot_lines : 0));
  Cuts cuts{answer.blocks.size(), answer.blocks.size()};
  std::string out = text_of(answer, page, cuts);
  const auto too_many = [&] { return std::ranges::count(out, '\n') - screen; };
  if (!answer.one_screen || too_many() <= 0) return out;
  cuts.rows = static_cast<std::size_t>(too_many());
  out = text_of(answer, page, cuts);
  for (std::size_t Cuts::*from : {&Cuts::short_from, &Cuts::spare_from})
    while (too_many() > 0 && cuts.*from > 0) {
      --(cuts.*from);
      out = text_of(answer, page, cuts);
    }
  return out;
}

}  // namespace gpupick
