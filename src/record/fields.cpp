#include "record/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {

void Fields::report(Rule rule, const Node& at, std::string message) {
  diagnostics_.push_back({rule, document_.locate(at.offset), std::move(message)});
}

const Node* Fields::find(std::string_view key) {
  for (std::size_t tried = 0; tried < members_.size(); ++tried) {
    const std::size_t i = (next_ + tried) % members_.size();
    if (members_[i].key != key) continue;
    read_[i] = true;
    next_ = i;  // it may be asked for once more
    return &members_[i].value;
  }
  return nullptr;
}

template <class Type>
const Type* Fields::value(std::string_view key, std::string_view wanted) {
  asked_.push_back(key);
  const Node* found = find(key);
  if (!found) return nullptr;
  const Type* typed = std::get_if<Type>(&found->value);
  if (!typed)
    report(Rule::wrong_type, *found,
           fmt::format(
               "'{}' must be {}, not {}{}", key, wanted, found->type_name(),
               found->type_name() == "null" ? "; leave the key out where it is not known" : ""));
  return typed;
}

void Fields::report_at(Rule rule, std::string_view key, std::string message) {
  const Node* at = node_.find(key);
  report(rule, at ? *at : node_, std::move(message));
}

// The entries of a list that are of the type; the others become diagnostics.
template <class Type>
std::vector<const Type*> Fields::entries(std::string_view key, std::string_view wanted,
                                         std::vector<const Node*>* nodes) {
  std::vector<const Type*> out;
  const Node::Array* array = value<Node::Array>(key, fmt::format("a list of {}", wanted));
  if (!array) return out;
  for (const Node& entry : *array) {
    if (const Type* typed = std::get_if<Type>(&entry.value)) {
      out.push_back(typed);
      if (nodes) nodes->push_back(&entry);
    } else {
      report(Rule::wrong_type, entry,
             fmt::format("'{}' must hold {} only, not {}", key, wanted, entry.type_name()));
    }
  }
  return out;
}

std::optional<double> Fields::number(std::string_view key) {
  const double* number = value<double>(key, "a number");
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<bool> Fields::flag(std::string_view key) {
  const bool* flag = value<bool>(key, "true or false");
  return flag ? std::optional(*flag) : std::nullopt;
}

bool Fields::is_choice(std::string_view key, const Node& node, const std::string& word,
                       std::span<const std::string_view> choices) {
  if (choices.empty() || std::find(choices.begin(), choices.end(), word) != choices.end())
    return true;
  const std::vector<std::string> words(choices.begin(), choices.end());
  report(Rule::unknown_word, node,
         fmt::format("'{}' must be {}, not '{}'{}", key, enumerate(words), word,
                     did_you_mean(word, words)));
  return false;
}

std::optional<std::string> Fields::text(std::string_view key,
                                        std::span<const std::string_view> choices) {
  const std::string* text = value<std::string>(key, "a text");
  if (!text || !is_choice(key, *node_.find(key), *text, choices)) return {};
  return *text;
}

std::optional<std::vector<std::string>> Fields::texts(std::string_view key,
                                                      std::span<const std::string_view> choices) {
  const Node* found = node_.find(key);
  std::vector<std::string> out;
  for (const std::string* text : entries<std::string>(key, "texts")) {
    is_choice(key, *found, *text, choices);
    out.push_back(*text);
  }
  const bool list = found && std::holds_alternative<Node::Array>(found->value);
  return list ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<double> Fields::numbers(std::string_view key) {
  std::vector<double> out;
  for (const double* number : entries<double>(key, "numbers")) out.push_back(*number);
  return out;
}

std::vector<const Node*> Fields::objects(std::string_view key) {
  std::vector<const Node*> nodes;
  entries<Node::Object>(key, "objects", &nodes);
  return nodes;
}

std::optional<Date> Fields::date(std::string_view key) {
  const std::string* text = value<std::string>(key, "a date");
  if (!text) return {};
  const std::optional<Date> date = parse_date(*text);
  if (!date)
    report(Rule::date_form, *node_.find(key),
           fmt::format("'{}' must be a date such as 2026-09-30, 2026-09 or 2026, not '{}'", key,
                       *text));
  return date;
}

const Node* Fields::object(std::string_view key) {
  return value<Node::Object>(key, "an object") ? find(key) : nullptr;
}

const Node* Fields::array(std::string_view key) {
  return value<Node::Array>(key, "a list") ? find(key) : nullptr;
}

void Fields::require(std::string_view key) {
  if (!find(key)) report(Rule::missing_key, node_, fmt::format("{} lacks '{}'", what_, key));
}

double Fields::required_number(std::string_view key) {
  require(key);
  return number(key).value_or(0);
}

std::string Fields::required_text(std::string_view key, std::span<const std::string_view> choices) {
  require(key);
  const std::optional<std::string> given = text(key, choices);
  if (given && given->find_first_not_of(' ') == std::string::npos)
    report_at(Rule::missing_key, key, fmt::format("'{}' of {} is blank", key, what_));
  return given.value_or("");
}

Date Fields::required_date(std::string_view key) {
  require(key);
  return date(key).value_or(Date{});
}

void Fields::refuse_other_keys() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (read_[i]) continue;
    const Member& member = members_[i];
    diagnostics_.push_back({Rule::unknown_key, document_.locate(member.offset),
                            fmt::format("{} has no key '{}'{}", what_, member.key,
                                        did_you_mean(member.key, {asked_.begin(), asked_.end()}))});
  }
}

}  // namespace gpupick
