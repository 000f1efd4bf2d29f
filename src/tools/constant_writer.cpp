#include "tools/constant_writer.hpp"

#include <fmt/format.h>

namespace gpupick {
namespace {

std::string number_text(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += '.';
  return text;
}

}  // namespace

void ConstantWriter::text(std::string_view text) {
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

void ConstantWriter::value(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return raw(number_text(*number));
  if (const auto* word = std::get_if<std::string_view>(&value)) return text(*word);
  if (const auto* flag = std::get_if<bool>(&value)) return raw(*flag ? "true" : "false");
  if (const auto* date = std::get_if<Date>(&value))
    return raw(fmt::format("Date{{{}, {}, {}}}", date->year, date->month, date->day));
  if (const auto* texts = std::get_if<Texts>(&value)) {
    begin_array("std::string_view");
    for (const std::string_view word : *texts) {
      text(word);
      raw(", ");
    }
    return end_array(texts->size());
  }
  const Numbers numbers = std::get<Numbers>(value);
  begin_array("double");
  for (const double number : numbers) raw(number_text(number) + ", ");
  end_array(numbers.size());
}

void ConstantWriter::record(const RecordKind& kind, const AnyRecord& record) {
  raw("{");
  for (const Field& field : kind.fields()) {
    const FieldValue known = value_of(record, field);
    const Part* part = field.part();
    if (!part && !differs(known, value_of(*kind.empty, field))) continue;
    raw(fmt::format(".{} = ", field.key));
    if (!part) {
      value(known);
    } else if (const AnyRecords records = part->records(record); part->is_list) {
      list(records);
    } else {
      this->record(records.kind(), *records.all().front());
    }
    raw(", ");
  }
  raw("}");
}

void ConstantWriter::list(const AnyRecords& records) {
  begin_array(records.kind().type_name);
  const std::vector<const AnyRecord*> all = records.all();
  for (const AnyRecord* one : all) {
    record(records.kind(), *one);
    raw(",\n");
  }
  end_array(all.size());
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

}  // namespace gpupick
