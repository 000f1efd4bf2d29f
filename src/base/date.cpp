#include "base/date.hpp"

#include <fmt/format.h>

#include <chrono>

namespace gpupick {
namespace {

using std::chrono::year_month_day;

year_month_day calendar(Date date) {
  return {std::chrono::year(date.year), std::chrono::month(static_cast<unsigned>(date.month)),
          std::chrono::day(static_cast<unsigned>(date.day))};
}

Date from(year_month_day date) {
  return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day()))};
}

// Removes `count` digits from the front of `text` and returns their value. Returns -1 if `text`
// does not begin with that many digits.
int take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return -1;
  int value = 0;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

}  // namespace

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
  return from(last);
}

Date shifted(Date day, int days) {
  return from(std::chrono::sys_days(calendar(day)) + std::chrono::days(days));
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

}  // namespace gpupick
