// An answer as a document: what a person reads, in order, and the data that programs read. Each
// answer builds one; src/render has one file per format that prints it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answer/data.hpp"
#include "answer/listing.hpp"
#include "answer/plot.hpp"
#include "base/table.hpp"
#include "schema/diagnostic.hpp"

namespace gpupick {

// The meaning of a colour in a terminal.
enum class Tone : std::uint8_t { plain, strong, dim };

inline constexpr std::string_view no_label = " ";  // of a line below a labelled one

// A sentence or a list of phrases, behind a label if it has one.
struct Line {
  std::string label = {};                 // "Buy", `no_label`, or "" for a paragraph
  std::string head = {};                  // its subject, in front of the phrases and a colon
  std::vector<std::string> phrases = {};  // the most important first
  std::string_view separator = "; ";
  std::string aside = {};      // at the right edge if there is room, else the last phrase
  std::size_t most_lines = 0;  // of text: leaves out phrases that need more; 0 for no limit
  std::size_t kept = 1;        // the first phrases, which are never left out
  bool one_line = false;       // a text prints it on one line, however long
  bool spare = false;          // a text leaves it out if the answer is longer than a screen
  Tone tone = Tone::plain;
  // By phrase: its share of a bar that a terminal shows above the phrases. The last one is what is
  // left over. Empty without a bar.
  std::vector<double> bar = {};
  // If the first phrase explains marks in the first table: returns it for the part of the table
  // that a text shows.
  std::function<std::string(const Table&)> legend = {};
};

inline constexpr std::string_view rough_mark = "~";  // in front of a rough number

// The numbers of a column as lengths.
struct Bars {
  std::size_t column = 0;
  std::vector<double> shares = {};  // by row: of the longest bar
};

// Links on the cells of a column: addresses on the web, or "#" and the id of a section.
struct Links {
  std::size_t column = 0;
  std::vector<std::string> targets = {};  // by row; "" for none
};

// A table. A terminal shows the first bars in front of their column, where it has room.
struct Grid {
  Table table;
  std::size_t strong_rows = 0;  // the first rows, which the answer recommends
  std::size_t spare_rows = 0;   // the last rows, which a text leaves out to fit a terminal
  std::vector<Bars> bars = {};
  std::vector<Links> links = {};  // only a page has them
  // If above 0, a text that is too narrow continues in further tables, in groups of so many columns
  // after the label and the reference; without a reference, in single columns.
  std::size_t group = 0;
  bool judged = false;  // has the words "better" and "worse", which a terminal colours
};

struct Break {};  // a blank line

// Begins a part of a report. A folded one is open only on paper or on request.
struct Section {
  std::string title;
  std::string id = {};  // that links lead to; "" for none
  bool folded = false;
};

using Block = std::variant<Line, Grid, Listing, Break, Plot, Section>;

// Its functions make what only some formats need. They refer to the values that the answer is
// about.
struct Answer {
  std::string schema;  // "recommend/6"
  std::vector<Block> blocks = {};
  // Data for programs, besides the lists among the blocks.
  Data facts = Data::object();
  // Returns the data for programs instead of facts and lists.
  std::function<Data()> data = {};
  // The rows of CSV are those of the first list among the blocks. Without one they are a list of
  // `data` ("" for all of it as one row), with the path of each column in its entries. "cost.usd"
  // is a member of a member; "jobs.*.speed" is one column for each entry of a list, named by its
  // label.
  std::string csv_list = {};
  std::vector<std::string> csv_columns = {};
  // Returns the rows of CSV instead of both.
  std::function<Table()> csv = {};
  // Returns the page for a reader who did not type the command (--format html). Its first line is
  // the title. Without it a page has the blocks.
  std::function<Answer()> report = {};
  // The findings that the formats of CI systems print; they show nothing else.
  std::span<const Diagnostic> findings = {};

  // A text of more lines than a terminal has leaves out spare rows, then gives limited lines one
  // line only, then leaves out spare lines, from the last line of the answer on until the text
  // fits.
  bool one_screen = false;

  // Adds the line unless it says nothing.
  void add(Line line) {
    if (!line.head.empty() || !line.phrases.empty()) blocks.emplace_back(std::move(line));
  }
  void add(Grid grid) { blocks.emplace_back(std::move(grid)); }
  void add(Listing list) { blocks.emplace_back(std::move(list)); }
  void add(Plot plot) { blocks.emplace_back(std::move(plot)); }
  void add(Section section) { blocks.emplace_back(std::move(section)); }
  // Adds a paragraph unless it is empty.
  void add(std::string text, Tone tone = Tone::plain) {
    if (!text.empty()) add(Line{.phrases = {std::move(text)}, .tone = tone});
  }
  // Adds a blank line, unless the last block is one.
  void add_break() {
    if (!blocks.empty() && !std::holds_alternative<Break>(blocks.back()))
      blocks.emplace_back(Break{});
  }
  // Adds a block after a blank line.
  template <class... Arguments>
  void add_apart(Arguments&&... block) {
    add_break();
    add(std::forward<Arguments>(block)...);
  }
};

}  // namespace gpupick
