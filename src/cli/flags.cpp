#include "cli/flags.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "base/error.hpp"
#include "base/money.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/foreign_words.hpp"

namespace gpupick {
namespace {

// True for "700-1200".
bool is_range(std::string_view text, std::string_view unit) {
  const std::size_t dash = text.find('-', 1);
  return dash != text.npos && parse_quantity(text.substr(0, dash), unit) &&
         parse_quantity(text.substr(dash + 1), unit);
}

// Returns what a flag takes in place of the text.
std::string other_than(std::string_view text, std::string_view unit) {
  return is_range(text, unit)
             ? fmt::format("takes one number, not the range '{}'", printable(text))
             : fmt::format("takes a number from 0 up, as 24.5 or 2,000, not '{}'", printable(text));
}

std::string refused_money(const std::string& text) {
  if (is_range(text, "USD")) return other_than(text, "USD");
  try {
    return parse_money(text).amount < 0 ? other_than(text, "USD") : "";
  } catch (const Error& error) {
    return error.what();
  }
}

// Accepts a finite number from 0 up in this unit, and rewrites it as a plain number.
CLI::Validator quantity(const std::string& unit) {
  return CLI::Validator(
      [unit](std::string& text) -> std::string {
        const std::optional<double> value = parse_quantity(text, unit);
        if (!value || *value < 0) return other_than(text, unit);
        const bool large = unit == "GIB" || unit == "W" || unit == "MM" || unit == "GB/S";
        if (large && may_part_thousands(text) && holds(text, '.'))
          return fmt::format("may mean {} or {}; write {:.0f} or {:.2f}", exact(1000 * *value),
                             exact(*value), 1000 * *value, *value);
        text = fmt::format("{}", *value);
        return {};
      },
      "");
}

// Accepts only legal words. The error suggests the nearest one, or says what a foreign word means.
CLI::Validator one_of(std::string_view flag, const Words& legal) {
  return CLI::Validator(
      [flag = std::string(flag), legal](std::string& word) -> std::string {
        for (const std::string& one : legal)
          if (fold(one) == fold(word)) {
            word = one;
            return {};
          }
        const std::string_view advice = advice_on(fmt::format("{} {}", flag, word));
        const std::string hint =
            advice.empty() ? did_you_mean(word, legal) : fmt::format("; {}", advice);
        return fmt::format("takes {}, not '{}'{}", enumerate(legal), printable(word), hint);
      },
      "");
}

auto within(std::size_t low, std::size_t high) {
  return [low, high](const std::string& text) -> std::string {
    std::size_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    // CLI11 would read 010 as eight.
    const bool octal = text.size() > 1 && text.front() == '0';
    if (error == std::errc() && rest == end && !octal && value >= low && value <= high) return {};
    return fmt::format("takes a whole number from {} to {}, not '{}'", low,
                       exact(static_cast<double>(high)), printable(text));
  };
}

std::string filled(std::string_view help, const Words& legal) {
  return fmt::format(fmt::runtime(help), join(legal, ", "));
}

// Rejects the empty text, which would count as not given.
std::string something(const std::string& text) {
  return text.empty() ? "takes a value, not ''" : "";
}

}  // namespace

CLI::Option& Flags::described(CLI::Option* option, std::string_view type) const {
  if (!type.empty()) option->type_name(std::string(type))->check(something);
  if (!group_.empty()) option->group(std::string(group_));
  return *option;
}

template <class Value>
CLI::Option& Flags::add(std::string_view flag, Value& value, std::string_view type,
                        std::string_view help) const {
  return described(app_.add_option(std::string(flag), value, std::string(help)), type);
}

void Flags::text(std::string_view flag, std::string& value, std::string_view type,
                 std::string_view help) {
  add(flag, value, type, help);
}

void Flags::word(std::string_view flag, std::string& value, std::string_view type,
                 std::string_view help, std::span<const std::string_view> legal) {
  const Words& words = legal_of(flag).choices = Words(legal.begin(), legal.end());
  add(flag, value, type, filled(help, words)).transform(one_of(flag, words));
}

void Flags::amount(std::string_view flag, std::optional<double>& value, std::string_view type,
                   std::string_view help) {
  legal_of(flag).range = NumberRange();
  add(flag, value, type, help).transform(quantity(std::string(type)));
}

void Flags::money(std::string_view flag, std::string& value, std::string_view help) {
  legal_of(flag).range = NumberRange();
  add(flag, value, "USD", help).check(refused_money);
}

void Flags::whole(std::string_view flag, std::optional<std::size_t>& value, std::string_view type,
                  std::string_view help, std::size_t low, std::size_t high) {
  legal_of(flag).range = {static_cast<double>(low), static_cast<double>(high), true};
  add(flag, value, type, help).check(within(low, high));
}

void Flags::whole(std::string_view flag, std::string& value, std::string_view type,
                  std::string_view help, std::size_t low, std::size_t high) {
  legal_of(flag).range = {static_cast<double>(low), static_cast<double>(high), true};
  add(flag, value, type, help).check(within(low, high));
}

void Flags::toggle(std::string_view flag, bool& value, std::string_view help) {
  described(app_.add_flag(std::string(flag), value, std::string(help)), "");
}

LegalValues Flags::legal(std::string_view name) const {
  const auto found = legal_.find(name);
  return found == legal_.end() ? LegalValues() : found->second;
}

void Flags::exclude(std::string_view flag, std::string_view other) {
  app_.get_option(std::string(flag))->excludes(app_.get_option(std::string(other)));
}

void Flags::words(std::string_view flag, Words& values, std::string_view type,
                  std::string_view help, std::span<const std::string_view> known, Others others) {
  const Words& words = legal_of(flag).choices = Words(known.begin(), known.end());
  CLI::Option& option = add(flag, values, type, filled(help, words));
  option.delimiter(',')->allow_extra_args(false);
  if (!words.empty() && others == Others::refused) option.transform(one_of(flag, words));
}

void Flags::repeated(std::string_view flag, Words& values, std::string_view type,
                     std::string_view help) {
  add(flag, values, type, help).allow_extra_args(false);
}

void Flags::argument(std::string_view name, std::string& value, std::string_view type,
                     std::string_view help, bool required) {
  add(name, value, type, help).required(required);
}

void Flags::arguments(std::string_view name, Words& values, std::string_view type,
                      std::string_view help, int fewest, int most) {
  CLI::Option& option = add(name, values, type, help);
  if (fewest > 0) option.required()->expected(fewest, most);
}

}  // namespace gpupick
