// The answer of `diff`: the rows that decide first, each with its verdict; all figures on request.
#include <algorithm>
#include <cmath>

#include "answer/answers.hpp"
#include "answer/estimate_words.hpp"
#include "answer/job.hpp"
#include "answer/remarks.hpp"

namespace gpupick {
namespace {

const char* word(Standing standing) {
  return standing == Standing::better ? "better" : standing == Standing::worse ? "worse" : "";
}

// True if the row is equal on all cards and does not belong to the requested job.
bool is_equal(const ComparisonRow& row) { return !row.differs && !row.asked; }

// "4.6 x", "+53 %" or "-12 %" of the first card's; "" if they are about equal.
std::string ratio_text(double ratio) {
  if (ratio >= 2) return factor_text(ratio);
  const double percent = std::round(100 * (ratio - 1));
  return percent == 0 ? "" : fmt::format("{:+.0f} %", percent);
}

// "2.4 x, better".
std::string verdict_text(const Cell& cell) {
  const std::string ratio = cell.ratio ? ratio_text(*cell.ratio) : "";
  const std::string verdict = word(cell.standing);
  return ratio + (ratio.empty() || verdict.empty() ? "" : ", ") + verdict;
}

std::string label_in(const Currency& currency, const ComparisonRow& row) {
  std::string label = row.label;
  if (const std::size_t at = label.find("USD"); row.unit == "USD" && at != std::string::npos)
    label.replace(at, 3, currency.code);
  return label;
}

Grid grid(const Comparison& comparison, const std::vector<ComparisonRow>& rows) {
  Grid out;
  out.group = 2;
  out.judged = true;
  out.table.columns.push_back({""});
  for (const CardGroup& cards : comparison.cards) {
    out.table.columns.push_back({short_name(cards)});
    if (out.table.columns.size() > 2) out.table.columns.push_back({""});
  }
  for (const ComparisonRow& row : rows) {
    std::vector<std::string> cells{label_in(comparison.currency, row)};
    for (const Cell& cell : row.cells) {
      cells.push_back(cell.text.empty() ? "-" : cell.text);
      if (cells.size() > 2) cells.push_back(verdict_text(cell));
    }
    out.table.rows.push_back(std::move(cells));
  }
  return out;
}

const ComparisonRow* find_row(const std::vector<ComparisonRow>& rows, std::string_view key) {
  const auto found = std::ranges::find(rows, key, &ComparisonRow::key);
  return found == rows.end() ? nullptr : &*found;
}

// "2.4 x as fast in 27B chat for 4.6 x the price".
std::string summary(double speed, const std::string& job, double price) {
  const double percent = std::round(100 * std::abs(price - 1));
  return as_fast_text(speed, 0.005) + job +
         (price >= 2     ? fmt::format(" for {} the price", factor_text(price))
          : percent == 0 ? " for the same price"
                         : fmt::format(" for {} % {} money", percent, price > 1 ? "more" : "less"));
}

// ", at lower precision," if the card runs the job in another way than the first; else "".
std::string how_it_runs(const ComparisonRow* runs, std::size_t card) {
  const bool alike = !runs || runs->cells[card].text == runs->cells.front().text;
  return alike ? "" : fmt::format(", {},", runs->cells[card].text);
}

// The named job, or the workload.
std::string work_heading(const Comparison& comparison) {
  return comparison.job ? job_heading(*comparison.job) : std::string(comparison.purpose->name);
}

// ", 2 at once," if the card makes another number of images at once than the first; else "".
std::string other_count_text(const ComparisonRow* at_once, std::size_t card) {
  const bool alike = !at_once || at_once->cells[card].text == at_once->cells.front().text;
  return alike ? "" : fmt::format(", {} at once,", at_once->cells[card].text);
}

// Compares each card with the first, and names those that do not run the job.
std::vector<std::string> summaries(const Comparison& comparison) {
  const ComparisonRow* speed = find_row(comparison.deciding, "speed");
  const ComparisonRow* reply = find_row(comparison.deciding, "reply_s");
  const ComparisonRow* price = find_row(comparison.deciding, "price_usd");
  const ComparisonRow* margin = find_row(comparison.rows, "margin_gib");
  std::vector<std::string> out, small;
  const ComparisonRow* runs = find_row(comparison.deciding, "runs");
  const ComparisonRow* at_once = find_row(comparison.deciding, "at_once");
  // A job that is named goes without saying. Chats compare by the whole reply, as in a ranking.
  const std::string job = !comparison.job ? " in " + comparison.main_job
                          : reply         ? " with the whole reply"
                                          : "";
  for (std::size_t i = 0; i < comparison.cards.size(); ++i) {
    const std::string name = short_name(comparison.cards[i]);
    if (const auto& lacking = comparison.obstacles[i])
      out.push_back(fmt::format("{} does not run {}: {}", name,
                                comparison.job ? "it" : comparison.main_job, note_text(*lacking)));
    else if (margin && margin->cells[i].number.value_or(0) < 0 &&
             !(speed && speed->cells[i].number))
      small.push_back(name);
    std::optional<double> faster = speed ? speed->cells[i].ratio : std::nullopt;
    if (reply) faster = reply->cells[i].ratio;
    if (reply && faster) faster = 1 / *faster;
    if (faster && price && price->cells[i].ratio)
      out.push_back(
          fmt::format("{}: {}", name,
                      summary(*faster, job + how_it_runs(runs, i) + other_count_text(at_once, i),
                              *price->cells[i].ratio)));
  }
  if (!small.empty())
    out.push_back(fmt::format("{} {} too small for the job", enumerate(small, "and"),
                              small.size() == 1 ? "is" : "are"));
  return out;
}

// "To buy for this work: RTX 3090 (clear)"; "" without a choice.
std::string choice_text(const Comparison& comparison) {
  if (!comparison.choice) return "";
  const Certainty certainty = comparison.choice->certainty;
  return fmt::format("To buy for this work: {} ({})", short_name(comparison.choice->cards),
                     certainty == Certainty::taste ? "a matter of taste" : name_of(certainty));
}

// Returns the known number of a cell as programs read it.
double number_of(const Cell& cell, const ComparisonRow& row) {
  return row.unit == "USD" ? money(*cell.number) : *cell.number;
}

// Returns the rows for programs: those that decide, and then the figures. Leaves out rows that are
// equal on all cards, unless `all`.
std::vector<const ComparisonRow*> rows_for_programs(const Comparison& comparison, bool all) {
  std::vector<const ComparisonRow*> out;
  for (const ComparisonRow& row : comparison.deciding) out.push_back(&row);
  for (const ComparisonRow& row : comparison.rows)
    if ((!is_equal(row) || all) && !find_row(comparison.deciding, row.key)) out.push_back(&row);
  return out;
}

Data comparison_data(const Comparison& comparison, bool all) {
  Data out = {{"cards", Data::list()}, {"rows", Data::list()}};
  for (const CardGroup& cards : comparison.cards) out["cards"].push_back(cards_data(cards));
  if (!comparison.workload.empty()) out["profile"] = comparison.workload;
  add_currency(comparison.currency, out);
  if (comparison.job) out["job"] = assumed_data(*comparison.job);
  if (comparison.choice)
    out["buy"] = {{"id", comparison.choice->cards.gpu->id},
                  {"certainty", name_of(comparison.choice->certainty)}};
  for (const ComparisonRow* one : rows_for_programs(comparison, all)) {
    const ComparisonRow& row = *one;
    Data json = {{"key", row.key},          {"label", row.label},     {"unit", row.unit},
                 {"differs", row.differs},  {"values", Data::list()}, {"ratios", Data::list()},
                 {"verdicts", Data::list()}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Cell& cell = row.cells[i];
      json["values"].push_back(cell.number         ? Data(number_of(cell, row))
                               : cell.text.empty() ? Data()
                                                   : Data(cell.text));
      if (i == 0) continue;
      json["ratios"].push_back(cell.ratio);
      json["verdicts"].push_back(cell.standing == Standing::same ? "same" : word(cell.standing));
    }
    out["rows"].push_back(std::move(json));
  }
  return out;
}

Table csv_rows(const Comparison& comparison, bool all) {
  Table table{{{"figure"}, {"unit"}}};
  for (const CardGroup& one : comparison.cards) table.columns.push_back({id_of(one)});
  for (std::size_t i = 1; i < comparison.cards.size(); ++i) {
    table.columns.push_back({"ratio_" + id_of(comparison.cards[i])});
    table.columns.push_back({"verdict_" + id_of(comparison.cards[i])});
  }
  for (const ComparisonRow* one : rows_for_programs(comparison, all)) {
    const ComparisonRow& row = *one;
    std::vector<std::string> cells{row.key, row.unit};
    for (const Cell& cell : row.cells)
      cells.push_back(cell.number ? plain(number_of(cell, row)) : cell.text);
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      cells.push_back(plain(row.cells[i].ratio));
      cells.emplace_back(word(row.cells[i].standing));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The prices and the assumptions behind a comparison; "" if they go without saying.
std::string prices_said(const Comparison& comparison) {
  return comparison.currency.is_usd() && comparison.region.empty()
             ? ""
             : prices_text(street_prices(comparison.region), comparison.currency, comparison.day) +
                   ".";
}

// Adds what to know of a card before buying it, and of prices.
void add_warnings(const Comparison& comparison, Answer& out) {
  std::vector<std::pair<CardGroup, Extras>> extras;
  for (std::size_t i = 0; i < comparison.cards.size(); ++i) {
    const CardGroup& cards = comparison.cards[i];
    extras.emplace_back(cards, comparison.extras[i]);
    std::vector<std::string> said =
        warnings(*comparison.catalog, *comparison.purpose, comparison.day, *cards.gpu);
    if (const HostKind* host = comparison.other_hosts[i])
      said.insert(said.begin(), "its cost includes " + host_share_text(*host, cards.count));
    if (!said.empty())
      out.add(Line{.head = short_name(cards), .phrases = std::move(said), .most_lines = 2});
  }
  add_extras(extras, comparison.currency, out);
  const ComparisonRow* price = find_row(comparison.deciding, "price_usd");
  if (price && std::ranges::any_of(price->cells, [](const Cell& cell) {
        return cell.text.ends_with(untrusted_mark);
      }))
    out.add(std::string(few_prices), Tone::dim);
}

// Returns the page: what the comparison comes to, the rows that decide, and all others.
Answer report(const Comparison& comparison) {
  Answer out{.schema = "diff/2"};
  out.data = [&comparison] { return comparison_data(comparison, true); };
  std::vector<std::string> cards;
  for (const CardGroup& one : comparison.cards) cards.push_back(short_name(one));
  out.add(enumerate(cards) + "?");
  const std::string against = "Compared with " + cards.front();
  out.add(against + ", " + work_heading(comparison), Tone::dim);
  out.add(prices_said(comparison), Tone::dim);
  out.add(Line{.phrases = summaries(comparison), .tone = Tone::strong});
  out.add(choice_text(comparison));
  add_warnings(comparison, out);
  out.add(Section{"What decides"});
  out.add(grid(comparison, comparison.deciding));
  if (comparison.job) out.add(assumed_line(*comparison.job, true));
  out.add(Section{.title = fmt::format("All {} figures", comparison.rows.size()), .folded = true});
  out.add(grid(comparison, comparison.rows));
  return out;
}

}  // namespace

Answer answer(const Comparison& comparison, bool all) {
  Answer out{.schema = "diff/2", .one_screen = !all};
  out.data = [&comparison, all] { return comparison_data(comparison, all); };
  out.report = [&comparison] { return report(comparison); };
  out.csv = [&comparison, all] { return csv_rows(comparison, all); };
  out.add(work_heading(comparison) + ".");
  out.add_break();
  out.add(grid(comparison, all ? comparison.rows : comparison.deciding));
  out.add_apart(Line{.phrases = summaries(comparison), .tone = Tone::strong});
  out.add(choice_text(comparison));
  add_warnings(comparison, out);
  out.add(prices_said(comparison));
  const bool several =
      std::ranges::any_of(comparison.cards, [](const CardGroup& one) { return one.count > 1; });
  if (several && all)
    out.add(fmt::format(
        "Memory, power, slots, PSU, price{} are those of all cards, other figures of one.",
        comparison.job ? ", fit and speed" : ""));
  if (comparison.job) out.add(assumed_line(*comparison.job, all));
  if (!all)
    out.add(Line{.phrases = {fmt::format("All {} figures: `--all`", comparison.rows.size())},
                 .spare = true,
                 .tone = Tone::dim});
  return out;
}

}  // namespace gpupick
