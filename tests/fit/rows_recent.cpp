// Decode and prefill under llama.cpp on one card, from the benchmark tables of 2025 and 2026. Of
// several backends of a source only the maker's own counts, of its builds and flags the fastest. A
// depth of 128 tokens or fewer counts as an empty cache. The extra bits of dynamic formats are left
// out.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "line.hpp"
#include "physics/inference.hpp"

namespace gpupick::fit {
namespace {

constexpr double answer_tokens = 128;  // default of llama-bench

}  // namespace

bool lacks_kernels(const std::string& framework, const Quantisation& format) {
  static const std::string_view reordered[] = {"q4_0",   "q4_k_m", "q5_k_s",
                                               "q5_k_m", "q6_k",   "q8_0"};
  return framework.find("SYCL") != std::string::npos && format.linear_bits < 16 &&
         std::ranges::find(reordered, format.id) == std::end(reordered);
}

const Quantisation& of_file(const Catalog& catalog, const Quantisation& format,
                            const std::string& file) {
  const bool rest_in_16_bit = format.id == "mxfp4" && file.find("f16") != std::string::npos;
  return rest_in_16_bit ? catalog.find_quantisation("mxfp4-f16") : format;
}

const Quantisation* gguf_format_of(const Catalog& catalog, const std::string& file) {
  static const std::pair<const char*, const char*> marks[] = {
      {"mxfp4", "mxfp4"},  {"iq1_s", "iq1_s"}, {"iq4_xs", "iq4_xs"}, {"iq4_nl", "iq4_nl"},
      {"q4_0", "q4_0"},    {"q4_k", "q4_k_m"}, {"q5_k_s", "q5_k_s"}, {"gguf q4", "q4_k_m"},
      {"gguf q6", "q6_k"}, {"q6_k", "q6_k"},   {"q8_", "q8_0"},      {"bf16", "bf16"},
      {"qat", "q4_0"},     {"q5_k", "q5_k_m"}, {"q3_k", "q3_k_m"},   {"q2_k", "q2_k"}};
  for (const auto& [mark, id] : marks)
    if (file.find(mark) != std::string::npos) return &catalog.find_quantisation(id);
  return nullptr;
}

const Model* model_of_file(const Catalog& catalog, const std::string& file) {
  const std::string name = fold(file);
  const Model* best = nullptr;
  std::size_t longest = 0;
  const auto try_name = [&](const Model& model, std::string_view own) {
    if (own.size() <= longest || !name.starts_with(fold(own))) return;
    best = &model;
    longest = own.size();
  };
  for (const Model& model : catalog.models()) {
    try_name(model, model.id);
    for (const std::string_view alias : model.aliases) try_name(model, alias);
  }
  if (best || name.size() < 12) return best;
  // The name may lack the size of the active parameters at its end.
  const auto found = std::ranges::find_if(
      catalog.models(), [&](const Model& model) { return fold(model.id).starts_with(name); });
  return found == catalog.models().end() ? nullptr : &*found;
}

bool is_harness(const std::string& source) {
  static const char* const all[] = {"llama.cpp-benches",
                                    "lhl-strix-halo",
                                    "kyuz0-r9700",
                                    "wesley-arc",
                                    "1337hero-7900xtx",
                                    "alexhiesch-m3max",
                                    "b70-cookbook",
                                    "botagi-multislot",
                                    "nvidia-spark-official",
                                    "kyuz0-vllm-throughput",
                                    "lotto-4x3090",
                                    "djangodevreng-dgx-spark",
                                    "own-h100",
                                    "rapid-mlx",
                                    "mlx-lm-benchmarks",
                                    "john-rocky-m4max",
                                    "itsmostafa-speed"};
  return std::ranges::find(all, source) != std::end(all);
}

double number_after(const std::string& text, const std::string& mark) {
  const std::size_t found = text.find(mark);
  return found == std::string::npos ? 0 : std::atof(text.c_str() + found + mark.size());
}

namespace {

// The format of a run by MLX itself or by a text server on it; null for others.
const Quantisation* mlx_format_of(const Catalog& catalog, const std::string& framework,
                                  const std::string& file) {
  const std::string name = lower(framework);
  if (name.find("mlx") == std::string::npos || name.find("vlm") != std::string::npos ||
      file.find("g32") != std::string::npos)
    return nullptr;
  static const std::pair<const char*, const char*> marks[] = {
      {"mxfp4", "mlx-mxfp4"}, {"4bit", "mlx-4bit"}, {"mlx q4", "mlx-4bit"},
      {"mlx q6", "mlx-6bit"}, {"8bit", "mlx-8bit"}, {"mlx q8", "mlx-8bit"}};
  for (const auto& [mark, id] : marks)
    if (file.find(mark) != std::string::npos) return &catalog.find_quantisation(id);
  return nullptr;
}

// The quoted value behind the mark in the notes; "" if there is none.
std::string text_after(const std::string& text, const std::string& mark) {
  const std::size_t found = text.find(mark + "\"");
  if (found == std::string::npos) return "";
  const std::size_t begin = found + mark.size() + 1;
  return text.substr(begin, text.find('"', begin) - begin);
}

// One user under vLLM on one card with a draft model. Its tokens are translated, since its
// vocabulary differs.
std::string read_draft_model(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string notes = line.text("notes"), name = line.text("model");
  if (row.count != 1 || line.number("batch", 0) != 1 || line.text("metric") != "decode_tok_s")
    return "recent: several users or cards";
  Job& job = row.job;
  job.model = model_of_file(catalog, name);
  job.drafter = model_of_file(catalog, text_after(notes, "\"draft_ref\": "));
  job.format = job.drafter_format = &catalog.find_quantisation("bf16");
  if (lower(line.text("precision_or_quant")).starts_with("awq"))
    job.format = &catalog.find_quantisation("awq");
  if (!job.model || !job.drafter) return "unknown model";
  job.draft = number_after(notes, "\"k\": ");
  job.accepted = number_after(notes, "\"acceptance\": ");
  job.engine = &catalog.calibration().engine("vllm");
  job.cache_type = &catalog.find_cache_type("f16");
  job.prompt = number_after(notes, "prompt=");
  job.generate = number_after(notes, "gen=");
  job.context = job.prompt + job.generate;
  row.workload = "draft-model";
  row.set = fmt::format("{} with {} x {}", job.model->id, job.draft, job.drafter->id);
  return "";
}

// Qwen3.6 27B and a model tuned from it, which draft by MTP heads. A row is used only if it gives
// the share of accepted draft tokens.
std::string read_speculative(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string notes = line.text("notes"), name = line.text("model");
  if (notes.find("\"draft_model") != std::string::npos) return read_draft_model(catalog, line, row);
  if (!line.text("framework").starts_with("llama.cpp")) return "recent: another engine";
  Job& job = row.job;
  job.draft = number_after(notes, notes.find("n=") == std::string::npos ? "spec=draft" : "n=");
  const double share =
      std::max(number_after(notes, "acceptance "), number_after(notes, " acc ") / 100);
  if (!(job.draft > 0 && share > 0)) return "recent: acceptance not told";
  job.accepted = share;
  job.model = model_of_file(catalog, name.starts_with("Qwopus3.6-27B") ? "qwen3.6-27b" : name);
  job.format = gguf_format_of(catalog, lower(line.text("precision_or_quant")));
  if (!job.model || !job.format) return "unknown model or format";
  job.engine = &catalog.calibration().engine("llama.cpp");
  job.cache_type = &catalog.find_cache_type("f16");
  job.generate = job.context = answer_tokens;
  row.workload = "speculative";
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.set = fmt::format("{} with {} draft tokens", job.model->id, job.draft);
  return "";
}

}  // namespace

std::string read_recent(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string framework = line.text("framework"), metric = line.text("metric");
  const std::string notes = line.text("notes");
  if (line.text("kind") == "spec") return read_speculative(catalog, line, row);
  if (framework.starts_with("vllm") && is_harness(line.text("source")))
    return read_recent_users(catalog, line, row);
  const bool decodes = metric == "decode_tok_s";
  if (!decodes && metric != "prefill_tok_s") return "recent: another metric";
  const std::string file = lower(line.text("model") + " " + line.text("precision_or_quant"));
  const Quantisation* mlx = mlx_format_of(catalog, framework, file);
  if (!framework.starts_with("llama") && !mlx) return "recent: another engine";
  const double users = line.number("batch", 0);
  if (row.count != 1 || (users > 1 && (!decodes || !notes.starts_with("aggregate"))))
    return "recent: several users or cards";
  if (!is_harness(line.text("source"))) return "recent: submitted by users, or told in part";
  for (const char* mark : {"mtp", "think", "spec-", "-spec"})
    if (notes.find(mark) != std::string::npos) return "recent: speculates";
  if (notes.find("150W") != std::string::npos || notes.find("power_limit") != std::string::npos)
    return "recent: with less power than the board's";
  Job& job = row.job;
  const std::string name = line.text("model");
  job.model = model_of_file(catalog, name.substr(name.find('/') + 1));
  if (!job.model) return "unknown model";
  const Quantisation* published =
      job.model->quant.empty() ? nullptr : &catalog.find_quantisation(job.model->quant);
  job.format = mlx ? mlx
               : published && published->files == "gguf"
                   ? published
                   : gguf_format_of(catalog, lower(line.text("precision_or_quant") + " " + name));
  if (!job.format) return "unknown format";
  job.format = &of_file(catalog, *job.format, file);
  if (lacks_kernels(framework, *job.format)) return "SYCL without kernels for the format";
  job.engine = &catalog.calibration().engine(mlx ? "mlx" : "llama.cpp");
  job.cache_type = &catalog.find_cache_type("f16");
  const double length = line.number("context_or_prompt_len", 0);
  if (decodes) {
    job.prompt = length <= answer_tokens ? 0 : length;
    job.generate = answer_tokens;
  } else {
    const double tokens = number_after(notes, "pp");
    job.cached = number_after(notes, "depth=");  // tokens already in the cache
    if (job.cached > 0 && !(tokens > 0)) return "recent: a prompt behind another";
    job.prompt = job.cached + (tokens > 0 ? tokens : length);
    job.micro_batch = number_after(notes, "ub=");
    // llama-batched-bench reads 2,048 tokens a step, and its first prompt waits for the card to
    // wake.
    if (framework.find("llama-batched-bench") != std::string::npos) {
      job.micro_batch = 2048;
      if (job.prompt <= 512) return "recent: the first prompt of a process";
    }
  }
  if (users > 1) {  // the rate is the sum over users; each has its own prompt
    job.prompt = number_after(notes, "npp ");
    job.batch = users;
    row.value /= users;
  }
  job.context = job.prompt + job.generate;
  const std::string kind = mlx                           ? "mlx-"
                           : job.model->mixer.layers > 0 ? "hybrid-"
                           : job.model->experts > 0      ? "mixture-"
                                                         : "";
  row.workload = users > 1        ? "users-in-turn"
                 : job.cached > 0 ? "prefill-behind"
                                  : kind + (decodes ? "decode" : "prefill");
  row.vulkan = lower(framework).find("vulkan") != std::string::npos;
  row.stack = row.vulkan ? "oneapi" : std::string(row.gpu->stack.value_or(""));
  row.set = fmt::format("{} {} {}", row.workload, job.model->id, job.format->id);
  const auto usable = usable_memory(*row.gpu, *job.engine, 0);
  if (!usable || memory_need(job, 1, *job.engine).total() > *usable) return "does not fit the card";
  if (!constants_for(*row.gpu, *job.engine, catalog.calibration(), row.stack, row.day))
    return "no class or engine";
  if (row.value > most_possible(row, *job.engine, catalog.calibration()))
    return "faster than the card can be";
  return "";
}

void keep_own_backends(Rows& rows) {
  const std::vector<Measured> all = rows.rows;
  const std::size_t dropped = std::erase_if(rows.rows, [&](const Measured& row) {
    return row.vulkan && std::ranges::any_of(all, [&](const Measured& other) {
             return !other.vulkan && other.gpu == row.gpu && other.source == row.source;
           });
  });
  if (dropped > 0) rows.left_out["recent: Vulkan, beside the maker's own backend"] += dropped;
}

void keep_fastest_backends(Rows& rows) {
  const auto same_run = [](const Measured& a, const Measured& b) {
    return is_harness(b.source) && b.job.engine && a.workload == b.workload && a.gpu == b.gpu &&
           a.count == b.count && a.set == b.set && a.source == b.source &&
           a.job.prompt == b.job.prompt && a.job.generate == b.job.generate &&
           a.job.cached == b.job.cached && a.job.batch == b.job.batch &&
           a.job.micro_batch == b.job.micro_batch && a.job.accepted == b.job.accepted;
  };
  merge_runs(rows, "slower backends of one run", same_run, [](Measured& kept, const Measured& row) {
    kept.value = std::max(kept.value, row.value);
  });
}

}  // namespace gpupick::fit
