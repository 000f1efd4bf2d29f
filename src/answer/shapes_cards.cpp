// The shapes of `estimate`, `diff` and `show`, and those that all answers share.
#include <fmt/format.h>

#include "answer/shape_parts.hpp"
#include "cards/gpu.hpp"
#include "job/job_flags.hpp"

namespace gpupick {
namespace {

// Returns what a job assumes, by the flags that set it.
Keys job() {
  Keys out;
  for (const JobFlag& row : job_flags())
    if (row.assumed)
      out.push_back(
          {row.key(), optional(any),
           row.is_flag() ? fmt::format("as `{}` sets it", row.name()) : "how images are decoded"});
  return out;
}

// The figures that are known.
Keys card() {
  const Keys out = {{"id", text, "its name in commands and data"},
                    {"name", text, "its full name"},
                    {"aliases", list(text), "other names"}};
  return out + members_of(figures()) +
         Keys{{"notes", list(text), "what the figures do not say"},
              {"sources", map(text), "by figure: the id of its source"}};
}

}  // namespace

std::vector<AnswerShape> shapes_of_cards() {
  return {
      {"Estimate", "",
       cards() +
           Keys{{"runtime", optional(or_null(text)), "program that runs the model"},
                {"fits", flag, "the job fits the cards as asked"},
                {"runs", text, "as_asked, another way, or no"},
                {"speed", optional(value), "if it does not fit: speed of the other way"},
                {"unit", optional(text), "of that speed"},
                {"ram_gib", optional(number), "memory of the computer that it takes, GiB"},
                {"memory", object("Memory"), "of the cards"},
                {"cards", optional(list(object("Cards"))), "cards of several kinds"},
                {"copies", optional(number), "copies of the model, if several"},
                {"idle", optional(number), "cards that have no work"}} +
           speeds() +
           Keys{{"bound", optional(text), "what it waits for: compute, bandwidth, latency, link"},
                {"change", optional(text), "what makes it fit"},
                {"cache_spread", optional(list(number)),
                 "for a size alone: the cache may be that many times as large, from and to"},
                {"offload", optional(object("Offload")), "partly in the computer's memory"},
                {"work", optional(object("Work")), "of a training"},
                {"missing", optional(text), "why there is no speed"},
                {"unmeasured", optional(text), "why the range is wide"},
                {"notes", optional(list(text)), "what else to know"},
                {"assumed", object("Job"), "the job with all that it assumes"}}},
      {"RowError",
       "",
       {{"line", number, "of the file given to `--rows`, from 1"}, {"error", text, "in words"}}},
      {"Memory",
       "Memory of the cards, GiB.",
       {{"needed_gib", number, "what the job needs"},
        {"usable_gib", optional(number), "what the cards have for it"},
        {"parts", map(number), "what it needs, by use"}}},
      {"Offload",
       "A model of which the computer holds a part.",
       {{"resident_share", number, "share of the weights on the cards"},
        {"host_gb_s", number, "bandwidth of the computer's memory, GB/s"},
        {"decode_tok_s", value, "tokens/s that an answer is written at"},
        {"prefill_tok_s", optional(value), "tokens/s that a prompt is read at"}}},
      {"Work",
       "The work of a training.",
       {{"operations", number, "floating-point operations"},
        {"days", optional(value), "on one card if memory were no limit"}}},
      {"Job", "All that a job assumes, by the flag that sets it.", job()},
      {"Speeds", "Speeds and times of the named job.", speeds()},
      {"Comparison",
       "",
       {{"cards", list(object("Cards")), "the cards, the reference first"},
        currency(),
        {"profile", optional(text), "the workload (`--for`)"},
        {"job", optional(object("Job")), "the named job"},
        {"rows", list(object("ComparisonRow")), "the rows that differ; all with `--all`"}}},
      {"ComparisonRow",
       "A figure of all the cards.",
       {{"key", text, "the figure"},
        {"label", text, "its name"},
        {"unit", text, "its unit; empty for none"},
        {"differs", flag, "the cards are not equal"},
        {"values", list(or_null(any)), "by card"},
        {"ratios", list(or_null(number)), "by card after the first: its value over the first's"},
        {"verdicts", list(text), "by card after the first: better, worse, same or empty"}}},
      {"Shown",
       "",
       {{"as_of", text, "the day of the prices"},
        {"card", object("Card"), "its figures"},
        {"prices", map(object("Price")), "new, used and launch"},
        {"rents", map(object("Rent")), "on demand, spot and reserved"},
        {"software", map(object("Software")), "by program: how it supports the card"},
        {"sources", list(object("Source")), "of the figures"},
        currency()}},
      {"Card", "The known figures of a card as in its data file.", card()},
      {"Price", "A price of one card.", price()},
      {"Rent",
       "A rent of one card.",
       {{"usd_per_hour", number, "USD/h"},
        {"low", number, "low end of the range that holds 4 in 5 rents"},
        {"high", number, "high end of that range"},
        {"date", text, "day of the newest observation"}}},
      {"Software",
       "How a program supports the card.",
       {{"level", text, "current, legacy or none"},
        {"release", text, "of the program"},
        {"from", text, "day from which that is so"},
        {"source", text, "id of its source"}}},
      {"Source",
       "A document.",
       {{"id", text, "its name in the data"},
        {"title", text, "its title"},
        {"publisher", text, "who published it"},
        {"kind", text, "sort of document"},
        {"url", text, "where to find it"},
        {"read", text, "day on which it was read"}}},
      {"Currency",
       "The buyer's currency. Numbers stay in USD before tax.",
       {{"code", text, "such as EUR"},
        {"usd", number, "USD for one of it"},
        {"vat", number, "tax on prices, as a share"}}},
      {"Cards", "A card and how many of it.", cards()},
      {"Value",
       "A number with the range that holds 4 in 5 cases.",
       {{"value", number, "the number"},
        {"low", optional(number), "low end; absent if there is no range"},
        {"high", optional(number), "high end"},
        {"rough", optional(flag), "true: hardly measured"},
        {"stated", optional(flag), "true: the peak rate that the maker states"}}},
  };
}

}  // namespace gpupick
