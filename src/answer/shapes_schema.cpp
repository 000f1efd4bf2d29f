// The JSON Schema (2020-12) of an answer, made from the table of its keys.
#include <fmt/format.h>

#include "answer/shapes.hpp"
#include "base/lists.hpp"

namespace gpupick {
namespace {

Data reference(std::string_view shape) { return {{"$ref", fmt::format("#/$defs/{}", shape)}}; }

Data type_schema(const KeyForm& form) {
  if (form.type == KeyType::object)
    return form.nullable ? Data{{"anyOf", Data::list({reference(form.shape), {{"type", "null"}}})}}
                         : reference(form.shape);
  // By KeyType; any value has one of these.
  std::vector<std::string> types = {"string", "number", "boolean"};
  if (form.type != KeyType::any) types = {types[static_cast<std::size_t>(form.type)]};
  if (form.nullable) types.emplace_back("null");
  return {{"type", types.size() == 1 ? Data(types.front()) : Data(types)}};
}

Data key_schema(const AnswerKey& key) {
  Data out = type_schema(key.form);
  if (key.form.many == Many::list) out = {{"type", "array"}, {"items", std::move(out)}};
  if (key.form.many == Many::map)
    out = {{"type", "object"}, {"additionalProperties", std::move(out)}};
  out["description"] = key.meaning;
  return out;
}

Data shape_schema(const AnswerShape& shape) {
  Data properties = Data::object();
  std::vector<std::string> required;
  for (const AnswerKey& key : shape.keys) {
    properties[key.key] = key_schema(key);
    if (key.form.required) required.push_back(key.key);
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", required},
          {"additionalProperties", false}};
}

// The shape's keys name shapes, which name others; adds each once, in order of mention.
void add_shapes_of(const AnswerShape& shape, std::vector<const AnswerShape*>& out) {
  for (const AnswerKey& key : shape.keys) {
    if (key.form.type != KeyType::object) continue;
    const AnswerShape& part = shape_of_object(key.form.shape);
    if (contains(out, &part)) continue;
    out.push_back(&part);
    add_shapes_of(part, out);
  }
}

}  // namespace

Data schema_of(const AnswerShape& answer) {
  Data out = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", fmt::format("answer of gpupick {}", answer.name)}};
  out.add(shape_schema(answer));
  Data properties = {{"schema", {{"const", fmt::format("gpupick/{}", answer.schema)}}},
                     {"version", {{"type", "string"}, {"description", "of the program"}}}};
  properties.add(*out.find("properties"));
  out["properties"] = std::move(properties);
  out["required"].push_back("schema");
  std::vector<const AnswerShape*> parts;
  add_shapes_of(answer, parts);
  Data definitions = Data::object();
  for (const AnswerShape* part : parts) {
    Data definition = {{"description", part->meaning}};
    definition.add(shape_schema(*part));
    definitions[part->name] = std::move(definition);
  }
  out["$defs"] = std::move(definitions);
  return out;
}

}  // namespace gpupick
