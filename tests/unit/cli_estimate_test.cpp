// Command lines of `estimate` and `fit`: flags, config files and CSV rows.
#include <fmt/format.h>

#include <algorithm>
#include <gpupick/gpupick.hpp>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "cli/job_flags.hpp"
#include "cli/options.hpp"
#include "job/job.hpp"
#include "parsed.hpp"

namespace gpupick {
namespace {

Run run_rows(const std::string& rows, const std::string& flags = "") {
  return run_fixed(split_arguments("estimate --rows - " + flags), rows);
}

TEST_CASE("a generation that was not measured has the speed of the one before it, roughly") {
  for (const char* card : {"m6-12c", "vera-rubin"}) {
    const Run run = run_gpupick({"estimate", card, "--model", "llama-3.1-8b"});
    INFO(run.out << run.err);
    CHECK_THAT(run.out, ContainsSubstring(", rough)"));
    CHECK_THAT(run.out, ContainsSubstring("no card of this kind was measured under llama.cpp"));
  }
}

TEST_CASE("rows may stand between commas, semicolons or tabs") {
  const std::string rows = run_rows("card,model\nrtx-4090,qwen3-8b\n").out;
  CHECK_FALSE(rows.empty());
  CHECK(run_rows("card; model\nrtx-4090; qwen3-8b\n").out == rows);
  CHECK(run_rows("card\tmodel\nrtx-4090\tqwen3-8b\n").out == rows);
}

TEST_CASE("one user has nothing together with others") {
  const auto answer = [](const char* users) {
    return run_fixed(
               {"estimate", "4090", "--task", "serve", "--model", "qwen3-8b", "--users", users})
        .out;
  };
  CHECK_THAT(answer("1"), ContainsSubstring(" for 1 user") && !ContainsSubstring("together"));
  CHECK_THAT(answer("4"), ContainsSubstring("together for 4 users"));
}

std::vector<Parsed> json_lines(const std::string& text) {
  std::vector<Parsed> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(Parsed::parse(line));
  return out;
}

TEST_CASE("the number of cards that an estimate proposes fits") {
  std::size_t tried = 0;
  for (const char* card : {"rtx-3060-12gb", "rtx-3090"})
    for (const char* task : {"lora", "qlora", "full"})
      for (const char* model : {"llama-3.2-3b", "llama-3.1-8b", "qwen2.5-14b", "llama-3.1-70b"}) {
        const std::string job = std::string(" --task ") + task + " --model " + model;
        const Run run =
            run_fixed(split_arguments("estimate " + std::string(card) + job + " --format json"));
        const std::string change = Parsed::parse(run.out).value("change", "");
        if (!change.ends_with(" cards")) continue;
        INFO(card << job << ": " << change);
        ++tried;
        CHECK(estimate_json(card + (":" + change.substr(0, change.find(' '))) + job)["fits"] ==
              true);
      }
  CHECK(tried > 0);
}

TEST_CASE("estimate picks an engine that reads the format and reports a mismatch") {
  const auto text = [](std::vector<std::string> args) {
    args.insert(args.begin(), "estimate");
    const std::string out = run_fixed(args).out;
    return join(split_arguments(out), " ");  // without line ends
  };
  CHECK(text({"4090", "--quant", "awq"}).find("runtime vllm") != std::string::npos);
  CHECK(text({"4090", "--quant", "bf16"}).find("runtime llama.cpp") != std::string::npos);
  CHECK(text({"4090", "--quant", "awq", "--runtime", "llama.cpp"}).find("does not read awq") !=
        std::string::npos);
  CHECK(text({"4090", "--kv-quant", "fp8"}).find("no fp8 KV cache; use `--kv-quant q8_0`") !=
        std::string::npos);
  const std::string users = text({"4090", "--model", "qwen3-30b-a3b", "--batch", "4"});
  CHECK(users.find("rough") == std::string::npos);
}

// Returns the words of the help between `after` and `before`, without commas and "or".
std::set<std::string> helped(const std::string& after, const std::string& before) {
  std::istringstream wrapped(run_fixed({"estimate", "--help"}).out);
  std::string help;
  for (std::string word; wrapped >> word;) help += word + " ";
  const std::size_t found = help.find(after);
  REQUIRE(found != std::string::npos);
  const std::size_t from = found + after.size();
  std::istringstream words(help.substr(from, help.find(before, from) - from));
  std::set<std::string> out;
  for (std::string word; words >> word;) {
    if (word.ends_with(',')) word.pop_back();
    if (word != "or") out.insert(word);
  }
  return out;
}

TEST_CASE("acceptance needs --draft, and both are range-checked") {
  const auto error = [](const char* flags) {
    const Run run = run_fixed(split_arguments(std::string("estimate 4090 ") + flags));
    CHECK(run.status == 2);
    return run.err;
  };
  CHECK_THAT(error("--acceptance 0.5"), ContainsSubstring("add `--draft N`"));
  CHECK_THAT(error("--draft 3 --acceptance 20"), ContainsSubstring("from 0.01 to 0.99"));
  CHECK_THAT(error("--draft 3 --acceptance 4.5"), ContainsSubstring("more than the 4 tokens"));
  CHECK_THAT(error("--draft 3 --acceptance 0.995"), ContainsSubstring("or a mean length above 1"));
  CHECK_THAT(error("--draft 17"), ContainsSubstring("more than 16 tokens"));
  CHECK(run_fixed({"estimate", "4090", "--draft", "16"}).status == 0);
}

TEST_CASE("acceptance is the share or the mean length that engines print") {
  const auto speed = [](const char* acceptance) {
    const Run run = run_fixed(
        {"estimate", "4090", "--draft", "4", "--acceptance", acceptance, "--format", "json"});
    const Parsed answer = Parsed::parse(run.out);
    return answer["decode_tok_s"]["value"].get<double>();
  };
  CHECK(speed("0.5") == speed("3"));
  CHECK(speed("0.7") > speed("0.5"));
}

TEST_CASE("the share of memory that an engine takes is as asked") {
  const auto usable = [](const char* share) {
    const Run run = run_fixed({"estimate", "4090", "--runtime", "vllm", "--quant", "awq",
                               "--usable", share, "--format", "json"});
    const Parsed answer = Parsed::parse(run.out);
    return answer["memory"]["usable_gib"].get<double>();
  };
  CHECK(usable("0.5") == Approx(12));
  CHECK(usable("0.95") == Approx(22.8));
}

TEST_CASE("a draft model takes a format, a token count and an acceptance rate") {
  const auto answer = [](const char* flags) {
    return run_fixed(split_arguments(std::string("estimate 4090 --model llama-3.1-8b ") + flags));
  };
  const Run usual = answer("--draft-model llama-3.2-1b --explain");
  CHECK_THAT(usual.out, ContainsSubstring("draft model 1."));
  CHECK_THAT(usual.out, ContainsSubstring(" x as fast as without draft tokens"));
  CHECK_THAT(usual.out, ContainsSubstring("draft-model llama-3.2-1b, draft-quant q4_k_m, draft "));
  CHECK_THAT(usual.out, ContainsSubstring("acceptance 0."));
  const Run own = answer("--draft-model llama-3.2-1b-q8_0 --draft 2 --acceptance 0.5 --explain");
  CHECK_THAT(own.out, ContainsSubstring("draft-quant q8_0, draft 2, acceptance 0.5\n"));
  CHECK_THAT(own.out, ContainsSubstring(" + 2 x "));
  CHECK_THAT(own.out, ContainsSubstring(" ms of the draft model"));
  CHECK_THAT(answer("--draft-model qwen3-1.7b").out, ContainsSubstring("has another vocabulary"));
  const Run lost = answer("--draft-quant q8_0");
  CHECK(lost.status == 2);
  CHECK_THAT(lost.err, ContainsSubstring("name one with `--draft-model NAME`"));
  CHECK(answer("--draft-model lama").status == 2);
  CHECK_THAT(answer("--draft-model sd-1.5").err,
             ContainsSubstring("sd-1.5 is no language model; --draft-model takes a smaller one"));
  CHECK_THAT(
      answer("--draft-model llama-3.2-1b --draft-quant awq").out,
      ContainsSubstring("llama.cpp does not read awq") && ContainsSubstring("`--draft-quant"));
  // Training ignores draft flags with a note.
  const Run training = answer("--task qlora --draft-model llama-3.2-1b");
  CHECK(training.status == 0);
  CHECK_THAT(training.err, ContainsSubstring("--draft-model has no part in qlora"));
  CHECK(training.out == answer("--task qlora").out);
  for (const char* flag : {"--draft-quant q8_0", "--acceptance 0.5"}) {
    const Run idle = answer((std::string("--task qlora ") + flag).c_str());
    CHECK(idle.status == 0);
    CHECK_THAT(idle.err, ContainsSubstring("no part in qlora"));
  }
}

TEST_CASE("a model given by --params gets no vocabulary warning") {
  const Run run =
      run_fixed(split_arguments("estimate 4090 --params 8B --draft-model llama-3.2-1b"));
  CHECK(run.status == 0);
  CHECK_THAT(run.out, !ContainsSubstring("vocabulary"));
}

TEST_CASE("offloaded layers disable draft tokens") {
  const std::string job = "4090 --model llama-3.1-70b";
  const Parsed plain = estimate_json(job);
  for (const char* drafts : {" --draft-model llama-3.2-1b", " --draft 3"}) {
    const Parsed drafted = estimate_json(job + drafts);
    for (const char* speed : {"decode_tok_s", "prefill_tok_s"})
      CHECK(drafted["offload"][speed]["value"].get<double>() ==
            Approx(plain["offload"][speed]["value"].get<double>()));
    CHECK_THAT(run_fixed(split_arguments("estimate " + job + drafts)).out,
               ContainsSubstring("; no draft"));
  }
  // The model would fit without the draft model.
  CHECK_FALSE(estimate_json("4090 --model llama-3.1-8b --draft-model llama-3.1-70b", 1)
                  .contains("offload"));
}

TEST_CASE("help lists the engines, cache types and optimizers of the data") {
  const Calibration& calibration = shipped_catalog().calibration();
  std::set<std::string> engines, caches, optimizers;
  for (const Engine& one : calibration.of<Engine>()) engines.insert(std::string(one.id));
  for (const CacheType& one : shipped_catalog().cache_types()) caches.insert(std::string(one.id));
  for (const Optimizer& one : calibration.of<Optimizer>()) optimizers.insert(std::string(one.id));
  CHECK(helped("--runtime NAME program that runs the model:", "--") == engines);
  CHECK(helped("--kv-quant TYPE format of the KV cache:", "--") == caches);
  CHECK(helped("--optimizer NAME optimizer of training:", "--") == optimizers);
  for (const std::string& id : helped("format of the weights:", "..."))
    CHECK(shipped_catalog().find_quantisation(id).id == id);
  CHECK(helped("does not fit the card (default:", ")") ==
        std::set{exact(calibration.only<OffloadConstants>().usual_host_gb_s)});
}

TEST_CASE("an unknown optimizer is rejected with the known ones, and smaller ones are listed") {
  const Calibration& calibration = fixed_catalog().calibration();
  const Run run = run_fixed(split_arguments("estimate 4090 --task full --optimizer adamax"));
  CHECK(run.status == 2);
  CHECK_THAT(run.err, ContainsSubstring("adafactor, adamw, adamw-8bit, paged-adamw, "
                                        "paged-adamw-8bit and sgd"));
  const auto smaller = calibration.smaller_optimizers(calibration.optimizer("adamw"));
  REQUIRE(smaller.size() == 3);
  CHECK(smaller[0]->id == "adamw-8bit");
  CHECK(smaller[1]->id == "paged-adamw-8bit");
  CHECK(smaller[2]->id == "adafactor");
  CHECK(calibration.smaller_optimizers(calibration.optimizer("adafactor")).empty());
}

TEST_CASE("a network's name implies the task, and a publisher prefix is accepted") {
  const auto heading = [](const char* model) {
    return run_fixed({"estimate", "4090", "--model", model}).out;
  };
  CHECK(heading("FLUX.1-dev").starts_with("FLUX.1 [dev], image"));
  CHECK(heading("resnet-50").starts_with("ResNet-50, vision,"));
  CHECK(heading("meta-llama/Llama-3.1-8B-Instruct").starts_with("Llama 3.1 8B"));
}

TEST_CASE("a card count can be written in several ways") {
  const std::vector<std::vector<std::string>> others = {
      {"cost"}, {"fit", "--match", "qwen3-8b"}, {"diff", "3090"}};
  const auto answer = [](std::vector<std::string> args, const char* name) {
    args.insert(args.end(), {name, "--format", "json"});
    return run_fixed(args).out;
  };
  for (const char* name : {"rtx-4090:2", "2x 4090", "2x4090", "2 x RTX 4090", "2*4090", "4090 x2",
                           "4090 x 2", "4090x2", "4090*2", "4090+4090", "4090 + 4090"}) {
    INFO(name);
    CHECK(run_fixed({"estimate", name}).out.find("on 2 x RTX 4090") != std::string::npos);
    for (const std::vector<std::string>& args : others)
      CHECK(answer(args, name) == answer(args, "4090:2"));
    CHECK(json_lines(run_rows(fmt::format("card\n{}\n", name)).out).front()["count"] == 2);
  }
  // Where a kind is meant, a count is refused or has no part.
  for (const char* name : {"4090:2", "4090*2", "2x4090", "2 x 4090", "4090x2"})
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"show", name},
          {"prices", name},
          {"list", "--only", name},
          {"cost", "3090", "--price", name + std::string("=900")}}) {
      const Run run = run_fixed(args);
      INFO(name << " " << run.err);
      CHECK_THAT(run.err, ContainsSubstring("counts cards; name the kind alone: rtx-4090"));
    }
  CHECK_THAT(run_fixed({"recommend", "--have", "4090 x2", "--short"}).out,
             ContainsSubstring("2 x RTX 4090"));
  CHECK_THAT(run_fixed({"fit", "3090+4090"}).err, ContainsSubstring("names several kinds"));
  CHECK_THAT(run_fixed({"fit", "a100 pcie x4"}).err, ContainsSubstring("cards or lanes"));
  CHECK(run_fixed({"estimate", "7900 xtx"}).out.find("on RX 7900 XTX") != std::string::npos);
  CHECK(run_fixed({"diff", "3090:2", "4090", "--format", "csv"}).out.find("rtx-3090:2") !=
        std::string::npos);
  CHECK(run_fixed({"estimate", "0x 4090"}).status == 2);
}

TEST_CASE("the answer says how several cards share the work") {
  const std::pair<const char*, const char*> rows[] = {
      {"rtx-4090:2 --task serve --model llama-3.1-8b", "2 copies of the model, each on one card."},
      {"h100-sxm:4 --task serve --model llama-3.1-70b --quant bf16",
       "4 cards split every layer and work in parallel."},
      {"rtx-3090:2 --runtime vllm --model qwen2.5-14b --quant bf16",
       "work in parallel, over PCIe without a bridge."},
  };
  for (const auto& [arguments, how] : rows) {
    const Run run = run_fixed(split_arguments(std::string("estimate ") + arguments));
    INFO(arguments);
    CHECK_THAT(join(split_arguments(run.out), " "), ContainsSubstring(how));
  }
  CHECK_THAT(run_fixed({"estimate", "rtx-4090", "--task", "serve"}).out,
             !ContainsSubstring("Cards"));
}

TEST_CASE("diff notes which figures cover all cards") {
  const auto diff = [](const char* first, const char* second) {
    return run_fixed({"diff", first, second, "--all"}).out;
  };
  const auto all = ContainsSubstring("are those of all cards, other figures of one");
  CHECK_THAT(diff("3090:2", "4090"), all);
  CHECK_THAT(diff("3090", "4090:2"), all);
  CHECK_THAT(diff("3090:2", "4090:2"), all);
  CHECK_THAT(diff("3090", "4090"), !all);
}

TEST_CASE("a speed measured on the card's stack is not marked unmeasured") {
  CHECK_FALSE(estimate_json("mi300x --task serve --model llama-3.1-8b").contains("unmeasured"));
  CHECK(estimate_json("mi300x --task serve --model qwen3.5-4b").contains("unmeasured"));
}

TEST_CASE("invalid flags are rejected with a message that says what is valid") {
  const std::pair<const char*, const char*> rows[] = {
      {"", "name a card, as in `gpupick estimate rtx-4090`, or give --rows FILE"},
      {"nonsense", "no card is called 'nonsense'"},
      {"4090:0", "'4090:0' must name 1 to 1,024 cards"},
      {"4090:1.5", "'4090:1.5' must name 1 to 1,024 cards"},
      {"m4-max-128gb:4",
       "is part of a computer without a link to others, so 4 can't share a job; name one, as in "
       "`gpupick estimate m4-max-40c`"},
      {"4090 --task dance", "--task"},
      {"4090 --model nonsense", "no model is called 'nonsense'"},
      {"4090 --model no/such/config.json", "no/such/config.json"},
      {"4090 --model llama-3.1-8b --params 8B", "two ways to say the same; give one"},
      {"4090 --params 8X", "--params takes a count such as 13B or 300M, not '8X'"},
      {"4090 --params -8B", "--params takes a count such as 13B or 300M, not '-8B'"},
      {"4090 --params nan", "--params takes a count such as 13B or 300M, not 'nan'"},
      {"4090 --params 1e99", "--params takes a count such as 13B or 300M"},
      {"4090 --task image --params 8B", "--params is for language models"},
      {"4090 --task image --model resnet-50", "resnet-50 is not a network for image"},
      {"4090 --task vision-train --model sd-1.5", "sd-1.5 is not a network for vision-train"},
      {"4090 --task image --model llama-3.1-8b", "llama-3.1-8b"},
      {"4090 --task chat --model flux.1-dev",
       "flux.1-dev is no language model; take `--task image`"},
      {"4090 --task lora --model flux.1-dev",
       "training such networks, or LoRAs for them, is not covered"},
      {"4090 --model foo:8b", "`gpupick models 8b` names those of this size"},
      {"4090 --quant q99", "q99"},
      {"4090 --kv-quant q99", "q99"},
      {"4090 --runtime ollama", "no runtime is called 'ollama'"},
      {"4090 --context 0", "--context takes tokens such as 8192, 8k or 1M, not '0'"},
      {"4090 --context 700.5", "--context takes a whole number, not '700.5'"},
      {"4090 --context 0.7k", "--context takes a whole number, not '0.7k'"},
      {"4090 --context 8q", "--context takes tokens such as 8192, 8k or 1M, not '8q'"},
      {"4090 --context 1k --prompt 4k", "--context 1,024 is less than prompt and answer together"},
      {"4090 --batch 0", "--batch or --users takes a whole number from 1 to 1,000,000, not '0'"},
      {"4090 --batch 1.5", "--batch or --users takes a whole number, not '1.5'"},
      {"4090 --task image --resolution 7",
       "--resolution takes pixels from 64 to 8192, as 1024, 1216x832 or 720p, not '7'"},
      {"4090 --task image --resolution 9000", "--resolution takes pixels from 64 to 8192"},
      {"4090 --model /dev/zero", "'/dev/zero' goes on after 64 MiB; give larger data as a file"},
      {"--rows /dev/zero", "line 1 of --rows is longer than 1 MiB"},
      {"4090 --zero 4", "--zero"},
      {"4090 --precision int3", "--precision"},
      {"4090 --task full --optimizer magic", "no optimizer is called 'magic'"},
      {"4090 --host-bandwidth 0", "--host-bandwidth"},
      {"4090 --host-bandwidth nan", "--host-bandwidth takes 1 to 10,000 GB/s, not 'nan'"},
      {"4090 --pcie fast", "--pcie takes generation x lanes, as 4x8, or GB/s, not 'fast'"},
      {"4090 --pcie 4x99", "--pcie"},
      {"4090 --task image --precision fp8", "add `--compiled`"},
      {"4090 --rows jobs.csv", "--rows names the cards; leave the card out"},
      {"--rows no/such/jobs.csv", "no/such/jobs.csv"},
  };
  for (const auto& [arguments, message] : rows) {
    const Run run = run_fixed(split_arguments(std::string("estimate ") + arguments));
    INFO(arguments << "\n" << run.out);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, ContainsSubstring(message));
  }
  CHECK_THAT(run_fixed({"fit", "4090", "--for", "lunch"}).err, ContainsSubstring("takes chat,"));
  for (const char* rate : {"0", "10001"})
    CHECK_THAT(run_fixed({"recommend", "--host-bandwidth", rate}).err,
               ContainsSubstring("--host-bandwidth takes 1 to 10,000 GB/s, not '"));
}

TEST_CASE("a context may be a fraction of 1,024 tokens that is a whole number") {
  CHECK(estimate_json("4090 --context 1.5k")["assumed"]["context"] == 1536);
}

TEST_CASE("a slot is given as generation x lanes or as GB/s") {
  const auto prompt = [](const std::string& slot) {
    const Parsed json = estimate_json("rtx-4090 --model llama-3.1-70b --pcie " + slot);
    return json["offload"]["prefill_tok_s"]["value"].get<double>();
  };
  CHECK(prompt("3x1") == prompt("1"));  // 1 GB/s a lane
  CHECK(prompt("1x4") == prompt("1"));
  CHECK(prompt("3x8") > 2 * prompt("3x1"));
  CHECK(prompt("8") > 2 * prompt("1"));
}

TEST_CASE("every task answers with its defaults, on every kind of card, in every format") {
  for (const TaskRow& row : task_rows)
    for (const auto& [card, format] :
         {std::pair("h200-sxm:8", "text"), std::pair("gtx-1060-6gb", "text"),
          std::pair("tpu-v5e", "text"), std::pair("rtx-4090", "json"), std::pair("rtx-4090", "csv"),
          std::pair("rx-7900-xtx", "markdown")}) {
      const Run run = run_fixed(
          {"estimate", card, "--task", std::string(row.name), "--format", format, "--explain"});
      INFO(card << " " << row.name << " " << format << "\n" << run.out << run.err);
      CHECK(run.status <= 1);
      CHECK(run.err.empty());
      CHECK_FALSE(run.out.empty());
      for (const char* nothing : {"nan", "inf ", "inf,"})
        CHECK(run.out.find(nothing) == std::string::npos);
    }
}

TEST_CASE("the flags --each and --ttft-limit set the largest number of users that meets them") {
  const std::string job = "h100-sxm:4 --task serve --model llama-3.1-70b";
  const Parsed all = estimate_json(job), some = estimate_json(job + " --each 30");
  const double users = some["assumed"]["batch"].get<double>();
  CHECK(users > 1);
  CHECK(users < all["assumed"]["batch"].get<double>());
  CHECK(some["decode_tok_s"]["value"].get<double>() >= 30);
  const Parsed more =
      estimate_json(job + " --users " + std::to_string(static_cast<int>(users) + 1));
  CHECK(more["decode_tok_s"]["value"].get<double>() < 30);
  CHECK(estimate_json(job + " --each 1")["assumed"]["batch"] == all["assumed"]["batch"]);

  // Draft tokens count towards the speed of each user.
  const std::string drafted = job + " --draft-model llama-3.2-1b";
  const Parsed fewer = estimate_json(drafted + " --each 30");
  CHECK(fewer["decode_tok_s"]["value"].get<double>() >= 30);
  const double served = fewer["assumed"]["batch"].get<double>();
  CHECK(estimate_json(drafted + " --users " +
                      std::to_string(static_cast<int>(served) + 1))["decode_tok_s"]["value"]
            .get<double>() < 30);

  const Run none = run_fixed(split_arguments("estimate " + job + " --each 5000"));
  CHECK(none.status == 1);
  CHECK(none.out.find("not even one user gets 5,000 tokens/s") != std::string::npos);
  const Parsed soon = estimate_json(job + " --ttft-limit 500ms");
  const double prompts = soon["assumed"]["batch"].get<double>();
  CHECK(soon["assumed"]["ttft_limit"] == 0.5);
  CHECK(soon["ttft_all_s"]["value"].get<double>() <= 0.5);
  const Parsed later =
      estimate_json(job + " --users " + std::to_string(static_cast<int>(prompts) + 1));
  CHECK(later["ttft_all_s"]["value"].get<double>() > 0.5);
  CHECK(estimate_json(job + " --ttft-limit 0.5 --each 30")["assumed"]["batch"] ==
        std::min(users, prompts));
  const Run never = run_fixed(split_arguments("estimate " + job + " --ttft-limit 0.01s"));
  CHECK(never.out.find("not even one user gets a first token within 0.01 s") != std::string::npos);

  // With a number of users, the limit says whether these are served.
  const std::string limited = job + " --ttft-limit 500ms --users ";
  CHECK(estimate_json(limited + std::to_string(static_cast<int>(prompts)))["fits"] == true);
  const std::string more_users = std::to_string(static_cast<int>(prompts) + 1);
  CHECK(estimate_json(limited + more_users)["fits"] == false);
  CHECK(estimate_json(limited + more_users)["runs"] == "lower_precision");
  CHECK(estimate_json(
            job + " --quant bf16 --each 30 --users " + std::to_string(static_cast<int>(users) + 1),
            1)["runs"] == "no");
}

TEST_CASE("cards split every layer if copies of the model are too slow for the limit on waiting") {
  const std::string job = "h100-sxm:4 --task serve --model llama-3.1-8b --prompt 4k --context 5k";
  const double alone = estimate_json(job + " --users 1")["ttft_s"]["value"].get<double>();
  const double copy =
      estimate_json("h100-sxm" + job.substr(job.find(' ')) + " --users 1")["ttft_s"]["value"]
          .get<double>();
  REQUIRE(alone < copy);
  const Parsed out = estimate_json(job + fmt::format(" --ttft-limit {}", (alone + copy) / 2));
  CHECK(out["fits"] == true);
  CHECK_FALSE(out.contains("copies"));
}

TEST_CASE("a chat that runs partly in host memory has the times of a reply") {
  const Parsed out = estimate_json("rtx-4090 --model llama-3.1-70b");
  const Parsed& offload = out["offload"];
  const double first = offload["ttft_s"]["value"].get<double>();
  CHECK(first == Approx(512 / offload["prefill_tok_s"]["value"].get<double>()).epsilon(0.001));
  CHECK(offload["reply_s"]["value"].get<double>() ==
        Approx(first + 128 / offload["decode_tok_s"]["value"].get<double>()).epsilon(0.001));
}

TEST_CASE("cards of several kinds keep what does not fit in host memory as cards of one kind do") {
  const std::string job = " --model llama-3.1-70b --quant q8_0 --ram 128";
  const auto decode = [&](const std::string& cards) {
    const Parsed out = estimate_json(cards + job);
    CHECK(out["runs"] == "partly_in_host");
    return out["offload"]["decode_tok_s"]["value"].get<double>();
  };
  const double mixed = decode("rtx-4090+rtx-3090"), two = decode("rtx-3090:2");
  CHECK(mixed >= two);
  CHECK(mixed < decode("rtx-4090:2") * 1.001);
  CHECK(mixed > decode("rtx-3090"));
}

TEST_CASE("host memory is read with its unit") {
  const std::string job = "rtx-3090 --model llama-3.1-70b --quant q8_0 --ram ";
  const std::string plain = estimate_json(job + "64").dump();
  for (const char* ram : {"64GB", "64GiB", "64g", "'64 GB'"}) {
    INFO(ram);
    CHECK(estimate_json(job + ram).dump() == plain);
  }
}

// https://github.com/ai-dynamo/aiconfigurator/issues/1148: 236.8 ms between tokens, or 4.2
// tokens/s, nearly all of it for prompts. A step alone would give 48 tokens/s.
TEST_CASE("long prompts of other users slow each answer") {
  const std::string served =
      "h200-sxm --task serve --model qwen3-8b --prompt 9000 --generate 30 --runtime vllm";
  const Parsed out = estimate_json(served + " --users 32");
  const double each = out["decode_tok_s"]["value"].get<double>();
  CHECK(each > 4.2 / 2);
  CHECK(each < 4.2 * 2);
  CHECK(each > out["serve_tok_s"]["value"].get<double>() / 32);
  CHECK(estimate_json(served + " --each 4")["decode_tok_s"]["value"].get<double>() >= 4);
  CHECK(estimate_json(served + " --each 4")["assumed"]["batch"].get<double>() < 32);
}

TEST_CASE("fine-tuning speed depends on the trainer") {
  const auto speed = [](const std::string& trainer) {
    return estimate_json("4090 --task lora --context 1k" + trainer)["train_tok_s"]["value"]
        .get<double>();
  };
  CHECK(speed("") == speed(" --trainer transformers"));
  // Trainers differ in their memory traffic.
  CHECK(speed(" --trainer litgpt") > speed(""));
  CHECK(speed(" --trainer ms-swift") > speed(" --trainer litgpt"));
  const Run unknown = run_fixed(split_arguments("estimate 4090 --task lora --trainer megatron"));
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("known are fsdp-qlora, litgpt, ms-swift") != std::string::npos);
  const Run row = run_rows("card,task,trainer\n4090,lora,litgpt\n");
  CHECK(row.out.find("\"trainer\": \"litgpt\"") != std::string::npos);
}

TEST_CASE("pre-training uses the usual trainer of the model or the one given") {
  const auto trainer = [](const std::string& flags) {
    return std::string(estimate_json("h100-sxm:8 --task pretrain " + flags)["assumed"]["trainer"]);
  };
  CHECK(trainer("--model llama-2-7b") == "llm-foundry");
  CHECK(trainer("--model qwen3-30b-a3b") == "megatron");
  CHECK(trainer("--model llama-2-7b --trainer megatron") == "megatron");
  CHECK(trainer("--model qwen3-30b-a3b --trainer llm-foundry") == "llm-foundry");
  const Run run =
      run_fixed({"estimate", "h100-sxm:8", "--task", "pretrain", "--trainer", "litgpt"});
  CHECK(run.status == 2);
  CHECK(run.err.find("known are llm-foundry and megatron") != std::string::npos);
  const auto said = [](const char* name) {
    return run_fixed({"estimate", "h100-sxm:8", "--task", "pretrain", "--model", "qwen3-30b-a3b",
                      "--zero", "3", "--trainer", name})
        .out;
  };
  CHECK(said("megatron").find("hold the model between them") != std::string::npos);
  CHECK(said("llm-foundry").find("shard weights, gradients and optimizer") != std::string::npos);
}

TEST_CASE("fewer LoRA targets need less memory, and the answer names them") {
  const auto parts = [](const std::string& targets) {
    const Parsed out = estimate_json("4090 --task qlora --lora-targets " + targets);
    CHECK(out["assumed"]["lora_targets"] == targets);
    return out["memory"]["parts"]["adapters"].get<double>();
  };
  CHECK(parts("qv") < parts("attention"));
  CHECK(parts("attention") < parts("all"));
  CHECK(run_fixed({"estimate", "4090", "--task", "lora", "--lora-targets", "mlp"}).status == 2);
}

TEST_CASE("flags that the task does not use are noted and change nothing") {
  const std::pair<const char*, const char*> rows[] = {
      {"estimate 4090 --lora-rank 8", "--lora-rank has no part in chat"},
      {"estimate 4090 --task serve --checkpointing", "--checkpointing has no part in serve"},
      {"estimate 4090 --task vision-train --context 4k", "--context has no part in vision-train"},
      {"estimate 4090 --task lora --quant q4_k_m --kv-quant q8_0",
       "--quant and --kv-quant have no part in lora"},
      {"estimate h100-sxm:8 --task pretrain --lora-rank 8", "--lora-rank has no part in pretrain"},
      {"fit 3060-12gb --zero 2", "--zero has no part in chat"},
      {"recommend --model qwen3-8b --zero 2", "--zero has no part in chat"},
      {"diff 3090 4090 --task image --context 4k", "--context has no part in image"},
  };
  for (const auto& [line, note] : rows) {
    const Run run = run_fixed(split_arguments(line));
    INFO(line);
    CHECK(run.status == 0);
    CHECK(run.err == std::string("gpupick: note: ") + note + "\n");
  }
  CHECK(estimate_json("4090 --lora-rank 8") == estimate_json("4090"));
  CHECK(run_rows("card,task,lora_rank\n4090,chat,8\n").err.empty());
}

TEST_CASE("more cards are not proposed if they cannot be joined") {
  CHECK(estimate_json("3090 --model llama-3.1-70b --context 32k --quant bf16", 1)["change"] ==
        "7 cards");
  CHECK_FALSE(estimate_json("m4-max-128gb --model llama-3.1-405b", 1).contains("change"));
}

TEST_CASE("a network's kind selects the workload that ranks cards for its training") {
  for (const auto& [network, profile] :
       {std::pair("resnet-50", "cnn-training"), std::pair("gnmt", "sequence-training"),
        std::pair("tacotron2", "sequence-training"), std::pair("bert-large", "sequence-training")})
    CHECK(Parsed::parse(run_fixed({"recommend", "--task", "vision-train", "--model", network,
                                   "--top", "1", "--format", "json"})
                            .out)["profile"] == profile);
}

TEST_CASE("a network that most people run is trained only if the task is named") {
  const Run run = run_gpupick({"recommend", "--model", "whisper-large-v3"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err,
             ContainsSubstring("is not known; `--task vision-train` estimates its training"));
}

TEST_CASE("values resolved per card have no single value in a ranking") {
  for (const char* line : {"recommend --task vision-train --top 1 --details",
                           "diff 3090 4090 --task vision-train --all"}) {
    std::vector<std::string> args = split_arguments(line);
    CHECK_THAT(run_fixed(args).out, ContainsSubstring("batch as many as fit"));
    args.insert(args.end(), {"--format", "json"});
    const Parsed job = Parsed::parse(run_fixed(args).out)["job"];
    CHECK_FALSE(job.contains("batch"));
    CHECK(job["model"] == "resnet-50");
  }
  const Run tuning = run_fixed({"diff", "3090", "4090", "--task", "lora", "--all"});
  CHECK_THAT(tuning.out, ContainsSubstring("zero as little as fits"));
}

TEST_CASE("training that does not fit still reports its operations") {
  const Parsed json = estimate_json(
      "v100-sxm-32gb --task pretrain --model gpt-3-175b --precision fp16 --tokens 300B", 1);
  CHECK(json["work"]["operations"].get<double>() == Approx(3.15e23).epsilon(0.01));
  CHECK(json["work"]["days"]["low"] < json["work"]["days"]["value"]);
  const Run run =
      run_fixed(split_arguments("estimate v100-sxm-32gb --task pretrain --model gpt-3-175b "
                                "--precision fp16 --tokens 300B --explain"));
  CHECK_THAT(run.out, ContainsSubstring("Work      3.14 x 10^23 operations; "));
  CHECK_THAT(run.out, ContainsSubstring("= 6 x 175 billion parameters x 300 billion tokens"));
  CHECK_FALSE(estimate_json("4090 --task pretrain --model llama-2-7b", 1).contains("work"));
}

TEST_CASE("a config.json is read as a model named after its folder") {
  const std::string path = project_path("tests/unit/config/yi-1.5-9b/config.json");
  const Parsed json = estimate_json("rtx-3090 --model " + path);
  CHECK(json["fits"] == true);
  CHECK(json["assumed"]["model"] == "yi-1.5-9b");
  CHECK(json["assumed"]["context"] == 4096);  // the model's limit
  // 2 x 48 layers x 4 heads x 128 x 2 bytes, for 4,096 tokens.
  CHECK(json["memory"]["parts"]["cache"] == 2.0 * 48 * 4 * 128 * 2 * 4096 / (1 << 30));
  const Run piped = run_fixed({"estimate", "rtx-3090", "--model", "-"}, read_text(path));
  CHECK(piped.status == 0);
  const Run folder = run_fixed({"estimate", "rtx-3090", "--model", project_path("tests/catalog/")});
  CHECK(folder.status == 2);
  CHECK_THAT(folder.err, ContainsSubstring("tests/catalog/' holds no model: neither"));
  CHECK(run_fixed({"estimate", "rtx-3090", "--model", "-"}, "not json").status == 2);
}

TEST_CASE("a parameter count makes a model of that size") {
  const double size = estimate_json("rtx-3090 --params 13B --quant q8_0")["memory"]["needed_gib"];
  const double known =
      estimate_json("rtx-3090 --model llama-2-13b --quant q8_0")["memory"]["needed_gib"];
  CHECK(size < known);  // its query heads share KV heads
  CHECK(size > 13e9 / 1024 / 1024 / 1024);
}

TEST_CASE("rows are answered in order, each like a single estimate") {
  const Run run = run_rows(
      "count,card,model,context\n"
      "2,rtx-3090,llama-3.1-8b,16k\n"
      ",4090,qwen3-8b,\n"
      ",\"RTX 3060 12GB\",\"mixtral-8x7b\",\n");
  REQUIRE(run.status == 0);  // the last does not fit, but was answered
  CHECK(run.err.empty());
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 3);
  CHECK(answers[0] == estimate_json("rtx-3090:2 --model llama-3.1-8b --context 16k"));
  CHECK(answers[1] == estimate_json("4090 --model qwen3-8b"));
  CHECK(answers[2] == estimate_json("rtx-3060-12gb --model mixtral-8x7b"));
  CHECK(answers[2]["runs"] == "partly_in_host");
}

TEST_CASE("command-line flags are defaults for --rows") {
  const Run run = run_rows("card,task,batch\n4090,,\n4090,lora,2\n", "--model qwen3-4b --batch 4");
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 2);
  CHECK(answers[0] == estimate_json("4090 --model qwen3-4b --batch 4"));
  CHECK(answers[1] == estimate_json("4090 --model qwen3-4b --batch 2 --task lora"));
}

TEST_CASE("a row may give a parameter count instead of a model") {
  const std::vector<Parsed> answers = json_lines(run_rows("card,params\n4090,13B\n4090,\n").out);
  REQUIRE(answers.size() == 2);
  CHECK(answers[0] == estimate_json("4090 --params 13B"));
  CHECK(answers[1] == estimate_json("4090"));
}

TEST_CASE("a row takes the cards that the command takes") {
  const Run run = run_rows(
      "Card,Count,MODEL\n"
      "3090:2,2,qwen3-8b\n"
      "3090:2,4,qwen3-8b\n"
      "3090+4090,,qwen3-8b\n"
      "3090+4090,2,qwen3-8b\n");
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 4);
  CHECK(answers[0] == estimate_json("3090:2 --model qwen3-8b"));
  CHECK(answers[1]["error"] == "the card '3090:2' and the count 4 differ; give one of them");
  CHECK(answers[2] == estimate_json("3090+4090 --model qwen3-8b"));
  CHECK(answers[3].contains("error"));
}

TEST_CASE("cells of --rows are validated like flags") {
  const std::vector<Parsed> answers = json_lines(run_rows("card,task,precision,attention\n"
                                                          "4090,lora,banana,\n"
                                                          "4090,lora,,flashy\n"
                                                          "4090,lora,fp16,eager\n"
                                                          "4090:2,lora,,\n")
                                                     .out);
  REQUIRE(answers.size() == 4);
  CHECK(std::string(answers[0]["error"]).starts_with("no precision is called 'banana'"));
  CHECK(std::string(answers[1]["error"]).starts_with("no attention is called 'flashy'"));
  CHECK(answers[2]["assumed"]["attention"] == "eager");
  CHECK(answers[3]["count"] == 2);
}

TEST_CASE("a bad row gives an error line in its place and exit status 1") {
  const Run run = run_rows(
      "card,model,context\n"
      "4090,qwen3-8b,\n"
      "4090,nonsense,\n"
      ",qwen3-8b,\n"
      "4090,qwen3-8b,-1\n"
      "4090,qwen3-8b,8k,too,many\n"
      "\n"
      "rtx-9999\n"
      "4090\n");
  CHECK(run.status == 1);
  CHECK(run.err.empty());
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 7);
  const std::pair<int, const char*> errors[] = {
      {3, "no model is called 'nonsense'"},
      {4, "the row names no card"},
      {5, "--context takes tokens such as 8192, 8k or 1M, not '-1'"},
      {6, "5 cells, but the header names 3"},
      {8, "no card is called 'rtx-9999'"}};
  CHECK(answers[0]["fits"] == true);
  for (std::size_t i = 0; i < std::size(errors); ++i) {
    CHECK(answers[i + 1]["line"] == errors[i].first);
    CHECK_THAT(answers[i + 1]["error"].get<std::string>(), ContainsSubstring(errors[i].second));
  }
  CHECK(answers[6]["assumed"]["model"] == "llama-3.1-8b");
}

TEST_CASE("a malformed --rows table is rejected as a whole") {
  const std::pair<const char*, const char*> tables[] = {
      {"", "standard input is empty; its first line must be a header"},
      {"card,beauty\n4090,9\n",
       "-:1: no column is called 'beauty'; known are card, count, task, model, params, quant, "
       "kv_quant, context, prompt, cached_prompt, generate, micro_batch, batch, draft_model, "
       "draft_quant, draft, acceptance, "
       "each, "
       "ttft_limit, "
       "runtime, usable, "
       "attention, precision, "
       "optimizer, trainer, "
       "lora_rank, lora_targets, resolution, steps and frames\n"},
      {"model\nqwen3-8b\n", "-:1: the header needs the column card"},
      {"\n", "-:1: the first line must be a header, with the column card"},
      {"4090,qwen3-8b\n", "-:1: no column is called '4090'"},
      {"card,card\x1b[31m\n", "-:1: no column is called"},
      {"card,model,card\n", "-:1: duplicate column 'card'"},
  };
  for (const auto& [text, message] : tables) {
    const Run run = run_rows(text);
    INFO(text);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, ContainsSubstring(message));
    CHECK(run.err.find('\x1b') == std::string::npos);
  }
  const Run header = run_rows("card,model\n");
  CHECK(header.status == 0);
  CHECK(header.out.empty());
}

TEST_CASE("rows may have CRLF, a byte order mark and no last newline") {
  const std::string plain = "card,model\n4090,qwen3-8b\n3090,qwen3-4b\n";
  const std::string expected = run_rows(plain).out;
  CHECK(json_lines(expected).size() == 2);
  CHECK(run_rows("card,model\r\n4090,qwen3-8b\r\n\r\n3090,qwen3-4b\r\n").out == expected);
  CHECK(run_rows("\xEF\xBB\xBF" + plain).out == expected);
  CHECK(run_rows(plain.substr(0, plain.size() - 1)).out == expected);
}

TEST_CASE("a row may name a config.json if the user allows it") {
  const std::string path = project_path("tests/unit/config/yi-1.5-9b/config.json");
  const std::string rows =
      "card,model\n3090," + path + "\n4090," + path + "\n3090,none.json\n4090,-\n4090,qwen3-8b\n";
  const std::vector<Parsed> refused = json_lines(run_rows(rows).out);
  REQUIRE(refused.size() == 5);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK_THAT(refused[i]["error"].get<std::string>(),
               ContainsSubstring("is a file; rows name models of the catalog"));
  const Run run = run_rows(rows, "--allow-files");
  CHECK(run.status == 1);
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 5);
  CHECK(answers[0] == estimate_json("rtx-3090 --model " + path));
  CHECK(answers[1]["assumed"]["model"] == "yi-1.5-9b");
  CHECK_THAT(answers[2]["error"].get<std::string>(), ContainsSubstring("cannot read 'none.json'"));
  // Standard input holds the rows.
  CHECK_THAT(answers[3]["error"].get<std::string>(), ContainsSubstring("cannot read standard"));
  CHECK(answers[4] == estimate_json("4090 --model qwen3-8b"));
  CHECK(
      json_lines(run_rows("card,draft_model\n4090," + path + "\n").out).front().contains("error"));
}

TEST_CASE("the text of a file that is refused is not kept") {
  std::istringstream none;
  Inputs inputs(none, nullptr, true);
  JobMaker jobs(fixed_catalog(), inputs);
  JobOptions options;
  options.of(job_flag("--model")).text = project_path("tests/catalog/hosts.json");
  for (int i = 0; i < 2; ++i) {
    CHECK_THROWS_AS(jobs.make(options), Error);
    CHECK(inputs.kept() == 0);
  }
}

TEST_CASE("hostile cells are never echoed raw") {
  const Run run = run_rows("card,model\n4090,a\x1b]0;owned\x07\xff\n");
  CHECK(run.status == 1);
  CHECK(run.out.find('\x1b') == std::string::npos);
  CHECK(run.out.find('\x07') == std::string::npos);
  CHECK(json_lines(run.out).size() == 1);
}

// Returns one line at a time and counts, before each line, the answers flushed so far.
class SlowRows : public std::streambuf {
 public:
  SlowRows(std::vector<std::string> lines, const std::string& flushed)
      : lines_(std::move(lines)), flushed_(flushed) {}
  std::vector<std::size_t> answers;  // flushed before each line

 protected:
  int_type underflow() override {
    answers.push_back(static_cast<std::size_t>(std::count(flushed_.begin(), flushed_.end(), '\n')));
    if (next_ == lines_.size()) return traits_type::eof();
    std::string& line = lines_[next_++];
    setg(line.data(), line.data(), line.data() + line.size());
    return traits_type::to_int_type(line.front());
  }

 private:
  std::vector<std::string> lines_;
  const std::string& flushed_;
  std::size_t next_ = 0;
};

// Keeps the flushed text.
class Flushed : public std::stringbuf {
 public:
  std::string text;

 protected:
  int sync() override {
    text += str();
    str("");
    return 0;
  }
};

TEST_CASE("each row is answered before the next is read") {
  Flushed buffer;
  SlowRows rows({"card\n", "rtx-4090\n", "nonsense\nrtx-30", "90\nrtx-3060-12gb\n"}, buffer.text);
  std::istream in(&rows);
  std::ostream out(&buffer);
  std::ostringstream err;
  Environment environment{
      in, out, err, std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21), 100, false};
  CHECK(run(on_fixed({"estimate", "--rows", "-"}), environment) == 1);
  CHECK(rows.answers == std::vector<std::size_t>{0, 0, 1, 2, 4});
}

TEST_CASE("rows that were answered are written if reading the next fails") {
  class Failing : public SlowRows {
   public:
    using SlowRows::SlowRows;

   protected:
    int_type underflow() override {
      if (answers.size() == 2) throw std::runtime_error("the reader broke");
      return SlowRows::underflow();
    }
  };
  for (const auto errors : {std::ios::goodbit, std::ios::badbit}) {
    std::ostringstream out, err;
    const std::string nothing;
    Failing rows({"card\n", "rtx-4090\n"}, nothing);
    std::istream in(&rows);
    in.exceptions(errors);
    Environment environment{in, out, err, {}};
    CHECK(run(on_fixed({"estimate", "--rows", "-"}), environment) == 2);
    CHECK(json_lines(out.str()).size() == 1);
    CHECK_THAT(err.str(), ContainsSubstring("gpupick: error: "));
  }
}

TEST_CASE("fit leaves out and counts models with a shorter context limit") {
  const auto fits = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"fit", "h200-sxm"});
    args.insert(args.end(), {"--format", "json"});
    return Parsed::parse(run_fixed(args).out);
  };
  const Parsed all = fits({}), some = fits({"--context", "200k"});
  CHECK(all["left_out"] == 0);
  CHECK(some["left_out"].get<std::size_t>() > 0);
  CHECK(some["models"].size() < all["models"].size());
  for (const Parsed& row : some["models"]) CHECK(row["context"] == 200 * 1024);
  CHECK_THAT(run_fixed({"fit", "h200-sxm"}).out, !ContainsSubstring("Left out"));
  CHECK_THAT(run_fixed({"fit", "h200-sxm", "--context", "200k"}).out,
             ContainsSubstring("with a context below 204,800 tokens"));
}

TEST_CASE("fit lists what runs partly in the computer's memory as estimate does") {
  const Run run = run_fixed(split_arguments("fit 3060-12gb --match mixtral"));
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("12 (5.8-17, rough)m"));
  CHECK_THAT(run.out, ContainsSubstring("m partly in the computer's memory"));
  CHECK_THAT(run_fixed(split_arguments("estimate 3060-12gb --model mixtral-8x7b")).out,
             ContainsSubstring("12 tokens/s (5.8-17, rough)"));
  const Run less = run_fixed(split_arguments("fit 3060-12gb --match mixtral --ram 8"));
  CHECK(less.status == 1);
  CHECK_THAT(less.out, ContainsSubstring("No model of the catalog fits"));
  const Run small = run_fixed(split_arguments("fit 3090 --match mixtral --quant q3_k_m"));
  CHECK_THAT(small.out, ContainsSubstring("q3_k_m"));
}

TEST_CASE("fit names the task of models that match") {
  CHECK_THAT(run_fixed(split_arguments("fit 3060-12gb --match flux")).out,
             ContainsSubstring("some for `--task image` do"));
}

TEST_CASE("users and the speed of each are a limit together") {
  const std::string job = "--task serve --model llama-3.1-8b --context 4k --users 16";
  const Run all = run_fixed(split_arguments("recommend --short " + job));
  CHECK(all.status == 0);
  const Run fast = run_fixed(split_arguments("recommend " + job + " --each 60"));
  CHECK_THAT(fast.out, ContainsSubstring("60 tokens/s"));
  CHECK_THAT(fast.out, ContainsSubstring("for 16 users"));
  const Parsed ranking = Parsed::parse(
      run_fixed(split_arguments("recommend " + job + " --each 60 --format json")).out);
  CHECK_FALSE(ranking["ranked"].empty());
  for (const Parsed& card : ranking["ranked"]) {
    const std::string cards = card["id"].get<std::string>() + ":" + card["count"].dump();
    INFO(cards);
    const Run run =
        run_fixed(split_arguments("estimate " + cards + " " + job + " --each 60 --format json"));
    const Parsed found = Parsed::parse(run.out);
    CHECK(found["runs"] != "no");
    if (found["runs"] == "as_asked") CHECK(found["decode_tok_s"]["value"] >= 60);
  }
  CHECK_THAT(run_fixed(split_arguments("estimate rtx-5090 " + job + " --each 1000")).out,
             ContainsSubstring("the users get less than 1,000 tokens/s each"));
}

TEST_CASE("several chats at once point to --task serve") {
  CHECK_THAT(run_fixed(split_arguments("recommend --model llama-3.1-8b --users 30")).out,
             ContainsSubstring("30 chats at once (for a service: `--task serve`)"));
}

TEST_CASE("fit agrees with estimate for every task", "[slow]") {
  for (const TaskRow& row : task_rows) {
    const std::string task(row.name);
    INFO(task);
    const Parsed fits = Parsed::parse(
        run_fixed({"fit", "rtx-4090", "--for", task, "--format", "json"}).out)["models"];
    CHECK_FALSE(fits.empty());
    for (const Parsed& fit : fits) {
      INFO(fit);
      std::string job = "rtx-4090 --task " + task + " --model " + fit["model"].get<std::string>();
      if (fit["runs"] != "as_asked") {
        const Run run = run_fixed(split_arguments("estimate " + job + " --format json"));
        CHECK(Parsed::parse(run.out)["runs"] == fit["runs"]);
        continue;
      }
      if (is_inference(row.task) || row.task == Task::image)
        job += " --quant " + fit["quant"].get<std::string>();
      const Parsed estimate = estimate_json(job);
      CHECK(estimate["fits"] == true);
      CHECK(estimate["memory"]["needed_gib"] == fit["needed_gib"]);
      for (const OutputRow& output : outputs)
        CHECK(estimate.contains(output.key) == fit.contains(output.key));
    }
  }
}

TEST_CASE("fit picks fewer bits for an image network that is too large") {
  const auto format_on = [](const char* card) {
    const Parsed fits = Parsed::parse(
        run_fixed({"fit", card, "--for", "image", "--match", "flux", "--format", "json"})
            .out)["models"];
    return fits.empty() ? std::string() : fits[0]["quant"].get<std::string>();
  };
  CHECK(format_on("h200-sxm") == "bf16");
  CHECK(format_on("rtx-4090") == "fp8");
}

TEST_CASE("fit sorts by release date and obeys --top and --match") {
  const auto fits = [](std::vector<std::string> more) {
    std::vector<std::string> args{"fit", "rtx-4090", "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    return Parsed::parse(run_fixed(args).out)["models"];
  };
  const Parsed all = fits({});
  std::string newest = "9999";
  for (const Parsed& fit : all) {
    const std::string day = fit.value("released", "");
    CHECK(day <= newest);
    newest = day;
  }
  CHECK(fits({"--top", "2"}).size() == 2);
  const Parsed some = fits({"--match", "Qwen"});
  CHECK(some.size() < all.size());
  for (const Parsed& fit : some)
    CHECK(fit["model"].get<std::string>().find("qwen") != std::string::npos);
}

TEST_CASE("fit on a day lists no model of a later one") {
  const Parsed all = Parsed::parse(run_gpupick({"fit", "rtx-4090", "--format", "json"}).out),
               then = Parsed::parse(
                   run_gpupick({"fit", "rtx-4090", "--format", "json", "--as-of", "2025-06-30"})
                       .out);
  REQUIRE(then["models"].size() > 0);
  CHECK(then["models"].size() < all["models"].size());
  for (const Parsed& model : then["models"])
    CHECK(model.value("released", "") <= std::string("2025-06-30"));
}

TEST_CASE("fit leaves out models whose heads the cards cannot share") {
  const auto fits = [](const char* card) {
    return Parsed::parse(
        run_fixed({"fit", card, "--task", "serve", "--format", "json"}).out)["models"];
  };
  const Parsed three = fits("rtx-4090:3"), two = fits("rtx-4090:2");
  for (const Parsed& row : three) {
    INFO(row);
    CHECK(row.contains("decode_tok_s"));
    const std::string job = "rtx-4090:3 --task serve --model " + row["model"].get<std::string>() +
                            " --quant " + row["quant"].get<std::string>();
    CHECK_FALSE(estimate_json(job).contains("missing"));
    // The third card stays idle unless each card holds a copy of the model.
    for (const Parsed& other : two)
      if (other["model"] == row["model"] && other["quant"] == row["quant"])
        CHECK(row["longest_context"] == other["longest_context"]);
  }
}

TEST_CASE("models on a day lists none of a later one") {
  const auto count = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"models", "--format", "json"});
    return Parsed::parse(run_gpupick(args).out)["models"].size();
  };
  CHECK(count({"--as-of", "2024-01-01"}) > 0);
  CHECK(count({"--as-of", "2024-01-01"}) < count({"--as-of", "2025-01-01"}));
  CHECK(count({"--as-of", "2025-01-01"}) < count({}));
}

TEST_CASE("models prints the notes of a model") {
  const Parsed models = Parsed::parse(run_fixed({"models", "--format", "json"}).out)["models"];
  for (const char* kind : {"language", "diffusion"})
    CHECK(std::any_of(models.begin(), models.end(), [&](const Parsed& model) {
      return model["kind"] == kind && !model["notes"].empty();
    }));
}

TEST_CASE("rows are read from a file like from standard input") {
  const Run run = run_fixed({"estimate", "--rows", project_path("tests/unit/jobs.csv")});
  CHECK(run.status == 0);
  const std::vector<Parsed> answers = json_lines(run.out);
  REQUIRE(answers.size() == 3);
  CHECK(answers[1]["count"] == 4);
  CHECK(answers[1]["assumed"]["runtime"] == "vllm");
  CHECK(answers[2]["assumed"]["quant"] == "nf4-dq");
}

TEST_CASE("a laptop card is estimated like an unmeasured card") {
  for (const char* work : {"chat", "qlora", "image"}) {
    INFO(work);
    const Run run = run_gpupick({"estimate", "rtx-4090-laptop", "--task", work});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, ContainsSubstring("Rough     no card of this kind was measured"));
  }
  CHECK(run_gpupick({"fit", "rtx-3060-laptop"}).status == 0);
}

}  // namespace
TEST_CASE("a model's default format is the one it is published in") {
  const auto assumed = [](const char* arguments, int status = 0) {
    return estimate_json(arguments, status)["assumed"]["quant"].get<std::string>();
  };
  CHECK(assumed("h100-sxm --task serve --model gpt-oss-120b") == "mxfp4");
  CHECK(assumed("rtx-4090 --model gpt-oss-20b") == "mxfp4");
  CHECK(assumed("h200-sxm:8 --task serve --model deepseek-v3") == "fp8");
  CHECK(assumed("rtx-4090 --model deepseek-v3", 1) == "q4_k_m");
  CHECK(assumed("rtx-4090 --task serve") == "bf16");
}

TEST_CASE("estimate reports obstacles other than memory") {
  const auto says = [](const char* arguments) {
    return run_fixed(split_arguments(std::string("estimate ") + arguments)).out;
  };
  CHECK_THAT(says("p40 --runtime vllm"), ContainsSubstring("vllm does not support Pascal"));
  CHECK_THAT(says("t4 --task qlora"), ContainsSubstring("Turing has no BF16"));
  CHECK_THAT(says("rtx-4090 --model llama-2-7b --context 32k"),
             ContainsSubstring("Note      Llama 2 7B was made for 4,096 tokens of context"));
  CHECK_THAT(says("rtx-4090 --task serve"), !ContainsSubstring("Note "));
  CHECK(says("10de:2684 --model qwen3-8b") == says("rtx-4090 --model qwen3-8b"));
}

TEST_CASE("a full context is slower than a short prompt") {
  const Parsed json = estimate_json("rtx-4090 --context 64k");
  CHECK(json["decode_full_tok_s"]["value"] < 0.7 * json["decode_tok_s"]["value"].get<double>());
}

TEST_CASE("an estimate on unmeasured cards is rough") {
  for (const char* line :
       {"rx-9060-xt-16gb --task image --model sdxl-base-1.0",
        "mi300x --task qlora --model qwen3-8b", "arc-b580 --task qlora --model qwen3-8b"}) {
    const Run run =
        run_gpupick(split_arguments(std::string("estimate ") + line + " --format json"));
    INFO(line << run.err);
    const Parsed out = Parsed::parse(run.out);
    REQUIRE(out.contains("unmeasured"));
    for (const auto& [key, speed] : out.items())
      if (speed.contains("low")) CHECK(speed.contains("rough"));
  }
}

TEST_CASE("files that the runtime does not read are not counted as others") {
  const std::string config =
      R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
          "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
          "vocab_size": 128256, "torch_dtype": "bfloat16",
          "quantization": {"group_size": 64, "bits": 4}})";
  const auto estimate = [&](const char* flags) {
    return run_gpupick(split_arguments(fmt::format("estimate rtx-4090 --model - {}", flags)),
                       config);
  };
  for (const char* engine : {"vllm", "llama.cpp"})
    CHECK_THAT(estimate(fmt::format("--runtime {}", engine).c_str()).err,
               ContainsSubstring(fmt::format("are mlx-4bit, which {} does not read", engine)));
  CHECK(estimate("--runtime vllm --quant awq").status == 0);
}

}  // namespace gpupick
