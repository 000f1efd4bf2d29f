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

double number_for(const Shape& field, Decisions& decisions) {
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

std::string text_for(const Shape& field, const Parsed& data, Decisions& decisions) {
  static const std::vector<std::string> texts = {"=1+1", "<b>a</b>", "[a](b)", "![a](b)", "`a",
                                                 "a|b",  "-",        "",       "x",       "@a"};
  if (!field.choices.empty()) return std::string(decisions.any_of(field.choices));
  const auto list = data.find(field.refers_to);
  if (list != data.end() && !list->empty()) return decisions.any_of(*list).value("id", "");
  return decisions.any_of(texts);
}

void mutate_record(Parsed& record, const std::vector<Shape>& fields, const Parsed& data,
                   Decisions& decisions);

Parsed object_for(const Shape& field, Parsed object, const Parsed& data, Decisions& decisions) {
  if (object.is_null()) object = Parsed::object();
  mutate_record(object, field.parts, data, decisions);
  return object;
}

Parsed list_for(const Shape& field, Parsed list, const Parsed& data, Decisions& decisions) {
  if (list.is_null()) list.push_back(Parsed::object());
  if (!list.empty())
    mutate_record(list[decisions.below(list.size())], field.parts, data, decisions);
  return list;
}

void mutate_record(Parsed& record, const std::vector<Shape>& fields, const Parsed& data,
                   Decisions& decisions) {
  const Shape& field = decisions.any_of(fields);
  if (field.key == "id" || field.key == "sources") return;
  if (!field.required && decisions.one_in(6)) {
    record.erase(field.key);
    return;
  }
  const Parsed before = record.value(field.key, Parsed());
  Parsed value = field.type == ValueType::object    ? object_for(field, before, data, decisions)
                 : field.type == ValueType::objects ? list_for(field, before, data, decisions)
                                                    : value_for(field, data, decisions);
  record[field.key] = std::move(value);
}

struct ListFields {
  std::string key;
  std::vector<Shape> fields;
};

const std::vector<ListFields>& lists() {
  static const std::vector<ListFields> all = [] {
    std::vector<ListFields> out;
    RecordKinds::for_each([&]<class Kind>() {
      if (loose_data().contains(Kind::list))
        out.push_back({std::string(Kind::list), shapes_of<Kind>()});
    });
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

Parsed value_for(const Shape& field, const Parsed& data, Decisions& decisions) {
  switch (field.type) {
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
    const auto found = std::ranges::find(lists(), often, &ListFields::key);
    const ListFields& list = found == lists().end() ? decisions.any_of(lists()) : *found;
    Parsed& records = data[list.key];
    mutate_record(records[decisions.below(records.size())], list.fields, data, decisions);
  }
  recount_parameters(data);
}

}  // namespace gpupick
