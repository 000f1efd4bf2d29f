// The table of the answers' keys against what the commands print.
#include "answer/shapes.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "cli/pages.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using json = nlohmann::json;

// Compares documents with the table and notes the rows that it meets.
class Walk {
 public:
  void document(const json& data) {
    const std::vector<AnswerShape>& answers = answer_shapes().answers;
    const auto shape = std::ranges::find_if(answers, [&](const AnswerShape& one) {
      return data["schema"] == "gpupick/" + std::string(one.schema);
    });
    REQUIRE(shape != answers.end());
    if (data.contains("version")) CHECK(data["version"].is_string());  // absent in --rows
    json own = data;
    own.erase("schema");
    own.erase("version");
    object(own, *shape);
  }

  // The rows that no document has. The figures of cards come from a table of their own.
  std::vector<std::string> unmet() const {
    static const std::set<std::string_view> figures = {"Card", "ListedCard"};
    std::vector<std::string> out;
    for (const auto* shapes : {&answer_shapes().answers, &answer_shapes().objects})
      for (const AnswerShape& shape : *shapes)
        for (const AnswerKey& key : shape.keys)
          if (!figures.contains(shape.name) && !met_.contains(&key))
            out.push_back(std::string(shape.name) + "." + key.key);
    return out;
  }

 private:
  void object(const json& data, const AnswerShape& shape) {
    INFO("in " << shape.name << ": " << data.dump().substr(0, 300));
    REQUIRE(data.is_object());
    for (const auto& [name, value] : data.items()) {
      INFO("key " << name);
      const auto key = std::ranges::find(shape.keys, name, &AnswerKey::key);
      REQUIRE(key != shape.keys.end());
      met_.insert(&*key);
      CHECK(!key->meaning.empty());
      if (key->form.many == Many::one) {
        one(value, key->form);
      } else {
        REQUIRE((key->form.many == Many::list ? value.is_array() : value.is_object()));
        for (const json& entry : value) one(entry, key->form);
      }
    }
    for (const AnswerKey& key : shape.keys) {
      INFO("key " << key.key);
      if (key.form.required) CHECK(data.contains(key.key));
    }
  }

  void one(const json& value, const KeyForm& form) {
    if (value.is_null()) {
      CHECK(form.nullable);
      return;
    }
    switch (form.type) {
      case KeyType::text:
        CHECK(value.is_string());
        break;
      case KeyType::number:
        CHECK(value.is_number());
        break;
      case KeyType::flag:
        CHECK(value.is_boolean());
        break;
      case KeyType::any:
        CHECK(value.is_primitive());
        break;
      case KeyType::object:
        object(value, shape_of_object(form.shape));
    }
  }

  std::set<const AnswerKey*> met_;
};

TEST_CASE("the table of answers has every key that commands print, and no other", "[slow]") {
  Walk walk;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(project_path("."));  // the lines name files from there
  std::istringstream lines(read_text(project_path("tests/answers.txt")));
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    const Run run = run_fixed(split_arguments(line + " --format json"));
    INFO(run.err);
    REQUIRE(run.status < 2);
    walk.document(json::parse(run.out));
  }
  std::istringstream rows(
      run_fixed({"estimate", "--rows", "-"}, "card,model\nrtx-3090,llama-3.1-8b\nnone,none\n").out);
  for (std::string line; std::getline(rows, line);) walk.document(json::parse(line));
  // Keys that only the shipped data has.
  for (const char* line : {"catalog diff tests/catalog data", "fit rtx-3090 --match qwen3",
                           "models qwen3-8b", "workloads"})
    walk.document(
        json::parse(run_gpupick(split_arguments(line + std::string(" --format json"))).out));
  walk.document(json::parse(run_fixed({"detect", "--from-file", "-", "--format", "json"},
                                      "name, uuid\nNVIDIA Nonesuch 9, GPU-1\n")
                                .out));
  std::filesystem::current_path(before);
  CHECK(walk.unmet() == std::vector<std::string>{});
}

TEST_CASE("answers.txt has each flag that changes prices, for each command that takes it") {
  const auto asks = [](const std::string& command, const std::string& flag) {
    std::istringstream lines(read_text(project_path("tests/answers.txt")));
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(command + " ") && line.find(flag + " ") != std::string::npos)
        return true;
    return false;
  };
  for (const CommandPage& page : command_pages())
    for (const FlagRow& row : page.flags)
      for (const char* flag : {"--region", "--host-cost", "--price", "--currency"})
        if (page.name.size() == 1 && std::ranges::find(row.names, flag) != row.names.end()) {
          INFO(page.name.front() << " " << flag);
          CHECK(asks(page.name.front(), flag));
        }
}

TEST_CASE("generate schema names the answers that it knows") {
  const Run run = run_gpupick({"generate", "schema", "recomend"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err,
             ContainsSubstring("no answer is called 'recomend'; known are recommend, why"));
  const json schema = json::parse(run_gpupick({"generate", "schema", "recommend"}).out);
  CHECK(schema["properties"]["verdict"]["$ref"] == "#/$defs/Verdict");
}

}  // namespace
}  // namespace gpupick
