#include "catalog/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "schema/csv.hpp"
#include "schema/read_record.hpp"

namespace gpupick {
namespace {

// Reads one file into the data.
class FileReader {
 public:
  FileReader(Document& document, Dataset& data, std::vector<Diagnostic>& diagnostics)
      : document_(document),
        data_(data),
        context_{document, *data.arena, diagnostics},
        found_before_(diagnostics.size()) {
    for (const auto& records : data.records) sizes_.push_back(records.size());
  }

  // Returns false if the file is no data file. Keeps nothing of a file that is not JSON.
  bool read() {
    const bool whole = document_.parse(
        context_.arena, context_.diagnostics,
        [&](std::string_view list, const Node& entry) { return read_entry(list, entry); });
    if (context_.is_full()) return stop();
    if (!whole) return forget();
    if (!std::holds_alternative<Node::Object>(document_.root().value)) return refuse_root();
    ObjectReader file(context_, document_.root(), "a data file");
    for (const char* key : {"schema", "$schema"}) file.text(key);  // legal, but not used
    for (const RecordKind& kind : record_kinds()) file.objects(kind.list);
    file.refuse_other_keys();
    return true;
  }

 private:
  bool read_entry(std::string_view list, const Node& entry) {
    const auto kind = std::ranges::find(record_kinds(), list, &RecordKind::list);
    if (kind == record_kinds().end()) return true;
    if (!std::holds_alternative<Node::Object>(entry.value))
      ObjectReader::refuse_entry(context_, list, entry);
    else
      data_.records[static_cast<std::size_t>(kind - record_kinds().begin())].push_back(
          {read_record(context_, entry, *kind), {&document_, entry.offset}});
    return !context_.is_full();
  }

  bool stop() {
    context_.diagnostics.push_back(
        {Rule::malformed_json,
         {document_.file().name},
         fmt::format("{} findings; fix them to see the rest",
                     exact(static_cast<double>(ReadContext::most_findings)))});
    return false;
  }

  bool forget() {
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      while (data_.records[i].size() > sizes_[i]) data_.records[i].pop_back();
    auto& found = context_.diagnostics;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(found_before_), found.end() - 1);
    return false;
  }

  bool refuse_root() {
    context_.diagnostics.push_back(
        {Rule::wrong_type, document_.locate(document_.root().offset),
         fmt::format("a data file must be an object with lists such as 'gpus', not {}",
                     document_.root().type_name())});
    return false;
  }

  Document& document_;
  Dataset& data_;
  ReadContext context_;
  const std::size_t found_before_;
  std::vector<std::size_t> sizes_;  // sizes of the lists before this file
};

}  // namespace

Location Place::of(std::initializer_list<std::string_view> keys) const {
  Arena arena;
  const Node record = document->value_at(offset, arena);
  const Node* found = &record;
  std::size_t at = offset;
  for (const std::string_view key : keys) {
    found = found->find(key);
    if (!found) break;
    at = found->offset;
  }
  return document->locate(at);
}

bool Place::has(std::string_view key) const {
  Arena arena;
  return document->value_at(offset, arena).find(key);
}

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics) {
  Dataset data;
  for (const File& file : files)
    if (!FileReader(data.documents.emplace_back(file), data, diagnostics).read())
      data.complete = false;
  return data;
}

std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics) {
  std::vector<std::pair<std::string, double>> prices;
  std::size_t card = 0, usd = 0, number = 0;
  std::string_view rest = file.text;
  while (!rest.empty() && diagnostics.size() < ReadContext::most_findings) {
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
    if (card < cells.size() && value && *value >= 0.01 && *value <= 1e6)
      prices.emplace_back(cells[card], *value);
    else
      refuse("the row must hold a card and a price of 0.01 to a million USD, as 1,200.50");
  }
  if (number == 0) diagnostics.push_back({Rule::malformed_csv, {file.name}, "the file is empty"});
  return prices;
}

}  // namespace gpupick
