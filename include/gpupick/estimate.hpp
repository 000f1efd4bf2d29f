// How fast a chat with a model runs on a card, or on several that share its layers, and whether it
// fits (docs/models.md#physics).
#pragma once

#include <gpupick/calibration.hpp>
#include <gpupick/performance.hpp>
#include <optional>
#include <string>

namespace gpupick {

struct ChatEstimate {
  const Gpu* gpu = nullptr;
  double devices = 1;  // that share the layers: the board's, times the count of cards
  MemoryNeed need;
  std::optional<Bytes> usable;  // of all devices; nothing where the memory is not known
  bool fits = false;
  std::string missing;  // why there is no speed; "" where there is
  std::string speed_class;
  std::optional<Estimate> decode;       // tokens per second, one stream
  std::optional<Estimate> prefill;      // tokens of prompt per second
  std::optional<Estimate> first_token;  // seconds from prompt to first token
  std::string bound;                    // what decoding waits for: "bandwidth" or "latency"
  std::string change;  // the smallest change that makes it fit; "" where it fits or none does
};

// `formats` and `cache_types` are what may be tried to make it fit, of falling size.
ChatEstimate estimate(const Gpu& gpu, double count, const Chat& chat,
                      const Calibration& calibration, const std::vector<Quantisation>& formats,
                      const std::vector<CacheType>& cache_types);

}  // namespace gpupick
