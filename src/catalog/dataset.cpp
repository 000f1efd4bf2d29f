#include "catalog/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "record/csv.hpp"
#include "record/read_record.hpp"

namespace gpupick {
namespace {

// Reads every list of one file.
void read_lists(const Document& document, Dataset& data, std::vector<Diagnostic>& diagnostics) {
  ReadContext context{document, *data.arena, diagnostics};
  ObjectReader file(context, document.root, "a data file");
  for (const char* key : {"schema", "$schema"}) file.text(key);  // what printed it, and its form
  RecordKinds::for_each([&]<class Kind>() {
    for (const Node* node : file.objects(Kind::list)) {
      ObjectReader record(context, *node, Kind::noun);
      data.of<Kind>().push_back({read_record<Kind>(record), &document, node});
    }
  });
  file.refuse_other_keys();
}

}  // namespace

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics) {
  Dataset data;
  for (const File& file : files) {
    std::optional<Document> parsed = parse_document(file, diagnostics);
    data.complete = data.complete && parsed;
    if (!parsed) continue;
    const Document& document = data.documents.emplace_back(std::move(*parsed));
    if (std::holds_alternative<Node::Object>(document.root.value)) {
      read_lists(document, data, diagnostics);
      continue;
    }
    diagnostics.push_back(
        {Rule::wrong_type, document.locate(document.root.offset),
         fmt::format("a data file must be an object with lists such as 'gpus', not {}",
                     document.root.type_name())});
    data.complete = false;
  }
  return data;
}

std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics) {
  std::vector<std::pair<std::string, double>> prices;
  std::size_t card = 0, usd = 0, number = 0;
  std::string_view rest = file.text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    ++number;
    const std::vector<std::string> cells = cells_of(line);
    const auto refuse = [&](std::string message) {
      diagnostics.push_back({Rule::malformed_csv, {file.name, number, 1}, std::move(message)});
    };
    if (number == 1) {
      const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) -
                                        cells.begin());
      };
      card = column("card");
      usd = column("usd");
      if (card < cells.size() && usd < cells.size()) continue;
      refuse("the first line must be a header with the columns card and usd");
      return {};
    }
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto value = usd < cells.size() ? parse_quantity(cells[usd], "USD") : std::nullopt;
    if (card < cells.size() && value && *value > 0)
      prices.emplace_back(cells[card], *value);
    else
      refuse("the row must hold a card and a price in USD above zero, as 1,200.50");
  }
  if (number == 0) diagnostics.push_back({Rule::malformed_csv, {file.name}, "the file is empty"});
  return prices;
}

}  // namespace gpupick
