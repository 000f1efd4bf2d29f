// A .safetensors file begins with the length of its header in eight bytes, little-endian; the
// header is a JSON object of tensors with dtype, shape and the places of their first and last byte.
#include "models/safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// A larger difference between the files and the config becomes a remark.
constexpr double notable = 0.25;

[[noreturn]] void refuse_file(const File& file, std::string_view message) {
  throw Error(fmt::format("{}: {}", printable(file.name), message));
}

bool is_draft_tensor(std::string_view name, const Model& model) {
  if (name.starts_with("mtp.") || name.find(".mtp.") != std::string_view::npos) return true;
  const std::size_t at = name.find("layers.");
  if (at == std::string_view::npos || name.find("model.layers.") == std::string_view::npos)
    return false;
  const std::string_view number = name.substr(at + 7);
  return parse_number(number.substr(0, number.find('.'))).value_or(0) >= model.layers;
}

Node parse_object(const File& file, Arena& arena) {
  std::vector<Diagnostic> diagnostics;
  Document document({file.name, arena.keep(file.text)});
  if (!document.parse(arena, diagnostics)) throw Error(to_line(diagnostics.front()));
  return document.root();
}

// Returns the JSON text of a .safetensors header.
std::string_view header_of(const File& file) {
  std::uint64_t length = 0;
  if (file.text.size() < sizeof length) refuse_file(file, "the file is too short");
  std::memcpy(&length, file.text.data(), sizeof length);
  const std::string_view rest = file.text.substr(sizeof length);
  if (length > rest.size()) refuse_file(file, "its header is damaged or not whole");
  return rest.substr(0, length);
}

Bytes bytes_of_tensors(const File& file, const Model& model, Arena& arena) {
  const Node root = parse_object({file.name, header_of(file)}, arena);
  const auto* tensors = root.as<Node::Object>();
  if (!tensors) refuse_file(file, "its header is no list of tensors");
  double sum = 0;
  for (const KeyValue& tensor : *tensors) {
    if (tensor.key == "__metadata__" || is_draft_tensor(tensor.key, model)) continue;
    const auto* list = tensor.value.get<Node::Array>("data_offsets");
    const bool is_pair = list && list->size() == 2;
    const auto* first = is_pair ? list->front().as<double>() : nullptr;
    const auto* last = is_pair ? list->back().as<double>() : nullptr;
    if (!first || !last || !(*last >= *first && *first >= 0 && *last < 1e15))
      refuse_file(file, fmt::format("the place of '{}' is damaged", printable(tensor.key)));
    sum += *last - *first;
  }
  return {sum};
}

Bytes bytes_of_index(const File& file, Arena& arena) {
  const Node root = parse_object(file, arena);
  const Node* metadata = root.find("metadata");
  const auto* total = metadata ? metadata->get<double>("total_size") : nullptr;
  if (!total || !(*total > 0 && *total < 1e15))
    refuse_file(file, "the index lacks 'total_size' of its metadata");
  return {*total};
}

}  // namespace

Bytes stored_bytes(const File& file, const Model& model, Arena& arena) {
  return file.name.ends_with(".json") ? bytes_of_index(file, arena)
                                      : bytes_of_tensors(file, model, arena);
}

void fit_to_files(Bytes all, std::span<const Quantisation> formats, Model& model, Arena& arena) {
  Quantisation own;
  if (model.stored) {
    own = *model.stored;
  } else if (const auto plain = std::ranges::find(formats, "bf16", &Quantisation::id);
             plain != formats.end()) {
    own = *plain;
  } else {
    return;
  }
  const double outer = embedding_parameters(model);
  const Bytes outside{
      (outer * own.head_bits + (outer_parameters(model) - outer) * own.embedding_bits) / 8 +
      2 * model.encoder_parameters};
  const Bytes layers = linear_bytes(linear_parameters(model), own);
  const double ratio = (all - outside) / layers;
  if (!(ratio > 0.05 && ratio < 20)) return;
  // Weights in 32 bit are loaded in 16.
  if (!model.stored && ratio > 1.5) return;
  if (std::abs(all / (layers + outside) - 1) > notable) {
    const std::string said =
        fmt::format("its files hold {} GiB, and its config describes {}; the files count",
                    rounded(in_gib(all)), rounded(in_gib(layers + outside)));
    std::vector<std::string_view> kept(model.remarks.begin(), model.remarks.end());
    kept.push_back(arena.keep(said));
    model.remarks = arena.keep(kept);
    own.id = arena.keep(fmt::format("{:.3g}bit", 8 * all.value / count_parameters(model)));
  }
  own.expert_bits = expert_bits(own) * ratio;
  own.linear_bits *= ratio;
  model.stored = arena.keep(std::span<const Quantisation>(&own, 1)).data();
}

}  // namespace gpupick
