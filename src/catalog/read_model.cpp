#include "catalog/read_model.hpp"

#include "catalog/gpu.hpp"

namespace gpupick {
namespace {

void read_mixer(Fields& fields, Mixer& out) {
  out.kind = fields.text("mixer", mixer_kinds).value_or("");
  if (!out.kind.empty()) fields.require("mixer_layers");
  for (const auto& [key, value] :
       {std::pair("mixer_layers", &out.layers), std::pair("mixer_heads", &out.heads),
        std::pair("mixer_head_dim", &out.head_dim), std::pair("mixer_groups", &out.groups),
        std::pair("mixer_state_size", &out.state_size), std::pair("mixer_conv", &out.conv),
        std::pair("mixer_rank", &out.rank)}) {
    *value = fields.number(key).value_or(0);
    if (!(*value >= 0 && *value < 1e6))
      fields.report_at(Rule::implausible_value, key,
                       std::string("'") + key + "' must not be below zero");
  }
  out.wide_state = fields.flag("mixer_wide_state").value_or(false);
}

}  // namespace

Model read_model(Fields& fields) {
  Model out;
  out.id = fields.required_text("id");
  out.name = fields.required_text("name");
  out.aliases = fields.texts("aliases").value_or(std::vector<std::string>{});
  out.family = fields.text("family").value_or("");
  out.publisher = fields.text("publisher").value_or("");
  for (const auto& [key, value] :
       {std::pair("layers", &out.layers), std::pair("hidden_size", &out.hidden_size),
        std::pair("vocab_size", &out.vocab_size), std::pair("context", &out.context),
        std::pair("parameters", &out.parameters)}) {
    *value = fields.required_number(key);
    if (!(*value > 0 && *value < 1e15))
      fields.report_at(Rule::implausible_value, key,
                       std::string("'") + key + "' must be above zero");
  }
  read_mixer(fields, out.mixer);
  // Only a model of other mixers than attention has no heads.
  if (out.mixer.kind.empty()) fields.require("heads");
  for (const auto& [key, value] : {std::pair("heads", &out.heads),
                                   std::pair("kv_heads", &out.kv_heads),
                                   std::pair("head_dim", &out.head_dim),
                                   std::pair("ffn_size", &out.ffn_size),
                                   std::pair("experts", &out.experts),
                                   std::pair("experts_per_token", &out.experts_per_token),
                                   std::pair("expert_ffn_size", &out.expert_ffn_size),
                                   std::pair("shared_experts", &out.shared_experts),
                                   std::pair("shared_ffn_size", &out.shared_ffn_size),
                                   std::pair("expert_hidden_size", &out.expert_hidden_size),
                                   std::pair("dense_layers", &out.dense_layers),
                                   std::pair("ffn_layers", &out.ffn_layers),
                                   std::pair("sliding_window", &out.sliding_window),
                                   std::pair("sliding_layers", &out.sliding_layers),
                                   std::pair("full_head_dim", &out.full_head_dim),
                                   std::pair("full_kv_heads", &out.full_kv_heads),
                                   std::pair("attention_layers", &out.attention_layers),
                                   std::pair("kv_lora_rank", &out.kv_lora_rank),
                                   std::pair("q_lora_rank", &out.q_lora_rank),
                                   std::pair("rope_head_dim", &out.rope_head_dim),
                                   std::pair("nope_head_dim", &out.nope_head_dim),
                                   std::pair("v_head_dim", &out.v_head_dim),
                                   std::pair("kv_bytes_per_token_f16", &out.kv_bytes_per_token)}) {
    *value = fields.number(key).value_or(0);
    if (!(*value >= 0 && *value < 1e12))
      fields.report_at(Rule::implausible_value, key,
                       std::string("'") + key + "' must not be below zero");
  }
  out.gated = fields.flag("gated").value_or(false);
  out.tied = fields.flag("tied").value_or(false);
  out.quant = fields.text("quant").value_or("");
  out.full_k_is_v = fields.flag("full_k_is_v").value_or(false);
  out.qk_norm = fields.flag("qk_norm").value_or(false);
  out.attention_bias = fields.flag("attention_bias").value_or(false);
  out.gated_attention = fields.flag("gated_attention").value_or(false);
  out.reallocates_cache = fields.flag("reallocates_cache").value_or(false);
  fields.number("active_parameters");  // for readers; counted from the dimensions here
  out.notes = fields.texts("notes").value_or(std::vector<std::string>{});
  out.more_sources = fields.texts("more_sources").value_or(std::vector<std::string>{});
  out.source = fields.required_text("source");
  return out;
}

namespace {

// A number that must be above zero.
double positive(Fields& fields, std::string_view key) {
  const double value = fields.required_number(key);
  if (!(value > 0 && value < 1e12))
    fields.report_at(Rule::implausible_value, key, "'" + std::string(key) + "' must be above zero");
  return value;
}

// A number from zero up; zero where the key is absent.
double not_negative(Fields& fields, std::string_view key) {
  const double value = fields.number(key).value_or(0);
  if (!(value >= 0 && value < 1e12))
    fields.report_at(Rule::implausible_value, key,
                     "'" + std::string(key) + "' must not be below zero");
  return value;
}

constexpr std::string_view unit_words[] = {"fp8", "fp4"};

}  // namespace

Quantisation read_quantisation(Fields& fields) {
  Quantisation out;
  out.id = fields.required_text("id");
  out.linear_bits = positive(fields, "linear_bits");
  out.embedding_bits = positive(fields, "embedding_bits");
  out.head_bits = positive(fields, "head_bits");
  out.gguf = fields.flag("gguf").value_or(false);
  out.expert_bits = fields.number("expert_bits").value_or(0);
  out.of_text = fields.flag("of_text").value_or(false);
  out.units = fields.text("units", unit_words).value_or("");
  out.source = fields.required_text("source");
  return out;
}

CacheType read_cache_type(Fields& fields) {
  return {fields.required_text("id"), positive(fields, "bytes"),
          fields.flag("gguf").value_or(false), fields.required_text("source"),
          not_negative(fields, "read_bytes")};
}

Network read_network(Fields& fields, const Document& document,
                     std::vector<Diagnostic>& diagnostics) {
  Network out;
  out.id = fields.required_text("id");
  out.name = fields.required_text("name");
  out.aliases = fields.texts("aliases").value_or(std::vector<std::string>{});
  out.kind = fields.required_text("kind", network_kinds);
  out.publisher = fields.text("publisher").value_or("");
  fields.require("parts");
  for (const Node* node : fields.objects("parts")) {
    Fields part(document, *node, "a component", diagnostics);
    out.parts.push_back({part.required_text("name"), positive(part, "parameters")});
    part.refuse_other_keys();
  }
  for (const auto& [key, value] :
       {std::pair("forward_gmacs", &out.forward_gmacs),
        std::pair("activations_m", &out.activations_m),
        std::pair("activation_bytes", &out.activation_bytes),
        std::pair("resolution", &out.resolution), std::pair("tokens", &out.tokens),
        std::pair("steps", &out.steps), std::pair("layers", &out.layers),
        std::pair("hidden_size", &out.hidden_size), std::pair("heads", &out.heads),
        std::pair("attention_tokens", &out.attention_tokens)})
    *value = not_negative(fields, key);
  for (const char* key : {"ffn_size", "vocab_size"}) not_negative(fields, key);  // for readers
  out.decodes_in_32 = fields.flag("decodes_in_32").value_or(false);
  out.evaluations_per_step = fields.number("evaluations_per_step").value_or(1);
  out.notes = fields.texts("notes").value_or(std::vector<std::string>{});
  out.more_sources = fields.texts("more_sources").value_or(std::vector<std::string>{});
  out.source = fields.required_text("source");
  return out;
}

}  // namespace gpupick
