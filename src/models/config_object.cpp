#include "models/config_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {

std::optional<double> ConfigObject::number(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys) {
    const Node* value = node_->find(key);
    if (!value || std::holds_alternative<std::nullptr_t>(value->value) || text(key) == "auto")
      continue;
    const double* found = std::get_if<double>(&value->value);
    if (!found || !(*found >= 0 && *found <= 1e9) || *found != std::floor(*found))
      refuse(*value, fmt::format("'{}' must be a whole number from 0 to a billion", key));
    return *found;
  }
  return {};
}

double ConfigObject::required(std::initializer_list<std::string_view> keys,
                              double otherwise) const {
  const double value = number(keys).value_or(otherwise);
  if (value > 0) return value;
  refuse(*node_, fmt::format("'{}' is missing or zero", *keys.begin()));
}

std::optional<bool> ConfigObject::flag(std::string_view key) const {
  const Node* value = node_->find(key);
  const bool* found = value ? std::get_if<bool>(&value->value) : nullptr;
  return found ? std::optional(*found) : std::nullopt;
}

std::string ConfigObject::text(std::string_view key) const {
  const Node* value = node_->find(key);
  const auto* found = value ? std::get_if<std::string_view>(&value->value) : nullptr;
  return found ? std::string(*found) : "";
}

bool ConfigObject::has(std::string_view key) const {
  const Node* value = node_->find(key);
  return value && !std::holds_alternative<std::nullptr_t>(value->value);
}

const Node::Array* ConfigObject::list(std::string_view key) const {
  const Node* value = node_->find(key);
  return value ? std::get_if<Node::Array>(&value->value) : nullptr;
}

std::optional<double> ConfigObject::count(std::string_view key, std::string_view word) const {
  const Node::Array* entries = list(key);
  if (!entries) return {};
  return static_cast<double>(std::count_if(entries->begin(), entries->end(), [&](const Node& one) {
    const auto* text = std::get_if<std::string_view>(&one.value);
    return text && *text == word;
  }));
}

std::optional<double> ConfigObject::count(std::string_view key, double value) const {
  const Node::Array* entries = list(key);
  if (!entries) return {};
  return static_cast<double>(std::count_if(entries->begin(), entries->end(), [&](const Node& one) {
    const auto* number = std::get_if<double>(&one.value);
    return number && *number == value;
  }));
}

std::size_t ConfigObject::length(std::string_view key) const {
  const Node::Array* entries = list(key);
  return entries ? entries->size() : 0;
}

std::optional<double> ConfigObject::sum(std::string_view key) const {
  const Node::Array* entries = list(key);
  if (!entries) return {};
  double sum = 0;
  for (const Node& one : *entries) {
    const double* number = std::get_if<double>(&one.value);
    if (!number) return {};
    sum += *number;
  }
  return sum;
}

std::optional<double> ConfigObject::repeated(std::string_view key) const {
  const Node::Array* entries = list(key);
  const double* first =
      entries && !entries->empty() ? std::get_if<double>(&entries->front().value) : nullptr;
  if (!first || count(key, *first) != static_cast<double>(entries->size())) return {};
  return *first;
}

std::optional<double> ConfigObject::real(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys) {
    const Node* value = node_->find(key);
    if (const double* found = value ? std::get_if<double>(&value->value) : nullptr) return *found;
  }
  return {};
}

std::optional<double> ConfigObject::same(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (const auto value = list(key) ? repeated(key) : number({key})) return value;
  return {};
}

std::vector<ConfigObject> ConfigObject::objects(std::string_view key) const {
  std::vector<ConfigObject> out;
  if (const Node::Array* entries = list(key))
    for (const Node& one : *entries)
      if (std::holds_alternative<Node::Object>(one.value)) out.emplace_back(*document_, one);
  return out;
}

std::vector<std::string_view> ConfigObject::texts(std::string_view key) const {
  std::vector<std::string_view> out;
  if (const Node::Array* entries = list(key))
    for (const Node& one : *entries)
      if (const auto* text = std::get_if<std::string_view>(&one.value)) out.push_back(*text);
  return out;
}

std::vector<ConfigObject::Member> ConfigObject::members() const {
  std::vector<Member> out;
  if (const auto* all = std::get_if<Node::Object>(&node_->value))
    for (const KeyValue& one : *all)
      if (std::holds_alternative<Node::Object>(one.value.value))
        out.push_back({one.key, {*document_, one.value}});
  return out;
}

ConfigObject ConfigObject::below(std::string_view key) const {
  const Node* value = node_->find(key);
  return {*document_,
          value && std::holds_alternative<Node::Object>(value->value) ? *value : *node_};
}

void ConfigObject::refuse(const std::string& message) const { refuse(*node_, message); }

void ConfigObject::refuse(const Node& at, const std::string& message) const {
  const Location place = document_->locate(at.offset);
  throw Error(
      fmt::format("{}:{}:{}: {}", printable(place.file), place.line, place.column, message));
}

}  // namespace gpupick
