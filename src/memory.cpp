// The problem: whether a model fits is the first question, and "parameters x bytes x 1.2" answers
// it wrongly in a third of the cases. Four parts are known each by itself:
//
//   weights   the linear layers, and the head, at the bits that the format gives each; the
//   embedding stays in
//             host memory unless it is the head too
//   cache     exact, model.cpp
//   buffers   batch x (4 x vocabulary + 6 x hidden) bytes on each device: logits and activations of
//   one batch backend   context of the driver and the engine, on each device
//
// Of a card's nominal memory a driver keeps a share; of unified memory the system does.
// Left out: speculative decoding, several streams, engines that reserve the card whatever is needed
// (vLLM).
#include <gpupick/memory.hpp>

namespace gpupick {

MemoryNeed memory_need(const Chat& chat, const Runtime& runtime, double devices) {
  const Model& model = *chat.model;
  const Quantisation& quant = *chat.quant;
  MemoryNeed need;
  need.weights = {(linear_parameters(model).all * quant.linear_bits +
                   embedding_parameters(model) * quant.head_bits) /
                  8};
  need.cache = cache(model, *chat.cache_type, chat.context);
  need.buffers = Bytes{runtime.batch * (4 * model.vocab_size + 6 * model.hidden_size)} * devices;
  need.backend = gib(runtime.backend_gib) * devices;
  return need;
}

std::optional<Bytes> usable_memory(const Gpu& gpu, const Runtime& runtime) {
  const Number nominal = per_device(gpu, gpu.memory_gib);
  if (!nominal) return {};
  return gib(*nominal *
             (gpu.segment == "integrated" ? runtime.unified_share : runtime.usable_share));
}

Bytes active_weights(const Model& model, const Quantisation& quant) {
  return {(linear_parameters(model).active * quant.linear_bits +
           embedding_parameters(model) * quant.head_bits) /
          8};
}

}  // namespace gpupick
