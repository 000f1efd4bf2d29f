// Problems found in data, as values: all at once, each with a stable rule id and a location. The
// rules and their sentences are one table; docs/catalog.md#rules repeats it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

enum class Severity { warning, error };

enum class Rule {
  malformed_json,
  malformed_csv,
  repeated_key,
  nested_too_deeply,
  control_character,
  long_text,
  unknown_key,
  wrong_type,
  missing_key,
  missing_figure,
  unknown_word,
  id_form,
  date_form,
  duplicate_name,
  implausible_value,
  wrong_unit,
  bandwidth_mismatch,
  memory_rate,
  memory_size,
  name_memory,
  fp32_mismatch,
  precision_ratio,
  sparse_figure,
  shaders_per_unit,
  tensor_cores_per_unit,
  generation_id,
  pci_id,
  unknown_architecture,
  unknown_memory,
  power_connectors,
  spare_connector,
  supply_below_power,
  supply_above_need,
  form_factor_mismatch,
  link_mismatch,
  future_launch,
  unlike_peers,
  copied_card,
  note_contradiction,
  family_order,
  ambiguous_alias,
  empty_class,
  parameter_count,
  cache_size,
  missing_source,
  unknown_source,
  unused_source,
  foreign_source,
  future_source,
  unknown_card,
  price_outlier,
  used_above_new,
  unlike_source,
  repeated_price,
  token_order,
  stale_price,
  future_price,
  price_before_launch,
  later_price,
  several_releases,
  unknown_rule,
  unsorted,
};

struct RuleText {
  Rule rule;
  std::string_view id;
  Severity severity;
  std::string_view sentence;
};

// Every rule, in the order of the enumeration.
std::span<const RuleText> rules();

const RuleText& text_of(Rule rule);

// A location in a text; line and column count from 1, the column in bytes.
struct Location {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
};

struct Diagnostic {
  Rule rule;
  Location where;
  std::string message;
};

// "error" or "warning".
std::string_view severity_name(const Diagnostic& diagnostic);

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity);

// Formats as "file:line:column: error: message [rule]".
std::string to_line(const Diagnostic& diagnostic, std::string_view severity = {});

// Returns "file:line:column: message", for an Error.
std::string to_message(const Diagnostic& diagnostic);

}  // namespace gpupick
