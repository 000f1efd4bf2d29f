// The table of the answers' keys against what the commands print.
#include "answer/shapes.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using json = nlohmann::json;

// Compares documents with the table and notes the rows that it meets.
class Walk {
 public:
  void document(const json& data) {
    const auto form = std::ranges::find_if(answer_forms(), [&](const AnswerForm& one) {
      return data["schema"] == "gpupick/" + std::string(one.schema);
    });
    REQUIRE(form != answer_forms().end());
    CHECK(data["version"].is_string());
    json own = data;
    own.erase("schema");
    own.erase("version");
    object(own, answer_shape(form->shape));
  }

  // The rows that no document has. The figures of cards come from a table of their own.
  std::vector<std::string> unmet() const {
    std::vector<std::string> out;
    for (const AnswerShape& shape : answer_shapes())
      for (const AnswerKey& key : shape.keys)
        if (shape.name != "Card" && !met_.contains(&key))
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
        object(value, answer_shape(form.shape));
    }
  }

  std::set<const AnswerKey*> met_;
};

TEST_CASE("the table of answers has every key that commands print, and no other") {
  Walk walk;
  std::istringstream lines(read_text(project_path("tests/answers.txt")));
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    const Run run = run_fixed(split_arguments(line + " --format json"));
    INFO(run.err);
    REQUIRE(run.status < 2);
    walk.document(json::parse(run.out));
  }
  CHECK(walk.unmet() == std::vector<std::string>{});
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
