#include "models/config_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

template <class Type>
std::optional<double> count_in(const Node::Array* entries, Type wanted) {
  if (!entries) return {};
  return static_cast<double>(std::ranges::count_if(*entries, [&](const Node& one) {
    const auto* value = one.as<Type>();
    return value && *value == wanted;
  }));
}

}  // namespace

std::optional<double> ConfigObject::number(Keys keys) const {
  for (const std::string_view key : keys) {
    const Node* value = node_->find(key);
    if (!value || std::holds_alternative<std::nullptr_t>(value->value) || text(key) == "auto")
      continue;
    const auto* found = value->as<double>();
    if (!found || !(*found >= 0 && *found <= 1e9) || *found != std::floor(*found))
      refuse_at(*value, fmt::format("'{}' must be a whole number from 0 to a billion", key));
    return *found;
  }
  return {};
}

double ConfigObject::required(Keys keys, double otherwise) const {
  const double value = number(keys).value_or(otherwise);
  if (value > 0) return value;
  refuse("'{}' is missing or zero", *keys.begin());
}

std::optional<bool> ConfigObject::flag(Keys keys) const {
  for (const std::string_view key : keys)
    if (const bool* found = node_->get<bool>(key)) return *found;
  return {};
}

std::string ConfigObject::text(std::string_view key) const {
  const auto* found = node_->get<std::string_view>(key);
  return found ? std::string(*found) : "";
}

bool ConfigObject::has(std::string_view key) const {
  const Node* value = node_->find(key);
  return value && !std::holds_alternative<std::nullptr_t>(value->value);
}

bool ConfigObject::has_object(std::string_view key) const {
  return node_->get<Node::Object>(key) != nullptr;
}

bool ConfigObject::is_empty() const {
  const auto* all = node_->as<Node::Object>();
  return all && all->empty();
}

std::string ConfigObject::word(std::string_view key) const {
  if (!has(key)) return "";
  const Node& value = *node_->find(key);
  if (const auto* found = value.as<std::string_view>()) return std::string(*found);
  refuse_at(value, fmt::format("'{}' must be a text, not {}", key, value.type_name()));
}

const Node::Array* ConfigObject::list(std::string_view key) const {
  return node_->get<Node::Array>(key);
}

std::optional<double> ConfigObject::count(std::string_view key, std::string_view word) const {
  return count_in(list(key), word);
}

std::optional<double> ConfigObject::count(std::string_view key, double value) const {
  return count_in(list(key), value);
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
    const auto* number = one.as<double>();
    if (!number) return {};
    sum += *number;
  }
  return sum;
}

std::optional<double> ConfigObject::repeated(std::string_view key) const {
  const Node::Array* entries = list(key);
  const double* first = entries && !entries->empty() ? entries->front().as<double>() : nullptr;
  if (!first || count(key, *first) != static_cast<double>(entries->size())) return {};
  return *first;
}

std::optional<double> ConfigObject::real(Keys keys) const {
  for (const std::string_view key : keys)
    if (const auto* found = node_->get<double>(key)) return *found;
  return {};
}

std::optional<double> ConfigObject::same(Keys keys) const {
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
      if (const auto* text = one.as<std::string_view>()) out.push_back(*text);
  return out;
}

std::vector<ConfigObject::Member> ConfigObject::members() const {
  std::vector<Member> out;
  if (const auto* all = node_->as<Node::Object>())
    for (const KeyValue& one : *all)
      if (std::holds_alternative<Node::Object>(one.value.value))
        out.push_back({one.key, {*document_, one.value}});
  return out;
}

ConfigObject ConfigObject::below(std::string_view key) const {
  if (!has(key)) return *this;
  const Node& value = *node_->find(key);
  if (!has_object(key))
    refuse_at(value, fmt::format("'{}' must be an object, not {}", key, value.type_name()));
  return {*document_, value};
}

void ConfigObject::refuse_named(const std::string& message) const {
  const std::size_t quote = message.find('\'') + 1;
  const Node* named =
      node_->find(std::string_view(message).substr(quote, message.find('\'', quote) - quote));
  refuse_at(named ? *named : *node_, message);
}

void ConfigObject::refuse_at(const Node& at, const std::string& message) const {
  const Location place = document_->locate(at.offset);
  throw Error("{}:{}:{}: {}", printable(place.file), place.line, place.column, message);
}

}  // namespace gpupick
