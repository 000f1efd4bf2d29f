#include "fuzz/mutate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "catalog/dataset.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

// The largest value of a figure without a range.
constexpr double largest = 1e15;

// Bounds the time that one input takes.
constexpr std::size_t most_changes = 24;

double number_for(const Field& field, Decisions& decisions) {
  const double low = std::max(field.low, -largest), high = std::min(field.high, largest);
  switch (decisions.below(4)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
      return field.required || field.positive ? low : 0;
    default:
      return std::clamp(low * static_cast<double>(1 + decisions.below(1000)), low, high);
  }
}

std::string text_for(const Field& field, const Parsed& data, Decisions& decisions) {
  static const std::vector<std::string> texts = {"=1+1", "<b>a</b>", "[a](b)", "![a](b)", "`a",
                                                 "a|b",  "-",        "",       "x",       "@a"};
  if (!field.choices.empty()) return std::string(decisions.any_of(field.choices));
  const auto list = data.find(field.refers_to);
  if (list != data.end() && !list->empty()) return decisions.any_of(*list).value("id", "");
  return decisions.any_of(texts);
}

void mutate_record(Parsed& record, std::span<const Field> fields, const Parsed& data,
                   Decisions& decisions);

Parsed object_for(const Field& field, Parsed object, const Parsed& data, Decisions& decisions) {
  if (object.is_null()) object = Parsed::object();
  mutate_record(object, field.part()->fields(), data, decisions);
  return object;
}

Parsed list_for(const Field& field, Parsed list, const Parsed& data, Decisions& decisions) {
  if (list.is_null()) list.push_back(Parsed::object());
  if (!list.empty())
    mutate_record(list[decisions.below(list.size())], field.part()->fields(), data, decisions);
  return list;
}

void mutate_record(Parsed& record, std::span<const Field> fields, const Parsed& data,
                   Decisions& decisions) {
  const Field& field = decisions.any_of(fields);
  const std::string key(field.key);
  if (key == "id" || key == "sources") return;
  if (!field.required && decisions.one_in(6)) {
    record.erase(key);
    return;
  }
  const Parsed before = record.value(key, Parsed());
  const ValueType type = field.type();
  Parsed value = type == ValueType::object    ? object_for(field, before, data, decisions)
                 : type == ValueType::objects ? list_for(field, before, data, decisions)
                                              : value_for(field, data, decisions);
  record[key] = std::move(value);
}

// The kinds of record in the data.
const std::vector<RecordKind>& kinds() {
  static const std::vector<RecordKind> all = [] {
    std::vector<RecordKind> out;
    for (const RecordKind& kind : record_kinds())
      if (loose_data().contains(kind.list)) out.push_back(kind);
    return out;
  }();
  return all;
}

void recount_parameters(Parsed& data) {
  std::vector<Diagnostic> diagnostics;
  const std::string text = Parsed{{"models", data["models"]}}.dump();
  const Dataset read = read_data({{"models.json", text}}, diagnostics);
  for (std::size_t i = 0; i < read.of<Model>().size(); ++i) {
    data["models"][i]["parameters"] = count_parameters(read.of<Model>()[i].value);
    data["models"][i].erase("kv_bytes_per_token_f16");
  }
}

Parsed read_loose_data() {
  Parsed all = Parsed::object();
  for (const File& file : data_files("tests/catalog")) {
    const Parsed read = Parsed::parse(file.text);
    for (const auto& [list, records] : read.items())
      for (const Parsed& record : records) all[list].push_back(record);
  }
  for (const char* list : {"memories", "lines", "plugs", "exceptions"}) all.erase(list);
  for (Parsed& architecture : all["architectures"])
    for (const char* key : {"ratios", "shaders_per_unit", "tensor_cores_per_unit",
                            "flops_per_shader_clock", "compute_capabilities", "gfx_ids"})
      architecture.erase(key);
  for (Parsed& gpu : all["gpus"])
    for (const char* key : {"memory_gbps", "bus_bits"}) gpu.erase(key);
  return all;
}

}  // namespace

const Parsed& loose_data() {
  static const Parsed data = read_loose_data();
  return data;
}

Parsed value_for(const Field& field, const Parsed& data, Decisions& decisions) {
  switch (field.type()) {
    case ValueType::number:
      return number_for(field, decisions);
    case ValueType::numbers:
      return Parsed::array({number_for(field, decisions), number_for(field, decisions)});
    case ValueType::flag:
      return decisions.one_in(2);
    case ValueType::text:
      return text_for(field, data, decisions);
    case ValueType::texts:
      return Parsed::array({text_for(field, data, decisions)});
    case ValueType::date:
      return decisions.any_of(std::vector<std::string>{"1970", "2026-11", "9999-12-31"});
    case ValueType::object:
      return object_for(field, {}, data, decisions);
    case ValueType::objects:
      return list_for(field, {}, data, decisions);
  }
  return {};
}

void mutate(Parsed& data, Decisions& decisions) {
  for (std::size_t i = 0; i < most_changes && !decisions.made(); ++i) {
    // Users write cards and models most often.
    const std::string_view often = decisions.one_in(4)   ? "gpus"
                                   : decisions.one_in(4) ? "models"
                                                         : "";
    const auto found = std::ranges::find(kinds(), often, &RecordKind::list);
    const RecordKind& kind = found == kinds().end() ? decisions.any_of(kinds()) : *found;
    Parsed& records = data[std::string(kind.list)];
    mutate_record(records[decisions.below(records.size())], kind.fields(), data, decisions);
  }
  recount_parameters(data);
}

}  // namespace gpupick
