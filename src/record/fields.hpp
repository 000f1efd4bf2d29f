// One object of the data, read key by key: what is missing, of the wrong type, misspelt or no legal
// word becomes a diagnostic at its place, and reading goes on. Used by read.cpp alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "record/document.hpp"

namespace gpupick {

class Fields {
 public:
  // `node` must be an object of `document`; `what` names the kind of record in messages.
  Fields(const Document& document, const Node& node, std::string what,
         std::vector<Diagnostic>& diagnostics)
      : document_(document),
        node_(node),
        members_(std::get<Node::Object>(node.value)),
        what_(std::move(what)),
        diagnostics_(diagnostics),
        read_(members_.size()) {}

  // The key's value; nothing (and a diagnostic, unless the key is absent) where it is not of the
  // type.
  std::optional<double> number(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::string> text(std::string_view key,
                                  std::span<const std::string_view> choices = {});
  std::optional<std::vector<std::string>> texts(std::string_view key,
                                                std::span<const std::string_view> choices = {});
  std::optional<Date> date(std::string_view key);
  const Node* object(std::string_view key);
  const Node* array(std::string_view key);
  // The entries of a list; empty where the key is absent.
  std::vector<double> numbers(std::string_view key);
  std::vector<const Node*> objects(std::string_view key);

  // The same, with a diagnostic where the key is absent and an empty value in every bad case.
  double required_number(std::string_view key);
  std::string required_text(std::string_view key, std::span<const std::string_view> choices = {});
  Date required_date(std::string_view key);
  void require(std::string_view key);

  void report(Rule rule, const Node& at, std::string message);
  // At the key's value, or at the object where it has no such key.
  void report_at(Rule rule, std::string_view key, std::string message);

  // Reports the keys that nobody asked for. Call it last.
  void refuse_other_keys();

 private:
  template <class Type>
  std::vector<const Type*> entries(std::string_view key, std::string_view wanted,
                                   std::vector<const Node*>* nodes = nullptr);

  // Whether the word is among the choices, or any will do; a diagnostic where it is not.
  bool is_choice(std::string_view key, const Node& node, const std::string& word,
                 std::span<const std::string_view> choices);

  template <class Type>
  const Type* value(std::string_view key, std::string_view wanted);

  // The key's value, or null. Keys are mostly asked for in the order in which they stand.
  const Node* find(std::string_view key);

  const Document& document_;
  const Node& node_;
  const Node::Object& members_;
  std::string what_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<bool> read_;               // by member
  std::size_t next_ = 0;                 // where the next key is likely to stand
  std::vector<std::string_view> asked_;  // keys are literals or of the field table
};

}  // namespace gpupick
