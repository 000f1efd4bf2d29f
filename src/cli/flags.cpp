#include "cli/flags.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace gpupick {
namespace {

// Refuses what is no finite number from zero up in this unit, and leaves the number alone.
CLI::Validator quantity(const std::string& unit) {
  return CLI::Validator(
      [unit](std::string& text) -> std::string {
        const std::optional<double> value = parse_quantity(text, unit);
        if (!value || *value < 0)
          return fmt::format("takes a number from 0 up, as 24.5 or 2,000, not '{}'",
                             printable(text));
        text = fmt::format("{}", *value);
        return {};
      },
      "");
}

// Refuses words that are not legal, and names the one that may have been meant.
CLI::Validator one_of(const Words& legal) {
  return CLI::Validator(
      [legal](std::string& word) -> std::string {
        for (const std::string& one : legal)
          if (fold(one) == fold(word)) {
            word = one;
            return {};
          }
        const std::string hint = did_you_mean(word, legal);
        return fmt::format("takes {}, not '{}'{}", enumerate(legal), printable(word), hint);
      },
      "");
}

// Refuses what is no whole number within these bounds.
CLI::Validator within(std::size_t low, std::size_t high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        std::size_t value = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        // CLI11 would read 010 as eight.
        const bool octal = text.size() > 1 && text.front() == '0';
        if (error == std::errc() && rest == end && !octal && value >= low && value <= high)
          return {};
        return fmt::format("takes a whole number from {} to {}, not '{}'", low,
                           exact(static_cast<double>(high)), printable(text));
      },
      "");
}

// Refuses the empty text, which would count as not given.
std::string something(std::string& text) {
  return text.empty() ? "takes a value, not ''" : std::string();
}

}  // namespace

bool Flags::wants(std::string_view names) const {
  if (!given_) return true;
  return std::ranges::any_of(*given_, [&](std::string_view word) {
    const std::string_view name = word.substr(0, word.find('='));
    return name.starts_with("--") && names.find(name) != std::string_view::npos;
  });
}

CLI::Option& Flags::add(CLI::Option* option, const std::string& type) const {
  if (!type.empty()) option->type_name(type)->check(CLI::Validator(something, ""));
  if (!group_.empty()) option->group(group_);
  return *option;
}

void Flags::text(const std::string& flag, std::string& value, const std::string& type,
                 const std::string& help) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, value, help), type);
}

void Flags::word(const std::string& flag, std::string& value, const std::string& type,
                 const std::string& help, const Words& legal) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, value, help), type).transform(one_of(legal));
  choices_[flag] = legal;
}

void Flags::amount(const std::string& flag, std::optional<double>& value, const std::string& type,
                   const std::string& help) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, value, help), type).transform(quantity(type));
}

void Flags::whole(const std::string& flag, std::optional<std::size_t>& value,
                  const std::string& type, const std::string& help, std::size_t low,
                  std::size_t high) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, value, help), type).check(within(low, high));
}

void Flags::whole(const std::string& flag, std::string& value, const std::string& type,
                  const std::string& help, std::size_t low, std::size_t high) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, value, help), type).check(within(low, high));
}

void Flags::toggle(const std::string& flag, bool& value, const std::string& help) {
  if (!wants(flag)) return;
  add(app_.add_flag(flag, value, help), "");
}

Words Flags::choices(const std::string& name) const {
  const auto found = choices_.find(name);
  return found == choices_.end() ? Words{} : found->second;
}

void Flags::exclude(const std::string& flag, const std::string& other) {
  if (wants(flag) && wants(other)) app_.get_option(flag)->excludes(other);
}

void Flags::words(const std::string& flag, Words& values, const std::string& type,
                  const std::string& help, const Words& legal) {
  if (!wants(flag)) return;
  CLI::Option& option = add(app_.add_option(flag, values, help), type);
  option.delimiter(',')->allow_extra_args(false);
  if (!legal.empty()) option.transform(one_of(legal));
  choices_[flag] = legal;
}

void Flags::repeated(const std::string& flag, Words& values, const std::string& type,
                     const std::string& help) {
  if (!wants(flag)) return;
  add(app_.add_option(flag, values, help), type).allow_extra_args(false);
}

void Flags::argument(const std::string& name, std::string& value, const std::string& type,
                     const std::string& help, bool required) {
  add(app_.add_option(name, value, help), type).required(required);
}

void Flags::arguments(const std::string& name, Words& values, const std::string& type,
                      const std::string& help) {
  add(app_.add_option(name, values, help), type);
}

void Flags::arguments(const std::string& name, Words& values, const std::string& type,
                      const std::string& help, int fewest, int most) {
  add(app_.add_option(name, values, help)->required()->expected(fewest, most), type);
}

}  // namespace gpupick
