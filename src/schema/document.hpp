// A JSON text as a tree of values with positions, for messages with file, line and column. Stricter
// than JSON: it rejects repeated keys, deep nesting and control characters in texts, since each of
// them can make a wrong figure look right or a terminal misbehave.
#pragma once

#include <cstddef>
#include <functional>
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
  // Texts are views of the document's text, or of an arena if they have escapes.
  std::variant<std::nullptr_t, bool, double, std::string_view, Array, Object> value;
  std::size_t offset = 0;  // position of its first byte in the text

  // Returns the value of a key, or null if this is not an object or lacks the key.
  const Node* find(std::string_view key) const;
  // Returns the value of a key, or null if it is absent or of another type.
  template <class Type>
  const Type* get(std::string_view key) const {
    const Node* found = find(key);
    return found ? found->as<Type>() : nullptr;
  }
  template <class Type>
  const Type* as() const {
    return std::get_if<Type>(&value);
  }
  // Returns "an object", "a number", ... for messages.
  std::string_view type_name() const;
};

struct KeyValue {
  std::string_view key;
  std::size_t offset = 0;  // position of the key's opening quote
  Node value;
};

// True if the text can only be JSON: it begins with a list or an object.
bool is_json(std::string_view text);

// A named text; the caller owns the bytes.
struct File {
  std::string name;
  std::string_view text;
};

// Receives each entry of the lists directly below a document's root, with the name of its list.
// Returns false to stop the parsing.
using EntryVisitor = std::function<bool(std::string_view list, const Node& entry)>;

// One text, its parsed tree and the positions of its lines.
class Document {
 public:
  Document() : Document(File{}) {}
  explicit Document(File text);

  const File& file() const { return file_; }
  const Node& root() const { return root_; }

  Location locate(std::size_t offset) const;

  // Parses the text and stores texts with escapes in the arena. Returns false if the text is not
  // strict JSON, with a diagnostic that says what is wrong and where, or if the visitor stops the
  // parsing. With a visitor, the entries of the root's lists go to it and are not kept in the tree.
  // `any_text`: texts may have control characters.
  bool parse(Arena& arena, std::vector<Diagnostic>& diagnostics, const EntryVisitor& visit = {},
             bool any_text = false);

  // Parses the text as `parse` does. Throws Error with the first diagnostic.
  void parse_all(Arena& arena, bool any_text = false);

  // Parses the value at `offset` of a text that was parsed before. Returns null past the end.
  Node value_at(std::size_t offset, Arena& arena) const;

 private:
  // The start of a block of the text: its line, and where that line begins.
  struct Mark {
    std::size_t line = 1, start = 0;
  };

  File file_;
  Node root_;
  std::vector<Mark> marks_;
};

}  // namespace gpupick
