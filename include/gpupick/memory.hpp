// What a model needs in a card's memory, by part, and whether it fits (docs/models.md#memory).
#pragma once

#include <gpupick/gpu.hpp>
#include <gpupick/model.hpp>
#include <string>
#include <vector>

namespace gpupick {

// One user's chat, or as many at once as `users`, under llama.cpp with every layer on the card.
struct Chat {
  const Model* model = nullptr;
  const Quantisation* quant = nullptr;
  const CacheType* cache_type = nullptr;
  double context = 8192;  // tokens for which the cache is made
  double prompt = 512;    // tokens read before the first is written
  double generate = 128;  // tokens written
};

// An engine's constants, from measurements; in data/calibration.json.
struct Runtime {
  std::string id;
  double backend_gib = 0;      // of driver and engine, per device
  double usable_share = 1;     // of the nominal memory
  double unified_share = 1;    // of memory that the system shares
  double batch = 0;            // tokens processed at once: sizes the compute buffer
  double power_exponent = 0;   // how far the board power limits the matrix rate, and
  double tflops_per_watt = 0;  // at what rate per watt
  double f16_gain = 1;         // of unquantised weights over quantised ones when reading a prompt
  double split_2 = 1, split_4 = 1, split_8 = 1;  // speed of one stream over so many devices
  std::string source;
};

struct MemoryNeed {
  Bytes weights, cache, buffers, backend;  // over all devices

  Bytes total() const { return weights + cache + buffers + backend; }
};

// Of `devices` devices that share the layers.
MemoryNeed memory_need(const Chat& chat, const Runtime& runtime, double devices);

// What of one device's memory a program can have; nothing where the memory is not known.
std::optional<Bytes> usable_memory(const Gpu& gpu, const Runtime& runtime);

// The weights that one token reads: all but the embedding, and of experts those that it is sent to.
Bytes active_weights(const Model& model, const Quantisation& quant);

}  // namespace gpupick
