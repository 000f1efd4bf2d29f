// Calendar dates as data sheets and price reports give them: a day, a month or only a year.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gpupick {

// A day, or a month (day 0), or a year (month 0).
struct Date {
  int year = 0;
  int month = 0;
  int day = 0;

  friend auto operator<=>(const Date&, const Date&) = default;
};

// "2026-09-30", "2026-09" or "2026"; nothing for any other form or a day that does not exist.
std::optional<Date> parse_date(std::string_view text);

// The first and the last day that a date may mean.
constexpr Date first_day(Date date) {
  return {date.year, date.month == 0 ? 1 : date.month, date.day == 0 ? 1 : date.day};
}
Date last_day(Date date);

// Whole days moved by `days`; the argument must name a day.
Date shifted(Date day, int days);

inline constexpr double days_per_year = 365.25;
inline constexpr double days_per_month = days_per_year / 12;

// Days since 1970 began, and from `a` to `b`; each must name a day.
int day_number(Date day);
inline int days_between(Date a, Date b) { return day_number(b) - day_number(a); }

// The date that may mean the days from `first` to `last`, by their numbers.
Date date_from(int first, int last);

// "2026-09-30", with as many parts as are known.
std::string iso(Date date);

// "Sep 2026", or "2026" where the month is not known.
std::string month_of(Date date);

}  // namespace gpupick
