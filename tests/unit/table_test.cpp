#include <fmt/format.h>

#include "catch.hpp"
#include "render/formats.hpp"

namespace gpupick {
namespace {

const Table sample{{{"card"}, {"GB/s", Align::right}, {"note"}},
                   {{"RTX 4090", "1,008", "a,b"}, {"K80", "480", "say \"x\""}}};

TEST_CASE("a table aligns its columns") {
  CHECK(to_text(sample, 80) ==
        "card       GB/s  note\n"
        "RTX 4090  1,008  a,b\n"
        "K80         480  say \"x\"\n");
}

TEST_CASE("a line ends neither between a number and its unit nor in a flag") {
  CHECK(wrapped("", "It has 96 GiB, 385 W", 17, 0) == "It has 96 GiB,\n385 W\n");
  CHECK(wrapped("", "costs (2,686 USD)", 14, 2) == "costs\n  (2,686 USD)\n");
  CHECK(wrapped("", "see `--why CARD` here", 12, 0) == "see\n`--why CARD`\nhere\n");
  CHECK(wrapped("", "or 2 x RTX 4090", 9, 0) == "or\n2 x RTX\n4090\n");
  CHECK(wrapped("", "with `gpupick models phi-4`", 24, 0) == "with\n`gpupick models phi-4`\n");
  CHECK(wrapped("", "as `gpupick models` says", 8, 0) == "as\n`gpupick\nmodels`\nsays\n");
  CHECK(wrapped("", "a new PSU; 1.5 x as fast", 14, 0) == "a new PSU;\n1.5 x as fast\n");
  CHECK(wrapped("", "has a 750 W PSU", 11, 0) == "has a\n750 W PSU\n");
  CHECK(wrapped("", "counted in cost/3 y", 17, 0) == "counted in\ncost/3 y\n");
  CHECK(wrapped("", "an RTX3090 card", 10, 0) == "an RTX3090\ncard\n");
  CHECK(wrapped("", "an RTX 4090 card", 12, 0) == "an RTX 4090\ncard\n");
  // A line that is too narrow for both.
  CHECK(wrapped("", "123,456 tokens", 8, 0) == "123,456\ntokens\n");
}

TEST_CASE("a narrow terminal drops the last columns and keeps the alignment") {
  CHECK(to_text(sample, 16) ==
        "card       GB/s\n"
        "RTX 4090  1,008\n"
        "K80         480\n");
  CHECK(to_text(sample, 1) == "card\nRTX 4090\nK80\n");
}

TEST_CASE("optional columns are dropped first, long texts are shortened last") {
  const Table table{{{"card"}, {"power", Align::right, 1}, {"bar", Align::left, 2}, {"score"}},
                    {{"a card with a long name", "450 W", "######", "61.2"}}};
  CHECK(to_text(table, 40) ==
        "card                     power  score\n"
        "a card with a long name  450 W  61.2\n");
  CHECK(to_text(table, 30) ==
        "card                     score\n"
        "a card with a long name  61.2\n");
  CHECK(to_text(table, 25) ==
        "card                score\n"
        "a card with a l...  61.2\n");
}

TEST_CASE("ranges and the columns below 0 go before names are cut, and a whole text stays") {
  const Table table{{{"card"},
                     {"price", Align::left, 0, "", true},
                     {"tokens/s", Align::right},
                     {"PSU", Align::right, -1}},
                    {{"2 x RTX 3080 10 GB", "713 used Sep?", "~150 (75-300)m", "1,070"}}};
  CHECK(to_text(table, 50) ==
        "card                price          tokens/s    PSU\n"
        "2 x RTX 3080 10 GB  713 used Sep?     ~150m  1,070\n");
  CHECK(to_text(table, 45) ==
        "card                price          tokens/s\n"
        "2 x RTX 3080 10 GB  713 used Sep?     ~150m\n");
  CHECK(to_text(table, 36) ==
        "card         price          tokens/s\n"
        "2 x RTX ...  713 used Sep?     ~150m\n");
}

TEST_CASE("an answer that is longer than a screen leaves out the lines that it can spare") {
  Answer answer{.schema = "", .one_screen = true};
  for (int i = 0; i < 23; ++i) answer.add("a line");
  answer.add(Line{.label = "Few prices", .phrases = {"of a card"}, .spare = true});
  CHECK_THAT(text_of(answer, Page{}), ContainsSubstring("Few prices"));
  answer.add("one more");
  CHECK_THAT(text_of(answer, Page{}), !ContainsSubstring("Few prices"));
}

TEST_CASE("a text gets the room of columns that were left out") {
  const Table table{{{"card"}, {"notes", Align::left, 1}, {"W", Align::right, 2}},
                    {{std::string(40, 'a'), std::string(40, 'b'), "350"}}};
  CHECK(to_text(table, 50) == "card\n" + std::string(40, 'a') + '\n');
}

TEST_CASE("colour codes take no width") {
  const Table coloured{{{"a"}, {"b"}}, {{"\x1b[32mok\x1b[0m", "x"}, {"long", "y"}}};
  CHECK(to_text(coloured, 80) == "a     b\n\x1b[32mok\x1b[0m    x\nlong  y\n");
}

TEST_CASE("CSV quotes cells that need it") {
  CHECK(to_csv(sample) ==
        "card,GB/s,note\n"
        "RTX 4090,\"1,008\",\"a,b\"\n"
        "K80,480,\"say \"\"x\"\"\"\n");
}

TEST_CASE("Markdown escapes formatting characters") {
  CHECK(to_markdown({{{"a|b"}, {"n", Align::right}}, {{"x_y", "1"}}}) ==
        "| a\\|b | n |\n|---|--:|\n| x\\_y | 1 |\n");
}

TEST_CASE("the label of a line is text in Markdown") {
  Answer answer;
  answer.add(Line{.label = "<b>my*card", .phrases = {"new"}});
  CHECK(markdown_of(answer) == "- **\\<b>my\\*card**: new\n");
}

TEST_CASE("no text starts a block, ends emphasis or mentions anyone in Markdown") {
  for (const auto& [text, markdown] : {std::pair("# Head (my-0)", "\\# Head (my-0)"),
                                       {"### Head", "\\### Head"},
                                       {"- item", "\\- item"},
                                       {"+ item", "\\+ item"},
                                       {"* item", "\\* item"},
                                       {"1. one", "1\\. one"},
                                       {"12) one", "12\\) one"},
                                       {"> quote", "\\> quote"},
                                       {"---", "\\---"},
                                       {"~~~ code", "\\~\\~\\~ code"},
                                       {"```", "\\`\\`\\`"},
                                       {"*strong* a", "*strong\\* a"},
                                       {"_it_ q4_k_m", "_it\\_ q4_k_m"},
                                       {"~~gone~~", "~\\~gone\\~\\~"},
                                       {"~12 to ~13", "~12 to ~13"},
                                       {"by @user/team", "by @<!-- -->user/team"},
                                       {"-5 W, 1.5 s", "-5 W, 1.5 s"},
                                       {"`# * @x`", "`# * @x`"}}) {
    Answer answer;
    answer.add(text);
    CHECK(markdown_of(answer) == std::string(markdown) + "\n");
  }
  CHECK_THAT(to_markdown({{{"a"}}, {{"@user ~~x~~"}}}),
             ContainsSubstring("@<!-- -->user ~\\~x\\~\\~"));
}

TEST_CASE("no line of an answer is a workflow command") {
  Answer answer;
  for (const char* file : {"::stop-commands::x", " ::error::x", "a ##[add-path]x"})
    answer.add(fmt::format("{}: 1 default", file));
  answer.add("0 errors");
  CHECK(github_of(answer) ==
        "%3A%3Astop-commands%3A%3Ax%3A 1 default\n"
        " %3A%3Aerror%3A%3Ax%3A 1 default\n"
        "a %23%23[add-path]x%3A 1 default\n"
        "0 errors\n");
}

TEST_CASE("wrapped breaks at spaces and indents") {
  CHECK(wrapped("- ", "one two three", 9, 2) == "- one two\n  three\n");
  CHECK(wrapped("", "longerthanwidth x", 5, 0) == "longerthanwidth\nx\n");
}

TEST_CASE("stacked tables show every column and wrap long texts") {
  const Table table{
      {{""}, {"one"}, {"two"}, {"three"}},
      {{"to buy", "1,231", "2,562", "3,990"},
       {"  offer", "a", "b", "Google Cloud us-east1, per chip, date of the catalogue"}}};
  CHECK(to_stacked_text(table, 100) ==
        "         one    two    three\n"
        "to buy   1,231  2,562  3,990\n"
        "  offer  a      b      Google Cloud us-east1, per chip,\n"
        "                       date of the catalogue\n");
  CHECK(to_stacked_text(table, 30) ==
        "         one    two\n"
        "to buy   1,231  2,562\n"
        "  offer  a      b\n\n"
        "         three\n"
        "to buy   3,990\n"
        "  offer  Google Cloud\n"
        "         us-east1, per chip,\n"
        "         date of the catalogue\n");
}

}  // namespace
}  // namespace gpupick
