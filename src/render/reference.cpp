// The reference page of the data: every kind of record with its fields, from the field tables.
#include <fmt/format.h>

#include "catalog/records.hpp"
#include "render/formats.hpp"

namespace gpupick {
namespace {

std::string type_text(const Field& field) {
  static constexpr std::string_view words[] = {"number",  "text", "true or false", "texts",
                                               "numbers", "date", "object",        "objects"};
  return std::string(words[static_cast<std::size_t>(field.type())]);
}

// "2 to 1,024 GiB", "q4_k_m, q8_0", "a record of sources".
std::string legal_text(const Field& field) {
  const FieldFacts any;
  if (!field.refers_to.empty()) return fmt::format("of {}", field.refers_to);
  if (!field.choices.empty()) return join(field.choices, ", ");
  if (field.slug) return "lower case, digits, . and -";
  if (field.low == any.low) return std::string(field.unit);
  const std::string unit = field.unit.empty() ? "" : fmt::format(" {}", field.unit);
  return field.high == any.high
             ? fmt::format("from {}{}", exact(field.low), unit)
             : fmt::format("{} to {}{}", rounded(field.low), rounded(field.high), unit);
}

void add_rows(std::span<const Field> fields, const std::string& prefix, Table& table) {
  for (const Field& field : fields) {
    const std::string key = fmt::format("{}{}", prefix, field.key);
    table.rows.push_back({key, std::string(field.label), type_text(field), legal_text(field),
                          field.required ? "yes"
                          : field.wanted ? "for answers"
                                         : "",
                          field.sourced ? "yes" : ""});
    // Objects with one field for each figure would repeat the table of cards.
    const std::span<const Field> parts =
        field.part() ? field.part()->fields() : std::span<const Field>();
    if (parts.size() < 12) add_rows(parts, key + ".", table);
  }
}

}  // namespace

std::string render_reference() {
  std::string out =
      "# Fields\n\n"
      "Every list of a data file and the fields of its records, as `gpupick validate` and\n"
      "`gpupick generate schema` know them. An absent value means \"not known\"; zero means \"has "
      "none\"\nand is legal besides the range where the field is not required, unless no card is "
      "without "
      "any\n(devices, memory, power, lanes, bus, clocks). `validate` warns of a card that lacks "
      "what "
      "answers need.\n";
  for (const RecordKind& kind : record_kinds()) {
    Table table{{{"key"}, {"label"}, {"type"}, {"legal"}, {"required"}, {"sourced"}}};
    add_rows(kind.fields(), "", table);
    out += fmt::format("\n## {}\n\n{}", kind.list, to_markdown(table));
  }
  return out;
}

}  // namespace gpupick
