// Constants fitted on published measurements, few and each with a meaning
// (docs/models.md#constants). Data, in data/calibration.json, which `gpupick_fit` writes
// (docs/accuracy.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cards/board.hpp"
#include "cards/gpu.hpp"
#include "schema/field.hpp"
#include "schema/laid_list.hpp"

namespace gpupick {

// What an engine for language models takes of a device's memory, and how it works over several.
struct Engine {
  static constexpr std::string_view list = "engines", noun = "the engine", type_name = "Engine";
  static std::span<const Field<Engine>> fields();

  std::string_view id;
  Texts aliases;                   // also of programs that are built on it
  std::string_view like;           // the engine whose classes and builds are its own too, or ""
  std::string_view software;       // of the support rules, that a card must be served by
  double backend_gib = 0;          // of driver and engine, per device
  double usable_share = 1;         // of the nominal memory
  double unified_share = 1;        // of memory that the system shares
  double batch = 0;                // tokens of a prompt processed at once
  double hidden_bytes = 0;         // of buffers, per such token and hidden value
  double ffn_bytes = 0;            // ... and value of the feed-forward net
  double logit_bytes = 0;          // ... and word of the vocabulary
  Number score_bytes;              // of a score that eager attention keeps; absent: none
  double cache_block = 1;          // tokens for which the cache is made at once
  double cache_fill = 1;           // of what everything else leaves, that caches may have
  double live_caches = 1;          // at once, of models that copy theirs
  double state_bytes = 2;          // a value of layers that keep a state instead of a cache
  std::string_view files;          // that it reads, of file_words; "": tensors
  Texts formats;                   // that a model is tried in where none is asked, most bits first
  bool embedding_on_host = false;  // unless it is the head too
  bool pipeline_parallel = false;  // several devices take turns; else each works on every layer
  bool serves = false;             // many at once: the serving law holds
  bool latent_prompts = false;     // reads a prompt over a latent cache as it is, as a step does
  bool half_accumulate = false;    // multiplies with FP16 accumulation where that is faster
  bool overlaps = false;           // the time per layer runs beside reading, not after it
  // Times that the cache is read at all query heads; absent: once, as it stands.
  Number cache_copies;
  double split_2 = 1, split_4 = 1, split_8 = 1;  // speed of one stream over so many devices in turn
  double pipeline_exponent = 1;  // of the speed-up that a full pipeline of prompts would have
  double power_exponent = 0;     // how far the board power limits the matrix rate, and
  double tflops_per_watt = 0;    // at what rate per watt
  double f16_gain = 1;           // of unquantised weights over quantised ones when reading a prompt
  double link_efficiency = 1;    // share of the link's rate that sums over devices reach
  double state_seconds = 0;      // per layer that keeps a state instead of a cache, and step
  double step_seconds = 0;       // per operation of a layer that a plain one does not have
  double draft_seconds = 0;      // per token that a model drafts, beside that model's own step
  double vocab_gap = 0;          // most that vocabularies differ in size whose tokens are the same
  // A step of up to `vector_batch` tokens takes the vector units, at `vector_share` of the FP32
  // rate. A larger one takes the matrix units, which multiply `tile` tokens at a time, or
  // `expert_tile` of those sent to one expert.
  double vector_batch = 0, vector_share = 1, tile = 1, expert_tile = 0;
  // Operations of the vector units per token of a prompt: for each value of the states, and for
  // each value of it that is sent to an expert.
  double state_operations = 0, routing_operations = 0;
  Number attention_share;  // of the FP32 rate, that a step's attention reaches; absent: any
  std::string_view source;
};

// Cards that reach the same share of their peaks under an engine.
struct SpeedClass {
  static constexpr std::string_view list = "classes", noun = "the class", type_name = "SpeedClass";
  static std::span<const Field<SpeedClass>> fields();

  std::string_view id;
  std::string_view engine;
  std::string_view stack;
  Texts architectures;  // any of the stack where empty
  std::string_view
      memory;   // only cards with HBM ("hbm"), without ("other") or with LPDDR ("lpddr");
                // "" for any
  Flag tensor;  // only cards with, or without, tensor cores
  double decode_efficiency = 0;   // share of the bandwidth that decoding reaches
  double prefill_efficiency = 0;  // share of the matrix rate that products of weights reach
  Number fp8_efficiency;          // ... of the rate of FP8 and FP4 units; absent: the same
  bool unpacks = false;           // weights for those units to 16 bit, having no kernels for them
  bool unpacks_slowly = false;    // ... and weights of four bits at the serving law's speed
  double cards = 0;               // measured; 0: constants of a class taken for near
  std::string_view like;          // that class, where the fit is to keep them alike
  std::string_view note;          // what who reads an estimate of it must know
};

// What an engine's builds on a stack spend, whatever the card. The newest not later than the day
// counts.
struct EngineBuild {
  static constexpr std::string_view list = "engine_builds", noun = "the build",
                                    type_name = "EngineBuild";
  static std::span<const Field<EngineBuild>> fields();

  std::string_view id;
  std::string_view engine;
  std::string_view stack;
  Date from;
  double layer_seconds = 0;      // per layer and step
  double sequence_seconds = 0;   // per stream and step
  double allreduce_seconds = 0;  // per sum over devices, two a layer
  double attention_share = 1;    // speed of attention in a prompt against the products of weights
  double cache_share = 1;        // speed of reading the cache against reading weights
  double expert_share = 1;       // speed of experts' products in a prompt against other weights'
  Number cache_read_bytes;       // for a value of a cache of one byte; absent: as its type says
  double matrix_share = 1;       // of the rate that the class reaches
  Number unit_operations;        // on quantised weights, at most, per compute unit and clock
  Number unit_fp32;  // operations in FP32 of a unit and clock, on cards that name no clock or units
};

// Cards that train alike.
struct TrainingClass {
  static constexpr std::string_view list = "training_classes", noun = "the training class",
                                    type_name = "TrainingClass";
  static std::span<const Field<TrainingClass>> fields();

  std::string_view id;
  Texts architectures;
  std::string_view memory;          // as of SpeedClass
  double matrix = 1;                // share of the matrix rate that is reached, against Ampere's
  double memory_bandwidth = 1;      // share of the bandwidth
  double attention = 1;             // share of the matrix rate that attention reaches
  double vision = 1;                // speed of looking at images, against Ampere's by its rates
  bool first_tensor_cores = false;  // slower with some networks than their rate (before_ampere)
  // How many were measured in training networks, in pre-training, in pre-training by programs that
  // split the model over devices, in fine-tuning and in vision; 0: taken for near.
  double cards = 0, pretraining_cards = 0, split_cards = 0, tuning_cards = 0, vision_cards = 0;
};

// Cards that make images alike. Of several that hold a card the one that asks most of it counts.
struct ImageClass {
  static constexpr std::string_view list = "image_classes", noun = "the image class",
                                    type_name = "ImageClass";
  static std::span<const Field<ImageClass>> fields();

  std::string_view id;
  std::string_view stack;  // any where empty
  Texts architectures;     // any of the stack where empty
  Flag tensor;             // as of SpeedClass
  double factor = 1;       // speed against CUDA with tensor cores
  double cards = 0;        // measured; 0: taken for near
  double video_cards = 0;  // measured with clips
};

// Language models in training: rates that devices reach and exchange at.
struct TrainingConstants {
  static constexpr std::string_view list = "training", noun = "the training law",
                                    type_name = "TrainingConstants";
  static std::span<const Field<TrainingConstants>> fields();

  std::string_view id;
  double vector_fp32 = 0;       // share of the FP32 rate that cards without tensor cores reach
  double matrix = 0;            // share of the matrix rate
  double matrix_fp8 = 0;        // share of the FP8 rate
  double power_exponent = 0;    // how far the board power limits the matrix rate, and
  double tflops_per_watt = 0;   // from where
  double activation_bytes = 0;  // moved per token, layer and query value
  double node_gb_s = 0;         // exchanged in pre-training between modules of a computer
  double network_gb_s = 0;      // ... of several computers
  double module_gb_s = 0;       // exchanged between modules in other training
  double pcie_gb_s = 0;         // between boards
  double consumer_gb_s = 0;     // between consumer boards
  double consumer_crowd = 0;    // share of that rate where more than `consumer_few` exchange
  double consumer_few = 0;      // boards
  double devices_per_node = 0;  // of a computer with modules
  std::string_view source;
};

// Language models in fine-tuning, whatever the stack.
struct FineTuningConstants {
  static constexpr std::string_view list = "fine_tuning", noun = "the fine-tuning law",
                                    type_name = "FineTuningConstants";
  static std::span<const Field<FineTuningConstants>> fields();

  std::string_view id;
  double attention = 0;         // share of the matrix rate that attention reaches
  double adapter_bytes = 0;     // moved by adapters per token and layer, there and back
  double dequantise_bytes = 0;  // moved per parameter to raise frozen weights to 16 bit
  double several_cards = 0;     // time where several devices shard
  std::string_view source;
};

// A program for fine-tuning. What was not measured by itself is taken as the usual one.
struct FineTuningStack {
  static constexpr std::string_view list = "fine_tuning_stacks", noun = "the fine-tuning stack",
                                    type_name = "FineTuningStack";
  static std::span<const Field<FineTuningStack>> fields();

  std::string_view id;
  double traffic = 1;             // bytes moved over those of pre-training
  double layer_seconds = 0;       // per layer and micro-step
  double full_step = 1;           // time per layer of full tuning over that of adapters
  std::string_view like;          // that program, whose speed stands for its own, hardly measured
  Number logit_bytes;             // kept per token and word; absent: as of TrainingMemory
  double embedding_bytes = 0;     // of a weight of embedding and head beside quantised layers
  bool host_checkpoints = false;  // checkpoints wait in host memory
  bool prefetches = false;        // fetches a layer's sharded weights during the layer before
  std::string_view source;
};

// A program for pre-training language models. What is absent is as of the law of training and of
// the card's class.
struct PretrainingStack {
  static constexpr std::string_view list = "pretraining_stacks", noun = "the pre-training stack",
                                    type_name = "PretrainingStack";
  static std::span<const Field<PretrainingStack>> fields();

  std::string_view id;
  bool splits_model = false;  // devices hold parts of it (tensor, pipeline, expert parallelism), so
                              // that what they exchange hides behind work
  Number attention;           // share of the matrix rate
  Number activation_bytes;    // moved per token, layer and query value
  Number matrix_fp8;          // share of the FP8 rate
  double expert_bytes = 0;    // moved per token, layer and inner value of the experts it is sent to
  std::string_view source;
};

// A format of frozen weights whose raising to 16 bit was measured by itself.
struct DequantisedFormat {
  static constexpr std::string_view list = "dequantised_formats", noun = "the dequantised format",
                                    type_name = "DequantisedFormat";
  static std::span<const Field<DequantisedFormat>> fields();

  std::string_view id;          // the format's
  double dequantise_bytes = 0;  // as of FineTuningConstants
  std::string_view source;
};

struct Optimizer {
  static constexpr std::string_view list = "optimizers", noun = "the optimizer",
                                    type_name = "Optimizer";
  static std::span<const Field<Optimizer>> fields();

  std::string_view id;
  bool adapts = false;                // the step of each weight
  double bytes_16 = 0, bytes_32 = 0;  // kept per parameter that is trained in 16 and in 32 bit
  Number step_bytes;                  // of a copy made at the step; absent: it makes none
  bool paged = false;                 // what does not fit the card waits in host memory
  std::string_view source;
  Texts more_sources;
};

// Memory of training a language model (physics/memory_training.cpp has the formula).
struct TrainingMemory {
  static constexpr std::string_view list = "training_memory", noun = "the training memory law",
                                    type_name = "TrainingMemory";
  static std::span<const Field<TrainingMemory>> fields();

  std::string_view id;
  // Units of a 16-bit hidden state that a layer keeps.
  double norm_units_32 = 0, norm_units_16 = 0, attention_units = 0, repeat_units = 0;
  double gated_units = 0, plain_units = 0, qk_norm_units = 0;
  double pretraining_units = 0;
  double score_bytes = 0;                               // of a score of attention that is not fused
  double logit_bytes = 0, pretraining_logit_bytes = 0;  // per token and word
  double chunked_logit_bytes = 0;                       // of a loss computed in chunks
  double dequantised_factor = 1;                        // of activations beside quantised weights
  double runtime_gib = 0;                               // of driver and program, per device
  double usable_share = 1, unified_share = 1;           // of a card's memory, as of Engine
  std::string_view source;
};

// Memory of networks that are no language models.
struct NetworkMemory {
  static constexpr std::string_view list = "network_memory", noun = "the network memory law",
                                    type_name = "NetworkMemory";
  static std::span<const Field<NetworkMemory>> fields();

  std::string_view id;
  double usable_share = 1, unified_share = 1;       // of a card's memory, as of Engine
  double denoised_gib = 0, denoised_gib_32 = 0;     // per image and megapixel
  double decoded_gib = 0, decoded_gib_32 = 0;       // likewise
  double token_bytes = 0;                           // of a clip, per token and hidden value
  double score_bytes = 0, score_bytes_32 = 0;       // of a score of attention that is not fused
  double runtime_gib = 0;                           // of driver and program, per device
  double state_bytes = 0, encoder_state_bytes = 0;  // per parameter, of encoders in 16 bit
  double layer_bytes = 0, layer_bytes_32 = 0;       // of an encoder's layer, per hidden value
  double square_bytes = 0, square_bytes_32 = 0;     // ... and per score
  std::string_view source;
};

// A network whose training was measured.
struct NetworkTraining {
  static constexpr std::string_view list = "network_training", noun = "the network's training",
                                    type_name = "NetworkTraining";
  static std::span<const Field<NetworkTraining>> fields();

  std::string_view id;    // the network's
  double gflop = 0;       // of a sample, at the rate that is reached
  double gbyte = 0;       // moved per sample in 16 bit
  double bytes_fp32 = 1;  // times as many in 32 bit
  double step_seconds = 0;
  double exchange_gb = 0;                        // per step and device
  double gib_less = 0, batch_per_gib = 0;        // the largest batch is that of memory less so
  double gib_less_32 = 0, batch_per_gib_32 = 0;  // much
  Number before_ampere;                          // speed of the first tensor cores; absent: 1
  std::string_view source;
};

// Diffusion models that make images.
struct ImageConstants {
  static constexpr std::string_view list = "images", noun = "the image law",
                                    type_name = "ImageConstants";
  static std::span<const Field<ImageConstants>> fields();

  std::string_view id;
  double efficiency = 0;          // share of the matrix rate
  double power_exponent = 0;      // how far the board power limits the matrix rate, and
  double tflops_per_watt = 0;     // at what rate per watt
  double gigabytes_per_step = 0;  // moved by a network of `reference_gmacs`
  double step_seconds = 0;        // of the host
  double reference_gmacs = 0;
  // Evaluations of more multiply-adds (10^9) reach this many times the share of the rate.
  double large_gmacs = 0, large_gain = 1;
  double reference_evaluations = 0;  // per step
  double decoder_gmacs = 0;          // of an image of `decoder_resolution`
  double decoder_resolution = 0;     // pixels a side
  double eager = 1;                  // speed of attention that is not fused
  double attention_share = 1;        // speed of products between tokens against the others'
  double compiled = 1;               // speed of a compiled network
  double fp8 = 1;                    // speed in 8 bit over 16
  std::string_view source;
};

// Networks that look at an image once: classifiers, towers of embeddings.
struct VisionConstants {
  static constexpr std::string_view list = "vision", noun = "the vision law",
                                    type_name = "VisionConstants";
  static std::span<const Field<VisionConstants>> fields();

  std::string_view id;
  double matrix = 0;       // share of the rate of Ampere's matrix units
  double compiled = 1;     // share of the traffic that is left in a compiled network
  double kept_bytes = 0;   // of memory per value that a pass makes
  double least_batch = 1;  // fewer images wait for the host as long as these do
  double most_batch = 1;   // of a step of training; more seldom make it faster
  double training_work = 3, training_traffic = 3;  // of a step of training, times those of a look
  std::string_view source;
};

// A network whose inference was measured.
struct NetworkInference {
  static constexpr std::string_view list = "network_inference", noun = "the network's inference",
                                    type_name = "NetworkInference";
  static std::span<const Field<NetworkInference>> fields();

  std::string_view id;          // the network's
  double activation_bytes = 0;  // moved in 16 bit per value that a pass makes
  std::string_view source;
};

// Models of which the host holds what the cards can't.
struct OffloadConstants {
  static constexpr std::string_view list = "offload", noun = "the offload law",
                                    type_name = "OffloadConstants";
  static std::span<const Field<OffloadConstants>> fields();

  std::string_view id;
  double host_efficiency = 0;  // share of the bandwidth of its memory
  double usual_host_gb_s = 0;  // of memory, where nobody says
  double bus_efficiency = 0;   // share of the rate of a card's slot
  Number copy_gb_s;            // that a host copies to its cards at most; absent: no bound
  std::string_view source;
};

struct ServingConstants {
  static constexpr std::string_view list = "serving", noun = "the serving law",
                                    type_name = "ServingConstants";
  static std::span<const Field<ServingConstants>> fields();

  std::string_view id;
  double most_streams = 0;  // at once, where nobody says how many
  // Of engines that serve:
  double activation_bytes = 0;  // moved per token, layer and hidden value
  // Speed of products with experts of four bits beside weights of more, on cards that unpack them.
  double unpacked_share = 1;
  std::string_view source;
};

// What holds for all estimates.
struct EvidenceConstants {
  static constexpr std::string_view list = "evidence", noun = "the law of evidence",
                                    type_name = "EvidenceConstants";
  static std::span<const Field<EvidenceConstants>> fields();

  std::string_view id;
  double least_rows = 0;  // behind an interval: with fewer it is thin
  std::string_view source;
};

// Where the search for a change that makes a job fit ends: beyond that nobody is helped.
struct SearchBounds {
  static constexpr std::string_view list = "search", noun = "the search",
                                    type_name = "SearchBounds";
  static std::span<const Field<SearchBounds>> fields();

  std::string_view id;
  double least_bits = 0;         // of a weight, under which answers suffer
  double shortest_context = 0;   // tokens, of answers
  double shortest_sequence = 0;  // tokens, of training
  double token_step = 0;
  double training_cards = 0;  // at most
  Numbers image_shares;       // of an image's side that are tried
  double image_step = 0;      // pixels
  std::string_view source;
};

// Bytes of what training keeps of each weight that it trains.
struct TrainingRecipe {
  static constexpr std::string_view list = "training_recipes", noun = "the recipe",
                                    type_name = "TrainingRecipe";
  static std::span<const Field<TrainingRecipe>> fields();

  std::string_view id;  // of recipe_names
  double weight = 0, gradient = 0;
  double master = 0;  // of a copy in 32 bit; 0: the optimizer works on the weights themselves
  std::string_view source;
};
enum class RecipeName : std::uint8_t { adapters, bf16, mixed, pretraining, single };
inline constexpr std::array<std::string_view, 5> recipe_names{"adapters", "bf16", "mixed",
                                                              "pretraining", "single"};

// Of measured cards, each left out of the fit, 80 % lay between low x and high x the estimate.
struct Interval {
  static constexpr std::string_view list = "intervals", noun = "the interval",
                                    type_name = "Interval";
  static std::span<const Field<Interval>> fields();

  std::string_view id;  // of interval_names, or of one stack or network
  // What alone it holds for: several streams on this stack, images of this network, cards of this
  // segment.
  Text stack, network, segment;
  double low = 0, high = 0;
  double rows = 0;     // behind it
  bool guess = false;  // none of them is of the cards that it is used for
};

// Intervals that the program asks for by name. Those that end in "unseen" and "other-stack" are of
// what no measurement has.
enum class IntervalName : std::uint8_t {
  batched,
  batched_elsewhere,
  batched_other_stack,
  batched_unseen,
  consumer_training_several,
  decode,
  decode_hybrid,
  decode_mixture,
  decode_unseen,
  encoder_training,
  encoder_training_several,
  encoder_training_unseen,
  fine_tuning,
  fine_tuning_several,
  fine_tuning_unseen,
  image_unseen,
  offload,
  prefill,
  prefill_hybrid,
  prefill_mixture,
  prefill_unseen,
  pretraining,
  pretraining_several,
  pretraining_split,
  pretraining_unseen,
  sequence_training,
  sequence_training_several,
  sequence_training_unseen,
  serving,
  serving_unseen,
  size_cache,
  size_speed,
  stream,
  stream_elsewhere,
  stream_unseen,
  training_other_stack,
  training_unseen,
  video,
  video_unseen,
  vision,
  vision_network,
  vision_training,
  vision_training_network,
  vision_training_several,
  vision_training_unseen,
  vision_unseen
};
inline constexpr std::array<std::string_view, 46> interval_names = {"batched",
                                                                    "batched-elsewhere",
                                                                    "batched-other-stack",
                                                                    "batched-unseen",
                                                                    "consumer-training-several",
                                                                    "decode",
                                                                    "decode-hybrid",
                                                                    "decode-mixture",
                                                                    "decode-unseen",
                                                                    "encoder-training",
                                                                    "encoder-training-several",
                                                                    "encoder-training-unseen",
                                                                    "fine-tuning",
                                                                    "fine-tuning-several",
                                                                    "fine-tuning-unseen",
                                                                    "image-unseen",
                                                                    "offload",
                                                                    "prefill",
                                                                    "prefill-hybrid",
                                                                    "prefill-mixture",
                                                                    "prefill-unseen",
                                                                    "pretraining",
                                                                    "pretraining-several",
                                                                    "pretraining-split",
                                                                    "pretraining-unseen",
                                                                    "sequence-training",
                                                                    "sequence-training-several",
                                                                    "sequence-training-unseen",
                                                                    "serving",
                                                                    "serving-unseen",
                                                                    "size-cache",
                                                                    "size-speed",
                                                                    "stream",
                                                                    "stream-elsewhere",
                                                                    "stream-unseen",
                                                                    "training-other-stack",
                                                                    "training-unseen",
                                                                    "video",
                                                                    "video-unseen",
                                                                    "vision",
                                                                    "vision-network",
                                                                    "vision-training",
                                                                    "vision-training-network",
                                                                    "vision-training-several",
                                                                    "vision-training-unseen",
                                                                    "vision-unseen"};

// Throws Error: a law's constants are missing.
[[noreturn]] void refuse_missing_law();

struct Calibration {
  LaidList<Engine> engines;
  LaidList<SpeedClass> classes;
  LaidList<EngineBuild> engine_builds;
  LaidList<TrainingClass> training_classes;
  LaidList<ImageClass> image_classes;
  LaidList<FineTuningStack> fine_tuning_stacks;
  LaidList<PretrainingStack> pretraining_stacks;
  LaidList<DequantisedFormat> dequantised_formats;
  LaidList<Optimizer> optimizers;
  LaidList<NetworkTraining> network_training;
  LaidList<NetworkInference> network_inference;
  LaidList<Interval> intervals;    // sorted by id
  LaidList<SoftwareStack> stacks;  // likewise
  // Laws of which there is one: lists of one record each.
  LaidList<TrainingConstants> training;
  LaidList<FineTuningConstants> fine_tuning;
  LaidList<TrainingMemory> training_memory;
  LaidList<NetworkMemory> network_memory;
  LaidList<ImageConstants> images;
  LaidList<VisionConstants> vision;
  LaidList<OffloadConstants> offload;
  LaidList<ServingConstants> serving;
  LaidList<EvidenceConstants> evidence;
  LaidList<SearchBounds> search;
  LaidList<TrainingRecipe> training_recipes;

  // Where the interval of each name is looked for first, since it is asked for often; `place_names`
  // tells it.
  std::array<std::size_t, interval_names.size()> named_intervals{};
  void place_names();

  // Null where there is none.
  const Interval* find_interval(std::string_view id) const;
  const Interval* find_interval(IntervalName name) const;
  // Of several streams on this stack, where it has an interval of its own; of images of this
  // network.
  const Interval* interval_of_stack(std::string_view stack) const;
  const Interval* interval_of_network(std::string_view network, std::string_view stack) const;
  const NetworkTraining* find_network_training(std::string_view network) const;
  const NetworkInference* find_network_inference(std::string_view network) const;
  // The facts of the card's stack; those of any where it is not known.
  const SoftwareStack& stack_of(const Gpu& gpu) const;
  // Throws Error where there is none.
  const Engine& engine(std::string_view id) const;
  const Optimizer& optimizer(std::string_view id) const;
  const TrainingRecipe& training_recipe(RecipeName name) const;
  const FineTuningStack& fine_tuning_stack(std::string_view id) const;
  const PretrainingStack& pretraining_stack(std::string_view id) const;

  // Optimizers that adapt the step of each weight and keep fewer bytes than this one, those of most
  // bytes first.
  std::vector<const Optimizer*> smaller_optimizers(const Optimizer& than) const;
};

// Whether a class of these architectures (any where empty) and this memory ("hbm", "other",
// "lpddr", "" for any) holds the card.
bool covers(Texts architectures, std::string_view memory, const Gpu& gpu);

// The record of a law of which there is one. Throws Error where the list is empty.
template <class Constants>
const Constants& only(const LaidList<Constants>& list) {
  if (list.empty()) refuse_missing_law();
  return list.front();
}

}  // namespace gpupick
