#include "answer/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/shape_parts.hpp"
#include "job/task.hpp"

namespace gpupick {

Keys operator+(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys all_optional(Keys keys) {
  for (AnswerKey& key : keys) key.form = optional(key.form);
  return keys;
}

Keys cards() { return {{"id", a_text, "the card"}, {"count", a_number, "how many of it"}}; }

namespace {

Keys about_price() {
  return {
      {"price_kind", a_text, "new, used, launch, given (by the buyer) or rent"},
      {"price_basis", or_null(a_text), "what was observed: sold, ask, ...; null for a given price"},
      {"price_date", or_null(a_text), "day of the newest observation"},
      {"price_observations", a_number, "observations behind it"},
      {"price_trusted", a_flag, "enough of them are recent"},
      {"price_covers", optional(a_text), "computer, if the price is that of a whole one"},
      {"price_local", optional(a_flag), "true: with `--region`, made from prices of the region"},
  };
}

}  // namespace

Keys price() {
  return Keys{{"price_usd", a_number, "price of the cards, USD"},
              {"price_low_usd", a_number, "low end of the range that holds 4 in 5 prices"},
              {"price_high_usd", a_number, "high end of that range"}} +
         about_price();
}

Keys price_or_rent() {
  return all_optional(price()) +
         Keys{{"price_usd_hour", optional(a_number), "the same of a rent, USD/h"},
              {"price_low_usd_hour", optional(a_number), "low end of the range of rents"},
              {"price_high_usd_hour", optional(a_number), "high end of that range"}};
}

AnswerKey price_of_host() {
  return {"price_host_usd", optional(a_number), "part of the price for the computer, USD"};
}

AnswerKey currency() {
  return {"currency", optional(object("Currency")), "of the question and of texts, if not USD"};
}

Keys usd_or_hourly(const char* usd, const char* hourly, const std::string& meaning) {
  return {{usd, optional(a_number), meaning + ", USD"},
          {hourly, optional(a_number), "with `--rent`: the same, USD/h"}};
}

Keys members_of(std::span<const Field> fields) {
  static constexpr KeyForm forms[] = {a_number,     a_text,         a_flag,
                                      list(a_text), list(a_number), a_text};
  Keys out;
  for (const Field& field : fields)
    out.push_back({std::string(field.key), optional(forms[static_cast<std::size_t>(field.type())]),
                   field.label.empty()  ? "as in a data file"
                   : field.unit.empty() ? std::string(field.label)
                                        : fmt::format("{}, {}", field.label, field.unit)});
  return out;
}

Keys speeds() {
  Keys out;
  for (const OutputRow& row : outputs)
    out.push_back({std::string(row.key), optional(a_value), std::string(row.meaning)});
  return out;
}

std::span<const AnswerForm> answer_forms() {
  static constexpr AnswerForm forms[] = {{"recommend/6", "Recommendation"},
                                         {"why/4", "Why"},
                                         {"estimate/3", "Estimate"},
                                         {"row-error/1", "RowError"},
                                         {"diff/2", "Comparison"},
                                         {"cost/1", "Costs"},
                                         {"show/2", "Shown"},
                                         {"list/1", "CardList"},
                                         {"fit/2", "FitList"},
                                         {"models/3", "ModelList"},
                                         {"model/1", "Model"},
                                         {"prices/2", "Prices"},
                                         {"stale-prices/1", "StalePrices"},
                                         {"movers/1", "Movers"},
                                         {"compared-prices/1", "ComparedPrices"},
                                         {"workloads/2", "WorkloadList"},
                                         {"validate/1", "Findings"},
                                         {"coverage/1", "Coverage"},
                                         {"detect/1", "Detected"},
                                         {"words/1", "Words"},
                                         {"catalog-diff/1", "Changes"}};
  return forms;
}

const std::vector<AnswerShape>& answer_shapes() {
  static const std::vector<AnswerShape> shapes = [] {
    std::vector<AnswerShape> out = shapes_of_ranking();
    for (auto* more : {shapes_of_costs, shapes_of_cards, shapes_of_lists})
      for (AnswerShape& shape : more()) out.push_back(std::move(shape));
    return out;
  }();
  return shapes;
}

const AnswerShape& answer_shape(std::string_view name) {
  return *std::ranges::find(answer_shapes(), name, &AnswerShape::name);
}

}  // namespace gpupick
