// The table of the flags of a job, one row per flag.
#include <array>

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

constexpr JobFlag table[] = {
    {.names = "--task",
     .type = "WORD",
     .help = "what the cards do: {}",
     .words = task_words,
     .column = true,
     .assumed = [](const Job& job) -> Value { return name_of(job.task); },
     .places = {1, 1, 1}},
    {.names = "--model",
     .type = "NAME",
     .help = "a model (`gpupick models` lists them), the name of its files, or a path to its "
             "config.json",
     .offer = Offer::of_one_model,
     .column = true,
     .assumed = [](const Job& job) -> Value { return job.model ? job.model->id : job.network->id; },
     .places = {2, 2, 2}},
    {.names = "--params",
     .type = "COUNT",
     .help = "size of a model that is not listed, as 13B; less certain",
     .offer = Offer::of_one_model,
     .column = true},
    {.names = "--quant",
     .type = "TYPE",
     .help = "format of the weights: q4_k_m, q8_0, f16, gptq, awq, nf4, fp8, mxfp4, ... (default: "
             "q4_k_m under llama.cpp, else the one that the model is published in)",
     .part_in = reads_format,
     .offer = Offer::of_one_model,
     .column = true,
     .set = set_record<&Job::format, &Catalog::find_quantisation>,
     .assumed = assumed_format,
     .places = {4, 11, 8}},
    {.names = "--kv-quant",
     .type = "TYPE",
     .help = "format of the KV cache: f16, q8_0, q5_0, q4_0 or fp8",
     .part_in = is_inference,
     .column = true,
     .set = set_record<&Job::cache_type, &Catalog::find_cache_type>,
     .assumed = assumed_record<&Job::cache_type>,
     .places = {5, 0, 0}},
    {.names = "--context",
     .type = "TOKENS",
     .help = "context per stream, or length of a text in training and embedding, as 8192, 8k or 1M",
     .part_in = is_language,
     .column = true,
     .set = set_amount<&Job::context, parse_tokens>,
     .assumed = assumed_amount<&Job::context>,
     .places = {6, 5, 0}},
    {.names = "--prompt",
     .type = "TOKENS",
     .help = "prompt length",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::prompt, parse_tokens>,
     .assumed = assumed_amount<&Job::prompt>,
     .places = {7, 0, 0}},
    {.names = "--cached-prompt",
     .type = "TOKENS",
     .help = "prompt tokens that are already in the cache: a system prompt, the chat so far",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::cached, parse_tokens>,
     .assumed = assumed_where_given<&Job::cached>,
     .places = {12, 0, 0}},
    {.names = "--generate",
     .type = "TOKENS",
     .help = "answer length",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::generate, parse_tokens>,
     .assumed = assumed_amount<&Job::generate>,
     .places = {8, 0, 0}},
    {.names = "--micro-batch",
     .type = "TOKENS",
     .help = "prompt tokens processed at once (default: that of the engine)",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::micro_batch, parse_tokens>,
     .assumed = assumed_where_given<&Job::micro_batch>,
     .places = {11, 0, 0}},
    {.names = "--batch,--users",
     .type = "N",
     .help = "streams, texts, sequences or images at once (default of serving: as many as fit)",
     .column = true,
     .set = set_amount<&Job::batch, parse_count>,
     .assumed = assumed_batch,
     .places = {9, 4, 4}},
    {.names = "--draft-model",
     .type = "NAME",
     .help = "speculative decoding: a smaller model whose tokens the model checks",
     .part_in = is_inference,
     .column = true,
     .assumed = assumed_record<&Job::drafter>,
     .places = {15, 0, 0}},
    {.names = "--draft-quant",
     .type = "TYPE",
     .help = "format of the draft model's weights (default as for --quant)",
     .part_in = is_inference,
     .column = true,
     .set = set_record<&Job::drafter_format, &Catalog::find_quantisation>,
     .assumed = assumed_record<&Job::drafter_format>,
     .places = {16, 0, 0}},
    {.names = "--draft",
     .type = "N",
     .help = "tokens drafted per step, by the model's MTP or EAGLE heads or by the draft model "
             "(default of that: as many as are fastest)",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::draft, parse_count>,
     .assumed = assumed_where_given<&Job::draft>,
     .places = {17, 0, 0}},
    {.names = "--acceptance",
     .type = "SHARE",
     .help = "share of the draft tokens that are accepted, or the mean length of a step, as "
             "engines print them; without --draft, the chance of a token if those before are",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::acceptance, parse_acceptance>,
     .assumed = assumed_where_given<&Job::acceptance>,
     .places = {18, 0, 0}},
    {.names = "--each",
     .type = "TOK_S",
     .help = "serve as many users as can each get so many tokens a second; with --users, what each "
             "of these must get",
     .part_in = answers,
     .column = true,
     .set = set_amount<&Job::each, parse_count>,
     .assumed = assumed_where_given<&Job::each>,
     .places = {13, 0, 0}},
    {.names = "--ttft-limit",
     .type = "SECONDS",
     .help = "serve as many users as wait no longer for a first token if all ask at once; with "
             "--users, what these wait at most",
     .part_in = answers,
     .column = true,
     .set = set_amount<&Job::ttft_limit, parse_seconds>,
     .assumed = assumed_where_given<&Job::ttft_limit>,
     .places = {14, 0, 0}},
    {.names = "--runtime",
     .type = "NAME",
     .help = "program that runs the model: {}",
     .known = built_in_ids<Engine>,
     .part_in = is_inference,
     .column = true,
     .set = set_record<&Job::engine, &Calibration::engine>,
     .assumed = assumed_record<&Job::engine>,
     .places = {3, 0, 0}},
    {.names = "--usable",
     .type = "SHARE",
     .help = "share of each card's memory that the engine takes, as vLLM's "
             "--gpu-memory-utilization (default: that of the engine)",
     .part_in = is_inference,
     .column = true,
     .set = set_amount<&Job::usable, parse_chance>,
     .assumed = assumed_where_given<&Job::usable>,
     .places = {20, 0, 0}},
    {.names = "--attention",
     .type = "WORD",
     .help = "fused (FlashAttention, SDPA, xformers) or eager, which stores all scores",
     .words = attention_names,
     .part_in = attends,
     .column = true,
     .set = set_word<&Job::eager, attention_names>,
     .assumed = assumed_word<&Job::eager, attention_names>,
     .places = {10, 14, 11}},
    {.names = "--precision",
     .type = "WORD",
     .help = "precision of training, images and embedding: {}",
     .words = precision_names,
     .part_in = has_precision,
     .column = true,
     .set = set_word<&Job::precision, precision_names>,
     .assumed = assumed_word<&Job::precision, precision_names>,
     .places = {3, 3, 3}},
    {.names = "--optimizer",
     .type = "NAME",
     .help = "optimizer of training: {}",
     .known = built_in_ids<Optimizer>,
     .part_in = trains_language,
     .column = true,
     .set = set_record<&Job::optimizer, &Calibration::optimizer>,
     .assumed = assumed_record<&Job::optimizer>,
     .places = {0, 7, 0}},
    {.names = "--trainer",
     .type = "NAME",
     .help = "program for training: {}",
     .known = ids_of_trainers,
     .part_in = trains_language,
     .column = true,
     .set =
         [](AskedJob& asked, const Catalog& catalog, std::string_view, const std::string& text) {
           const Calibration& calibration = catalog.calibration();
           if (asked.job.task == Task::pretrain) {
             asked.job.pretraining_trainer = &calibration.pretraining_trainer(text);
           } else {
             asked.job.trainer = &calibration.fine_tuning_trainer(text);
             asked.job.spare_trainer = asked.job.sharing_trainer = nullptr;
           }
         },
     .assumed = [](const Job& job) -> Value {
       return job.task == Task::pretrain ? job.pretraining_trainer->id : job.trainer->id;
     },
     .places = {0, 15, 0}},
    {.names = "--accumulate",
     .type = "N",
     .help = "batches of each card per step of the optimizer (default: 1; on several boards as "
             "many as a usual step takes)",
     .part_in = trains_language,
     .set = set_amount<&Job::accumulate, parse_count>,
     .assumed = assumed_where_given<&Job::accumulate>,
     .places = {0, 6, 0}},
    {.names = "--checkpointing",
     .help = "recompute activations (default except for pretrain)",
     .part_in = is_training,
     .set = set_switch<&Job::checkpointing, true>,
     .assumed = assumed_checkpoints,
     .places = {0, 8, 6}},
    {.names = "--no-checkpointing",
     .help = "store all activations",
     .part_in = is_training,
     .set = set_switch<&Job::checkpointing, false>},
    {.names = "--chunked-loss",
     .help = "compute the loss of a few tokens at a time (Liger, torchtune)",
     .part_in = trains_language,
     .set = set_switch<&Job::chunked_loss, true>,
     .assumed = assumed_where_given<&Job::chunked_loss>,
     .places = {0, 16, 0}},
    {.names = "--lora-rank",
     .type = "R",
     .help = "rank of the adapters",
     .part_in = adapts,
     .column = true,
     .set = set_amount<&Job::lora_rank, parse_count>,
     .assumed = assumed_amount<&Job::lora_rank>,
     .places = {0, 9, 0}},
    {.names = "--lora-targets",
     .type = "WORD",
     .help = "matrices that get adapters: {} (queries and values, attention, or every linear layer "
             "but experts)",
     .words = lora_target_names,
     .part_in = adapts,
     .column = true,
     .set = set_word<&Job::lora_targets, lora_target_names>,
     .assumed = assumed_word<&Job::lora_targets, lora_target_names>,
     .places = {0, 10, 0}},
    {.names = "--zero",
     .type = "STAGE",
     .help = "ZeRO stage of several cards: 0 to 3",
     .most = 3,
     .part_in = trains_language,
     .set = [](AskedJob& asked, const Catalog&, std::string_view,
               const std::string& text) { asked.job.zero = text.front() - '0'; },
     .assumed = [](const Job& job) -> Value {
       return job.zero ? Assumed(static_cast<double>(*job.zero)) : Assumed();
     },
     .places = {0, 12, 0}},
    {.names = "--tokens",
     .type = "COUNT",
     .help = "tokens of the whole training, or of all texts, as 300B; gives the days",
     .part_in = [](Task task) { return trains_language(task) || task == Task::embed; },
     .set = set_amount<&Job::tokens, parse_amount>,
     .assumed = assumed_where_given<&Job::tokens>,
     .places = {0, 13, 0}},
    {.names = "--resolution",
     .type = "PIXELS",
     .help = "side of an image, height of a video, or 1216x832",
     .part_in = is_network,
     .column = true,
     .set =
         [](AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
           asked.job.resolution = parse_pixels(text, flag, makes_clips(asked.job.task));
         },
     .assumed = assumed_side,
     .places = {0, 0, 5}},
    {.names = "--offload",
     .help = "keep only the active component of an image network on the card, even if all fit",
     .part_in = makes_images,
     .set = set_switch<&Job::offload, true>,
     .assumed = assumed_amount<&Job::offload>,
     .places = {0, 0, 9}},
    {.names = "--host-bandwidth",
     .type = "GB/S",
     .help = "bandwidth of the computer's memory, for what does not fit the card (default: 80)",
     .part_in = is_one_stream,
     .offer = Offer::with_host,
     .set = [](AskedJob& asked, const Catalog&, std::string_view flag,
               const std::string& text) { asked.host.memory_gb_s = parse_bandwidth(text, flag); }},
    {.names = "--ram",
     .type = "GIB",
     .help = "memory of the computer, for what does not fit the card; the system takes 4 of it "
             "(default: 64)",
     .offer = Offer::with_host,
     .set = [](AskedJob& asked, const Catalog&, std::string_view flag,
               const std::string& text) { asked.host.ram_gib = parse_ram(text, flag); }},
    {.names = "--pcie",
     .type = "SLOT",
     .help = "slot of each card: generation x lanes, as 4x8, or GB/s (default: the card's own)",
     .part_in = exchanges,
     .offer = Offer::with_host,
     .set =
         [](AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
           asked.job.slot_gb_s = parse_slot(text, flag).value / 1e9;
         }},
    {.names = "--steps",
     .type = "N",
     .help = "denoising steps (default: the network's)",
     .part_in = makes_images,
     .column = true,
     .set = set_amount<&Job::steps, parse_count>,
     .assumed = [](const Job& job) -> Value {
       return job.steps > 0 ? job.steps : job.network->steps;
     },
     .places = {0, 0, 7}},
    {.names = "--frames",
     .type = "N",
     .help = "frames of a clip (default: the network's)",
     .part_in = makes_clips,
     .column = true,
     .set = set_amount<&Job::frames, parse_count>,
     .assumed = [](const Job& job) -> Value {
       return job.frames > 0 ? job.frames : job.network->frames;
     },
     .places = {0, 0, 12}},
    {.names = "--compiled",
     .help = "compile the network (torch.compile); takes minutes before the first image",
     .part_in = may_compile,
     .set = set_switch<&Job::compiled, true>,
     .assumed = assumed_amount<&Job::compiled>,
     .places = {0, 0, 13}},
    // An assumption that no flag sets.
    {.names = "decoding",
     .part_in = makes_images,
     .assumed = assumed_decoding,
     .places = {0, 0, 10}},
};

}  // namespace

std::span<const JobFlag> job_flags() { return table; }

}  // namespace gpupick
