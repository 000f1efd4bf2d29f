// The causes that keep a job from having a speed on a card.
#pragma once

#include <cstdint>

namespace gpupick {

enum class MissingCause : std::uint8_t {
  none,
  trained_states,       // unknown memory: layers with a state, in training
  attention_width,      // unknown memory: attention of a denoiser
  network_activations,  // unknown memory: activations of a network
  bandwidth,            // unknown figures of the card: this one and the next two
  matrix_rate,
  link,
  heads,               // the devices can't share the attention heads evenly
  class_under_engine,  // no card of the architecture was measured under the engine
  class_in_training,   // no card of the architecture was measured in training
  network_training,    // the network's training was not measured
  image_figures,       // a figure of the card or the network is unknown
  card_figures,        // the class or a rate of the card is unknown
  hearing,             // the model turns speech into text
  figure               // the card's stated rate or its memory is unknown
};

}  // namespace gpupick
