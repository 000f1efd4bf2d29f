// The table of the flags of a job, one row per flag.
#include <algorithm>
#include <array>
#include <type_traits>

#include "catalog/built_in.hpp"
#include "job/amounts.hpp"
#include "job/job_flags.hpp"

namespace gpupick {
namespace {

// How a typed value enters a member of a job, and what the job assumes there.
using Value = std::optional<Assumed>;

Value assumed_task(const Job& job) { return name_of(job.task); }

Value assumed_model(const Job& job) { return job.model ? job.model->id : job.network->id; }

// Returns an empty value for a batch of 0, which means as many as fit.
Value assumed_batch(const Job& job) { return job.batch > 0 ? Assumed(job.batch) : Assumed(); }

Value assumed_format(const Job& job) {
  if (!makes_images(job.task)) return job.format->id;
  return job.format && job.format->linear_bits < 16 ? job.format->id : std::string_view("16 bit");
}

Value assumed_side(const Job& job) {
  const double side = job.resolution > 0 ? job.resolution : job.network->resolution;
  return side > 0 ? Value(side) : std::nullopt;
}

// Networks other than encoders cannot recompute activations.
Value assumed_checkpoints(const Job& job) {
  if (job.network && job.network->kind != encoder_kind) return {};
  return job.checkpointing;
}

Value assumed_decoding(const Job& job) {
  if (job.batch <= 1) return {};
  return std::string_view(job.one_by_one ? "one by one" : "together");
}

void set_trainer(AskedJob& asked, const Catalog& catalog, std::string_view,
                 const std::string& text) {
  const Calibration& calibration = catalog.calibration();
  if (asked.job.task == Task::pretrain) {
    asked.job.pretraining_trainer = &calibration.pretraining_trainer(text);
  } else {
    asked.job.trainer = &calibration.fine_tuning_trainer(text);
    asked.job.spare_trainer = asked.job.sharing_trainer = nullptr;
  }
}
Value assumed_trainer(const Job& job) {
  return job.task == Task::pretrain ? job.pretraining_trainer->id : job.trainer->id;
}

void set_zero(AskedJob& asked, const Catalog&, std::string_view, const std::string& text) {
  asked.job.zero = text.front() - '0';
}
Value assumed_zero(const Job& job) {
  return job.zero ? Assumed(static_cast<double>(*job.zero)) : Assumed();
}

void set_resolution(AskedJob& asked, const Catalog&, std::string_view flag,
                    const std::string& text) {
  asked.job.resolution = parse_pixels(text, flag, asked.job.task == Task::video);
}

void set_slot(AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
  asked.job.slot_gb_s = parse_slot(text, flag).value / 1e9;
}

// Returns the trainers for pre-training, then those for fine-tuning.
Phrases ids_of_trainers() {
  Phrases ids = built_in_ids<PretrainingTrainer>();
  for (const std::string_view id : built_in_ids<FineTuningTrainer>()) ids.push_back(id);
  return ids;
}

// `set_...` stores a typed value in a member of the job; `assumed_...` returns what the job assumes
// there.
template <auto member, auto parse>
void set_amount(AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
  asked.job.*member = parse(text, flag);
}
template <auto member, auto parse>
void set_host(AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
  asked.host.*member = parse(text, flag);
}
template <auto member, auto find>
void set_record(AskedJob& asked, const Catalog& catalog, std::string_view,
                const std::string& text) {
  if constexpr (std::is_invocable_v<decltype(find), const Catalog&, const std::string&>)
    asked.job.*member = &(catalog.*find)(text);
  else
    asked.job.*member = &(catalog.calibration().*find)(text);
}
template <auto member, bool value>
void set_switch(AskedJob& asked, const Catalog&, std::string_view, const std::string&) {
  asked.job.*member = value;
}
// Stores the index of the word in `names`.
template <auto member, const auto& names>
void set_word(AskedJob& asked, const Catalog&, std::string_view, const std::string& text) {
  auto& value = asked.job.*member;
  value =
      static_cast<std::decay_t<decltype(value)>>(std::ranges::find(names, text) - names.begin());
}
template <auto member, const auto& names>
Value assumed_word(const Job& job) {
  return names[static_cast<std::size_t>(job.*member)];
}
template <auto member>
Value assumed_amount(const Job& job) {
  return job.*member;
}
// Returns nothing for 0, which means that the user did not give the value.
template <auto member>
Value assumed_where_given(const Job& job) {
  return job.*member > 0 ? Value(job.*member) : std::nullopt;
}
// Returns the value of the network if the user did not give one.
template <auto member, auto usual>
Value assumed_or_usual(const Job& job) {
  return job.*member > 0 ? job.*member : job.network->*usual;
}
template <auto member>
Value assumed_record(const Job& job) {
  return job.*member ? Value((job.*member)->id) : std::nullopt;
}

// The members that are stored and assumed in the same way.
template <auto member, auto parse>
constexpr JobValue amount = {set_amount<member, parse>, assumed_amount<member>};
template <auto member, auto parse>
constexpr JobValue given_amount = {set_amount<member, parse>, assumed_where_given<member>};
template <auto member, auto find>
constexpr JobValue record = {set_record<member, find>, assumed_record<member>};
template <auto member, const auto& names>
constexpr JobValue word = {set_word<member, names>, assumed_word<member, names>};

using enum Task;

constexpr bool makes_clips(Task task) { return task == video; }
constexpr bool may_compile(Task task) { return makes_images(task) || task == vision; }
constexpr bool is_network(Task task) { return !is_language(task); }
constexpr bool answers(Task task) { return task == chat || task == serve; }
constexpr bool is_one_stream(Task task) { return task == chat; }
constexpr bool exchanges(Task task) { return task != vision && task != embed; }
constexpr bool attends(Task task) {
  return (is_language(task) && task != embed) || makes_images(task);
}
constexpr bool has_precision(Task task) { return !is_inference(task); }
constexpr bool reads_format(Task task) {
  return is_inference(task) || row_of(task).quantised || makes_images(task);
}

constexpr auto task_words = [] {
  std::array<std::string_view, task_rows.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = task_rows[i].name;
  return words;
}();

constexpr JobFlag table[] = {
    {.names = "--task",
     .type = "WORD",
     .help = "what the cards do: {}",
     .words = task_words,
     .value = {.assumed = assumed_task},
     .places = {1, 1, 1}},
    {.names = "--model",
     .type = "NAME",
     .help = "a model (`gpupick models` lists them), the name of its files, or a path to its "
             "config.json",
     .offer = Offer::of_one_model,
     .value = {.assumed = assumed_model},
     .places = {2, 2, 2}},
    {.names = "--params",
     .type = "COUNT",
     .help = "size of a model that is not listed, as 13B; less certain",
     .offer = Offer::of_one_model},
    {.names = "--quant",
     .type = "TYPE",
     .help = "format of the weights: q4_k_m, q8_0, f16, gptq, awq, nf4, fp8, mxfp4, ... (default: "
             "q4_k_m under llama.cpp, else the one that the model is published in)",
     .part_in = reads_format,
     .offer = Offer::of_one_model,
     .value = {set_record<&Job::format, &Catalog::find_quantisation>, assumed_format},
     .places = {4, 11, 8}},
    {.names = "--kv-quant",
     .type = "TYPE",
     .help = "format of the KV cache: f16, q8_0, q5_0, q4_0 or fp8",
     .part_in = is_inference,
     .value = record<&Job::cache_type, &Catalog::find_cache_type>,
     .places = {5, 0, 0}},
    {.names = "--context",
     .type = "TOKENS",
     .help = "context per stream, or length of a text in training and embedding, as 8192, 8k or 1M",
     .part_in = is_language,
     .value = amount<&Job::context, parse_tokens>,
     .places = {6, 5, 0}},
    {.names = "--prompt",
     .type = "TOKENS",
     .help = "prompt length",
     .part_in = is_inference,
     .value = amount<&Job::prompt, parse_tokens>,
     .places = {7, 0, 0}},
    {.names = "--cached-prompt",
     .type = "TOKENS",
     .help = "prompt tokens that are already in the cache: a system prompt, the chat so far",
     .part_in = is_inference,
     .value = given_amount<&Job::cached, parse_tokens>,
     .places = {12, 0, 0}},
    {.names = "--generate",
     .type = "TOKENS",
     .help = "answer length",
     .part_in = is_inference,
     .value = amount<&Job::generate, parse_tokens>,
     .places = {8, 0, 0}},
    {.names = "--micro-batch",
     .type = "TOKENS",
     .help = "prompt tokens processed at once (default: that of the engine)",
     .part_in = is_inference,
     .value = given_amount<&Job::micro_batch, parse_tokens>,
     .places = {11, 0, 0}},
    {.names = "--batch,--users",
     .type = "N",
     .help = "streams, texts, sequences or images at once (default of serving: as many as fit)",
     .value = {set_amount<&Job::batch, parse_count>, assumed_batch},
     .places = {9, 4, 4}},
    {.names = "--draft-model",
     .type = "NAME",
     .help = "speculative decoding: a smaller model whose tokens the model checks",
     .part_in = is_inference,
     .value = {.assumed = assumed_record<&Job::drafter>},
     .places = {15, 0, 0}},
    {.names = "--draft-quant",
     .type = "TYPE",
     .help = "format of the draft model's weights (default as for --quant)",
     .part_in = is_inference,
     .value = record<&Job::drafter_format, &Catalog::find_quantisation>,
     .places = {16, 0, 0}},
    {.names = "--draft",
     .type = "N",
     .help = "tokens drafted per step, by the model's MTP or EAGLE heads or by the draft model "
             "(with --draft-model, default: the fastest number)",
     .part_in = is_inference,
     .value = given_amount<&Job::draft, parse_count>,
     .places = {17, 0, 0}},
    {.names = "--acceptance",
     .type = "SHARE",
     .help = "share of draft tokens accepted, or above 1 the mean tokens of a step, as engines "
             "print them; without --draft, the chance that the next is accepted",
     .part_in = is_inference,
     .value = given_amount<&Job::acceptance, parse_acceptance>,
     .places = {18, 0, 0}},
    {.names = "--each",
     .type = "TOK_S",
     .help = "least tokens/s of each user: limits the users, or with --users the cards",
     .part_in = answers,
     .value = given_amount<&Job::each, parse_count>,
     .places = {13, 0, 0}},
    {.names = "--ttft-limit",
     .type = "SECONDS",
     .help = "longest wait for a first token if all ask at once: limits the users, or with "
             "--users the cards",
     .part_in = answers,
     .value = given_amount<&Job::ttft_limit, parse_seconds>,
     .places = {14, 0, 0}},
    {.names = "--runtime",
     .type = "NAME",
     .help = "program that runs the model: {}",
     .known = built_in_ids<Engine>,
     .part_in = is_inference,
     .value = record<&Job::engine, &Calibration::engine>,
     .places = {3, 0, 0}},
    {.names = "--usable",
     .type = "SHARE",
     .help = "share of each card's memory that the engine takes, as vLLM's "
             "--gpu-memory-utilization (default: that of the engine)",
     .part_in = is_inference,
     .value = given_amount<&Job::usable, parse_chance>,
     .places = {20, 0, 0}},
    {.names = "--attention",
     .type = "WORD",
     .help = "fused (FlashAttention, SDPA, xformers) or eager, which stores all scores",
     .words = attention_names,
     .part_in = attends,
     .value = word<&Job::eager, attention_names>,
     .places = {10, 14, 11}},
    {.names = "--precision",
     .type = "WORD",
     .help = "precision of training, images and embedding: {}",
     .words = precision_names,
     .part_in = has_precision,
     .value = word<&Job::precision, precision_names>,
     .places = {3, 3, 3}},
    {.names = "--optimizer",
     .type = "NAME",
     .help = "optimizer of training: {}",
     .known = built_in_ids<Optimizer>,
     .part_in = trains_language,
     .value = record<&Job::optimizer, &Calibration::optimizer>,
     .places = {0, 7, 0}},
    {.names = "--trainer",
     .type = "NAME",
     .help = "program for training: {}",
     .known = ids_of_trainers,
     .part_in = trains_language,
     .value = {set_trainer, assumed_trainer},
     .places = {0, 15, 0}},
    {.names = "--accumulate",
     .type = "N",
     .help = "batches of each card per step of the optimizer (default: 1; on several boards as "
             "many as a usual step takes)",
     .part_in = trains_language,
     .for_all_rows = true,
     .value = given_amount<&Job::accumulate, parse_count>,
     .places = {0, 6, 0}},
    {.names = "--checkpointing",
     .help = "recompute activations (default except for pretrain)",
     .part_in = is_training,
     .value = {set_switch<&Job::checkpointing, true>, assumed_checkpoints},
     .places = {0, 8, 6}},
    {.names = "--no-checkpointing",
     .help = "store all activations",
     .part_in = is_training,
     .value = {set_switch<&Job::checkpointing, false>}},
    {.names = "--chunked-loss",
     .help = "compute the loss of a few tokens at a time (Liger, torchtune)",
     .part_in = trains_language,
     .value = {set_switch<&Job::chunked_loss, true>, assumed_where_given<&Job::chunked_loss>},
     .places = {0, 16, 0}},
    {.names = "--lora-rank",
     .type = "R",
     .help = "rank of the adapters",
     .part_in = adapts,
     .value = amount<&Job::lora_rank, parse_count>,
     .places = {0, 9, 0}},
    {.names = "--lora-targets",
     .type = "WORD",
     .help = "matrices that get adapters: {} (queries and values, attention, or every linear layer "
             "but experts)",
     .words = lora_target_names,
     .part_in = adapts,
     .value = word<&Job::lora_targets, lora_target_names>,
     .places = {0, 10, 0}},
    {.names = "--zero",
     .type = "STAGE",
     .help = "ZeRO stage of several cards: 0 to 3",
     .most = 3,
     .part_in = trains_language,
     .for_all_rows = true,
     .value = {set_zero, assumed_zero},
     .places = {0, 12, 0}},
    {.names = "--tokens",
     .type = "COUNT",
     .help = "tokens of the whole training, or of all texts, as 300B; gives the days",
     .part_in = [](Task task) { return trains_language(task) || task == Task::embed; },
     .for_all_rows = true,
     .value = given_amount<&Job::tokens, parse_amount>,
     .places = {0, 13, 0}},
    {.names = "--resolution",
     .type = "PIXELS",
     .help = "side of an image, height of a video, or 1216x832",
     .part_in = is_network,
     .value = {set_resolution, assumed_side},
     .places = {0, 0, 5}},
    {.names = "--offload",
     .help = "keep only the active component of an image network on the card, even if all fit",
     .part_in = makes_images,
     .value = {set_switch<&Job::offload, true>, assumed_amount<&Job::offload>},
     .places = {0, 0, 9}},
    {.names = "--host-bandwidth",
     .type = "GB/S",
     .help = "bandwidth of the computer's memory, for what does not fit the card (default: 80)",
     .part_in = is_one_stream,
     .offer = Offer::with_host,
     .for_all_rows = true,
     .value = {set_host<&HostMemory::memory_gb_s, parse_bandwidth>}},
    {.names = "--ram",
     .type = "GIB",
     .help = "memory of the computer, for what does not fit the card; the system takes 4 of it "
             "(default: 64)",
     .offer = Offer::with_host,
     .for_all_rows = true,
     .value = {set_host<&HostMemory::ram_gib, parse_ram>}},
    {.names = "--pcie",
     .type = "SLOT",
     .help = "slot of each card: generation x lanes, as 4x8, or GB/s (default: the card's own)",
     .part_in = exchanges,
     .offer = Offer::with_host,
     .for_all_rows = true,
     .value = {set_slot}},
    {.names = "--steps",
     .type = "N",
     .help = "denoising steps (default: the network's)",
     .part_in = makes_images,
     .value = {set_amount<&Job::steps, parse_count>,
               assumed_or_usual<&Job::steps, &Network::steps>},
     .places = {0, 0, 7}},
    {.names = "--frames",
     .type = "N",
     .help = "frames of a clip (default: the network's)",
     .part_in = makes_clips,
     .value = {set_amount<&Job::frames, parse_count>,
               assumed_or_usual<&Job::frames, &Network::frames>},
     .places = {0, 0, 12}},
    {.names = "--compiled",
     .help = "compile the network (torch.compile); takes minutes before the first image",
     .part_in = may_compile,
     .value = {set_switch<&Job::compiled, true>, assumed_amount<&Job::compiled>},
     .places = {0, 0, 13}},
    // An assumption that no flag sets.
    {.names = "decoding",
     .part_in = makes_images,
     .value = {.assumed = assumed_decoding},
     .places = {0, 0, 10}},
};

}  // namespace

std::span<const JobFlag> job_flags() { return table; }

}  // namespace gpupick
