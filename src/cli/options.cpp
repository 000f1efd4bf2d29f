#include "cli/options.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "catalog/feature.hpp"
#include "catalog/gpu.hpp"
#include "catalog/workload.hpp"
#include "physics/job.hpp"

namespace gpupick {
namespace {

template <class List>
Words words_of(const List& list) {
  return {list.begin(), list.end()};
}

void bind(Flags& flags, const LimitRow& row, LimitOption& option) {
  const std::string flag(row.flag), help(row.help), type(row.type);
  const auto legal_words = [&](const Words& legal) {
    flags.words(flag, option.words, type, fmt::format("{}: {}", help, join(legal, ", ")), legal);
  };
  switch (row.kind) {
    case LimitKind::at_least:
    case LimitKind::at_most:
    case LimitKind::price:
      return flags.amount(flag, option.amount, type, help);
    case LimitKind::one_of:
      return legal_words(words_of(find_figure(row.figure)->choices));
    case LimitKind::all_of:
      return legal_words(feature_words());
    case LimitKind::version:
    case LimitKind::after:
      return flags.text(flag, option.text, type, help);
    case LimitKind::only:
    case LimitKind::exclude:
      return flags.words(flag, option.words, type, help);
    case LimitKind::cause:
      return;
  }
}

}  // namespace

void bind(Flags& flags, GlobalOptions& options) {
  flags.group("Everywhere");
  flags.word("--format", options.format, "FORM",
             "text, json, csv or markdown; validate also github and sarif",
             {"text", "json", "csv", "markdown", "github", "sarif"});
  flags.text("--catalog", options.catalog, "PATH",
             "a data file or folder instead of the built-in data; - reads standard input");
  flags.repeated("--add", options.add, "PATH",
                 "a data file or folder laid over the data; may be repeated");
  flags.text("--as-of", options.as_of, "DATE",
             "answer as on this day (default: the newest price in the data)");
  flags.group("");
}

void bind(Flags& flags, LimitOptions& options) {
  flags.group("Limits (a card that fails one is left out, with the reason)");
  for (std::size_t i = 0; i < std::size(limit_rows); ++i) bind(flags, limit_rows[i], options[i]);
  flags.group("");
}

void bind(Flags& flags, PriceOptions& options) {
  flags.group("Prices");
  flags.word("--condition", options.condition, "WORD", "new, used or any: the lower of the two",
             {"new", "used", "any"});
  flags.words("--price", options.price, "CARD=USD",
              "a price of your own, as in rtx-3090=900; may be repeated");
  flags.text("--prices", options.prices, "FILE",
             "prices of your own: CSV with the columns card and usd");
  flags.amount("--host-cost", options.host_cost, "USD",
               "add a computer at this price to what buys none");
  flags.group("");
}

void bind(Flags& flags, WorkOptions& options) {
  flags.group("Work");
  flags.text("--for", options.workload, "NAME",
             "a workload (`gpupick workloads` names them) or a file with one");
  flags.word("--prefer", options.prefer, "WORD", join(words_of(preferences), ", "),
             words_of(preferences));
  flags.words("--weight", options.weight, "OUTCOME=W,...",
              "weights of your own: speed=0.6,price=0.3,memory=0.1");
  flags.toggle("--unsupported", options.unsupported,
               "also cards that current software no longer serves");
  flags.group("");
}

void bind(Flags& flags, JobOptions& options, JobFlags which) {
  flags.group(job_group);
  Words tasks;
  for (const TaskRow& row : task_rows) tasks.emplace_back(row.name);
  flags.word("--task", options.task, "WORD", join(tasks, ", "), tasks);
  if (which != JobFlags::any_model) {
    flags.text("--model", options.model, "NAME",
               "a model (`gpupick models` names them), or the path of a config.json");
    flags.text("--params", options.params, "COUNT",
               "a model of which only the size is known, as 13B: less certain");
    flags.text("--quant", options.quant, "TYPE",
               "format of the weights: q4_k_m, q8_0, f16, gptq, awq, nf4, fp8, mxfp4, ... "
               "(default: q4_k_m under llama.cpp, else the one that the model is published in)");
  }
  flags.text("--kv-quant", options.kv_quant, "TYPE",
             "format of the cache: f16, q8_0, q5_0, q4_0 or fp8");
  flags.text("--context", options.context, "TOKENS",
             "tokens of cache for each stream, or of a sequence in training, as 8192, 8k or 1M");
  flags.text("--prompt", options.prompt, "TOKENS", "tokens read before the first is written");
  flags.text("--generate", options.generate, "TOKENS", "tokens written");
  flags.text("--batch,--users", options.batch, "N",
             "streams, sequences or images at once; serving takes as many as fit");
  flags.text("--runtime", options.engine, "NAME",
             "llama.cpp, vllm, tensorrt-llm, transformers or transformers-4.44");
  flags.word("--attention", options.attention, "WORD",
             "fused (FlashAttention, SDPA, xformers), or eager, which keeps its scores",
             words_of(attention_names));
  flags.word("--precision", options.precision, "WORD",
             "of training and images: " + join(words_of(precision_names), ", "),
             words_of(precision_names));
  flags.text("--optimizer", options.optimizer, "NAME",
             "adamw, adamw-8bit, paged-adamw, adafactor or sgd");
  flags.text("--accumulate", options.accumulate, "N", "batches per step of the optimizer");
  flags.toggle("--checkpointing", options.checkpointing,
               "compute activations again instead of keeping them (usual but for pretrain)");
  flags.toggle("--no-checkpointing", options.no_checkpointing, "keep them");
  flags.text("--lora-rank", options.lora_rank, "R", "rank of the adapters");
  flags.whole("--zero", options.zero, "STAGE", "what several cards shard: 0 to 3", 0, 3);
  flags.text("--tokens", options.tokens, "COUNT", "to train on in all, as 300B: gives the days");
  flags.text("--resolution", options.resolution, "PIXELS", "a side of an image");
  flags.toggle("--offload", options.offload,
               "of an image network only the component at work is on the card");
  if (which == JobFlags::with_host) {
    flags.text("--host-bandwidth", options.host_bandwidth, "GB/S",
               "of host memory, for what does not fit the card (default: 80)");
    flags.text("--pcie", options.pcie, "SLOT",
               "what it goes over: generation x lanes, as 4x8, or GB/s (default: the card's own)");
  }
  flags.group("");
}

}  // namespace gpupick
