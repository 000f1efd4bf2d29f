// Cards side by side: their figures, the ratio to the first card's and which is better.
#include <algorithm>

#include "answer/job.hpp"
#include "render/parts.hpp"

namespace gpupick {
namespace {

const char* word(Standing standing) {
  return standing == Standing::better ? "better" : standing == Standing::worse ? "worse" : "";
}

std::string judged(const Cell& cell, const Page& page) {
  if (cell.standing != Standing::better && cell.standing != Standing::worse)
    return word(cell.standing);
  return paint(page, cell.standing == Standing::better ? green : red, word(cell.standing));
}

// True if the row is equal on all cards and does not belong to the requested job.
bool is_equal(const ComparisonRow& row) { return !row.differs && !row.asked; }

// The cards of a table; `all` adds the rows that are equal, `judged` the columns of ratio and
// verdict.
struct ComparisonView {
  std::vector<std::size_t> cards;
  bool all = false;
  bool judged = true;
};

Table comparison_table(const Comparison& comparison, const ComparisonView& view, const Page& page) {
  Table table{{{""}}, {}};
  for (const std::size_t i : view.cards) {
    table.columns.push_back({short_name(comparison.cards[i])});
    if (i == 0 || !view.judged) continue;
    table.columns.push_back({"ratio", Align::right, 1});
    table.columns.push_back({"", Align::left, 2});
  }
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !view.all) continue;
    std::vector<std::string> cells{row.label};
    for (const std::size_t i : view.cards) {
      const Cell& cell = row.cells[i];
      cells.push_back(cell.text);
      if (i == 0 || !view.judged) continue;
      cells.push_back(cell.ratio ? fmt::format("{:.2f}", *cell.ratio) : "");
      cells.push_back(judged(cell, page));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The view of one of several tables. Each has about the same number of cards and repeats the first
// card.
ComparisonView part_of(const Comparison& comparison, std::size_t part, std::size_t tables) {
  const std::size_t others = comparison.cards.size() - 1;
  ComparisonView out{{0}};
  for (std::size_t i = others * part / tables; i < others * (part + 1) / tables; ++i)
    out.cards.push_back(i + 1);
  return out;
}

// Uses as few tables as fit the page's width, so that every requested card is shown.
std::string comparison_tables(const Comparison& comparison, bool all, const Page& page) {
  const auto table = [&](std::size_t part, std::size_t tables, bool judged) {
    ComparisonView view = part_of(comparison, part, tables);
    view.all = all;
    view.judged = judged;
    return comparison_table(comparison, view, page);
  };
  const auto have_room = [&](std::size_t tables) {
    for (std::size_t part = 0; part < tables; ++part)
      if (!fits(table(part, tables, false), page.table_width)) return false;
    return true;
  };
  std::size_t tables = 1;
  while (page.format == Format::text && tables + 1 < comparison.cards.size() && !have_room(tables))
    ++tables;
  std::string out;
  for (std::size_t part = 0; part < tables; ++part)
    out += (part == 0 ? "" : "\n") + to_page(table(part, tables, true), page);
  return out;
}

std::string comparison_csv(const Comparison& comparison, bool all) {
  Table table{{{"figure"}, {"unit"}}, {}};
  for (const CardGroup& one : comparison.cards) table.columns.push_back({id_of(one)});
  for (std::size_t i = 1; i < comparison.cards.size(); ++i) {
    table.columns.push_back({"ratio_" + id_of(comparison.cards[i])});
    table.columns.push_back({"verdict_" + id_of(comparison.cards[i])});
  }
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !all) continue;
    std::vector<std::string> cells{row.key, row.unit};
    for (const Cell& cell : row.cells)
      cells.push_back(cell.number ? plain(*cell.number) : cell.text == "-" ? "" : cell.text);
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      cells.push_back(plain(row.cells[i].ratio));
      cells.emplace_back(word(row.cells[i].standing));
    }
    table.rows.push_back(std::move(cells));
  }
  return to_csv(table);
}

std::string comparison_json(const Comparison& comparison, bool all) {
  Data out = {{"schema", "gpupick/diff/1"}, {"cards", Data::list()}, {"rows", Data::list()}};
  for (const auto& [gpu, count] : comparison.cards) {
    out["cards"].push_back(gpu->id);
    out["counts"].push_back(count);
  }
  if (!comparison.workload.empty()) out["profile"] = comparison.workload;
  if (comparison.job) out["job"] = assumed_json(*comparison.job);
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !all) continue;
    Data json = {{"key", row.key},          {"label", row.label},     {"unit", row.unit},
                 {"differs", row.differs},  {"values", Data::list()}, {"ratios", Data::list()},
                 {"verdicts", Data::list()}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Cell& cell = row.cells[i];
      json["values"].push_back(cell.number        ? *cell.number
                               : cell.text == "-" ? Data()
                                                  : Data(cell.text));
      if (i == 0) continue;
      json["ratios"].push_back(cell.ratio ? Data(*cell.ratio) : Data());
      json["verdicts"].push_back(cell.standing == Standing::same ? "same" : word(cell.standing));
    }
    out["rows"].push_back(std::move(json));
  }
  return to_json(out);
}

const ComparisonRow* row_of(const Comparison& comparison, std::string_view key) {
  for (const ComparisonRow& row : comparison.rows)
    if (row.key == key) return &row;
  return nullptr;
}

// "The RTX 5090 has 1.78 x the bandwidth for 1.99 x the price."
std::string comparison_sentence(const Comparison& comparison) {
  const ComparisonRow* main = row_of(comparison, comparison.main);
  const ComparisonRow* price = row_of(comparison, "price_usd");
  if (!main || !price) return "";
  std::string out;
  for (std::size_t i = 1; i < comparison.cards.size(); ++i) {
    const auto &more = main->cells[i].ratio, &dearer = price->cells[i].ratio;
    if (!more || !dearer) continue;
    out += fmt::format("{}{} has {:.2f} x the {} of {} for {:.2f} x the price.",
                       out.empty() ? "" : " ", short_name(comparison.cards[i]), *more,
                       comparison.main_unit, short_name(comparison.cards[0]), *dearer);
  }
  return out;
}

// "RTX 3090 and RTX 4090 are too small for the job."
std::string too_small_sentence(const Comparison& comparison) {
  const ComparisonRow* margin = row_of(comparison, "margin_gib");
  if (!margin) return "";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < comparison.cards.size(); ++i)
    if (margin->cells[i].number.value_or(0) < 0) names.push_back(short_name(comparison.cards[i]));
  if (names.empty()) return "";
  return fmt::format("{} {} too small for the job.", enumerate(names, "and"),
                     names.size() == 1 ? "is" : "are");
}

}  // namespace

std::string render(const Comparison& comparison, bool all, const Page& page) {
  if (page.format == Format::json) return comparison_json(comparison, all);
  if (page.format == Format::csv) return comparison_csv(comparison, all);
  std::string out;
  if (comparison.job) out += paragraph(page, job_heading(*comparison.job) + ".") + "\n";
  out += comparison_tables(comparison, all, page) + "\n";
  const auto equal = static_cast<std::size_t>(
      std::count_if(comparison.rows.begin(), comparison.rows.end(), is_equal));
  const bool several = std::any_of(comparison.cards.begin(), comparison.cards.end(),
                                   [](const CardGroup& one) { return one.count > 1; });
  if (const std::string text = too_small_sentence(comparison); !text.empty())
    out += paragraph(page, text);
  // Without a job the sentence compares the bandwidth of one card, which says nothing about
  // several.
  if (const std::string text = comparison_sentence(comparison);
      !text.empty() && (comparison.job || !several))
    out += paragraph(page, text);
  if (several)
    out += paragraph(page, fmt::format("Memory, power, slots, supply, price{} are those of all "
                                       "cards, other figures of one.",
                                       comparison.job ? ", fit and speed" : ""));
  if (!all && equal > 0)
    out += paragraph(page, fmt::format("{} more {} equal (`--all`).", equal,
                                       equal == 1 ? "figure is" : "figures are"));
  if (comparison.job) out += "\n" + paragraph(page, assumed_text(*comparison.job));
  return out;
}

}  // namespace gpupick
