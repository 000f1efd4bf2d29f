// Chats partly in host memory, from the benchmark tables of 2025 and 2026: under llama.cpp, and
// decode under ik_llama.cpp, which keeps prompts on the host's processor. Only a row's notes
// describe the host, so decode rows count only if the notes give its memory bandwidth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "line.hpp"
#include "physics/memory.hpp"

namespace gpupick::fit {
namespace {

// Bandwidth of a host's memory: measured by its owner, else from channels and rate.
struct Computer {
  const char* source;
  const char* note;  // text in the row's notes
  double gb_s;
};
constexpr Computer computers[] = {
    {"ik_llama-discussions", "~225 GB/s per author", 225},
    {"ik_llama-discussions", "EPYC 9355", 500},  // measured by one of its two owners
    {"ik_llama-discussions", "~85 GB/s", 85},
    {"ik_llama-discussions", "8ch DDR5-4800", 307},
    {"wesley-arc", "Core i9-14900K 64GB DDR5-6000", 96},
    {"club-5060ti", "2x Intel Xeon E5-2680 v4; host RAM 128GB DDR4-2133", 137},
    {"quadro-rtx5000-moe", "DDR5 JEDEC 4000 MT/s", 64}};

double host_gb_s_of(const Line& line) {
  const std::string notes = line.text("notes");
  const auto found = std::ranges::find_if(computers, [&](const Computer& one) {
    return line.text("source") == one.source && notes.find(one.note) != std::string::npos;
  });
  return found == std::end(computers) ? 0 : found->gb_s;
}

// The number of layers whose experts are on the cards, if not all are in the host.
constexpr std::pair<const char*, double> layers_on_cards[] = {{"one more ffn layer on GPU", 1},
                                                              {"layers 3-7 GPU", 5},
                                                              {"layers 3-9 on GPU", 7},
                                                              {"20 layers of experts", 20},
                                                              {"ffn layers 0-11 and 15-27 on", 25},
                                                              {"ffn CPU", 0},
                                                              {"experts CPU", 0},
                                                              {"cpu-moe", 0}};

// Bytes of the weights in host memory; nothing if the notes do not say.
std::optional<Bytes> in_host(const Job& job, const std::string& notes) {
  const Model& model = *job.model;
  const Bytes weights = memory_need(job, 1, *job.engine).part(MemoryUse::weights);
  if (model.experts == 0) {
    const double on_cards = number_after(notes, "ngl");
    if (!(on_cards > 0 && on_cards < model.layers)) return {};
    return linear_bytes(job.model.linear(), *job.format) * (1 - on_cards / model.layers);
  }
  const std::size_t told = notes.find(" GB on CPU");
  if (told != std::string::npos)
    return Bytes{1e9 * std::atof(notes.c_str() + notes.rfind(' ', told - 1))};
  const double bits =
      job.format->expert_bits > 0 ? job.format->expert_bits : job.format->linear_bits;
  const Bytes experts{linear_parameters(model).experts * bits / 8};
  const double layers = model.layers - model.dense_layers;
  double held = number_after(notes, "n_cpu_moe=");
  if (held == 0) {
    const auto found = std::ranges::find_if(layers_on_cards, [&](const auto& one) {
      return notes.find(one.first) != std::string::npos;
    });
    if (found == std::end(layers_on_cards)) return {};
    held = layers - found->second;
  }
  // Slightly less than all experts, so that no other weights count as in the host.
  return std::min(experts * (std::min(held, layers) / layers), weights) * (1 - 1e-9);
}

}  // namespace

std::string read_offload(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string framework = line.text("framework"), notes = line.text("notes");
  const bool decodes = line.text("metric") == "decode_tok_s";
  if (!decodes && line.text("metric") != "prefill_tok_s") return "offload: another metric";
  const bool plain = framework.starts_with("llama.cpp");
  if (!plain && !(decodes && framework.starts_with("ik_llama.cpp")))
    return "offload: another engine";
  for (const char* mark : {"spec=MTP", "-ser ", "mixed", "pod", "n_cpu_moe=0", "thrashing",
                           "with part of layers; -ot", "with part of layers; mainline"})
    if (notes.find(mark) != std::string::npos) return "offload: unlike any other, or in trouble";
  Job& job = row.job;
  job.engine = &catalog.calibration().engine("llama.cpp");
  job.model = model_of_file(catalog, line.text("model"));
  if (!job.model) return "unknown model";
  const std::string format = lower(line.text("precision_or_quant"));
  job.format = gguf_format_of(catalog, format);
  if (!job.format) return "unknown format";
  job.format = &of_file(catalog, *job.format, format);
  if (lacks_kernels(framework, *job.format)) return "SYCL without kernels for the format";
  job.cache_type = &catalog.find_cache_type("f16");
  if (job.format->linear_bits < 2) return "offload: the host's processor unpacks, its memory waits";
  row.host_gb_s = host_gb_s_of(line);
  if (decodes && row.host_gb_s == 0) return "offload: the host's memory not told";
  const double length = line.number("context_or_prompt_len", 0),
               swept = number_after(notes, "(PP ");
  if (decodes) {
    job.prompt = length <= 512 && swept == 0 ? 0 : length;
    job.generate = 128;
  } else {
    job.cached = swept > 0 ? length : 0;
    job.prompt = job.cached + (swept > 0 ? swept : length);
    if (job.prompt == 0) return "no lengths";
    job.micro_batch = std::max({swept, number_after(notes, "ub="), number_after(notes, "ub ")});
  }
  job.context = job.prompt + job.generate;
  const std::optional<Bytes> held = in_host(job, notes);
  if (!held) return "offload: how much is not told";
  row.in_host = *held;
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.workload = decodes ? "offload-decode" : "offload-prefill";
  row.set = fmt::format("{} {} {}", row.workload, job.model->id, job.format->id);
  return "";
}

}  // namespace gpupick::fit
