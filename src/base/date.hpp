// Calendar dates as data sheets and price reports give them: a day, a month or only a year.
#pragma once

#include <chrono>
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

Date date_of(std::chrono::year_month_day day);

// Parses "2026-09-30", "2026-09" or "2026". Returns nothing for any other form, a day that does not
// exist or a year before 1970.
std::optional<Date> parse_date(std::string_view text);

// Returns 2026-10-05 for "5.10.2026", 2026-11-20 for "11/20/2026" and "2026-11-20T13:00", and any
// other text unchanged, also "5/10/2026", which may mean two days.
std::string with_year_first(std::string_view text);

// The first and the last day that a date can mean.
constexpr Date first_day(Date date) {
  return {date.year, date.month == 0 ? 1 : date.month, date.day == 0 ? 1 : date.day};
}
Date last_day(Date date);

// Returns the day that is `days` days later; `day` must name a day.
Date shifted(Date day, int days);

inline constexpr double days_per_year = 365.25;
inline constexpr double days_per_month = days_per_year / 12;

// Days since 1970-01-01, and days from `a` to `b`. Each date must name a day.
int day_number(Date day);
inline int days_between(Date a, Date b) { return day_number(b) - day_number(a); }

// Formats as "2026-09-30", "2026-09" or "2026", by the parts that are known.
std::string iso(Date date);

// Formats as "Sep 2026", or as "2026" if the month is unknown.
std::string month_of(Date date);

}  // namespace gpupick
