// Writes records as C++ constants: the content of data/, with nothing left to parse or allocate
// when the program starts. Lists become arrays in front of the records that refer to them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/record_kind.hpp"

namespace gpupick {

class ConstantWriter {
 public:
  // The output so far: definitions of arrays for lists, and one expression or nothing.
  std::string arrays, expression;

  void raw(std::string_view code) { expression += code; }

  // Writes the records as an array and its name as the expression.
  void list(const AnyRecords& records);

 private:
  // Writes {.id = "rtx-4090", .memory_gib = 24., ...}, without members that have their default
  // value. Designated initialisers need a table of fields in the order of the members.
  void record(const RecordKind& kind, const AnyRecord& record);
  void value(const FieldValue& value);
  void text(std::string_view text);

  // Begin and end an array: values written in between go into it. `end_array` appends the array's
  // name to the expression, or an empty span if `size` is 0.
  void begin_array(std::string_view type);
  void end_array(std::size_t size);

  std::size_t count_ = 0;  // arrays written so far
  // Types of the open arrays, and the expressions around them.
  std::vector<std::pair<std::string, std::string>> around_;
};

}  // namespace gpupick
