// Writes records as C++ constants: the content of data/, with nothing left to parse or allocate
// when the program starts. Lists become arrays in front of the records that refer to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schema/field.hpp"

namespace gpupick {

class ConstantWriter {
 public:
  // The output so far: definitions of arrays for lists, and one expression or nothing.
  std::string arrays, expression;

  void value(double number);
  void value(std::string_view text);
  void value(bool flag);
  void value(Date date);
  void value(Texts texts);
  void value(Numbers numbers);

  template <class Value>
  void value(const std::optional<Value>& known) {
    known ? value(*known) : raw("std::nullopt");
  }

  void raw(std::string_view code) { expression += code; }

  // Writes {.id = "rtx-4090", .memory_gib = 24., ...}, without members that have their default
  // value.
  template <class Record>
  void record(const Record& record) {
    raw("{");
    const Record none;
    static const std::vector<const Field<Record>*> fields = in_place<Record>();
    for (const Field<Record>* field : fields)
      with_member(*field, [&](auto member) {
        if constexpr (std::is_same_v<decltype(member), const Part<Record>*>) {
          name(field->key);
          member->write(*this, record);
          raw(", ");
        } else if (differs(record.*member, none.*member)) {
          name(field->key);
          value(record.*member);
          raw(", ");
        }
      });
    raw("}");
  }

  // Writes the records as an array and its name as the expression.
  template <class Record>
  void list(std::span<const Record> records) {
    begin_array(Record::type_name);
    for (const Record& one : records) {
      record(one);
      raw(",\n");
    }
    end_array(records.size());
  }

  // Begin and end an array: values written in between go into it. `end_array` appends the array's
  // name to the expression, or an empty span if `size` is 0.
  void begin_array(std::string_view type);
  void end_array(std::size_t size);

 private:
  template <class Value>
  static bool differs(const Value& a, const Value& b) {
    return !(a == b);
  }
  static bool differs(Texts a, Texts) { return !a.empty(); }
  static bool differs(Numbers a, Numbers) { return !a.empty(); }
  static bool differs(const List& a, const List&) { return a.has_value(); }

  // Returns the fields in the order of the members, as designated initialisers need them. A part
  // has no member pointer; it follows the member of the field before it.
  template <class Record>
  static std::vector<const Field<Record>*> in_place() {
    const Record record;
    const void* place = &record;
    std::vector<std::pair<const void*, const Field<Record>*>> placed;
    for (const Field<Record>& field : Record::fields()) {
      with_member(field, [&](auto member) {
        if constexpr (!std::is_same_v<decltype(member), const Part<Record>*>)
          place = &(record.*member);
      });
      placed.emplace_back(place, &field);
    }
    std::ranges::stable_sort(placed, std::less<>(), [](const auto& one) { return one.first; });
    std::vector<const Field<Record>*> out;
    for (const auto& [at, field] : placed) out.push_back(field);
    return out;
  }

  void name(std::string_view key);

  std::size_t count_ = 0;  // arrays written so far
  // Types of the open arrays, and the expressions around them.
  std::vector<std::pair<std::string, std::string>> around_;
};

}  // namespace gpupick
