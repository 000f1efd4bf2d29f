// The header of a GGUF file: its metadata, and names, sizes and types of its tensors. The weights
// are never read. Files may be hostile: every count and length is checked against the bytes that
// are there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/document.hpp"

namespace gpupick {

// Bytes from the start of a file that hold every published header.
inline constexpr std::size_t most_header = std::size_t{64} << 20U;

struct GgufTensor {
  std::string_view name;
  std::vector<double> shape;  // the first dimension is that of rows in memory
  std::uint32_t type = 0;

  double values() const {
    double product = 1;
    for (const double size : shape) product *= size;
    return product;
  }
};

struct GgufHeader {
  std::map<std::string, std::vector<double>, std::less<>> numbers;  // a list has several
  std::map<std::string, std::string_view, std::less<>> texts;
  std::vector<GgufTensor> tensors;

  // Return the metadata under a key, or nothing if it is absent or of another type.
  std::optional<double> number(std::string_view key) const;
  std::string_view text(std::string_view key) const;
};

bool is_gguf(std::string_view bytes);

// Throws Error if the header is damaged or goes on after the bytes.
GgufHeader read_gguf_header(const File& file);

}  // namespace gpupick
