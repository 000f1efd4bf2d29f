// The exit status of a job that does not run as asked: one rule for all commands.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("a job that takes fewer bits than usual runs, unless the format is named") {
  // Ten users do not fit in 16 bit; at 8 bit they do.
  const std::string job = " --task serve --model qwen3-8b --users 10 --context 10k";
  for (const auto& [quant, status] : {std::pair("", 0), {" --quant bf16", 1}}) {
    INFO(quant);
    for (const char* command : {"estimate rtx-3090", "cost rtx-3090", "diff rtx-3090 rtx-3060-12gb",
                                "recommend --only rtx-3090 --gpus 1"})
      CHECK(run_fixed(split_arguments(command + job + quant)).status == status);
  }
  CHECK_THAT(run_fixed(split_arguments("estimate rtx-3090" + job)).out,
             ContainsSubstring("too big as asked") && ContainsSubstring("at lower precision") &&
                 ContainsSubstring("with `--quant"));
}

TEST_CASE("commands agree whether and how a job runs, with one exit status") {
  const auto ask = [](const std::string& line) {
    const Run run = run_gpupick(split_arguments(line + " --format json"));
    return std::pair(run.status, nlohmann::json::parse(run.out));
  };
  for (const auto& [card, job, runs] :
       {std::tuple("m4-max-40c", "--task serve --model llama-3.1-8b --users 16", "as_asked"),
        std::tuple("t4", "--task serve --model llama-3.1-8b --users 16", "lower_precision"),
        std::tuple("rtx-3060-12gb", "--model flux.1-dev", "lower_precision"),
        std::tuple("rtx-3060-12gb", "--model gpt-oss-120b", "partly_in_host"),
        std::tuple("rtx-4090", "--model qwen3-14b --runtime llama.cpp --quant awq", "no"),
        std::tuple("m4-max-40c", "--model qwen3-14b --runtime mlx --quant q4_k_m", "no"),
        std::tuple("m4-max-40c", "--model qwen3-14b --runtime mlx --kv-quant q8_0", "no")}) {
    INFO(card << " " << job);
    const int status = std::string_view(runs) == "no" ? 1 : 0;
    const auto estimate = ask(fmt::format("estimate {} {}", card, job));
    CHECK(estimate.first == status);
    CHECK(estimate.second["runs"] == runs);
    const auto cost = ask(fmt::format("cost {} {}", card, job));
    CHECK(cost.first == status);
    CHECK(cost.second["cards"][0]["runs"] == runs);
    CHECK(ask(fmt::format("diff {} k80 {}", card, job)).first == status);
    if (status == 1) CHECK(ask(fmt::format("recommend --only {} {}", card, job)).first == 1);
  }
  CHECK_THAT(run_gpupick(split_arguments("diff m4-max-40c rtx-3090 --task serve --model "
                                         "llama-3.1-8b --users 16"))
                 .out,
             !ContainsSubstring("runs             no"));
  CHECK_THAT(run_gpupick(split_arguments("recommend --task serve --model llama-3.1-8b --users 16 "
                                         "--why t4"))
                 .out,
             !ContainsSubstring("no bf16"));
}

TEST_CASE("devices that cannot share the heads do not run a job, whatever their memory") {
  const Run run =
      run_fixed(split_arguments("estimate h100-sxm:3 --task serve --model llama-3.1-70b --users 48 "
                                "--context 4k --quant bf16"));
  CHECK(run.status == 1);
  CHECK_THAT(unwrapped(run.out),
             ContainsSubstring("does not run: 64 heads can't be shared evenly by 3 devices"));
}

TEST_CASE("a job that runs partly in the computer's memory, runs") {
  const Run run = run_fixed(split_arguments("estimate rtx-3090 --model llama-3.1-70b"));
  CHECK_THAT(run.out, ContainsSubstring("in the computer's memory"));
  CHECK(run.status == 0);
}

}  // namespace
}  // namespace gpupick
