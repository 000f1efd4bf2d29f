// The smallest change that makes a job fit: repeating the command line with the proposed change
// fits.
#include "estimate/change.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "answer/limits.hpp"
#include "base/text.hpp"
#include "calibration_copy.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

// A command line of `estimate`: "3090:2", and flags with their values.
struct Command {
  std::string card;
  std::string count = "1";
  std::map<std::string, std::string> flags;

  void set(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!words[i].starts_with("--")) continue;
      const bool valued = i + 1 < words.size() && !words[i + 1].starts_with("--");
      if (words[i] == "--checkpointing") flags.erase("--no-checkpointing");
      flags[words[i] == "--users" ? "--batch" : words[i]] = valued ? words[i + 1] : "";
    }
  }

  Parsed answer() const {
    std::vector<std::string> args{"estimate", card + ":" + count, "--format", "json"};
    for (const auto& [flag, value] : flags) {
      args.push_back(flag);
      if (!value.empty()) args.push_back(value);
    }
    const Run run = run_fixed(args);
    INFO(join(args, " ") << "\n" << run.err);
    REQUIRE(run.status <= 1);
    CHECK(run.err.empty());
    return Parsed::parse(run.out);
  }
};

Command command_of(std::string_view line) {
  const std::vector<std::string> words = split_arguments(line);
  Command out;
  const std::size_t colon = words[0].find(':');
  out.card = words[0].substr(0, colon);
  if (colon != std::string::npos) out.count = words[0].substr(colon + 1);
  out.set(words);
  return out;
}

TEST_CASE("the proposed change makes the job fit and gives it a speed", "[slow]") {
  // Command lines, and how the proposed change begins.
  const std::pair<const char*, const char*> rows[] = {
      {"3060-12gb --model llama-3.1-8b --context 100k", "--kv-quant q8_0"},
      {"3060-12gb --model llama-3.1-8b --context 128k", "--kv-quant q5_0"},
      {"3060-12gb --model llama-3.1-8b --context 8k --users 64", "--users "},
      {"3060-12gb --model llama-2-13b --quant q8_0", "--quant "},
      {"3060-12gb --model llama-3.1-8b --context 128k --kv-quant q8_0", "--context "},
      {"3060-12gb --model llama-3.1-8b --quant q8_0 --context 128k", "--context "},
      {"3090:2 --model llama-3.1-70b --context 32k", "--kv-quant q8_0"},
      {"3090 --model llama-3.1-70b", "2 cards"},
      {"h100-sxm --model llama-3.1-70b --task serve", "--quant "},
      {"h100-sxm --model llama-3.1-405b --task serve --quant awq", "4 cards"},
      {"h100-sxm:5 --model llama-3.1-405b --task serve --quant fp8", "--quant "},
      {"rtx-4090:3 --model qwen2.5-72b --task serve --users 4 --context 8k", "8 cards"},
      {"rtx-4090 --task qlora --model llama-3.1-8b --batch 64", "--batch 2 --accumulate "},
      {"rtx-4090 --task lora --model llama-3.1-8b --no-checkpointing --batch 8",
       "--checkpointing --chunked-loss --batch "},
      {"rtx-4090:4 --task qlora --model llama-3.1-70b --zero 0", "--zero "},
      {"rtx-4090 --task full --model llama-3.2-3b", "--optimizer "},
      {"rtx-4090 --task full --model mistral-7b-v0.3", "4 cards"},
      {"rtx-4090 --task pretrain --model llama-3.2-1b --context 4k", "--checkpointing"},
      {"rtx-3050-6gb --task qlora --model qwen3-4b --context 700", "--chunked-loss"},
      {"rtx-3050-6gb --task qlora --model qwen3-8b --context 700", "3 cards"},
      {"h100-sxm --task pretrain --model llama-2-7b", "--optimizer "},
      {"v100-sxm-32gb --task pretrain --model gpt-3-175b --precision fp16 --tokens 300B", ""},
      {"h100-sxm:8 --task full --model llama-3.1-405b --zero 0", ""},
      {"rtx-3060-12gb --task vision-train --model resnet-50 --batch 1024", "--batch "},
      {"rtx-3060-12gb --task vision-train --model resnet-50 --batch 200 --precision fp32",
       "--precision fp16"},
      {"rtx-3090 --task lora --model llama-3.1-8b --precision fp32", "--precision bf16"},
      {"rtx-3060-12gb --task image --batch 4 --attention eager", "--attention fused"},
      {"rtx-4090 --task image --resolution 8192 --attention eager", "--resolution 1024"},
      {"rtx-4090 --runtime transformers --prompt 32k --context 40k --attention eager",
       "--attention fused --"},
      {"rtx-4090 --task full --model llama-3.1-8b --attention eager --context 1024", "4 cards"},
      {"rtx-4090 --task lora --model qwen2.5-14b", "--task qlora"},
      {"rtx-3090 --task qlora --model qwen2.5-14b --context 8k", "--chunked-loss"},
      {"rtx-3090 --task lora --model llama-3.1-8b --context 8k", "--chunked-loss"},
      {"rtx-3090 --task lora --model llama-3.1-8b --context 64k", "--chunked-loss --context "},
  };
  for (const auto& [line, begins] : rows) {
    Command command = command_of(line);
    const Parsed before = command.answer();
    INFO(line << "\n" << before.dump());
    REQUIRE(before["fits"] == false);
    REQUIRE(before.contains("change"));
    const std::string change = before["change"];
    INFO(change);
    CHECK(change.starts_with(begins));
    if (!change.starts_with("--")) command.count = change.substr(0, change.find(' '));
    command.set(split_arguments(change));
    const Parsed after = command.answer();
    CHECK(after["fits"] == true);
    CHECK_FALSE(after.contains("missing"));
  }
}

TEST_CASE("a smaller fine-tuning batch with more accumulation keeps the step size") {
  const Parsed before =
      command_of("rtx-4090 --task qlora --model llama-3.1-8b --batch 64 --accumulate 2").answer();
  const std::vector<std::string> words = split_arguments(std::string(before["change"]));
  REQUIRE(words.size() == 4);
  CHECK(words[0] == "--batch");
  CHECK(words[2] == "--accumulate");
  CHECK(std::stod(words[1]) * std::stod(words[3]) == 128);
}

// With a denoised_gib of 5, denoising is the part of the job that needs most memory.
TEST_CASE("smaller batches are proposed if two images do not fit together") {
  const Catalog& catalog = fixed_catalog();
  CalibrationCopy calibration = catalog.calibration();
  calibration.of<NetworkMemory>().front().denoised_gib = 5;
  const auto change = [&](double batch) {
    const Job job = of_network(Task::image, "sdxl-base-1.0", batch);
    return to_flags(estimate(catalog.find_gpu("t4"), 1, job, calibration, {&catalog, {}}).change);
  };
  CHECK(change(1).empty());
  CHECK(change(2).empty());  // one component at a time has room
  CHECK(change(4) == "--batch 2");
}

TEST_CASE("every proposed context fits and is the longest that does") {
  Command command = command_of("3060-12gb --model llama-3.1-8b --context 128k --kv-quant q8_0");
  const std::string change = command.answer()["change"];
  REQUIRE(change.starts_with("--context "));
  const double longest = std::stod(change.substr(10));
  CHECK(longest >= 65536);
  command.flags["--context"] = std::to_string(static_cast<int>(longest) + 256);
  CHECK(command.answer()["fits"] == false);
  // Prompt and answer need the context, so that a shorter one does not help.
  command =
      command_of("3060-12gb --model llama-3.1-8b --context 128k --kv-quant q8_0 --prompt 120k");
  CHECK_FALSE(std::string(command.answer().value("change", "")).starts_with("--context"));
}

}  // namespace
}  // namespace gpupick
