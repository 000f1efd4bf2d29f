// The part of an answer that programs read: a tree of objects, lists, texts, numbers and flags, as
// in JSON. The members of an object keep the order in which they were added.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

class Data {
 public:
  using Member = std::pair<std::string, Data>;
  using List = std::vector<Data>;
  using Object = std::vector<Member>;

  Data() = default;  // null: not known, or does not apply
  Data(std::nullptr_t) {}
  Data(bool flag) : value_(flag) {}
  template <class Number>
  requires(std::integral<Number> || std::floating_point<Number>) Data(Number number)
      : value_(static_cast<double>(number)) {}
  Data(const char* text) : value_(std::string(text)) {}
  Data(std::string_view text) : value_(std::string(text)) {}
  Data(std::string text) : value_(std::move(text)) {}
  Data(Date day) : value_(iso(day)) {}
  Data(std::initializer_list<Member> members) : value_(Object(members)) {}
  // A list with an entry for each of the range.
  template <std::ranges::range Range>
  requires(!std::convertible_to<Range, std::string_view> && !std::same_as<Range, Data>)
      Data(const Range& range)
      : Data(list()) {
    for (const auto& entry : range) push_back(entry);
  }
  // Null if the value is not known.
  template <class Value>
  Data(const std::optional<Value>& value) {
    if (value) *this = Data(*value);
  }

  static Data object() { return Data(std::initializer_list<Member>()); }
  static Data list(List entries = {});
  // Returns a list with what the function makes of each entry of the range.
  template <std::ranges::range Range, class Function>
  static Data list_of(const Range& range, Function data_of) {
    Data out = list();
    for (const auto& entry : range) out.push_back(data_of(entry));
    return out;
  }

  // Returns the member of this name of an object. Adds it if there is none.
  Data& operator[](std::string_view key);
  // Returns the member of this name, or null if this is no object or has none.
  const Data* find(std::string_view key) const;
  // Adds the members of another object.
  void add(const Data& members);
  // Adds an entry to a list. Null becomes a list of it.
  void push_back(Data entry);
  // The last entry of a list.
  Data& back() { return std::get<List>(value_).back(); }

  const std::variant<std::monostate, bool, double, std::string, List, Object>& value() const {
    return value_;
  }

 private:
  std::variant<std::monostate, bool, double, std::string, List, Object> value_;
};

}  // namespace gpupick
