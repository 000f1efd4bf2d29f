#include "ranking/prices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/own_prices.hpp"
#include "cli/own_table.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

int parse_days(const std::string& text, const char* flag) {
  const double days =
      parse_number(text.substr(0, text.size() - (text.ends_with('d') ? 1 : 0))).value_or(0);
  if (!(days >= 1 && days <= 3650))
    throw Error("{} takes days such as 60d, not '{}'", flag, printable(text));
  return static_cast<int>(days);
}

class Prices : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD", "a card", false);
    flags.text("--stale", stale_, "DAYS",
               "cards without a street price of the last so many days, as 60d, those first that "
               "decide most answers");
    flags.text("--prices", asked_.prices.prices, "FILE",
               "prices of your own (CSV) beside those of the market, the farthest first; with a "
               "card, its price is yours");
    flags.text("--movers", movers_, "DAYS", "street prices that moved since, as 90d");
    flags.toggle("--plot", plot_, "draw a year of the card's prices");
    bind(flags, view_,
         "8 observations, 20 cards, of the stale 15 that decide, all of your own prices");
    bind_currency(flags, asked_.prices);
  }

  ExitStatus run(Session& session) override {
    const int asked = !name_.empty() + !stale_.empty() + !movers_.empty();
    if (asked > 1) throw Error("a card, --stale and --movers are questions apart; keep one");
    if (plot_ && name_.empty())
      throw Error(
          "--plot draws the prices of a card; name it, as in `gpupick prices rtx-3090 --plot`");
    if (name_.empty() && asked == 1 && !asked_.prices.region.empty())
      session.note("--region has no effect on lists of US street prices");
    if (asked == 0 && asked_.prices.prices.empty())
      throw Error(
          "name a card, as in `gpupick prices rtx-3090`, or give --stale 60d, --movers 90d or "
          "--prices FILE");
    if (!name_.empty() && !view_.sort.empty())
      throw Error("--sort goes with a list; a card's observations are by date");
    if (asked == 0)
      compare(session);
    else
      print(Question(asked_, session));
    return ExitStatus::done;
  }

 private:
  // The prices of the file beside the market's, which they are no part of.
  void compare(Session& session) const {
    QuestionOptions market = asked_;
    market.prices.prices.clear();
    const Question question(market, session);
    const auto& [catalog, query] = std::tie(question.catalog, question.query);
    const Dataset own = read_prices(asked_.prices, catalog, session);
    ComparedPrices out{query.day, query.region, {}};
    for (const auto& [row, place] : own.of<Observation>())
      out.rows.push_back({&catalog.find_gpu(row.card), row.kind, place.of({}).line, row.usd,
                          market_price(catalog, row, query.day)});
    session.print(answer(out, query.currency, view_));
  }

  void print(const Question& question) const {
    Session& session = question.session;
    const auto& [catalog, query] = std::tie(question.catalog, question.query);
    if (!stale_.empty())
      return session.print(
          answer(stale_prices(catalog, query, parse_days(stale_, "--stale")), view_));
    if (!movers_.empty())
      return session.print(answer(movers(catalog, query.day, parse_days(movers_, "--movers")),
                                  query.currency, view_));
    const CardPrices prices = prices_of(catalog, find_card(name_, catalog, query), query.day);
    session.print(answer(prices, query.currency, view_.top), plot_);
  }

  QuestionOptions asked_;
  std::string name_, stale_, movers_;
  ListView view_;
  bool plot_ = false;
};

std::string use_of(std::span<const Observation> prices, const std::string& path) {
  const bool own =
      std::ranges::any_of(prices, [](const Observation& row) { return row.own.value_or(false); });
  return fmt::format("{} in {}; with `--add {}` {}\n", counted(prices.size(), "price"), path, path,
                     own ? "a card costs what you say, before all other prices; rows without a "
                           "basis are marked as asked"
                         : "they replace those of the same cards and kinds");
}

class Import : public Command {
 public:
  void declare(Flags& flags) override {
    flags.text("--kind", kind_, "KIND", "the kind of prices without one: used, new, launch ...");
    flags.text("--date", date_, "DATE", "the day of prices without one: today or a date");
    bind_currency(flags, prices_);
    import_.declare(
        flags, "a CSV whose header names keys of a price (docs/fields.md#prices), or -",
        "where prices without a source are from: an id of the data, or a name of your own");
  }

  ExitStatus run(Session& session) override {
    check_json(session);
    const Catalog catalog = load_catalog(session.global, session.inputs, session.err);
    PriceTableForm form;
    form.catalog = &catalog;
    form.kind = kind_;
    if (!date_.empty()) form.date = iso(parse_date_of_price(date_, session.today(), "--date"));
    form.own = import_.own_source(catalog, "own-prices", session.today());
    if (!form.own) form.source = import_.source;
    form.currency = currency_of(prices_);
    auto [data, other_columns] = read_own_table(import_.path, form, session, import_.skip_bad);
    note_repeated(data, import_.path, session);
    note_other_columns(other_columns, import_.path, session);
    const Catalog own(std::move(data));
    if (own.of<Observation>().empty())
      throw Error("{} has no row with a price", printable(import_.path));
    const std::string text = to_data_file(price_file(own.of<Observation>(), own.of<Source>()));
    return put_data_file(text, import_.to, use_of(own.of<Observation>(), printable(import_.to)),
                         session);
  }

 private:
  ImportOptions import_;
  std::string kind_, date_;
  PriceOptions prices_;  // of which it takes the currency
};

constexpr const char* import_examples =
    "  gpupick prices import prices.csv --kind used --date today --source \"my shop\"\n"
    "  gpupick prices import prices.csv --skip-bad --to my.json\n"
    "  cat prices.csv | gpupick prices import -";
constexpr CommandInfo import_command = {"import",
                                        "check a CSV of prices and print it as a data file",
                                        import_examples, make_command<Import>};
constexpr const CommandInfo* below_prices[] = {&import_command};

}  // namespace

extern const CommandInfo prices_command = {"prices",
                                           "what a card cost and costs, and by which observations",
                                           "  gpupick prices rtx-3090\n"
                                           "  gpupick prices --stale 60d\n"
                                           "  gpupick prices --movers 90d --top 10\n"
                                           "  gpupick prices --prices prices.csv",
                                           make_command<Prices>, below_prices};

}  // namespace gpupick
