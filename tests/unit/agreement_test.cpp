// `estimate`, `fit`, `diff`, `cost` and `recommend` say the same about one job on one card.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

struct Found {
  int status = 0;
  Parsed json;
};

// `shipped`: ask the shipped data, for a case that the fixed catalog does not have.
Found ask(const std::string& command, bool shipped = false) {
  const auto args = split_arguments(command + " --format json");
  const Run run = shipped ? run_gpupick(args) : run_fixed(args);
  INFO(command << "\n" << run.err);
  REQUIRE(run.status < 2);
  return {run.status, Parsed::parse(run.out)};
}

// Returns the row of a comparison, or null.
Parsed row_of(const Parsed& comparison, const std::string& key) {
  for (const Parsed& row : comparison["rows"])
    if (row["key"] == key) return row;
  return {};
}

struct Asked {
  const char *card, *job, *reason;
};

constexpr Asked never[] = {
    {"k80", "--model qwen3-8b", "llama.cpp does not support Kepler"},
    {"tpu-v5e", "--model qwen3-8b", "llama.cpp does not support TPU v5e"},
    {"p40", "--task serve --model qwen3-8b", "vllm does not support Pascal"},
    {"p40", "--task qlora --model qwen3-8b", "Pascal has no BF16"},
    {"t4", "--task qlora --model qwen3-8b", "Turing has no BF16"},
};

TEST_CASE("all commands agree that software or units do not run a job") {
  for (const auto& [card, job, reason] : never) {
    INFO(card << " " << job);
    const Found estimate = ask(fmt::format("estimate {} {}", card, job));
    CHECK(estimate.status == 1);
    CHECK(estimate.json["fits"] == false);
    CHECK(estimate.json["runs"] == "no");
    for (const char* speed : {"decode_tok_s", "serve_tok_s", "train_tok_s", "offload"})
      CHECK_FALSE(estimate.json.contains(speed));
    const std::string first =
        run_fixed(split_arguments(fmt::format("estimate {} {}", card, job))).out;
    CHECK_THAT(first.substr(0, first.find("\n\n")),
               ContainsSubstring(std::string("does not run: ") + reason));

    const Found diff = ask(fmt::format("diff {} rtx-4090 {}", card, job));
    CHECK(row_of(diff.json, "runs")["values"][0] == "no");
    CHECK(diff.status == 0);
    CHECK_THAT(
        unwrapped(run_fixed(split_arguments(fmt::format("diff {} rtx-4090 {}", card, job))).out),
        ContainsSubstring(reason));
    CHECK(ask(fmt::format("diff {0} {0}:2 {1}", card, job)).status == 1);

    const Found cost = ask(fmt::format("cost {} {}", card, job));
    CHECK(cost.status == 1);
    CHECK(cost.json["cards"][0]["runs"] == "no");
    CHECK(cost.json["cards"][0]["owned"].is_null());
    CHECK_THAT(cost.json["cards"][0]["obstacle"].get<std::string>(), ContainsSubstring(reason));

    const Found recommend = ask(fmt::format("recommend --only {} --host any {}", card, job));
    CHECK(recommend.status == 1);
    CHECK(recommend.json["ranked"].empty());
  }
}

TEST_CASE("fit lists no model for software that does not run on the card") {
  const Run run = run_fixed({"fit", "k80"});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("llama.cpp does not support Kepler"));
  const auto fit = ask("fit k80").json;
  CHECK(fit["models"].empty());
  CHECK_THAT(fit["reason"].get<std::string>(), ContainsSubstring("does not support Kepler"));
  CHECK_FALSE(ask("fit rtx-3090").json.contains("reason"));
}

TEST_CASE("an estimate of what does not run says no more of its memory than what it takes") {
  const std::string out = run_fixed({"estimate", "k80", "--model", "llama-2-13b"}).out;
  CHECK_THAT(out, ContainsSubstring("Memory    weights") && !ContainsSubstring("free") &&
                      !ContainsSubstring("Cards"));
  // Neither reason hides the other.
  CHECK_THAT(unwrapped(run_fixed(split_arguments("estimate p40 --task qlora --model "
                                                 "llama-3.3-70b"))
                           .out),
             ContainsSubstring("has no BF16; use `--precision fp16`; too big as well, "));
}

TEST_CASE("a comparison names the card that a recommendation of these cards names") {
  for (const char* work : {"--for general", "--for low-power", "--model qwen3-8b", "--task image"})
    for (const char* cards : {"rtx-3090 rtx-5080", "rtx-3070 rtx-4060", "rtx-3090 rx-7900-xtx"}) {
      std::string only = cards;
      std::ranges::replace(only, ' ', ',');
      INFO(cards << " " << work);
      const Parsed compared = ask(fmt::format("diff {} {}", cards, work), true).json;
      const Parsed verdict =
          ask(fmt::format("recommend --gpus 1 --only {} {}", only, work), true).json["verdict"];
      CHECK(compared["buy"]["id"] == verdict["buy"]["id"]);
      CHECK(compared["buy"]["certainty"] == verdict["certainty"]);
    }
}

TEST_CASE("costs and comparisons name the work, named or not") {
  const auto first_line = [](const std::string& command) {
    const std::string out = run_fixed(split_arguments(command)).out;
    return out.substr(0, out.find('\n'));
  };
  CHECK_THAT(first_line("cost rtx-3090"), ContainsSubstring("General AI work"));
  CHECK_THAT(first_line("diff rtx-3090 rtx-4090"), ContainsSubstring("General AI work"));
  CHECK_THAT(first_line("recommend --only m4-max-40c"), !ContainsSubstring("desktop PC"));
}

TEST_CASE("a price guessed from the launch price is called so") {
  const std::string said =
      run_fixed(split_arguments("recommend --only rtx-3090 --as-of 2021-06-01")).out;
  CHECK_THAT(said, ContainsSubstring("by launch") || ContainsSubstring(" new "));
  CHECK_THAT(said, !ContainsSubstring("used Sep 2020"));
}

TEST_CASE("the first lines say in which prices another currency is") {
  const std::string said =
      run_fixed(split_arguments("recommend --budget 900 --currency EUR=1.16 --vat 19")).out;
  const std::size_t at = said.find("at 1.16 USD per EUR");
  REQUIRE(at != said.npos);
  CHECK(at < said.find("\n\n"));
}

TEST_CASE("a legend explains only marks that are on the screen") {
  const std::string said =
      run_fixed(split_arguments("list --only tpu-v5e,k80 --sort id --top 1")).out;
  const bool marked = said.substr(0, said.find("? few prices")).find('?') != said.npos;
  CHECK(marked == (said.find("? few prices") != said.npos));
}

TEST_CASE("a card without support is placed as if it had some") {
  CHECK_THAT(unwrapped(run_fixed({"recommend", "--why", "k80"}).out),
             ContainsSubstring("--unsupported") && ContainsSubstring("by score"));
}

TEST_CASE("a buyer does not keep a card that runs none of the work") {
  const Found found = ask("recommend --have k80 --budget 500", true);
  CHECK_FALSE(found.json["verdict"].contains("keep"));
  CHECK(found.json["verdict"].contains("buy"));
}

TEST_CASE("a card that runs none of the work is not the cheapest for it") {
  const Found one = ask("cost k80 --for llm-serving", true);
  CHECK(one.status == 1);
  const Run two = run_gpupick({"cost", "k80", "l4", "--for", "llm-serving"});
  CHECK(two.status == 0);
  CHECK_THAT(two.out, !ContainsSubstring("K80 bought") && ContainsSubstring("K80: runs none of"));
}

TEST_CASE("why a card is left out includes what its first options do not change") {
  const Parsed speed = ask("recommend --model qwen3-8b --why rx-580-8gb", true).json;
  CHECK_THAT(speed["text"].get<std::string>(), ContainsSubstring("was measured under llama.cpp") &&
                                                   ContainsSubstring("No option changes the last"));
  const Parsed size = ask("recommend --task full --model llama-3.1-8b --why t4", true).json;
  CHECK_THAT(size["text"].get<std::string>(),
             ContainsSubstring("no bf16") && ContainsSubstring("GiB"));
}

TEST_CASE("a reason is named once") {
  for (const char* card : {"k80", "tpu-v5e"}) {
    const std::string said =
        unwrapped(run_fixed({"recommend", "--model", "qwen3-8b", "--why", card}).out);
    const std::string reason = "does not support it";
    const std::size_t at = said.find(reason);
    REQUIRE(at != said.npos);
    CHECK(said.find(reason, at + 1) == said.npos);
  }
}

TEST_CASE("a stack that trains in BF16 without units for it is admitted") {
  const Found estimate = ask("estimate m4-max-40c --task qlora --model qwen3-8b");
  CHECK(estimate.status == 0);
  CHECK(ask("recommend --only m4-max-40c --task qlora --model qwen3-8b").status == 0);
}

TEST_CASE("a speed of images is that of one, however many cards make some") {
  const std::string job = " --model sdxl-base-1.0";
  const double one = ask("estimate rtx-4090" + job).json["images_s"]["value"];
  const Parsed two = ask("estimate rtx-4090:2" + job).json;
  CHECK(two["images_s"]["value"] == one);
  CHECK(two["at_once"] == 2);
  const Parsed diff = ask("diff rtx-4090 rtx-4090:2" + job).json;
  CHECK(row_of(diff, "images_s")["values"][0] == row_of(diff, "images_s")["values"][1]);
  CHECK(row_of(diff, "at_once")["values"][1] == 2);
  const Parsed ranked =
      ask("recommend --only rtx-4090 --gpus 2 --host any" + job).json["ranked"][0];
  CHECK(ranked["jobs"][0]["speed"]["value"] == one);
  CHECK(ranked["jobs"][0]["at_once"] == 2);
  // Two cards cost twice as much and make twice as many.
  const auto rented = [&](const char* cards) {
    const Parsed units = ask("cost " + std::string(cards) + job).json["cards"][0]["units"];
    return units[0]["rented_usd"]["value"].get<double>();
  };
  CHECK(rented("rtx-4090:2") == Approx(rented("rtx-4090")).epsilon(0.01));
}

TEST_CASE("all commands say the same of a leaner trainer, and estimate names it") {
  const std::string job = " --task qlora --model qwen3-8b";
  const char* card = "rtx-3060-12gb";
  const Parsed estimate = ask(std::string("estimate ") + card + job, true).json;
  REQUIRE(estimate["runs"] == "leaner_trainer");
  const Parsed ranked =
      ask("recommend --gpus 1 --only " + std::string(card) + job, true).json["ranked"][0];
  CHECK(ranked["jobs"][0]["runs"] == "leaner_trainer");
  const Parsed diff = ask("diff rtx-4090 " + std::string(card) + job, true).json;
  CHECK(row_of(diff, "runs")["values"][1] == "with a leaner trainer");
  const std::string text = run_gpupick(split_arguments("estimate " + std::string(card) + job)).out;
  CHECK_THAT(text, ContainsSubstring("Assumed: trainer unsloth"));
}

TEST_CASE("all commands say that fewer bits serve more users") {
  const std::string job = " --task serve --model qwen3-8b";
  const Found estimate = ask("estimate rtx-4090" + job);
  CHECK(estimate.json["runs"] == "as_asked");
  CHECK_THAT(run_fixed(split_arguments("estimate rtx-4090" + job)).out,
             ContainsSubstring("Or        at lower precision (8 bit): "));
  CHECK(row_of(ask("diff rtx-4090 rtx-3090" + job).json, "runs") != Parsed());
  const Found ranked = ask("recommend --gpus 1 --only rtx-4090" + job);
  CHECK(ranked.json["ranked"][0]["jobs"][0]["runs"] == "lower_precision");
}

TEST_CASE("the first line and the status tell clips that run partly in the computer's memory") {
  const Run clips = run_gpupick({"estimate", "rtx-3060-12gb", "--model", "wan2.2-t2v-a14b"});
  CHECK(clips.status == 0);
  CHECK_THAT(clips.out.substr(0, clips.out.find('\n')),
             ContainsSubstring("partly in the computer's memory"));
  const Run images = run_fixed({"estimate", "rtx-3060-12gb", "--model", "flux.1-dev"});
  CHECK(images.status == 0);
  CHECK_THAT(images.out, ContainsSubstring("too big as asked"));
  // A job at lower precision has a cost.
  CHECK(run_fixed({"cost", "rtx-3060-12gb", "--model", "flux.1-dev"}).status == 0);
}

TEST_CASE("a card that holds fewer users than a ranking takes is estimated for those it holds") {
  const std::string job = "dgx-spark --task serve --model qwen3-8b --each 30";
  const Found estimate = ask("estimate " + job, true);
  CHECK(estimate.status == 0);
  CHECK(estimate.json["runs"] == "lower_precision");
  const double speed = estimate.json["speed"]["value"];
  CHECK(ask("cost " + job, true).json["cards"][0]["runs"] == "lower_precision");
  const Found diff = ask("diff rtx-3090 " + job, true);
  CHECK(row_of(diff.json, "serve_tok_s")["values"][1].get<double>() == Approx(speed).epsilon(1e-3));
  const Run ranked = run_gpupick(split_arguments("recommend --gpus 1 --only " + job));
  CHECK_THAT(unwrapped(ranked.out), ContainsSubstring("`--batch 7` (DGX Spark"));
}

TEST_CASE("fit takes a smaller format where the first one is too slow for the users") {
  const std::string job = " --task serve --each 30 --users 64";
  const Found estimate = ask("estimate 5090 --model qwen3-8b" + job, true);
  CHECK(estimate.json["runs"] == "lower_precision");
  const Found fit = ask("fit 5090 --match qwen3-8b" + job, true);
  bool found = false;
  for (const Parsed& one : fit.json["models"])
    if (one["model"] == "qwen3-8b") {
      found = true;
      CHECK(one["quant"] == "fp8");
      CHECK(one["serve_tok_s"]["value"] == estimate.json["speed"]["value"]);
    }
  CHECK(found);
}

TEST_CASE("CSV says how a job runs, as JSON does") {
  const Run estimate =
      run_fixed(split_arguments("estimate 3060-12gb --model llama-3.1-70b --ram 64 --format csv"));
  CHECK_THAT(estimate.out, ContainsSubstring(",fits,runs,speed,unit,"));
  CHECK_THAT(estimate.out, ContainsSubstring(",false,partly_in_host,"));
  const Run cost =
      run_fixed(split_arguments("cost 3090 --task serve --model llama-3.1-8b --format csv"));
  CHECK_THAT(cost.out, ContainsSubstring("id,count,runs,"));
  const Run ranked = run_fixed({"recommend", "--format", "csv"});
  CHECK_THAT(ranked.out, ContainsSubstring(",jobs_8bchat_runs,"));
}

TEST_CASE("laptops are refused alike, whether asked for alone or why they are not ranked") {
  const Run only = run_gpupick({"recommend", "--only", "rtx-4060-laptop"});
  const Run why = run_gpupick({"recommend", "--why", "rtx-4060-laptop"});
  CHECK(only.status == 2);
  CHECK(only.err == why.err);
}

}  // namespace
}  // namespace gpupick
