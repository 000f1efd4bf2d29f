// CSV as in RFC 4180, with line feeds. A spreadsheet reads no text as a formula.
#include <algorithm>

#include "answer/values.hpp"
#include "base/text.hpp"
#include "render/formats.hpp"

namespace gpupick {
namespace {

// Characters that start a formula in a spreadsheet.
constexpr std::string_view formula_marks = "=+-@\t\r";

// Quotes a cell as RFC 4180 says. A leading apostrophe turns a formula into text.
std::string escaped_csv(std::string cell) {
  const bool formula = cell.size() > 1 && holds(formula_marks, cell.front());
  if (formula && !parse_number(cell)) cell.insert(cell.begin(), '\'');
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  return "\"" + join(split(cell, "\""), "\"\"") + "\"";
}

// An estimate becomes three columns.
bool is_estimate(const Data& value) { return value.find("value"); }

// Adds the columns of one path. `from` are the values by row; null where a row has none.
void add_columns(std::vector<const Data*> from, std::string_view path, std::string heading,
                 Table& out) {
  if (path.empty()) {
    const bool estimate =
        std::ranges::any_of(from, [](const Data* one) { return one && is_estimate(*one); });
    const auto add = [&](const std::string& name, const char* member) {
      out.columns.push_back({name});
      for (std::size_t i = 0; i < from.size(); ++i) {
        const Data* value = from[i] && estimate ? from[i]->find(member) : from[i];
        out.rows[i].push_back(value ? csv_cell(*value) : "");
      }
    };
    add(heading, "value");
    if (estimate) {
      add(heading + "_low", "low");
      add(heading + "_high", "high");
    }
    return;
  }
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string_view key = path.substr(0, end),
                         rest = path.substr(std::min(end + 1, path.size()));
  const auto named = [&](std::string_view name) {
    return heading + (heading.empty() ? "" : "_") + std::string(name);
  };
  if (key != "*") {
    for (const Data*& one : from) one = one ? one->find(key) : nullptr;
    return add_columns(std::move(from), rest, named(key), out);
  }
  // The entries of all rows have the labels of the first.
  const auto entries = [](const Data* one) {
    return one ? std::get_if<Data::List>(&one->value()) : nullptr;
  };
  const Data::List* first = from.empty() ? nullptr : entries(from.front());
  for (std::size_t i = 0; first && i < first->size(); ++i) {
    std::vector<const Data*> values;
    for (const Data* one : from) values.push_back(entries(one) ? &(*entries(one))[i] : nullptr);
    const Data* label = (*first)[i].find("label");
    const std::string name = label ? fold(csv_cell(*label)) : std::to_string(i + 1);
    add_columns(std::move(values), rest, name.empty() ? heading : named(name), out);
  }
}

// The rows at `list` of the data, or all of it as one row, with the columns of these paths.
Table table_at(const Data& data, std::string_view key, const std::vector<std::string>& paths) {
  std::vector<const Data*> rows;
  if (key.empty()) rows.push_back(&data);
  if (const Data* list = data.find(key))
    for (const Data& row : std::get<Data::List>(list->value())) rows.push_back(&row);
  Table table;
  table.rows.resize(rows.size());
  for (const std::string& path : paths) add_columns(rows, path, "", table);
  return table;
}

Table table_of_rows(const Listing& list) {
  std::vector<std::string> keys;
  for (const ListColumn& column : list.columns) keys.push_back(column.key);
  return table_at({{list.key, data_of(list)}}, list.key, keys);
}

}  // namespace

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

std::string csv_of(const Answer& answer) {
  if (answer.csv) return to_csv(answer.csv());
  for (const Block& block : answer.blocks)
    if (const auto* list = std::get_if<Listing>(&block)) return to_csv(table_of_rows(*list));
  return to_csv(table_at(data_of(answer), answer.csv_list, answer.csv_columns));
}

}  // namespace gpupick
