#include "base/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace gpupick {
namespace {

using std::chrono::year_month_day;

year_month_day calendar(Date date) {
  return {std::chrono::year(date.year), std::chrono::month(static_cast<unsigned>(date.month)),
          std::chrono::day(static_cast<unsigned>(date.day))};
}

// Removes `count` digits from the front of `text` and returns their value. Returns -1 if `text`
// does not begin with that many digits.
int take_digits(std::string_view& text, std::size_t count) {
  const std::string_view digits = text.substr(0, count);
  if (digits.size() < count || !is_digits(digits)) return -1;
  int value = 0;
  std::from_chars(digits.data(), digits.data() + count, value);
  text.remove_prefix(count);
  return value;
}

// Returns the month that a word begins with, of English and German, or 0.
int month_of_word(std::string_view word) {
  constexpr std::string_view months[] = {"jan",     "feb",     "mar mrz m\xC3\xA4r",
                                         "apr",     "may mai", "jun",
                                         "jul",     "aug",     "sep",
                                         "oct okt", "nov",     "dec dez"};
  for (int i = 0; i < 12; ++i)
    for (const std::string_view start : split(months[i], " "))
      if (lower_case(word).starts_with(start)) return i + 1;
  return 0;
}

// Reads "Nov 20, 2026" and "20. November 2026", or returns "".
std::string with_month_named(std::string_view text) {
  Phrases words;
  for (const std::string_view word : split(text, " ")) {
    words.push_back(word.substr(0, word.find_last_not_of(".,") + 1));
    if (words.back().empty()) words.pop_back();
  }
  if (words.size() != 3) return "";
  const std::size_t place = month_of_word(words[0]) > 0 ? 0 : 1;
  const std::string_view day = words[1 - place], year = words[2];
  const int month = month_of_word(words[place]);
  const bool read =
      month > 0 && is_digits(day) && day.size() < 3 && is_digits(year) && year.size() == 4;
  return read ? fmt::format("{}-{:02}-{:0>2}", year, month, day) : "";
}

}  // namespace

Date date_of(year_month_day day) {
  return {static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
          static_cast<int>(static_cast<unsigned>(day.day()))};
}

std::optional<Date> parse_date(std::string_view text) {
  Date date;
  date.year = take_digits(text, 4);
  for (int* part : {&date.month, &date.day}) {
    if (text.empty()) break;
    if (text.front() != '-') return {};
    text.remove_prefix(1);
    *part = take_digits(text, 2);
    if (*part < 1) return {};
  }
  if (date.year < 1970 || !text.empty() || !calendar(first_day(date)).ok()) return {};
  return date;
}

Date last_day(Date date) {
  if (date.day != 0) return date;
  const int month = date.month == 0 ? 12 : date.month;
  const std::chrono::year_month_day_last last(
      std::chrono::year(date.year),
      std::chrono::month_day_last(std::chrono::month(static_cast<unsigned>(month))));
  return date_of(last);
}

Date shifted(Date day, int days) {
  return date_of(std::chrono::sys_days(calendar(day)) + std::chrono::days(days));
}

int day_number(Date day) {
  return static_cast<int>(std::chrono::sys_days(calendar(day)).time_since_epoch().count());
}

std::string iso(Date date) {
  if (date.month == 0) return fmt::format("{:04}", date.year);
  if (date.day == 0) return fmt::format("{:04}-{:02}", date.year, date.month);
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string month_of(Date date) {
  static constexpr const char* names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (date.month == 0) return fmt::format("{}", date.year);
  return fmt::format("{} {}", names[date.month - 1], date.year);
}

std::string with_year_first(std::string_view text) {
  if (std::string read = with_month_named(text); !read.empty()) return read;
  // The day of "2026-11-20T13:00:00Z".
  constexpr std::size_t day_size = 10;
  if (text.size() > day_size && (text[day_size] == 'T' || text[day_size] == ' ') &&
      parse_date(text.substr(0, day_size)))
    return std::string(text.substr(0, day_size));
  const bool points = holds(text, '.');
  const Phrases parts = split(text, points ? "." : "/");
  if (parts.size() != 3 || parts[2].size() != 4 || !std::ranges::all_of(parts, is_digits))
    return std::string(text);
  // Between slashes the month stands first or second; only a day above 12 says where.
  constexpr double months = 12;
  const bool first_is_day = parse_number(parts[0]) > months;
  if (!points && first_is_day == (parse_number(parts[1]) > months)) return std::string(text);
  const bool day_first = points || first_is_day;
  return fmt::format("{}-{:0>2}-{:0>2}", parts[2], parts[day_first ? 1 : 0],
                     parts[day_first ? 0 : 1]);
}

}  // namespace gpupick
