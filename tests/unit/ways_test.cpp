// Changes that answers propose if nothing fits or the job is slow: each does what the answer says.
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Run run_line(const std::string& line) { return run_fixed(split_arguments(line)); }

TEST_CASE("memory of the computer is proposed first, then a change of the job") {
  const std::string question = "recommend --model gpt-oss-120b --budget 800 --gpus 1 --ram ";
  const Run run = run_line(question + "16");
  CHECK(run.status == 1);
  CHECK_THAT(unwrapped(run.out),
             ContainsSubstring("It takes `--ram 48` (one of 4 cards, such as Arc B580, 27.3 "
                               "tokens/s) or `--budget"));
  const Run more = run_line(question + "48 --only arc-b580");
  CHECK(more.status == 0);
  CHECK_THAT(more.out, ContainsSubstring("27 tokens/s"));
}

TEST_CASE("another precision or old software is proposed only if it admits a card", "[slow]") {
  const auto run = [](const std::string& question) {
    return run_gpupick(split_arguments("recommend " + question));
  };
  for (const auto& [question, flags] :
       {std::pair("--task lora --model qwen3-0.6b --only rtx-2070", "--precision fp16"),
        std::pair("--model qwen3-8b --only k80 --host server", "--unsupported")}) {
    INFO(question);
    CHECK_THAT(run(question).out, ContainsSubstring(std::string("It takes `") + flags));
    CHECK(run(std::string(question) + " " + flags).status == 0);
  }
  for (const auto& [question, flags] :
       {std::pair("--task lora --model llama-3.1-8b --budget 300", "--precision fp16"),
        std::pair("--model llama-3.3-70b --budget 100", "--unsupported")}) {
    INFO(question);
    CHECK_THAT(run(question).out, !ContainsSubstring(flags));
    CHECK(run(std::string(question) + " " + flags).status == 1);
  }
}

TEST_CASE("a way with more cards names the larger computer") {
  CHECK_THAT(run_line("recommend --model llama-3.1-405b --only rtx-5090").out,
             ContainsSubstring(", in a server"));
}

TEST_CASE("estimate proposes a format or a cache with which the computer holds the rest") {
  const std::string question = "estimate 3060-12gb --model mixtral-8x7b --context 32768 --ram 16";
  const Run run = run_line(question);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("with `--quant q3_k_l`: 12 tokens/s"));
  const Run other = run_line(question + " --quant q3_k_l");
  CHECK(other.status == 0);
  CHECK_THAT(other.out, ContainsSubstring("12 tokens/s (6-18, rough) with 15.3 GiB"));
}

TEST_CASE("recommend proposes a smaller cache where a long context makes the job slow") {
  const std::string question = "recommend --model llama-2-13b --context 24k --only 3090 --gpus 1";
  const Run run = run_line(question);
  CHECK_THAT(run.out, ContainsSubstring("(made for 4,096)"));
  CHECK_THAT(run.out, ContainsSubstring("With `--kv-quant q8_0`: RTX 3090"));
  const Run other = run_line(question + " --kv-quant q8_0");
  CHECK_THAT(other.out, !ContainsSubstring("of the weights in"));
  CHECK_THAT(other.out, !ContainsSubstring("With `--kv-quant"));
}

}  // namespace
}  // namespace gpupick
