// The table of the flags of a job, one row per flag.
#include <algorithm>
#include <array>

#include "catalog/built_in.hpp"
#include "job/amounts.hpp"
#include "job/job_flags.hpp"
#include "job/job_values.hpp"

namespace gpupick {
namespace {

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

// Returns the trainers for pre-training, then those for fine-tuning.
Phrases ids_of_trainers() {
  Phrases ids = built_in_ids<PretrainingTrainer>();
  for (const std::string_view id : built_in_ids<FineTuningTrainer>()) ids.push_back(id);
  return ids;
}

void set_trainer(AskedJob& asked, const Catalog& catalog, std::string_view,
                 const std::string& text) {
  const Calibration& calibration = catalog.calibration();
  if (asked.job.task == Task::pretrain) {
    asked.job.pretraining_trainer = &calibration.pretraining_trainer(text);
  } else {
    asked.job.trainer = &calibration.fine_tuning_trainer(text);
    asked.job.spare_trainer = nullptr;
  }
}

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

constexpr JobFlag table[] = {
    {.names = "--task",
     .type = "WORD",
     .help = "what the cards do: {}",
     .words = task_words,
     .value = {.assumed = [](const Job& job) -> Value { return name_of(job.task); }}},
    {.names = "--model",
     .type = "NAME",
     .help = "a model (`gpupick models` lists them), the name of its files, or a path to its "
             "config.json",
     .offer = Offer::of_one_model,
     .value = {.assumed = [](const Job& job) -> Value {
       return job.model ? job.model->id : job.network->id;
     }}},
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
     .value = {set_record<&Job::format, &Catalog::find_quantisation>, assumed_format}},
    {.names = "--kv-quant",
     .type = "TYPE",
     .help = "format of the KV cache: f16, q8_0, q5_0, q4_0 or fp8",
     .part_in = is_inference,
     .value = record<&Job::cache_type, &Catalog::find_cache_type>},
    {.names = "--context",
     .type = "TOKENS",
     .help = "context per stream, or length of a text in training and embedding, as 8192, 8k or 1M",
     .part_in = is_language,
     .value = amount<&Job::context, parse_tokens>},
    {.names = "--prompt",
     .type = "TOKENS",
     .help = "prompt length",
     .part_in = is_inference,
     .value = amount<&Job::prompt, parse_tokens>},
    {.names = "--cached-prompt",
     .type = "TOKENS",
     .help = "prompt tokens that are already in the cache: a system prompt, the chat so far",
     .part_in = is_inference,
     .value = given_amount<&Job::cached, parse_tokens>},
    {.names = "--generate",
     .type = "TOKENS",
     .help = "answer length",
     .part_in = is_inference,
     .value = amount<&Job::generate, parse_tokens>},
    {.names = "--micro-batch",
     .type = "TOKENS",
     .help = "prompt tokens processed at once (default: that of the engine)",
     .part_in = is_inference,
     .value = given_amount<&Job::micro_batch, parse_tokens>},
    {.names = "--batch,--users",
     .type = "N",
     .help = "streams, texts, sequences or images at once (default of serving: as many as fit)",
     .value = {set_amount<&Job::batch, parse_count>,
               [](const Job& job) -> Value {  // 0: as many as fit
                 return job.batch > 0 ? Assumed(job.batch) : Assumed();
               }}},
    {.names = "--draft-model",
     .type = "NAME",
     .help = "speculative decoding: a smaller model whose tokens the model checks",
     .part_in = is_inference,
     .value = {.assumed = assumed_record<&Job::drafter>}},
    {.names = "--draft-quant",
     .type = "TYPE",
     .help = "format of the draft model's weights (default as for --quant)",
     .part_in = is_inference,
     .value = record<&Job::drafter_format, &Catalog::find_quantisation>},
    {.names = "--draft",
     .type = "N",
     .help = "tokens drafted per step, by the model's MTP or EAGLE heads or by the draft model "
             "(with --draft-model, default: the fastest number)",
     .part_in = is_inference,
     .value = given_amount<&Job::draft, parse_count>},
    {.names = "--acceptance",
     .type = "SHARE",
     .help = "share of draft tokens accepted, or above 1 the mean tokens of a step, as engines "
             "print them; without --draft, the chance that the next is accepted",
     .part_in = is_inference,
     .value = given_amount<&Job::acceptance, parse_acceptance>},
    {.names = "--each",
     .type = "TOK_S",
     .help = "least tokens/s of each user: limits the users, or with --users the cards",
     .part_in = answers,
     .value = given_amount<&Job::each, parse_count>},
    {.names = "--ttft-limit",
     .type = "SECONDS",
     .help = "longest wait for a first token if all ask at once: limits the users, or with "
             "--users the cards",
     .part_in = answers,
     .value = given_amount<&Job::ttft_limit, parse_seconds>},
    {.names = "--runtime",
     .type = "NAME",
     .help = "program that runs the model: {}",
     .known = built_in_ids<Engine>,
     .part_in = is_inference,
     .value = record<&Job::engine, &Calibration::engine>},
    {.names = "--usable",
     .type = "SHARE",
     .help = "share of each card's memory that the engine takes, as vLLM's "
             "--gpu-memory-utilization (default: that of the engine)",
     .part_in = is_inference,
     .value = given_amount<&Job::usable, parse_chance>},
    {.names = "--attention",
     .type = "WORD",
     .help = "fused (FlashAttention, SDPA, xformers) or eager, which stores all scores",
     .words = attention_names,
     .part_in = attends,
     .value = word<&Job::eager, attention_names>},
    {.names = "--precision",
     .type = "WORD",
     .help = "precision of training, images and embedding: {}",
     .words = precision_names,
     .part_in = has_precision,
     .value = word<&Job::precision, precision_names>},
    {.names = "--optimizer",
     .type = "NAME",
     .help = "optimizer of training: {}",
     .known = built_in_ids<Optimizer>,
     .part_in = trains_language,
     .value = record<&Job::optimizer, &Calibration::optimizer>},
    {.names = "--trainer",
     .type = "NAME",
     .help = "program for training: {}",
     .known = ids_of_trainers,
     .part_in = trains_language,
     .value = {set_trainer,
               [](const Job& job) -> Value {
                 return job.task == pretrain ? job.pretraining_trainer->id : job.trainer->id;
               }}},
    {.names = "--accumulate",
     .type = "N",
     .help = "batches of each card per step of the optimizer (default: 1; on several boards as "
             "many as a usual step takes)",
     .part_in = trains_language,
     .for_all_rows = true,
     .value = given_amount<&Job::accumulate, parse_count>},
    {.names = "--checkpointing",
     .help = "recompute activations (default except for pretrain)",
     .part_in = is_training,
     .value = {set_switch<&Job::checkpointing, true>, assumed_checkpoints}},
    {.names = "--no-checkpointing",
     .help = "store all activations",
     .part_in = is_training,
     .value = {set_switch<&Job::checkpointing, false>}},
    {.names = "--chunked-loss",
     .help = "compute the loss of a few tokens at a time (Liger, torchtune)",
     .part_in = trains_language,
     .value = {set_switch<&Job::chunked_loss, true>, assumed_where_given<&Job::chunked_loss>}},
    {.names = "--lora-rank",
     .type = "R",
     .help = "rank of the adapters",
     .part_in = adapts,
     .value = amount<&Job::lora_rank, parse_count>},
    {.names = "--lora-targets",
     .type = "WORD",
     .help = "matrices that get adapters: {} (queries and values, attention, or every linear layer "
             "but experts)",
     .words = lora_target_names,
     .part_in = adapts,
     .value = word<&Job::lora_targets, lora_target_names>},
    {.names = "--zero",
     .type = "STAGE",
     .help = "ZeRO stage of several cards: 0 to 3",
     .most = 3,
     .part_in = trains_language,
     .for_all_rows = true,
     .value = {[](AskedJob& asked, const Catalog&, std::string_view, const std::string& text) {
                 asked.job.zero = text.front() - '0';
               },
               [](const Job& job) -> Value {
                 return job.zero ? Assumed(static_cast<double>(*job.zero)) : Assumed();
               }}},
    {.names = "--tokens",
     .type = "COUNT",
     .help = "tokens of the whole training, or of all texts, as 300B; gives the days",
     .part_in = [](Task task) { return trains_language(task) || task == Task::embed; },
     .for_all_rows = true,
     .value = given_amount<&Job::tokens, parse_amount>},
    {.names = "--resolution",
     .type = "PIXELS",
     .help = "side of an image, height of a video, or 1216x832",
     .part_in = is_network,
     .value = {[](AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
                 asked.job.resolution = parse_pixels(text, flag, asked.job.task == video);
               },
               assumed_side}},
    {.names = "--offload",
     .help = "keep only the active component of an image network on the card, even if all fit",
     .part_in = makes_images,
     .value = {set_switch<&Job::offload, true>, assumed_amount<&Job::offload>}},
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
     .value = {[](AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
       asked.job.slot_gb_s = parse_slot(text, flag).value / 1e9;
     }}},
    {.names = "--steps",
     .type = "N",
     .help = "denoising steps (default: the network's)",
     .part_in = makes_images,
     .value = {set_amount<&Job::steps, parse_count>,
               assumed_or_usual<&Job::steps, &Network::steps>}},
    {.names = "--frames",
     .type = "N",
     .help = "frames of a clip (default: the network's)",
     .part_in = makes_clips,
     .value = {set_amount<&Job::frames, parse_count>,
               assumed_or_usual<&Job::frames, &Network::frames>}},
    {.names = "--compiled",
     .help = "compile the network (torch.compile); takes minutes before the first image",
     .part_in = may_compile,
     .value = {set_switch<&Job::compiled, true>, assumed_amount<&Job::compiled>}},
    // An assumption that no flag sets.
    {.names = "decoding", .part_in = makes_images, .value = {.assumed = assumed_decoding}},
};

// The assumptions of inference and embedding, of training and of networks, the most important
// first.
constexpr std::string_view of_answers[] = {
    "--task",        "--model",       "--runtime",       "--precision",  "--quant",
    "--kv-quant",    "--context",     "--prompt",        "--generate",   "--batch",
    "--attention",   "--micro-batch", "--cached-prompt", "--each",       "--ttft-limit",
    "--draft-model", "--draft-quant", "--draft",         "--acceptance", "--usable"};
constexpr std::string_view of_training[] = {
    "--task",          "--model",     "--trainer",      "--precision",
    "--batch",         "--context",   "--accumulate",   "--optimizer",
    "--checkpointing", "--lora-rank", "--lora-targets", "--quant",
    "--zero",          "--tokens",    "--attention",    "--chunked-loss"};
constexpr std::string_view of_networks[] = {
    "--task",          "--model",  "--precision", "--batch",   "--resolution",
    "--checkpointing", "--steps",  "--quant",     "--offload", "decoding",
    "--attention",     "--frames", "--compiled"};

constexpr bool are_assumed(std::span<const std::string_view> names) {
  return std::ranges::all_of(names, [](std::string_view name) {
    return std::ranges::any_of(
        table, [&](const JobFlag& flag) { return flag.value.assumed && flag.name() == name; });
  });
}
static_assert(are_assumed(of_answers) && are_assumed(of_training) && are_assumed(of_networks));

}  // namespace

std::span<const JobFlag> job_flags() { return table; }

std::span<const std::string_view> assumed_flags(Task task) {
  if (!is_language(task)) return of_networks;
  if (is_training(task)) return of_training;
  return of_answers;
}

}  // namespace gpupick
