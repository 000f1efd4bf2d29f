// Prints answers in the format that the user asks for. The functions return strings and decide
// nothing. A new format is a row of `output_formats`, a case of render() and a file beside
// text.cpp.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/answer.hpp"

namespace gpupick {

enum class Format { text, json, csv, markdown, svg, html, github, gitlab, sarif };

inline constexpr std::pair<std::string_view, Format> output_formats[] = {
    {"text", Format::text},         {"json", Format::json},     {"csv", Format::csv},
    {"markdown", Format::markdown}, {"md", Format::markdown},   {"svg", Format::svg},
    {"html", Format::html},         {"github", Format::github}, {"gitlab", Format::gitlab},
    {"sarif", Format::sarif}};

// True if the format is for findings only.
constexpr bool is_of_findings(Format format) { return format >= Format::github; }

struct Page {
  Format format = Format::text;
  std::size_t width = 80, table_width = 80;
  bool colour = false;
  bool bars = false;         // numbers that are compared get bars
  bool unicode = false;      // bars are drawn in eighths of a column, plots in braille
  bool plots = false;        // draws the plots of the answer
  std::string command = {};  // that asks the same again; a report shows it
  // Titles and addresses of other pages that a report leads to, the list of all first.
  std::vector<std::pair<std::string, std::string>> links = {};
};

inline constexpr std::size_t plot_lines = 16;  // of a plot in text

std::string render(const Answer& answer, const Page& page);

// Formats as JSON, indented by two spaces, with a final newline. Replaces malformed UTF-8. A number
// with a fraction has six digits.
std::string to_json(const Data& data);
// Formats as JSON on one line, without its end.
std::string to_json_line(const Data& data);
// Formats lists of records as a data file: each record on one line, its numbers in full.
std::string to_data_file(const Data& lists);

// Every kind of record with its fields, in Markdown.
std::string render_reference();
// The keys of every answer in JSON, in Markdown.
std::string render_answers();

// One question of a site.
struct SiteEntry {
  std::string_view group, title;
  std::string address;  // of its page
  std::string answer;   // in a line; "" if it has none
};

// Returns the page with links to all answers, by group. A short script searches the titles; the
// search field is hidden where scripts are off.
std::string site_index(const std::vector<SiteEntry>& entries, Date day);

}  // namespace gpupick
