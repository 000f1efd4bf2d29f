// nlohmann_json reads the text and checks grammar and UTF-8, but keeps no positions. So the tree is
// built here from its SAX events. An iterator that publishes its address shows where an event
// ended. From there a short scan backwards finds where the value began: a string at its opening
// quote, a number at its first digit. When the lexer reports a number, it has read one character
// past it; it reads nothing past any other value.
#include "schema/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr std::size_t deepest = 32;

// Iterates over the text and publishes its address for the handler.
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

// Says what is wrong with a text for which the parser says "[json.exception...] parse error at line
// 1, column 2: syntax error while parsing object key - unexpected '}'; expected string literal".
std::string fault_of(std::string_view what) {
  static constexpr std::pair<std::string_view, const char*> expected[] = {
      {"parsing object key", "a key in quotation marks"},
      {"parsing object separator", "a colon behind the key"},
      {"parsing object", "a comma or '}'"},
      {"parsing array", "a comma or ']'"},
      {"expected end of input", "nothing more"},
      {"parsing value", "a value"}};
  const auto row =
      std::ranges::find_if(expected, [&](const auto& one) { return holds(what, one.first); });
  if (row == std::end(expected)) return "the number is too large";
  std::string_view found = what.substr(what.find(" - ") + 3);
  found = found.substr(0, found.rfind("; expected"));
  if (found.ends_with(" literal")) found.remove_suffix(std::string_view(" literal").size());
  return fmt::format("{}; {} is expected", printable(found), row->second);
}

// Builds the tree from the events of nlohmann's parser (the interface of its json_sax).
class TreeBuilder {
 public:
  using Parsed = nlohmann::json;

  TreeBuilder(const Document& document, const char* const& cursor, Node& root, Arena& arena,
              std::vector<Diagnostic>& diagnostics, const EntryVisitor& visit, bool any_text)
      : document_(document),
        text_(document.file().text),
        cursor_(cursor),
        root_(root),
        arena_(arena),
        diagnostics_(diagnostics),
        visit_(visit),
        any_text_(any_text) {}

  bool null() { return add(nullptr, here() - 4); }
  bool boolean(bool value) { return add(value, here() - (value ? 4 : 5)); }
  bool number_integer(Parsed::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(Parsed::number_unsigned_t value) {
    return number(static_cast<double>(value));
  }
  bool number_float(Parsed::number_float_t value, const std::string&) { return number(value); }
  bool binary(Parsed::binary_t&) { return false; }

  bool string(const std::string& value) {
    const auto [text, start] = placed(value);
    if (!any_text_ && !is_printable(text))
      return refuse(Rule::control_character, start,
                    fmt::format("the text \"{}\" holds a control character", printable(text)));
    return add(text, start);
  }

  bool key(const std::string& value) {
    const auto [text, start] = placed(value);
    if (!is_printable(text))
      return refuse(Rule::control_character, start,
                    fmt::format("the key \"{}\" holds a control character", printable(text)));
    std::get<Node::Object>(open_.back()->value).push_back({text, start, {}});
    return true;
  }

  bool start_object(std::size_t) { return open(Node::Object{}); }
  bool start_array(std::size_t) { return open(Node::Array{}); }
  bool end_object() { return has_unique_keys() && close(); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string&, const Parsed::exception& failure) {
    return refuse(Rule::malformed_json, position == 0 ? 0 : position - 1, fault_of(failure.what()));
  }

 private:
  std::size_t here() const { return static_cast<std::size_t>(cursor_ - text_.data()); }

  struct Placed {
    std::string_view text;
    std::size_t start;  // position of the opening quote
  };

  Placed placed(const std::string& value) {
    const std::size_t end = here() - 1;
    const std::string_view written = text_.substr(end - value.size(), value.size());
    if (written == value && !holds(written, '\\')) return {written, end - value.size() - 1};
    return {arena_.keep(value), opening_quote(end)};
  }

  // Returns the position of the last quote before `end` that no backslash escapes.
  std::size_t opening_quote(std::size_t end) const {
    std::size_t i = end - 1, run = 0;
    const auto escaped = [&] {
      for (run = 0; run < i && text_[i - run - 1] == '\\';) ++run;
      return run % 2 == 1;
    };
    while (text_[i] != '"' || escaped()) --i;
    return i;
  }

  bool number(double value) {
    const std::size_t last = text_.find_last_of("0123456789", here() - 1);
    const std::size_t before = text_.find_last_not_of("0123456789+-.eE", last);
    return add(value, before == std::string_view::npos ? 0 : before + 1);
  }

  // Reports a key that occurs twice in the object that ends. True if there is none.
  bool has_unique_keys() {
    sorted_.clear();
    for (const KeyValue& member : std::get<Node::Object>(open_.back()->value))
      sorted_.emplace_back(member.key, member.offset);
    std::ranges::sort(sorted_);
    const auto twice = std::ranges::adjacent_find(sorted_, {}, &KeyPlace::first);
    if (twice == sorted_.end()) return true;
    return refuse(
        Rule::repeated_key, std::next(twice)->second,
        fmt::format("duplicate key \"{}\" in this object; keep one", printable(twice->first)));
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
    return end_value();
  }

  template <class Container>
  bool open(Container container) {
    // Lists of entries stand in an object; a list without one may be of any size.
    if (open_.empty() && visit_ && std::is_same_v<Container, Node::Array>) {
      root_ = {std::move(container), here() - 1};
      return false;
    }
    if (open_.size() == deepest)
      return refuse(Rule::nested_too_deeply, here() - 1,
                    fmt::format("nested deeper than {} levels", deepest));
    open_.push_back(add_node({std::move(container), here() - 1}));
    return true;
  }

  bool close() {
    open_.pop_back();
    return end_value();
  }

  // Passes an entry of a list directly below the root to the visitor and removes it from the tree.
  // Returns false if the visitor stops the parsing.
  bool end_value() {
    if (!visit_ || open_.size() != 2) return true;
    auto* entries = std::get_if<Node::Array>(&open_.back()->value);
    const auto* lists = root_.as<Node::Object>();
    if (!entries || !lists) return true;
    const bool goes_on = visit_(lists->back().key, entries->back());
    entries->pop_back();
    return goes_on;
  }

  bool refuse(Rule rule, std::size_t offset, std::string message) {
    diagnostics_.push_back({rule, document_.locate(offset), std::move(message)});
    return false;
  }

  using KeyPlace = std::pair<std::string_view, std::size_t>;

  const Document& document_;
  const std::string_view text_;
  const char* const& cursor_;
  Node& root_;
  Arena& arena_;
  std::vector<Diagnostic>& diagnostics_;
  const EntryVisitor& visit_;
  const bool any_text_;
  std::vector<Node*> open_;       // the containers around the next value, outermost first
  std::vector<KeyPlace> sorted_;  // keys of the object that ends
};

// Bytes between positions whose line is known.
constexpr std::size_t block = 1U << 10U;

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

Document::Document(File text) : file_(std::move(text)) {
  Mark mark;
  for (std::string_view rest = file_.text; !rest.empty();
       rest.remove_prefix(std::min(block, rest.size()))) {
    marks_.push_back(mark);
    const std::string_view lines = rest.substr(0, block);
    mark.line += static_cast<std::size_t>(std::ranges::count(lines, '\n'));
    if (const std::size_t last = lines.rfind('\n'); last != std::string_view::npos)
      mark.start = file_.text.size() - rest.size() + last + 1;
  }
  if (marks_.empty()) marks_.push_back(mark);
}

Location Document::locate(std::size_t offset) const {
  const std::size_t index = std::min(offset / block, marks_.size() - 1);
  const std::string_view lines = file_.text.substr(index * block, offset - index * block);
  Mark mark = marks_[index];
  mark.line += static_cast<std::size_t>(std::ranges::count(lines, '\n'));
  if (const std::size_t last = lines.rfind('\n'); last != std::string_view::npos)
    mark.start = index * block + last + 1;
  return {file_.name, mark.line, offset - mark.start + 1};
}

bool Document::parse(Arena& arena, std::vector<Diagnostic>& diagnostics, const EntryVisitor& visit,
                     bool any_text) {
  if (file_.text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.push_back({Rule::malformed_json, {file_.name}, "the file is empty"});
    return false;
  }
  // The parser reads NUL as the end of the text.
  if (const std::size_t nul = file_.text.find('\0'); nul != std::string_view::npos) {
    diagnostics.push_back({Rule::malformed_json, locate(nul), "the file holds a NUL character"});
    return false;
  }
  const char* cursor = file_.text.data();
  const char* end = cursor + file_.text.size();
  TreeBuilder builder(*this, cursor, root_, arena, diagnostics, visit, any_text);
  return nlohmann::json::sax_parse(SharedCursor{cursor, &cursor}, SharedCursor{end, &cursor},
                                   &builder);
}

void Document::parse_all(Arena& arena, bool any_text) {
  std::vector<Diagnostic> found;
  if (!parse(arena, found, {}, any_text)) throw Error(to_message(found.front()));
}

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && (text[first] == '[' || text[first] == '{');
}

Node Document::value_at(std::size_t offset, Arena& arena) const {
  Node value;
  if (offset >= file_.text.size()) return value;
  std::vector<Diagnostic> none;
  const EntryVisitor nobody;
  const char* cursor = file_.text.data() + offset;
  const char* end = file_.text.data() + file_.text.size();
  TreeBuilder builder(*this, cursor, value, arena, none, nobody, false);
  nlohmann::json::sax_parse(SharedCursor{cursor, &cursor}, SharedCursor{end, &cursor}, &builder,
                            nlohmann::json::input_format_t::json, false);
  return value;
}

}  // namespace gpupick
