// Published quantisation configs: the bits of each part of the model. The objects have the layout
// of the tools that write them: transformers, compressed-tensors, ModelOpt, Quark, AutoRound, HQQ,
// torchao, MLX and ExLlama.
#include <fmt/format.h>

#include "catch.hpp"
#include "models/module_names.hpp"
#include "models/read_config.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

constexpr const char* dense_config =
    R"({"model_type": "qwen3", "hidden_size": 4096, "intermediate_size": 12288, "head_dim": 128,
        "num_attention_heads": 32, "num_hidden_layers": 36, "num_key_value_heads": 8,
        "max_position_embeddings": 40960, "tie_word_embeddings": false, "vocab_size": 151936)";
constexpr const char* mixture_config =
    R"({"model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144,
        "moe_intermediate_size": 768, "head_dim": 128, "num_attention_heads": 32,
        "num_hidden_layers": 48, "num_key_value_heads": 4, "num_experts": 128,
        "num_experts_per_tok": 8, "decoder_sparse_step": 1, "max_position_embeddings": 40960,
        "tie_word_embeddings": false, "vocab_size": 151936)";

Model quantised(const char* model, const std::string& said) {
  return model_of(fmt::format("{}, {}}}", model, said));
}

// GiB of all weights, embedding included.
double weights_gib(const Model& model) {
  const double outer = embedding_parameters(model);
  const Bytes linear = linear_bytes(linear_parameters(model), *model.stored);
  return in_gib(
      linear +
      Bytes{outer * (model.stored->head_bits + (model.tied ? 0 : model.stored->embedding_bits)) /
            8});
}

TEST_CASE("the weight format is read from a config") {
  struct Row {
    const char* said;
    const char* format;
    double gib;
  };
  // Qwen3-8B: 6.95 billion parameters in layers, 0.62 each in embedding and head.
  const Row rows[] = {
      {R"("quant_method": "fp8")", "fp8", 8.79},
      {R"("quant_method": "fbgemm_fp8")", "fp8", 8.79},
      {R"("quant_method": "ptpc_fp8")", "fp8", 8.79},
      {R"("quant_method": "mxfp4")", "mxfp4", 5.76},
      {R"("quant_method": "gptq", "bits": 4)", "gptq", 5.68},
      {R"("quant_method": "gptq", "bits": 8, "group_size": 32)", "gptq-8bit", 9.4},
      {R"("quant_method": "gptq", "bits": 8)", "int8", 8.94},
      {R"("quant_method": "gptq", "bits": 3, "group_size": 128)", "gptq-3bit", 4.86},
      {R"("quant_method": "gptq", "bits": 4, "group_size": -1)", "gptq-4bit", 5.55},
      {R"("quant_method": "awq", "bits": 4)", "awq", 5.68},
      {R"("quant_method": "awq", "bits": 8, "group_size": 128)", "int8", 8.94},
      {R"("quant_method": "intel/auto-round", "bits": 4, "group_size": 128, "sym": true)", "gptq",
       5.68},
      {R"("quant_method": "moe_wna16", "bits": 4, "group_size": 128)", "gptq", 5.68},
      {R"("quant_method": "eetq", "weights": "int8")", "int8", 8.94},
      {R"("quant_method": "quanto", "weights": "float8")", "fp8", 8.79},
      {R"("quant_method": "exl3", "bits": 3.5, "head_bits": 6)", "exl3-3.5bit", 4.43},
      {R"("quant_method": "aqlm", "in_group_size": 8, "num_codebooks": 1,
          "nbits_per_codebook": 16)",
       "aqlm-2bit", 4.19},
      {R"("quant_method": "hqq", "skip_modules": ["lm_head"],
          "quant_config": {"weight_quant_params": {"nbits": 4, "group_size": 64}})",
       "hqq-4bit", 5.96},
      {R"("quant_method": "torchao", "quant_type": {"default": {"_type": "Int4WeightOnlyConfig",
          "_data": {"group_size": 32}}})",
       "int4", 6.36},
      {R"("quant_method": "torchao", "quant_type": "int8_weight_only")", "int8", 8.94},
      {R"("quant_method": "quark", "exclude": ["lm_head"], "global_quant_config": {"weight":
          {"dtype": "fp4", "qscheme": "per_group", "group_size": 32}})",
       "mxfp4", 5.76},
      {R"("quant_method": "fp_quant", "forward_dtype": "nvfp4")", "nvfp4", 5.96},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true)", "nf4", 5.96},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true)",
       "nf4-dq", 5.66},
      {R"("quant_method": "bitsandbytes", "load_in_8bit": true)", "int8", 8.94},
      {R"("quant_method": "modelopt", "quant_algo": "NVFP4")", "nvfp4", 5.96},
      {R"("quant_method": "modelopt", "quant_algo": "W4A8_AWQ")", "awq", 5.68},
      {R"("quant_algo": "FP8", "ignore": ["lm_head"],
          "config_groups": {"group_0": {"weights": {"num_bits": 8, "type": "float"}}})",
       "fp8", 8.79},
      {R"("quant_method": "blockwise_int8", "weight_block_size": [128, 128])", "int8", 8.94},
      {R"("quant_method": "fouroversix", "dtype": "nvfp4", "scale_rule": "mse")", "nvfp4", 5.96},
      {R"("quant_method": "sinq", "nbits": 4, "group_size": 64, "tiling_mode": "1D",
          "method": "sinq", "dtype": "auto")",
       "sinq", 5.96},
      {R"("quant_method": "sinq", "nbits": 8, "group_size": 128)", "int8", 8.94},
      {R"("quant_method": "autoround:gptq", "bits": 4, "group_size": 128)", "gptq", 5.68},
      {R"("quant_method": "ipex", "bits": 4, "group_size": 128)", "gptq", 5.68},
      {R"("group_size": 64, "bits": 8)", "mlx-8bit", 8.1},
      {R"("group_size": 64, "bits": 3)", "mlx-3bit", 3.34},
  };
  for (const auto& [said, format, gib] : rows) {
    INFO(said);
    const Model model =
        quantised(dense_config, fmt::format(R"("quantization_config": {{{}}})", said));
    REQUIRE(model.stored);
    CHECK(model.stored->id == format);
    CHECK(weights_gib(model) == Approx(gib).epsilon(0.015));
    CHECK(model.unread_quant.empty());
    CHECK(model.remarks.empty() == !std::string_view(format).starts_with("exl"));
  }
  CHECK(!quantised(dense_config, R"("torch_dtype": "bfloat16")").stored);
}

TEST_CASE("an unknown way to quantise is named") {
  const std::pair<const char*, const char*> rows[] = {
      {R"("quant_method": "of my own", "bits": 4)", "of my own"},
      {R"("quant_method": "vptq")", "vptq"},
      {R"("quant_method": "spqr", "bits": 3, "beta1": 16, "beta2": 16)", "spqr"},
      {R"("quant_method": "gguf")", "gguf"},
      {R"("quant_method": "gptq")", "gptq without bits from 0.5 to 16"},
      {R"("quant_method": "gptq", "bits": "4")", "gptq with bits that are a text and no number"},
      {R"("quant_method": "gptq", "bits": 99)", "gptq without bits from 0.5 to 16"},
      {R"("bits": 4)", "a method without a name"},
      {R"("quant_method": "modelopt", "quant_algo": "W2A2_NEW")", "W2A2_NEW"},
      {R"("quant_method": "compressed-tensors", "config_groups": {"group_0": {"targets": ["Linear"],
          "weights": {"num_bits": 6, "type": "float"}}})",
       "group_0 of config_groups"},
  };
  for (const auto& [said, named] : rows) {
    INFO(said);
    const Model model =
        quantised(dense_config, fmt::format(R"("quantization_config": {{{}}})", said));
    CHECK(!model.stored);
    CHECK(model.quant.empty());
    CHECK(model.unread_quant == named);
  }
}

TEST_CASE("parts of a model have their own bits") {
  // Two groups of compressed-tensors.
  Model model =
      quantised(dense_config, R"("quantization_config": {"quant_method": "compressed-tensors",
      "ignore": ["lm_head"], "config_groups": {
        "group_0": {"targets": ["re:.*self_attn.*"], "weights": {"num_bits": 8, "type": "float"}},
        "attention": {"targets": ["re:.*mlp.*"],
                    "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}})");
  CHECK(weights_gib(model) == Approx(6.57).epsilon(0.01));
  CHECK(model.stored->head_bits == 16);
  // Experts alone, as of Kimi K2.5 and K2 Thinking.
  model = quantised(mixture_config, R"("quantization_config": {"quant_method": "compressed-tensors",
      "config_groups": {"group_0": {"targets": ["Linear"],
        "weights": {"num_bits": 4, "type": "int", "group_size": 32}}},
      "ignore": ["lm_head", "re:.*self_attn.*", "re:.*shared_experts.*",
                 "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"]})");
  CHECK(model.stored->linear_bits == 16);
  CHECK(model.stored->expert_bits == 4.5);
  // gpt-oss.
  model = quantised(mixture_config, R"("quantization_config": {"quant_method": "mxfp4",
      "modules_to_not_convert": ["model.layers.*.self_attn", "model.layers.*.mlp.router",
                                 "model.embed_tokens", "lm_head"]})");
  CHECK(model.stored->linear_bits == 16);
  CHECK(model.stored->expert_bits == 4.25);
  // The first of 36 layers keeps 16 bit.
  model = quantised(dense_config, R"("quantization_config": {"quant_method": "modelopt",
      "quant_algo": "FP8", "exclude_modules": ["lm_head", "model.layers.0", "mtp*"]})");
  CHECK(model.stored->linear_bits == Approx(8 + 8.0 / 36).epsilon(0.001));
  // MLX's recipes of mixed bits.
  model = quantised(dense_config, R"("quantization": {"group_size": 64, "bits": 4, "mode": "affine",
      "model.layers.0.mlp.down_proj": {"group_size": 64, "bits": 8},
      "lm_head": {"group_size": 64, "bits": 6}, "model.embed_tokens": {"group_size": 64, "bits": 8}})");
  CHECK(model.stored->files == "mlx");
  CHECK(model.stored->linear_bits > 4.5);
  CHECK(model.stored->linear_bits < 4.6);
  CHECK(model.stored->embedding_bits == 8.5);
  // GPTQModel and AutoRound name modules with other bits.
  for (const char* said :
       {R"("quant_method": "gptq", "bits": 4, "dynamic": {"+:.*self_attn.*": {"bits": 8}})",
        R"("quant_method": "auto-round", "bits": 4,
           "extra_config": {"model.layers.*.self_attn": {"bits": 8}})"}) {
    model = quantised(dense_config, fmt::format(R"("quantization_config": {{{}}})", said));
    CHECK(model.stored->linear_bits > 4.9);
    CHECK(model.stored->linear_bits < 5.1);
  }
}

TEST_CASE("unknown words of a quantisation config are named") {
  Model model = quantised(dense_config, R"("quantization_config": {"quant_method": "fp8",
      "modules_to_not_convert": ["model.flux_capacitor"]})");
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("'model.flux_capacitor'"));
  model = quantised(dense_config, R"("quantization_config": {"quant_algo": "MIXED_PRECISION",
      "config_groups": {"group_0": {"targets": ["model.layers.0.mlp.down_proj"],
        "weights": {"num_bits": 8, "type": "float"}}}})");
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("does not list"));
}

TEST_CASE("a method for experts alone leaves all else in 16 bit") {
  const Model mixture =
      quantised(mixture_config, R"("quantization_config": {"quant_method": "experts_int8"})");
  REQUIRE(mixture.stored);
  CHECK(mixture.stored->expert_bits == 8);
  CHECK(mixture.stored->linear_bits == 16);
  CHECK(mixture.remarks.empty());
  const Model dense =
      quantised(dense_config, R"("quantization_config": {"quant_method": "experts_int8"})");
  CHECK(!dense.stored);
  CHECK(dense.unread_quant.empty());
  REQUIRE(dense.remarks.size() == 1);
  CHECK_THAT(std::string(dense.remarks[0]), ContainsSubstring("keeps 16 bit"));
}

TEST_CASE("a cache of fewer bits in a config is said") {
  const std::pair<const char*, const char*> rows[] = {
      {R"("quant_method": "fp8", "kv_cache_scheme": {"num_bits": 8, "type": "float"})",
       "asks for a cache of 8 bit"},
      {R"("quant_method": "modelopt", "quant_algo": "FP8", "kv_cache_quant_algo": "FP8")",
       "asks for a cache in FP8"},
      {R"("quant_algo": "FP8", "kv_cache_scheme": "FP8")", "asks for a cache in FP8"},
      {R"("quant_method": "fp8", "kv_cache_scheme": {"type": "float"})", ""},
      {R"("quant_method": "fp8", "kv_cache_scheme": null)", ""}};
  for (const auto& [said, words] : rows) {
    INFO(said);
    const Model model =
        quantised(dense_config, fmt::format(R"("quantization_config": {{{}}})", said));
    CHECK(model.remarks.empty() == std::string_view(words).empty());
    if (!model.remarks.empty()) CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring(words));
  }
}

// The sizes of unsloth/Qwen3.8-27B-GGUF on 2026-09-08 in GB. Its files also have the layer for
// multi-token prediction, which the record leaves out.
TEST_CASE("dynamic formats have the bits of their files") {
  const std::pair<const char*, double> rows[] = {
      {"ud-iq1_s", 6.192},    {"ud-iq1_m", 6.729},   {"ud-iq2_xxs", 7.266}, {"ud-iq2_s", 8.372},
      {"ud-iq3_xxs", 10.935}, {"ud-iq3_s", 12.041},  {"ud-iq4_xs", 14.253}, {"ud-q4_k_s", 15.358},
      {"ud-q4_k_m", 16.464},  {"ud-q5_k_s", 18.666}, {"ud-q5_k_m", 19.772}, {"ud-q6_k", 21.984},
      {"ud-q6_k_m", 23.088},  {"ud-q6_k_l", 24.194}, {"ud-q8_k_l", 28.046}};
  const Model& model = shipped_catalog().find_model("qwen3.8-27b");
  const double all = model.parameters, with_layer = 27320697856;
  for (const auto& [id, gb] : rows) {
    INFO(id);
    const Quantisation& format = shipped_catalog().find_quantisation(id);
    CHECK(format.linear_bits < format.embedding_bits + 2);
    const double outer = embedding_parameters(model);
    const double bytes = linear_bytes(linear_parameters(model), format).value +
                         outer * (format.head_bits + format.embedding_bits) / 8;
    CHECK(bytes / 1e9 == Approx(gb * all / with_layer).epsilon(0.01));
  }
}

TEST_CASE("published tensors keep parts of a model in more bits") {
  const Catalog& catalog = shipped_catalog();
  const auto checkpoint_gib = [&](const char* id, const char* format) {
    const Model& model = catalog.find_model(id);
    const Quantisation quant = as_published(catalog.find_quantisation(format), model);
    const double outer = embedding_parameters(model);
    return in_gib(linear_bytes(linear_parameters(model), quant) +
                  Bytes{outer * (quant.head_bits + (model.tied ? 0 : quant.embedding_bits)) / 8});
  };
  // The model card of gpt-oss (arXiv 2508.10925), and vllm-project/recipes.
  CHECK(checkpoint_gib("gpt-oss-20b", "mxfp4") == Approx(12.8).epsilon(0.01));
  CHECK(checkpoint_gib("laguna-s-2.1", "nvfp4") == Approx(67).epsilon(0.01));
  // 594 GB (vllm-project/recipes)
  for (const char* kimi : {"kimi-k2-thinking", "kimi-k2.5"}) {
    CHECK(catalog.find_model(kimi).quant == "int4-g32");
    CHECK(checkpoint_gib(kimi, "int4-g32") == Approx(553.5).epsilon(0.01));
  }
  for (const char* mistral :
       {"devstral-small-2-24b", "mistral-small-4-119b", "mistral-medium-3.5-128b"})
    CHECK(catalog.find_model(mistral).quant == "fp8");
  CHECK(checkpoint_gib("qwen3.8-27b", "nvfp4") == Approx(24).epsilon(0.01));
  // A dense model has all its layers in the format.
  CHECK(checkpoint_gib("qwen3-8b", "nvfp4") == Approx(5.96).epsilon(0.01));
  // llama.cpp writes rows of 1,408 values in larger formats. The published files (dexiio.pages.dev,
  // ubergarm/GLM-4.5-Air-GGUF) also hold a layer that predicts tokens: 110.47B of parameters.
  const double predicting = 110.47e9 / count_parameters(catalog.find_model("glm-4.5-air"));
  const auto file_gib = [&](const char* format) {
    return predicting * checkpoint_gib("glm-4.5-air", format);
  };
  CHECK(file_gib("q2_k") == Approx(42.2).epsilon(0.02));
  CHECK(file_gib("iq4_xs") == Approx(56.3).epsilon(0.02));
  CHECK(file_gib("q3_k_m") == Approx(53.3).epsilon(0.02));
  CHECK(file_gib("q4_k_m") == Approx(68.0).epsilon(0.02));
  CHECK(file_gib("q5_k_m") == Approx(77.8).epsilon(0.02));
  CHECK(file_gib("q6_k") == Approx(92.2).epsilon(0.02));
  CHECK(file_gib("q8_0") == Approx(109.4).epsilon(0.02));
}

TEST_CASE("the quantisation is found in the language model and beside the config") {
  const std::string nested = fmt::format(R"({{"model_type": "qwen3_vl", "text_config": {},
      "quantization_config": {{"quant_method": "awq", "bits": 4}}}}}})",
                                         dense_config);
  CHECK(model_of(nested).quant == "awq");
  const Catalog& catalog = shipped_catalog();
  static Arena texts;
  const File beside{"hf_quant_config.json",
                    R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4",
                        "group_size": 16, "exclude_modules": ["model.layers.0.mlp.gate"]}})"};
  const Model model = read_config(
      {{"config.json", std::string(dense_config) + "}"}, beside}, "mine",
      {catalog.of<ModelType>(), {catalog.of<WeightScheme>(), catalog.quantisations()}}, texts);
  CHECK(model.quant == "nvfp4");
}

TEST_CASE("numbers of Python are read as absent") {
  CHECK(model_of(fmt::format(R"({}, "time_step_limit": [0.0, Infinity], "a": -Infinity, "b": NaN,
                             "c": "NaN \" Infinity"}})",
                             dense_config))
            .layers == 36);
  CHECK_THAT(
      refusal_of(R"({"model_type": "qwen3", "num_hidden_layers": 2, "hidden_size": Infinity})"),
      ContainsSubstring("'hidden_size' must be a whole number"));
}

TEST_CASE("names of modules give the parts that they mean") {
  const Model model = quantised(mixture_config, R"("torch_dtype": "bfloat16")");
  const auto share = [&](const char* pattern, ModelPart part) {
    const auto shares = named_parts(pattern, model);
    return shares ? (*shares)[static_cast<std::size_t>(part)] : -1;
  };
  CHECK(share("model.layers.0.mlp.gate", ModelPart::experts) == 0);
  CHECK(share("re:.*mlp.gate$", ModelPart::dense) == 0);
  CHECK(share("model.layers.3.mlp.experts.7.up_proj", ModelPart::experts) == Approx(1.0 / 48 / 3));
  CHECK(share("*self_attn*", ModelPart::attention) == 1);
  CHECK(share("model.layers.60.self_attn.q_proj", ModelPart::attention) == 0);
  CHECK(share("lm_head", ModelPart::head) == 1);
  CHECK(share("model.visual.blocks.0.attn.qkv", ModelPart::attention) == 0);
  CHECK(share("re:.*layers\\.\\d+\\.self_attn.*", ModelPart::attention) == 1);
  CHECK(share("re:.*layers\\.([0-9]|1[0-9])\\.self_attn.*", ModelPart::attention) == -1);
  CHECK(share("something", ModelPart::dense) == -1);
  // Small modules of Qwen3-Next's FP8 files, which keep 16 bit.
  for (const char* small : {"model.layers.0.linear_attn.conv1d", "model.layers.0.self_attn.q_norm",
                            "model.layers.0.linear_attn.in_proj_ba"})
    CHECK(share(small, ModelPart::attention) == 0);
  CHECK(share("model.layers.0.self_attn.qkv_proj", ModelPart::attention) == Approx(40.0 / 72 / 48));
  CHECK(share("", ModelPart::dense) == 1);
  // Gemma 4 has a dense net beside the experts, under the name of all nets elsewhere.
  Model beside = model;
  beside.mlp_beside_experts = true;
  beside.shared_experts = 1;
  const auto kept = named_parts("model.language_model.layers.*.mlp*", beside);
  REQUIRE(kept);
  CHECK((*kept)[static_cast<std::size_t>(ModelPart::shared)] == 1);
  CHECK((*kept)[static_cast<std::size_t>(ModelPart::experts)] == 0);
  CHECK(share("model.layers.*.mlp", ModelPart::experts) == 1);
}

}  // namespace
}  // namespace gpupick
