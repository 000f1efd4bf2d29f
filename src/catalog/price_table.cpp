#include "catalog/price_table.hpp"

#include <algorithm>

#include "schema/csv.hpp"
#include "schema/read_record.hpp"

namespace gpupick {

Dataset read_price_tables(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics) {
  std::vector<CsvColumn> columns;
  for (const Field& field : Observation::fields())
    columns.push_back({field.key, field.type() == ValueType::number});
  Dataset data;
  for (const File& file : files) {
    const Document& document = data.documents.emplace_back(file);
    const auto rows = parse_table(document, columns, *data.arena, diagnostics);
    data.complete = data.complete && rows;
    if (!rows) continue;
    ReadContext context{document, *data.arena, diagnostics};
    for (const Node& row : *rows) {
      Observation price;
      read_record(context, row, kind_of<Observation>, price);
      data.add(price, {&document, row.offset});
    }
  }
  return data;
}

bool is_price_table(std::string_view text) {
  const std::vector<std::string> header = cells_of(text.substr(0, text.find('\n')));
  return std::ranges::find(header, "kind") != header.end();
}

}  // namespace gpupick
