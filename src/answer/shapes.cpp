#include "answer/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cards/gpu.hpp"
#include "job/job_flags.hpp"

namespace gpupick {
namespace {

using Keys = std::vector<AnswerKey>;

constexpr KeyForm text{KeyType::text}, number{KeyType::number}, flag{KeyType::flag},
    any{KeyType::any};
constexpr KeyForm object(std::string_view shape) { return {KeyType::object, shape}; }
constexpr KeyForm list(KeyForm form) {
  form.many = Many::list;
  return form;
}
constexpr KeyForm map(KeyForm form) {
  form.many = Many::map;
  return form;
}
constexpr KeyForm optional(KeyForm form) {
  form.required = false;
  return form;
}
constexpr KeyForm or_null(KeyForm form) {
  form.nullable = true;
  return form;
}
constexpr KeyForm value = object("Value");

Keys operator+(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys all_optional(Keys keys) {
  for (AnswerKey& key : keys) key.form = optional(key.form);
  return keys;
}

Keys cards() { return {{"id", text, "the card"}, {"count", number, "how many of it"}}; }

Keys about_price() {
  return {
      {"price_kind", text, "new, used, launch, given (by the buyer) or rent"},
      {"price_basis", or_null(text), "what was observed: sold, ask, ...; null for a given price"},
      {"price_date", or_null(text), "day of the newest observation"},
      {"price_observations", number, "observations behind it"},
      {"price_trusted", flag, "enough of them are recent"},
      {"price_covers", optional(text), "computer, if the price is that of a whole one"},
  };
}

Keys price() {
  return Keys{{"price_usd", number, "price of the cards, USD"},
              {"price_low_usd", number, "low end of the range that holds 4 in 5 prices"},
              {"price_high_usd", number, "high end of that range"}} +
         about_price();
}

// The price of a ranked card, or its rent.
Keys price_or_rent() {
  return all_optional(price()) +
         Keys{{"price_usd_hour", optional(number), "with `--rent`: the rent of the cards, USD/h"},
              {"price_low_usd_hour", optional(number), "low end of the range of rents"},
              {"price_high_usd_hour", optional(number), "high end of that range"},
              {"price_host_usd", optional(number), "part of the price for the computer, USD"}};
}

AnswerKey currency() {
  return {"currency", optional(object("Currency")), "of the question and of texts, if not USD"};
}

// An amount in USD, or in USD an hour with --rent.
Keys usd_or_hourly(const char* usd, const char* hourly, const std::string& meaning) {
  return {{usd, optional(number), meaning + ", USD"},
          {hourly, optional(number), "with `--rent`: the same, USD/h"}};
}

Keys speeds() {
  return {
      {"serve_tok_s", optional(value), "tokens/s of all users together"},
      {"decode_tok_s", optional(value), "tokens/s that an answer is written at"},
      {"decode_full_tok_s", optional(value), "the same with the context full"},
      {"prefill_tok_s", optional(value), "tokens/s that a prompt is read at"},
      {"ttft_s", optional(value), "time to the first token, s"},
      {"ttft_all_s", optional(value), "time to the last user's first token if all ask at once, s"},
      {"reply_s", optional(value), "time from the question to the last token, s"},
      {"train_tok_s", optional(value), "tokens/s of training"},
      {"train_days", optional(value), "time of the whole training, days"},
      {"train_samples_s", optional(value), "samples/s of training"},
      {"images_s", optional(value), "images/s"},
      {"image_latency_s", optional(value), "time of a batch of images, s"},
      {"clips_s", optional(value), "clips/s"},
      {"clip_latency_s", optional(value), "time of a batch of clips, s"},
  };
}

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
  Keys out = {{"id", text, "its name in commands and data"},
              {"name", text, "its full name"},
              {"aliases", list(text), "other names"}};
  for (const Figure& figure : figures()) {
    static constexpr KeyForm forms[] = {number, text, flag, list(text), list(number), text};
    out.push_back({std::string(figure.key),
                   optional(forms[static_cast<std::size_t>(figure.type())]),
                   figure.unit.empty() ? std::string(figure.label)
                                       : fmt::format("{}, {}", figure.label, figure.unit)});
  }
  return out + Keys{{"notes", list(text), "what the figures do not say"},
                    {"sources", map(text), "by figure: the id of its source"}};
}

std::vector<AnswerShape> shapes_of_ranking() {
  return {
      {"Recommendation",
       "",
       {{"as_of", text, "the day of the prices"},
        {"question", text, "what was asked, in words"},
        {"profile", text, "the workload"},
        {"host", or_null(text), "the computer around the cards"},
        {"weights", map(number), "by outcome: its share of the score"},
        {"verdict", object("Verdict"), "what to buy"},
        {"ranked", list(object("Ranked")), "the cards that fit, best first; `--top N` of them"},
        currency(),
        {"job", optional(object("Job")), "the named job with all that it assumes"},
        {"owned", optional(object("Ranked")), "the buyer's card (`--have`)"},
        {"upgrades", optional(list(object("Upgrade"))), "ways to add to it or replace it"},
        {"frontier", optional(object("Frontier")), "with `--frontier`"},
        {"costs", optional(list(object("Cost"))), "with `--own-or-rent`: the first cards"},
        {"excluded", optional(list(object("Excluded"))),
         "the cards that are left out; not with `--no-excluded`"}}},
      {"Verdict",
       "The recommendation. Without `buy` nothing fits, or `keep` is true.",
       {{"keep", optional(flag), "true: no card is worth its price beside the buyer's"},
        {"buy", optional(object("Buy")), "the card to buy"},
        {"cheaper", optional(object("Role")), "one that costs clearly less"},
        {"step_up", optional(object("Role")), "one that is clearly faster or does more"},
        {"new", optional(object("Role")), "the best new card, if the one to buy is used"},
        {"rival", optional(object("Role")), "the one that wins most often otherwise"},
        {"certainty", optional(text), "clear, close or taste"},
        {"leads", optional(number), "share of draws of prices and speeds that `buy` wins"},
        {"untrusted", optional(list(object("Untrusted"))), "cards with a doubtful price"}}},
      {"Buy", "The card to buy.",
       cards() + usd_or_hourly("price_usd", "price_usd_hour", "price of the cards") +
           Keys{{"level_with", list(object("Cards")), "cards that are as good"},
                {"runs_as_asked", list(text), "jobs that run as asked"},
                {"trusted", flag, "the price has enough recent observations"}}},
      {"Role", "Another card beside the one to buy.",
       cards() + usd_or_hourly("price_usd", "price_usd_hour", "price of the cards") +
           Keys{{"times_as_fast", or_null(value), "its speed over that of the card to buy"},
                {"gains", list(text), "jobs that only this card runs as asked"},
                {"gives_up", list(text), "jobs that only the card to buy runs as asked"}}},
      {"Untrusted", "A card that would win at what it seems to cost.",
       cards() + usd_or_hourly("wins_below_usd", "wins_below_usd_hour", "it wins below this")},
      {"Ranked",
       "A card with its points and what they come from. Prices, power and memory are those of all "
       "`count` cards.",
       Keys{{"rank", optional(number), "place, from 1"}} + cards() +
           Keys{{"name", text, "its full name"},
                {"score", number, "points of 100"},
                {"terms", map(number), "by outcome: its points"},
                {"memory_gib", number, "memory, GiB"},
                {"devices", number, "GPUs, of which a board may have several"},
                {"jobs", list(object("JobResult")), "each job of the work"},
                {"cost", optional(object("TotalCost")), "over the years of use"},
                {"tdp_w", optional(number), "board power, W"},
                {"needed_gib", optional(number), "memory that the named job needs, GiB"},
                {"estimate", optional(object("Speeds")), "speeds of the named job"}} +
           price_or_rent() +
           Keys{{"support", optional(object("Support")), "by the software of the work"},
                {"tools", optional(object("Tools")), "programs for the work"},
                {"advice", list(text), "what to know before buying"}} +
           usd_or_hourly("best_below_usd", "best_below_usd_hour",
                         "price below which it is the card to buy") +
           Keys{{"gain", optional(object("Gain")), "over the buyer's card"}}},
      {"JobResult",
       "How one job runs on the cards.",
       {{"label", text, "the job; empty for a named one"},
        {"share", number, "of the work, 0 to 1"},
        {"speed", or_null(value), "in `unit`; null if it does not run"},
        {"unit", optional(text), "of the speed"},
        {"reply_s", optional(value), "time from the question to the last token, s"},
        {"as_asked", flag, "runs with the format and settings asked"},
        {"fallback", optional(text), "how it runs otherwise"},
        {"host_gib", optional(number), "memory of the computer that it takes, GiB"},
        {"points", optional(number), "of the score's speed"}}},
      {"TotalCost",
       "The cost over the years of use, USD; with `--rent`, the rent for the hours of use.",
       {{"usd", number, "all together"},
        {"low", number, "low end of the range that holds 4 in 5 costs"},
        {"high", number, "high end of that range"},
        {"cautious_usd", number, "what the order counts: the upper end of the price, no resale"},
        {"computer_usd", number, "share of the computer"},
        {"electricity_usd", number, "electricity"},
        {"resale_usd", number, "what the cards sell for after the years"}}},
      {"Support",
       "How the software of the work supports the card.",
       {{"software", text, "its name"}, {"level", text, "current, legacy or none"}}},
      {"Tools",
       "Programs for the work.",
       {{"full", number, "so many run in full"},
        {"all", number, "so many there are"},
        {"until", or_null(text), "day until which support is announced"},
        {"partly", list(text), "those that run in part"},
        {"missing", list(text), "those that do not run"}}},
      {"Gain",
       "The gain of a card over the buyer's.",
       {{"speed", or_null(value), "times as fast"},
        {"lets_in", list(text), "jobs that run now"},
        {"loses", list(text), "jobs that no longer run"},
        {"watts", or_null(number), "more power, W"},
        {"usd", or_null(value), "what it costs after selling the buyer's, USD"}}},
      {"Upgrade", "A way to add to the buyer's card or to replace it.",
       cards() + Keys{{"added", number, "cards to add; 0 to replace"},
                      {"score", number, "points of 100"},
                      {"gain", object("Gain"), "over the buyer's card"}}},
      {"Frontier",
       "The cards that no other beats on both speed and cost.",
       {{"cards", list(object("FrontierCard")), "these"},
        {"dominated", list(object("Dominated")), "the others"}}},
      {"FrontierCard", "A card that no other beats.",
       cards() + Keys{{"cost_usd", number, "over the years of use, USD"},
                      {"speed_points", number, "points for speed"}}},
      {"Dominated", "A card that another beats on both.",
       cards() + Keys{{"by", object("Cards"), "the other"}}},
      {"Excluded", "Why a card is left out.",
       Keys{{"id", text, "the card"},
            {"limit", text, "the flag without dashes that it fails"},
            {"reason", text, "in words"},
            {"margin", or_null(number), "how far outside the limit, as a share of it"},
            {"change", optional(text), "flags that let it in"},
            {"count", optional(number), "how many cards, for a named job"}} +
           usd_or_hourly("leads_up_to_usd", "leads_up_to_usd_hour",
                         "without a price: it would lead up to this")},
      {"Why", "",
       Keys{{"as_of", text, "the day of the prices"},
            {"profile", text, "the workload"},
            {"id", text, "the card"},
            {"text", text, "the answer in words"},
            currency(),
            {"job", optional(object("Job")), "the named job"},
            {"position", optional(number), "place, from 1"},
            {"position_if_admitted", optional(number), "place that it would have"},
            {"card", optional(object("Ranked")), "the card"},
            {"rival", optional(object("Ranked")), "the card that it is compared with"}} +
           usd_or_hourly("turning_price_usd", "turning_price_usd_hour",
                         "price at which the two change places") +
           Keys{{"turning_speed", optional(number), "multiple of its speed that does the same"},
                {"turning_weight_of_speed", optional(number), "weight of speed that does the same"},
                {"failed", list(object("Excluded")), "limits that it fails"}}},
  };
}

std::vector<AnswerShape> shapes_of_costs() {
  return {
      {"Costs",
       "",
       {{"as_of", text, "the day of the prices"},
        {"use", object("Use"), "how the cards are used"},
        {"cards", list(object("Cost")), "each card"},
        currency(),
        {"job", optional(object("Job")), "the named job"},
        {"profile", optional(text), "the workload"}}},
      {"Use",
       "How the cards are used.",
       {{"years", number, "years"},
        {"hours_per_day", number, "hours of use a day"},
        {"utilization", number, "share of them at full load"},
        {"always_on", flag, "idles instead of being off"},
        {"idle_share", number, "power at idle as a share of the board power"},
        {"kwh_usd", number, "USD/kWh"},
        {"pue", number, "power at the meter for each W"}}},
      {"Cost", "Owning and renting the cards.",
       cards() + Keys{{"owned", or_null(object("Owned")), "null without a price"},
                      {"rented", list(object("Rented")), "by kind of rent"},
                      {"units", list(object("UnitCost")), "the cost of a unit of each job's work"},
                      {"tokens_per_joule", optional(number), "of the named job"},
                      {"break_even", object("BreakEven"), "from where owning is cheaper"},
                      {"failed", list(object("Excluded")), "why parts are missing"}}},
      {"Owned", "The cost of owning the cards over the years of use.",
       price() + Keys{{"host", or_null(text), "the computer around the cards"},
                      {"computer_usd", number, "share of the computer, USD"},
                      {"power_w", number, "power under load, W"},
                      {"electricity_usd", number, "electricity, USD"},
                      {"resale_usd", number, "what the cards sell for, USD"},
                      {"resale_by", text, "none, given, own (history) or segment"},
                      {"kept_a_year", number, "share of the price that is left after a year"},
                      {"total_usd", value, "USD"},
                      {"month_usd", value, "USD a month"}}},
      {"Rented",
       "The cost of renting the cards for the hours of use.",
       {{"kind", text, "cloud_on_demand, cloud_spot or cloud_reserved"},
        {"usd_per_hour", value, "rent of all the cards, USD/h"},
        {"date", text, "day of the newest observation"},
        {"observations", number, "observations behind it"},
        {"cheapest", optional(object("Offer")), "the cheapest of the last three months"},
        {"total_usd", value, "over the years, USD"},
        {"month_usd", value, "USD a month"}}},
      {"Offer",
       "An offer of rent.",
       {{"usd_per_card_hour", number, "USD/h for one card"},
        {"what", text, "who offers what"},
        {"region", or_null(text), "where"},
        {"date", text, "day of the observation"},
        {"source", text, "id of its source"}}},
      {"UnitCost",
       "The cost of a unit of a job's work.",
       {{"job", text, "the job; empty for a named one"},
        {"what", text, "the unit"},
        {"owned_usd", or_null(value), "owned, USD"},
        {"rented_usd", or_null(value), "rented, USD"}}},
      {"BreakEven",
       "From where owning is cheaper than renting; null if never or not known.",
       {{"hours_per_day", or_null(value), "hours of use a day"},
        {"months", or_null(value), "months of use"}}},
  };
}

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

}  // namespace

std::span<const AnswerForm> answer_forms() {
  static constexpr AnswerForm forms[] = {
      {"recommend/6", "Recommendation"}, {"why/3", "Why"},    {"estimate/3", "Estimate"},
      {"diff/2", "Comparison"},          {"cost/1", "Costs"}, {"show/2", "Shown"}};
  return forms;
}

const std::vector<AnswerShape>& answer_shapes() {
  static const std::vector<AnswerShape> shapes = [] {
    std::vector<AnswerShape> out = shapes_of_ranking();
    for (auto* more : {shapes_of_costs, shapes_of_cards})
      for (AnswerShape& shape : more()) out.push_back(std::move(shape));
    return out;
  }();
  return shapes;
}

const AnswerShape& answer_shape(std::string_view name) {
  return *std::ranges::find(answer_shapes(), name, &AnswerShape::name);
}

}  // namespace gpupick
