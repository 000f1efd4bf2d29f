#include "answer/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace gpupick {
namespace {

class Writer {
 public:
  explicit Writer(bool indented) : indented_(indented) {}

  void write(const Data& data) {
    std::visit([this](const auto& value) { put(value); }, data.value());
  }
  std::string take() { return std::move(out_) + "\n"; }

 private:
  void put(std::monostate) { out_ += "null"; }
  void put(bool flag) { out_ += flag ? "true" : "false"; }
  void put(double number) {
    // JSON has no word for infinity.
    out_ += std::isfinite(number) ? fmt::format("{}", number) : "null";
  }
  void put(const std::string& text) {
    out_ += '"';
    for (const char c : with_valid_utf8(text)) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\')
        out_ += {'\\', c};
      else if (c == '\n')
        out_ += "\\n";
      else if (c == '\t')
        out_ += "\\t";
      else if (byte < 0x20 || byte == 0x7F)
        out_ += fmt::format("\\u{:04x}", byte);
      else
        out_ += c;
    }
    out_ += '"';
  }
  void put(const Data::List& list) {
    put_all(list, '[', ']', [this](const Data& entry) { write(entry); });
  }
  void put(const Data::Object& object) {
    put_all(object, '{', '}', [this](const Data::Member& member) {
      put(member.first);
      out_ += ": ";
      write(member.second);
    });
  }

  template <class Entries, class Put>
  void put_all(const Entries& entries, char open, char close, const Put& put_one) {
    out_ += open;
    depth_ += 2;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) out_ += indented_ ? "," : ", ";
      new_line();
      put_one(entries[i]);
    }
    depth_ -= 2;
    if (!entries.empty()) new_line();
    out_ += close;
  }

  void new_line() {
    if (!indented_) return;
    out_ += '\n';
    out_.append(depth_, ' ');
  }

  bool indented_;
  std::size_t depth_ = 0;
  std::string out_;
};

std::string written(const Data& data, bool indented) {
  Writer writer(indented);
  writer.write(data);
  return writer.take();
}

}  // namespace

Data Data::list(List entries) {
  Data out;
  out.value_ = std::move(entries);
  return out;
}

Data& Data::operator[](std::string_view key) {
  if (!std::holds_alternative<Object>(value_)) value_ = Object();
  Object& members = std::get<Object>(value_);
  const auto found = std::ranges::find(members, key, &Member::first);
  return found != members.end() ? found->second : members.emplace_back(key, Data()).second;
}

void Data::push_back(Data entry) {
  if (std::holds_alternative<std::monostate>(value_)) value_ = List();
  std::get<List>(value_).push_back(std::move(entry));
}

const Data* Data::find(std::string_view key) const {
  const Object* members = std::get_if<Object>(&value_);
  if (!members) return nullptr;
  const auto found = std::ranges::find(*members, key, &Member::first);
  return found != members->end() ? &found->second : nullptr;
}

void Data::add(const Data& members) {
  for (const Member& member : std::get<Object>(members.value_))
    (*this)[member.first] = member.second;
}

std::string to_json(const Data& data) { return written(data, true); }
std::string to_json_line(const Data& data) { return written(data, false); }

}  // namespace gpupick
