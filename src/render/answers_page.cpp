// The reference page of the answers: the keys of each in JSON, from the table of shapes.
#include <fmt/format.h>

#include "answer/shapes.hpp"
#include "base/text.hpp"
#include "render/render.hpp"

namespace gpupick {
namespace {

// "list of [Job](#job)", "by name: number".
std::string type_text(const KeyForm& form) {
  static constexpr std::string_view words[] = {"text", "number", "true or false",
                                               "text, number or true or false"};
  std::string out = form.type == KeyType::object
                        ? fmt::format("[{0}](#{1})", form.shape, fold(form.shape))
                        : std::string(words[static_cast<std::size_t>(form.type)]);
  if (form.nullable) out += " or null";
  if (form.many == Many::list) return "list of " + out;
  return form.many == Many::map ? "by name: " + out : out;
}

std::string keys_table(const AnswerShape& shape) {
  std::string out = "| key | type | always | meaning |\n|---|---|---|---|\n";
  for (const AnswerKey& key : shape.keys)
    out += fmt::format("| `{}` | {} | {} | {} |\n", key.key, type_text(key.form),
                       key.form.required ? "yes" : "", key.meaning);
  return out;
}

}  // namespace

std::string render_answers() {
  std::string out =
      "# Answers in JSON\n\n"
      "The keys of every answer with `--format json`, as `gpupick generate schema ANSWER` knows "
      "them.\nEach document begins with `schema`, the name of its form with a version that goes up "
      "when keys\nchange, and `version`, that of the program. A key without \"always\" is absent "
      "where it does not\napply; null means \"not known\".\n";
  for (const AnswerShape& answer : answer_shapes().answers)
    out += fmt::format("\n## {}\n\nSchema `gpupick/{}`.\n\n{}", answer.name, answer.schema,
                       keys_table(answer));
  out += "\n## Parts\n";
  for (const AnswerShape& object : answer_shapes().objects)
    out += fmt::format("\n### {}\n\n{}\n\n{}", object.name, object.meaning, keys_table(object));
  return out;
}

}  // namespace gpupick
