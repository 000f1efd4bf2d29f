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
    {"₹", "INR"},       {"₩", "KRW"}, {"zł", "PLN"},   {"kč", "CZK"},    {"₽", "RUB"},
    {"₺", "TRY"},       {"₴", "UAH"},
};

std::optional<std::string> code_of(std::string_view text) {
  const std::string word = lower_case(without_spaces(text));
  for (const auto& [known, code] : currency_words)
    if (word == known) return std::string(code);
  if (word.size() != 3 || !std::ranges::all_of(word, is_letter)) return {};
  return upper_case(word);
}

constexpr std::string_view cent_words[] = {"c", "ct", "cts", "cent", "cents"};

// Removes what a price is for from the end: "/kWh" or "/h".
std::string_view without_rate(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string rate = slash == text.npos ? "" : fold(text.substr(slash));
  return rate == "kwh" || rate == "h" || rate == "hr" || rate == "hour" ? text.substr(0, slash)
                                                                        : text;
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

std::string without_groups(std::string_view text) {
  constexpr std::pair<std::string_view, char> other_signs[] = {
      {"\xC2\xA0", ' '}, {"\xE2\x80\xAF", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\x99", '\''}};
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    const auto sign = std::ranges::find_if(
        other_signs, [&](const auto& one) { return text.substr(i).starts_with(one.first); });
    const bool other = sign != std::end(other_signs);
    plain += other ? sign->second : text[i];
    i += other ? sign->first.size() : 1;
  }
  std::string out;
  std::size_t digits = 0;  // of the group so far
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto is_digit_at = [&](std::size_t at) {
      return at < plain.size() && is_digit(plain[at]);
    };
    const bool group = is_digit_at(i + 1) && is_digit_at(i + 2) && is_digit_at(i + 3) &&
                       !is_digit_at(i + 4) && digits >= 1 && digits <= 3;
    const bool parts = (plain[i] == ' ' || plain[i] == '\'') && group;
    const bool cents = (plain[i] == ',' || plain[i] == '.') && i > 0 && is_digit(plain[i - 1]) &&
                       i + 1 < plain.size() && plain[i + 1] == '-' && !is_digit_at(i + 2);
    digits = is_digit(plain[i]) ? digits + 1 : 0;
    if (cents) (out += plain[i]) += "00";
    if (cents)
      while (i + 1 < plain.size() && plain[i + 1] == '-') ++i;
    else if (!parts)
      out += plain[i];
  }
  return out;
}

double parse_price(std::string_view text, bool rent) {
  const auto value = parse_quantity(without_groups(text), "USD");
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

Money parse_money(std::string_view given) {
  const std::string plain = without_groups(given);
  const std::string_view text = without_rate(plain);
  const std::size_t first = std::min(text.find_first_of("0123456789.,-"), text.size());
  std::size_t end = std::max(text.find_last_of("0123456789.") + 1, first);
  const std::size_t unit = text.find_first_not_of(' ', end);
  if (unit != text.npos && fold(text.substr(unit, 2)) == "k") end = unit + 1;  // thousands
  const std::string_view before = text.substr(0, first);
  std::string_view behind = text.substr(end);
  const bool cents = contains(cent_words, fold(behind));
  if (cents) behind = "";
  const auto code = code_of(without_spaces(before).empty() ? behind : before);
  if (!code || first == end || (!without_spaces(before).empty() && !without_spaces(behind).empty()))
    refuse_price(text);
  const std::string_view number = text.substr(first, end - first);
  if (!parse_quantity(number, "USD")) refuse_price(text);
  return {parse_price(number) / (cents ? 100 : 1), *code};
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
