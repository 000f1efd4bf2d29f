#include "schema/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "schema/object_reader.hpp"

namespace gpupick {
namespace {

// Limit on the length of a row with a line break in a cell.
constexpr std::size_t most_row_bytes = 65536;

constexpr char bar = '|';

struct Cell {
  std::string text;
  std::size_t offset = 0;  // position of its first byte in the line
};

void trim(Cell& cell) {
  const std::size_t first = cell.text.find_first_not_of(' ');
  cell.text.erase(0, first);
  cell.text.erase(cell.text.find_last_not_of(' ') + 1);
  if (first != std::string::npos) cell.offset += first;
}

// Removes the marks of Markdown around a cell: "**$700**", "`rtx-3090`", "[RTX 3090](address)".
void unmark(Cell& cell) {
  std::string& text = cell.text;
  for (const std::string_view mark : {"**", "__", "*", "`"})
    if (text.size() > 2 * mark.size() && text.starts_with(mark) && text.ends_with(mark)) {
      text = text.substr(mark.size(), text.size() - 2 * mark.size());
      cell.offset += mark.size();
    }
  const std::size_t link = text.find("](");
  if (link == text.npos || !text.starts_with('[') || !text.ends_with(')')) return;
  text = text.substr(1, link - 1);
  ++cell.offset;
}

// Splits a line into its cells. Sets `open` to the position of a quote that is not closed.
std::vector<Cell> located_cells(std::string_view line, char separator,
                                std::optional<std::size_t>* open = nullptr) {
  std::size_t first = 0;
  if (separator == bar) {  // may also be around the cells
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != line.npos && line[begin] == bar) first = begin + 1;
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last != line.npos && last >= first && line[last] == bar) line = line.substr(0, last);
  }
  std::vector<Cell> cells(1, {"", first});
  bool quoted = false;
  std::size_t quote = 0;
  for (std::size_t i = first; i < line.size(); ++i) {
    if (separator == bar && line.substr(i).starts_with("\\|")) {
      cells.back().text += line[++i];
    } else if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back().text += line[++i];
      else if ((quoted = !quoted))
        quote = i;
    } else if (line[i] == separator && !quoted) {
      cells.push_back({"", i + 1});
    } else if (line[i] == '\n') {
      cells.back().text += ' ';
    } else if (line[i] != '\r') {
      cells.back().text += line[i];
    }
  }
  if (open && quoted) *open = quote;
  return cells;
}

// Returns the cells of a line without blanks and marks around them.
std::vector<Cell> trimmed_cells(std::string_view line, char separator,
                                std::optional<std::size_t>* open = nullptr) {
  std::vector<Cell> cells = located_cells(line, separator, open);
  for (Cell& cell : cells) {
    trim(cell);
    if (separator == bar) unmark(cell);
  }
  return cells;
}

// True for the line below the header of a table of Markdown: "|---|:---:|", "--- | ---".
bool is_rule(std::string_view line) {
  return holds(line, bar) && holds(line, '-') &&
         line.find_first_not_of(" \t\r|:-") == std::string_view::npos;
}

std::string_view line_at(std::string_view text, std::size_t start) {
  return text.substr(start, text.find('\n', start) - start);
}

// A table in a text; that of Markdown may have other text around it.
struct TableRange {
  std::size_t begin = 0, end = 0;
  char separator = ',';
};

// Returns the first table of Markdown from `start` on whose header has a rule below it.
std::optional<TableRange> markdown_in(std::string_view text, std::size_t start) {
  std::string_view header;
  for (std::size_t begin = start; start < text.size();) {
    const std::string_view line = line_at(text, start);
    if (is_rule(line) && holds(header, bar)) {
      TableRange out{begin, start, bar};
      while (out.end < text.size() && holds(line_at(text, out.end), bar))
        out.end += line_at(text, out.end).size() + 1;
      return out;
    }
    header = line;
    begin = start;
    start += line.size() + 1;
  }
  return {};
}

// Returns the table of a text: that of Markdown, or all behind the line "sep=;" that Excel writes.
TableRange place_of_table(std::string_view text) {
  if (const std::optional<TableRange> found = markdown_in(text, 0)) return *found;
  TableRange out{0, text.size()};
  const std::size_t end = text.find('\n');
  if (without_mark(text).starts_with("sep=") && end != text.npos) out.begin = end + 1;
  out.separator = separator_in(without_mark(line_at(text, out.begin)));
  return out;
}

class TableReader {
 public:
  TableReader(const Document& document, const std::vector<CsvColumn>& columns, bool other_columns,
              Arena& arena, std::vector<Diagnostic>& diagnostics)
      : document_(document),
        columns_(columns),
        other_columns_(other_columns),
        arena_(arena),
        diagnostics_(diagnostics) {}

  std::optional<Node::Array> read() {
    const std::string_view whole = document_.file().text;
    const TableRange table = place_of_table(whole);
    const std::string_view text = whole.substr(0, table.end);
    separator_ = table.separator;
    Node::Array records;
    const auto is_full = [&] { return diagnostics_.size() >= ReadContext::most_findings; };
    for (std::size_t start = table.begin, end = 0; start <= text.size() && !is_full();
         start = end + 1) {
      end = end_of_row(text, start);
      const std::string_view line = text.substr(start, end - start);
      if (start == table.begin)
        read_header(line, start);
      else if (!is_empty_row(line))
        records.push_back({record(line, start), start});
    }
    if (const std::optional<TableRange> second = markdown_in(whole, table.end))
      refuse(second->begin, "a second table begins here; keep one in a file");
    return whole_ ? std::optional(std::move(records)) : std::nullopt;
  }

 private:
  void read_header(std::string_view line, std::size_t start) {
    line = without_mark(line);
    std::vector<std::string> unknown, names;
    std::size_t first = 0;  // position of the first of them
    std::vector<Cell> cells = trimmed_cells(line, separator_);
    for (const Cell& cell : cells) names.push_back(column_name(cell.text));
    const std::vector<const CsvColumn*> meant = columns_named(names, columns_);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Cell& cell = cells[i];
      cell.offset += start;
      // A file with this many columns is no table of this kind, and each finding takes time.
      if (header_.size() > columns_.size() && !other_columns_)
        return refuse(cell.offset, fmt::format("a table has {} columns at most", columns_.size()));
      const CsvColumn* column = meant[i];
      if (!column && !other_columns_) {
        if (unknown.empty()) first = cell.offset;
        unknown.push_back(fmt::format("'{}'", printable(cell.text)));
      } else if (column && !column->ignored && contains(header_, column))
        refuse(cell.offset, fmt::format("the column '{}' stands twice", cell.text));
      header_.push_back(column && column->ignored ? nullptr : column);
    }
    if (!unknown.empty())
      refuse(first, fmt::format("no column is called {}; known are {}", enumerate(unknown),
                                names_of(columns_)));
  }

  Node::Object record(std::string_view line, std::size_t start) {
    Node::Object members;
    std::optional<std::size_t> open;
    std::vector<Cell> cells = trimmed_cells(line, separator_, &open);
    if (open) refuse(start + *open, "the quote is not closed on its line");
    while (other_columns_ && cells.size() > header_.size() && cells.back().text.empty())
      cells.pop_back();
    if (cells.size() > header_.size())
      refuse(start + cells[header_.size()].offset,
             fmt::format("{} cells, but the header names {}", cells.size(), header_.size()));
    for (std::size_t i = 0; i < std::min(cells.size(), header_.size()); ++i)
      if (header_[i] && !cells[i].text.empty())
        members.push_back(member(*header_[i], cells[i].text, start + cells[i].offset));
    return members;
  }

  // Keeps a cell that is not a number as text, so that the record's reader rejects it.
  KeyValue member(const CsvColumn& column, const std::string& text, std::size_t offset) {
    const std::optional<double> number = column.is_number ? parse_number(text) : std::nullopt;
    if (number) return {column.key, offset, {*number, offset}};
    if (!is_printable(text)) refuse(offset, "control characters, or text that is not UTF-8");
    return {column.key, offset, {arena_.keep(std::string_view(text)), offset}};
  }

  void refuse(std::size_t offset, std::string message) {
    diagnostics_.push_back({Rule::malformed_csv, document_.locate(offset), std::move(message)});
    whole_ = false;
  }

  const Document& document_;
  const std::vector<CsvColumn>& columns_;
  const bool other_columns_;
  Arena& arena_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<const CsvColumn*> header_;  // null for an unknown column
  char separator_ = ',';
  bool whole_ = true;
};

}  // namespace

std::size_t end_of_row(std::string_view text, std::size_t start) {
  const std::size_t line_end = std::min(text.find('\n', start), text.size());
  bool quoted = false;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) return i;
    if (i > line_end && i - start > most_row_bytes) return line_end;
  }
  return quoted ? line_end : text.size();
}

bool is_empty_row(std::string_view line) {
  return is_rule(line) || line.find_first_not_of(" \t\r|") == std::string_view::npos;
}

char separator_in(std::string_view header) {
  const std::size_t begin = header.find_first_not_of(' ');
  if (begin != std::string_view::npos && header[begin] == bar) return bar;
  const std::size_t first = header.find_first_of(",;\t");
  if (first != std::string_view::npos) return header[first];
  return holds(header, bar) ? bar : ',';
}

std::string column_name(std::string_view cell) {
  const std::string folded = fold(cell);
  return folded.empty() ? std::string(cell) : folded;
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (Cell& cell : trimmed_cells(line, separator)) cells.push_back(std::move(cell.text));
  return cells;
}

std::vector<std::string> header_of(std::string_view text) {
  const TableRange table = place_of_table(text);
  const std::size_t end = end_of_row(text, table.begin);
  return cells_of(without_mark(text.substr(table.begin, end - table.begin)), table.separator);
}

std::vector<const CsvColumn*> columns_named(const std::vector<std::string>& header,
                                            const std::vector<CsvColumn>& columns) {
  std::vector<const CsvColumn*> out(header.size());
  for (std::size_t i = 0; i < header.size(); ++i) {
    const auto column = std::ranges::find(columns, header[i], &CsvColumn::key);
    if (column != columns.end()) out[i] = &*column;
  }
  for (const CsvColumn& column : columns)
    for (const std::string_view name : split(column.other_names, ",")) {
      const auto at = std::ranges::find(header, name) - header.begin();
      const auto i = static_cast<std::size_t>(at);
      if (!name.empty() && i < header.size() && !out[i] && !contains(out, &column))
        out[i] = &column;
    }
  return out;
}

std::string names_of(const std::vector<CsvColumn>& columns) {
  std::vector<std::string> names;
  for (const CsvColumn& column : columns)
    if (!column.ignored)
      names.push_back(column.words.empty() ? std::string(column.key)
                                           : fmt::format("{} ({})", column.key, column.words));
  return enumerate(names, "and");
}

std::optional<Node::Array> parse_table(const Document& document,
                                       const std::vector<CsvColumn>& columns, bool other_columns,
                                       Arena& arena, std::vector<Diagnostic>& diagnostics) {
  return TableReader(document, columns, other_columns, arena, diagnostics).read();
}

}  // namespace gpupick
