#include "ranking/prices.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/output_file.hpp"
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
    bind(flags, view_, "8 observations, 20 cards");
  }

  ExitStatus run(Session& session) override {
    if (name_.empty() + stale_.empty() + movers_.empty() != 2)
      throw Error(
          "name a card, as in `gpupick prices rtx-3090`, or give --stale 60d or "
          "--movers 90d");
    if (!name_.empty() && !view_.sort.empty())
      throw Error("--sort goes with --stale or --movers; a card's observations are by date");
    const Question question({}, session);
    session.out << answered(question, session.page());
    return ExitStatus::done;
  }

 private:
  std::string answered(const Question& question, const Page& page) const {
    const auto& [catalog, query] = std::tie(question.catalog, question.query);
    if (!stale_.empty())
      return render(answer(stale_prices(catalog, query, parse_days(stale_, "--stale")), view_),
                    page);
    if (!movers_.empty())
      return render(answer(movers(catalog, query.day, parse_days(movers_, "--movers")), view_),
                    page);
    const CardPrices prices = prices_of(catalog, find_card(name_, catalog, query), query.day);
    return render(answer(prices, view_.top), page);
  }

  std::string name_, stale_, movers_;
  ListView view_;
};

class Import : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("file", path_, "FILE",
                   "a CSV whose header names keys of a price (docs/fields.md#prices), or -", true);
    flags.text("--to", to_, "FILE", "write the data file here instead of printing it");
  }

  ExitStatus run(Session& session) override {
    const Catalog catalog = load_catalog(session.global, session.inputs, session.err);
    const Catalog own(read_price_table(path_, catalog, session.inputs, session.err));
    const std::string text = to_data_file(price_file(own.of<Observation>()));
    if (to_.empty()) {
      session.out << text;
      return ExitStatus::done;
    }
    if (std::error_code error; std::filesystem::exists(to_, error))
      throw Error(fmt::format("'{}' exists; name a new file, or remove it first", printable(to_)));
    write_file(to_, text);
    session.out << fmt::format("{} in {}; `--add {}` takes them into account\n",
                               counted(own.of<Observation>().size(), "price"), printable(to_),
                               printable(to_));
    return ExitStatus::done;
  }

 private:
  std::string path_, to_;
};

constexpr const char* import_examples =
    "  gpupick prices import prices.csv\n"
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
