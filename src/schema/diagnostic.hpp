// Problems found in data, as values: all at once, each with a stable rule id and a location. The
// rules and their sentences are one list, rules.def; docs/catalog.md#rules repeats it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

enum class Severity { warning, error };

enum class Rule {
#define RULE(name, severity, sentence) name,
#include "schema/rules.def"
#undef RULE
};

struct RuleText {
  Rule rule;
  std::string_view id;
  Severity severity;
  std::string_view sentence;
};

// Every rule, in the order of the list.
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

std::string_view severity_name(const Diagnostic& diagnostic);

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity);

// Formats as "file:line:column: error: message [rule]".
std::string to_line(const Diagnostic& diagnostic, std::string_view severity = {});

// Returns "file:line:column: message", for an Error.
std::string to_message(const Diagnostic& diagnostic);

}  // namespace gpupick
