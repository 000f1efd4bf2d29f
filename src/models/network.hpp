// A network that is no language model: a classifier of images, a diffusion model, a translator.
// What memory and speed need of it is its parameters by component, the work of one pass, and for
// training the activations that it keeps (docs/models.md#networks).
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 7> network_kinds = {
    "vision", "diffusion", "video", "sequence", "speech", "encoder", "generative"};

// A component that is resident: a denoiser, a text encoder, a VAE.
struct Component {
  static constexpr std::string_view noun = "a component", type_name = "Component";
  static std::span<const Field<Component>> fields();

  std::string_view name;
  double parameters = 0;
  bool decodes = false;  // images, for which fewer than 16 bits a weight are too few
};

struct Network {
  static constexpr std::string_view list = "networks", noun = "the network", type_name = "Network";
  static std::span<const Field<Network>> fields();

  std::string_view id;
  std::string_view name;
  Texts aliases;
  std::string_view kind;
  std::string_view publisher;
  Day released;
  Text released_source;
  std::span<const Component> parts;
  // 10^9 multiply-adds of one pass over one sample; of one evaluation of a denoiser. 0: not known.
  double forward_gmacs = 0;
  // Of them the products between tokens, which grow with the square of the sample.
  double attention_gmacs = 0;
  double activations_m = 0;  // millions of values that a pass over one sample makes; 0: not known
  double activation_bytes = 0;  // that mixed-precision training keeps of each
  double resolution = 0;  // pixels a side of the sample that these figures are of; of a video high
  double frames = 0;      // of that sample, where it is a video
  double tokens = 0;      // of that sample, where it is a text
  double steps = 0;       // of denoising, usually
  double evaluations_per_step = 1;  // two with classifier-free guidance
  bool decodes_in_32 = false;       // images, whatever the precision
  // Of a transformer; the last two are for readers.
  double layers = 0, hidden_size = 0, heads = 0, ffn_size = 0, vocab_size = 0;
  double attention_tokens = 0;  // between which the widest attention of a denoiser goes
  Texts notes;
  std::string_view source;
  Texts more_sources;  // that the notes lean on

  double parameters() const {
    double sum = 0;
    for (const Component& part : parts) sum += part.parameters;
    return sum;
  }
};

}  // namespace gpupick
