#include "cli/own_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/validate.hpp"
#include "cli/files.hpp"
#include "cli/own_prices.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

bool is_error(const Diagnostic& one) { return text_of(one.rule).severity == Severity::error; }

// The start of a row, as an offset and as line and column.
struct Start {
  std::size_t offset;
  std::pair<std::size_t, std::size_t> place;
};

// Returns where the rows of a table begin: the objects of a list in JSON, or else the lines.
std::vector<Start> starts_of_rows(const Document& document) {
  std::vector<Start> out;
  const std::string_view text = document.file().text;
  if (const auto* rows = document.root().as<Node::Array>())
    for (const Node& row : *rows) {
      const Location at = document.locate(row.offset);
      out.push_back({row.offset, {at.line, at.column}});
    }
  else if (!is_json(text))
    for (std::size_t end = end_of_row(text, 0); end < text.size(); end = end_of_row(text, end + 1))
      out.push_back({end + 1, {document.locate(end + 1).line, 1}});
  return out;
}

// Returns the text with blanks for the rows of the findings, and their number.
std::pair<std::string, std::size_t> without_rows(const Document& document,
                                                 const std::vector<Diagnostic>& found) {
  std::string text(document.file().text);
  const bool json = document.root().as<Node::Array>() != nullptr;
  const std::vector<Start> starts = starts_of_rows(document);
  std::set<std::size_t> bad;
  for (const Diagnostic& one : found) {
    const std::pair at(one.where.line, one.where.column);
    const auto behind = std::ranges::upper_bound(starts, at, {}, &Start::place);
    if (behind != starts.begin()) bad.insert(static_cast<std::size_t>(behind - starts.begin()) - 1);
  }
  for (const std::size_t row : bad) {
    std::size_t first = starts[row].offset;
    std::size_t end = row + 1 < starts.size() ? starts[row + 1].offset : text.size();
    if (json) {  // "{}" stays
      ++first;
      end = text.rfind('}', end - 1);
    }
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(first),
        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  }
  return {text, bad.size()};
}

}  // namespace

void ImportOptions::declare(Flags& flags, const char* table, const char* from) {
  flags.argument("file", path, "FILE", table, true);
  flags.text("--source", source, "NAME", from);
  flags.toggle("--skip-bad", skip_bad, "leave out rows that are wrong, and name them");
  flags.text("--to", to, "FILE", "write the data file here instead of printing it");
}

std::optional<Source> ImportOptions::own_source(const Catalog& catalog, const char* usual_id,
                                                Date today) {
  if (source.empty() || catalog.find<Source>(source)) return {};
  id_ = slug_of(source);
  if (id_.empty()) id_ = usual_id;
  return gpupick::own_source(id_, source, today);
}

Dataset read_checked_table(const std::string& path, const TableRead& read, const Catalog& catalog,
                           Session& session, bool skip_bad, std::string_view skipping) {
  File file = session.inputs.read_one(path);
  std::vector<Diagnostic> found;
  const auto checked = [&] {
    found.clear();
    Dataset data = read(file, found);
    std::ranges::move(validate(data, catalog), std::back_inserter(found));
    std::erase_if(found, [](const Diagnostic& one) { return !is_error(one); });
    return data;
  };
  Dataset data = checked();
  std::string advice;
  if (!found.empty() && !data.documents.empty() && (data.complete || !is_json(file.text))) {
    auto [text, rows] = without_rows(data.documents.front(), found);
    if (skip_bad && rows > 0) {
      list_errors(found, session.err, "skipped");
      session.note("{} left out", counted(rows, "row"));
      file.text = session.inputs.keep(std::move(text));
      data = checked();
    }
    if (rows > 0) advice = fmt::format(", or leave them out with {}", skipping);
  }
  refuse_errors(std::move(found), session.err, path, advice);
  return data;
}

void check_json(const Session& session) {
  const Format format = session.page().format;
  if (format != Format::text && format != Format::json)
    throw Error("this prints JSON; leave --format out");
}

ExitStatus put_data_file(const std::string& text, const std::string& to, const std::string& use,
                         Session& session) {
  if (to.empty() || to == "-") {
    session.out << text;
  } else {
    write_file(to, text, Existing::kept);
    session.out << use;
  }
  return ExitStatus::done;
}

}  // namespace gpupick
