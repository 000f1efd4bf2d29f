// Constants fitted to published measurements: few, and each with a meaning
// (docs/models.md#constants). They are data: `gpupick_fit` writes data/calibration.json
// (docs/accuracy.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cards/board.hpp"
#include "cards/gpu.hpp"
#include "schema/field.hpp"
#include "schema/lookup.hpp"

namespace gpupick {

// An engine for language models: the memory it takes of a device, and how it uses several devices.
struct Engine : AnyRecord {
  static constexpr std::string_view list = "engines", noun = "the engine", type_name = "Engine";
  static std::span<const Field> fields();

  std::string_view id;
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
  std::string_view source;
};

// Cards that reach the same share of their peaks under an engine.
struct SpeedClass : AnyRecord {
  static constexpr std::string_view list = "classes", noun = "the class", type_name = "SpeedClass";
  static std::span<const Field> fields();

  std::string_view id;
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
struct EngineBuild : AnyRecord {
  static constexpr std::string_view list = "engine_builds", noun = "the build",
                                    type_name = "EngineBuild";
  static std::span<const Field> fields();

  std::string_view id;
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

// Cards that reach the same shares of their peaks in training.
struct TrainingClass : AnyRecord {
  static constexpr std::string_view list = "training_classes", noun = "the training class",
                                    type_name = "TrainingClass";
  static std::span<const Field> fields();

  std::string_view id;
  Texts architectures;
  std::string_view memory;          // as in SpeedClass
  double matrix = 1;                // reached share of the matrix rate, relative to Ampere's
  double memory_bandwidth = 1;      // reached share of the bandwidth
  double attention = 1;             // share of the matrix rate that attention reaches
  double vision = 1;                // factor on the speed in vision that its rates imply; Ampere: 1
  bool first_tensor_cores = false;  // some networks run below its rate (`before_ampere`)
  // Cards measured in training networks, in pre-training, in pre-training by trainers that split
  // the model over devices, in fine-tuning and in vision. 0: constants of a similar class.
  double cards = 0, pretraining_cards = 0, split_cards = 0, tuning_cards = 0, vision_cards = 0;
};

// Cards that reach the same speed with images, relative to their peaks. If several classes match a
// card, the one with the most conditions counts.
struct ImageClass : AnyRecord {
  static constexpr std::string_view list = "image_classes", noun = "the image class",
                                    type_name = "ImageClass";
  static std::span<const Field> fields();

  std::string_view id;
  std::string_view stack;  // "": any
  Texts architectures;     // empty: all of the stack
  Flag tensor;             // as in SpeedClass
  double factor = 1;       // speed relative to CUDA with tensor cores
  double cards = 0;        // cards measured; 0: constants of a similar class
  double video_cards = 0;  // cards measured with clips
};

// Training of language models: rates at which devices compute and exchange.
struct TrainingConstants : AnyRecord {
  static constexpr std::string_view list = "training", noun = "the training law",
                                    type_name = "TrainingConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double vector_fp32 = 0;  // share of the FP32 rate that cards without tensor cores reach
  double matrix = 0;       // share of the matrix rate that products reach
  double matrix_fp8 = 0;   // share of the FP8 rate that products reach
  // As in Engine.
  double power_exponent = 0;
  double tflops_per_watt = 0;
  double activation_bytes = 0;  // moved per token, layer and query value
  double node_gb_s = 0;         // pre-training: exchange between modules of one computer
  double network_gb_s = 0;      // pre-training: exchange between several computers
  double module_gb_s = 0;       // other training: exchange between modules
  double pcie_gb_s = 0;         // exchange between boards
  double consumer_gb_s = 0;     // exchange between consumer boards
  double consumer_crowd = 0;    // share of that rate if more than `consumer_few` exchange
  double consumer_few = 0;      // boards
  double devices_per_node = 0;  // modules in one computer
  std::string_view source;
};

// Fine-tuning of language models with any trainer.
struct FineTuningConstants : AnyRecord {
  static constexpr std::string_view list = "fine_tuning", noun = "the fine-tuning law",
                                    type_name = "FineTuningConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double attention = 0;         // share of the matrix rate that attention reaches
  double adapter_bytes = 0;     // moved by adapters per token and layer, both passes
  double dequantise_bytes = 0;  // moved per parameter to raise frozen weights to 16 bit
  double several_cards = 0;     // factor on the time if several devices shard
  std::string_view source;
};

// A trainer for fine-tuning. Values that were not measured for it are those of the usual trainer.
struct FineTuningStack : AnyRecord {
  static constexpr std::string_view list = "fine_tuning_stacks", noun = "the fine-tuning stack",
                                    type_name = "FineTuningStack";
  static std::span<const Field> fields();

  std::string_view id;
  double traffic = 1;          // bytes moved relative to pre-training
  double layer_seconds = 0;    // per layer and micro-step
  double full_step = 1;        // time per layer of full tuning relative to adapters
  std::string_view like;       // the trainer whose speed it borrows, having few rows; "": measured
  Number logit_bytes;          // kept per token and word; absent: as in TrainingMemory
  double embedding_bytes = 0;  // per weight of embedding and head under QLoRA
  bool host_checkpoints = false;  // keeps checkpoints in host memory
  bool prefetches = false;        // fetches a layer's sharded weights during the layer before
  std::string_view source;
};

// A trainer for pre-training language models. Absent values are those of TrainingConstants and of
// the card's class.
struct PretrainingStack : AnyRecord {
  static constexpr std::string_view list = "pretraining_stacks", noun = "the pre-training stack",
                                    type_name = "PretrainingStack";
  static std::span<const Field> fields();

  std::string_view id;
  // Devices hold parts of the model (tensor, pipeline, expert parallelism), so that their exchange
  // hides behind work.
  bool splits_model = false;
  Number attention;         // share of the matrix rate that attention reaches
  Number activation_bytes;  // moved per token, layer and query value
  Number matrix_fp8;        // share of the FP8 rate that products reach
  double expert_bytes = 0;  // moved per token, layer and inner value of its experts
  std::string_view source;
};

// A format of frozen weights with measurements of its conversion to 16 bit.
struct DequantisedFormat : AnyRecord {
  static constexpr std::string_view list = "dequantised_formats", noun = "the dequantised format",
                                    type_name = "DequantisedFormat";
  static std::span<const Field> fields();

  std::string_view id;          // id of the format
  double dequantise_bytes = 0;  // as in FineTuningConstants
  std::string_view source;
};

struct Optimizer : AnyRecord {
  static constexpr std::string_view list = "optimizers", noun = "the optimizer",
                                    type_name = "Optimizer";
  static std::span<const Field> fields();

  std::string_view id;
  bool adapts = false;                // adapts the step of each weight
  double bytes_16 = 0, bytes_32 = 0;  // per parameter: in pure 16 bit, in any other recipe
  Number step_bytes;                  // a copy made at the step, per parameter; absent: no copy
  bool paged = false;                 // keeps in host memory what does not fit the card
  std::string_view source;
  Texts more_sources;
};

// Memory of training a language model (formula in physics/memory_training.cpp).
struct TrainingMemory : AnyRecord {
  static constexpr std::string_view list = "training_memory", noun = "the training memory law",
                                    type_name = "TrainingMemory";
  static std::span<const Field> fields();

  std::string_view id;
  // Parts that a layer keeps, in units of one 16-bit hidden state.
  double norm_units_32 = 0, norm_units_16 = 0, attention_units = 0, repeat_units = 0;
  double gated_units = 0, plain_units = 0, qk_norm_units = 0;
  double pretraining_units = 0;
  double score_bytes = 0;                               // per score of eager attention
  double logit_bytes = 0, pretraining_logit_bytes = 0;  // per token and word
  double chunked_logit_bytes = 0;  // per token and word, if the loss is computed in chunks
  double dequantised_factor = 1;   // factor on activations under QLoRA without checkpointing
  double runtime_gib = 0;          // driver and program, per device
  double usable_share = 1, unified_share = 1;  // shares of a card's memory, as in Engine
  std::string_view source;
};

// Memory of networks other than language models. `_32` is for 32 bit.
struct NetworkMemory : AnyRecord {
  static constexpr std::string_view list = "network_memory", noun = "the network memory law",
                                    type_name = "NetworkMemory";
  static std::span<const Field> fields();

  std::string_view id;
  double usable_share = 1, unified_share = 1;       // shares of a card's memory, as in Engine
  double denoised_gib = 0, denoised_gib_32 = 0;     // per image and megapixel
  double decoded_gib = 0, decoded_gib_32 = 0;       // per image and megapixel
  double token_bytes = 0;                           // per token and hidden value of a clip
  double score_bytes = 0, score_bytes_32 = 0;       // per score of eager attention
  double runtime_gib = 0;                           // driver and program, per device
  double state_bytes = 0, encoder_state_bytes = 0;  // per parameter; `encoder_`: encoders in 16 bit
  double layer_bytes = 0, layer_bytes_32 = 0;    // per token and hidden value of an encoder's layer
  double square_bytes = 0, square_bytes_32 = 0;  // per attention score of an encoder's layer
  std::string_view source;
};

// A network with measurements of its training.
struct NetworkTraining : AnyRecord {
  static constexpr std::string_view list = "network_training", noun = "the network's training",
                                    type_name = "NetworkTraining";
  static std::span<const Field> fields();

  std::string_view id;    // id of the network
  double gflop = 0;       // work of a sample over the share of the rate that Ampere reaches
  double gbyte = 0;       // moved per sample in 16 bit
  double bytes_fp32 = 1;  // factor on `gbyte` in 32 bit
  double step_seconds = 0;
  double exchange_gb = 0;  // per step and device
  // Largest batch = (GiB of memory - gib_less) x batch_per_gib; `_32` is for 32 bit.
  double gib_less = 0, batch_per_gib = 0;
  double gib_less_32 = 0, batch_per_gib_32 = 0;
  Number before_ampere;  // factor on the rate of the first tensor cores; absent: 1
  std::string_view source;
};

// Diffusion models that make images and clips.
struct ImageConstants : AnyRecord {
  static constexpr std::string_view list = "images", noun = "the image law",
                                    type_name = "ImageConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double efficiency = 0;  // share of the sustained matrix rate
  // As in Engine.
  double power_exponent = 0;
  double tflops_per_watt = 0;
  double gigabytes_per_step = 0;  // moved by a step of `reference_gmacs` x `reference_evaluations`
  double step_seconds = 0;        // host time per denoising step
  double reference_gmacs = 0;
  // A step of more multiply-adds (10^9) than `large_gmacs` reaches `large_gain` times the share of
  // the rate.
  double large_gmacs = 0, large_gain = 1;
  double reference_evaluations = 0;  // evaluations per step
  double decoder_gmacs = 0;          // to decode an image of `decoder_resolution`
  double decoder_resolution = 0;     // pixels per side
  double eager = 1;                  // speed of eager attention, relative to fused
  double attention_share = 1;        // speed of products between tokens, relative to others
  double compiled = 1;               // speed of a compiled network, relative to one that is not
  double fp8 = 1;                    // speed of 8 bit, relative to 16
  std::string_view source;
};

// Networks that look at an image once: classifiers and image embeddings.
struct VisionConstants : AnyRecord {
  static constexpr std::string_view list = "vision", noun = "the vision law",
                                    type_name = "VisionConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double matrix = 0;       // share of Ampere's matrix rate that products reach
  double compiled = 1;     // share of the traffic that a compiled network still moves
  double kept_bytes = 0;   // memory per value of a pass
  double least_batch = 1;  // a pass over fewer images takes as long, waiting for the host
  double most_batch = 1;   // default images per training step; more are rarely faster
  double training_work = 3, training_traffic = 3;  // training step / forward pass
  std::string_view source;
};

// A network with measurements of its inference.
struct NetworkInference : AnyRecord {
  static constexpr std::string_view list = "network_inference", noun = "the network's inference",
                                    type_name = "NetworkInference";
  static std::span<const Field> fields();

  std::string_view id;          // id of the network
  double activation_bytes = 0;  // moved in 16 bit per value of a pass
  std::string_view source;
};

// Language models with weights in host memory that do not fit the cards.
struct OffloadConstants : AnyRecord {
  static constexpr std::string_view list = "offload", noun = "the offload law",
                                    type_name = "OffloadConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double host_efficiency = 0;  // share of the bandwidth of host memory
  double usual_host_gb_s = 0;  // bandwidth of host memory, unless given
  double bus_efficiency = 0;   // share of the slot's rate
  Number copy_gb_s;            // most that a host copies to its cards; absent: no limit
  std::string_view source;
};

struct ServingConstants : AnyRecord {
  static constexpr std::string_view list = "serving", noun = "the serving law",
                                    type_name = "ServingConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double most_streams = 0;  // most concurrent streams, unless given
  // For engines with `serves`.
  double activation_bytes = 0;  // moved per token, layer and hidden value
  // Speed of products with four-bit weights, relative to others, if the card unpacks them first:
  // experts in formats that pack only these, and all weights in classes with `unpacks_slowly`.
  double unpacked_share = 1;
  std::string_view source;
};

// Constants for all estimates.
struct EvidenceConstants : AnyRecord {
  static constexpr std::string_view list = "evidence", noun = "the law of evidence",
                                    type_name = "EvidenceConstants";
  static std::span<const Field> fields();

  std::string_view id;
  double least_rows = 0;  // an interval of fewer rows is rough
  std::string_view source;
};

// Limits of useful suggestions, for the search for a change that makes a job fit.
struct SearchBounds : AnyRecord {
  static constexpr std::string_view list = "search", noun = "the search",
                                    type_name = "SearchBounds";
  static std::span<const Field> fields();

  std::string_view id;
  double least_bits = 0;         // per weight; formats with no more are not suggested
  double shortest_context = 0;   // tokens, inference
  double shortest_sequence = 0;  // tokens, training
  double token_step = 0;
  double training_cards = 0;  // most cards for training
  Numbers image_shares;       // shares of an image's side to try
  double image_step = 0;      // pixels to which the side is rounded down
  std::string_view source;
};

// Bytes that training keeps for each trained weight.
struct TrainingRecipe : AnyRecord {
  static constexpr std::string_view list = "training_recipes", noun = "the recipe",
                                    type_name = "TrainingRecipe";
  static std::span<const Field> fields();

  std::string_view id;  // one of recipe_names
  double weight = 0, gradient = 0;
  double master = 0;  // a copy in 32 bit; 0: the optimizer changes the weights themselves
  std::string_view source;
};
enum class RecipeName : std::uint8_t { adapters, bf16, mixed, pretraining, single };
inline constexpr std::array<std::string_view, 5> recipe_names{"adapters", "bf16", "mixed",
                                                              "pretraining", "single"};

// 80 % of measured cards, each left out of the fit, fall between `low` and `high` times the
// estimate. The interval is for work that meets all its conditions. An absent condition excludes
// no work.
struct Interval : AnyRecord {
  static constexpr std::string_view list = "intervals", noun = "the interval",
                                    type_name = "Interval";
  static std::span<const Field> fields();

  std::string_view id;
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

// Throws Error: a list of constants is empty.
[[noreturn]] void refuse_missing_law();

// One list of records per kind of constant, such as a span or a vector.
template <template <class> class List, class... Kinds>
struct ListsOfKinds : List<Kinds>... {
  ListsOfKinds() = default;
  // Takes the records of `source.of<Kind>()`.
  template <class Source>
  explicit ListsOfKinds(const Source& source)
      : List<Kinds>(source.template of<Kinds>().begin(), source.template of<Kinds>().end())... {}

  template <class Kind>
  List<Kind>& of() {
    return *this;
  }
  template <class Kind>
  const List<Kind>& of() const {
    return *this;
  }
};
template <template <class> class List>
using CalibrationLists =
    ListsOfKinds<List, Engine, SpeedClass, EngineBuild, TrainingClass, ImageClass, FineTuningStack,
                 PretrainingStack, DequantisedFormat, Optimizer, NetworkTraining, NetworkInference,
                 Interval, SoftwareStack, TrainingConstants, FineTuningConstants, TrainingMemory,
                 NetworkMemory, ImageConstants, VisionConstants, OffloadConstants, ServingConstants,
                 EvidenceConstants, SearchBounds, TrainingRecipe>;

template <class Kind>
using ConstantList = std::span<const Kind>;

// A view of the constants of a catalog. The lists are sorted by id.
struct Calibration : CalibrationLists<ConstantList> {
  using ListsOfKinds::ListsOfKinds;

  // Returns the record with this id, or null.
  template <class Kind>
  const Kind* find(std::string_view id) const {
    return with_id(of<Kind>(), id);
  }
  // Returns the record of a list of one. Throws Error if the list is empty.
  template <class Kind>
  const Kind& only() const {
    if (of<Kind>().empty()) refuse_missing_law();
    return of<Kind>().front();
  }

  // Each throws Error if there is no record.
  const Engine& engine(std::string_view name) const;
  const Optimizer& optimizer(std::string_view id) const;
  const TrainingRecipe& training_recipe(RecipeName name) const;
  const FineTuningStack& fine_tuning_stack(std::string_view id) const;
  const PretrainingStack& pretraining_stack(std::string_view id) const;

  // Returns the card's stack, or a stack with default values if it is unknown.
  const SoftwareStack& stack_of(const Gpu& gpu) const;
  // Returns the interval for this work, or null if there is none. Of several, a measured one comes
  // first, then the one with the most conditions.
  const Interval* interval_for(const IntervalKey& key) const;

  // Returns the optimizers that adapt the step of each weight and keep fewer bytes than this one,
  // most bytes first.
  std::vector<const Optimizer*> smaller_optimizers(const Optimizer& than) const;
};

// True if a class with these architectures (empty: any) and this memory ("hbm", "other", "lpddr",
// "" for any) contains the card.
bool covers(Texts architectures, std::string_view memory, const Gpu& gpu);

}  // namespace gpupick
