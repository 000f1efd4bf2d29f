// Reads a record from its JSON object by its table of fields.
#pragma once

#include "schema/object_reader.hpp"

namespace gpupick {

// Each sets `out` to the key's value, or to nothing if the key is absent or its value has another
// type or is no legal word. Reports a number outside the field's range, but keeps it.
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Number& out);
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Text& out);
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Flag& out);
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, List& out);
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Day& out);
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Numbers& out);

// Reads a member with a default value, which stays if the key is absent or its value invalid.
template <class Value>
void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Value& out) {
  std::optional<Value> value;
  read_value(in, key, field, value);
  if (value) out = *value;
}

template <class Record>
Record read_record(ObjectReader& in) {
  Record out;
  for (const Field<Record>& field : Record::fields()) {
    if (field.required) in.require(field.key);
    with_member(field, [&](auto member) {
      if constexpr (std::is_same_v<decltype(member), const Part<Record>*>)
        member->read(in, field.key, out);
      else
        read_value(in, field.key, field, out.*member);
    });
  }
  in.refuse_other_keys();
  return out;
}

// Reads a list of records within a record.
template <class Record>
std::span<const Record> read_records(ObjectReader& in, std::string_view key,
                                     std::string_view what) {
  std::vector<Record> out;
  for (const Node* node : in.objects(key)) {
    ObjectReader entry(in.context(), *node, what);
    out.push_back(read_record<Record>(entry));
  }
  return in.context().arena.keep(out);
}

}  // namespace gpupick
