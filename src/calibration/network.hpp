// Networks other than language models, those that make images and clips among them. Formulas:
// physics/memory_training.cpp, physics/training.cpp, physics/vision.cpp, physics/image.cpp.
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Memory of networks other than language models. `_32` is for 32 bit.
struct NetworkMemory : Sourced {
  static constexpr std::string_view list = "network_memory", noun = "the network memory law";
  static std::span<const Field> fields();

  double usable_share = 1, unified_share = 1;    // shares of a card's memory, as in Engine
  double denoised_gib = 0, denoised_gib_32 = 0;  // per image and megapixel
  double decoded_gib = 0, decoded_gib_32 = 0;    // per image and megapixel
  double token_bytes = 0;                        // per token and hidden value of a clip
  double swapped_token_bytes = 0;  // the same, in programs that send blocks from the host
  double score_bytes = 0, score_bytes_32 = 0;       // per score of eager attention
  double runtime_gib = 0;                           // driver and program, per device
  double state_bytes = 0, encoder_state_bytes = 0;  // per parameter; `encoder_`: encoders in 16 bit
  double layer_bytes = 0, layer_bytes_32 = 0;    // per token and hidden value of an encoder's layer
  double square_bytes = 0, square_bytes_32 = 0;  // per attention score of an encoder's layer
};

// A network, by its id, with measurements of its training.
struct NetworkTraining : Sourced {
  static constexpr std::string_view list = "network_training", noun = "the network's training";
  static std::span<const Field> fields();

  double gflop = 0;       // work of a sample over the share of the rate that Ampere reaches
  double gbyte = 0;       // moved per sample in 16 bit
  double bytes_fp32 = 1;  // factor on `gbyte` in 32 bit
  double step_seconds = 0;
  double exchange_gb = 0;  // per step and device
  // Largest batch = (GiB of memory - gib_less) x batch_per_gib; `_32` is for 32 bit.
  double gib_less = 0, batch_per_gib = 0;
  double gib_less_32 = 0, batch_per_gib_32 = 0;
  Number before_ampere;  // factor on the rate of the first tensor cores; absent: 1
};

// A network, by its id, with measurements of its inference.
struct NetworkInference : Sourced {
  static constexpr std::string_view list = "network_inference", noun = "the network's inference";
  static std::span<const Field> fields();

  double activation_bytes = 0;  // moved in 16 bit per value of a pass
};

// Networks that look at an image once: classifiers and image embeddings.
struct VisionConstants : Sourced {
  static constexpr std::string_view list = "vision", noun = "the vision law";
  static std::span<const Field> fields();

  double matrix = 0;       // share of Ampere's matrix rate that products reach
  double compiled = 1;     // share of the traffic that a compiled network still moves
  double kept_bytes = 0;   // memory per value of a pass
  double least_batch = 1;  // a pass over fewer images takes as long, waiting for the host
  double most_batch = 1;   // default images per training step; more are rarely faster
  double training_work = 3, training_traffic = 3;  // training step / forward pass
};

// Models that turn texts into vectors or scores. Formula: physics/embedding.cpp.
struct EmbeddingConstants : Sourced {
  static constexpr std::string_view list = "embedding", noun = "the embedding law";
  static std::span<const Field> fields();

  double matrix = 0;     // share of Ampere's matrix rate that products reach
  double attention = 0;  // share of Ampere's matrix rate that attention reaches
  // Moved in 16 bit per token, layer and value of the hidden state (twice), queries and keys.
  // PyTorch runs the norms, rotations and gates of models with gated nets as several kernels each.
  double activation_bytes = 0, gated_activation_bytes = 0;
  // The least time of a layer, waiting for the host.
  double layer_seconds = 0, gated_layer_seconds = 0;
};

// Cards that reach the same speed with images, relative to their peaks. If several classes match a
// card, the one with the most conditions counts.
struct ImageClass : Identified {
  static constexpr std::string_view list = "image_classes", noun = "the image class";
  static std::span<const Field> fields();

  std::string_view stack;  // "": any
  Texts architectures;     // empty: all of the stack
  Flag tensor;             // as in SpeedClass
  double factor = 1;       // speed relative to CUDA with tensor cores
  double cards = 0;        // cards measured; 0: constants of a similar class
  double video_cards = 0;  // cards measured with clips
};

// Diffusion models that make images and clips.
struct ImageConstants : Sourced {
  static constexpr std::string_view list = "images", noun = "the image law";
  static std::span<const Field> fields();

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
};

}  // namespace gpupick
