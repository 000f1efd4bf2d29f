// The problem: layers that keep a state instead of a cache have parameters that no formula for
// attention counts. Let h be the hidden size, v = heads x head size, k = groups x state size, c the
// width of the convolution and r a rank. By the makers' code (transformers), one layer has:
//
//   gated_deltanet  h (2 k + 2 v + 2 heads) + c (2 k + v) + 2 heads + head size + v h
//   kimi_delta      h (2 k + v + heads) + gates + c (2 k + v) + heads + v + head size + v h, gates
//                   2 r (h + v), or 2 h v if they have full rank (r 0)
//   lightning       h (3 v + v) + v + v h
//   mamba           2 h v + (c + 1) v + v (r + 2 s) + r v + v + s v + v + v h, s the state size
//   mamba2          h (2 v + 2 k + heads) + (c + 1) (v + 2 k) + 3 heads + v + v h
//   rg_lru          2 (h v + v) + (c + 1) v + 2 (v head size + v) + v + v h + h
//   rwkv7           h 3 v + r (h + v) + 6 h + 8 v + v h, r of decay, gate, values and learning rate
//   short_conv      3 h v + c v + v h, v = h
//
// For each stream it keeps v x state size values, and the last c - 1 tokens of the convolution's
// input. Left out: norms and biases that a few makers add (under 0.1 %).
#include "models/mixer.hpp"

#include <algorithm>

namespace gpupick {
namespace {

double inner(const Mixer& mixer) { return mixer.heads * mixer.head_dim; }
double keys(const Mixer& mixer) { return mixer.groups * mixer.state_size; }

// Values of a token that pass the convolution.
double convolved(const Mixer& mixer) {
  const bool with_keys = mixer.kind == mixer_kind("gated_deltanet") ||
                         mixer.kind == mixer_kind("kimi_delta") ||
                         mixer.kind == mixer_kind("mamba2");
  return inner(mixer) + (with_keys ? 2 * keys(mixer) : 0);
}

}  // namespace

double mixer_parameters(const Mixer& mixer, double hidden_size) {
  const double h = hidden_size, v = inner(mixer), k = keys(mixer), c = mixer.conv;
  const double s = mixer.state_size, r = mixer.rank, heads = mixer.heads;
  const double out = v * h;
  if (mixer.kind == mixer_kind("gated_deltanet"))
    return h * (2 * k + 2 * v + 2 * heads) + c * convolved(mixer) + 2 * heads + mixer.head_dim +
           out;
  if (mixer.kind == mixer_kind("kimi_delta"))
    return h * (2 * k + v + heads) + 2 * (r > 0 ? r * (h + v) : h * v) + c * convolved(mixer) +
           heads + v + mixer.head_dim + out;
  if (mixer.kind == mixer_kind("lightning")) return 4 * h * v + v + out;
  if (mixer.kind == mixer_kind("mamba"))
    return 2 * h * v + (c + 1) * v + v * (r + 2 * s) + r * v + v + s * v + v + out;
  if (mixer.kind == mixer_kind("mamba2"))
    return h * (2 * v + 2 * k + heads) + (c + 1) * convolved(mixer) + 3 * heads + v + out;
  if (mixer.kind == mixer_kind("rg_lru"))
    return 2 * (h * v + v) + (c + 1) * v + 2 * (v * mixer.head_dim + v) + v + out + h;
  if (mixer.kind == mixer_kind("rwkv7")) return 3 * h * v + r * (h + v) + 6 * h + 8 * v + out;
  if (mixer.kind == mixer_kind("short_conv")) return 3 * h * v + c * v + out;
  return 0;
}

MixerState mixer_state(const Mixer& mixer) {
  return {std::max(0.0, mixer.conv - 1) * convolved(mixer), inner(mixer) * mixer.state_size};
}

}  // namespace gpupick
