#include "ranking/prices.hpp"

#include <fmt/format.h>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/output_file.hpp"
#include "cli/own_prices.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

// Parses "60d" or "60".
int parse_days(std::string text, const char* flag) {
  if (text.ends_with('d')) text.pop_back();
  const double days = parse_number(text).value_or(0);
  if (!(days >= 1 && days <= 3650))
    throw Error(fmt::format("{} takes days such as 60d, not '{}'", flag, printable(text)));
  return static_cast<int>(days);
}

class Prices : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD", "a card", false);
    flags.text("--stale", stale_, "DAYS",
               "cards without a street price of the last so many days, as 60d, those first that "
               "decide most answers");
    flags.text("--movers", movers_, "DAYS", "street prices that moved since, as 90d");
    flags.toggle("--plot", plot_, "draw a year of the card's prices");
    bind(flags, view_, "8 observations, 20 cards");
    bind_currency(flags, asked_.prices);
  }

  ExitStatus run(Session& session) override {
    if (name_.empty() + stale_.empty() + movers_.empty() != 2)
      throw Error(
          "name a card, as in `gpupick prices rtx-3090`, or give --stale 60d or "
          "--movers 90d");
    if (!name_.empty() && !view_.sort.empty())
      throw Error("--sort goes with --stale or --movers; a card's observations are by date");
    const Question question(asked_, session);
    Page page = session.page();
    page.plots = plot_;
    session.out << answered(question, page);
    return ExitStatus::done;
  }

 private:
  std::string answered(const Question& question, const Page& page) const {
    const auto& [catalog, query] = std::tie(question.catalog, question.query);
    if (!stale_.empty())
      return render(answer(stale_prices(catalog, query, parse_days(stale_, "--stale")), view_),
                    page);
    if (!movers_.empty())
      return render(answer(movers(catalog, query.day, parse_days(movers_, "--movers")),
                           query.currency, view_),
                    page);
    const CardPrices prices = prices_of(catalog, find_card(name_, catalog, query), query.day);
    return render(answer(prices, query.currency, view_.top), page);
  }

  QuestionOptions asked_;
  std::string name_, stale_, movers_;
  ListView view_;
  bool plot_ = false;
};

// Returns the id of a source that is called by this name.
std::string slug_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool capital = c >= 'A' && c <= 'Z';
    if (letter || capital)
      out += capital ? static_cast<char>(c + ('a' - 'A')) : c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  if (out.ends_with('-')) out.pop_back();
  return out.empty() ? "own-prices" : out;
}

class Import : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("file", path_, "FILE",
                   "a CSV whose header names keys of a price (docs/fields.md#prices), or -", true);
    flags.text("--kind", kind_, "KIND", "the kind of prices without one: used, new, launch ...");
    flags.text("--date", date_, "DATE", "the day of prices without one: today or a date");
    flags.text("--source", source_, "NAME",
               "where prices without a source are from: an id of the data, or a name of your own");
    bind_currency(flags, prices_);
    flags.toggle("--skip-bad", skip_bad_, "leave out rows that are wrong, and name them");
    flags.text("--to", to_, "FILE", "write the data file here instead of printing it");
  }

  ExitStatus run(Session& session) override {
    const Catalog catalog = load_catalog(session.global, session.inputs, session.err);
    const std::string slug = slug_of(source_);
    PriceTableForm form;
    form.catalog = &catalog;
    form.kind = kind_;
    if (!date_.empty()) form.date = iso(parse_date_of_price(date_, session.today(), "--date"));
    if (catalog.find<Source>(source_))
      form.source = source_;
    else if (!source_.empty())
      form.own = own_source(slug, source_, session.today());
    form.currency = currency_of(prices_);
    const Catalog own(read_own_table(path_, form, session.inputs, session.err, skip_bad_));
    const std::string text = to_data_file(price_file(own.of<Observation>(), own.of<Source>()));
    if (to_.empty() || to_ == "-") {
      session.out << text;
      return ExitStatus::done;
    }
    write_file(to_, text, Existing::kept);
    session.out << fmt::format("{} in {}; `--add {}` takes them into account\n",
                               counted(own.of<Observation>().size(), "price"), printable(to_),
                               printable(to_));
    return ExitStatus::done;
  }

 private:
  std::string path_, kind_, date_, source_, to_;
  PriceOptions prices_;  // of which it takes the currency
  bool skip_bad_ = false;
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
                                           "  gpupick prices --movers 90d --top 10",
                                           make_command<Prices>, below_prices};

}  // namespace gpupick
