// A layer that mixes tokens through a state of fixed size instead of a cache that grows with them:
// linear attention, state spaces, gated recurrences, short convolutions (docs/models.md#hybrids).
#pragma once

#include <array>
#include <string_view>

#include "base/lists.hpp"
#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 8> mixer_kinds = {
    "gated_deltanet", "kimi_delta", "lightning", "mamba",
    "mamba2",         "rg_lru",     "rwkv7",     "short_conv"};

// Returns the kind. A kind that the list lacks does not compile.
consteval std::string_view mixer_kind(std::string_view kind) { return word_of(mixer_kinds, kind); }

// Sizes of one layer, as in the makers' config.json; 0 means it has none.
struct Mixer : AnyRecord {
  static constexpr std::string_view noun = "the mixer";
  static std::span<const Field> fields();

  std::string_view kind;           // one of mixer_kinds; "": the model has no such layers
  double layers = 0;               // layers with this mixer
  double heads = 0, head_dim = 0;  // heads of values; heads x head_dim is the inner width
  double groups = 0;      // groups of heads that share keys and queries (B and C of a state space)
  double state_size = 0;  // values of a key, kept for each inner value
  double conv = 0;        // tokens that its convolution sees
  double rank = 0;        // rank of step sizes and gates, or the sum of theirs; 0: full rank
  bool wide_state = false;  // the config or the engine keeps the state in 32 bit
};

// Parameters of one layer at this hidden size.
double mixer_parameters(const Mixer& mixer, double hidden_size);

// Values (a count, not bytes) that one stream keeps in one layer.
struct MixerState {
  double conv = 0;       // input of the convolution: the last tokens
  double recurrent = 0;  // recurrent state: everything before
};
MixerState mixer_state(const Mixer& mixer);

}  // namespace gpupick
