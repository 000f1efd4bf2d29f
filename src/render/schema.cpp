// The form of a data file as a JSON Schema (2020-12), made from the field table and the word lists,
// so that editors and validators know what `gpupick validate` knows of form. What contradicts
// arithmetic, or refers to nothing, a schema cannot say.
#include "render/parts.hpp"

namespace gpupick {
namespace {

Json text_schema() { return {{"type", "string"}}; }

template <class Words>
Json word_schema(const Words& words) {
  Json list = Json::array();
  for (const std::string_view word : words) list.push_back(word);
  return {{"enum", list}};
}

Json id_schema() { return {{"type", "string"}, {"pattern", "^[a-z0-9.-]+$"}}; }

Json date_schema() {
  return {{"type", "string"},
          {"pattern", "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"}};
}

Json list_schema(Json entry) { return {{"type", "array"}, {"items", std::move(entry)}}; }

Json object_schema(Json properties, const std::vector<std::string>& required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", required},
          {"additionalProperties", false}};
}

Json figure_schema(const Figure& figure) {
  Json schema;
  if (std::holds_alternative<Number Gpu::*>(figure.member)) {
    const Json range = {{"minimum", figure.low}, {"maximum", figure.high}};
    schema = {{"type", "number"}};
    if (figure.required)
      schema.update(range);
    else
      schema["anyOf"] = Json::array({Json{{"const", 0}}, range});
  } else if (std::holds_alternative<Flag Gpu::*>(figure.member)) {
    schema = {{"type", "boolean"}};
  } else if (std::holds_alternative<List Gpu::*>(figure.member)) {
    schema = list_schema(figure.choices.empty() ? text_schema() : word_schema(figure.choices));
  } else {
    schema = figure.key == "launch_date" ? date_schema()
             : figure.choices.empty()    ? text_schema()
                                         : word_schema(figure.choices);
  }
  schema["description"] = figure.unit.empty() ? std::string(figure.label)
                                              : fmt::format("{} in {}", figure.label, figure.unit);
  return schema;
}

Json gpu_schema() {
  Json properties = {
      {"id", id_schema()}, {"name", text_schema()}, {"aliases", list_schema(text_schema())}};
  Json sources = Json::object();
  std::vector<std::string> required = {"id", "name"};
  for (const Figure& figure : figures()) {
    properties[std::string(figure.key)] = figure_schema(figure);
    if (figure.sourced) sources[std::string(figure.key)] = text_schema();
    if (figure.required) required.emplace_back(figure.key);
  }
  properties["notes"] = list_schema(text_schema());
  properties["sources"] = object_schema(sources, {});
  return object_schema(properties, required);
}

Json price_schema() {
  return object_schema({{"card", text_schema()},
                        {"kind", word_schema(price_kinds)},
                        {"usd", {{"type", "number"}, {"exclusiveMinimum", 0}}},
                        {"basis", word_schema(price_bases)},
                        {"n", {{"type", "number"}}},
                        {"date", date_schema()},
                        {"region", text_schema()},
                        {"covers", word_schema(price_covers)},
                        {"what", text_schema()},
                        {"source", text_schema()},
                        {"confidence", word_schema(confidences)}},
                       {"card", "kind", "usd", "basis", "date", "source", "confidence"});
}

Json source_schema() {
  return object_schema({{"id", id_schema()},
                        {"title", text_schema()},
                        {"publisher", text_schema()},
                        {"kind", word_schema(source_kinds)},
                        {"url", text_schema()},
                        {"read", date_schema()}},
                       {"id", "title", "publisher", "kind", "read"});
}

Json software_schema() {
  return object_schema({{"id", id_schema()},
                        {"software", text_schema()},
                        {"stack", word_schema(find_figure("stack")->choices)},
                        {"from", date_schema()},
                        {"release", text_schema()},
                        {"current", list_schema(text_schema())},
                        {"legacy", list_schema(text_schema())},
                        {"unstated", list_schema(text_schema())},
                        {"note", text_schema()},
                        {"source", text_schema()}},
                       {"id", "software", "stack", "from", "current", "source"});
}

// Lists whose records have a structure that docs/ describes and validate checks.
Json loose_schema() { return list_schema({{"type", "object"}}); }

}  // namespace

std::string render_schema() {
  Json properties = {{"gpus", list_schema(gpu_schema())},
                     {"prices", list_schema(price_schema())},
                     {"sources", list_schema(source_schema())},
                     {"software", list_schema(software_schema())}};
  for (const char* key : {"workloads",
                          "architectures",
                          "memories",
                          "plugs",
                          "stacks",
                          "lines",
                          "exceptions",
                          "models",
                          "quantisations",
                          "cache_types",
                          "engines",
                          "classes",
                          "engine_builds",
                          "intervals",
                          "training_classes",
                          "image_classes",
                          "fine_tuning_stacks",
                          "dequantised_formats",
                          "optimizers",
                          "network_training",
                          "training",
                          "fine_tuning",
                          "training_memory",
                          "network_memory",
                          "images",
                          "offload",
                          "serving",
                          "networks"})
    properties[key] = loose_schema();
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "gpupick data file"}};
  schema.update(object_schema(properties, {}));
  return dump(schema);
}

}  // namespace gpupick
