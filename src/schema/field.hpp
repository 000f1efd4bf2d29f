// Describes one member of a record as data: its key, type, range and references. Each kind of
// record has one table of fields, and the table is its only description. It feeds reading,
// validation, references, the JSON Schema, the reference pages, the compiled data and, for cards,
// show, diff, list and CSV.
//
// The key of a field is the name of the member. An absent value means "not known"; zero means "has
// none".
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

using Number = std::optional<double>;
using Text = std::optional<std::string_view>;
using Flag = std::optional<bool>;
using Day = std::optional<Date>;
using Texts = std::span<const std::string_view>;
using Numbers = std::span<const double>;
using List = std::optional<Texts>;
using WordList = std::span<const std::string_view>;  // legal words

// Which direction of a figure is better for a buyer.
enum class Better { neither, more, less };

// Facts about a field besides its key and type.
struct FieldFacts {
  std::string_view label = {};  // name for readers; "" without one
  std::string_view unit = {};   // "" for counts, text and flags
  Better better = Better::neither;
  // Plausible range of a number, or of each number in a list. Zero is also legal, unless the field
  // is required or `positive`.
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  WordList choices = {};            // legal words of a text; empty: any
  std::string_view refers_to = {};  // the list whose records the value names by id; "": none
  bool slug = false;                // only lower-case letters, digits, points and hyphens
  bool required = false;            // every record must have it
  bool sourced = false;             // needs a source in the record's `sources`
  bool positive = false;            // zero is invalid: every card has some
};

class ObjectReader;
class ConstantWriter;
struct Shape;

// Receives each text of a record with its field.
using TextVisitor = std::function<void(const FieldFacts&, std::string_view text)>;

// A nested record, a list of records, or a member with a custom format.
template <class Record>
struct Part {
  void (*read)(ObjectReader& in, std::string_view key, Record& out);
  void (*write)(ConstantWriter& out, const Record& record);
  void (*visit)(const Record& record, const TextVisitor& visitor);
  Shape (*shape)();
};

template <class Record>
using Member =
    std::variant<Number Record::*, Text Record::*, Flag Record::*, List Record::*, Day Record::*,
                 double Record::*, std::string_view Record::*, bool Record::*, Texts Record::*,
                 Numbers Record::*, Date Record::*, const Part<Record>*>;

template <class Record>
struct Field : FieldFacts {
  std::string_view key;
  Member<Record> member;

  template <class Pointer>
  constexpr Field(std::string_view name, Pointer pointer, FieldFacts facts = {})
      : FieldFacts(facts), key(name), member(pointer) {}
};

// The type of a value in a data file.
enum class ValueType { number, text, flag, texts, numbers, date, object, objects };

// A type-erased field description, for the JSON Schema and the docs.
struct Shape : FieldFacts {
  std::string key;
  ValueType type = ValueType::text;
  std::vector<Shape> parts = {};  // fields of an object, or of each entry of a list
};

// True if the field may have this value: a legal zero, or a number within its range.
bool is_plausible(const FieldFacts& field, double value);

template <class Record>
ValueType type_of(const Member<Record>& member) {
  constexpr ValueType types[] = {ValueType::number,  ValueType::text, ValueType::flag,
                                 ValueType::texts,   ValueType::date, ValueType::number,
                                 ValueType::text,    ValueType::flag, ValueType::texts,
                                 ValueType::numbers, ValueType::date};
  return types[member.index()];
}

// Calls `use` with the field's member pointer, or its part. std::visit does the same, but takes the
// compiler ten times as long for this many kinds of records.
template <class Record, class Use>
void with_member(const Field<Record>& field, const Use& use) {
  const auto& member = field.member;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((member.index() == i ? use(*std::get_if<i>(&member)) : void()), ...);
  }
  (std::make_index_sequence<std::variant_size_v<std::remove_cvref_t<decltype(member)>>>());
}

// Passes the texts of one field to the visitor, including those of its parts.
template <class Record>
void visit_texts(const Field<Record>& field, const Record& record, const TextVisitor& visitor) {
  with_member(field, [&](auto member) {
    using Pointer = decltype(member);
    if constexpr (std::is_same_v<Pointer, const Part<Record>*>) {
      member->visit(record, visitor);
    } else if constexpr (std::is_same_v<Pointer, std::string_view Record::*>) {
      if (!(record.*member).empty()) visitor(field, record.*member);
    } else if constexpr (std::is_same_v<Pointer, Text Record::*>) {
      if (record.*member) visitor(field, *(record.*member));
    } else if constexpr (std::is_same_v<Pointer, Texts Record::*>) {
      for (const std::string_view text : record.*member) visitor(field, text);
    } else if constexpr (std::is_same_v<Pointer, List Record::*>) {
      for (const std::string_view text : (record.*member).value_or(Texts{})) visitor(field, text);
    }
  });
}

// Returns the descriptions of a record's fields.
template <class Record>
std::vector<Shape> shapes_of() {
  std::vector<Shape> out;
  for (const Field<Record>& field : Record::fields()) {
    Shape shape;
    if (const auto* part = std::get_if<const Part<Record>*>(&field.member))
      shape = (*part)->shape();
    else
      shape.type = type_of(field.member);
    static_cast<FieldFacts&>(shape) = field;
    shape.key = field.key;
    out.push_back(std::move(shape));
  }
  return out;
}

}  // namespace gpupick
