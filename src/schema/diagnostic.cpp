#include "schema/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;

constexpr RuleText rule_table[] = {
    {Rule::malformed_json, "malformed-json", error, "the file is not JSON of the data's form"},
    {Rule::malformed_csv, "malformed-csv", error,
     "a price file is not CSV with the columns card and usd"},
    {Rule::repeated_key, "repeated-key", error, "a duplicate key in one object"},
    {Rule::nested_too_deeply, "nested-too-deeply", error,
     "values are nested deeper than 32 levels"},
    {Rule::control_character, "control-character", error,
     "a text holds a control character or an invisible mark"},
    {Rule::long_text, "long-text", error, "a text is longer than 2,000 bytes"},
    {Rule::unknown_key, "unknown-key", error, "the record has a key that means nothing"},
    {Rule::wrong_type, "wrong-type", error, "the value has another type than its key asks for"},
    {Rule::missing_key, "missing-key", error, "the record lacks a key that it must have"},
    {Rule::missing_figure, "missing-figure", warning,
     "the card lacks figures that answers need; it is held all the same"},
    {Rule::unknown_word, "unknown-word", error, "the word is none of those the key allows"},
    {Rule::id_form, "id-form", error,
     "an id is not lower-case letters, digits, points and hyphens"},
    {Rule::date_form, "date-form", error, "a date is not YYYY-MM-DD, YYYY-MM or YYYY"},
    {Rule::duplicate_name, "duplicate-name", error, "two records answer to the same id or alias"},
    {Rule::implausible_value, "implausible-value", error,
     "a figure lies outside what any real card has"},
    {Rule::wrong_unit, "wrong-unit", error,
     "a figure is out of range by a factor of 1,000 or of GB to GiB"},
    {Rule::bandwidth_mismatch, "bandwidth-mismatch", error,
     "bandwidth is not bus width x data rate / 8 within 2 %"},
    {Rule::memory_rate, "memory-rate", error,
     "bandwidth over bus width, or over memory, is a rate that the memory type does not reach"},
    {Rule::memory_size, "memory-size", error,
     "the memory is no size that chips on this bus add up to"},
    {Rule::name_memory, "name-memory", error, "the name states another memory size"},
    {Rule::fp32_mismatch, "fp32-mismatch", error,
     "FP32 is not operations per clock x shaders x boost clock within 2 %"},
    {Rule::precision_ratio, "precision-ratio", error,
     "two rates are not in a ratio that the architecture has"},
    {Rule::sparse_figure, "sparse-figure", error,
     "a rate is twice what the architecture has: sparse for dense"},
    {Rule::shaders_per_unit, "shaders-per-unit", error,
     "the architecture has no units with so many shaders"},
    {Rule::tensor_cores_per_unit, "tensor-cores-per-unit", error,
     "the architecture has no units with so many tensor cores"},
    {Rule::generation_id, "generation-id", error,
     "compute capability or gfx id is not of the architecture"},
    {Rule::pci_id, "pci-id", error,
     "a PCI id is malformed, repeated, or that of another maker or architecture"},
    {Rule::unknown_architecture, "unknown-architecture", warning,
     "nothing is known of the architecture"},
    {Rule::unknown_memory, "unknown-memory", warning, "nothing is known of the memory type"},
    {Rule::power_connectors, "power-connectors", error,
     "slot and plugs carry less than the board power"},
    {Rule::spare_connector, "spare-connector", warning,
     "the plugs carry the board power 1.7 times without one of them"},
    {Rule::supply_below_power, "supply-below-power", error,
     "the recommended PSU carries no more than the board power and 150 W"},
    {Rule::supply_above_need, "supply-above-need", warning,
     "the recommended PSU is far above what the board power needs"},
    {Rule::form_factor_mismatch, "form-factor-mismatch", error,
     "the form factor contradicts another figure"},
    {Rule::link_mismatch, "link-mismatch", error,
     "a link has a name and no bandwidth, or the reverse"},
    {Rule::future_launch, "future-launch", error,
     "the launch is later than the day its source was read"},
    {Rule::unlike_peers, "unlike-peers", warning,
     "a figure is far from those of the like cards of the architecture"},
    {Rule::copied_card, "copied-card", warning, "a card has all figures of another"},
    {Rule::note_contradiction, "note-contradiction", warning,
     "a note contradicts a figure, or is that of another architecture"},
    {Rule::family_order, "family-order", error,
     "a card beats a better one of its line in what must not grow"},
    {Rule::ambiguous_alias, "ambiguous-alias", error,
     "an alias reads as another card, or a board word is part of a card's name"},
    {Rule::empty_class, "empty-class", error, "no card falls into a class of the calibration"},
    {Rule::parameter_count, "parameter-count", error,
     "a model's dimensions do not add up to its parameters within 1 %"},
    {Rule::cache_size, "cache-size", error,
     "a model's cache per token does not follow from its dimensions"},
    {Rule::missing_source, "missing-source", warning, "a figure has no source"},
    {Rule::unknown_source, "unknown-source", error, "a source id stands for no source"},
    {Rule::unused_source, "unused-source", warning, "no record uses the source"},
    {Rule::foreign_source, "foreign-source", warning,
     "the source of a figure is otherwise used for other makers or architectures only"},
    {Rule::future_source, "future-source", error,
     "a source was read on a day more than a month ahead"},
    {Rule::unknown_card, "unknown-card", error,
     "a price, line or exception is of a card that the catalog lacks"},
    {Rule::price_outlier, "price-outlier", warning, "a price is far from the others of its card"},
    {Rule::used_above_new, "used-above-new", warning,
     "a used price is above the new prices of the time"},
    {Rule::unlike_source, "unlike-source", warning, "the source has prices of other kinds only"},
    {Rule::repeated_price, "repeated-price", warning, "the same price is listed twice"},
    {Rule::token_order, "token-order", error,
     "reading tokens costs more than generating them, or cached ones more than others"},
    {Rule::stale_price, "stale-price", warning, "a card that is sold has old prices only"},
    {Rule::future_price, "future-price", error,
     "a price is later than the day its source was read"},
    {Rule::price_before_launch, "price-before-launch", error,
     "a price is far from the launch of the card: before it, or a launch price long after"},
    {Rule::later_price, "later-price", warning, "prices are later than the day of their release"},
    {Rule::several_releases, "several-releases", error, "the data has more than one release"},
    {Rule::unknown_rule, "unknown-rule", error,
     "an exception is of a rule or figure that does not exist"},
    {Rule::unsorted, "unsorted", warning, "records do not stand in order"},
};

}  // namespace

std::span<const RuleText> rules() { return rule_table; }

const RuleText& text_of(Rule rule) { return rule_table[static_cast<std::size_t>(rule)]; }

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count_if(
      diagnostics,
      [&](const Diagnostic& diagnostic) { return text_of(diagnostic.rule).severity == severity; }));
}

std::string_view severity_name(const Diagnostic& diagnostic) {
  return text_of(diagnostic.rule).severity == Severity::error ? "error" : "warning";
}

std::string to_line(const Diagnostic& diagnostic, std::string_view severity) {
  return fmt::format("{}:{}:{}: {}: {} [{}]", printable(diagnostic.where.file, std::string::npos),
                     diagnostic.where.line, diagnostic.where.column,
                     severity.empty() ? severity_name(diagnostic) : severity, diagnostic.message,
                     text_of(diagnostic.rule).id);
}

std::string to_message(const Diagnostic& diagnostic) {
  const Location& at = diagnostic.where;
  return fmt::format("{}:{}:{}: {}", printable(at.file, std::string::npos), at.line, at.column,
                     diagnostic.message);
}

}  // namespace gpupick
