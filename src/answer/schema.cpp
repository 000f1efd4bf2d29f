// The JSON Schema (2020-12) of a data file, made from the field tables, so that editors and
// validators check form as `gpupick validate` does. A schema cannot express arithmetic between
// figures or references between records.
#include <fmt/format.h>

#include "answer/answers.hpp"
#include "catalog/records.hpp"

namespace gpupick {
namespace {

Data list_schema(Data entry) { return {{"type", "array"}, {"items", std::move(entry)}}; }

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

Data object_schema(std::span<const Field> fields);

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
      return object_schema(field.part()->fields());
    case ValueType::objects:
      return list_schema(object_schema(field.part()->fields()));
    case ValueType::text:
      break;
  }
  return text_schema(field);
}

Data object_schema(std::span<const Field> fields) {
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
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", required},
          {"additionalProperties", false}};
}

}  // namespace

Data data_schema() {
  Data properties = {{"schema", {{"type", "string"}}},
                     {"$schema", {{"type", "string"}}},
                     {"version", {{"type", "string"}}}};
  for (const RecordKind& kind : record_kinds())
    properties[std::string(kind.list)] = list_schema(object_schema(kind.fields()));
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "gpupick data file"},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

}  // namespace gpupick
