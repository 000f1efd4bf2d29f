#include <algorithm>

#include "answer/answers.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

// True if the record has the word. A size such as "13b" is not that of "deepseek-coder-1.3b".
bool has_word(const auto& record, const std::string& word) {
  const bool is_size = is_digit(word.front()) && word.back() == 'b';
  if (!is_size) return is_matched(record, word);
  const std::string id = lower_case(record.id);
  for (std::size_t at = id.find(word); at != id.npos; at = id.find(word, at + 1))
    if (at == 0 || !(is_digit(id[at - 1]) || id[at - 1] == '.')) return true;
  return false;
}

class Models : public Command {
 public:
  void declare(Flags& flags) override {
    flags.arguments("name", words_, "NAME",
                    "a model, or words of its name, family or publisher (default: all models)");
    flags.repeated("--match", words_, "WORD", "as NAME");
    bind(flags, view_, "all");
  }

  ExitStatus run(Session& session) override {
    const Question question({}, session);
    const Catalog& catalog = question.catalog;
    const std::string name = join(words_, " ");
    KnownModels known = matching(catalog, question.query.day);
    if (const Model* model = catalog.read_model_name(name).model)
      known = {{model}, {}};
    else if (catalog.has_network(name))
      known = {{}, {&catalog.find_network(name)}};
    const std::size_t found = known.models.size() + known.networks.size();
    if (words_.empty() || found > 1)
      session.print(answer(known, view_));
    else if (!known.networks.empty())
      session.print(answer(*known.networks.front(), catalog));
    else  // find_model throws Error with the nearest names if none is found
      session.print(answer(found == 1 ? *known.models.front() : catalog.find_model(name), catalog));
    return ExitStatus::done;
  }

 private:
  KnownModels matching(const Catalog& catalog, Date day) const {
    Words parts;  // "llama-8b" is also a word of llama-3.1-8b
    for (const std::string& word : words_)
      for (const std::string_view part : split(word, word.find(' ') == word.npos ? "-" : " "))
        if (!part.empty()) parts.push_back(lower_case(part));
    const auto matches = [&](const auto& record) {
      return record.released.value_or(day) <= day &&
             std::ranges::all_of(parts,
                                 [&](const std::string& part) { return has_word(record, part); });
    };
    KnownModels out;
    for (const Model& model : catalog.models())
      if (matches(model)) out.models.push_back(&model);
    for (const Network& network : catalog.networks())
      if (matches(network)) out.networks.push_back(&network);
    return out;
  }

  ListView view_;
  Words words_;
};

}  // namespace

extern const CommandInfo models_command = {
    "models", "the models that are known by their dimensions, or one of them",
    "  gpupick models\n"
    "  gpupick models qwen3 --sort parameters\n"
    "  gpupick models qwen3-14b",
    make_command<Models>};

}  // namespace gpupick
