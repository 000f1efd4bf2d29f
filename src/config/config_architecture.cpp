#include "config/config_architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr ModelArchitecture hybrid(std::string_view type, std::string_view mixer, bool tied = false,
                                   bool qk_norm = false, bool gated = true) {
  ModelArchitecture out{type, gated, tied, qk_norm};
  out.mixer = mixer;
  return out;
}

constexpr ModelArchitecture without_attention(std::string_view type, std::string_view mixer,
                                              bool tied = false) {
  ModelArchitecture out = hybrid(type, mixer, tied);
  out.attention = false;
  return out;
}

constexpr ModelArchitecture architectures[] = {
    {"baichuan"},
    hybrid("bailing_hybrid", "kimi_delta"),
    hybrid("bailing_moe_linear", "lightning"),
    hybrid("bamba", "mamba2"),
    {"bloom", false, true, false, true},
    {"chatglm", true, false, false, true},
    {"codellama"},
    {"cohere", true, true},
    {"cohere2", true, true, false, false, 4},
    {"dbrx"},
    {"deepseek_v2"},
    {"deepseek_v3"},
    {"exaone4", true, false, true, false, 4},
    {"falcon", false, true},
    hybrid("falcon_h1", "mamba2"),
    without_attention("falcon_mamba", "mamba"),
    {"gemma", true, true},
    {"gemma2", true, true, false, false, 2},
    {"gemma3_text", true, true, true, false, 6, 8, 4, 256, 262208, 131072},
    {"glm", true, false, false, true},
    {"glm4", true, false, false, true},
    {"glm4_moe", true, false, false, true},
    {"gpt2", false, true, false, true},
    {"gpt_bigcode", false, true, false, true},
    {"gpt_neox", false, false, false, true},
    {"gpt_oss", true, false, false, true, 2},
    {"gptj", false},
    {"granite"},
    {"granitemoe"},
    hybrid("granitemoehybrid", "mamba2"),
    {"internlm2"},
    {"internlm3"},
    hybrid("jamba", "mamba"),
    {"kimi_k2"},
    hybrid("kimi_linear", "kimi_delta"),
    hybrid("lfm2", "short_conv", true, true),
    hybrid("lfm2_moe", "short_conv", true, true),
    {"llama"},
    {"llama4_text", true, false, false, false, 4},
    without_attention("mamba", "mamba", true),
    without_attention("mamba2", "mamba2"),
    hybrid("minimax", "lightning"),
    hybrid("minimax_m1", "lightning"),
    hybrid("minimax_text_01", "lightning"),
    {"ministral", true, false, false, false, 4},
    {"mistral", true, false, false, false, 1},
    {"mixtral", true, false, false, false, 1},
    {"mpt", false, true},
    hybrid("nemotron_h", "mamba2", false, false, false),
    {"olmo"},
    {"olmo2", true, false, true},
    hybrid("olmo_hybrid", "gated_deltanet", false, true),
    {"olmoe", true, false, true},
    {"opt", false, true, false, true},
    {"persimmon", false, false, true, true},
    {"phi", false, false, false, true},
    {"phi3", true, false, false, false, 1},
    {"phimoe", true, false, false, true},
    {"qwen", true, false, false, true},
    {"qwen2", true, false, false, true},
    {"qwen2_moe", true, false, false, true},
    {"qwen3", true, false, true},
    hybrid("qwen3_5_moe_text", "gated_deltanet", false, true),
    hybrid("qwen3_5_text", "gated_deltanet", false, true),
    {"qwen3_moe", true, false, true},
    hybrid("qwen3_next", "gated_deltanet", false, true),
    hybrid("recurrent_gemma", "rg_lru", true),
    {"seed_oss", true, false, false, true},
    {"smollm3", true, true},
    {"stablelm"},
    {"starcoder2", false, true, false, true, 1},
    {"yi"},
};

std::vector<std::string> known_types() {
  std::vector<std::string> names;
  for (const ModelArchitecture& one : architectures) names.emplace_back(one.type);
  return names;
}

}  // namespace

const ModelArchitecture& architecture_of(const ConfigObject& config) {
  std::string type = config.text("model_type");
  if (type == "RefinedWeb" || type == "RefinedWebModel") type = "falcon";
  // A language model's config by itself, without the part that sees.
  if (type == "qwen3_5" || type == "qwen3_5_moe") type += "_text";
  if (type == "deepseek_v32" || type == "glm_moe_dsa") type = "deepseek_v3";
  const auto* found = std::find_if(std::begin(architectures), std::end(architectures),
                                   [&](const ModelArchitecture& one) { return one.type == type; });
  if (found == std::end(architectures))
    config.refuse(
        fmt::format("the architecture '{}' is not known, and is not guessed at; known are {}; "
                    ""
                    "`--params` takes a parameter count instead",
                    printable(type), join(known_types(), ", ")));
  return *found;
}

}  // namespace gpupick
