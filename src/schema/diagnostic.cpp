#include "schema/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

// A name with hyphens for underscores.
template <std::size_t size>
struct Hyphened {
  char text[size] = {};

  consteval Hyphened(const char (&name)[size]) { std::ranges::replace_copy(name, text, '_', '-'); }
};
template <Hyphened name>
constexpr std::string_view id_of_rule = name.text;

constexpr RuleText rule_table[] = {
#define RULE(name, level, sentence) {Rule::name, id_of_rule<#name>, Severity::level, sentence},
#include "schema/rules.def"
#undef RULE
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
  // The log of a GitHub workflow reads a line that begins with "::" as a command.
  const std::string folder = diagnostic.where.file.starts_with("::") ? "./" : "";
  return fmt::format("{}{}:{}:{}: {}: {} [{}]", folder,
                     printable(diagnostic.where.file, std::string::npos), diagnostic.where.line,
                     diagnostic.where.column,
                     severity.empty() ? severity_name(diagnostic) : severity, diagnostic.message,
                     text_of(diagnostic.rule).id);
}

std::string to_message(const Diagnostic& diagnostic) {
  const Location& at = diagnostic.where;
  return fmt::format("{}:{}:{}: {}", printable(at.file, std::string::npos), at.line, at.column,
                     diagnostic.message);
}

}  // namespace gpupick
