#include <gpupick/read_model.hpp>

namespace gpupick {

Model read_model(Fields& fields) {
  Model out;
  out.id = fields.required_text("id");
  out.name = fields.required_text("name");
  out.aliases = fields.texts("aliases").value_or(std::vector<std::string>{});
  out.family = fields.text("family").value_or("");
  out.publisher = fields.text("publisher").value_or("");
  for (const auto& [key, value] :
       {std::pair("layers", &out.layers), std::pair("hidden_size", &out.hidden_size),
        std::pair("heads", &out.heads), std::pair("vocab_size", &out.vocab_size),
        std::pair("context", &out.context), std::pair("parameters", &out.parameters)}) {
    *value = fields.required_number(key);
    if (!(*value > 0 && *value < 1e15))
      fields.report_at(Rule::implausible_value, key,
                       std::string("'") + key + "' must be above zero");
  }
  for (const auto& [key, value] :
       {std::pair("kv_heads", &out.kv_heads), std::pair("head_dim", &out.head_dim),
        std::pair("ffn_size", &out.ffn_size), std::pair("experts", &out.experts),
        std::pair("experts_per_token", &out.experts_per_token),
        std::pair("expert_ffn_size", &out.expert_ffn_size),
        std::pair("shared_experts", &out.shared_experts),
        std::pair("shared_ffn_size", &out.shared_ffn_size),
        std::pair("dense_layers", &out.dense_layers),
        std::pair("sliding_window", &out.sliding_window),
        std::pair("sliding_layers", &out.sliding_layers),
        std::pair("kv_lora_rank", &out.kv_lora_rank), std::pair("q_lora_rank", &out.q_lora_rank),
        std::pair("rope_head_dim", &out.rope_head_dim),
        std::pair("nope_head_dim", &out.nope_head_dim), std::pair("v_head_dim", &out.v_head_dim),
        std::pair("kv_bytes_per_token_f16", &out.kv_bytes_per_token)}) {
    *value = fields.number(key).value_or(0);
    if (!(*value >= 0 && *value < 1e12))
      fields.report_at(Rule::implausible_value, key,
                       std::string("'") + key + "' must not be below zero");
  }
  out.gated = fields.flag("gated").value_or(false);
  out.tied = fields.flag("tied").value_or(false);
  out.qk_norm = fields.flag("qk_norm").value_or(false);
  out.attention_bias = fields.flag("attention_bias").value_or(false);
  fields.number("active_parameters");  // for readers; counted from the dimensions here
  out.notes = fields.texts("notes").value_or(std::vector<std::string>{});
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

}  // namespace

Quantisation read_quantisation(Fields& fields) {
  return {fields.required_text("id"), positive(fields, "linear_bits"),
          positive(fields, "embedding_bits"), positive(fields, "head_bits"),
          fields.required_text("source")};
}

CacheType read_cache_type(Fields& fields) {
  return {fields.required_text("id"), positive(fields, "bytes"), fields.required_text("source")};
}

Runtime read_runtime(Fields& fields) {
  Runtime out;
  out.id = fields.required_text("id");
  for (const auto& [key, value] :
       {std::pair("backend_gib", &out.backend_gib), std::pair("usable_share", &out.usable_share),
        std::pair("unified_share", &out.unified_share), std::pair("batch", &out.batch),
        std::pair("power_exponent", &out.power_exponent),
        std::pair("tflops_per_watt", &out.tflops_per_watt), std::pair("f16_gain", &out.f16_gain),
        std::pair("split_2", &out.split_2), std::pair("split_4", &out.split_4),
        std::pair("split_8", &out.split_8)})
    *value = positive(fields, key);
  out.source = fields.required_text("source");
  return out;
}

SpeedClass read_speed_class(Fields& fields) {
  SpeedClass out;
  out.id = fields.required_text("id");
  out.stack = fields.required_text("stack", find_figure("stack")->choices);
  fields.require("architectures");
  out.architectures = fields.texts("architectures").value_or(std::vector<std::string>{});
  static constexpr std::string_view memories[] = {"hbm", "other"};
  out.memory = fields.text("memory", memories).value_or("");
  out.tensor = fields.flag("tensor");
  out.decode_efficiency = positive(fields, "decode_efficiency");
  out.prefill_efficiency = positive(fields, "prefill_efficiency");
  out.cards = fields.required_number("cards");
  return out;
}

Engine read_engine(Fields& fields) {
  return {fields.required_text("id"), fields.required_text("stack", find_figure("stack")->choices),
          positive(fields, "layer_seconds")};
}

Interval read_interval(Fields& fields) {
  return {fields.required_text("id"), positive(fields, "low"), positive(fields, "high")};
}

}  // namespace gpupick
