#include "schema/constant_writer.hpp"

#include <fmt/format.h>

namespace gpupick {

void ConstantWriter::value(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += '.';
  raw(text);
}

void ConstantWriter::value(std::string_view text) {
  expression += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || byte < 0x20 || byte >= 0x7F)
      expression += fmt::format("\\{:03o}", byte);
    else
      expression += c;
  }
  expression += '"';
}

void ConstantWriter::value(bool flag) { raw(flag ? "true" : "false"); }

void ConstantWriter::value(Date date) {
  raw(fmt::format("Date{{{}, {}, {}}}", date.year, date.month, date.day));
}

void ConstantWriter::value(Texts texts) {
  begin_array("std::string_view");
  for (const std::string_view text : texts) {
    value(text);
    raw(", ");
  }
  end_array(texts.size());
}

void ConstantWriter::value(Numbers numbers) {
  begin_array("double");
  for (const double number : numbers) {
    value(number);
    raw(", ");
  }
  end_array(numbers.size());
}

void ConstantWriter::begin_array(std::string_view type) {
  around_.emplace_back(type, std::move(expression));
  expression.clear();
}

void ConstantWriter::end_array(std::size_t size) {
  auto [type, before] = std::move(around_.back());
  around_.pop_back();
  const std::string entries = std::move(expression);
  expression = std::move(before);
  // C++ has no empty arrays.
  if (size == 0) return raw(fmt::format("std::span<const {}>{{}}", type));
  arrays += fmt::format("constexpr {} list_{}[] = {{{}}};\n", type, count_, entries);
  raw(fmt::format("list_{}", count_++));
}

void ConstantWriter::name(std::string_view key) { expression += fmt::format(".{} = ", key); }

}  // namespace gpupick
