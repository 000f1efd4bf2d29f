#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

// Sorts the best first, words alphabetically, and unknown values last. Sorts by price if `figure`
// is null.
void sort_cards(std::vector<PricedCard>& cards, const Figure* figure) {
  const bool words = figure && figure->type() != ValueType::number;
  const bool rising = !figure || figure->better == Better::less;
  const auto word = [&](const PricedCard& card) {
    return words && is_known(*card.gpu, *figure) ? std::optional(format_value(*card.gpu, *figure))
                                                 : std::nullopt;
  };
  const auto number = [&](const PricedCard& card) -> Number {
    if (figure) return number_of(*card.gpu, *figure);
    return card.price ? Number(card.price->usd) : std::nullopt;
  };
  const auto before = [](const auto& x, const auto& y, bool rise) {
    if (!x || !y) return x.has_value() && !y.has_value();
    return rise ? *x < *y : *x > *y;
  };
  std::stable_sort(cards.begin(), cards.end(), [&](const PricedCard& a, const PricedCard& b) {
    return words ? before(word(a), word(b), true) : before(number(a), number(b), rising);
  });
}

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
  throw Error(fmt::format("no figure is called '{}'{}", printable(text),
                          hint.empty() ? "; known are " + enumerate(keys, "and") : hint));
}

// True if the card's id or name contains the word, in any spelling.
bool holds(const Gpu& gpu, const std::string& word) {
  const std::string folded = fold(word);
  return fold(gpu.id).find(folded) != std::string::npos ||
         fold(gpu.name).find(folded) != std::string::npos;
}

class ListCards : public Command {
 public:
  void declare(Flags& flags) override {
    bind(flags, asked_.limits);
    bind(flags, asked_.prices);
    flags.text("--sort", sort_, "KEY",
               "a figure's key, or price_usd; best first, words by the alphabet (default: by id)");
    flags.text("--match", match_, "WORD", "only cards whose name contains it");
    flags.whole("--top", top_, "N", "show so many cards (default: all)", 1, 1000000);
    flags.words("--columns", columns_, "KEY,...",
                "figures by their keys or headings, and price_usd");
  }

  ExitStatus run(Session& session) override {
    for (std::string& key : columns_) key = column_key(key);
    std::erase(columns_, "");
    if (!sort_.empty()) sort_ = column_key(sort_);
    const Question question(asked_, session);
    if (question.query.limits.contains(limit("max-hourly")))
      throw Error("--max-hourly goes with `gpupick recommend --rent`");
    if (question.query.limits.contains(limit("min-speed")))
      throw Error("--min-speed goes with `gpupick recommend --model qwen3-8b`");
    std::vector<PricedCard> cards = within_limits(question.catalog, question.query);
    if (!match_.empty())
      std::erase_if(cards, [&](const PricedCard& card) { return !holds(*card.gpu, match_); });
    if (!sort_.empty()) sort_cards(cards, find_figure(sort_));
    cards.resize(std::min(cards.size(), top_.value_or(cards.size())));
    session.out << render_list(cards, shown_columns(), question.query, session.page());
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
    if (!sort_.empty() && std::find(shown.begin(), shown.end(), sort_) == shown.end())
      shown.insert(shown.begin(), sort_);
    return shown;
  }

  QuestionOptions asked_;
  std::string sort_, match_;
  std::optional<std::size_t> top_;
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
