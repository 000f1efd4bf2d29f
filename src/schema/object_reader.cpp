#include "schema/object_reader.hpp"

#include <fmt/format.h>

#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"

namespace gpupick {

namespace {

constexpr std::size_t longest_text = 2000;

}  // namespace

void ReadContext::report(Rule rule, std::size_t offset, std::string message) {
  if (!is_full()) diagnostics.push_back({rule, document.locate(offset), std::move(message)});
}

void ObjectReader::report(Rule rule, const Node& at, std::string message) {
  context_.report(rule, at.offset, std::move(message));
}

void ObjectReader::refuse_entry(ReadContext& context, std::string_view key, const Node& entry,
                                std::string_view wanted) {
  context.report(Rule::wrong_type, entry.offset,
                 fmt::format("'{}' must hold {} only, not {}", key, wanted, entry.type_name()));
}

const Node* ObjectReader::find(std::string_view key) {
  for (std::size_t tried = 0; tried < members_.size(); ++tried) {
    const std::size_t i = (next_ + tried) % members_.size();
    if (members_[i].key != key) continue;
    read_[i] = true;
    next_ = i;  // the same key is often read again
    return &members_[i].value;
  }
  return nullptr;
}

template <class Type>
const Type* ObjectReader::value(std::string_view key, std::string_view wanted) {
  asked_.push_back(key);
  const Node* found = find(key);
  if (!found) return nullptr;
  const Type* typed = found->as<Type>();
  if (!typed)
    report(Rule::wrong_type, *found,
           fmt::format(
               "'{}' must be {}, not {}{}", key, wanted, found->type_name(),
               found->type_name() == "null" ? "; leave the key out where it is not known" : ""));
  return typed;
}

void ObjectReader::report_at(Rule rule, std::string_view key, std::string message) {
  const Node* at = node_.find(key);
  report(rule, at ? *at : node_, std::move(message));
}

// Returns the entries of a list that have the type; reports the others.
template <class Type>
std::vector<const Type*> ObjectReader::entries(std::string_view key, std::string_view wanted,
                                               std::vector<const Node*>* nodes) {
  std::vector<const Type*> out;
  const Node::Array* array = value<Node::Array>(key, fmt::format("a list of {}", wanted));
  if (!array) return out;
  for (const Node& entry : *array) {
    if (const Type* typed = entry.as<Type>()) {
      out.push_back(typed);
      if (nodes) nodes->push_back(&entry);
    } else {
      refuse_entry(context_, key, entry, wanted);
    }
  }
  return out;
}

Number ObjectReader::number(std::string_view key) {
  const double* number = value<double>(key, "a number");
  return number ? Number(*number) : std::nullopt;
}

Flag ObjectReader::flag(std::string_view key) {
  const bool* flag = value<bool>(key, "true or false");
  return flag ? Flag(*flag) : std::nullopt;
}

bool ObjectReader::is_short(std::string_view key, const Node& node, std::string_view text) {
  if (text.size() <= longest_text) return true;
  report(Rule::long_text, node,
         fmt::format("'{}' holds {} bytes, more than the {} that a text may have", key,
                     exact(static_cast<double>(text.size())), longest_text));
  return false;
}

bool ObjectReader::is_choice(std::string_view key, const Node& node, std::string_view word,
                             std::span<const std::string_view> choices) {
  if (choices.empty() || contains(choices, word)) return true;
  report(Rule::unknown_word, node,
         fmt::format("'{}' must be {}, not '{}'{}", key, enumerate(choices), word,
                     did_you_mean(word, choices)));
  return false;
}

Text ObjectReader::text(std::string_view key, Texts choices) {
  const std::string_view* text = value<std::string_view>(key, "a text");
  if (!text || !is_short(key, *node_.find(key), *text) ||
      !is_choice(key, *node_.find(key), *text, choices))
    return {};
  return *text;
}

List ObjectReader::texts(std::string_view key, Texts choices) {
  const Node* found = node_.find(key);
  std::vector<std::string_view> out;
  for (const std::string_view* text : entries<std::string_view>(key, "texts")) {
    if (!is_short(key, *found, *text)) continue;
    is_choice(key, *found, *text, choices);
    out.push_back(*text);
  }
  const bool list = found && std::holds_alternative<Node::Array>(found->value);
  return list ? List(context_.arena.keep(out)) : std::nullopt;
}

Numbers ObjectReader::numbers(std::string_view key) {
  std::vector<double> out;
  for (const double* number : entries<double>(key, "numbers")) out.push_back(*number);
  return context_.arena.keep(out);
}

std::vector<const Node*> ObjectReader::objects(std::string_view key) {
  std::vector<const Node*> nodes;
  entries<Node::Object>(key, "objects", &nodes);
  return nodes;
}

Day ObjectReader::date(std::string_view key) {
  const std::string_view* text = value<std::string_view>(key, "a date");
  if (!text) return {};
  const Day date = parse_date(*text);
  if (!date)
    report(Rule::date_form, *node_.find(key),
           fmt::format("'{}' must be a date such as 2026-09-30, 2026-09 or 2026, not '{}'", key,
                       printable(*text)));
  return date;
}

const Node* ObjectReader::object(std::string_view key) {
  return value<Node::Object>(key, "an object") ? find(key) : nullptr;
}

void ObjectReader::require(std::string_view key) {
  const Node* found = find(key);
  if (!found) return report(Rule::missing_key, node_, fmt::format("{} lacks '{}'", what_, key));
  const auto* text = found->as<std::string_view>();
  if (text && text->find_first_not_of(' ') == std::string_view::npos)
    report(Rule::missing_key, *found, fmt::format("'{}' of {} is blank", key, what_));
}

void ObjectReader::refuse_other_keys() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (read_[i] || context_.is_full()) continue;
    const KeyValue& member = members_[i];
    context_.report(Rule::unknown_key, member.offset,
                    fmt::format("{} has no key '{}'{}", what_, printable(member.key),
                                did_you_mean(member.key, {asked_.begin(), asked_.end()})));
  }
}

}  // namespace gpupick
