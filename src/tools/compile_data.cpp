// The data compiler, run by the build: reads and validates data/ as `gpupick validate` does and
// writes it as C++ constants. It lists the findings; an error fails the build.
#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "catalog/validate.hpp"

namespace gpupick {
namespace {

std::string name_of(const RecordKind& kind) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(kind.type->name(), nullptr, nullptr, &status), std::free);
  return name.get();
}

std::string number_text(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += '.';
  return text;
}

// Writes records as C++ constants: the content of data/, with nothing left to parse or allocate
// when the program starts. Lists become arrays in front of the records that refer to them.
class ConstantWriter {
 public:
  // The output so far: definitions of arrays for lists, and one expression or nothing.
  std::string arrays, expression;

  void raw(std::string_view code) { expression += code; }

  // Writes the records as an array and its name as the expression.
  void list(const AnyRecords& records);

 private:
  // Writes with_base(Gpu{.memory_gib = 24., ...}, "rtx-4090"), without members that have their
  // default value. Designated initialisers need a table of fields in the order of the members.
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
  const std::span<const Field> fields = kind.fields();
  const bool identified = fields.front().key == "id";
  raw(fmt::format("{}{}{{", identified ? "with_base(" : "", name_of(kind)));
  for (const Field& field : fields) {
    if (identified && (field.key == "id" || field.key == "source")) continue;
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
  if (!identified) return;
  for (const Field& field : fields)
    if (field.key == "id" || field.key == "source") {
      raw(", ");
      value(value_of(record, field));
    }
  raw(")");
}

void ConstantWriter::list(const AnyRecords& records) {
  begin_array(name_of(records.kind()));
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

std::string compiled(const Catalog& catalog) {
  ConstantWriter out;
  for (const AnyRecords& records : catalog.lists()) {
    out.raw(fmt::format("    std::span<const {}>(", name_of(records.kind())));
    out.list(records);
    out.raw("),\n");
  }
  return fmt::format(
      "#include \"catalog/built_in.hpp\"\n\nnamespace gpupick {{\nnamespace {{\n\n{}\n"
      "constinit const RecordLists lists = {{{{\n{}}}}};\n\n}}  // namespace\n\n"
      "const RecordLists& built_in() {{ return lists; }}\n\n}}  // namespace gpupick\n",
      out.arrays, out.expression);
}

int compile(const std::filesystem::path& out, const std::filesystem::path& root,
            const std::vector<std::string>& paths) {
  std::deque<std::string> texts;
  std::vector<File> files;
  for (const std::string& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    files.push_back({std::filesystem::relative(path, root).generic_string(), texts.back()});
  }
  std::vector<Diagnostic> found;
  Dataset data = read_data(files, found);
  for (Diagnostic& diagnostic : validate(data, Catalog())) found.push_back(std::move(diagnostic));
  sort_by_place(found);
  for (const Diagnostic& diagnostic : found) std::cerr << to_line(diagnostic) << '\n';
  if (count(found, Severity::error) > 0) return 1;
  std::ofstream constants(out, std::ios::binary);
  constants << compiled(Catalog(std::move(data)));
  constants.close();
  if (!constants) std::cerr << out.string() << ": cannot be written\n";
  return constants ? 0 : 1;
}

}  // namespace
}  // namespace gpupick

int main(int argc, char** argv) {
  return gpupick::compile(argv[1], argv[2], {argv + 3, argv + argc});
}
