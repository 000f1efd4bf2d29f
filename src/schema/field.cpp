#include <algorithm>
#include <cmath>
#include <type_traits>

#include "schema/record_kind.hpp"

namespace gpupick {
namespace {

// Smallest legal value above zero; a share of 1e-320 would make other figures infinite.
constexpr double smallest = 1e-12;

template <class Type>
FieldValue to_value(const Type& member) {
  return member;
}
template <class Type>
FieldValue to_value(const std::optional<Type>& member) {
  return member ? FieldValue(*member) : FieldValue();
}

template <class Type>
void set(Type& member, const FieldValue& value) {
  if (const Type* known = std::get_if<Type>(&value)) member = *known;
}
template <class Type>
void set(std::optional<Type>& member, const FieldValue& value) {
  const Type* known = std::get_if<Type>(&value);
  member = known ? std::optional<Type>(*known) : std::nullopt;
}

}  // namespace

ValueType Field::type() const {
  using enum ValueType;
  static constexpr ValueType types[] = {number, text, flag,  texts,   date, number,
                                        text,   flag, texts, numbers, date};
  return part() ? part()->type : types[member.index()];
}

const Part* Field::part() const {
  const auto* found = std::get_if<const Part*>(&member);
  return found ? *found : nullptr;
}

FieldValue value_of(const AnyRecord& record, const Field& field) {
  return std::visit(
      [&](auto member) {
        if constexpr (std::is_same_v<decltype(member), const Part*>)
          return FieldValue();
        else
          return to_value(record.*member);
      },
      field.member);
}

void set_value(AnyRecord& record, const Field& field, const FieldValue& value) {
  std::visit(
      [&](auto member) {
        if constexpr (!std::is_same_v<decltype(member), const Part*>) set(record.*member, value);
      },
      field.member);
}

bool differs(const FieldValue& a, const FieldValue& b) {
  if (a.index() != b.index()) return true;
  return std::visit(
      [&](const auto& value) {
        const auto& other = *std::get_if<std::remove_cvref_t<decltype(value)>>(&b);
        if constexpr (requires { value.begin(); })
          return !std::ranges::equal(value, other);
        else
          return value != other;
      },
      a);
}

bool is_plausible(const FieldFacts& field, double value) {
  if (value == 0 && !field.required && !field.positive) return true;
  if (field.whole && value != std::floor(value)) return false;
  return value >= field.low && value <= field.high && (value == 0 || std::fabs(value) >= smallest);
}

std::string_view id_of(const RecordKind& kind, const AnyRecord& record) {
  const std::span<const Field> fields = kind.fields();
  const auto id = std::ranges::find(fields, "id", &Field::key);
  return id == fields.end() ? "" : value_as<std::string_view>(record, *id).value_or("");
}

std::vector<const AnyRecord*> AnyRecords::all() const {
  std::vector<const AnyRecord*> out;
  for (std::size_t i = 0; i < size_; ++i) {
    const void* record = static_cast<const std::byte*>(first_) + i * kind_->size;
    out.push_back(static_cast<const AnyRecord*>(record));
  }
  return out;
}

}  // namespace gpupick
