#include "catalog/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "schema/read_record.hpp"

namespace gpupick {
namespace {

template <class... Kinds>
std::span<const RecordKind> described(KindList<Kinds...>) {
  static constexpr RecordKind kinds[] = {kind_of<Kinds>...};
  return kinds;
}

class FileReader {
 public:
  FileReader(Document& document, Dataset& data, std::span<const Gpu> known,
             std::vector<Diagnostic>& diagnostics)
      : document_(document),
        data_(data),
        known_(known),
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
    if (document_.root().as<Node::Array>()) return refuse_root();  // read up to its first sign
    if (!whole) return forget();
    if (!std::holds_alternative<Node::Object>(document_.root().value)) return refuse_root();
    ObjectReader file(context_, document_.root(), "a data file");
    for (const char* key : {"schema", "$schema", "version"}) file.text(key);  // legal, but not used
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
    else if (const Gpu* changed = list == Gpu::list ? changed_by(entry) : nullptr)
      data_.add(read_change(entry, *changed), {&document_, entry.offset});
    else
      data_.records[static_cast<std::size_t>(kind - record_kinds().begin())].push_back(
          {read_record(context_, entry, *kind), {&document_, entry.offset}});
    return !context_.is_full();
  }

  // Returns the known card of which the entry has the id and no name, or null.
  const Gpu* changed_by(const Node& entry) const {
    const auto* id = entry.get<std::string_view>("id");
    if (!id || entry.find("name")) return nullptr;
    const auto found = std::ranges::find(known_, *id, &Gpu::id);
    return found == known_.end() ? nullptr : &*found;
  }

  // The sources of the card are not those of the entry's figures.
  Gpu read_change(const Node& entry, Gpu gpu) {
    const Gpu before = gpu;
    gpu.sources = {};
    read_changes(context_, entry, kind_of<Gpu>, gpu);
    std::vector<Citation> sources(gpu.sources.begin(), gpu.sources.end());
    for (Citation old : before.sources) {
      std::vector<std::string_view> figures(old.figures.begin(), old.figures.end());
      std::erase_if(figures, [&](std::string_view key) { return entry.find(key); });
      old.figures = context_.arena.keep(figures);
      if (!figures.empty()) sources.push_back(old);
    }
    gpu.sources = context_.arena.keep(sources);
    return gpu;
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
  const std::span<const Gpu> known_;
  ReadContext context_;
  const std::size_t found_before_;
  std::vector<std::size_t> sizes_;  // sizes of the lists before this file
};

// Returns what a file is that is no JSON by its name and its first sign, or "".
std::string_view other_than_json(const File& file) {
  const std::size_t first = file.text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || holds("{[", file.text[first])) return "";
  const std::string name = lower_case(file.name);
  if (name.ends_with(".csv") || name.ends_with(".tsv"))
    return "this is a table and no JSON; `gpupick prices import` and `gpupick catalog import` make "
           "a data file of it";
  if (name.ends_with(".yaml") || name.ends_with(".yml"))
    return "YAML is not read; write the same as JSON";
  return "";
}

}  // namespace

std::span<const RecordKind> record_kinds() { return described(RecordKinds()); }

Phrases ids_of(const RecordLists& lists, std::string_view list) {
  Phrases ids;
  for (const AnyRecords& records : lists)
    if (records.kind().list == list)
      for (const AnyRecord* record : records.all()) ids.push_back(id_of(records.kind(), *record));
  return ids;
}

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

Dataset dataset_of(const RecordLists& lists, std::string name) {
  Dataset data;
  const Document& document = data.documents.emplace_back(File{std::move(name), ""});
  for (std::size_t kind = 0; kind < lists.size(); ++kind)
    for (const AnyRecord* record : lists[kind].all())
      data.records[kind].push_back({*record, {&document, 0}});
  return data;
}

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics,
                  std::span<const Gpu> known) {
  Dataset data;
  for (const File& file : files) {
    Document& document = data.documents.emplace_back(file);
    if (const std::string_view other = other_than_json(file); !other.empty()) {
      diagnostics.push_back({Rule::malformed_json, document.locate(0), std::string(other)});
      data.complete = false;
    } else if (!FileReader(document, data, known, diagnostics).read()) {
      data.complete = false;
    }
  }
  return data;
}

}  // namespace gpupick
