// HTML: an answer as one page that needs nothing else, neither network nor script. Values become
// text by xml_text alone, and links lead only to the web or into the page.
#include <fmt/format.h>

#include <algorithm>

#include "answer/answers.hpp"
#include "base/text.hpp"
#include "render/formats.hpp"
#include "render/svg.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

constexpr std::size_t many_columns = 7;  // tables with more become cards on a tablet too

// The text with `code` between backticks marked as such.
std::string marked_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t open = std::min(text.find('`', i), text.size());
    const std::size_t close = text.find('`', std::min(open + 1, text.size()));
    if (close == std::string_view::npos) return out + xml_text(text.substr(i));
    out += xml_text(text.substr(i, open - i)) +
           fmt::format("<code>{}</code>", xml_text(text.substr(open + 1, close - open - 1)));
    i = close + 1;
  }
  return out;
}

// The text of a cell, with what it has in parentheses at the end below the rest.
std::string cell_text(const std::string& cell) {
  const std::size_t start = cell.find(" ("), end = cell.rfind(')');
  if (start == std::string::npos || end == std::string::npos || end + 2 < cell.size())
    return marked_text(cell);
  return fmt::format("{} <small>{}</small>", marked_text(cell.substr(0, start)),
                     marked_text(cell.substr(start + 1)));
}

std::string linked(const std::string& html, std::string_view target) {
  const bool leads = target.starts_with("https://") || target.starts_with("http://") ||
                     (target.starts_with('#') && target.size() > 1);
  return leads ? fmt::format("<a href=\"{}\">{}</a>", xml_text(target), html) : html;
}

bool in_word(char c) { return is_digit(c) || is_letter(c); }

// True if a text in lower case has the word, and not only inside another word.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t i = text.find(word); i != std::string::npos; i = text.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    const bool begins = i == 0 || !in_word(text[i - 1]) || !in_word(word.front());
    if (begins && (end == text.size() || !in_word(text[end]) || !in_word(word.back()))) return true;
  }
  return false;
}

// True if a number or a month is followed by the sign, or a number follows if it is "(".
bool has_sign(const std::string& text, char sign) {
  for (std::size_t i = text.find(sign, 1); i != std::string::npos; i = text.find(sign, i + 1)) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (sign == '(') {
      if (is_digit(next)) return true;
    } else if ((in_word(sign) ? is_digit(text[i - 1]) : in_word(text[i - 1])) && !in_word(next)) {
      return true;
    }
  }
  return false;
}

bool occurs(std::string_view words, const std::string& text) {
  if (words.size() == 1 || words.front() == '(') return has_sign(text, words.front());
  return std::ranges::any_of(
      split(words, ", "), [&](std::string_view word) { return has_word(text, lower_case(word)); });
}

class Body {
 public:
  // The title is the first line if it is a paragraph, else `otherwise`.
  Body(const Answer& answer, std::string_view otherwise) : blocks_(answer.blocks) {
    if (const Line* first = line(0); first && first->label.empty()) return;
    title_ = otherwise;
    out_ = fmt::format("<h1>{}</h1>\n", xml_text(title_));
  }

  std::string take() {
    for (std::size_t i = 0; i < blocks_.size();)
      if (std::holds_alternative<Line>(blocks_[i]))
        add_lines(i);
      else
        std::visit([this](const auto& block) { add(block); }, blocks_[i++]);
    end_section();
    return std::move(out_);
  }
  const std::string& title() const { return title_; }
  // The words that a reader sees, outside pictures.
  const std::string& words() const { return words_; }

 private:
  const Line* line(std::size_t i) const {
    return i < blocks_.size() ? std::get_if<Line>(&blocks_[i]) : nullptr;
  }

  // Returns the text as HTML and remembers its words.
  std::string shown(std::string_view text) {
    words_ += fmt::format("{}\n", text);
    return marked_text(text);
  }

  // Adds the lines up to the next other block: a title, a box with what is recommended, a list of
  // labelled lines, or paragraphs.
  void add_lines(std::size_t& i) {
    if (title_.empty()) {
      const Line& first = *line(i);
      title_ = first.head.empty() ? text_of(first) : first.head;
      if (title_.ends_with('.')) title_.pop_back();
      out_ += fmt::format("<h1>{}</h1>\n", shown(title_));
      if (!first.head.empty()) return add_pick(i);
      ++i;
      return;
    }
    const Line& first = *line(i);
    if (first.tone == Tone::strong) return add_pick(i);
    if (first.label.empty()) return add_paragraph(*line(i++));
    out_ += "<div class=\"cards\">\n";
    while (const Line* one = line(i)) {
      if (one->label.empty() || one->tone == Tone::strong) break;
      add_labelled(i);
    }
    out_ += "</div>\n";
  }

  // Adds the head and the phrases: as a list if they are remarks of their own, else as a sentence.
  void add_paragraph(const Line& one, std::string_view after_head = ": ") {
    const std::string head =
        one.head.empty() ? "" : fmt::format("<strong>{}</strong>", shown(one.head));
    const bool is_list = one.separator == "; " && one.phrases.size() > 1;
    if (!head.empty() || !is_list) {
      out_ += one.tone == Tone::dim ? "<p class=\"dim\">" : "<p>";
      out_ += head;
      if (!is_list && !one.phrases.empty())
        out_ += fmt::format("{}{}", head.empty() ? "" : after_head,
                            shown(join(one.phrases, one.separator)));
      out_ += "</p>\n";
    }
    if (!is_list) return;
    out_ += "<ul>";
    for (const std::string& phrase : one.phrases) out_ += fmt::format("<li>{}</li>", shown(phrase));
    out_ += "</ul>\n";
  }

  // Adds what the answer recommends in large letters, with the lines that belong to it. A head that
  // is the title of the page is not repeated.
  void add_pick(std::size_t& i) {
    Line first = *line(i++);
    if (first.head == title_) first.head.clear();
    if (first.separator == "; ") first.separator = "\n";
    const std::string large = join(split(shown(text_of(first)), "\n"), "<br>");
    out_ += fmt::format("<div class=\"pick\">\n<p class=\"big\">{}{}</p>\n",
                        first.label.empty() ? "" : shown(first.label) + " ", large);
    if (!first.aside.empty()) out_ += fmt::format("<p>{}</p>\n", shown(first.aside));
    for (const Line* next = line(i); next && next->label == no_label; next = line(++i))
      add_paragraph(*next);
    out_ += "</div>\n";
  }

  void add_labelled(std::size_t& i) {
    const Line& first = *line(i++);
    out_ += fmt::format("<div><{0}>{1}</{0}>\n", in_section_ ? "h3" : "h2", shown(first.label));
    add_paragraph(first, "<br>");
    for (const Line* next = line(i); next && next->label == no_label; next = line(++i))
      add_paragraph(*next, "<br>");
    out_ += "</div>\n";
  }

  void add(const Line&) {}
  void add(const Break&) {}

  void add(const Section& section) {
    end_fold();
    const std::string id =
        section.id.empty() ? "" : fmt::format(" id=\"{}\"", xml_text(section.id));
    if (section.folded) {
      out_ += fmt::format("<details{}><summary>{}</summary>\n", id, shown(section.title));
      in_fold_ = true;
      return;
    }
    end_section();
    out_ += fmt::format("<section{}>\n<h2>{}</h2>\n", id, shown(section.title));
    section_ = section.title;
    in_section_ = true;
  }

  void end_fold() {
    if (std::exchange(in_fold_, false)) out_ += "</details>\n";
  }
  void end_section() {
    end_fold();
    if (std::exchange(in_section_, false)) out_ += "</section>\n";
  }

  // Adds a plot below its title, unless that is the title of the section. Charts of prices are
  // small and stand in rows. Other plots have two widths, of which a screen shows one.
  void add(Plot plot) {
    const std::string title = std::visit([](const auto& one) { return one.title; }, plot);
    auto* scatter = std::get_if<Scatter>(&plot);
    const std::string note = scatter ? std::exchange(scatter->note, "") : "";
    const bool small = std::holds_alternative<TimePoints>(plot);
    out_ += small ? "<figure class=\"small\">\n" : "<figure>\n";
    if (title != section_) out_ += fmt::format("<figcaption>{}</figcaption>\n", shown(title));
    if (small) {
      out_ += to_svg(plot, 300, 210);
    } else {
      out_ += fmt::format("<div class=\"wide\">{}</div>\n", to_svg(plot, 880, scatter ? 460 : 280));
      if (scatter) scatter->keep_first(30);  // a telephone has no room for more
      out_ +=
          fmt::format("<div class=\"narrow\">{}</div>\n", to_svg(plot, 340, scatter ? 380 : 260));
    }
    if (!note.empty()) out_ += fmt::format("<p class=\"dim\">{}</p>\n", shown(note));
    out_ += "</figure>\n";
  }

  void add(const Listing& list) {
    if (list.shown() > 0) add(Grid{table_of(list)});
  }

  // The first column of texts has the headings of the rows.
  void add(const Grid& grid) {
    const std::vector<Column>& columns = grid.table.columns;
    const auto heading = std::ranges::find(columns, Align::left, &Column::align) - columns.begin();
    out_ += fmt::format("<table class=\"{}\">\n<thead><tr>",
                        columns.size() > many_columns ? "many" : "few");
    for (const Column& column : columns)
      out_ += fmt::format(
          "<{0}{1}{2}>{3}{4}</{0}>", column.heading.empty() ? "td" : "th",
          column.heading.empty() ? "" : " scope=\"col\"",
          column.align == Align::right ? " class=\"num\"" : "", shown(column.heading),
          column.unit.empty() ? "" : fmt::format(" <small>{}</small>", shown(column.unit)));
    out_ += "</tr></thead>\n<tbody>\n";
    for (std::size_t row = 0; row < grid.table.rows.size(); ++row) {
      out_ += row < grid.strong_rows ? "<tr class=\"best\">" : "<tr>";
      for (std::size_t i = 0; i < columns.size(); ++i)
        add_cell(grid, row, i, std::cmp_equal(i, heading));
      out_ += "</tr>\n";
    }
    out_ += "</tbody>\n</table>\n";
  }

  void add_cell(const Grid& grid, std::size_t row, std::size_t i, bool heads_row) {
    const Column& column = grid.table.columns[i];
    const std::string& cell = grid.table.rows[row][i];
    words_ += cell + "\n";
    std::string html = cell_text(cell);
    for (const Links& links : grid.links)
      if (links.column == i) html = linked(html, links.targets[row]);
    if (heads_row) {
      out_ += fmt::format("<th scope=\"row\">{}</th>", html);
      return;
    }
    std::string kinds = column.align == Align::right ? "num" : "", style;
    for (const Bars& bars : grid.bars)
      if (bars.column == i) {
        kinds += " bar";
        style = fmt::format(" style=\"--share:{:.0f}%\"", 100 * bars.shares[row]);
      }
    std::string label = column.heading;
    if (!column.unit.empty()) label += " " + column.unit;
    out_ += fmt::format(
        "<td{}{}{}>{}</td>", kinds.empty() ? "" : fmt::format(" class=\"{}\"", kinds), style,
        label.empty() ? "" : fmt::format(" data-label=\"{}\"", xml_text(label)), html);
  }

  const std::vector<Block>& blocks_;
  std::string out_, title_, section_, words_;
  bool in_section_ = false, in_fold_ = false;
};

// The words of the glossary that the text has, with their meaning; "" if it has none.
std::string glossary_of(const std::string& text) {
  const std::string lower = lower_case(text);
  std::string rows;
  for (const auto& [word, meaning] : glossary())
    if (occurs(word, lower))
      rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", xml_text(word),
                          marked_text(meaning));
  return rows.empty() ? ""
                      : fmt::format(
                            "<details><summary>Words</summary>\n<table class=\"few\">\n<tbody>\n"
                            "{}</tbody>\n</table>\n</details>\n",
                            rows);
}

// The data of the answer as an element that no browser runs or ends early.
std::string data_element(const Answer& answer) {
  return fmt::format("<script type=\"application/json\" id=\"answer\">{}\n</script>\n",
                     join(split(to_json_line(document_of(answer)), "<"), "\\u003c"));
}

}  // namespace

std::string html_of(const Answer& answer, const Page& page) {
  const Answer report = answer.report ? answer.report() : answer;
  const Navigation navigation(page.links);
  Body body(report, page.command);
  std::string text = body.take();
  text += glossary_of(body.words());
  return html_page(
      body.title(),
      fmt::format("{}{}{}<footer>\n<p class=\"dim\">By gpupick {}. The same "
                  "again:<br><code>{}</code></p>\n</footer>\n",
                  navigation.back, text, navigation.others, version, xml_text(page.command)),
      data_element(report));
}

}  // namespace gpupick
