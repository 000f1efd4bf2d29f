#include "base/text.hpp"

#include "base/nearest.hpp"
#include "catch.hpp"

namespace gpupick {
namespace {

TEST_CASE("numbers are rounded to three digits") {
  const std::pair<double, const char*> rows[] = {{1008, "1,008"},
                                                 {1555.2, "1,555"},
                                                 {82.58, "82.6"},
                                                 {9.746, "9.75"},
                                                 {0.1836, "0.184"},
                                                 {24, "24"},
                                                 {99.96, "100"},
                                                 {0, "0"},
                                                 {1234567, "1,234,567"},
                                                 {-1500, "-1,500"},
                                                 {2.50, "2.5"},
                                                 {-150, "-150"},
                                                 {100.5, "100"},
                                                 {101.5, "102"},
                                                 {1e16, "10,000,000,000,000,000"},
                                                 {0.0099, "0.0099"},
                                                 {0.00043, "0.00043"},
                                                 {0.0000012345, "0.000001"},
                                                 {4e-7, "0"},
                                                 {-4e-9, "0"}};
  for (const auto& [value, text] : rows) CHECK(rounded(value) == text);
}

TEST_CASE("exact numbers keep their digits") {
  const std::pair<double, const char*> rows[] = {{1555.2, "1,555.2"},
                                                 {82.58, "82.58"},
                                                 {24, "24"},
                                                 {0.0625, "0.0625"},
                                                 {999, "999"},
                                                 {1000, "1,000"},
                                                 {0.00001, "0.00001"},
                                                 {0.1234567, "0.123457"},
                                                 {1234.0000001, "1,234"},
                                                 {-0.25, "-0.25"},
                                                 {1e17, "1e+17"},
                                                 {1e-7, "1e-07"}};
  for (const auto& [value, text] : rows) CHECK(exact(value) == text);
}

TEST_CASE("parse_number accepts finite numbers only") {
  CHECK(parse_number("2000") == 2000);
  CHECK(parse_number("2,000") == 2000);
  CHECK(parse_number("1.5e3") == 1500);
  CHECK(parse_number("-1,234,567.5") == -1234567.5);
  // A comma that does not separate thousands may be a decimal comma.
  for (const char* text :
       {"",     "x",    "1x",     "nan",     "inf",      "1e999",  " 1",       "1 ",
        "--1",  "0x10", "24,5",   "24,55",   "1234,567", "0,500",  "1,23,456", "1,2345",
        ",500", "1,",   "1,,000", "1.5,000", "-,500",    "1e1,000"}) {
    INFO(text);
    CHECK_FALSE(parse_number(text));
  }
}

TEST_CASE("control characters and invalid UTF-8 are escaped") {
  CHECK(printable("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");                    // C1: another escape
  CHECK(printable("\xe2\x80\xae") == "\\xe2\\x80\\xae");           // right-to-left override
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // surrogate
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xf8\x90\x80\x80") == "\\xf8\\x90\\x80\\x80");  // invalid first byte
  CHECK(printable("a\x80") == "a\\x80");                           // stray continuation byte
  CHECK(printable(std::string(100000, 'x')) == std::string(200, 'x') + "... (100,000 bytes)");
  CHECK(printable(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(is_printable("plain"));
  CHECK_FALSE(is_printable("tab\t"));
}

TEST_CASE("names fold to letters and digits") {
  CHECK(fold("RTX-4090") == "rtx4090");
  CHECK(fold("  GeForce RTX\xe2\x84\xa2 4090 ") == "geforcertx4090");
  CHECK(fold("RTX\xc2\xae\xc2\xa0 3090") == "rtx3090");
  CHECK(fold("Wasserkühler") == "wasserkhler");
  CHECK(fold("显卡 一") == "显卡一");
  CHECK(fold("グラボ") != fold("显卡"));
}

TEST_CASE("misspelt words find similar words") {
  const std::vector<std::string> known = {"rtx-4090", "rtx-3090", "h100-sxm", "--budget"};
  CHECK(nearest("rtx-4900", known) == std::vector<std::string>{"rtx-4090", "rtx-3090"});
  CHECK(nearest("h100sxm", known) == std::vector<std::string>{"h100-sxm"});
  CHECK(nearest("--budgt", known) == std::vector<std::string>{"--budget"});
  CHECK(nearest("bandwith", {"bandwidth_gb_s", "tdp_w"}) ==
        std::vector<std::string>{"bandwidth_gb_s"});
  CHECK(nearest("tdp_watt", {"bandwidth_gb_s", "tdp_w"}) == std::vector<std::string>{"tdp_w"});
  CHECK(nearest("banana", known).empty());
  CHECK(did_you_mean("rtx-4900", known) == "; did you mean rtx-4090 or rtx-3090?");
  CHECK(did_you_mean("rtx-4900", {}) == "");
  CHECK(known_are({"a", "b"}) == "; known are a and b");
  CHECK(known_are({}) == "");
}

TEST_CASE("lists, counts and ordinals are worded") {
  CHECK(enumerate({"a"}) == "a");
  CHECK(enumerate({"a", "b"}) == "a or b");
  CHECK(enumerate({"a", "b", "c"}, "and") == "a, b and c");
  CHECK(counted(1, "card") == "1 card");
  CHECK(counted(0, "card") == "0 cards");
  CHECK(ordinal(1) == "1st");
  CHECK(ordinal(12) == "12th");
  CHECK(ordinal(20) == "20th");
  CHECK(ordinal(22) == "22nd");
  CHECK(ordinal(103) == "103rd");
}

TEST_CASE("versions compare part by part") {
  CHECK(compare_versions("8.9", "12.0") == -1);
  CHECK(compare_versions("12.0", "12") == 0);
  CHECK(compare_versions("12.1", "12.0") == 1);
  CHECK_FALSE(compare_versions("8.x", "8.0"));
  CHECK_FALSE(compare_versions("8.", "."));
}

}  // namespace
}  // namespace gpupick
