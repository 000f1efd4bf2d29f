
#include <algorithm>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"
#include "ranking/expense.hpp"

namespace gpupick {
namespace {

// Returns the key of a column from its key, heading, key without unit, or the flag of its limit.
// Returns "" for the columns that every row starts with. Throws Error for any other text.
std::string column_key(const std::string& text) {
  const std::string name = fold(text);
  if (name == "id" || name == "name" || name == "card") return "";
  if (name == "price" || name == "priceusd") return "price_usd";
  for (const Figure& figure : figures())
    if (fold(figure.key) == name || fold(figure.label) == name) return std::string(figure.key);
  for (const LimitRow& row : limit_rows)
    if (!row.figure.empty() && fold(row.flag) == name) return std::string(row.figure);
  Words keys{"price_usd"};
  for (const Figure& figure : figures()) {
    if (fold(figure.key.substr(0, figure.key.rfind('_'))) == name) return std::string(figure.key);
    keys.emplace_back(figure.key);
  }
  const std::string hint = did_you_mean(text, keys);
  throw Error("no figure is called '{}'{}", printable(text),
              hint.empty() ? "; `gpupick show CARD --all` names them" : hint);
}

// True if the card's id or name contains the word, in any spelling, or that of a computer with it.
bool is_match(const Catalog& catalog, const Gpu& gpu, const std::string& word) {
  const std::string folded = fold(word);
  if (folded.empty()) return false;
  return holds(fold(gpu.id), folded) || holds(fold(gpu.name), folded) ||
         std::ranges::any_of(catalog.prices_of(gpu),
                             [&](const Observation& row) { return row.is_of_computer(word); });
}

class ListCards : public Command {
 public:
  void declare(Flags& flags) override {
    bind(flags, asked_.limits);
    bind(flags, asked_.prices);
    bind_currency(flags, asked_.prices);
    flags.text("--match", match_, "WORD",
               "only cards whose name, or that of a computer with them, contains it");
    bind(flags, view_, "all");
    flags.words("--columns", columns_, "KEY,...",
                "figures by their keys or headings, and price_usd");
  }

  ExitStatus run(Session& session) override {
    for (std::string& key : columns_) key = column_key(key);
    std::erase(columns_, "");
    if (!view_.sort.empty()) view_.sort = column_key(view_.sort);
    const Question question(asked_, session);
    if (contains(shown_columns(), "price_usd") || question.query.limits.contains(limit("budget")))
      question.warn_of_old_prices();
    if (question.query.limits.contains(limit("max-hourly")))
      throw Error("--max-hourly goes with `gpupick recommend --rent`");
    if (question.query.limits.contains(limit("min-speed")))
      throw Error("--min-speed goes with `gpupick recommend --model qwen3-8b`");
    std::vector<PricedCard> cards = within_limits(question.catalog, question.query);
    if (const auto gib = parse_quantity(match_, "GIB"); gib && !parse_number(match_))
      session.note("`gpupick list --vram {}` lists cards by memory", exact(*gib));
    view_.by_name = !match_.empty();
    if (view_.by_name)
      std::erase_if(cards, [&](const PricedCard& card) {
        return !is_match(question.catalog, *card.gpu, match_);
      });
    session.print(answer(cards, shown_columns(), question.query, view_));
    return cards.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  static std::vector<PricedCard> within_limits(const Catalog& catalog, const Query& query) {
    std::vector<PricedCard> cards;
    for (const Gpu& gpu : catalog.gpus()) {
      const PricedCard card = priced(catalog, query, gpu);
      if (exists_on(catalog, gpu, query.day) && check(query.limits, {&gpu}, card.price).empty())
        cards.push_back(card);
    }
    return cards;
  }

  // Returns the chosen columns, with the sorted column in front if it is not among them.
  Words shown_columns() const {
    Words shown = columns_;
    if (shown.empty())
      shown = {"memory_gib", "bandwidth_gb_s", "fp16_tensor_tflops",
               "tdp_w",      "launch_date",    "price_usd"};
    const std::string& sort = view_.sort;
    if (!sort.empty() && !contains(shown, sort)) shown.insert(shown.begin(), sort);
    return shown;
  }

  QuestionOptions asked_;
  ListView view_;
  std::string match_;
  Words columns_;
};

}  // namespace

extern const CommandInfo list_command = {
    "list", "cards with the columns you choose, within limits",
    "  gpupick list --stack rocm --sort bandwidth_gb_s\n"
    "  gpupick list --match 4070\n"
    "  gpupick list --vram 48 --columns memory_gib,tdp_w,price_usd --format csv",
    make_command<ListCards>};

}  // namespace gpupick
