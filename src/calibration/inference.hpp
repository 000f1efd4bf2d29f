// Inference with language models: engines, the shares of a card's peaks that they reach, the costs
// of their builds, and how far measurements fall from the estimates. Formulas:
// physics/inference.cpp, physics/memory.cpp, estimate/accuracy.cpp, estimate/offload.cpp.
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// An engine for language models: the memory it takes of a device, and how it uses several devices.
struct Engine : Sourced {
  static constexpr std::string_view list = "engines", noun = "the engine";
  static std::span<const Field> fields();

  Texts aliases;                   // names of the engine, and of programs built on it
  std::string_view like;           // the engine whose classes and builds it shares, or ""
  std::string_view software;       // the software of the support rules that must support the card
  double backend_gib = 0;          // memory of driver and engine, per device
  double usable_share = 1;         // share of the nominal memory that it can use
  double unified_share = 1;        // share of memory that the system shares
  double batch = 0;                // prompt tokens processed at once
  double hidden_bytes = 0;         // buffers, per token and hidden value
  double ffn_bytes = 0;            // buffers, per token and value of the feed-forward net
  double logit_bytes = 0;          // buffers, per token and word of the vocabulary
  Number score_bytes;              // per score that eager attention keeps; absent: none kept
  double cache_block = 1;          // the cache grows by this many tokens
  double cache_fill = 1;           // share of the remaining memory that caches can take
  double live_caches = 1;          // caches at once, for models with `reallocates_cache`
  double state_bytes = 2;          // per value of a state (layers without a cache)
  std::string_view files;          // file format that it reads, of file_words; "": tensors
  Texts formats;                   // formats to try if the user names none, most bits first
  bool embedding_on_host = false;  // the embedding stays in host memory, unless it is the head too
  // True: devices hold different layers and take turns; false: all devices share each layer.
  bool pipeline_parallel = false;
  bool guess = false;            // its latencies are judgement: every speed is rough
  bool serves = false;           // serves many users at once: ServingConstants apply
  bool latent_prompts = false;   // prompts attend to a latent cache directly, as decode steps do
  bool half_accumulate = false;  // multiplies with FP16 accumulation if that is faster
  bool overlaps = false;         // the time per layer overlaps reading instead of following it
  // How often a step reads the cache after it was repeated for every query head; absent: it reads
  // the cache once, not repeated.
  Number cache_copies;
  // Speed of one stream over 2, 4 and 8 devices in turn, relative to one device.
  double split_2 = 1, split_4 = 1, split_8 = 1;
  double pipeline_exponent = 1;  // exponent of the speed-up of a full prompt pipeline
  // A board with little power for its matrix rate sustains less of it: rate^(1 - power_exponent) x
  // (tflops_per_watt x board power)^power_exponent.
  double power_exponent = 0;
  double tflops_per_watt = 0;
  double f16_gain = 1;         // prefill speed of unquantised weights relative to quantised ones
  double link_efficiency = 1;  // share of the link's rate that all-reduce reaches
  double state_seconds = 0;    // per layer with a state instead of a cache, and step
  double step_seconds = 0;     // per small operation that a plain layer lacks (`extra_steps`)
  double draft_seconds = 0;    // per drafted token, in addition to the draft model's step
  double vocab_gap = 0;        // largest size difference of vocabularies that share their tokens
  // A step of up to `vector_batch` tokens runs on the vector units, at `vector_share` of the FP32
  // rate. A larger step runs on the matrix units, which multiply `tile` tokens at a time, or
  // `expert_tile` of the tokens that are routed to one expert.
  double vector_batch = 0, vector_share = 1, tile = 1, expert_tile = 0;
  // Vector operations per prompt token: for each value of the states, and for each value of the
  // token that is routed to an expert.
  double state_operations = 0, routing_operations = 0;
  Number attention_share;  // share of the FP32 rate that decode attention reaches; absent: no limit
};

// The memory that an engine takes on each device when it starts, beside weights and cache: it tries
// its largest batch, and records the operations of each batch size.
struct StartMemory : Sourced {
  static constexpr std::string_view list = "engine_starts", noun = "the start of the engine";
  static std::span<const Field> fields();

  std::string_view engine;
  double from_gib = 0;     // least memory of a device; of several records the largest that holds
  double tokens = 0;       // tokens of the batch
  double users = 0;        // users whose next word it draws
  double word_bytes = 0;   // per user and word of the vocabulary, while it draws
  double graph_bytes = 0;  // per user and layer, for recorded operations (CUDA graphs)
  double shared_gib = 0;   // for exchange, if several devices share the model
};

// Cards that reach the same share of their peaks under an engine.
struct SpeedClass : Identified {
  static constexpr std::string_view list = "classes", noun = "the class";
  static std::span<const Field> fields();

  std::string_view engine;
  std::string_view stack;
  Texts architectures;  // empty: all of the stack
  // Only cards with HBM ("hbm"), without HBM ("other") or with LPDDR ("lpddr"); "": any.
  std::string_view memory;
  Flag tensor;                    // only cards with or without tensor cores; absent: both
  double decode_efficiency = 0;   // share of the bandwidth that decode reaches
  double prefill_efficiency = 0;  // share of the matrix rate that weight products reach
  Number fp8_efficiency;  // share of the FP8 or FP4 rate that they reach; absent: as for 16 bit
  bool unpacks = false;   // lacks kernels for those units: converts such weights to 16 bit
  bool unpacks_slowly = false;  // multiplies four-bit weights at `unpacked_share`
  double cards = 0;             // cards measured; 0: constants of a similar class
  std::string_view like;        // the class that the fit keeps it close to, or ""
  std::string_view note;        // caveat printed with every estimate
};

// Costs of an engine's builds on a stack, the same for all cards. The newest build that is not
// later than the day counts.
struct EngineBuild : Identified {
  static constexpr std::string_view list = "engine_builds", noun = "the build";
  static std::span<const Field> fields();

  std::string_view engine;
  std::string_view stack;
  Date from;
  double layer_seconds = 0;      // per layer and step
  double sequence_seconds = 0;   // per stream and step
  double allreduce_seconds = 0;  // latency of one all-reduce; two per layer
  double attention_share = 1;    // speed of prompt attention relative to weight products
  double cache_share = 1;        // speed of reading the cache relative to reading weights
  double expert_share = 1;       // speed of expert products in a prompt relative to other weights
  // Effective bytes to read one value of an 8-bit cache; absent: as CacheType says.
  Number cache_read_bytes;
  double matrix_share = 1;  // factor on the class's share of the matrix rate
  // Most operations on quantised weights per compute unit and clock; absent: no limit.
  Number unit_operations;
  // FP32 operations per compute unit and clock, for cards whose units or clock are unknown.
  Number unit_fp32;
};

struct ServingConstants : Sourced {
  static constexpr std::string_view list = "serving", noun = "the serving law";
  static std::span<const Field> fields();

  double most_streams = 0;  // most concurrent streams, unless given
  // For engines with `serves`.
  double activation_bytes = 0;  // moved per token, layer and hidden value
  // Speed of products with four-bit weights, relative to others, if the card unpacks them first:
  // experts in formats that pack only these, and all weights in classes with `unpacks_slowly`.
  double unpacked_share = 1;
};

// Weights in host memory that do not fit the cards.
struct OffloadConstants : Sourced {
  static constexpr std::string_view list = "offload", noun = "the offload law";
  static std::span<const Field> fields();

  double host_efficiency = 0;  // share of the bandwidth of host memory
  Number host_most_gb_s;       // most that a host's processor reads; absent: no limit
  double usual_host_gb_s = 0;  // bandwidth of host memory, unless given
  double bus_efficiency = 0;   // share of the slot's rate
  Number copy_gb_s;            // most that a host copies to its cards; absent: no limit
  // Share of the slot's rate from pinned memory, which the card reads itself.
  double pinned_efficiency = 0;
};

// 80 % of measured cards, each left out of the fit, fall between `low` and `high` times the
// estimate. The interval is for work that meets all its conditions. An absent condition excludes
// no work.
struct Interval : Identified {
  static constexpr std::string_view list = "intervals", noun = "the interval";
  static std::span<const Field> fields();

  std::string_view work;
  Texts kinds;   // of model, network or training; empty: all
  Flag prompt;   // reading prompts, or writing answers
  Flag several;  // several users in inference, several devices in training; or one
  Flag in_turn;  // engines whose devices take turns (`pipeline_parallel`), or others
  Flag serves;   // the task is serving, or another
  Text stack, network, segment;
  bool measured = false;  // only cards that were measured at this work
  double low = 0, high = 0;
  double rows = 0;     // measured rows behind it
  bool guess = false;  // none of the rows is of the cards that it is used for
};

// Work for which an interval is sought, in the words of its conditions. "" and false: none of it.
struct IntervalKey {
  std::string_view work = {}, kind = {};
  bool prompt = false, several = false, in_turn = false, serves = false;
  std::string_view stack = {}, network = {}, segment = {};
  bool measured = false;
};

// Constants for all estimates.
struct EvidenceConstants : Sourced {
  static constexpr std::string_view list = "evidence", noun = "the law of evidence";
  static std::span<const Field> fields();

  double least_rows = 0;  // an interval of fewer rows is rough
};

// Limits of useful suggestions, for the search for a change that makes a job fit.
struct SearchBounds : Sourced {
  static constexpr std::string_view list = "search", noun = "the search";
  static std::span<const Field> fields();

  double least_bits = 0;         // per weight; formats with no more are not suggested
  double shortest_context = 0;   // tokens, inference
  double shortest_sequence = 0;  // tokens, training
  double token_step = 0;
  double training_cards = 0;   // most cards for training
  double inference_cards = 0;  // most cards for inference, which does not span computers
  double least_each = 0;       // tokens/s of each of several users; fewer are not suggested
  double longest_wait = 0;     // longest wait for the first token to suggest, s
  Numbers image_shares;        // shares of an image's side to try
  double image_step = 0;       // pixels to which the side is rounded down
  double ram_step_gib = 0;     // the memory of a computer is a multiple of it
};

}  // namespace gpupick
