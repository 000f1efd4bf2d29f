// One object of a model's config.json, key by key: a part of read_config.hpp.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "schema/document.hpp"

namespace gpupick {

class ConfigObject {
 public:
  ConfigObject(const Document& document, const Node& node) : document_(&document), node_(&node) {}

  // The first of the keys that is there and not null, as a number from 0 up; nothing where none is,
  // or where the code is to find it ("auto").
  std::optional<double> number(std::initializer_list<std::string_view> keys) const;

  // The same of a key that has to be there and above zero.
  double required(std::initializer_list<std::string_view> keys, double otherwise = 0) const;

  std::optional<bool> flag(std::string_view key) const;
  std::string text(std::string_view key) const;
  bool has(std::string_view key) const;

  // How many entries of a list are this word, or this number; nothing where there is no such list.
  std::optional<double> count(std::string_view key, std::string_view word) const;
  std::optional<double> count(std::string_view key, double value) const;
  std::size_t length(std::string_view key) const;

  // The sum of a list of numbers; nothing where there is no such list.
  std::optional<double> sum(std::string_view key) const;

  // The number of which a list consists, for each layer the same; nothing where there is no such.
  std::optional<double> repeated(std::string_view key) const;

  // An object below a key, for the few configs that nest; this one where there is none.
  ConfigObject below(std::string_view key) const;

  [[noreturn]] void refuse(const std::string& message) const;

 private:
  [[noreturn]] void refuse(const Node& at, const std::string& message) const;
  const Node::Array* list(std::string_view key) const;

  const Document* document_;
  const Node* node_;
};

}  // namespace gpupick
