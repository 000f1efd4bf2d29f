// A network that is not a language model: an image classifier, a diffusion model, a translator.
// Memory and speed depend on its parameters by component, on the work of one pass and, for
// training, on the activations that it keeps (docs/models.md#networks).
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::string_view vision_kind = "vision", sequence_kind = "sequence",
                                  encoder_kind = "encoder";
inline constexpr std::array<std::string_view, 7> network_kinds = {
    vision_kind, "diffusion", "video", sequence_kind, "speech", encoder_kind, "generative"};

// A component that stays in memory: a denoiser, a text encoder, a VAE.
struct Component : AnyRecord {
  static constexpr std::string_view noun = "a component";
  static std::span<const Field> fields();

  std::string_view name;
  double parameters = 0;
  // Decodes images, which needs at least 16 bits a weight.
  bool decodes = false;
};

struct Network : Sourced {
  static constexpr std::string_view list = "networks", noun = "the network";
  static std::span<const Field> fields();

  std::string_view name;
  Texts aliases;
  std::string_view kind;
  std::string_view publisher;
  Day released;
  Text released_source;
  std::span<const Component> parts;  // the denoiser of a diffusion model first
  // Billions of multiply-adds of one pass, or one evaluation of a denoiser. 0: unknown.
  double forward_gmacs = 0;
  // The part of forward_gmacs between tokens, which grows with the square of the sample's size.
  double attention_gmacs = 0;
  double activations_m = 0;     // millions of values that a pass over one sample makes; 0: unknown
  double activation_bytes = 0;  // bytes that mixed-precision training keeps of each value
  // Pixels a side of the sample that these figures describe; for a video, its height.
  double resolution = 0;
  double frames = 0;                // of that sample, if it is a video
  double tokens = 0;                // of that sample, if it is a text
  double steps = 0;                 // usual number of denoising steps
  double evaluations_per_step = 1;  // two with classifier-free guidance
  bool decodes_in_32 = false;       // decodes images in FP32, whatever the precision
  // Dimensions of a transformer. The last two are documentation.
  double layers = 0, hidden_size = 0, heads = 0, ffn_size = 0, vocab_size = 0;
  double attention_tokens = 0;  // tokens in the widest attention of a denoiser
  Texts notes;
  Texts more_sources;  // sources of the notes

  double parameters() const {
    double sum = 0;
    for (const Component& part : parts) sum += part.parameters;
    return sum;
  }
};

}  // namespace gpupick
