// nlohmann_json lexes and checks the grammar and UTF-8; it keeps no positions. So its SAX events
// build the tree here, and an iterator that shares its address tells where an event ended. From
// there a short walk back finds where the value began: a string at its opening quote, a number at
// its first digit. The lexer has read one character past a number when it reports it, none past
// anything else.
#include "record/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr std::size_t deepest = 32;

// Walks over the text and leaves its address where the handler can see it.
struct SharedCursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** shared = nullptr;

  reference operator*() const { return *at; }
  SharedCursor& operator++() {
    *shared = ++at;
    return *this;
  }
  bool operator==(const SharedCursor& other) const { return at == other.at; }
  bool operator!=(const SharedCursor& other) const { return at != other.at; }
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const Document& document, const char* const& cursor, Node& root,
              std::vector<Diagnostic>& diagnostics)
      : document_(document), cursor_(cursor), root_(root), diagnostics_(diagnostics) {}

  bool null() override { return add(nullptr, here() - 4); }
  bool boolean(bool value) override { return add(value, here() - (value ? 4 : 5)); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool binary(binary_t&) override { return false; }

  bool string(string_t& value) override {
    const std::size_t start = opening_quote();
    if (!is_printable(value))
      return refuse(Rule::control_character, start,
                    fmt::format("the text \"{}\" holds a control character", printable(value)));
    return add(std::move(value), start);
  }

  bool key(string_t& value) override {
    const std::size_t start = opening_quote();
    if (!is_printable(value))
      return refuse(Rule::control_character, start,
                    fmt::format("the key \"{}\" holds a control character", printable(value)));
    auto& members = std::get<Node::Object>(open_.back()->value);
    for (const KeyValue& member : members)
      if (member.key == value)
        return refuse(Rule::repeated_key, start,
                      fmt::format("duplicate key \"{}\" in this object; keep one", value));
    members.push_back({std::move(value), start, {}});
    return true;
  }

  bool start_object(std::size_t) override { return open(Node::Object{}); }
  bool start_array(std::size_t) override { return open(Node::Array{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    // "[json.exception...] parse error at line 1, column 2: syntax error while ...": the last part.
    const std::string_view what = error.what();
    const std::size_t part = what.find(": ");
    return refuse(Rule::malformed_json, position == 0 ? 0 : position - 1,
                  printable(what.substr(part == std::string_view::npos ? 0 : part + 2)));
  }

 private:
  std::size_t here() const {
    return static_cast<std::size_t>(cursor_ - document_.file.text.data());
  }

  std::size_t opening_quote() const {
    const std::string_view text = document_.file.text;
    std::size_t i = here() - 2;
    const auto escaped = [&] {
      std::size_t backslashes = 0;
      while (backslashes < i && text[i - backslashes - 1] == '\\') ++backslashes;
      return backslashes % 2 == 1;
    };
    while (text[i] != '"' || escaped()) --i;
    return i;
  }

  bool number(double value) {
    const std::string_view text = document_.file.text;
    const std::size_t last = text.find_last_of("0123456789", here() - 1);
    const std::size_t before = text.find_last_not_of("0123456789+-.eE", last);
    return add(value, before == std::string_view::npos ? 0 : before + 1);
  }

  Node* add_node(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return &root_;
    }
    if (auto* array = std::get_if<Node::Array>(&open_.back()->value))
      return &array->emplace_back(std::move(node));
    Node& slot = std::get<Node::Object>(open_.back()->value).back().value;
    slot = std::move(node);
    return &slot;
  }

  template <class Value>
  bool add(Value value, std::size_t offset) {
    add_node({std::move(value), offset});
    return true;
  }

  template <class Container>
  bool open(Container container) {
    if (open_.size() == deepest)
      return refuse(Rule::nested_too_deeply, here() - 1,
                    fmt::format("nested deeper than {} levels", deepest));
    open_.push_back(add_node({std::move(container), here() - 1}));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(Rule rule, std::size_t offset, std::string message) {
    diagnostics_.push_back({rule, document_.locate(offset), std::move(message)});
    return false;
  }

  const Document& document_;
  const char* const& cursor_;
  Node& root_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<Node*> open_;  // the containers around the next value, outermost first
};

}  // namespace

const Node* Node::find(std::string_view key) const {
  if (const auto* members = std::get_if<Object>(&value))
    for (const KeyValue& member : *members)
      if (member.key == key) return &member.value;
  return nullptr;
}

std::string_view Node::type_name() const {
  static constexpr std::string_view names[] = {"null",   "true or false", "a number",
                                               "a text", "a list",        "an object"};
  return names[value.index()];
}

Location Document::locate(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  const auto line = static_cast<std::size_t>(next - line_starts.begin());
  return {file.name, line, offset - line_starts[line - 1] + 1};
}

std::optional<Document> parse_document(const File& file, std::vector<Diagnostic>& diagnostics) {
  Document document{file, {}, {0}};
  for (std::size_t i = file.text.find('\n'); i != std::string_view::npos;
       i = file.text.find('\n', i + 1))
    document.line_starts.push_back(i + 1);
  if (file.text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.push_back({Rule::malformed_json, {file.name}, "the file is empty"});
    return {};
  }
  const char* cursor = file.text.data();
  const char* end = cursor + file.text.size();
  TreeBuilder builder(document, cursor, document.root, diagnostics);
  const bool whole = nlohmann::json::sax_parse(SharedCursor{cursor, &cursor},
                                               SharedCursor{end, &cursor}, &builder);
  if (!whole) return {};
  return document;
}

}  // namespace gpupick
