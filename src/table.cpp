#include <algorithm>
#include <gpupick/table.hpp>
#include <gpupick/text.hpp>

namespace gpupick {
namespace {

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) widths.push_back(columns(column.heading));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  return widths;
}

// How many columns fit into the width; one at least.
std::size_t fitting(const std::vector<std::size_t>& widths, std::size_t width, std::size_t indent) {
  std::size_t used = indent;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    used += widths[i] + (i == 0 ? 0 : 2);
    if (used > width && i > 0) return i;
  }
  return widths.size();
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string spaces(width - std::min(width, columns(cell)), ' ');
  return align == Align::left ? cell + spaces : spaces + cell;
}

std::string escaped_markdown(const std::string& cell) {
  std::string out;
  for (const char c : cell) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

std::string escaped_csv(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string to_text(const Table& table, std::size_t width, std::size_t indent) {
  const std::vector<std::size_t> widths = widths_of(table);
  const std::size_t shown = fitting(widths, width, indent);
  std::string out;
  const auto add_line = [&](const auto& cell) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < shown; ++i) {
      if (i > 0) line += "  ";
      line += padded(cell(i), widths[i], table.columns[i].align);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  const bool headed = std::any_of(table.columns.begin(), table.columns.end(),
                                  [](const Column& column) { return !column.heading.empty(); });
  if (headed) add_line([&](std::size_t i) { return table.columns[i].heading; });
  for (const auto& row : table.rows) add_line([&](std::size_t i) { return row[i]; });
  return out;
}

std::string to_markdown(const Table& table) {
  std::string out = "|";
  for (const Column& column : table.columns) out += " " + escaped_markdown(column.heading) + " |";
  out += "\n|";
  for (const Column& column : table.columns) out += column.align == Align::left ? "---|" : "--:|";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const std::string& cell : row) out += " " + escaped_markdown(cell) + " |";
    out += "\n";
  }
  return out;
}

std::string to_csv(const Table& table) {
  std::string out;
  const auto add_line = [&](const auto& cell) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      out += (i == 0 ? "" : ",") + escaped_csv(cell(i));
    out += '\n';
  };
  add_line([&](std::size_t i) { return table.columns[i].heading; });
  for (const auto& row : table.rows) add_line([&](std::size_t i) { return row[i]; });
  return out;
}

std::string wrapped(const std::string& prefix, const std::string& text, std::size_t width,
                    std::size_t margin) {
  std::string out, line = prefix;
  bool fresh = true;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (!fresh && columns(line) + 1 + columns(word) > width) {
      out += line + '\n';
      line = std::string(margin, ' ');
      fresh = true;
    }
    line += (fresh ? "" : " ") + word;
    fresh = false;
    start = end + 1;
  }
  return out + line + '\n';
}

}  // namespace gpupick
