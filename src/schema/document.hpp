// JSON text as a tree of values that know where they stand, for messages with file, line and
// column. Stricter than JSON: repeated keys, deep nesting and control characters in texts are
// refused, since each of them makes a wrong figure look right or a terminal misbehave.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/arena.hpp"
#include "schema/diagnostic.hpp"

namespace gpupick {

struct KeyValue;

struct Node {
  using Array = std::vector<Node>;
  using Object = std::vector<KeyValue>;
  // A text looks into the document's, or into an arena where it stands there with escapes.
  std::variant<std::nullptr_t, bool, double, std::string_view, Array, Object> value;
  std::size_t offset = 0;  // of its first byte in the text

  // The value of a key, or null where this is no object or has no such key.
  const Node* find(std::string_view key) const;
  // "an object", "a number", ...
  std::string_view type_name() const;
};

struct KeyValue {
  std::string_view key;
  std::size_t offset = 0;  // of the key's opening quote
  Node value;
};

// A named text. Whoever makes it keeps the text alive.
struct File {
  std::string name;
  std::string_view text;
};

// Receives each entry of the lists right below a document's root, with the name of its list. False
// ends the reading.
using EntryVisitor = std::function<bool(std::string_view list, const Node& entry)>;

// One text: what stands in it, and where.
class Document {
 public:
  Document() : Document(File{}) {}
  explicit Document(File text);

  const File& file() const { return file_; }
  // What was parsed.
  const Node& root() const { return root_; }

  Location locate(std::size_t offset) const;

  // Parses the text; what has escapes is kept in the arena. Where it is not strict JSON: false, and
  // a diagnostic that says what and where. The entries of the root's lists go to the visitor where
  // there is one, and are not kept.
  bool parse(Arena& arena, std::vector<Diagnostic>& diagnostics, const EntryVisitor& visit = {});

  // The value that stands at the offset of a text that was parsed before; null behind its end.
  Node value_at(std::size_t offset, Arena& arena) const;

 private:
  // Of each block of the text: the line in which it begins, and where that line begins.
  struct Mark {
    std::size_t line = 1, start = 0;
  };

  File file_;
  Node root_;
  std::vector<Mark> marks_;
};

}  // namespace gpupick
