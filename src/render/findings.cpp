#include <cstdint>
#include <map>

#include "render/parts.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

std::string summary(const Findings& findings) {
  return fmt::format("{}, {} in {} and {}",
                     counted(count(findings.diagnostics, Severity::error), "error"),
                     counted(count(findings.diagnostics, Severity::warning), "warning"),
                     counted(findings.cards, "card"), counted(findings.prices, "price"));
}

std::string_view severity_of(const Diagnostic& diagnostic) {
  return text_of(diagnostic.rule).severity == Severity::error ? "error" : "warning";
}

Table findings_table(const Findings& findings) {
  Table table{{{"file"},
               {"line", Align::right},
               {"column", Align::right},
               {"severity"},
               {"rule"},
               {"message"}},
              {}};
  for (const Diagnostic& diagnostic : findings.diagnostics)
    table.rows.push_back(
        {printable(diagnostic.where.file, std::string::npos), std::to_string(diagnostic.where.line),
         std::to_string(diagnostic.where.column), std::string(severity_of(diagnostic)),
         std::string(text_of(diagnostic.rule).id), diagnostic.message});
  return table;
}

std::string findings_json(const Findings& findings) {
  Data out = {{"schema", "gpupick/validate/1"},
              {"errors", count(findings.diagnostics, Severity::error)},
              {"warnings", count(findings.diagnostics, Severity::warning)},
              {"cards", findings.cards},
              {"prices", findings.prices},
              {"findings", Data::list()}};
  for (const Diagnostic& diagnostic : findings.diagnostics)
    out["findings"].push_back({{"file", printable(diagnostic.where.file, std::string::npos)},
                               {"line", diagnostic.where.line},
                               {"column", diagnostic.where.column},
                               {"severity", severity_of(diagnostic)},
                               {"rule", text_of(diagnostic.rule).id},
                               {"message", diagnostic.message}});
  return to_json(out);
}

// Workflow commands need percent-encoded text.
std::string escaped_github(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    out += special ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)))
                   : std::string(1, c);
  }
  return out;
}

std::string findings_github(const Findings& findings) {
  std::string out;
  for (const Diagnostic& diagnostic : findings.diagnostics)
    out += fmt::format("::{} file={},line={},col={},title={}::{}\n", severity_of(diagnostic),
                       escaped_github(printable(diagnostic.where.file, std::string::npos), true),
                       diagnostic.where.line, diagnostic.where.column, text_of(diagnostic.rule).id,
                       escaped_github(diagnostic.message, false));
  return out + summary(findings) + "\n";
}

// A hash that is equal in every run (FNV-1a, 64 bit).
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// The fingerprint leaves out the line, so that edits above a finding do not change it. A counter
// tells equal findings apart.
std::string findings_gitlab(const Findings& findings) {
  Data out = Data::list();
  std::map<std::string, int> seen;
  for (const Diagnostic& diagnostic : findings.diagnostics) {
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

// A file's path as a URI reference.
std::string to_uri(std::string_view path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain_character = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                 (c >= '0' && c <= '9') ||
                                 std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain_character
               ? std::string(1, c)
               : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return out;
}

// SARIF's plain text uses brackets for links (2.1.0, 3.11.6).
std::string escaped_sarif(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string findings_sarif(const Findings& findings) {
  Data driver = {{"name", "gpupick"}, {"version", version}, {"rules", Data::list()}};
  for (const RuleText& rule : rules())
    driver["rules"].push_back(
        {{"id", rule.id},
         {"shortDescription", {{"text", rule.sentence}}},
         {"defaultConfiguration",
          {{"level", rule.severity == Severity::error ? "error" : "warning"}}}});
  Data results = Data::list();
  for (const Diagnostic& diagnostic : findings.diagnostics) {
    const Data region = {{"startLine", diagnostic.where.line},
                         {"startColumn", diagnostic.where.column}};
    const Data place = {{"artifactLocation", {{"uri", to_uri(diagnostic.where.file)}}},
                        {"region", region}};
    results.push_back({{"ruleId", text_of(diagnostic.rule).id},
                       {"ruleIndex", static_cast<std::size_t>(diagnostic.rule)},
                       {"level", severity_of(diagnostic)},
                       {"message", {{"text", escaped_sarif(diagnostic.message)}}},
                       {"locations", Data::list({Data{{"physicalLocation", place}}})}});
  }
  Data run = {{"tool", {{"driver", driver}}}, {"results", results}};
  return to_json(Data{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Data::list({run})}});
}

std::string percent(const Share& share) {
  return share.of == 0 ? "-"
                       : fmt::format("{:.0f} %", 100.0 * static_cast<double>(share.known) /
                                                     static_cast<double>(share.of));
}

Data share_json(const Share& share) { return {{"known", share.known}, {"of", share.of}}; }

}  // namespace

std::string render(const Coverage& coverage, const Page& page) {
  if (page.format == Format::json) {
    Data out = {
        {"schema", "gpupick/coverage/1"}, {"figures", Data::object()}, {"sources", Data::object()}};
    for (const CoverageRow& row : coverage.rows)
      for (std::size_t i = 0; i < row.shares.size(); ++i)
        out["figures"][row.key][coverage.groups[i]] = share_json(row.shares[i]);
    for (const auto& [kind, share] : coverage.kinds) out["sources"][kind] = share_json(share);
    return to_json(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "figure" : "known of"}}, {}};
  for (const std::string& group : coverage.groups) table.columns.push_back({group, Align::right});
  for (const CoverageRow& row : coverage.rows) {
    std::vector<std::string> cells{csv ? row.key : row.label};
    for (const Share& share : row.shares) cells.push_back(percent(share));
    table.rows.push_back(std::move(cells));
  }
  std::string out = to_page(table, page);
  if (csv) return out;
  std::vector<std::string> kinds;
  for (const auto& [kind, share] : coverage.kinds)
    kinds.push_back(fmt::format("{} {}", kind, percent(share)));
  return out + "\n" +
         paragraph(page, fmt::format("Figures by kind of source: {}.", join(kinds, ", ")));
}

std::string render(const Findings& findings, const Page& page) {
  if (page.format == Format::json) return findings_json(findings);
  if (page.format == Format::github) return findings_github(findings);
  if (page.format == Format::gitlab) return findings_gitlab(findings);
  if (page.format == Format::sarif) return findings_sarif(findings);
  if (page.format == Format::csv) return to_csv(findings_table(findings));
  if (page.format == Format::markdown)
    return to_markdown(findings_table(findings)) + "\n" + summary(findings) + "\n";
  std::string out;
  for (const Diagnostic& diagnostic : findings.diagnostics) out += to_line(diagnostic) + "\n";
  return out + summary(findings) + "\n";
}

}  // namespace gpupick
