#include "catalog/price_table.hpp"

#include <algorithm>

#include "record/csv.hpp"
#include "record/read_record.hpp"

namespace gpupick {

Dataset read_price_tables(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics) {
  std::vector<CsvColumn> columns;
  for (const Field<Observation>& field : Observation::fields())
    columns.push_back({field.key, type_of(field.member) == ValueType::number});
  Dataset data;
  for (const File& file : files) {
    std::optional<Document> parsed = parse_table(file, columns, diagnostics);
    data.complete = data.complete && parsed;
    if (!parsed) continue;
    const Document& document = data.documents.emplace_back(std::move(*parsed));
    ReadContext context{document, *data.arena, diagnostics};
    for (const Node& node : std::get<Node::Array>(document.root.value)) {
      ObjectReader record(context, node, Observation::noun);
      data.of<Observation>().push_back({read_record<Observation>(record), &document, &node});
    }
  }
  return data;
}

bool is_price_table(std::string_view text) {
  const std::vector<std::string> header = cells_of(text.substr(0, text.find('\n')));
  return std::ranges::find(header, "kind") != header.end();
}

}  // namespace gpupick
