#include "base/date.hpp"

#include "catch.hpp"

namespace gpupick {
namespace {

TEST_CASE("dates have a day, a month or only a year") {
  CHECK(parse_date("2026-09-30") == Date{2026, 9, 30});
  CHECK(parse_date("2026-09") == Date{2026, 9, 0});
  CHECK(parse_date("2026") == Date{2026, 0, 0});
  for (const char* text : {"", "26", "2026-", "2026-13", "2026-00", "2026-02-30", "2026-09-31",
                           "2026-9-1", "2026-09-30x", "2026/09/30", "1066-10-14", "20260930"}) {
    INFO(text);
    CHECK_FALSE(parse_date(text));
  }
}

TEST_CASE("a partial date has a first and a last day") {
  CHECK(first_day({2026, 9, 0}) == Date{2026, 9, 1});
  CHECK(last_day({2026, 9, 0}) == Date{2026, 9, 30});
  CHECK(last_day({2024, 2, 0}) == Date{2024, 2, 29});
  CHECK(last_day({2026, 0, 0}) == Date{2026, 12, 31});
  CHECK(last_day({2026, 9, 5}) == Date{2026, 9, 5});
}

TEST_CASE("date arithmetic crosses months and years") {
  CHECK(shifted({2026, 1, 1}, -1) == Date{2025, 12, 31});
  CHECK(shifted({2026, 9, 30}, -60) == Date{2026, 8, 1});
  CHECK(days_between({2025, 11, 21}, {2026, 11, 21}) == 365);
}

TEST_CASE("a date prints only its known parts") {
  CHECK(iso({2026, 9, 5}) == "2026-09-05");
  CHECK(iso({2026, 9, 0}) == "2026-09");
  CHECK(iso({2026, 0, 0}) == "2026");
  CHECK(month_of({2026, 9, 5}) == "Sep 2026");
  CHECK(month_of({2026, 0, 0}) == "2026");
}

}  // namespace
}  // namespace gpupick
