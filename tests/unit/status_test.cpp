// The exit status of a job that does not run as asked, and what is advised then.
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("a job that takes fewer bits or users than asked does not fit") {
  // Ten users do not fit in 16 bit; at 8 bit they do.
  const char* job = " --task serve --model qwen3-8b --users 10 --context 8k";
  const Run run = run_fixed(split_arguments(std::string("estimate rtx-3090") + job));
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("with `--quant"));
  CHECK(run_fixed(split_arguments(std::string("diff rtx-3090 rtx-3060-12gb") + job)).status == 1);
  CHECK(run_fixed(split_arguments(std::string("diff rtx-3060-12gb h100-sxm") + job)).status == 0);
}

TEST_CASE("a job that runs partly in the computer's memory, runs") {
  const Run run = run_fixed(split_arguments("estimate rtx-3090 --model llama-3.1-70b"));
  CHECK_THAT(run.out, ContainsSubstring("in the computer's memory"));
  CHECK(run.status == 0);
}

}  // namespace
}  // namespace gpupick
