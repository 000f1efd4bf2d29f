// First screens: without flags that ask for more, each answer fits a terminal of 80x24.
#include <algorithm>
#include <gpupick/gpupick.hpp>
#include <sstream>

#include "base/text.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("first screens fit a terminal of 80x24", "[screens]") {
  for (const char* line : {
           "estimate rtx-3060-12gb --model qwen3-14b",
           "estimate 3060-12gb --model deepseek-r1:671b",
           "estimate 3090:2 --model llama-3-70b",
           "estimate 3090+4090 --model llama-3.3-70b",
           "estimate 3090 --model qwen3-32b --draft-model qwen3-0.6b",
           "estimate rtx-4090 --params 200B",
           "estimate h100-sxm:4 --task serve --model llama-3.1-70b --users 32",
           "estimate h100-sxm:2 --task full --model llama-3.1-8b --zero 2 --attention eager",
           "estimate v100-sxm-32gb --task pretrain --model gpt-3-175b --precision fp16 --tokens "
           "300B",
           "estimate 4090 --model wan2.2-ti2v-5b --compiled",
           "estimate gtx-1060-6gb --task vision-train",
           "diff rtx-4090 rtx-5090",
           "diff 3090:2 rtx-pro-6000 --model llama-3.3-70b",
           "diff 3090 7900-xtx arc-b580 --for llm-inference",
           "show rtx-3090",
           "cost rtx-4090",
           "cost 3090:2 rtx-pro-6000 h100-sxm --model llama-3.3-70b",
           "cost 4070 5070 --for image-generation",
           "cost 3090 4090 --model gpt-oss-20b",
           "recommend --model gpt-oss-120b --budget 3000 --hours-per-day 0.5",
           "recommend --model llama-3.3-70b --have 3060-12gb --hours-per-day 0.5",
           "show h100-sxm",
           "show m4-max-128gb",
           "prices --stale 60d",
           "prices --stale 1d",
       }) {
    const Run run = run_gpupick(split_arguments(line), "", 80);
    INFO(line << "\n" << run.out);
    CHECK(run.status <= 1);
    CHECK(std::ranges::count(run.out, '\n') <= 24);
  }
}

TEST_CASE("a terminal shows the memory of a job as a bar with its parts", "[screens]") {
  const auto ask = [](bool bars, bool unicode) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment terminal{in, out, err,
                         std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21), 100};
    terminal.bars = bars;
    terminal.unicode = unicode;
    CHECK(run(on_fixed({"estimate", "3090", "--model", "llama-3.1-8b"}), terminal) == 0);
    return out.str();
  };
  CHECK_THAT(ask(false, true), ContainsSubstring("Memory    weights 4.3, KV cache 1, "));
  CHECK_THAT(ask(true, true), ContainsSubstring("Memory    █████████▓▓"));
  CHECK_THAT(ask(true, true), ContainsSubstring("          weights 4.3 █  KV cache 1 ▓"));
  CHECK_THAT(ask(true, false), ContainsSubstring("Memory    #########==+"));
}

TEST_CASE("a terminal of 40 lines shows the plot by itself", "[screens]") {
  const auto ask = [](std::size_t height, const std::vector<std::string>& args) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment terminal{in, out, err,
                         std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21), 80};
    terminal.height = height;
    CHECK(run(on_fixed(args), terminal) == 0);
    return out.str();
  };
  const std::vector<std::string> question{"recommend", "--vram", "24", "--budget", "2000"};
  CHECK_THAT(ask(40, question), ContainsSubstring("@ to buy"));
  CHECK_THAT(ask(39, question), !ContainsSubstring("@ to buy"));
  CHECK(ask(0, question) == ask(39, question));
  CHECK_THAT(ask(60, {"cost", "4090"}), !ContainsSubstring("rent on demand"));
  CHECK_THAT(ask(0, {"cost", "4090", "--plot"}), ContainsSubstring("rent on demand"));
  std::vector<std::string> as_json = question;
  as_json.insert(as_json.end(), {"--format", "json"});
  CHECK(ask(60, as_json) == ask(0, as_json));
}

TEST_CASE("an estimate that does not fit names the RAM and the cards that it takes", "[screens]") {
  const Run run = run_gpupick({"estimate", "3060-12gb", "--model", "deepseek-r1:671b"});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring(": too big, 376 of 11.8 GiB\n"));
  CHECK_THAT(run.out, ContainsSubstring("GiB of RAM it would write "));
  CHECK_THAT(run.out, ContainsSubstring("Fits      on "));
}

std::size_t verdicts_in(const std::string& text) {
  std::size_t out = 0;
  for (const char* word : {"better", "worse"})
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++out;
  return out;
}

TEST_CASE("diff keeps its verdicts at any width", "[screens]") {
  for (const std::size_t width : {40U, 50U, 60U, 80U, 100U, 0U})
    for (const char* line : {"diff rtx-3060-12gb rtx-3090 --model qwen3-14b",
                             "diff rtx-4090 m4-max-40c h100-sxm rx-7900-xtx"}) {
      const Run run = run_gpupick(split_arguments(line), "", width);
      INFO(line << ", " << width << " columns\n" << run.out);
      const std::size_t verdicts = verdicts_in(run.out);
      CHECK(verdicts == verdicts_in(run_gpupick(split_arguments(line), "", 200).out));
      CHECK(verdicts >= 4);
    }
}

std::size_t times_in(const std::string& text, std::string_view part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++out;
  return out;
}

TEST_CASE("a narrow screen keeps money, software and memory", "[screens]") {
  for (const char* line : {"recommend --have rtx-3060-12gb --budget 2000",
                           "recommend --have rtx-3060-12gb --model llama-3.3-70b --budget 3000",
                           "recommend --task serve --model qwen3-8b --users 4 --budget 1500",
                           "recommend --budget 1300", "recommend --budget 900 --vendor amd"})
    for (const std::size_t width : {60U, 80U}) {
      const std::string wide = unwrapped(run_gpupick(split_arguments(line), "", 500).out);
      const std::string narrow = unwrapped(run_gpupick(split_arguments(line), "", width).out);
      for (const char* part :
           {"no CUDA", "after selling yours", " USD for ", " in all, ", " GiB more RAM"}) {
        INFO(line << ", " << width << " columns, " << part << "\n" << narrow);
        CHECK(times_in(narrow, part) == times_in(wide, part));
      }
    }
}

TEST_CASE("the legend explains only the marks of columns that are shown", "[screens]") {
  for (const std::size_t width : {60U, 80U, 200U}) {
    const Run run =
        run_gpupick(split_arguments("recommend --for video-generation --budget 1300"), "", width);
    const std::string table = run.out.substr(run.out.find("   card"));
    const std::size_t notes = table.find("Before you buy");
    const std::string rows = table.substr(0, notes), legend = table.substr(notes);
    INFO(run.out);
    const auto marks = [&](char mark) {
      for (std::size_t at = rows.find(mark); at != rows.npos; at = rows.find(mark, at + 1))
        if (rows[at - 1] == ')' || is_digit(rows[at - 1])) return true;
      return false;
    };
    CHECK((rows.find('~') != rows.npos) == (legend.find("~ rough") != legend.npos));
    CHECK(marks('m') == (legend.find("m partly") != legend.npos));
    CHECK(marks('q') == (legend.find("q fewer bits") != legend.npos));
  }
}

TEST_CASE("diff says in a sentence what more money buys", "[screens]") {
  const Run run = run_gpupick({"diff", "3060-12gb", "3090", "--model", "qwen3-14b"});
  CHECK_THAT(run.out, ContainsSubstring("RTX 3090: 2.4 x as fast with the whole reply for "));
  CHECK_THAT(run.out, ContainsSubstring("price, USD "));
  CHECK_THAT(run.out, !ContainsSubstring("PCI ids"));
  CHECK_THAT(run_gpupick({"diff", "3060-12gb", "3090", "--all"}).out, ContainsSubstring("PCI ids"));
}

TEST_CASE("show gives the figures that matter, and with --all every one", "[screens]") {
  const Run run = run_gpupick({"show", "rtx-3090"});
  for (const char* label : {"Memory ", "Compute ", "Power ", "Size ", "Price, USD ", "Software "})
    CHECK_THAT(run.out, ContainsSubstring(label));
  CHECK_THAT(run.out, !ContainsSubstring("PCI ids"));
  CHECK_THAT(run_gpupick({"show", "rtx-3090", "--all"}).out, ContainsSubstring("PCI ids"));
}

TEST_CASE("cost says what a month costs, and with --details its parts", "[screens]") {
  const Run run = run_gpupick({"cost", "rtx-4090"});
  CHECK_THAT(run.out, ContainsSubstring("own, a month ") && ContainsSubstring("owning pays from "));
  CHECK_THAT(run.out,
             ContainsSubstring("Cheapest: RTX 4090 ") && !ContainsSubstring("electricity"));
  CHECK_THAT(run_gpupick({"cost", "rtx-4090", "--details"}).out, ContainsSubstring("electricity"));
}

}  // namespace
}  // namespace gpupick
