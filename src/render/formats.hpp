// The output formats: a function for each, in its own file. render() chooses among them.
#pragma once

#include <string>
#include <string_view>

#include "answer/answer.hpp"
#include "render/render.hpp"

namespace gpupick {

// The data of an answer for programs.
Data data_of(const Answer& answer);

// The head and the phrases of a line.
std::string text_of(const Line& line);

std::string text_of(const Answer& answer, const Page& page);
std::string html_of(const Answer& answer, const Page& page);
std::string markdown_of(const Answer& answer);
std::string csv_of(const Answer& answer);
// The first plot of the answer. Throws Error if it has none.
std::string svg_of(const Answer& answer);
std::string json_of(const Answer& answer);
std::string github_of(const Answer& answer);
std::string gitlab_of(const Answer& answer);
std::string sarif_of(const Answer& answer);

// The data of an answer behind the name and version of its form.
Data document_of(const Answer& answer);

// Formats a GitHub-flavoured Markdown table. Escapes the cells, so that none is read as Markdown or
// HTML.
std::string to_markdown(const Table& table);

// Escapes links, images and HTML in a text; keeps `code` unchanged.
std::string to_markdown(std::string_view text);

// Formats CSV as in RFC 4180, with line feeds. Quotes cells with a comma, quote or line end. A
// spreadsheet reads no cell as a formula, unless it is a number.
std::string to_csv(const Table& table);

// Returns the plot in at most `plot_lines` lines of at most `width` columns, which are 40 at least;
// "" for bars and for a plot without points.
std::string to_terminal(const Plot& plot, std::size_t width, bool unicode);

// The way from a page of a site to the list of all and to the others; "" for a page on its own.
struct Navigation {
  // Titles and addresses, the list of all first.
  explicit Navigation(const std::vector<std::pair<std::string, std::string>>& links);

  std::string back, others;
};

// Returns a page that loads nothing and runs no script but the one with this SHA-256 in base 64, ""
// for none. `body` and `after`, which stands behind what a reader sees, are HTML.
std::string html_page(std::string_view title, std::string_view body, std::string_view after,
                      std::string_view script_hash = {});

}  // namespace gpupick
