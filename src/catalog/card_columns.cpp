#include "catalog/card_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

// Columns of a table of computers, in which "memory" is that of the computer.
constexpr std::string_view computer_columns[] = {"cpu", "cpus", "vcpu", "vcpus", "instancetype"};

// Returns the names of a field in tables, folded, the surest first.
std::vector<std::string> names_of(const Field& field, std::span<const TableWords> words) {
  std::vector<std::string> out = words_for(words, Gpu::list, field.key);
  add_text(out, fold(field.key));
  // A column "link" mostly holds addresses.
  if (field.key != "link_type") add_text(out, fold(field.label));
  return out;
}

bool is_unit(std::string_view word, const Field& field) {
  return !field.unit.empty() && !is_digit(word.front()) &&
         parse_figure(fmt::format("1{}", word), field);
}

}  // namespace

std::optional<double> parse_figure(std::string_view text, const Field& field) {
  return parse_quantity(text, field.unit == "Gb/s" ? "GBPS" : upper_case(field.unit));
}

std::string usual_names_of_cards(std::span<const TableWords> words) {
  for (const Field& field : Gpu::fields())
    if (field.key == "name") return join(names_of(field, words), ",");
  return "";
}

CardColumns::CardColumns(const std::vector<std::string>& header,
                         std::span<const std::pair<std::string, std::string>> fields,
                         std::span<const TableWords> words, Arena& arena)
    : words_(words), arena_(arena) {
  for (const std::string& column : header) names_.push_back(column_name(column));
  for (const auto& [column, field] : fields) map(header, column, field);
  const bool computers = std::ranges::any_of(
      names_, [](const std::string& name) { return contains(computer_columns, name); });
  for (const Field& field : Gpu::fields())
    if (!field.part() && !gives(field)) find_column(field, computers);
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (!find(names_[i])) add_text(others_, header[i]);
}

const CardColumn* CardColumns::find(std::string_view name) const {
  const auto column = std::ranges::find(columns_, name, &CardColumn::name);
  return column == columns_.end() ? nullptr : &*column;
}

bool CardColumns::name_cards() const {
  return std::ranges::any_of(columns_, [](const CardColumn& column) {
    return column.field->key == "name" || column.field->key == "id";
  });
}

bool CardColumns::gives(const Field& field) const {
  return std::ranges::find(columns_, &field, &CardColumn::field) != columns_.end();
}

void CardColumns::map(const std::vector<std::string>& header, const std::string& column,
                      const std::string& key) {
  const auto name = std::ranges::find(names_, column_name(column));
  if (name == names_.end())
    throw Error("--map names the column '{}'; the table has {}", printable(column),
                printable(enumerate(header, "and")));
  const auto field = std::ranges::find_if(Gpu::fields(), [&](const Field& one) {
    return !one.part() && contains(names_of(one, words_), fold(key));
  });
  if (field == Gpu::fields().end()) {
    Phrases known;
    for (const Field& one : Gpu::fields()) known.push_back(one.key);
    throw Error("cards have no field '{}'{}; docs/fields.md#gpus lists them", printable(key),
                did_you_mean(key, known));
  }
  if (find(*name))
    throw Error("--map gives the column '{}' two fields; keep one", printable(column));
  if (gives(*field)) throw Error("--map gives '{}' two columns; keep one", field->key);
  std::size_t end = name->size();
  for (std::size_t at = name->size(); at-- > 0;)
    if (is_unit(std::string_view(*name).substr(at), *field)) end = at;
  columns_.push_back({arena_.keep(std::string_view(*name)), &*field, name->substr(end)});
}

void CardColumns::find_column(const Field& field, bool computers) {
  for (const std::string& usual : names_of(field, words_))
    for (const std::string& name : names_) {
      if (!name.starts_with(usual) || find(name)) continue;
      if (computers && name.starts_with("memory")) continue;
      const std::string unit = name.substr(usual.size());
      if (unit.empty() || is_unit(unit, field))
        return columns_.push_back({arena_.keep(std::string_view(name)), &field, unit});
    }
}

}  // namespace gpupick
