// One object of the data, read key by key: what is missing, of the wrong type, out of range,
// misspelt or no legal word becomes a diagnostic at its place, and reading goes on.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/arena.hpp"
#include "schema/document.hpp"
#include "schema/field.hpp"

namespace gpupick {

// What reading a record needs beside the record: where it stands, where its texts are to stand.
struct ReadContext {
  const Document& document;
  Arena& arena;
  std::vector<Diagnostic>& diagnostics;

  // Whether there are as many findings as anybody mends at once; each takes memory.
  bool is_full() const { return diagnostics.size() >= most_findings; }
  static constexpr std::size_t most_findings = 10000;

  // Adds a finding at an offset of the document, unless there are too many.
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

  // The key's value; nothing (and a diagnostic, unless the key is absent) where it is not of the
  // type.
  Number number(std::string_view key);
  Flag flag(std::string_view key);
  Text text(std::string_view key, WordList choices = {});
  List texts(std::string_view key, WordList choices = {});
  Day date(std::string_view key);
  const Node* object(std::string_view key);
  const Node* array(std::string_view key);
  // The entries of a list; empty where the key is absent.
  Numbers numbers(std::string_view key);
  std::vector<const Node*> objects(std::string_view key);

  // Reports that the key is absent, or its text blank.
  void require(std::string_view key);

  void report(Rule rule, const Node& at, std::string message);
  // Reports an entry of a list of objects that is none.
  static void refuse_entry(ReadContext& context, std::string_view key, const Node& entry,
                           std::string_view wanted = "objects");
  // At the key's value, or at the object where it has no such key.
  void report_at(Rule rule, std::string_view key, std::string message);

  // Reports the keys that nobody asked for. Call it last.
  void refuse_other_keys();

  ReadContext& context() { return context_; }
  const Node& node() const { return node_; }

 private:
  template <class Type>
  std::vector<const Type*> entries(std::string_view key, std::string_view wanted,
                                   std::vector<const Node*>* nodes = nullptr);

  // Whether the text is of a length that data has; a diagnostic where it is not.
  bool is_short(std::string_view key, const Node& node, std::string_view text);

  // Whether the word is among the choices, or any will do; a diagnostic where it is not.
  bool is_choice(std::string_view key, const Node& node, std::string_view word, WordList choices);

  template <class Type>
  const Type* value(std::string_view key, std::string_view wanted);

  // The key's value, or null. Keys are mostly asked for in the order in which they stand.
  const Node* find(std::string_view key);

  ReadContext& context_;
  const Node& node_;
  const Node::Object& members_;
  std::string_view what_;
  std::vector<bool> read_;               // by member
  std::size_t next_ = 0;                 // where the next key is likely to stand
  std::vector<std::string_view> asked_;  // keys are literals or of a table
};

}  // namespace gpupick
