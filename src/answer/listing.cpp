#include "answer/listing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/values.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// Returns the index of the column with this key or heading.
std::size_t column_of(const Listing& list, const std::string& name) {
  std::vector<std::string> keys;
  for (const ListColumn& column : list.columns) {
    if (fold(column.key) == fold(name) ||
        (column.shown && fold(column.shown->heading) == fold(name)))
      return keys.size();
    keys.push_back(column.key);
  }
  throw Error(fmt::format("--sort takes {}, not '{}'", enumerate(keys), printable(name)));
}

// The number of a value or of an estimate.
std::optional<double> number_of(const Data& data) {
  const Data* value = data.find("value");
  const double* number = std::get_if<double>(&(value ? *value : data).value());
  return number ? std::optional(*number) : std::nullopt;
}

bool is_null(const Data& data) { return std::holds_alternative<std::monostate>(data.value()); }

}  // namespace

Entry::Entry(Data value) : data(std::move(value)), text(csv_cell(data)) {}

void arrange(Listing& list, const ListView& view, std::size_t usual) {
  if (!view.sort.empty()) {
    const std::size_t at = column_of(list, view.sort);
    const bool rising = list.columns[at].lowest_first;
    std::ranges::stable_sort(list.rows, [&](const ListRow& a, const ListRow& b) {
      const Entry &x = a.entries[at], &y = b.entries[at];
      if (is_null(x.data) || is_null(y.data)) return !is_null(x.data) && is_null(y.data);
      const auto left = number_of(x.data), right = number_of(y.data);
      if (left && right) return rising ? *left < *right : *left > *right;
      return csv_cell(x.data) < csv_cell(y.data);
    });
  }
  if (view.top && *view.top < list.rows.size())
    list.rows.erase(list.rows.begin() + static_cast<std::ptrdiff_t>(*view.top), list.rows.end());
  list.hidden = list.rows.size() - std::min(view.top.value_or(usual), list.rows.size());
}

Table table_of(const Listing& list) {
  Table table;
  for (const ListColumn& column : list.columns)
    if (column.shown) table.columns.push_back(*column.shown);
  for (std::size_t i = 0; i < list.shown(); ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (std::size_t k = 0; k < list.columns.size(); ++k)
      if (list.columns[k].shown) row.push_back(list.rows[i].entries[k].text);
  }
  return table;
}

Data data_of(const Listing& list) {
  Data out = Data::list();
  for (const ListRow& row : list.rows) {
    Data json = Data::object();
    for (std::size_t i = 0; i < list.columns.size(); ++i)
      if (!is_null(row.entries[i].data)) json[list.columns[i].key] = row.entries[i].data;
    json.add(row.more);
    out.push_back(std::move(json));
  }
  return out;
}

}  // namespace gpupick
