// The answers of `validate`: its findings, or the share of figures that is known.
#include "answer/answers.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

std::string summary(const Findings& findings) {
  return fmt::format("{}, {} in {} and {}",
                     counted(count(findings.diagnostics, Severity::error), "error"),
                     counted(count(findings.diagnostics, Severity::warning), "warning"),
                     counted(findings.cards, "card"), counted(findings.prices, "price"));
}

std::string percent(const Share& share) {
  return share.of == 0 ? "-"
                       : fmt::format("{:.0f} %", 100.0 * static_cast<double>(share.known) /
                                                     static_cast<double>(share.of));
}

Data share_data(const Share& share) { return {{"known", share.known}, {"of", share.of}}; }

Data coverage_data(const Coverage& coverage) {
  Data out = {{"figures", Data::object()}, {"sources", Data::object()}};
  for (const CoverageRow& row : coverage.rows)
    for (std::size_t i = 0; i < row.shares.size(); ++i)
      out["figures"][row.key][coverage.groups[i]] = share_data(row.shares[i]);
  for (const auto& [kind, share] : coverage.kinds) out["sources"][kind] = share_data(share);
  if (coverage.price_age_days) out["price_age_days"] = *coverage.price_age_days;
  return out;
}

}  // namespace

Answer answer(const Findings& findings) {
  const std::vector<Diagnostic>& found = findings.diagnostics;
  Answer out{.schema = "validate/1",
             .facts = {{"errors", count(found, Severity::error)},
                       {"warnings", count(found, Severity::warning)},
                       {"cards", findings.cards},
                       {"prices", findings.prices}},
             .findings = found};
  for (const auto& [file, defaults] : findings.defaults)
    out.add(fmt::format("{} in {}", counted(defaults, "default"), printable(file)));
  Listing list{"findings",
               {{"file", Column{"file"}},
                {"line", Column{"line", Align::right}},
                {"column", Column{"column", Align::right}},
                {"severity", Column{"severity"}},
                {"rule", Column{"rule"}},
                {"message", Column{"message"}}}};
  for (const Diagnostic& one : found) {
    list.add({{printable(one.where.file, std::string::npos)},
              {one.where.line},
              {one.where.column},
              {severity_name(one)},
              {text_of(one.rule).id},
              {one.message}});
    list.rows.back().line = to_line(one);
  }
  out.add(std::move(list));
  if (!findings.only_defaults) out.add(summary(findings));
  return out;
}

Answer answer(const Coverage& coverage) {
  Answer out{.schema = "coverage/1"};
  out.data = [&coverage] { return coverage_data(coverage); };
  Listing list{"figures", {{"figure", Column{"known of"}}}};
  for (const std::string& group : coverage.groups)
    list.columns.push_back({group, Column{group, Align::right}});
  for (const CoverageRow& row : coverage.rows) {
    std::vector<Entry> entries = {{row.key, row.label}};
    for (const Share& share : row.shares) entries.push_back({percent(share)});
    list.add(std::move(entries));
  }
  out.add(std::move(list));
  out.add_break();
  std::vector<std::string> kinds;
  for (const auto& [kind, share] : coverage.kinds)
    kinds.push_back(fmt::format("{} {}", kind, percent(share)));
  out.add(fmt::format("Figures by kind of source: {}.", join(kinds, ", ")));
  if (coverage.price_age_days)
    out.add(fmt::format("The median street price is {:.0f} days old.", *coverage.price_age_days));
  return out;
}

}  // namespace gpupick
