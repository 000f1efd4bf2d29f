#include "answer/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/answer_keys.hpp"
#include "base/text.hpp"
#include "cards/gpu.hpp"
#include "job/job_flags.hpp"
#include "job/task.hpp"
#include "prices/price.hpp"

namespace gpupick {
namespace {

using Keys = std::vector<AnswerKey>;

// Returns the form of a type as keys.txt writes it: "text", "[Cards]", "{number}", "Value|null".
KeyForm form_of(std::string_view type) {
  KeyForm out;
  if (type.front() == '[' || type.front() == '{') {
    out.many = type.front() == '[' ? Many::list : Many::map;
    type = type.substr(1, type.size() - 2);
  }
  const std::string_view plain = type.substr(0, type.find('|'));
  out.nullable = plain != type;
  // By KeyType; any other word names an object.
  static constexpr std::string_view words[] = {"text", "number", "flag", "any"};
  out.type = static_cast<KeyType>(std::ranges::find(words, plain) - words);
  if (out.type == KeyType::object) out.shape = plain;
  return out;
}

Keys all_optional(Keys keys) {
  for (AnswerKey& key : keys) key.form.required = false;
  return keys;
}

// Returns the members of records of a kind, as far as they are known.
Keys members_of(std::span<const Field> fields) {
  // By ValueType.
  static constexpr std::string_view types[] = {"number", "text",     "flag",
                                               "[text]", "[number]", "text"};
  Keys out;
  for (const Field& field : fields)
    out.push_back({std::string(field.key), form_of(types[static_cast<std::size_t>(field.type())]),
                   field.label.empty()  ? "as in a data file"
                   : field.unit.empty() ? std::string(field.label)
                                        : fmt::format("{}, {}", field.label, field.unit)});
  return all_optional(out);
}

// Returns the keys of a table of the program.
Keys keys_of_table(std::string_view table) {
  if (table == "figures") return members_of(figures());
  if (table == "observation") return members_of(Observation::fields());
  Keys out;
  if (table == "speeds")
    for (const OutputRow& row : outputs)
      out.push_back({std::string(row.key), form_of("Value"), std::string(row.meaning)});
  if (table == "assumed")
    for (const JobFlag& row : job_flags())
      if (row.value.assumed)
        out.push_back({row.key(), form_of("any"),
                       row.is_flag() ? fmt::format("as `{}` sets it", row.name())
                                     : "how images are decoded"});
  return all_optional(out);
}

// Returns the text up to the next two spaces, and moves past it and the spaces.
std::string_view next_column(std::string_view& line) {
  const std::string_view out = line.substr(0, line.find("  "));
  line.remove_prefix(out.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return out;
}

// Sections begin with a comment; each other one has a heading with the keys below it.
const Phrases& sections() {
  static const Phrases out = split(answer_keys, "\n\n");
  return out;
}

Keys keys_below(std::string_view section);

// Returns the keys that "...Price", "...Price?" or "...figures" stand for.
Keys keys_of_reference(std::string_view name) {
  if (name.ends_with('?')) return all_optional(keys_of_reference(name.substr(0, name.size() - 1)));
  for (const std::string_view section : sections())
    if (section.starts_with(fmt::format("{}:", name))) return keys_below(section);
  return keys_of_table(name);
}

Keys keys_below(std::string_view section) {
  Keys out;
  const Phrases lines = split(section, "\n");
  for (std::string_view line : std::span(lines).subspan(1)) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("...")) {
      for (AnswerKey& key : keys_of_reference(line.substr(3))) out.push_back(std::move(key));
    } else if (!line.empty()) {
      std::string_view key = next_column(line);
      KeyForm form = form_of(next_column(line));
      form.required = !key.ends_with('?');
      if (!form.required) key.remove_suffix(1);
      out.push_back({std::string(key), form, std::string(line)});
    }
  }
  return out;
}

}  // namespace

const AnswerShapes& answer_shapes() {
  static const AnswerShapes shapes = [] {
    AnswerShapes out;
    for (const std::string_view section : std::span(sections()).subspan(1)) {
      const std::string_view heading = section.substr(0, section.find('\n'));
      const std::string_view name = heading.substr(0, heading.find_first_of("/:"));
      if (heading[name.size()] == '/')
        out.answers.push_back({name, heading, "", keys_below(section)});
      else
        out.objects.push_back({name, "", heading.substr(name.size() + 2), keys_below(section)});
    }
    return out;
  }();
  return shapes;
}

const AnswerShape& shape_of_object(std::string_view name) {
  return *std::ranges::find(answer_shapes().objects, name, &AnswerShape::name);
}

}  // namespace gpupick
