#include "cli/options.hpp"

#include <fmt/format.h>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "cards/feature.hpp"
#include "cards/gpu.hpp"
#include "catalog/built_in.hpp"
#include "render/render.hpp"
#include "workloads/workload.hpp"

namespace gpupick {
namespace {

constexpr std::string_view times_of_colour[] = {"auto", "always", "never"};
constexpr std::string_view conditions[] = {"new", "used", "any"};

void bind(Flags& flags, const LimitRow& row, LimitOption& option) {
  const std::string_view flag = row.flag, type = row.type, help = row.help;
  const auto known_words = [&](std::span<const std::string_view> known, Flags::Others others) {
    flags.words(flag, option.words, type, fmt::format("{}: {{}}", help), known, others);
  };
  const Figure* figure = find_figure(row.figure);
  switch (row.kind) {
    case LimitKind::at_least:
    case LimitKind::at_most:
    case LimitKind::speed:
      return flags.amount(flag, option.amount, type, help);
    case LimitKind::built:
      return flags.toggle(flag, option.on, help);
    case LimitKind::price:
      return flags.money(flag, option.text, help);
    case LimitKind::one_of:
      return figure->refers_to.empty()
                 ? known_words(figure->choices, Flags::Others::refused)
                 : known_words(ids_of(built_in(), figure->refers_to), Flags::Others::taken);
    case LimitKind::all_of:
      return known_words(feature_words(), Flags::Others::refused);
    case LimitKind::newer:
    case LimitKind::after:
      return flags.text(flag, option.text, type, help);
    case LimitKind::only:
    case LimitKind::exclude:
      return flags.words(flag, option.words, type, help);
    case LimitKind::cause:
      return;
  }
}

void bind(Flags& flags, const JobFlag& flag, JobOption& option) {
  std::string help(flag.help);
  if (flag.known) help = fmt::format(fmt::runtime(help), enumerate(flag.known()));
  if (flag.type.empty())
    flags.toggle(flag.names, option.on, help);
  else if (flag.most > 0)
    flags.whole(flag.names, option.text, flag.type, help, 0, flag.most);
  else if (!flag.words.empty())
    flags.word(flag.names, option.text, flag.type, help, flag.words);
  else
    flags.text(flag.names, option.text, flag.type, help);
}

}  // namespace

void bind(Flags& flags, GlobalOptions& options) {
  flags.group(global_group);
  std::vector<std::string_view> formats;
  for (const auto& [name, format] : output_formats) formats.push_back(name);
  flags.word("--format", options.format, "FORM",
             "text, json, csv, markdown or md, svg (plot) or html (page); validate also github, "
             "gitlab and sarif",
             formats);
  flags.word("--color", options.color, "WHEN", "auto (in a terminal), always or never",
             times_of_colour);
  flags.toggle("--bars", options.bars, "draw bars beside numbers, also without a terminal");
  flags.text("--catalog", options.catalog, "PATH",
             "a data file or folder instead of the built-in data; - reads standard input");
  flags.repeated("--add", options.add, "PATH",
                 "a data file or folder whose records override those of the data; may be repeated");
  flags.text("--as-of", options.as_of, "DATE",
             "answer as on this day (default: the day of the data)");
  flags.text("--config", options.config, "FILE",
             "your defaults, as {\"kwh\": 0.32} (default: ~/.config/gpupick/config.json)");
  flags.toggle("--no-config", options.no_config, "ignore your defaults");
  flags.group("");
}

void bind(Flags& flags, LimitOptions& options) {
  flags.group("Limits (a card that fails one is left out, with the reason)");
  for (std::size_t i = 0; i < std::size(limit_rows); ++i) bind(flags, limit_rows[i], options[i]);
  flags.group("");
}

void bind(Flags& flags, PriceOptions& options) {
  flags.group("Prices");
  flags.word("--condition", options.condition, "WORD",
             "new, used or any (the lower of the two; default)", conditions);
  flags.words("--price", options.price, "CARD=USD",
              "a price of your own, as in rtx-3090=900; may be repeated");
  flags.text("--prices", options.prices, "FILE",
             "prices of your own: CSV with the columns card and usd, or those of `prices import`");
  flags.group("");
}

void bind(Flags& flags, ListView& view, std::string_view usual) {
  flags.text(
      "--sort", view.sort, "KEY",
      "sort by a column, by its heading or its key in JSON: the best first, text alphabetically");
  flags.whole("--top", view.top, "N", fmt::format("how many to show (default: {})", usual), 1,
              1000000);
}

void bind_currency(Flags& flags, PriceOptions& options) {
  flags.group("Prices");
  flags.text("--currency", options.currency, "CODE=USD",
             "take and print amounts in a currency, by what one of it is worth: EUR=1.08");
  flags.text("--region", options.region, "REGION",
             "take prices of this region where enough are recent, as EU or DE");
  flags.amount("--vat", options.vat, "PERCENT", "take and print amounts with this tax, as 19");
  flags.group("");
}

void bind_use(Flags& flags, PriceOptions& options) {
  flags.group("Cost of use");
  flags.money("--host-cost", options.host_cost,
              "price of the computer around the cards (default: that of --host)");
  flags.amount("--years", options.years, "N", "years of use, above 0 (default: 3)");
  flags.amount(
      "--hours-per-day", options.hours_per_day, "H",
      "hours a day that the cards are used, or rented (default: 4; serving and training: 24)");
  flags.amount(
      "--utilization", options.utilization, "SHARE",
      "share of those hours under full load, as 0.5; the cards idle in the others (default: 1)");
  flags.money("--kwh", options.kwh, "price of a kWh (default: 0.15)");
  flags.amount("--pue", options.pue, "P",
               "watts at the meter for each watt of the cards, cooling included (default: 1)");
  flags.toggle("--always-on", options.always_on,
               "the cards idle for the rest of the day instead of being off");
  flags.amount("--ram", options.ram, "GIB",
               "memory that the computer has, for what does not fit the cards; the system takes 4 "
               "of it (default: 64, of which what is above 32 counts as bought)");
  flags.amount("--host-bandwidth", options.host_gb_s, "GB/S",
               "bandwidth of that memory (default: 80)");
  flags.group("");
}

void bind_host(Flags& flags, WorkOptions& options) {
  flags.text(
      "--host", options.host, "NAME",
      "computer for the cards: desktop, workstation, rig, server, dedicated (the cheapest of "
      "these, bought for them) or any (default: as usual for the work)");
}

void bind(Flags& flags, WorkOptions& options) {
  flags.group("Work");
  flags.text("--for", options.workload, "NAME,...",
             "kinds of work (`gpupick workloads` lists them) or files that describe one; several "
             "count alike");
  flags.word("--prefer", options.prefer, "WORD", "what counts most: {}", preferences);
  flags.words("--weight", options.weight, "OUTCOME=W,...",
              "weights of your own for speed, cost and electricity, as speed=0.6,cost=0.4; those "
              "not named are 0");
  flags.exclude("--weight", "--prefer");
  flags.word("--os", options.os, "WORD", "{} (default: the best)", systems);
  bind_host(flags, options);
  flags.toggle("--unsupported", options.unsupported,
               "include cards that current software no longer supports");
  flags.toggle("--boards", options.boards,
               "include modules that are sold by the board (SXM, OAM), as whole boards");
  flags.word("--market", options.market, "WORD", "include cards that are sold only there: {}",
             markets);
  flags.group("");
}

void bind(Flags& flags, JobOptions& options, std::initializer_list<Offer> offers) {
  flags.group(job_group);
  for (const JobFlag& flag : job_flags())
    if (flag.is_flag() && (flag.offer == Offer::always || contains(offers, flag.offer)))
      bind(flags, flag, options.of(flag));
  flags.exclude("--no-checkpointing", "--checkpointing");
  flags.group("");
}

const JobFlag* JobOptions::first_given() const {
  for (const JobFlag& flag : job_flags())
    if (of(flag).given()) return &flag;
  return nullptr;
}

bool JobOptions::named() const {
  return !(text("--task").empty() && text("--model").empty() && text("--params").empty());
}

}  // namespace gpupick
