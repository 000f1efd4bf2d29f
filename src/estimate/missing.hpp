// Why a job has no speed on a card: a cause, and what a sentence about it names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gpupick {

enum class MissingCause : std::uint8_t {
  none,
  trained_states,       // memory that cannot be known, as of Unknown
  attention_width,      // likewise
  network_activations,  // likewise
  bandwidth,            // figures of the card
  matrix_rate,
  link,
  heads,               // that so many devices can't share evenly
  class_under_engine,  // no card of the architecture was measured under the engine
  class_in_training,   // ... in training
  network_training,    // the network's training was not measured
  image_figures,       // a figure of the card or the network
  figure               // of the card: the rate that is asked, or its memory
};
struct Missing {
  MissingCause cause = MissingCause::none;
  int heads = 0, devices = 0;
  int able = 0;  // devices that can share the heads, the next above; 0 where none can
  std::string_view architecture = {};  // the card's; "" where it is not known
  std::string_view name = {};          // of the engine, network or figure

  explicit operator bool() const { return cause != MissingCause::none; }
};

// "its bandwidth is not known"; "" where nothing is missing.
std::string to_text(const Missing& missing);

}  // namespace gpupick
