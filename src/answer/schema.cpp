// JSON Schemas (2020-12): of a data file, made from the field tables, so that editors and
// validators check form as `gpupick validate` does, and of an answer, made from the table of its
// keys. A schema cannot express arithmetic between figures or references between records.
#include <fmt/format.h>

#include "answer/answers.hpp"
#include "answer/shapes.hpp"
#include "base/lists.hpp"
#include "catalog/records.hpp"

namespace gpupick {
namespace {

constexpr const char* dialect = "https://json-schema.org/draft/2020-12/schema";

Data list_schema(Data entry) { return {{"type", "array"}, {"items", std::move(entry)}}; }

Data object_schema(Data properties, const std::vector<std::string>& required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", required},
          {"additionalProperties", false}};
}

Data text_schema(const Field& field) {
  if (field.slug) return {{"type", "string"}, {"pattern", "^[a-z0-9.-]+$"}};
  if (field.choices.empty()) return {{"type", "string"}};
  return {{"enum", field.choices}};
}

Data date_schema() {
  return {{"type", "string"},
          {"pattern", "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"}};
}

// Zero means "has none" and is legal outside the range, unless the field is required or positive.
Data number_schema(const Field& field) {
  const FieldFacts any;
  Data out = {{"type", "number"}};
  Data range = Data::object();
  if (field.low > any.low) range["minimum"] = field.low;
  if (field.high < any.high) range["maximum"] = field.high;
  if (field.required || field.positive || field.low <= 0)
    out.add(range);
  else
    out["anyOf"] = Data::list({Data{{"const", 0}}, range});
  return out;
}

Data record_schema(std::span<const Field> fields);

Data value_schema(const Field& field) {
  switch (field.type()) {
    case ValueType::number:
      return number_schema(field);
    case ValueType::flag:
      return {{"type", "boolean"}};
    case ValueType::texts:
      return list_schema(text_schema(field));
    case ValueType::numbers:
      return list_schema(number_schema(field));
    case ValueType::date:
      return date_schema();
    case ValueType::object:
      return record_schema(field.part()->fields());
    case ValueType::objects:
      return list_schema(record_schema(field.part()->fields()));
    case ValueType::text:
      break;
  }
  return text_schema(field);
}

Data record_schema(std::span<const Field> fields) {
  Data properties = Data::object();
  std::vector<std::string> required;
  for (const Field& field : fields) {
    Data out = value_schema(field);
    if (!field.label.empty())
      out["description"] = field.unit.empty() ? std::string(field.label)
                                              : fmt::format("{} in {}", field.label, field.unit);
    properties[std::string(field.key)] = std::move(out);
    if (field.required) required.emplace_back(field.key);
  }
  return object_schema(std::move(properties), required);
}

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
  if (key.form.many == Many::list) out = list_schema(std::move(out));
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
  return object_schema(std::move(properties), required);
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

Data data_schema() {
  Data properties = {{"schema", {{"type", "string"}}},
                     {"$schema", {{"type", "string"}}},
                     {"version", {{"type", "string"}}}};
  for (const RecordKind& kind : record_kinds())
    properties[std::string(kind.list)] = list_schema(record_schema(kind.fields()));
  return {{"$schema", dialect},
          {"title", "gpupick data file"},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

Data schema_of(const AnswerShape& answer) {
  Data out = {{"$schema", dialect}, {"title", fmt::format("answer of gpupick {}", answer.name)}};
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
