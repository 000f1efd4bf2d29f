// The problem: a model that is not in the catalog still has a config.json with its weights. The
// file has everything that memory and speed need, under names that differ by maker. Some defaults
// are only in the code that reads it (data/model_types.json). Left out, and refused: layers that
// differ among themselves in width. Checked against the shipped records
// (tests/unit/config_test.cpp).
#include "models/read_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "models/read_config_parts.hpp"
#include "schema/lookup.hpp"

namespace gpupick {
namespace {

// The part of a larger model may leave its type to that model.
const ModelType& type_of(const ConfigObject& root, const ConfigObject& config,
                         std::span<const ModelType> types) {
  const std::string own = config.word("model_type");
  const std::string type = own.empty() ? root.word("model_type") : own;
  if (type.empty())
    config.refuse(
        "'model_type' is missing, which names the architecture; `--params` takes a parameter count "
        "instead");
  const auto found = std::ranges::find_if(
      types, [&](const ModelType& one) { return one.id == type || contains(one.aliases, type); });
  if (found != types.end()) return *found;
  config.refuse(
      "the architecture '{0}' is not known, and is not guessed at; if it is built like "
      "the known ones, a record says so: `--add FILE` with {{\"model_types\": "
      "[{{\"id\": \"{0}\", \"source\": \"judgement\"}}]}}, with fields of "
      "docs/fields.md; `--params` takes a parameter count instead",
      printable(type));
}

// Returns the type without the sizes that only a part of a larger model leaves out, unless this is
// one: the `text_config` of LLaVA, of which transformers writes what differs from its defaults.
ModelType type_of_part(const ConfigObject& root, const ConfigObject& config, ModelType type) {
  const std::string own = config.word("model_type");
  if (own != type.id || own == root.text("model_type"))
    type.part_layers = type.part_hidden_size = type.part_ffn_size = type.part_heads =
        type.part_kv_heads = {};
  return type;
}

// Says that sizes are defaults.
void remark_on_defaults(const ConfigObject& config, const ModelType& type, const Model& out,
                        std::vector<std::string>& remarks) {
  if (type.part_layers && (!config.has("num_hidden_layers") || !config.has("hidden_size")))
    remarks.push_back(
        fmt::format("the language model has the default sizes of '{}': {} layers of {}", type.id,
                    exact(out.layers), exact(out.hidden_size)));
}

// Names the objects that nothing here reads, as they may describe further parts of the model.
void remark_on_unknown_objects(const ConfigObject& config, std::vector<std::string>& remarks) {
  constexpr std::string_view known[] = {
      // Parts, and how layers are built.
      "thinker_config", "text_config", "llm_config", "language_config", "vision_config", "visual",
      "vit_config", "audio_config", "talker_config", "token2wav_config", "code2wav_config",
      "tts_config", "attn_config", "ffn_config", "ssm_cfg", "attn_cfg", "linear_attn_config",
      "sparse_attention_config", "quantization_config", "quantization", "compression_config",
      // Positions, labels, and what tools note: these need no memory.
      "rope_scaling", "rope_parameters", "dual_chunk_attention_config", "yarn_scaling", "id2label",
      "label2id", "pruned_heads", "task_specific_params", "auto_map", "init_config",
      "initializer_config", "generation_config", "transformers.js_config", "sentence_transformers",
      "unsloth_version"};
  std::vector<std::string> unknown;
  for (const auto& [key, object] : config.members())
    if (!contains(known, key) && !object.is_empty())
      unknown.push_back(fmt::format("'{}'", printable(key)));
  if (!unknown.empty())
    add_once(remarks, fmt::format("{} {} not known: what {} is not counted",
                                  enumerate(unknown, "and"), unknown.size() == 1 ? "is" : "are",
                                  unknown.size() == 1 ? "it describes" : "they describe"));
}

// Reads the parts that only Gemma 3n and 4 have: dimensions of full-attention layers, layers that
// share a cache, and parts outside the layers.
void read_gemma(const ConfigObject& config, const ModelType& type, Model& out) {
  const double full = config.number({"global_head_dim"}, type.full_head_dim.value_or(0));
  if (full > 0 && out.sliding_layers > 0) {
    out.full_head_dim = full;
    out.full_k_is_v = config.is("attention_k_eq_v");
    out.full_kv_heads = out.full_k_is_v
                            ? config.number({"num_global_key_value_heads"}, out.kv_heads)
                            : out.kv_heads;
  }
  out.kv_shared_layers = config.number({"num_kv_shared_layers"}, type.kv_shared_layers.value_or(0));
  if (out.kv_shared_layers >= out.layers) config.refuse("no layer keeps a cache");
  if (out.kv_shared_layers > 0 && config.is("use_double_wide_mlp"))
    out.kv_shared_ffn_size = 2 * out.ffn_size;
  out.per_layer_embedding =
      config.number({"hidden_size_per_layer_input"}, type.per_layer_embedding.value_or(0));
  out.altup_inputs = config.number({"altup_num_inputs"}, type.altup_inputs.value_or(0));
  out.laurel_rank = config.number({"laurel_rank"}, type.laurel_rank.value_or(0));
}

// Reads what encoders have. `use_bidirectional_attention` makes a decoder an encoder.
void read_encoder(const ConfigObject& config, const ModelType& type, Model& out) {
  out.hears = type.hears;
  out.biases = type.biases;
  out.pooled = type.pooled;
  if (type.positions) out.positions = out.context;
  out.context -= type.reserved_positions.value_or(0);
  out.embeds = out.bidirectional = type.encoder || config.is("use_bidirectional_attention");
  if (!type.encoder) return;
  out.tied = true;
  out.positions += config.number({"type_vocab_size"}, 0);
  const double width = config.number({"embedding_size"}, out.hidden_size);
  if (width != out.hidden_size)
    config.refuse("embeddings of {} values in layers of {} are not counted", exact(width),
                  exact(out.hidden_size));
}

void read_dimensions(const ConfigObject& config, const ModelType& type, Model& out) {
  // In a model with an encoder "num_hidden_layers" may be that of the encoder.
  const Number decoder = config.number({"decoder_layers"});
  out.layers = decoder ? *decoder
                       : config.required({"num_hidden_layers", "n_layer", "n_layers", "num_layers"},
                                         type.part_layers.value_or(static_cast<double>(
                                             config.length("layers_block_type"))));
  out.hidden_size = config.required({"hidden_size", "n_embd", "n_embed", "d_model", "dim"},
                                    type.part_hidden_size.value_or(0));
  out.vocab_size =
      config.required({"vocab_size", "padded_vocab_size"}, type.vocab_size.value_or(0));
  out.context =
      config.number({"max_position_embeddings", "n_positions", "seq_length", "max_seq_len", "n_ctx",
                     "model_max_length", "max_sequence_length", "max_target_positions"},
                    type.context);
  out.gated = type.gated || config.text("activation_function") == "swiglu" ||
              config.text("feed_forward_proj").starts_with("gated");
  if (!type.attention) return;
  out.ffn_size = ffn_size(config, type, out);
  read_attention(config, type, out);
  read_windows(config, type, out);
  read_gemma(config, type, out);
  read_pools(config, type, out);
  read_experts(config, out);
  if (type.doubled) double_layers(config, out);
}

// Refuses layers of other kinds than the architecture's.
void refuse_what_differs(const ConfigObject& config, const ModelType& type) {
  for (const std::string_view key : {"block_configs", "mamba_d_state", "linear_num_value_heads",
                                     "ssm_cfg", "linear_attn_config", "attn_layer_period"})
    if (config.has(key) && (key == "block_configs" ? !type.blocks : type.mixer.empty()))
      config.refuse(
          "'{}': layers that differ among themselves are not counted; `--params` takes "
          "a parameter count instead",
          key);
}

// Returns the text with the numbers that Python writes and JSON lacks (NaN, Infinity) as empty
// texts of the same length, so that places in it stay the same.
std::string without_python_numbers(std::string_view text) {
  std::string out(text);
  bool quoted = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (quoted && out[i] == '\\')
      ++i;
    else if (out[i] == '"')
      quoted = !quoted;
    else if (!quoted)
      for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
        if (std::string_view(out).substr(i).starts_with(word)) {
          out.replace(i, word.size(), "\"\"" + std::string(word.size() - 2, ' '));
          i += word.size() - 1;
        }
  }
  return out;
}

// Parses a file, which the document keeps. Throws Error if it is no JSON object.
Document parsed(const File& file, Arena& arena) {
  Document document({file.name, arena.keep(without_python_numbers(file.text))});
  document.parse_all(arena);
  if (!std::holds_alternative<Node::Object>(document.root().value))
    throw Error("{}: a model's config must be an object", printable(file.name));
  return document;
}

// Reads how the weights are stored from the first object that says it: of the config, of its
// language model, or of the file beside it.
void read_weights(const ConfigObject& root, const ConfigObject& language, const ConfigFiles& files,
                  const FormatRecords& records, Model& out, std::vector<std::string>& remarks,
                  Arena& arena) {
  for (const ConfigObject& config : {root, language})
    for (const std::string_view key : {"quantization_config", "quantization", "compression_config"})
      if (config.has(key))
        return read_quantisation(config.below(key), records, out, remarks, arena);
  if (!files.quantisation) return;
  const Document beside = parsed(*files.quantisation, arena);
  read_quantisation(ConfigObject(beside, beside.root()).below("quantization"), records, out,
                    remarks, arena);
}

// DeepSeek V4 has experts in FP4, although it declares FP8.
void store_experts_in_fp4(const FormatRecords& records, Model& out, Arena& arena) {
  const Quantisation* fp4 = with_id(records.formats, "mxfp4");
  if (!fp4 || !out.stored) return;
  Quantisation own = *out.stored;
  out.quant = own.id = fp4->id;
  own.expert_bits = fp4->expert_bits;
  out.stored = &arena.keep_one(own);
}

// Refuses sizes that no published model comes near, such as those with a typing error.
void check_sizes(const ConfigObject& config, const Model& model) {
  const std::tuple<std::string_view, double, double> rows[] = {
      {"num_hidden_layers", model.layers, 2000},  {"hidden_size", model.hidden_size, 500000},
      {"intermediate_size", model.ffn_size, 5e6}, {"num_attention_heads", model.heads, 10000},
      {"vocab_size", model.vocab_size, 1e7},      {"max_position_embeddings", model.context, 5e8}};
  // Layers of a hybrid may lack attention or a feed-forward net.
  const bool hybrid = model.mixer.layers > 0;
  for (const auto& [key, value, most] : rows)
    if (!((value >= 1 || (hybrid && value == 0)) && value <= most))
      config.refuse("'{}' must be from 1 to {}, not {}", key, exact(most), exact(value));
  if (model.heads > 0 && !config.has("block_configs") &&
      std::fmod(model.heads, model.kv_heads) != 0)
    config.refuse("'num_key_value_heads' must divide the {} heads, as {} does not",
                  exact(model.heads), exact(model.kv_heads));
}

}  // namespace

Model read_config(const ConfigFiles& files, std::string_view id, const ConfigRecords& records,
                  Arena& arena) {
  const Document document = parsed(files.config, arena);
  const ConfigObject root(document, document.root());
  const auto tied = root.flag({"tie_word_embeddings"});
  ConfigObject config = root;
  // Models with vision or audio keep the config of the language model below.
  for (const char* key : {"thinker_config", "text_config", "llm_config", "language_config"})
    config = config.below(key);
  const ModelType type = type_of_part(root, config, type_of(root, config, records.types));
  refuse_what_differs(config, type);
  Model out;
  out.id = out.name = arena.keep(id);
  out.family = type.id;
  out.source = arena.keep(files.config.name);
  read_dimensions(config, type, out);
  out.tied = config.flag({"tie_word_embeddings"}).value_or(tied.value_or(type.tied));
  read_mixer(config, type, out);
  read_encoder(config, type, out);
  out.parameters = count_parameters(out);
  std::vector<std::string> remarks;
  check_layer_types(config, type, out, remarks);
  remark_on_defaults(config, type, out, remarks);
  out.encoder_parameters =
      type.hears ? hearing_parameters(root) : encoder_parameters(root, out.hidden_size, remarks);
  if (type.encoder && config.flag({"is_encoder_decoder"}).value_or(type.decoder))
    remarks.push_back("its decoder is not counted: vectors need the encoder alone");
  if (config.number({"num_nextn_predict_layers"}, 0) > 0)
    remarks.emplace_back("left out: the layers for multi-token prediction");
  remark_on_unknown_objects(root, remarks);
  remark_on_unknown_objects(config, remarks);
  if (config.below("sparse_attention_config").is("use_sparse_attention"))
    remarks.emplace_back(
        "the index of sparse attention is not counted, and attention is estimated as if it saw all "
        "tokens");
  if (config.below("linear_attn_config").is("use_full_rank_gate"))
    remarks.push_back(
        fmt::format("gates of full rank are counted as gates of rank {}", exact(out.mixer.rank)));
  read_weights(root, config, files, records.formats, out, remarks, arena);
  if (config.text("expert_dtype") == "fp4") store_experts_in_fp4(records.formats, out, arena);
  check_sizes(config, out);
  out.remarks = arena.keep(remarks);
  if (!(out.parameters + out.encoder_parameters < 1e14))
    config.refuse("its dimensions multiply to no model that exists");
  return out;
}

}  // namespace gpupick
