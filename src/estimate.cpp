// The problem: tokens per second from "bandwidth / model size" is off by 27 to 38 % (median) on
// published rows, since it forgets the cache, the experts that stay asleep, the time per layer that
// no bandwidth shortens, and that architectures reach different shares of what the sheet says.
//
//   decode   seconds = (active weights + cache of the tokens so far) / (efficiency x bandwidth) +
//   layers x t prefill  seconds = operations / (efficiency x 16-bit rate)
//            operations per token = 2 x active parameters + 2 x layers x q x prompt
//
// with one efficiency per class of cards and one t per engine, from data/calibration.json. Of
// several devices that share the layers each works in turn: memory adds, speed does not. Left out:
// offload to host memory, tensor parallelism, speculative decoding, thermal limits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <gpupick/estimate.hpp>
#include <gpupick/text.hpp>

namespace gpupick {
namespace {

// One stream over n devices that hold the layers in turn.
double split_factor(const Runtime& runtime, double devices) {
  if (devices < 2) return 1;
  return devices >= 8 ? runtime.split_8 : devices >= 4 ? runtime.split_4 : runtime.split_2;
}

const SpeedClass* class_of(const Gpu& gpu, const Calibration& calibration) {
  const bool hbm = gpu.memory_type && gpu.memory_type->starts_with("HBM");
  for (const SpeedClass& one : calibration.classes) {
    const auto& names = one.architectures;
    if (one.stack == gpu.stack &&
        std::find(names.begin(), names.end(), gpu.architecture.value_or("")) != names.end() &&
        (one.memory.empty() || (one.memory == "hbm") == hbm) &&
        (!one.tensor || *one.tensor == (gpu.fp16_tensor_tflops.value_or(0) > 0)))
      return &one;
  }
  return nullptr;
}

const Engine* engine_of(const Gpu& gpu, const Calibration& calibration) {
  const auto engine = std::find_if(calibration.engines.begin(), calibration.engines.end(),
                                   [&](const Engine& one) { return one.stack == gpu.stack; });
  return engine == calibration.engines.end() ? nullptr : &*engine;
}

Estimate with_interval(double value, std::string basis, const Calibration& calibration,
                       std::string_view quantity, const SpeedClass& speed_class) {
  Estimate out{value, 0, 0, std::move(basis)};
  const std::string id = std::string(quantity) + (speed_class.cards > 0 ? "" : "-unseen");
  for (const Interval& interval : calibration.intervals) {
    if (interval.id != id) continue;
    out.low = value * interval.low;
    out.high = value * interval.high;
  }
  return out;
}

// The rate at which the engine multiplies 16-bit matrices on one device: the fastest units, with
// FP16 accumulation where that is faster; on Intel the vector units. A board that has little power
// for its rate falls short of it.
Number matrix_rate(const Gpu& gpu, const Runtime& runtime) {
  double rate = 0;
  if (gpu.vendor == "intel") {
    rate = gpu.fp16_vector_tflops.value_or(2 * gpu.fp32_tflops.value_or(0));
  } else {
    for (const Number& one : {gpu.fp16_acc16_tensor_tflops, gpu.fp16_tensor_tflops,
                              gpu.fp16_vector_tflops, gpu.fp32_tflops})
      rate = std::max(rate, one.value_or(0));
  }
  if (rate == 0) return {};
  if (gpu.vendor != "apple" && gpu.tdp_w)
    rate =
        std::min(rate, std::pow(rate, 1 - runtime.power_exponent) *
                           std::pow(runtime.tflops_per_watt * *gpu.tdp_w, runtime.power_exponent));
  return per_device(gpu, rate);
}

void add_decode(const Gpu& gpu, const Chat& chat, const Calibration& calibration,
                const SpeedClass& speed_class, const Engine& engine, ChatEstimate& out) {
  const Bytes weights = active_weights(*chat.model, *chat.quant);
  const Bytes past =
      cache(*chat.model, *chat.cache_type, std::min(chat.context, chat.prompt + chat.generate / 2));
  const BytesPerSecond rate =
      gb_per_second(*per_device(gpu, gpu.bandwidth_gb_s)) * speed_class.decode_efficiency;
  const Seconds reading = (weights + past) / rate;
  const Seconds waiting{chat.model->layers * engine.layer_seconds};
  const double factor = split_factor(calibration.runtime, out.devices);
  out.bound = reading > waiting ? "bandwidth" : "latency";
  out.decode = with_interval(
      factor / (reading + waiting).value,
      fmt::format(
          "1 / (({} GiB weights + {} GiB cache) / ({} x {} GB/s) + {} layers x {} us){}",
          rounded(in_gib(weights)), rounded(in_gib(past)), rounded(speed_class.decode_efficiency),
          rounded(*per_device(gpu, gpu.bandwidth_gb_s)), exact(chat.model->layers),
          rounded(engine.layer_seconds * 1e6), factor < 1 ? fmt::format(" x {}", factor) : ""),
      calibration, "decode", speed_class);
}

void add_prefill(const Gpu& gpu, const Chat& chat, const Calibration& calibration,
                 const SpeedClass& speed_class, ChatEstimate& out) {
  const Number rate = matrix_rate(gpu, calibration.runtime);
  if (!rate) return;
  const Model& model = *chat.model;
  const double active = linear_parameters(model).active;
  const double q = model.heads * (model.head_dim > 0 ? model.head_dim
                                                     : model.nope_head_dim + model.rope_head_dim);
  const double attention = 2 * model.layers * q * chat.prompt;
  const double gain = chat.quant->linear_bits == 16 ? calibration.runtime.f16_gain : 1;
  const Seconds each = Operations{2 * active + attention} /
                       (tflops(*rate) * (speed_class.prefill_efficiency * gain));
  out.prefill =
      with_interval(1 / each.value,
                    fmt::format("{}{} x {} TFLOPS / (2 x {} billion active parameters + {} "
                                "billion operations of attention)",
                                gain > 1 ? fmt::format("{} x ", gain) : "",
                                rounded(speed_class.prefill_efficiency), rounded(*rate),
                                rounded(active / 1e9), rounded(attention / 1e9)),
                    calibration, "prefill", speed_class);
  const double tokens = std::max(chat.prompt, 1.0);
  out.first_token = Estimate{tokens / out.prefill->value, tokens / out.prefill->high,
                             tokens / out.prefill->low, "prompt / prefill speed"};
}

bool fits(const Chat& chat, const Calibration& calibration, double devices, Bytes usable) {
  return memory_need(chat, calibration.runtime, devices).total() <= usable;
}

// The smallest change that makes it fit: another cache type, half the context and so on, another
// format, one more card.
std::string smallest_change(const Chat& chat, const Calibration& calibration, double count,
                            double devices_per_card, Bytes usable_per_card,
                            const std::vector<Quantisation>& formats,
                            const std::vector<CacheType>& cache_types) {
  const Bytes usable = usable_per_card * count;
  const double devices = devices_per_card * count;
  Chat other = chat;
  for (const CacheType& type : cache_types) {
    other.cache_type = &type;
    if (type.bytes < chat.cache_type->bytes && type.bytes >= 1 &&
        fits(other, calibration, devices, usable))
      return fmt::format("--kv-quant {}", type.id);
  }
  other = chat;
  for (other.context = chat.context / 2; other.context >= 2048; other.context /= 2)
    if (fits(other, calibration, devices, usable))
      return fmt::format("--context {:.0f}", other.context);
  other = chat;
  const Quantisation* best = nullptr;
  for (const Quantisation& format : formats) {
    other.quant = &format;
    const bool smaller = format.linear_bits < chat.quant->linear_bits && format.linear_bits > 3.3;
    if (smaller && (!best || format.linear_bits > best->linear_bits) &&
        fits(other, calibration, devices, usable))
      best = &format;
  }
  if (best) return fmt::format("--quant {}", best->id);
  for (int more = 1; more <= 15; ++more) {
    const double cards = count + more;
    if (fits(chat, calibration, devices_per_card * cards, usable_per_card * cards))
      return fmt::format("{:.0f} cards", cards);
  }
  return "";
}

}  // namespace

ChatEstimate estimate(const Gpu& gpu, double count, const Chat& chat,
                      const Calibration& calibration, const std::vector<Quantisation>& formats,
                      const std::vector<CacheType>& cache_types) {
  ChatEstimate out;
  out.gpu = &gpu;
  const double devices_per_card = gpu.devices.value_or(1);
  out.devices = count * devices_per_card;
  out.need = memory_need(chat, calibration.runtime, out.devices);
  if (const std::optional<Bytes> usable = usable_memory(gpu, calibration.runtime)) {
    out.usable = *usable * out.devices;
    out.fits = out.need.total() <= *out.usable;
    if (!out.fits)
      out.change = smallest_change(chat, calibration, count, devices_per_card,
                                   *usable * devices_per_card, formats, cache_types);
  }
  const SpeedClass* speed_class = class_of(gpu, calibration);
  const Engine* engine = engine_of(gpu, calibration);
  if (!speed_class || !engine) {
    out.missing =
        fmt::format("no card of {} was measured", gpu.architecture.value_or("its architecture"));
  } else if (!gpu.bandwidth_gb_s) {
    out.missing = "its bandwidth is not known";
  } else if (out.fits) {
    out.speed_class = speed_class->id;
    add_decode(gpu, chat, calibration, *speed_class, *engine, out);
    add_prefill(gpu, chat, calibration, *speed_class, out);
  }
  return out;
}

}  // namespace gpupick
