// JSON text as a tree of values that know where they stand, for messages with file, line and
// column. Stricter than JSON: repeated keys, deep nesting and control characters in texts are
// refused, since each of them makes a wrong figure look right or a terminal misbehave.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/diagnostic.hpp"

namespace gpupick {

struct KeyValue;

struct Node {
  using Array = std::vector<Node>;
  using Object = std::vector<KeyValue>;
  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value;
  std::size_t offset = 0;  // of its first byte in the text

  // The value of a key, or null where this is no object or has no such key.
  const Node* find(std::string_view key) const;
  // "an object", "a number", ...
  std::string_view type_name() const;
};

struct KeyValue {
  std::string key;
  std::size_t offset = 0;  // of the key's opening quote
  Node value;
};

// A named text. Whoever makes it keeps the text alive.
struct File {
  std::string name;
  std::string_view text;
};

struct Document {
  File file;
  Node root;
  std::vector<std::size_t> line_starts;  // offsets

  Location locate(std::size_t offset) const;
};

// The text's tree. Where it is not strict JSON: nothing, and a diagnostic that says what and where.
std::optional<Document> parse_document(const File& file, std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
