#include "schema/read_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "base/text.hpp"

namespace gpupick {
namespace {

std::string out_of_range(const Field& field, double value) {
  const std::string name =
      field.label.empty() ? fmt::format("'{}'", field.key) : std::string(field.label);
  if (field.whole && value != std::floor(value))
    return fmt::format("{} must be a whole number, not {}", name, exact(value));
  const std::string unit = field.unit.empty() ? "" : fmt::format(" {}", field.unit);
  if (field.high == std::numeric_limits<double>::max())
    return fmt::format("{} must not be below {}{}, as {} is", name, exact(field.low), unit,
                       exact(value));
  return fmt::format("{} {} is not between {} and {}{}", name, exact(value), exact(field.low),
                     exact(field.high), unit);
}

// Reports a number outside the field's range. If a factor of 1,000 explains it, the message names
// the number in the right unit.
void check_range(ObjectReader& in, const Field& field, double value) {
  if (is_plausible(field, value)) return;
  const double thousandth = value / 1000, thousandfold = value * 1000;
  const auto within = [&](double number) { return number >= field.low && number <= field.high; };
  const bool unit = !field.unit.empty() && within(thousandth) != within(thousandfold);
  std::string message = out_of_range(field, value);
  if (unit)
    message += fmt::format("; {} would be", exact(within(thousandth) ? thousandth : thousandfold));
  in.report_at(unit ? Rule::wrong_unit : Rule::implausible_value, field.key, std::move(message));
}

FieldValue read_value(ObjectReader& in, const Field& field) {
  const auto known = [](const auto& value) { return value ? FieldValue(*value) : FieldValue(); };
  switch (field.type()) {
    case ValueType::number: {
      const Number number = in.number(field.key);
      if (number) check_range(in, field, *number);
      return known(number);
    }
    case ValueType::numbers: {
      const Numbers numbers = in.numbers(field.key);
      for (const double number : numbers) check_range(in, field, number);
      return numbers;
    }
    case ValueType::text:
      return known(in.text(field.key, field.choices));
    case ValueType::texts:
      return known(in.texts(field.key, field.choices));
    case ValueType::flag:
      return known(in.flag(field.key));
    case ValueType::date:
      return known(in.date(field.key));
    case ValueType::object:
    case ValueType::objects:
      break;
  }
  return {};
}

void read_field(ObjectReader& in, const Field& field, AnyRecord& out) {
  if (const Part* part = field.part())
    part->read(in, field.key, out);
  else
    set_value(out, field, read_value(in, field));
}

}  // namespace

void read_record(ReadContext& context, const Node& node, const RecordKind& kind, AnyRecord& out) {
  ObjectReader in(context, node, kind.noun);
  Phrases lacks;
  for (const Field& field : kind.fields()) {
    if (field.wanted && !node.find(field.key))
      lacks.push_back(field.key);
    else if (field.required || field.wanted)
      in.require(field.key);
    read_field(in, field, out);
  }
  in.refuse_other_keys();
  if (!lacks.empty())
    in.report(Rule::missing_figure, node,
              fmt::format("{} lacks {}", kind.noun, enumerate(lacks, "and")));
}

void read_changes(ReadContext& context, const Node& node, const RecordKind& kind, AnyRecord& out) {
  ObjectReader in(context, node, kind.noun);
  for (const Field& field : kind.fields())
    if (node.find(field.key)) read_field(in, field, out);
  in.refuse_other_keys();
}

const AnyRecord& read_record(ReadContext& context, const Node& node, const RecordKind& kind) {
  void* memory = context.arena.allocate(kind.size);
  auto& out = *static_cast<AnyRecord*>(std::memcpy(memory, kind.empty, kind.size));
  read_record(context, node, kind, out);
  return out;
}

}  // namespace gpupick
