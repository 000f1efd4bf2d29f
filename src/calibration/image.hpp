// Diffusion models that make images and clips. Formula: physics/image.cpp.
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Cards that reach the same speed with images, relative to their peaks. If several classes match a
// card, the one with the most conditions counts.
struct ImageClass : Identified {
  static constexpr std::string_view list = "image_classes", noun = "the image class",
                                    type_name = "ImageClass";
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
  static constexpr std::string_view list = "images", noun = "the image law",
                                    type_name = "ImageConstants";
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
