// The parts that the tables of shapes share. Private to src/answer.
#pragma once

#include "answer/shapes.hpp"
#include "schema/field.hpp"

namespace gpupick {

using Keys = std::vector<AnswerKey>;

inline constexpr KeyForm a_text{KeyType::text}, a_number{KeyType::number}, a_flag{KeyType::flag},
    a_scalar{KeyType::any};
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
inline constexpr KeyForm a_value = object("Value");

Keys operator+(Keys keys, const Keys& more);
Keys all_optional(Keys keys);

Keys cards();
Keys price();
// The price of a ranked card, or its rent.
Keys price_or_rent();
AnswerKey price_of_host();
AnswerKey currency();
// An amount in USD, or in USD an hour with --rent.
Keys usd_or_hourly(const char* usd, const char* hourly, const std::string& meaning);
Keys speeds();
// The members of records of a kind, as far as they are known.
Keys members_of(std::span<const Field> fields);

std::vector<AnswerShape> shapes_of_ranking();
std::vector<AnswerShape> shapes_of_costs();
std::vector<AnswerShape> shapes_of_cards();
std::vector<AnswerShape> shapes_of_lists();

}  // namespace gpupick
