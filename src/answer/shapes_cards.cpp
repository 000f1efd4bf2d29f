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
          {row.key(), optional(a_scalar),
           row.is_flag() ? fmt::format("as `{}` sets it", row.name()) : "how images are decoded"});
  return out;
}

// The figures that are known.
Keys card() {
  const Keys out = {{"id", a_text, "its name in commands and data"},
                    {"name", a_text, "its full name"},
                    {"aliases", list(a_text), "other names"}};
  return out + members_of(figures()) +
         Keys{{"notes", list(a_text), "what the figures do not say"},
              {"sources", map(a_text), "by figure: the id of its source"}};
}

}  // namespace

std::vector<AnswerShape> shapes_of_cards() {
  return {
      {"Estimate", "",
       cards() +
           Keys{{"runtime", optional(or_null(a_text)), "program that runs the model"},
                {"fits", a_flag, "the job fits the cards as asked"},
                {"runs", a_text, "as_asked, another way, or no"},
                {"speed", optional(a_value), "if it does not fit: speed of the other way"},
                {"unit", optional(a_text), "of that speed"},
                {"ram_gib", optional(a_number), "memory of the computer that it takes, GiB"},
                {"memory", object("Memory"), "of the cards"},
                {"cards", optional(list(object("Cards"))), "cards of several kinds"},
                {"copies", optional(a_number), "copies of the model, if several"},
                {"idle", optional(a_number), "cards that have no work"}} +
           speeds() +
           Keys{{"bound", optional(a_text), "what it waits for: compute, bandwidth, latency, link"},
                {"change", optional(a_text), "what makes it fit"},
                {"host_change", optional(a_text),
                 "flags with which a chat runs partly in the computer's memory"},
                {"cache_spread", optional(list(a_number)),
                 "for a size alone: the cache may be that many times as large, from and to"},
                {"offload", optional(object("Offload")), "partly in the computer's memory"},
                {"work", optional(object("Work")), "of a training"},
                {"missing", optional(a_text), "why there is no speed"},
                {"unmeasured", optional(a_text), "why the range is wide"},
                {"notes", optional(list(a_text)), "what else to know"},
                {"assumed", object("Job"), "the job with all that it assumes"}}},
      {"RowError",
       "",
       {{"line", a_number, "of the file given to `--rows`, from 1"},
        {"error", a_text, "in words"}}},
      {"Memory",
       "Memory of the cards, GiB.",
       {{"needed_gib", a_number, "what the job needs"},
        {"usable_gib", optional(a_number), "what the cards have for it"},
        {"parts", map(a_number), "what it needs, by use"}}},
      {"Offload",
       "A model of which the computer holds a part.",
       {{"resident_share", a_number, "share of the weights on the cards"},
        {"swapped_gib", optional(a_number), "weights sent for each evaluation of an image, GiB"},
        {"host_gb_s", optional(a_number), "bandwidth of the computer's memory, GB/s"},
        {"decode_tok_s", optional(a_value), "tokens/s that an answer is written at"},
        {"prefill_tok_s", optional(a_value), "tokens/s that a prompt is read at"},
        {"ttft_s", optional(a_value), "seconds to the first token"},
        {"reply_s", optional(a_value), "seconds to the end of the answer"}}},
      {"Work",
       "The work of a training.",
       {{"operations", a_number, "floating-point operations"},
        {"days", optional(a_value), "on one card if memory were no limit"}}},
      {"Job", "All that a job assumes, by the flag that sets it.", job()},
      {"Speeds", "Speeds and times of the named job.", speeds()},
      {"Comparison",
       "",
       {{"cards", list(object("Cards")), "the cards, the reference first"},
        currency(),
        {"profile", optional(a_text), "the workload (`--for`)"},
        {"job", optional(object("Job")), "the named job"},
        {"rows", list(object("ComparisonRow")), "the rows that differ; all with `--all`"}}},
      {"ComparisonRow",
       "A figure of all the cards.",
       {{"key", a_text, "the figure"},
        {"label", a_text, "its name"},
        {"unit", a_text, "its unit; empty for none"},
        {"differs", a_flag, "the cards are not equal"},
        {"values", list(or_null(a_scalar)), "by card"},
        {"ratios", list(or_null(a_number)), "by card after the first: its value over the first's"},
        {"verdicts", list(a_text), "by card after the first: better, worse, same or empty"}}},
      {"Shown",
       "",
       {{"as_of", a_text, "the day of the prices"},
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
       {{"usd_per_hour", a_number, "USD/h"},
        {"low", a_number, "low end of the range that holds 4 in 5 rents"},
        {"high", a_number, "high end of that range"},
        {"date", a_text, "day of the newest observation"}}},
      {"Software",
       "How a program supports the card.",
       {{"level", a_text, "current, legacy or none"},
        {"release", a_text, "of the program"},
        {"from", a_text, "day from which that is so"},
        {"source", a_text, "id of its source"}}},
      {"Source",
       "A document.",
       {{"id", a_text, "its name in the data"},
        {"title", a_text, "its title"},
        {"publisher", a_text, "who published it"},
        {"kind", a_text, "sort of document"},
        {"url", a_text, "where to find it"},
        {"read", a_text, "day on which it was read"}}},
      {"Currency",
       "The buyer's currency. Numbers stay in USD before tax.",
       {{"code", a_text, "such as EUR"},
        {"usd", a_number, "USD for one of it"},
        {"vat", a_number, "tax on prices, as a share"}}},
      {"Cards", "A card and how many of it.", cards()},
      {"Value",
       "A number with the range that holds 4 in 5 cases.",
       {{"value", a_number, "the number"},
        {"low", optional(a_number), "low end; absent if there is no range"},
        {"high", optional(a_number), "high end"},
        {"rough", optional(a_flag), "true: hardly measured"},
        {"stated", optional(a_flag), "true: the peak rate that the maker states"}}},
  };
}

}  // namespace gpupick
