#include "cli/flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/limits.hpp"
#include "base/text.hpp"
#include "catalog/feature.hpp"
#include "catalog/gpu.hpp"
#include "catalog/workload.hpp"
#include "physics/job.hpp"

namespace gpupick {
namespace {

constexpr const char* limit_group = "Limits (a card that fails one is left out, with the reason)";

std::vector<std::string> words_of(std::string_view figure) {
  const auto choices = find_figure(figure)->choices;
  return {choices.begin(), choices.end()};
}

// Refuses what is no finite number from zero up, and takes the commas out of 2,000.
std::string to_amount(std::string& text) {
  const std::optional<double> value = parse_number(text);
  if (!value || *value < 0)
    return fmt::format("takes a number from 0 up, as 24.5 or 2,000, not '{}'", printable(text));
  text = fmt::format("{}", *value);
  return {};
}

void number(CLI::App& command, const char* flag, std::optional<double>& value, const char* unit,
            const char* help) {
  command.add_option(flag, value, help)
      ->type_name(unit)
      ->group(limit_group)
      ->transform(CLI::Validator(to_amount, ""));
}

// Refuses words that are not legal, and names the one that may have been meant.
CLI::Validator one_of(const std::vector<std::string>& legal) {
  return CLI::Validator(
      [legal](std::string& word) -> std::string {
        if (std::find(legal.begin(), legal.end(), word) != legal.end()) return {};
        const std::string hint = did_you_mean(word, legal);
        return fmt::format("takes {}, not '{}'{}", enumerate(legal), printable(word), hint);
      },
      "");
}

void words(CLI::App& command, const char* flag, std::vector<std::string>& value,
           const std::vector<std::string>& legal, const std::string& help) {
  command.add_option(flag, value, help + ": " + join(legal, ", "))
      ->type_name("WORD,...")
      ->group(limit_group)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(legal));
}

}  // namespace

void bind(CLI::App& command, GlobalOptions& options) {
  constexpr const char* group = "Everywhere";
  command
      .add_option("--format", options.format,
                  "text, json, csv or markdown; validate also github and sarif")
      ->type_name("FORM")
      ->group(group)
      ->check(one_of({"text", "json", "csv", "markdown", "github", "sarif"}));
  command
      .add_option("--catalog", options.catalog,
                  "a data file or folder instead of the built-in data; - reads standard input")
      ->type_name("PATH")
      ->group(group);
  command
      .add_option("--add", options.add, "a data file or folder laid over the data; may be repeated")
      ->type_name("PATH")
      ->group(group)
      ->allow_extra_args(false);
  command
      .add_option("--as-of", options.as_of,
                  "answer as on this day (default: the newest price in the data)")
      ->type_name("DATE")
      ->group(group);
}

void bind(CLI::App& command, LimitOptions& options) {
  number(command, "--vram", options.vram, "GIB", "memory of one GPU, at least");
  number(command, "--budget", options.budget, "USD", "price, at most");
  number(command, "--max-power", options.max_power, "W", "board power, at most");
  number(command, "--psu", options.psu, "W", "the power supply you have");
  number(command, "--max-slots", options.max_slots, "N", "slots that are free");
  number(command, "--max-length", options.max_length, "MM", "length that fits the case");
  words(command, "--vendor", options.vendor, words_of("vendor"), "maker");
  words(command, "--stack", options.stack, words_of("stack"), "software stack");
  words(command, "--segment", options.segment, words_of("segment"), "segment");
  words(command, "--form-factor", options.form_factor, words_of("form_factor"), "form factor");
  words(command, "--cooling", options.cooling, words_of("cooling"), "cooling");
  words(command, "--needs", options.needs, feature_words(), "what the card must have");
  command
      .add_option("--min-compute-capability", options.min_compute_capability,
                  "NVIDIA compute capability, at least")
      ->type_name("X.Y")
      ->group(limit_group);
  command.add_option("--released-after", options.released_after, "launched after this day")
      ->type_name("DATE")
      ->group(limit_group);
  for (auto& [flag, value, help] :
       {std::tuple("--only", &options.only, "these cards only"),
        std::tuple("--exclude", &options.exclude, "all but these cards")})
    command.add_option(flag, *value, help)
        ->type_name("CARD,...")
        ->group(limit_group)
        ->delimiter(',')
        ->allow_extra_args(false);
}

void bind(CLI::App& command, PriceOptions& options) {
  constexpr const char* group = "Prices";
  command.add_option("--condition", options.condition, "new, used or any: the lower of the two")
      ->type_name("WORD")
      ->group(group)
      ->check(one_of({"new", "used", "any"}));
  command
      .add_option("--price", options.price,
                  "a price of your own, as in rtx-3090=900; may be repeated")
      ->type_name("CARD=USD")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--prices", options.prices,
                  "prices of your own: CSV with the columns card and usd")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--host-cost", options.host_cost,
                  "add a computer at this price to what buys none")
      ->type_name("USD")
      ->group(group)
      ->transform(CLI::Validator(to_amount, ""));
}

void bind(CLI::App& command, WorkOptions& options) {
  constexpr const char* group = "Work";
  command
      .add_option("--for", options.workload,
                  "a workload (`gpupick workloads` names them) or a file with one")
      ->type_name("NAME")
      ->group(group);
  command
      .add_option("--prefer", options.prefer, join({preferences.begin(), preferences.end()}, ", "))
      ->type_name("WORD")
      ->group(group)
      ->check(one_of({preferences.begin(), preferences.end()}));
  command
      .add_option("--weight", options.weight, "weights of your own: speed=0.6,price=0.3,memory=0.1")
      ->type_name("OUTCOME=W,...")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_flag("--unsupported", options.unsupported,
                "also cards that current software no longer serves")
      ->group(group);
}

void bind(CLI::App& command, JobOptions& options) {
  const auto add = [&](const char* flag, std::string& value, const char* type,
                       const std::string& help) {
    return command.add_option(flag, value, help)->type_name(type)->group(job_group);
  };
  const std::vector<std::string> tasks{task_names.begin(), task_names.end()};
  add("--task", options.task, "WORD", join(tasks, ", "))->check(one_of(tasks));
  if (command.get_name() != "fit") {
    add("--model", options.model, "NAME",
        "a model (`gpupick models` names them), or the path of a config.json");
    add("--params", options.params, "COUNT",
        "a model of which only the size is known, as 13B: less certain");
    add("--quant", options.quant, "TYPE",
        "format of the weights: q4_k_m, q8_0, f16, gptq, awq, nf4, fp8, mxfp4, ... (default: "
        "q4_k_m under llama.cpp, else the one that the model is published in)");
  }
  add("--kv-quant", options.kv_quant, "TYPE", "format of the cache: f16, q8_0, q5_0, q4_0 or fp8");
  add("--context", options.context, "TOKENS",
      "tokens of cache for each stream, or of a sequence in training, as 8192, 8k or 1M");
  add("--prompt", options.prompt, "TOKENS", "tokens read before the first is written");
  add("--generate", options.generate, "TOKENS", "tokens written");
  add("--batch,--users", options.batch, "N",
      "streams, sequences or images at once; serving takes as many as fit");
  add("--runtime", options.engine, "NAME",
      "llama.cpp, vllm, tensorrt-llm, transformers or transformers-4.44");
  add("--attention", options.attention, "WORD",
      "fused (FlashAttention, SDPA, xformers), or eager, which keeps its scores")
      ->check(one_of({attention_names.begin(), attention_names.end()}));
  add("--precision", options.precision, "WORD",
      "of training and images: " + join({precision_names.begin(), precision_names.end()}, ", "))
      ->check(one_of({precision_names.begin(), precision_names.end()}));
  add("--optimizer", options.optimizer, "NAME", "adamw, adamw-8bit, paged-adamw, adafactor or sgd");
  add("--accumulate", options.accumulate, "N", "batches per step of the optimizer");
  command
      .add_flag("--checkpointing", options.checkpointing,
                "compute activations again instead of keeping them (usual but for pretrain)")
      ->group(job_group);
  command.add_flag("--no-checkpointing", options.no_checkpointing, "keep them")->group(job_group);
  add("--lora-rank", options.lora_rank, "R", "rank of the adapters");
  command.add_option("--zero", options.zero, "what several cards shard: 0 to 3")
      ->type_name("STAGE")
      ->group(job_group)
      ->check(CLI::Range(0, 3).description(""));
  add("--tokens", options.tokens, "COUNT", "to train on in all, as 300B: gives the days");
  add("--resolution", options.resolution, "PIXELS", "a side of an image");
  command
      .add_flag("--offload", options.offload,
                "of an image network only the component at work is on the card")
      ->group(job_group);
  if (command.get_name() != "estimate") return;
  add("--host-bandwidth", options.host_bandwidth, "GB/S",
      "of host memory, for what does not fit the card (default: 80)");
  add("--pcie", options.pcie, "SLOT",
      "what it goes over: generation x lanes, as 4x8, or GB/s (default: the card's own)");
}

}  // namespace gpupick
