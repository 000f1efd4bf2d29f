// Published configs, compared with the shipped records of the same models, and invalid configs.
#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "catch.hpp"
#include "models/model_proportions.hpp"
#include "models/read_config.hpp"
#include "physics/memory.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

struct Published {
  const char* id;  // id of the shipped record
  const char* config;
};

constexpr Published published[] = {
    {"llama-3.1-8b",
     R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
         "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
         "max_position_embeddings": 131072, "rope_theta": 500000.0, "attention_bias": false,
         "tie_word_embeddings": false, "torch_dtype": "bfloat16", "vocab_size": 128256})"},
    {"mistral-7b-v0.1",
     R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336,
         "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
         "max_position_embeddings": 32768, "sliding_window": 4096, "tie_word_embeddings": false,
         "vocab_size": 32000})"},
    {"mixtral-8x7b",
     R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336,
         "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
         "num_local_experts": 8, "num_experts_per_tok": 2, "max_position_embeddings": 32768,
         "sliding_window": null, "tie_word_embeddings": false, "vocab_size": 32000})"},
    {"qwen2.5-7b",
     R"({"model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944,
         "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
         "max_position_embeddings": 131072, "max_window_layers": 28, "sliding_window": 131072,
         "use_sliding_window": false, "tie_word_embeddings": false, "vocab_size": 152064})"},
    {"qwen2-57b-a14b",
     R"({"model_type": "qwen2_moe", "hidden_size": 3584, "intermediate_size": 18944,
         "moe_intermediate_size": 2560, "shared_expert_intermediate_size": 20480,
         "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
         "num_experts": 64, "num_experts_per_tok": 8, "decoder_sparse_step": 1,
         "max_position_embeddings": 131072, "sliding_window": 65536,
         "use_sliding_window": false, "tie_word_embeddings": false, "vocab_size": 151936})"},
    {"qwen3-8b",
     R"({"model_type": "qwen3", "hidden_size": 4096, "intermediate_size": 12288, "head_dim": 128,
         "num_attention_heads": 32, "num_hidden_layers": 36, "num_key_value_heads": 8,
         "max_position_embeddings": 40960, "sliding_window": null, "attention_bias": false,
         "tie_word_embeddings": false, "vocab_size": 151936})"},
    {"qwen3-30b-a3b",
     R"({"model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144,
         "moe_intermediate_size": 768, "head_dim": 128, "num_attention_heads": 32,
         "num_hidden_layers": 48, "num_key_value_heads": 4, "num_experts": 128,
         "num_experts_per_tok": 8, "decoder_sparse_step": 1, "mlp_only_layers": [],
         "max_position_embeddings": 40960, "sliding_window": null, "use_sliding_window": false,
         "tie_word_embeddings": false, "vocab_size": 151936})"},
    {"qwen-1.8b",
     R"({"model_type": "qwen", "hidden_size": 2048, "intermediate_size": 11008,
         "kv_channels": 128, "num_attention_heads": 16, "num_hidden_layers": 24,
         "max_position_embeddings": 8192, "seq_length": 8192, "no_bias": true,
         "tie_word_embeddings": false, "vocab_size": 151936})"},
    {"gemma-2-9b",
     R"({"model_type": "gemma2", "hidden_size": 3584, "intermediate_size": 14336,
         "head_dim": 256, "num_attention_heads": 16, "num_hidden_layers": 42,
         "num_key_value_heads": 8, "max_position_embeddings": 8192, "sliding_window": 4096,
         "sliding_window_size": 4096, "attention_bias": false, "vocab_size": 256000})"},
    {"gemma-3-4b",
     R"({"model_type": "gemma3", "mm_tokens_per_image": 256,
         "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
           "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024},
         "vision_config": {"model_type": "siglip_vision_model", "hidden_size": 1152,
           "num_attention_heads": 16, "num_hidden_layers": 27}})"},
    {"gemma-3-27b",
     R"({"model_type": "gemma3",
         "text_config": {"model_type": "gemma3_text", "head_dim": 128, "hidden_size": 5376,
           "intermediate_size": 21504, "num_attention_heads": 32, "num_hidden_layers": 62,
           "num_key_value_heads": 16, "sliding_window": 1024}})"},
    {"gemma-3n-e4b",
     R"({"model_type": "gemma3n", "audio_config": {"model_type": "gemma3n_audio"},
         "text_config": {"model_type": "gemma3n_text", "hidden_size": 2048, "head_dim": 256,
           "hidden_size_per_layer_input": 256, "laurel_rank": 64, "altup_num_inputs": 4,
           "num_attention_heads": 8, "num_hidden_layers": 35, "num_key_value_heads": 2,
           "num_kv_shared_layers": 15, "max_position_embeddings": 32768, "sliding_window": 512,
           "vocab_size": 262400, "vocab_size_per_layer_input": 262144, "intermediate_size": [
           16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384,
           16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384,
           16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384]}})"},
    {"gemma-3n-e2b",
     R"({"model_type": "gemma3n", "text_config": {"model_type": "gemma3n_text",
           "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 30,
           "num_kv_shared_layers": 10, "sliding_window": 512}})"},
    {"gemma-4-26b-a4b",
     R"({"model_type": "gemma4", "tie_word_embeddings": true,
         "text_config": {"model_type": "gemma4_text", "attention_bias": false,
           "attention_k_eq_v": true, "enable_moe_block": true, "global_head_dim": 512,
           "head_dim": 256, "hidden_size": 2816, "hidden_size_per_layer_input": 0,
           "intermediate_size": 2112, "max_position_embeddings": 262144,
           "moe_intermediate_size": 704, "num_attention_heads": 16, "num_experts": 128,
           "num_global_key_value_heads": 2, "num_hidden_layers": 30, "num_key_value_heads": 8,
           "num_kv_shared_layers": 0, "sliding_window": 1024, "top_k_experts": 8,
           "use_double_wide_mlp": false, "vocab_size": 262144}})"},
    {"gemma-4-31b",
     R"({"model_type": "gemma4", "tie_word_embeddings": true,
         "text_config": {"model_type": "gemma4_text", "attention_k_eq_v": true,
           "global_head_dim": 512, "head_dim": 256, "hidden_size": 5376,
           "hidden_size_per_layer_input": 0, "intermediate_size": 21504,
           "max_position_embeddings": 262144, "num_attention_heads": 32, "num_experts": null,
           "num_global_key_value_heads": 4, "num_hidden_layers": 60, "num_key_value_heads": 16,
           "num_kv_shared_layers": 0, "sliding_window": 1024, "vocab_size": 262144}})"},
    {"gemma-4-e2b",
     R"({"model_type": "gemma4", "tie_word_embeddings": true,
         "text_config": {"model_type": "gemma4_text", "attention_k_eq_v": false,
           "global_head_dim": 512, "head_dim": 256, "hidden_size": 1536,
           "hidden_size_per_layer_input": 256, "intermediate_size": 6144,
           "max_position_embeddings": 131072, "num_attention_heads": 8,
           "num_global_key_value_heads": null, "num_hidden_layers": 35,
           "num_key_value_heads": 1, "num_kv_shared_layers": 20, "sliding_window": 512,
           "use_double_wide_mlp": true, "vocab_size": 262144,
         "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
           "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
           "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
           "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
           "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
           "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
           "sliding_attention", "sliding_attention", "sliding_attention", "full_attention"]}})"},
    {"gemma-4-e4b",
     R"({"model_type": "gemma4", "tie_word_embeddings": true,
         "text_config": {"model_type": "gemma4_text", "attention_k_eq_v": false,
           "hidden_size": 2560, "hidden_size_per_layer_input": 256, "intermediate_size": 10240,
           "max_position_embeddings": 131072, "num_attention_heads": 8,
           "num_hidden_layers": 42, "num_key_value_heads": 2, "num_kv_shared_layers": 18,
           "sliding_window": 512, "use_double_wide_mlp": false, "vocab_size": 262144}})"},
    {"deepseek-v3",
     R"({"model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432,
         "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1,
         "num_experts_per_tok": 8, "first_k_dense_replace": 3, "moe_layer_freq": 1,
         "num_attention_heads": 128, "num_key_value_heads": 128, "num_hidden_layers": 61,
         "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "kv_lora_rank": 512,
         "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
         "max_position_embeddings": 163840, "attention_bias": false,
         "tie_word_embeddings": false, "vocab_size": 129280})"},
    {"deepseek-v3.2",
     R"({"model_type": "deepseek_v32", "hidden_size": 7168, "intermediate_size": 18432,
         "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1,
         "num_experts_per_tok": 8, "first_k_dense_replace": 3, "moe_layer_freq": 1,
         "index_head_dim": 128, "index_n_heads": 64, "index_topk": 2048,
         "num_attention_heads": 128, "num_key_value_heads": 128, "num_hidden_layers": 61,
         "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "kv_lora_rank": 512,
         "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
         "max_position_embeddings": 163840, "attention_bias": false,
         "tie_word_embeddings": false, "vocab_size": 129280})"},
    {"deepseek-v4-flash",
     R"({"model_type": "deepseek_v4", "attention_bias": false, "hidden_size": 4096,
         "head_dim": 512, "index_head_dim": 128, "index_n_heads": 64, "index_topk": 512,
         "max_position_embeddings": 1048576, "moe_intermediate_size": 2048,
         "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 64,
         "num_experts_per_tok": 6, "num_hidden_layers": 43, "num_key_value_heads": 1,
         "o_groups": 8, "o_lora_rank": 1024, "q_lora_rank": 1024, "qk_rope_head_dim": 64,
         "sliding_window": 128, "tie_word_embeddings": false, "vocab_size": 129280,
         "expert_dtype": "fp4", "compress_ratios": [
           0, 0, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128,
           4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 0], "hc_mult": 4})"},
    {"laguna-s-2.1",
     R"({"model_type": "laguna", "hidden_size": 3072, "intermediate_size": 12288,
         "num_hidden_layers": 48, "num_attention_heads": 48, "num_key_value_heads": 8,
         "head_dim": 128, "max_position_embeddings": 262144, "attention_bias": false,
         "num_experts": 256, "num_experts_per_tok": 10, "moe_intermediate_size": 1024,
         "shared_expert_intermediate_size": 1024, "decoder_sparse_step": 1,
         "mlp_only_layers": [0], "vocab_size": 100352, "tie_word_embeddings": false,
         "gating": "per-head", "sliding_window": 512, "layer_types": [
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention"], "num_attention_heads_per_layer": [
           48, 72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48,
           72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48, 72, 72, 72, 48, 72,
           72, 72, 48, 72, 72, 72]})"},
    {"laguna-xs.2",
     R"({"model_type": "laguna", "hidden_size": 2048, "intermediate_size": 8192,
         "num_hidden_layers": 40, "num_attention_heads": 48, "num_key_value_heads": 8,
         "head_dim": 128, "max_position_embeddings": 262144, "attention_bias": false,
         "num_experts": 256, "num_experts_per_tok": 8, "moe_intermediate_size": 512,
         "shared_expert_intermediate_size": 512, "vocab_size": 100352, "gating": true,
         "tie_word_embeddings": false, "sliding_window": 512, "mlp_layer_types": [
           "dense", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse",
           "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse",
           "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse",
           "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse",
           "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse", "sparse"], "layer_types": [
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
           "full_attention", "sliding_attention", "sliding_attention", "sliding_attention"], "num_attention_heads_per_layer": [
           48, 64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64, 48,
           64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64, 48, 64, 64, 64]})"},
    {"deepseek-v2-lite",
     R"({"model_type": "deepseek_v2", "hidden_size": 2048, "intermediate_size": 10944,
         "moe_intermediate_size": 1408, "n_routed_experts": 64, "n_shared_experts": 2,
         "num_experts_per_tok": 6, "first_k_dense_replace": 1, "moe_layer_freq": 1,
         "num_attention_heads": 16, "num_key_value_heads": 16, "num_hidden_layers": 27,
         "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
         "qk_rope_head_dim": 64, "v_head_dim": 128, "max_position_embeddings": 163840,
         "tie_word_embeddings": false, "vocab_size": 102400})"},
    {"gpt-oss-20b",
     R"({"model_type": "gpt_oss", "hidden_size": 2880, "intermediate_size": 2880, "head_dim": 64,
         "num_attention_heads": 64, "num_hidden_layers": 24, "num_key_value_heads": 8,
         "num_local_experts": 32, "experts_per_token": 4, "num_experts_per_tok": 4,
         "max_position_embeddings": 131072, "sliding_window": 128, "attention_bias": true,
         "layer_types": ["sliding_attention", "full_attention", "sliding_attention",
           "full_attention", "sliding_attention", "full_attention", "sliding_attention",
           "full_attention", "sliding_attention", "full_attention", "sliding_attention",
           "full_attention", "sliding_attention", "full_attention", "sliding_attention",
           "full_attention", "sliding_attention", "full_attention", "sliding_attention",
           "full_attention", "sliding_attention", "full_attention", "sliding_attention",
           "full_attention"], "tie_word_embeddings": false, "vocab_size": 201088})"},
    {"llama-4-scout",
     R"({"model_type": "llama4", "tie_word_embeddings": false,
         "text_config": {"model_type": "llama4_text", "hidden_size": 5120,
           "intermediate_size": 8192, "intermediate_size_mlp": 16384, "head_dim": 128,
           "interleave_moe_layer_step": 1, "num_attention_heads": 40, "num_hidden_layers": 48,
           "num_key_value_heads": 8, "num_local_experts": 16, "num_experts_per_tok": 1,
           "max_position_embeddings": 10485760, "attention_chunk_size": 8192,
           "attention_bias": false, "use_qk_norm": true, "vocab_size": 202048}})"},
    {"llama-4-maverick",
     R"({"model_type": "llama4", "tie_word_embeddings": false,
         "text_config": {"model_type": "llama4_text", "hidden_size": 5120,
           "intermediate_size": 8192, "intermediate_size_mlp": 16384, "head_dim": 128,
           "interleave_moe_layer_step": 2, "num_attention_heads": 40, "num_hidden_layers": 48,
           "num_key_value_heads": 8, "num_local_experts": 128, "num_experts_per_tok": 1,
           "max_position_embeddings": 1048576, "attention_chunk_size": 8192,
           "attention_bias": false, "use_qk_norm": false, "vocab_size": 202048}})"},
    {"falcon-7b",
     R"({"model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71,
         "num_hidden_layers": 32, "multi_query": true, "new_decoder_architecture": false,
         "parallel_attn": true, "alibi": false, "bias": false, "vocab_size": 65024})"},
    {"falcon-40b",
     R"({"model_type": "RefinedWeb", "hidden_size": 8192, "n_head": 128, "n_head_kv": 8,
         "n_layer": 60, "parallel_attn": true, "alibi": false, "bias": false,
         "vocab_size": 65024})"},
    {"gpt2-124m",
     R"({"model_type": "gpt2", "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12,
         "n_positions": 1024, "n_inner": null, "vocab_size": 50257})"},
    {"gpt-j-6b",
     R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_inner": null, "n_layer": 28,
         "n_positions": 2048, "rotary_dim": 64, "tie_word_embeddings": false,
         "vocab_size": 50400})"},
    {"pythia-6.9b",
     R"({"model_type": "gpt_neox", "hidden_size": 4096, "intermediate_size": 16384,
         "num_attention_heads": 32, "num_hidden_layers": 32, "max_position_embeddings": 2048,
         "tie_word_embeddings": false, "vocab_size": 50432})"},
    {"opt-6.7b",
     R"({"model_type": "opt", "hidden_size": 4096, "ffn_dim": 16384, "num_attention_heads": 32,
         "num_hidden_layers": 32, "max_position_embeddings": 2048, "word_embed_proj_dim": 4096,
         "vocab_size": 50272})"},
    {"bloom-176b",
     R"({"model_type": "bloom", "n_embed": 14336, "n_layer": 70, "num_attention_heads": 112,
         "seq_length": 2048, "vocab_size": 250880})"},
    {"mpt-7b",
     R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32,
         "expansion_ratio": 4, "max_seq_len": 2048, "no_bias": true, "vocab_size": 50432,
         "attn_config": {"alibi": true, "attn_impl": "torch", "clip_qkv": null}})"},
    {"phi-2",
     R"({"model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240,
         "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
         "max_position_embeddings": 2048, "qk_layernorm": false, "tie_word_embeddings": false,
         "vocab_size": 51200})"},
    {"phi-3-mini-4k",
     R"({"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192,
         "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
         "max_position_embeddings": 4096, "sliding_window": 2047, "tie_word_embeddings": false,
         "vocab_size": 32064})"},
    {"chatglm3-6b",
     R"({"model_type": "chatglm", "hidden_size": 4096, "ffn_hidden_size": 13696,
         "kv_channels": 128, "num_attention_heads": 32, "num_layers": 28,
         "multi_query_attention": true, "multi_query_group_num": 2, "padded_vocab_size": 65024,
         "add_bias_linear": false, "add_qkv_bias": true, "seq_length": 8192,
         "tie_word_embeddings": false})"},
    {"glm-4.5-air",
     R"({"model_type": "glm4_moe", "hidden_size": 4096, "intermediate_size": 10944,
         "moe_intermediate_size": 1408, "head_dim": 128, "n_routed_experts": 128,
         "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 1,
         "num_attention_heads": 96, "num_hidden_layers": 46, "num_key_value_heads": 8,
         "max_position_embeddings": 131072, "attention_bias": true, "use_qk_norm": false,
         "tie_word_embeddings": false, "vocab_size": 151552})"},
    {"olmo-2-13b",
     R"({"model_type": "olmo2", "hidden_size": 5120, "intermediate_size": 13824,
         "num_attention_heads": 40, "num_hidden_layers": 40, "num_key_value_heads": 40,
         "max_position_embeddings": 4096, "attention_bias": false, "tie_word_embeddings": false,
         "vocab_size": 100352})"},
};

TEST_CASE("a published config matches the shipped record") {
  const CacheType& type = shipped_catalog().find_cache_type("f16");
  for (const auto& [id, config] : published) {
    INFO(id);
    const Model& record = shipped_catalog().find_model(id);
    const Model read = model_of(config);
    // Some published vocabularies are padded.
    CHECK(read.parameters == Approx(count_parameters(record)).epsilon(1e-4));
    CHECK(linear_parameters(read).active == Approx(linear_parameters(record).active).epsilon(1e-4));
    CHECK(cache_per_token(read, type).value == cache_per_token(record, type).value);
    CHECK(read.sliding_layers == record.sliding_layers);
    CHECK(read.layers == record.layers);
    CHECK(read.tied == record.tied);
    // Qwen 1.8B was published with 8k of context; a later config has 32k.
    if (std::string_view(id) != "qwen-1.8b") CHECK(read.context == record.context);
  }
}

TEST_CASE("a DeepSeek V4 config gives its pooling layers and FP4 experts") {
  const std::string config =
      R"({"model_type": "deepseek_v4", "hidden_size": 64, "num_attention_heads": 4,
          "num_key_value_heads": 1, "head_dim": 16, "moe_intermediate_size": 32,
          "n_routed_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 3,
          "o_groups": 2, "o_lora_rank": 8, "q_lora_rank": 8, "index_head_dim": 8,
          "index_n_heads": 4, "index_topk": 4, "sliding_window": 8, "vocab_size": 100,
          "expert_dtype": "fp4", "quantization_config": {"quant_method": "fp8"})";
  const Model model = model_of(config + R"(, "compress_ratios": [0, 4, 128, 0]})");
  CHECK(model.index_layers == 1);
  CHECK(model.pool_layers == 1);
  CHECK(model.quant == "mxfp4");
  CHECK_THAT(refusal_of(config + R"(, "compress_ratios": [4, 4, 128, 128]})"),
             ContainsSubstring("'compress_ratios' must name layers of 4 and of 128"));
  CHECK_THAT(refusal_of(config + "}"), ContainsSubstring("'compress_ratios' must name layers"));
}

TEST_CASE("DBRX dimensions are read from nested objects") {
  const Model dbrx = model_of(
      R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40,
          "max_seq_len": 32768, "vocab_size": 100352, "tie_word_embeddings": false,
          "attn_config": {"clip_qkv": 8, "kv_n_heads": 8, "rope_theta": 500000},
          "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4}})");
  CHECK(dbrx.parameters == Approx(132e9).epsilon(0.01));  // as published: 132B, 36B active
  CHECK(linear_parameters(dbrx).active == Approx(36e9).epsilon(0.03));
  CHECK(dbrx.kv_heads == 8);
}

TEST_CASE("an unknown architecture or layer key is rejected by name") {
  const char* rest =
      R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100,
         "intermediate_size": 256)";
  const auto with = [&](const std::string& start) { return refusal_of("{" + start + rest + "}"); };
  REQUIRE(with(R"("model_type": "llama", )").empty());
  const std::string unknown = with(R"("model_type": "zamba2", )");
  CHECK_THAT(unknown, ContainsSubstring("config.json:1:1: the architecture 'zamba2' is not known"));
  CHECK_THAT(unknown,
             ContainsSubstring("`--add FILE` with {\"model_types\": [{\"id\": \"zamba2\""));
  CHECK_THAT(unknown, ContainsSubstring("`--params`"));
  CHECK_THAT(with(""), ContainsSubstring("'model_type'"));
  CHECK_THAT(with(R"("model_type": 7, )"), ContainsSubstring("'model_type'"));
  for (const char* key : {"block_configs", "mamba_d_state", "linear_num_value_heads", "ssm_cfg",
                          "linear_attn_config", "attn_layer_period"})
    CHECK_THAT(with(fmt::format(R"("model_type": "llama", "{}": [1], )", key)),
               ContainsSubstring(fmt::format("'{}': layers that differ among themselves", key)));
}

TEST_CASE("invalid dimensions are rejected with key and place") {
  const auto with = [](const std::string& key, const std::string& value) {
    std::string text =
        R"({"model_type": "mixtral", "hidden_size": 64, "num_attention_heads": 4,
 "num_hidden_layers": 2, "vocab_size": 100, "num_local_experts": 4, "num_experts_per_tok": 2,
 "intermediate_size": 96})";
    const std::string name = "\"" + key + "\": ";
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return text.substr(0, text.size() - 1) + ", " + name + value + "}";
    const std::size_t from = at + name.size();
    return text.replace(from, text.find_first_of(",}", from) - from, value);
  };
  REQUIRE(refusal_of(with("hidden_size", "64")).empty());
  struct Row {
    const char *key, *value, *message;
  };
  const Row rows[] = {
      {"hidden_size", "-64",
       "config.json:1:42: 'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "64.5", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "\"64\"", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "[64]", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "true", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "1e300", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "null", "'hidden_size' is missing or zero"},
      {"hidden_size", "0", "'hidden_size' is missing or zero"},
      {"hidden_size", "NaN", "config.json:1:42: "},
      {"hidden_size", "1e999", "config.json:1:46: "},
      {"hidden_size", "900000000", "'hidden_size' must be from 1 to 500,000, not 900,000,000"},
      {"num_hidden_layers", "null", "'num_hidden_layers' is missing or zero"},
      {"vocab_size", "null", "'vocab_size' is missing or zero"},
      {"num_attention_heads", "{}", "'num_attention_heads' must be a whole number"},
      {"num_key_value_heads", "8", "the KV heads must be between one and the heads"},
      {"num_key_value_heads", "3", "'num_key_value_heads' must divide the 4 heads, as 3 does not"},
      {"intermediate_size", "0", "config.json:3:23: 'intermediate_size' must be from 1 to"},
      {"max_position_embeddings", "0", "'max_position_embeddings' must be from 1 to"},
      {"num_hidden_layers", "100000", "'num_hidden_layers' must be from 1 to 2,000, not 100,000"},
      {"vocab_size", "900000000", "'vocab_size' must be from 1 to 10,000,000"},
      {"num_key_value_heads", "0", "the KV heads must be between one and the heads"},
      {"head_dim", "0", "the size of a head must be above zero"},
      {"num_experts_per_tok", "5", "the experts per token must be between one and the experts"},
      {"num_experts_per_tok", "null", "the experts per token must be between one and the experts"},
      {"first_k_dense_replace", "3", "the layers with experts and without do not add up"},
      {"num_kv_shared_layers", "2", "no layer keeps a cache"},
      {"moe_layers", "[0, 1, 2]", "the layers with experts and without do not add up"},
      {"kv_lora_rank", "16", "'qk_rope_head_dim' is missing or zero"},
      {"hidden_size\": 64, \"hidden_size", "64", "in this object; keep one"},
  };
  for (const Row& row : rows) {
    INFO(row.key << ": " << row.value);
    CHECK_THAT(refusal_of(with(row.key, row.value)), ContainsSubstring(row.message));
  }
  CHECK_THAT(refusal_of(with("sliding_window", R"(32, "num_attention_heads_per_layer": [4, 5],
                 "layer_types": ["sliding_attention", "sliding_attention"])")),
             ContainsSubstring("the heads by layer do not add up"));
  CHECK_THAT(refusal_of(with("sliding_window", R"(32, "layer_types": ["sliding_attention",
                 "sliding_attention", "sliding_attention"])")),
             ContainsSubstring("more layers with a window than layers"));
}

TEST_CASE("parts of a config that are of another type are rejected with their place") {
  const std::string rest =
      R"("model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
 "num_hidden_layers": 32)";
  struct Row {
    const char *fields, *message;
  };
  const Row rows[] = {
      {R"("intermediate_size": 96, "quantization_config": "gptq")",
       "config.json:2:75: 'quantization_config' must be an object, not a text"},
      {R"("intermediate_size": 96, "quantization_config": 5)", "must be an object, not a number"},
      {R"("intermediate_size": 96, "quantization_config": [])", "must be an object, not a list"},
      {R"("intermediate_size": 96, "quantization_config": {"quant_method": 7})",
       "'quant_method' must be a text, not a number"},
      {R"("intermediate_size": 96, "text_config": "x")", "'text_config' must be an object"},
      {R"("intermediate_size": 96, "layer_types": ["zzz"])",
       "config.json:2:67: 'layer_types' does not name every layer"},
      {R"("intermediate_size": 96, "layer_types": "full_attention")",
       "'layer_types' does not name every layer"},
      {R"("intermediate_size": [4096])", "'intermediate_size' does not name every layer"},
      {R"("hidden_act": "silu")", "'intermediate_size' is missing"},
  };
  for (const auto& [fields, message] : rows) {
    INFO(fields);
    CHECK_THAT(refusal_of("{" + rest + ", " + fields + "}"), ContainsSubstring(message));
  }
  CHECK(
      refusal_of("{" + rest + R"(, "intermediate_size": 96, "quantization_config": {}})").empty());
  CHECK_THAT(refusal_of("{}"), ContainsSubstring("'model_type' is missing"));
  const Model model = model_of(
      R"({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
          "num_hidden_layers": 2, "intermediate_size": 96,
          "layer_types": ["zzz", "full_attention"]})");
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("layers of the type 'zzz'"));
}

TEST_CASE("text that is not a config is rejected") {
  for (const std::string& text :
       {std::string(), std::string("null"), std::string("[]"), std::string("7"), std::string("{"),
        std::string("\0", 1), std::string("\xff\xfe{}"), std::string("{\"model_type\": }"),
        std::string(100000, '['), std::string(100000, '{')}) {
    INFO(text.substr(0, 20));
    CHECK_THAT(refusal_of(text), ContainsSubstring("config.json"));
  }
  std::string deep = "7";
  for (int i = 0; i < 5000; ++i) deep = R"({"text_config": )" + deep + "}";
  CHECK_THAT(refusal_of(deep), ContainsSubstring("config.json:1:"));
}

TEST_CASE("truncated or corrupted configs are rejected or give a finite model") {
  std::mt19937 random(5);
  std::size_t read = 0;
  for (const auto& [id, config] : published)
    for (int i = 0; i < 60; ++i) {
      std::string broken = config;
      for (int k = 0; k < 2; ++k)
        broken[draw(random, broken.size())] =
            static_cast<char>(i % 2 == 0 ? '0' + draw(random, 10) : draw(random, 256));
      if (i % 10 == 0) broken.resize(draw(random, broken.size()));
      try {
        const Model model = model_of(broken);
        ++read;
        const CacheType& type = shipped_catalog().find_cache_type("f16");
        INFO(broken);
        CHECK(std::isfinite(model.parameters));
        CHECK(model.parameters > 0);
        CHECK(linear_parameters(model).active <= linear_parameters(model).all);
        CHECK(cache(model, type, 4096).value > 0);
      } catch (const Error& error) {
        CHECK_THAT(error.what(), ContainsSubstring("config.json:"));
      }
    }
  CHECK(read > 100);
}

TEST_CASE("a size alone gives a model of that size and usual proportions") {
  Arena arena;
  const ModelProportions& usual = fixed_catalog().of<ModelProportions>().front();
  for (const double parameters : {1e8, 5e8, 1.5e9, 7e9, 13e9, 34e9, 70e9, 175e9, 1e12}) {
    const Model model = model_of_size(parameters, usual, arena);
    INFO(parameters);
    CHECK(count_parameters(model) == Approx(parameters).epsilon(0.02));
    CHECK(model.layers >= 4);
    CHECK(model.ffn_size > model.hidden_size);
    CHECK(model.heads * model.head_dim == model.hidden_size);
    CHECK(model.kv_heads <= model.heads);
  }
  const Model seven = model_of_size(7e9, usual, arena);
  const Model& llama = shipped_catalog().find_model("llama-3.1-8b");
  CHECK(seven.layers == Approx(llama.layers).epsilon(0.35));
  CHECK(seven.hidden_size == Approx(llama.hidden_size).epsilon(0.35));
  // Extreme sizes that --params accepts.
  for (const double parameters : {1e5, 1e6, 1e7, 1e14, 1e16}) {
    const Model model = model_of_size(parameters, usual, arena);
    CHECK(std::isfinite(count_parameters(model)));
    CHECK(model.ffn_size > 0);
  }
}

TEST_CASE("the experts and their layers are read from a config") {
  const auto read = [](const std::string& more) {
    return model_of(R"({"model_type": "qwen3_moe", "hidden_size": 64, "intermediate_size": 128,
                        "moe_intermediate_size": 32, "num_attention_heads": 4, "head_dim": 16,
                        "num_key_value_heads": 4, "vocab_size": 100, "num_hidden_layers": 25, )" +
                    more + "}");
  };
  const Model all = read(R"("num_experts": 2, "num_experts_per_tok": 2)");
  CHECK(all.experts_per_token == 2);
  CHECK(all.dense_layers == 0);
  // Every second layer from the second on has experts: 12 of 25.
  CHECK(read(R"("num_experts": 2, "num_experts_per_tok": 1, "decoder_sparse_step": 2)")
            .dense_layers == 13);
}

TEST_CASE("a gated FFN is narrowed to two thirds, rounded up to 256 by default") {
  const auto width = [](const std::string& more) {
    return model_of(R"({"model_type": "lfm2", "block_ff_dim": 1000, "conv_L_cache": 3,
                        "full_attn_idxs": [1], "hidden_size": 64, "num_attention_heads": 4,
                        "num_hidden_layers": 2, "num_key_value_heads": 2, "vocab_size": 100)" +
                    more + "}")
        .ffn_size;
  };
  CHECK(width("") == 768);
  CHECK(width(R"(, "block_multiple_of": 64)") == 704);
  CHECK(width(R"(, "block_auto_adjust_ff_dim": false)") == 1000);
}

}  // namespace
}  // namespace gpupick
