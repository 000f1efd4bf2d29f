// Decoding of mixtures under llama.cpp on one card, from tables of 2026 that no constant is fitted
// to: they tell how far the law for dense models carries. Of the backends that a source tried the
// fastest counts. A depth of 128 tokens or fewer is an empty cache; what dynamic formats keep in
// more bits is left out.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "line.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

constexpr double answer_tokens = 128;  // llama-bench's

// The catalog's model of a file such as Qwen3-Coder-30B-A3B-Instruct-UD-Q8_K_XL: the one with the
// longest id that the name begins with, "-" and "." aside.
const Model* model_of_file(const Catalog& catalog, const std::string& file) {
  // The same network under the name of its later weights.
  std::string name = fold(file);
  for (const auto& [later, first] : {std::pair("qwen36", "qwen35")})
    if (name.starts_with(later)) name.replace(0, std::string(later).size(), first);
  const Model* best = nullptr;
  for (const Model& model : catalog.models())
    if (name.starts_with(fold(model.id)) && (!best || model.id.size() > best->id.size()))
      best = &model;
  return best;
}

// Dynamic formats (UD-Q4_K_XL) by the one that they are made of.
const Quantisation* format_of_file(const Catalog& catalog, const std::string& file) {
  static const std::pair<const char*, const char*> marks[] = {
      {"q4_k", "q4_k_m"}, {"q6_k", "q6_k"},   {"q8_", "q8_0"}, {"bf16", "bf16"},
      {"q5_k", "q5_k_m"}, {"q3_k", "q3_k_m"}, {"q2_k", "q2_k"}};
  for (const auto& [mark, id] : marks)
    if (file.find(mark) != std::string::npos) return &catalog.find_quantisation(id);
  return nullptr;
}

}  // namespace

std::string read_mixture(const Catalog& catalog, const Line& line, Measured& row) {
  if (line.text("metric") != "decode_tok_s" || line.number("batch", 0) != 1 || row.count != 1 ||
      !line.text("framework").starts_with("llama.cpp"))
    return "mixtures: another metric or engine, several users or cards";
  Job& job = row.job;
  job.model = model_of_file(catalog, line.text("model"));
  if (!job.model || job.model->experts == 0) return "unknown model";
  const Quantisation* published =
      job.model->quant.empty() ? nullptr : &catalog.find_quantisation(job.model->quant);
  job.quant = published && published->gguf
                  ? published
                  : format_of_file(
                        catalog, lower(line.text("precision_or_quant") + " " + line.text("model")));
  if (!job.quant) return "unknown format";
  job.engine = &catalog.calibration().engine("llama.cpp");
  job.cache_type = &catalog.find_cache_type("f16");
  const double depth = line.number("context_or_prompt_len", 0);
  job.prompt = depth <= answer_tokens ? 0 : depth;
  job.generate = answer_tokens;
  job.context = job.prompt + job.generate;
  row.workload = job.model->mixer.layers > 0 ? "hybrid mixture" : "mixture";
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.set = fmt::format("{} {}", job.model->id, job.quant->id);
  const auto usable = usable_memory(*row.gpu, *job.engine);
  if (!usable || memory_need(job, *job.engine, 1).total() > *usable) return "does not fit the card";
  return "";
}

void keep_fastest_mixtures(Rows& rows) {
  const auto same_run = [](const Measured& a, const Measured& b) {
    return a.workload == b.workload && a.gpu == b.gpu && a.set == b.set && a.source == b.source &&
           a.job.prompt == b.job.prompt;
  };
  std::vector<Measured> kept;
  for (Measured& row : rows.rows) {
    const auto found =
        row.workload.ends_with("mixture")
            ? std::ranges::find_if(kept, [&](const Measured& one) { return same_run(one, row); })
            : kept.end();
    if (found == kept.end()) {
      kept.push_back(std::move(row));
      continue;
    }
    found->value = std::max(found->value, row.value);
    ++rows.left_out["slower backends of one run"];
  }
  rows.rows = std::move(kept);
}

}  // namespace gpupick
