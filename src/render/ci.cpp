// The findings of `validate` in the formats of CI systems: GitHub's workflow annotations, GitLab's
// Code Quality and SARIF 2.1.0.
#include <fmt/format.h>

#include <cstdint>
#include <map>

#include "base/text.hpp"
#include "render/formats.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

// SARIF's plain text uses brackets for links (2.1.0, 3.11.6).
constexpr std::string_view sarif_marks = "[]\\";

std::string percent_encoded(std::string_view text, const auto& is_plain) {
  std::string out;
  for (const char c : text)
    out += is_plain(c)
               ? std::string(1, c)
               : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return out;
}

// Encodes a text for a workflow command, where these characters have a meaning.
std::string escaped_github(std::string_view text, std::string_view marks) {
  return percent_encoded(text, [&](char c) { return !holds(marks, c); });
}

// Encodes a text that is printed as a line, so that it is not read as a workflow command.
std::string github_line(std::string_view text) {
  const bool command = holds(text, "::") || holds(text, "##[");
  return escaped_github(printable(text, std::string::npos), command ? ":#" : "");
}

// A hash that is equal in every run (FNV-1a, 64 bit).
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string to_uri(std::string_view path) {
  return (path.starts_with('/') ? "file://" : "") + percent_encoded(path, [](char c) {
           return is_letter(c) || is_digit(c) || holds("-._~/", c);
         });
}

}  // namespace

std::string github_of(const Answer& answer) {
  std::string out;
  for (const Diagnostic& diagnostic : answer.findings)
    out +=
        fmt::format("::{} file={},line={},col={},title={}::{}\n", severity_name(diagnostic),
                    escaped_github(printable(diagnostic.where.file, std::string::npos), "%\r\n:,"),
                    diagnostic.where.line, diagnostic.where.column, text_of(diagnostic.rule).id,
                    escaped_github(diagnostic.message, "%\r\n"));
  for (const Block& block : answer.blocks)
    if (const auto* line = std::get_if<Line>(&block))
      out += github_line(join(line->phrases, line->separator)) + "\n";
  return out;
}

// The fingerprint leaves out the line, so that edits above a finding do not change it. A counter
// tells equal findings apart.
std::string gitlab_of(const Answer& answer) {
  Data out = Data::list();
  std::map<std::string, int> seen;
  for (const Diagnostic& diagnostic : answer.findings) {
    const std::string file = printable(diagnostic.where.file, std::string::npos);
    const std::string_view rule = text_of(diagnostic.rule).id;
    const std::string what = fmt::format("{}\n{}\n{}", file, rule, diagnostic.message);
    const bool error = text_of(diagnostic.rule).severity == Severity::error;
    out.push_back({{"description", diagnostic.message},
                   {"check_name", rule},
                   {"fingerprint",
                    fmt::format("{:016x}", hash_of(fmt::format("{}\n{}", what, ++seen[what])))},
                   {"severity", error ? "major" : "minor"},
                   {"location", {{"path", file}, {"lines", {{"begin", diagnostic.where.line}}}}}});
  }
  return to_json(out);
}

std::string sarif_of(const Answer& answer) {
  Data driver = {{"name", "gpupick"}, {"version", version}, {"rules", Data::list()}};
  for (const RuleText& rule : rules())
    driver["rules"].push_back(
        {{"id", rule.id},
         {"shortDescription", {{"text", rule.sentence}}},
         {"defaultConfiguration",
          {{"level", rule.severity == Severity::error ? "error" : "warning"}}}});
  Data results = Data::list();
  for (const Diagnostic& diagnostic : answer.findings) {
    const Data region = {{"startLine", diagnostic.where.line},
                         {"startColumn", diagnostic.where.column}};
    const Data place = {{"artifactLocation", {{"uri", to_uri(diagnostic.where.file)}}},
                        {"region", region}};
    results.push_back({{"ruleId", text_of(diagnostic.rule).id},
                       {"ruleIndex", static_cast<std::size_t>(diagnostic.rule)},
                       {"level", severity_name(diagnostic)},
                       {"message", {{"text", escaped(diagnostic.message, sarif_marks)}}},
                       {"locations", Data::list({Data{{"physicalLocation", place}}})}});
  }
  Data run = {{"tool", {{"driver", driver}}}, {"results", results}};
  return to_json(Data{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Data::list({run})}});
}

}  // namespace gpupick
