// The problem: every tool that quantises has its own words, but all say the same: how many bits a
// weight has and how many weights share a scale, which modules have other bits, and which keep 16.
// The scheme follows from the method's name or the type of its weights (data/formats.json). The
// modules become parts of the model (module_names.hpp), from which stored_format.cpp makes a
// format. Left out: the bias of experts (under 1 %).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "models/read_config_parts.hpp"
#include "models/stored_format.hpp"
#include "schema/lookup.hpp"

namespace gpupick {
namespace {

constexpr StoredBits unquantised{};

// Returns the number of matrices of attention and nets.
double matrices(const Model& model) {
  const double net = model.gated ? 3 : 2;
  const double mixed = model.experts > 0 ? model.layers - model.dense_layers : 0;
  return 4 * attention_layers(model) + net * (model.layers - mixed) +
         net * mixed * (model.experts + (model.shared_experts > 0 ? 1 : 0));
}

class WeightsReader {
 public:
  WeightsReader(const FormatRecords& records, const Model& model)
      : records_(records), model_(model) {}

  void read(const ConfigObject& said);

  StoredParts parts;
  std::vector<std::string> remarks;

 private:
  const WeightScheme* find(std::string_view word) const { return named(records_.schemes, word); }
  std::optional<StoredBits> stored(const ConfigObject& said, const WeightScheme& scheme) const;
  std::optional<StoredBits> stored_weights(const ConfigObject& weights) const;
  std::optional<StoredBits> stored_by_words(const ConfigObject& said) const;
  PartShares shares_of(const std::vector<std::string_view>& patterns);
  void add(const std::optional<StoredBits>& stored, std::vector<std::string_view> patterns,
           std::string_view word);
  void remark_on_cache(const ConfigObject& said);
  void read_groups(const ConfigObject& said);
  void read_modules(const ConfigObject& said);

  const FormatRecords& records_;
  const Model& model_;
};

// Returns the scheme with the bits and the groups that the object gives, in any tool's words.
// Returns nullopt if the bits are not known.
std::optional<StoredBits> WeightsReader::stored(const ConfigObject& said,
                                                const WeightScheme& scheme) const {
  double bits = said.real({"bits", "num_bits", "nbits", "w_bit", "wbits", "weight_bits"})
                    .value_or(scheme.bits);
  double group =
      said.real({"group_size", "q_group_size", "weight_group_size"}).value_or(scheme.group);
  // AQLM: each group of weights has an index into each codebook of its matrix.
  double codebook_bits = 0;
  if (const auto books = said.real({"num_codebooks"})) {
    const double index = said.real({"nbits_per_codebook"}).value_or(0);
    const double width = said.real({"in_group_size"}).value_or(0);
    bits = *books * index / width;
    group = 0;
    codebook_bits = *books * std::exp2(std::min(index, 24.0)) * width * 16 * matrices(model_) /
                    std::max(linear_parameters(model_).all, 1.0);
  }
  if (!(bits >= 0.5 && bits <= 16)) return {};
  const double beside =
      codebook_bits + (group >= 1 ? (scheme.scale_bits + (scheme.zeros ? bits : 0)) / group : 0);
  return StoredBits{&scheme, bits + beside, bits};
}

// Reads the weights of one group of modules: compressed-tensors, ModelOpt and Quark.
std::optional<StoredBits> WeightsReader::stored_weights(const ConfigObject& weights) const {
  if (const WeightScheme* scheme = find(weights.text("dtype"))) return stored(weights, *scheme);
  const double bits = weights.real({"num_bits", "bits"}).value_or(0);
  const double group = weights.real({"group_size"}).value_or(0);
  if (bits >= 16) return unquantised;
  const std::string type = weights.text("type");
  // Groups of 32 are those of the MX formats, groups of 16 those of NVFP4.
  const WeightScheme* scheme =
      type == "float"
          ? find(fmt::format("float{}{}", bits,
                             group > 0 && group <= 32 ? fmt::format("_g{}", group) : std::string()))
          : find("int");
  return scheme ? stored(weights, *scheme) : std::nullopt;
}

// Reads the scheme from the words of an object: the algorithm or type of the weights, else the
// method. MLX writes bits and groups alone, with a mode of its own.
std::optional<StoredBits> WeightsReader::stored_by_words(const ConfigObject& said) const {
  std::vector<std::string> words;
  const bool alone = said.text("quant_method").empty() && said.text("quant_algo").empty() &&
                     said.has("bits") && said.has("group_size");
  if (alone) words.push_back("mlx-" + said.text("mode"));
  if (said.is("load_in_8bit")) words.emplace_back("llm_int8");
  if (said.is("bnb_4bit_use_double_quant")) words.emplace_back("nf4-dq");
  for (const std::string_view key : {"quant_algo", "forward_dtype", "weights", "quant_type",
                                     "data_type", "dtype", "mode", "bnb_4bit_quant_type"})
    words.push_back(said.text(key));
  const ConfigObject type = said.has_object("quant_type") ? said.below("quant_type") : said;
  const ConfigObject torchao = type.has_object("default") ? type.below("default") : type;
  words.push_back(torchao.text("_type"));
  words.push_back(said.text("quant_method"));
  if (alone) words.emplace_back("affine");
  for (const std::string& word : words)
    if (const WeightScheme* scheme = find(word)) {
      // torchao and HQQ have the numbers in an object of their own.
      for (const ConfigObject& numbers : {torchao.below("_data"), said.below("_data"),
                                          said.below("quant_config").below("weight_quant_params")})
        if (numbers.real({"bits", "nbits", "group_size"})) return stored(numbers, *scheme);
      return stored(said, *scheme);
    }
  return {};
}

PartShares WeightsReader::shares_of(const std::vector<std::string_view>& patterns) {
  PartShares sum{};
  for (const std::string_view pattern : patterns) {
    const auto shares = named_parts(pattern, model_);
    if (!shares)
      remarks.push_back(fmt::format(
          "the module '{}' is not known; it is counted as those around it", printable(pattern)));
    for (std::size_t i = 0; shares && i < sum.size(); ++i)
      sum[i] = std::min(1.0, sum[i] + (*shares)[i]);
  }
  return sum;
}

void WeightsReader::add(const std::optional<StoredBits>& stored,
                        std::vector<std::string_view> patterns, std::string_view word) {
  if (!stored) {
    parts.unread = word;
    return;
  }
  const bool all = patterns.empty() || std::ranges::any_of(patterns, [](std::string_view pattern) {
                     return pattern == "Linear" || pattern == "LinearBase" || pattern == "*" ||
                            pattern == "re:.*";
                   });
  if (all)
    parts.usual = stored;
  else
    parts.named.push_back({*stored, shares_of(patterns)});
}

// Reads groups of modules: `config_groups` of compressed-tensors and ModelOpt,
// `global_quant_config` and `layer_quant_config` of Quark.
void WeightsReader::read_groups(const ConfigObject& said) {
  if (said.has("config_groups"))
    for (const auto& [key, group] : said.below("config_groups").members())
      if (group.has("weights"))
        add(stored_weights(group.below("weights")), group.texts("targets"),
            fmt::format("{} of config_groups", key));
  if (said.has("global_quant_config"))
    add(stored_weights(said.below("global_quant_config").below("weight")), {},
        "global_quant_config");
  if (said.has("layer_quant_config"))
    for (const auto& [key, group] : said.below("layer_quant_config").members())
      add(group.has("weight") ? stored_weights(group.below("weight")) : unquantised, {key}, key);
}

// Reads modules with their own bits: the lists `quantized_layers` (ModelOpt), `extra_config`
// (auto-round), `module_fqn_to_config` (torchao) and `dynamic` (GPTQModel). MLX has no list: its
// modules are keys beside the others.
void WeightsReader::read_modules(const ConfigObject& said) {
  const auto one = [&](std::string_view key, const ConfigObject& module) {
    auto own = module.real({"bits"}).value_or(0) >= 16 ? std::optional(unquantised)
                                                       : stored_by_words(module);
    if (!own && module.has("bits") && parts.usual && parts.usual->scheme)
      own = stored(module, *parts.usual->scheme);
    add(own, {key}, key);
  };
  for (const std::string_view list : {"quantized_layers", "extra_config", "module_fqn_to_config"})
    if (said.has(list))
      for (const auto& [key, module] : said.below(list).members())
        if (key != "_default") one(key, module);
  if (said.has("dynamic"))
    for (const auto& [key, module] : said.below("dynamic").members()) {
      if (key.starts_with("-:"))
        add(unquantised, {key.substr(2)}, key);
      else
        one(key.starts_with("+:") ? key.substr(2) : key, module);
    }
  for (const auto& [key, module] : said.members())
    if (holds(key, '.') && module.has("bits")) one(key, module);
}

// Engines read a cache of fewer bits from the file; the job's flag says how it is counted.
void WeightsReader::remark_on_cache(const ConfigObject& said) {
  if (said.has_object("kv_cache_scheme"))
    if (const double bits = said.below("kv_cache_scheme").real({"num_bits"}).value_or(16);
        bits < 16)
      return remarks.push_back(fmt::format(
          "'kv_cache_scheme' asks for a cache of {} bit; `--kv-quant` counts it so", exact(bits)));
  for (const std::string_view key : {"kv_cache_scheme", "kv_cache_quant_algo"})
    if (const std::string algorithm = said.text(key); !algorithm.empty())
      return remarks.push_back(fmt::format("'{}' asks for a cache in {}; `--kv-quant` counts it so",
                                           key, printable(algorithm)));
}

void WeightsReader::read(const ConfigObject& said) {
  if (said.is_empty()) return;
  const std::string method = said.word("quant_method"), algorithm = said.word("quant_algo");
  remark_on_cache(said);
  parts.usual = stored_by_words(said);
  if (parts.usual && parts.usual->scheme->experts) {
    if (model_.experts == 0) {
      remarks.push_back(fmt::format("'{}' is for experts, and the model has none: it keeps 16 bit",
                                    parts.usual->scheme->id));
      parts.usual = {};
      return;
    }
    StoredPart& experts = parts.named.emplace_back(StoredPart{*parts.usual, {}});
    experts.shares[static_cast<std::size_t>(ModelPart::experts)] = 1;
    parts.usual = {};
  }
  read_groups(said);
  read_modules(said);
  if (!parts.unread.empty()) return;
  if (!parts.usual && parts.named.empty()) {
    parts.unread = !algorithm.empty() ? algorithm
                   : !method.empty()  ? method
                                      : "a method without a name";
    if (find(parts.unread))
      parts.unread += said.text("bits").empty() ? " without bits from 0.5 to 16"
                                                : " with bits that are a text and no number";
    return;
  }
  std::vector<std::string_view> kept;
  for (const std::string_view key :
       {"ignore", "exclude_modules", "exclude", "ignored_layers", "modules_to_not_convert",
        "llm_int8_skip_modules", "skip_modules", "linear_weights_not_to_quantize"})
    std::ranges::copy(said.texts(key), std::back_inserter(kept));
  parts.kept = shares_of(kept);
  const auto head_bits = said.real({"head_bits"});
  if (!parts.usual || !(head_bits || said.is("lm_head"))) return;
  StoredPart& head = parts.named.emplace_back(StoredPart{*parts.usual, {}});
  head.shares[static_cast<std::size_t>(ModelPart::head)] = 1;
  if (head_bits) head.stored.bits = std::clamp(*head_bits, 0.5, 16.0);
}

}  // namespace

void read_quantisation(const ConfigObject& said, const FormatRecords& records, Model& model,
                       std::vector<std::string>& remarks, Arena& arena) {
  WeightsReader reader(records, model);
  reader.read(said);
  set_format(reader.parts, records.formats, model, reader.remarks, arena);
  if (const WeightScheme* scheme = main_scheme(reader.parts); scheme && scheme->note)
    remarks.emplace_back(*scheme->note);
  constexpr std::size_t most_remarks = 3;
  for (const std::string& remark :
       std::span(reader.remarks).first(std::min(reader.remarks.size(), most_remarks)))
    add_once(remarks, remark);
}

}  // namespace gpupick
