// The layout, little-endian (docs/gguf.md of ggml): "GGUF", version, number of tensors, number of
// pairs; pairs of key, type and value; tensors of name, dimensions, type and place.
#include "models/gguf.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "models/safetensors.hpp"

namespace gpupick {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr std::uint32_t most_dimensions = 4;
constexpr double most_values = 1e14;
constexpr std::size_t most_kept = 4096;  // numbers of a list; longer ones are vocabularies
constexpr int deepest_list = 4;

class HeaderReader {
 public:
  explicit HeaderReader(const File& file) : file_(file), rest_(file.text) {}

  GgufHeader read() {
    if (is_lfs_pointer(rest_))
      refuse("it is a pointer to a file that is not here; `git lfs pull` fetches it");
    if (take(magic.size()) != magic)
      refuse("it does not begin as a GGUF file does; download it again");
    const auto version = number<std::uint32_t>();
    if (version < 2 || version > 3)
      refuse(fmt::format("version {} of GGUF is not read; versions 2 and 3 are", version));
    const auto tensors = number<std::uint64_t>(), pairs = number<std::uint64_t>();
    GgufHeader out;
    for (std::uint64_t i = 0; i < pairs; ++i) read_pair(out);
    for (std::uint64_t i = 0; i < tensors; ++i) out.tensors.push_back(read_tensor());
    return out;
  }

 private:
  // Types of metadata, as numbered in the files.
  enum Type : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, flag, text, list, u64, i64, f64 };

  [[noreturn]] void refuse(const std::string& message) const {
    throw Error("{}: {}", printable(file_.name), message);
  }

  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size())
      refuse("the header of this GGUF file is damaged or not whole; download it again");
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }

  template <class Value>
  Value number() {
    const std::string_view bytes = take(sizeof(Value));
    Value out{};
    std::memcpy(&out, bytes.data(), sizeof(Value));
    return out;
  }

  std::string_view string() { return take(number<std::uint64_t>()); }

  // Returns a number of the type, or nothing for texts and lists.
  std::optional<double> value(std::uint32_t type) {
    if (type == u8) return number<std::uint8_t>();
    if (type == i8) return number<std::int8_t>();
    if (type == u16) return number<std::uint16_t>();
    if (type == i16) return number<std::int16_t>();
    if (type == u32) return number<std::uint32_t>();
    if (type == i32) return number<std::int32_t>();
    if (type == f32) return number<float>();
    if (type == flag) return number<std::uint8_t>() != 0 ? 1 : 0;
    if (type == u64) return static_cast<double>(number<std::uint64_t>());
    if (type == i64) return static_cast<double>(number<std::int64_t>());
    if (type == f64) return number<double>();
    return {};
  }

  // Reads a list. Keeps its numbers if they are few.
  std::vector<double> read_list(int depth) {
    if (depth > deepest_list) refuse("its metadata is nested too deeply");
    const auto type = number<std::uint32_t>();
    const auto count = number<std::uint64_t>();
    std::vector<double> out;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (type == text)
        string();
      else if (type == list)
        read_list(depth + 1);
      else if (const auto one = value(type); !one)
        refuse(fmt::format("its metadata has a value of the unknown type {}", type));
      else if (count <= most_kept)
        out.push_back(*one);
    }
    return out;
  }

  void read_pair(GgufHeader& out) {
    const std::string key(string());
    const auto type = number<std::uint32_t>();
    if (type == text)
      out.texts[key] = string();
    else if (type == list)
      out.numbers[key] = read_list(1);
    else if (const auto one = value(type))
      out.numbers[key] = {*one};
    else
      refuse(fmt::format("'{}' has the unknown type {}", printable(key), type));
  }

  GgufTensor read_tensor() {
    GgufTensor out;
    out.name = string();
    const auto dimensions = number<std::uint32_t>();
    if (dimensions > most_dimensions)
      refuse(fmt::format("the tensor '{}' has {} dimensions", printable(out.name), dimensions));
    for (std::uint32_t i = 0; i < dimensions; ++i)
      out.shape.push_back(static_cast<double>(number<std::uint64_t>()));
    if (!(out.values() <= most_values))
      refuse(fmt::format("the tensor '{}' is larger than any model", printable(out.name)));
    out.type = number<std::uint32_t>();
    number<std::uint64_t>();  // place of its weights
    return out;
  }

  const File& file_;
  std::string_view rest_;
};

}  // namespace

bool is_gguf(std::string_view bytes) { return bytes.starts_with(magic); }

std::optional<double> GgufHeader::number(std::string_view key) const {
  const auto found = numbers.find(key);
  return found != numbers.end() && found->second.size() == 1 ? std::optional(found->second.front())
                                                             : std::nullopt;
}

std::string_view GgufHeader::text(std::string_view key) const {
  const auto found = texts.find(key);
  return found == texts.end() ? "" : found->second;
}

GgufHeader read_gguf_header(const File& file) { return HeaderReader(file).read(); }

}  // namespace gpupick
