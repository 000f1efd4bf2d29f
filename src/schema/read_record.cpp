#include "schema/read_record.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"

namespace gpupick {
namespace {

// Returns the message for a number outside the field's range.
std::string out_of_range(std::string_view key, const FieldFacts& field, double value) {
  const std::string name =
      field.label.empty() ? fmt::format("'{}'", key) : std::string(field.label);
  const std::string unit = field.unit.empty() ? "" : fmt::format(" {}", field.unit);
  if (field.high == std::numeric_limits<double>::max())
    return fmt::format("{} must not be below {}{}, as {} is", name, exact(field.low), unit,
                       exact(value));
  return fmt::format("{} {} is not between {} and {}{}", name, exact(value), exact(field.low),
                     exact(field.high), unit);
}

// Smallest legal value above zero; a share of 1e-320 would make other figures infinite.
constexpr double smallest = 1e-12;

// Reports a number outside the field's range. If a factor of 1,000 explains it, the message names
// the number in the right unit.
void check_range(ObjectReader& in, std::string_view key, const FieldFacts& field, double value) {
  if (is_plausible(field, value)) return;
  const double thousandth = value / 1000, thousandfold = value * 1000;
  const auto within = [&](double number) { return number >= field.low && number <= field.high; };
  const bool unit = !field.unit.empty() && within(thousandth) != within(thousandfold);
  std::string message = out_of_range(key, field, value);
  if (unit)
    message += fmt::format("; {} would be", exact(within(thousandth) ? thousandth : thousandfold));
  in.report_at(unit ? Rule::wrong_unit : Rule::implausible_value, key, std::move(message));
}

}  // namespace

bool is_plausible(const FieldFacts& field, double value) {
  if (value == 0 && !field.required && !field.positive) return true;
  return value >= field.low && value <= field.high && (value == 0 || std::fabs(value) >= smallest);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Number& out) {
  out = in.number(key);
  if (out) check_range(in, key, field, *out);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Text& out) {
  out = in.text(key, field.choices);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts&, Flag& out) {
  out = in.flag(key);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, List& out) {
  out = in.texts(key, field.choices);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts&, Day& out) {
  out = in.date(key);
}

void read_value(ObjectReader& in, std::string_view key, const FieldFacts& field, Numbers& out) {
  out = in.numbers(key);
  for (const double number : out) check_range(in, key, field, number);
}

}  // namespace gpupick
