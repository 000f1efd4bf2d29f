// Why a job has no speed on a card: the cause, and the names and numbers for a sentence about it.
#pragma once

#include <cstdint>
#include <string_view>

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

// True if the job lacks a figure, so that no card has a speed.
constexpr bool is_of_job(MissingCause cause) {
  using enum MissingCause;
  return cause == trained_states || cause == attention_width || cause == network_activations ||
         cause == network_training || cause == hearing;
}

struct Missing {
  MissingCause cause = MissingCause::none;
  int heads = 0, devices = 0;
  int able = 0;  // next larger number of devices that can share the heads; 0 if none can
  std::string_view architecture = {};  // the card's; "" if unknown
  std::string_view name = {};          // the engine, network or figure

  explicit operator bool() const { return cause != MissingCause::none; }
};

}  // namespace gpupick
