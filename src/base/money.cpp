#include "base/money.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr std::string_view decimal_digits = "0123456789";

// Words and signs of currencies; any other word of three letters is a code.
struct CurrencyWord {
  std::string_view word, code;
};
constexpr CurrencyWord currency_words[] = {
    {"", ""},           {"$", "USD"}, {"us$", "USD"},  {"us", "USD"},    {"dollar", "USD"},
    {"dollars", "USD"}, {"€", "EUR"}, {"euro", "EUR"}, {"euros", "EUR"}, {"£", "GBP"},
};

std::optional<std::string> code_of(std::string_view text) {
  std::string word = lower_case(without_spaces(text));
  for (const auto& [known, code] : currency_words)
    if (word == known) return std::string(code);
  if (word.size() != 3 || !std::ranges::all_of(word, is_letter)) return {};
  for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
  return word;
}

[[noreturn]] void refuse_price(std::string_view text) {
  throw Error("'{}' is not a price; write 1200 or 1200.50", printable(text));
}

}  // namespace

bool may_part_thousands(std::string_view text) {
  const std::size_t first = text.find_first_of(decimal_digits), sign = text.find_first_of(".,");
  if (sign == text.npos || first > sign || sign - first > 3 || text[first] == '0') return false;
  const std::size_t end = text.find_first_not_of(decimal_digits, sign + 1);
  return std::min(end, text.size()) - sign == 4 && text.find_first_of(".,", sign + 1) == text.npos;
}

std::string with_decimal_point(std::string_view text) {
  std::string out(text);
  const std::size_t last = text.find_last_of(".,");
  if (last == text.npos || may_part_thousands(text)) return out;
  const char other = text[last] == ',' ? '.' : ',';
  const bool once = text.find(text[last]) == last;
  const bool decimal_comma = text[last] == ',' ? once : !once && !holds(text, other);
  if (decimal_comma)
    for (char& c : out) c = c == '.' ? ',' : c == ',' ? '.' : c;
  return out;
}

double parse_price(std::string_view text, bool rent) {
  const auto value = parse_quantity(text, "USD");
  if (!value) refuse_price(text);
  if (!rent && may_part_thousands(text) && holds(text, '.'))
    throw Error("'{}' may mean {} or {}; write {:.0f} or {:.2f}", printable(text),
                exact(1000 * *value), exact(*value), 1000 * *value, *value);
  return *value;
}

std::string currency_of(std::string_view text) {
  const std::size_t first = std::min(text.find_first_of(decimal_digits), text.size());
  const std::size_t end = text.find_last_of(decimal_digits) + 1;
  const std::string before = code_of(text.substr(0, first)).value_or("");
  return before.empty() ? code_of(text.substr(std::max(first, end))).value_or("") : before;
}

Money parse_money(std::string_view text) {
  const std::size_t first = std::min(text.find_first_of("0123456789.,-"), text.size());
  std::size_t end = std::max(text.find_last_of("0123456789.") + 1, first);
  const std::size_t unit = text.find_first_not_of(' ', end);
  if (unit != text.npos && fold(text.substr(unit, 2)) == "k") end = unit + 1;  // thousands
  const std::string_view before = text.substr(0, first), behind = text.substr(end);
  const auto code = code_of(without_spaces(before).empty() ? behind : before);
  if (!code || first == end || (!without_spaces(before).empty() && !without_spaces(behind).empty()))
    refuse_price(text);
  const std::string_view number = text.substr(first, end - first);
  if (!parse_quantity(number, "USD")) refuse_price(text);
  return {parse_price(number), *code};
}

double money_in(const Currency& currency, std::string_view text, std::string_view flag) {
  const auto [amount, code] = parse_money(text);
  if (code.empty() || code == currency.code) return amount;
  if (currency.code == "USD")
    throw Error(
        "{0} {1} is in {2}; add `--currency {2}=RATE`, with what one {2} is "
        "worth in USD",
        flag, printable(text), code);
  throw Error("{} {} is in {}, but --currency is {}; give it in {}", flag, printable(text), code,
              currency.code, currency.code);
}

}  // namespace gpupick
