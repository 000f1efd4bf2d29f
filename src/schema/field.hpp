// Describes one member of a record as data: its key, type, range and references. Each kind of
// record has one table of fields, and the table is its only description. It feeds reading,
// validation, references, the JSON Schema, the reference pages, the compiled data and, for cards,
// show, diff, list and CSV. Fields are values of one type for all kinds of record, so that all of
// these are ordinary functions.
//
// The key of a field is the name of the member. An absent value means "not known"; zero means "has
// none".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "base/date.hpp"

namespace gpupick {

using Number = std::optional<double>;
using Text = std::optional<std::string_view>;
using Flag = std::optional<bool>;
using Day = std::optional<Date>;
using Texts = std::span<const std::string_view>;
using Numbers = std::span<const double>;
using List = std::optional<Texts>;

// The base of all kinds of record. A pointer to a member of any of them converts to a pointer to a
// member of the base, which the field keeps.
struct AnyRecord {};

// A record that others refer to by its id.
struct Identified : AnyRecord {
  std::string_view id;
};

// A record whose figures are from one source.
struct Sourced : Identified {
  std::string_view source;
};

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
  Texts choices = {};               // legal words of a text; empty: any
  std::string_view refers_to = {};  // the list whose records the value names by id; "": none
  bool slug = false;                // only lower-case letters, digits, points and hyphens
  bool required = false;            // every record must have it
  bool sourced = false;             // needs a source in the record's `sources`
  bool positive = false;            // zero is invalid: every card has some
  bool wanted = false;              // answers need it: a record without it has a warning
  bool whole = false;               // a count: only whole numbers
};

// The type of a value in a data file.
enum class ValueType : std::uint8_t { number, text, flag, texts, numbers, date, object, objects };

struct Part;

// A pointer to a member of one of the types that a field may have, or a part (record_kind.hpp).
using Member = std::variant<Number AnyRecord::*, Text AnyRecord::*, Flag AnyRecord::*,
                            List AnyRecord::*, Day AnyRecord::*, double AnyRecord::*,
                            std::string_view AnyRecord::*, bool AnyRecord::*, Texts AnyRecord::*,
                            Numbers AnyRecord::*, Date AnyRecord::*, const Part*>;

struct Field : FieldFacts {
  std::string_view key;
  Member member;

  template <class Record, class Type>
  constexpr Field(std::string_view name, Type Record::*pointer, FieldFacts facts = {})
      : FieldFacts(facts), key(name), member(static_cast<Type AnyRecord::*>(pointer)) {}
  constexpr Field(std::string_view name, const Part& part, FieldFacts facts = {})
      : FieldFacts(facts), key(name), member(&part) {}

  ValueType type() const;
  const Part* part() const;
};

// The value of a field in a record; the first alternative means "not known".
using FieldValue =
    std::variant<std::monostate, double, std::string_view, bool, Texts, Numbers, Date>;

inline constexpr FieldFacts plain_id{.required = true};
inline constexpr FieldFacts slug_id{.slug = true, .required = true};

// Returns the table of a record with an id: that, then these fields.
template <class Record, const FieldFacts& id = plain_id, std::size_t size>
constexpr std::array<Field, size + 1> identified(const Field (&fields)[size]) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{Field{"id", &Record::id, id}, fields[i]...};
  }
  (std::make_index_sequence<size>());
}

// Returns the table of a record with an id and a source: the id, these fields, and the source.
template <class Record, const FieldFacts& id = plain_id, std::size_t size>
constexpr std::array<Field, size + 2> sourced(const Field (&fields)[size]) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{Field{"id", &Record::id, id}, fields[i]...,
                      Field{"source", &Record::source, {.refers_to = "sources", .required = true}}};
  }
  (std::make_index_sequence<size>());
}

// Returns the value of the field in the record; not known if the field is a part.
FieldValue value_of(const AnyRecord& record, const Field& field);

// Returns the value if it is known and has this type.
template <class Type>
std::optional<Type> value_as(const AnyRecord& record, const Field& field) {
  const FieldValue value = value_of(record, field);
  const Type* known = std::get_if<Type>(&value);
  return known ? std::optional<Type>(*known) : std::nullopt;
}

// Sets the member to the value, which must have the field's type. "Not known" empties an optional
// member and leaves any other member unchanged.
void set_value(AnyRecord& record, const Field& field, const FieldValue& value);

// True if the values differ, or the contents of their lists.
bool differs(const FieldValue& a, const FieldValue& b);

// True if the field may have this value: a legal zero, or a number within its range.
bool is_plausible(const FieldFacts& field, double value);

}  // namespace gpupick
