// Reads one object of the data, key by key. Missing keys, wrong types, values out of range,
// misspelt keys and illegal words become diagnostics with a location, and reading continues.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/arena.hpp"
#include "schema/document.hpp"
#include "schema/field.hpp"

namespace gpupick {

// Shared state of reading: the document, the arena for its texts and the diagnostics.
struct ReadContext {
  const Document& document;
  Arena& arena;
  std::vector<Diagnostic>& diagnostics;

  // True once the limit of diagnostics is reached; each takes memory.
  bool is_full() const { return diagnostics.size() >= most_findings; }
  static constexpr std::size_t most_findings = 10000;

  // Adds a diagnostic at an offset of the document, unless the limit is reached.
  void report(Rule rule, std::size_t offset, std::string message);
};

class ObjectReader {
 public:
  // `node` must be an object; `what` names the kind of record in messages, as in "the card".
  ObjectReader(ReadContext& context, const Node& node, std::string_view what)
      : context_(context),
        node_(node),
        members_(std::get<Node::Object>(node.value)),
        what_(what),
        read_(members_.size()) {
    asked_.reserve(64);
  }

  // Each returns the key's value. Returns nothing if the key is absent or, with a diagnostic, if
  // the value has another type or is no legal word.
  Number number(std::string_view key);
  Flag flag(std::string_view key);
  Text text(std::string_view key, Texts choices = {});
  List texts(std::string_view key, Texts choices = {});
  Day date(std::string_view key);
  const Node* object(std::string_view key);
  // Each returns the entries of a list; empty if the key is absent.
  Numbers numbers(std::string_view key);
  std::vector<const Node*> objects(std::string_view key);

  // Reports the key if it is absent or its text is blank.
  void require(std::string_view key);

  void report(Rule rule, const Node& at, std::string message);
  // Reports an entry of a list that is not one of the `wanted`.
  static void refuse_entry(ReadContext& context, std::string_view key, const Node& entry,
                           std::string_view wanted = "objects");
  // Reports at the key's value, or at the object if it lacks the key.
  void report_at(Rule rule, std::string_view key, std::string message);

  // Reports the keys that were never read. Call it last.
  void refuse_other_keys();

  ReadContext& context() { return context_; }

 private:
  template <class Type>
  std::vector<const Type*> entries(std::string_view key, std::string_view wanted,
                                   std::vector<const Node*>* nodes = nullptr);

  // True if the text is not too long; else adds a diagnostic.
  bool is_short(std::string_view key, const Node& node, std::string_view text);

  // True if the word is one of the choices, or if there are none; else adds a diagnostic.
  bool is_choice(std::string_view key, const Node& node, std::string_view word, Texts choices);

  template <class Type>
  const Type* value(std::string_view key, std::string_view wanted);

  // Returns the key's value, or null. Fast if keys are read in the order of the file.
  const Node* find(std::string_view key);

  ReadContext& context_;
  const Node& node_;
  const Node::Object& members_;
  std::string_view what_;
  std::vector<bool> read_;               // one flag per member
  std::size_t next_ = 0;                 // index at which the next search begins
  std::vector<std::string_view> asked_;  // views of literals or of field tables
};

}  // namespace gpupick
