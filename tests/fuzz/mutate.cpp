#include "fuzz/mutate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catalog/dataset.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Json = nlohmann::json;

template <class List>
const auto& any_of(std::mt19937& random, const List& list) {
  return list[draw(random, list.size())];
}

// Where nothing else is said, what a figure might be at most.
constexpr double largest = 1e15;

double number_for(const Shape& field, std::mt19937& random) {
  const double low = std::max(field.low, -largest), high = std::min(field.high, largest);
  switch (draw(random, 4)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
      return field.required || field.positive ? low : 0;
    default:
      return std::clamp(low * static_cast<double>(1 + draw(random, 1000)), low, high);
  }
}

std::string text_for(const Shape& field, const Json& data, std::mt19937& random) {
  static const std::vector<std::string> texts = {"=1+1", "<b>a</b>", "[a](b)", "`a",
                                                 "a|b",  "-",        "",       "x"};
  if (!field.choices.empty()) return std::string(any_of(random, field.choices));
  const auto list = data.find(field.refers_to);
  if (list != data.end() && !list->empty()) return any_of(random, *list).value("id", "");
  return any_of(random, texts);
}

void mutate_record(Json& record, const std::vector<Shape>& fields, const Json& data,
                   std::mt19937& random) {
  const Shape& field = any_of(random, fields);
  if (field.key == "id" || field.key == "sources") return;
  Json& value = record[field.key];
  if (!field.required && draw(random, 6) == 0) {
    record.erase(field.key);
    return;
  }
  switch (field.type) {
    case ValueType::number:
      value = number_for(field, random);
      break;
    case ValueType::numbers:
      value = {number_for(field, random), number_for(field, random)};
      break;
    case ValueType::flag:
      value = draw(random, 2) == 0;
      break;
    case ValueType::text:
      value = text_for(field, data, random);
      break;
    case ValueType::texts:
      value = {text_for(field, data, random)};
      break;
    case ValueType::date:
      value = any_of(random, std::vector<std::string>{"1970", "2026-11", "9999-12-31"});
      break;
    case ValueType::object:
      if (value.is_null()) value = Json::object();
      mutate_record(value, field.parts, data, random);
      break;
    case ValueType::objects:
      if (value.is_null()) value = {Json::object()};
      if (!value.empty())
        mutate_record(value[draw(random, value.size())], field.parts, data, random);
      break;
  }
  if (record[field.key].is_null()) record.erase(field.key);
}

struct ListFields {
  std::string key;
  std::vector<Shape> fields;
};

std::vector<ListFields> lists_of(const Json& data) {
  std::vector<ListFields> lists;
  RecordKinds::for_each([&]<class Kind>() {
    if (const auto list = data.find(Kind::list); list != data.end() && !list->empty())
      lists.push_back({std::string(Kind::list), shapes_of<Kind>()});
  });
  return lists;
}

void recount_parameters(Json& data) {
  std::vector<Diagnostic> diagnostics;
  const std::string text = Json{{"models", data["models"]}}.dump();
  const Dataset read = read_data({{"models.json", text}}, diagnostics);
  for (std::size_t i = 0; i < read.of<Model>().size(); ++i) {
    data["models"][i]["parameters"] = count_parameters(read.of<Model>()[i].value);
    data["models"][i].erase("kv_bytes_per_token_f16");
  }
}

}  // namespace

Json loose_data() {
  Json all = Json::object();
  for (const File& file : data_files("tests/catalog")) {
    const Json lists = Json::parse(file.text);
    for (const auto& [list, records] : lists.items())
      for (const Json& record : records) all[list].push_back(record);
  }
  for (const char* list : {"memories", "lines", "plugs", "exceptions"}) all.erase(list);
  for (Json& architecture : all["architectures"])
    for (const char* key : {"ratios", "shaders_per_unit", "tensor_cores_per_unit",
                            "flops_per_shader_clock", "compute_capabilities", "gfx_ids"})
      architecture.erase(key);
  for (Json& gpu : all["gpus"])
    for (const char* key : {"memory_gbps", "bus_bits"}) gpu.erase(key);
  return all;
}

void mutate(Json& data, std::mt19937& random, std::size_t changes) {
  const std::vector<ListFields> lists = lists_of(data);
  for (std::size_t i = 0; i < changes; ++i) {
    // Cards and models are what strangers write most.
    const std::string_view often = draw(random, 4) == 0   ? "gpus"
                                   : draw(random, 4) == 0 ? "models"
                                                          : "";
    const auto found = std::ranges::find(lists, often, &ListFields::key);
    const ListFields& list = found == lists.end() ? any_of(random, lists) : *found;
    Json& records = data[list.key];
    mutate_record(records[draw(random, records.size())], list.fields, data, random);
  }
  recount_parameters(data);
}

std::vector<std::string> any_command(const Json& data, std::mt19937& random) {
  const auto any = [&](const char* list) {
    const Json& records = data.at(list);
    return records[draw(random, records.size())].value("id", "");
  };
  const std::string card = any("gpus");
  const std::vector<std::vector<std::string>> commands = {
      {"recommend", "--for", any("workloads"), "--explain"},
      {"recommend", "--model", any("models"), "--gpus", "1-2"},
      {"recommend", "--task", "image"},
      {"recommend", "--why", card},
      {"estimate", card, "--model", any("models"), "--explain"},
      {"estimate", card + ":2", "--task", "serve", "--users", "7"},
      {"estimate", card, "--task", "vision-train", "--explain"},
      {"estimate", card, "--task", "image", "--explain"},
      {"estimate", card, "--task", "qlora", "--explain"},
      {"estimate", card + ":4", "--task", "full", "--tokens", "1B"},
      {"estimate", card, "--task", "pretrain"},
      {"fit", card},
      {"diff", card, any("gpus"), "--all"},
      {"list"},
      {"show", card},
      {"models"},
      {"workloads", any("workloads")}};
  std::vector<std::string> command = commands[draw(random, commands.size())];
  static const std::vector<std::string> formats = {"text", "json", "csv", "markdown"};
  command.insert(command.end(), {"--format", formats[draw(random, formats.size())]});
  command.insert(command.end(), {"--catalog", "-"});
  return command;
}

}  // namespace gpupick
