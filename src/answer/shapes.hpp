// The form of the answers that programs read: the keys of every object, each with its type and
// meaning. keys.txt is the table of them; this reads it. The JSON Schemas of the answers and their
// reference page come from the table, and the tests compare it with what the commands print.
#pragma once

#include <cstdint>
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
  std::string_view name;     // of a command's answer or of an object in answers: "Value"
  std::string_view schema;   // of an answer: its name with a version, "recommend/6"
  std::string_view meaning;  // of an object
  std::vector<AnswerKey> keys;
};

// Every answer begins with "schema", the name of its form with a version, and "version", that of
// the program; they are not among its keys.
struct AnswerShapes {
  std::vector<AnswerShape> answers;
  std::vector<AnswerShape> objects;
};

const AnswerShapes& answer_shapes();
// Returns the shape of the object, which must exist.
const AnswerShape& shape_of_object(std::string_view name);
// Returns the JSON Schema of the answer.
Data schema_of(const AnswerShape& answer);

}  // namespace gpupick
