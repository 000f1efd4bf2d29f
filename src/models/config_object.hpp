// One object in a model's config.json, read key by key. Part of read_config.hpp.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/document.hpp"

namespace gpupick {

class ConfigObject {
 public:
  using Keys = std::initializer_list<std::string_view>;

  ConfigObject(const Document& document, const Node& node) : document_(&document), node_(&node) {}

  // Returns the first of the keys that is present and not null, as a whole number from 0 up.
  // Returns nullopt if there is none; the value "auto" counts as absent. Refuses any other value.
  std::optional<double> number(Keys keys) const;
  double number(Keys keys, double otherwise) const { return number(keys).value_or(otherwise); }

  // Returns the number, or `otherwise`. Refuses the config if the result is not above zero.
  double required(Keys keys, double otherwise = 0) const;

  std::optional<bool> flag(Keys keys) const;
  bool is(std::string_view key) const { return flag({key}) == true; }
  std::string text(std::string_view key) const;
  bool has(std::string_view key) const;
  bool has_object(std::string_view key) const;
  bool is_empty() const;

  // Returns the text under a key, "" if it is absent or null. Refuses any other value.
  std::string word(std::string_view key) const;

  // Returns how many entries of a list equal this word or number, or nullopt if there is no list.
  std::optional<double> count(std::string_view key, std::string_view word) const;
  std::optional<double> count(std::string_view key, double value) const;
  std::size_t length(std::string_view key) const;

  // Returns the sum of a list of numbers, or nullopt if there is no such list.
  std::optional<double> sum(std::string_view key) const;

  // Returns the number that all entries of a list share, or nullopt if there is none.
  std::optional<double> repeated(std::string_view key) const;

  // Returns the first of the keys that is a number, whatever its size or sign.
  std::optional<double> real(Keys keys) const;

  // Returns the first of the keys as a number, or the number that all entries of its list share.
  std::optional<double> same(Keys keys) const;

  std::vector<ConfigObject> objects(std::string_view key) const;

  std::vector<std::string_view> texts(std::string_view key) const;

  // Returns the members of this object that are objects, with their keys.
  struct Member;
  std::vector<Member> members() const;

  // Returns the object below a key, for the few configs that nest, or this one if it is absent or
  // null. Refuses any other value.
  ConfigObject below(std::string_view key) const;

  // Throws Error with the place of the key that the message names first, or else of the object.
  template <class... Values>
  [[noreturn]] void refuse(fmt::format_string<Values...> form, Values&&... values) const {
    refuse_named(fmt::format(form, std::forward<Values>(values)...));
  }

 private:
  [[noreturn]] void refuse_named(const std::string& message) const;
  [[noreturn]] void refuse_at(const Node& at, const std::string& message) const;
  const Node::Array* list(std::string_view key) const;

  const Document* document_;
  const Node* node_;
};

struct ConfigObject::Member {
  std::string_view key;
  ConfigObject object;
};

}  // namespace gpupick
