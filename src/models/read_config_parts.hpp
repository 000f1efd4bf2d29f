// Entry points of the parts of read_config: attention, feed-forward nets, layers that keep a state
// instead of a cache, the vision and audio parts of a multimodal model, and how the weights are
// stored.
#pragma once

#include "models/config_object.hpp"
#include "models/read_config.hpp"

namespace gpupick {

// Reads heads, their sizes, and an indexer. Throws Error for sizes that cannot be.
void read_attention(const ConfigObject& config, const ModelType& type, Model& out);

// Reads which layers have a window, and its length. Heads and layers must have been read.
void read_windows(const ConfigObject& config, const ModelType& type, Model& out);

// Reads DeepSeek V4's cache: one head of keys that also serve as values. All layers have a window,
// and beyond it pools of tokens, whose sizes a list gives by layer. An indexer selects among the
// smaller pools. Does nothing for other types.
void read_pools(const ConfigObject& config, const ModelType& type, Model& out);

// Refuses a list of layers that does not name every layer, and says which of its words are not
// known. Those of layers with a mixer and of pools are read elsewhere.
void check_layer_types(const ConfigObject& config, const ModelType& type, const Model& out,
                       std::vector<std::string>& remarks);

// Sets experts, shared experts and layers without experts.
void read_experts(const ConfigObject& config, Model& out);

// Returns the width of a dense feed-forward net.
double ffn_size(const ConfigObject& config, const ModelType& type, const Model& out);

// Reads `block_configs`: KV heads and width of each layer, of which some lack attention or a net,
// or have a square matrix instead (Nemotron by neural architecture search). Their means give the
// same sums.
void read_blocks(const ConfigObject& config, Model& out);

// Reads LongCat's layers: two of attention, two dense nets, and experts, some of which do nothing.
void double_layers(const ConfigObject& config, Model& out);

// Returns how many of `layers` layers have the index offset, offset + period, ...
double layers_every(double layers, double period, double offset);

// Reads the model's mixer, and how many layers have attention, a feed-forward net or experts if not
// all do. Does nothing if the type has no mixer. The rest of the model must have been read. Throws
// Error if the layers do not add up.
void read_mixer(const ConfigObject& config, const ModelType& type, Model& out);

// Returns the parameters of the encoders that the config describes, with their projections to the
// language model's hidden size. Adds a remark for a part that it mentions without dimensions.
double encoder_parameters(const ConfigObject& root, double hidden_size,
                          std::vector<std::string>& remarks);

// Returns the parameters of an encoder that hears, and of its decoder's attention to it.
double hearing_parameters(const ConfigObject& root);

// Sets `quant`, `stored` and `unread_quant` of a model whose dimensions are known, from the object
// that describes its weights, such as `quantization_config` (docs/models.md#published-formats):
// each part of the model at its own bits. A method that is not known is named, never guessed at.
// Adds remarks on what is not counted.
void read_quantisation(const ConfigObject& said, const FormatRecords& records, Model& model,
                       std::vector<std::string>& remarks, Arena& arena);

}  // namespace gpupick
