// Command lines that are legal by the tables of commands and flags: each gives an answer or a
// reason, soon.
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "fuzz/output.hpp"
#include "fuzz/question.hpp"
#include "support.hpp"

// True in a build with sanitizers, which takes many times as long.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPUPICK_SANITIZED 1
#endif
#endif

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

TEST_CASE("every form of a card argument works with every way to print an answer", "[slow]") {
  constexpr const char* cards[] = {
      "rtx-3090",   "RTX 3090 24GB",     "GeForce RTX 3090", "3090:2",         "2x 3090",
      "3090 x2",    "rtx-3090+rtx-4090", "3090:2+4090",      "3090 + 2x 4090", "here",
      "m4-max-40c", "h100-sxm:8",        "dgx-spark",        "gtx-1060-6gb"};
  constexpr const char* outputs[] = {"--format json",
                                     "--format csv",
                                     "--format markdown",
                                     "--format html",
                                     "--format svg",
                                     "--explain",
                                     "--details",
                                     "--bars --color always",
                                     "--explain --format markdown",
                                     "--explain --format json",
                                     "--explain --format html"};
  std::set<std::string> answered;
  std::size_t tried = 0;
  for (const std::string command :
       {"estimate --model llama-3.1-8b", "estimate --model llama-3.3-70b", "cost", "show", "fit",
        "diff rtx-4090", "prices", "recommend --why", "recommend --have"})
    for (const char* card : cards)
      for (const char* output : outputs) {
        if (++tried % 3 != 0) continue;  // a third has every pair
        std::vector<std::string> args = split_arguments(command);
        args.insert(args.begin() + (args.front() == "recommend" ? 2 : 1), card);
        for (const std::string& word : split_arguments(output)) args.push_back(word);
        const Run run = run_fixed(args);
        INFO(Parsed(args) << run.err);
        CHECK(fault_of_known(args, run) == "");
        if (run.status == 2) continue;  // the command has no such flag, or takes one card
        answered.insert(args.front() + output);
      }
  CHECK(answered.size() > 30);
}

// Ends after a minute, since a build with sanitizers takes longer for all.
TEST_CASE("legal command lines are answered within a second", "[slow]") {
  using Clock = std::chrono::steady_clock;
#ifdef GPUPICK_SANITIZED
  constexpr double most_seconds = 30;
  constexpr unsigned lines = 2000;
#else
  constexpr double most_seconds = 1;
  constexpr unsigned lines = 400;
#endif
  const Clock::time_point end = Clock::now() + std::chrono::minutes(1);
  std::size_t asked = 0, answered = 0;
  for (unsigned seed = 0; seed < lines && Clock::now() < end; ++seed) {
    std::mt19937 random(seed);
    const std::string bytes = random_bytes(random, 40);
    Decisions decisions(bytes);
    const std::vector<std::string> args = legal_line(decisions);
    const std::clock_t before = std::clock();
    const Run run = run_fixed(args);
    const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    INFO("seed " << seed << ": " << Parsed(args) << run.err);
    CHECK(seconds < most_seconds);
    CHECK(fault_of_known(args, run) == "");
    ++asked;
    if (run.status != 2) ++answered;
  }
  CHECK(answered * 3 > asked);
}

}  // namespace
}  // namespace gpupick
