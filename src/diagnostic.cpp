#include <fmt/format.h>

#include <algorithm>
#include <gpupick/diagnostic.hpp>
#include <gpupick/text.hpp>

namespace gpupick {
namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;

constexpr RuleText table[] = {
    {Rule::malformed_json, "malformed-json", error, "the file is not JSON of the data's form"},
    {Rule::malformed_csv, "malformed-csv", error,
     "a price file is not CSV with the columns card and usd"},
    {Rule::repeated_key, "repeated-key", error, "a key stands twice in one object"},
    {Rule::nested_too_deeply, "nested-too-deeply", error,
     "values are nested deeper than 32 levels"},
    {Rule::control_character, "control-character", error,
     "a text holds a control character or an invisible mark"},
    {Rule::unknown_key, "unknown-key", error, "the record has a key that means nothing"},
    {Rule::wrong_type, "wrong-type", error, "the value has another type than its key asks for"},
    {Rule::missing_key, "missing-key", error, "the record lacks a key that it must have"},
    {Rule::unknown_word, "unknown-word", error, "the word is none of those the key allows"},
    {Rule::id_form, "id-form", error,
     "an id is not lower-case letters, digits, points and hyphens"},
    {Rule::date_form, "date-form", error, "a date is not YYYY-MM-DD, YYYY-MM or YYYY"},
    {Rule::duplicate_name, "duplicate-name", error, "two records answer to the same id or alias"},
    {Rule::implausible_value, "implausible-value", error,
     "a figure lies outside what any real card has"},
    {Rule::bandwidth_mismatch, "bandwidth-mismatch", error,
     "bandwidth is not bus width x data rate / 8 within 2 %"},
    {Rule::missing_source, "missing-source", warning, "a figure has no source"},
    {Rule::unknown_source, "unknown-source", error, "a source id stands for no source"},
    {Rule::unknown_card, "unknown-card", error, "a price is of a card that the catalog lacks"},
};

}  // namespace

std::span<const RuleText> rules() { return table; }

const RuleText& text_of(Rule rule) { return table[static_cast<std::size_t>(rule)]; }

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(std::count_if(
      diagnostics.begin(), diagnostics.end(),
      [&](const Diagnostic& diagnostic) { return text_of(diagnostic.rule).severity == severity; }));
}

std::string to_line(const Diagnostic& diagnostic) {
  const RuleText& rule = text_of(diagnostic.rule);
  return fmt::format("{}:{}:{}: {}: {} [{}]", printable(diagnostic.where.file),
                     diagnostic.where.line, diagnostic.where.column,
                     rule.severity == Severity::error ? "error" : "warning", diagnostic.message,
                     rule.id);
}

}  // namespace gpupick
