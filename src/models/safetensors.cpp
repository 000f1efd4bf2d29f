// A .safetensors file begins with the length of its header in eight bytes, little-endian; the
// header is a JSON object of tensors with dtype, shape and the places of their first and last byte.
// A repository that was cloned without its large files has pointers in their place: lines of text,
// one of them "size 16060522496".
#include "models/safetensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"
#include "schema/lookup.hpp"

namespace gpupick {
namespace {

// Larger differences between files and config become remarks: in bytes, and in weights.
constexpr double notable = 0.25, notable_count = 0.03;

struct TensorKind {
  std::string_view dtype;
  double bits;
  bool is_weight = false;  // a weight each, not a packed one
};
constexpr TensorKind tensor_kinds[] = {
    {"BF16", 16, true}, {"F16", 16, true}, {"F32", 32, true}, {"F64", 64, true}, {"F8_E4M3", 8},
    {"F8_E5M2", 8},     {"F8_E8M0", 8},    {"F6_E2M3", 6},    {"F6_E3M2", 6},    {"F4", 4},
    {"U8", 8},          {"I8", 8},         {"BOOL", 8},       {"U16", 16},       {"I16", 16},
    {"U32", 32},        {"I32", 32},       {"U64", 64},       {"I64", 64},       {"C64", 64}};

[[noreturn]] void refuse_file(const File& file, std::string_view message) {
  throw Error("{}: {}", printable(file.name), message);
}

bool is_draft_tensor(std::string_view name, const Model& model) {
  if (name.starts_with("mtp.") || holds(name, ".mtp.")) return true;
  const std::size_t at = name.find("layers.");
  if (at == std::string_view::npos || !holds(name, "model.layers.")) return false;
  const std::string_view number = name.substr(at + 7);
  return parse_number(number.substr(0, number.find('.'))).value_or(0) >= model.layers;
}

Node parse_object(const File& file, Arena& arena) {
  if (is_lfs_pointer(file.text))
    refuse_file(file, "it is a pointer to a file that is not here; `git lfs pull` fetches it");
  Document document({file.name, arena.keep(file.text)});
  document.parse_all(arena);
  return document.root();
}

std::string_view header_of(const File& file) {
  std::uint64_t length = 0;
  if (file.text.size() < sizeof length) refuse_file(file, "the file is too short");
  std::memcpy(&length, file.text.data(), sizeof length);
  const std::string_view rest = file.text.substr(sizeof length);
  if (length > rest.size())
    refuse_file(file, "its header is damaged or not whole; download it again");
  return rest.substr(0, length);
}

// Returns the number of values in a tensor. Throws Error if it is not a number that can be.
double values_in(const File& file, const KeyValue& tensor) {
  const auto* shape = tensor.value.get<Node::Array>("shape");
  double values = shape ? 1 : -1;
  for (std::size_t i = 0; shape && i < shape->size(); ++i) {
    const auto* one = (*shape)[i].as<double>();
    values = one && *one >= 0 && *one == std::floor(*one) ? values * *one : -1;
    if (values < 0) break;
  }
  if (!(values >= 0))
    refuse_file(file, fmt::format("the shape of '{}' is damaged", printable(tensor.key)));
  return values;
}

void add_tensor(const File& file, const KeyValue& tensor, StoredWeights& out) {
  const auto* list = tensor.value.get<Node::Array>("data_offsets");
  const bool is_pair = list && list->size() == 2;
  const auto* first = is_pair ? list->front().as<double>() : nullptr;
  const auto* last = is_pair ? list->back().as<double>() : nullptr;
  if (!first || !last || !(*last >= *first && *first >= 0 && *last < 1e15))
    refuse_file(file, fmt::format("the place of '{}' is damaged", printable(tensor.key)));
  const double values = values_in(file, tensor), bytes = *last - *first;
  const auto* dtype = tensor.value.get<std::string_view>("dtype");
  const auto kind = std::ranges::find(tensor_kinds, dtype ? *dtype : "", &TensorKind::dtype);
  const bool known = kind != std::end(tensor_kinds);
  if (known && std::ceil(values * kind->bits / 8) != bytes)
    refuse_file(file, fmt::format("the shape of '{}' is not that of its {} bytes",
                                  printable(tensor.key), exact(bytes)));
  if (!known) out.unknown_type = printable(dtype ? *dtype : "");
  out.bytes = out.bytes + Bytes{bytes};
  if (known && kind->is_weight)
    out.count += values;
  else
    out.all_counted = false;
}

// Returns the size of the file that a pointer stands for, or nothing if it is no pointer.
std::optional<double> size_in_pointer(std::string_view text) {
  constexpr std::string_view word = "\nsize ";
  const std::size_t at = text.find(word);
  if (!is_lfs_pointer(text) || at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + word.size());
  return parse_number(rest.substr(0, rest.find('\n')));
}

StoredWeights weights_in_file(const File& file, double file_bytes, const Model& model,
                              Arena& arena) {
  if (const auto stands_for = size_in_pointer(file.text)) return {{*stands_for}, 0, false, "", 0};
  const std::string_view header = header_of(file);
  const Node root = parse_object({file.name, header}, arena);
  const auto* tensors = root.as<Node::Object>();
  if (!tensors) refuse_file(file, "its header is no list of tensors");
  StoredWeights out;
  double end = 0;
  for (const KeyValue& tensor : *tensors) {
    if (tensor.key == "__metadata__") continue;
    StoredWeights draft;
    StoredWeights& part = is_draft_tensor(tensor.key, model) ? draft : out;
    const double before = part.bytes.value;
    add_tensor(file, tensor, part);
    end += part.bytes.value - before;
  }
  if (end == 0) refuse_file(file, "it holds no tensors");
  out.missing = std::max(0.0, end + static_cast<double>(header.size()) + 8 - file_bytes);
  return out;
}

void add_remarks(const std::vector<std::string>& said, Model& model, Arena& arena) {
  std::vector<std::string> all(model.remarks.begin(), model.remarks.end());
  all.insert(all.end(), said.begin(), said.end());
  model.remarks = arena.keep(all);
}

// Says what the files hold that the config does not describe.
void remark(const StoredWeights& all, Model& model, Arena& arena) {
  std::vector<std::string> said;
  if (all.missing > 0)
    said.push_back(fmt::format("its files are not whole: {} of {} GiB are missing",
                               rounded(in_gib({all.missing})), rounded(in_gib(all.bytes))));
  if (!all.unknown_type.empty())
    said.push_back(fmt::format("the type '{}' of its tensors is not known; their bytes count",
                               all.unknown_type));
  const double described = model.parameters + model.encoder_parameters;
  if (all.all_counted && std::abs(all.count / described - 1) > notable_count)
    said.push_back(fmt::format(
        "its files hold {} billion parameters, and its config describes {}; the files count",
        rounded(all.count / 1e9), rounded(described / 1e9)));
  add_remarks(said, model, arena);
}

Bytes bytes_of_index(const File& file, Arena& arena) {
  const Node root = parse_object(file, arena);
  const Node* metadata = root.find("metadata");
  const auto* total = metadata ? metadata->get<double>("total_size") : nullptr;
  if (!total || !(*total > 0 && *total < 1e15))
    refuse_file(file, metadata && metadata->find("total_size")
                          ? "'total_size' of its metadata must be the bytes of all tensors"
                          : "the index lacks 'total_size' of its metadata");
  return {*total};
}

}  // namespace

bool is_lfs_pointer(std::string_view text) { return text.starts_with("version https://git-lfs"); }

StoredWeights stored_weights(const File& file, double file_bytes, const Model& model,
                             Arena& arena) {
  if (!file.name.ends_with(".json")) return weights_in_file(file, file_bytes, model, arena);
  return {bytes_of_index(file, arena), 0, false, "", 0};
}

StoredWeights& StoredWeights::operator+=(const StoredWeights& other) {
  bytes = bytes + other.bytes;
  count += other.count;
  all_counted = all_counted && other.all_counted;
  if (unknown_type.empty()) unknown_type = other.unknown_type;
  missing += other.missing;
  return *this;
}

void fit_to_files(const StoredWeights& weights, std::span<const Quantisation> formats, Model& model,
                  Arena& arena) {
  remark(weights, model, arena);
  const Bytes all = weights.bytes;
  const Quantisation* said = model.stored ? model.stored : with_id(formats, "bf16");
  if (!said) return;
  Quantisation own = *said;
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
    add_remarks({fmt::format("its files hold {} GiB, and its config describes {}; the files count",
                             rounded(in_gib(all)), rounded(in_gib(layers + outside)))},
                model, arena);
    own.id = arena.keep(fmt::format("{:.3g}bit", 8 * all.value / count_parameters(model)));
  }
  own.expert_bits = expert_bits(own) * ratio;
  own.linear_bits *= ratio;
  model.stored = &arena.keep_one(own);
}

}  // namespace gpupick
