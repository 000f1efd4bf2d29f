// The library for other programs: the same answers as on the command line, and refusals as data.
#include <clocale>
#include <gpupick/ask.hpp>
#include <locale>
#include <thread>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using nlohmann::json;

TEST_CASE("the library answers as the command does", "[library]") {
  const std::pair<std::pair<const char*, const char*>, const char*> all[] = {
      {{"show", R"({"card": "rtx 4090"})"}, "show 4090"},
      {{"cost", R"({"cards": ["rtx-3090:2"], "kwh": 0.3})"}, "cost rtx-3090:2 --kwh 0.3"},
      {{"estimate", R"({"card": "3060-12gb", "model": "llama-3.3-70b"})"},
       "estimate 3060-12gb --model llama-3.3-70b"}};
  for (const auto& [question, line] : all) {
    INFO(line);
    const std::string text = ask(question.first, question.second);
    CHECK(text.find('\n') == std::string::npos);
    const json reply = json::parse(text);
    const Run run = run_gpupick(split_arguments(line + std::string(" --format json")));
    CHECK(reply["status"] == run.status);
    CHECK((reply["answer"] == json::parse(run.out)));
    CHECK(!reply.contains("error"));
  }
}

TEST_CASE("the library refuses with a reason", "[library]") {
  const std::pair<std::pair<const char*, const char*>, const char*> all[] = {
      {{"buy", "{}"}, "no tool is called 'buy'; known are recommend, "},
      {{nullptr, nullptr}, "no tool is called ''"},
      {{"show", ""}, "arguments:1:1: the file is empty"},
      {{"show", "{\"card\": \"rtx-4090\""}, "arguments:1:"},
      {{"show", "[]"}, "arguments are an object, not a list"},
      {{"show", R"({"crad": "rtx-4090"})"}, "show takes no 'crad'; did you mean card?"},
      {{"show", R"({"card": "rtx-4900"})"}, "no card is called 'rtx-4900'; did you mean"},
      {{"show", R"({"card": "here"})"}, "no graphics card"},
      {{"show", "{\"card\": \"\xff\"}"}, "UTF-8"}};
  for (const auto& [question, why] : all) {
    char* text = gpupick_ask(question.first, question.second);
    REQUIRE(text);
    const json reply = json::parse(text);
    gpupick_free(text);
    INFO(reply);
    CHECK(reply["status"] == 2);
    CHECK(!reply.contains("answer"));
    CHECK_THAT(reply["error"].get<std::string>(), ContainsSubstring(why));
  }
  gpupick_free(nullptr);
}

TEST_CASE("the library names no file to the program", "[library]") {
  const std::string path = project_path("tests/fuzz/corpus/config-mixture.json");
  const json reply =
      json::parse(ask("estimate", json{{"card", "rtx-3090"}, {"model", path}}.dump()));
  CHECK_THAT(reply["error"].get<std::string>(), ContainsSubstring("no model is called"));
}

TEST_CASE("the library gives the notes beside an answer", "[library]") {
  const json reply =
      json::parse(ask("estimate", R"({"card": "3090", "task": "image", "context": 4096})"));
  CHECK(reply["status"] == 0);
  CHECK_THAT(reply["notes"].get<std::string>(), ContainsSubstring("--context"));
}

// A locale that writes 1.234,5, as in Germany.
struct Commas : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Sets the locale of streams, and that of C if the system has one with a decimal comma.
struct WithCommas {
  WithCommas() {
    std::locale::global(std::locale(std::locale::classic(), new Commas));
    for (const char* name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "German"})
      if (std::setlocale(LC_ALL, name)) break;
  }
  ~WithCommas() {
    std::setlocale(LC_ALL, "C");
    std::locale::global(std::locale::classic());
  }
};

TEST_CASE("a locale with decimal commas changes no answer", "[library]") {
  const std::pair<const char*, const char*> all[] = {
      {"recommend", R"({"vram": 24, "budget": "1,500.5", "kwh": 0.35, "utilization": 0.5})"},
      {"estimate", R"({"card": "rtx-3090", "model": "Qwen3-8B-Instruct", "acceptance": "0.7"})"}};
  for (const auto& [command, arguments] : all) {
    INFO(command);
    const std::string usual = ask(command, arguments);
    const WithCommas there;
    CHECK(ask(command, arguments) == usual);
  }
}

TEST_CASE("threads ask the library at the same time", "[library]") {
  const std::string alone = ask("show", R"({"card": "rtx-4090"})");
  std::string replies[4];
  std::vector<std::thread> threads;
  for (std::string& reply : replies)
    threads.emplace_back([&reply] { reply = ask("show", R"({"card": "rtx-4090"})"); });
  for (std::thread& one : threads) one.join();
  for (const std::string& reply : replies) CHECK(reply == alone);
}

}  // namespace
}  // namespace gpupick
