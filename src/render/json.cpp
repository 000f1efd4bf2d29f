// JSON: the data of an answer behind the name and version of its form.
#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "render/formats.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

// Returns six digits; whole numbers and cents in full. Maths libraries differ in the last digits of
// a double, and no answer is that exact.
std::string six_digits(double number) {
  const double size = std::fabs(number);
  const bool whole = number == std::floor(number);
  if (size >= 1e15 || (size < 1e4 && !whole)) return fmt::format("{:.6g}", number);
  return fmt::format("{}", whole ? number : std::round(number * 100) / 100);
}

class Writer {
 public:
  Writer(bool indented, bool exact) : indented_(indented), exact_(exact) {}

  void write(const Data& data) {
    std::visit([this](const auto& value) { put(value); }, data.value());
  }
  std::string take() { return std::move(out_); }

 private:
  void put(std::monostate) { out_ += "null"; }
  void put(bool flag) { out_ += flag ? "true" : "false"; }
  void put(double number) {
    // JSON has no word for infinity.
    out_ += !std::isfinite(number) ? "null"
            : exact_               ? fmt::format("{}", number)
                                   : six_digits(number);
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

  bool indented_, exact_;
  std::size_t depth_ = 0;
  std::string out_;
};

std::string written(const Data& data, bool indented, bool exact = false) {
  Writer writer(indented, exact);
  writer.write(data);
  return writer.take();
}

}  // namespace

std::string to_json(const Data& data) { return written(data, true) + "\n"; }
std::string to_json_line(const Data& data) { return written(data, false); }

std::string to_data_file(const Data& lists) {
  std::string out;
  for (const auto& [key, records] : std::get<Data::Object>(lists.value())) {
    std::string lines;
    for (const Data& record : std::get<Data::List>(records.value()))
      lines += (lines.empty() ? "    " : ",\n    ") + written(record, false, true);
    out += fmt::format("{}  \"{}\": [\n{}\n  ]", out.empty() ? "" : ",\n", key, lines);
  }
  return fmt::format("{{\n{}\n}}\n", out);
}

Data data_of(const Answer& answer) {
  if (answer.data) return answer.data();
  Data out = answer.facts;
  for (const Block& block : answer.blocks)
    if (const auto* list = std::get_if<Listing>(&block)) out[list->key] = data_of(*list);
  return out;
}

Data document_of(const Answer& answer) {
  Data out = {{"schema", "gpupick/" + answer.schema}, {"version", version}};
  out.add(data_of(answer));
  return out;
}

std::string json_of(const Answer& answer) { return to_json(document_of(answer)); }

}  // namespace gpupick
