// The form of the answers that programs read: the keys of every object, each with its type and
// meaning. The JSON Schemas of the answers and their reference page come from this table, and the
// tests compare it with what the commands print.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/data.hpp"

namespace gpupick {

// `any` is one of the first three.
enum class KeyType : std::uint8_t { text, number, flag, any, object };

// A map is an object whose keys are names, such as those of programs; its values have the type.
enum class Many : std::uint8_t { one, list, map };

struct KeyForm {
  KeyType type = KeyType::text;
  std::string_view shape = {};  // of an object
  Many many = Many::one;
  bool required = true;   // absent if it does not apply, unless required
  bool nullable = false;  // null if not known; an entry of a list too
};

struct AnswerKey {
  std::string key;
  KeyForm form;
  std::string meaning;  // with the unit
};

struct AnswerShape {
  std::string_view name;  // "Value"
  std::string meaning;    // empty for the document of a command
  std::vector<AnswerKey> keys;
};

// The answer of a command, and the shape of its document. Every document begins with "schema", the
// name of its form with a version, and "version", that of the program.
struct AnswerForm {
  std::string_view schema;  // "recommend/6"
  std::string_view shape;

  std::string_view name() const { return schema.substr(0, schema.find('/')); }  // "recommend"
};

std::span<const AnswerForm> answer_forms();
const std::vector<AnswerShape>& answer_shapes();
// Returns the shape of this name, which must exist.
const AnswerShape& answer_shape(std::string_view name);
// Returns the JSON Schema of the answer.
Data schema_of(const AnswerForm& form);

}  // namespace gpupick
