// `gpupick mcp`: the protocol, the tools against the flags behind them, and hostile lines.
#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "cli/mcp_tools.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using json = nlohmann::json;

// Returns the answers to these lines, on the fixed catalog.
std::vector<json> answers_to(const std::string& lines) {
  const Run run = run_fixed({"mcp"}, lines);
  CHECK(run.status == 0);
  CHECK(run.err == "");
  std::vector<json> out;
  std::istringstream stream(run.out);
  for (std::string line; std::getline(stream, line);) out.push_back(json::parse(line));
  return out;
}

// Returns the results of requests, each a method with its params.
std::vector<json> results_of(const std::vector<std::pair<std::string, json>>& requests) {
  std::string lines;
  for (const auto& [method, params] : requests)
    lines +=
        json{{"jsonrpc", "2.0"}, {"id", "a"}, {"method", method}, {"params", params}}.dump() + "\n";
  std::vector<json> out;
  for (const json& answer : answers_to(lines)) {
    CHECK(answer["jsonrpc"] == "2.0");
    CHECK(answer["id"] == "a");
    out.push_back(answer.at("result"));
  }
  REQUIRE(out.size() == requests.size());
  return out;
}

json result_of(const std::string& method, const json& params) {
  return results_of({{method, params}}).front();
}

// A tool and its arguments.
using Call = std::pair<const char*, json>;

std::vector<json> results_of_calls(const std::vector<Call>& calls) {
  std::vector<std::pair<std::string, json>> requests;
  for (const auto& [tool, arguments] : calls)
    requests.emplace_back("tools/call", json{{"name", tool}, {"arguments", arguments}});
  return results_of(requests);
}

// Checks that the calls are refused with these words.
void check_refused(const std::vector<std::pair<Call, const char*>>& refused) {
  std::vector<Call> calls;
  for (const auto& [call, words] : refused) calls.push_back(call);
  const std::vector<json> results = results_of_calls(calls);
  for (std::size_t i = 0; i < refused.size(); ++i) {
    INFO(calls[i].first << " " << calls[i].second);
    CHECK(results[i].value("isError", false));
    CHECK(!results[i].contains("structuredContent"));
    CHECK_THAT(results[i]["content"][0]["text"].get<std::string>(),
               ContainsSubstring(refused[i].second));
  }
}

TEST_CASE("the tools take flags of their commands, and none that names a file", "[mcp]") {
  const std::vector<CommandPage> pages = command_pages();
  const json listed = result_of("tools/list", json::object())["tools"];
  REQUIRE(listed.size() == mcp_tools().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const McpTool& tool = mcp_tools()[i];
    INFO(tool.name);
    CHECK(listed[i]["name"] == tool.name);
    CHECK(listed[i]["outputSchema"]["title"] == "answer of gpupick " + std::string(tool.name));
    const auto page = std::ranges::find(pages, Words{std::string(tool.name)}, &CommandPage::name);
    REQUIRE(page != pages.end());
    for (const auto& [name, schema] : listed[i]["inputSchema"]["properties"].items()) {
      INFO(name);
      std::string flag = name;
      std::ranges::replace(flag, '_', '-');
      const auto row = std::ranges::find_if(page->flags, [&](const FlagRow& one) {
        return one.names.front() == (one.is_argument ? flag : "--" + flag);
      });
      REQUIRE(row != page->flags.end());
      const std::string help = schema["description"];
      for (const char* file : {"file", "path", "`here`", "FILE", "PATH"})
        CHECK_THAT(help, !ContainsSubstring(file));
    }
  }
}

TEST_CASE("an argument has the type, the range and the words of its flag", "[mcp]") {
  const json tools = result_of("tools/list", json::object())["tools"];
  const json recommend = tools[0]["inputSchema"]["properties"];
  CHECK(recommend["budget"] ==
        json{{"type", "number"}, {"minimum", 0}, {"description", "USD: maximum price"}});
  CHECK(recommend["top"]["type"] == "integer");
  CHECK(recommend["top"]["minimum"] == 1);
  CHECK(recommend["top"]["default"] == 5);
  CHECK(recommend["rent"]["type"] == "boolean");
  CHECK(recommend["condition"]["enum"] == json{"new", "used", "any"});
  CHECK(recommend["needs"]["items"]["enum"][0] == "tensor");
  CHECK(!recommend["only"]["items"].contains("enum"));
  const json diff = tools[3]["inputSchema"];
  CHECK(diff["required"] == json{"cards"});
  CHECK(diff["properties"]["cards"]["minItems"] == 2);
  CHECK(diff["properties"]["cards"]["maxItems"] == 16);
}

TEST_CASE("a tool answers as its command does", "[mcp]") {
  const std::vector<std::pair<Call, const char*>> all = {
      {{"recommend",
        {{"vram", 24},
         {"budget", "2k"},
         {"vendor", {"nvidia", "amd"}},
         {"rent", false},
         {"prefer", nullptr},
         {"price", {"rtx-3090=500"}}}},
       "recommend --vram 24 --budget 2000 --vendor nvidia,amd --price rtx-3090=500 --top 5 "
       "--no-excluded"},
      {{"estimate", {{"card", "rtx-3090"}, {"model", "llama-3.1-8b"}, {"context", 4096}}},
       "estimate rtx-3090 --model llama-3.1-8b --context 4096"},
      {{"diff", {{"cards", {"rtx-3090", "rtx-4090"}}}}, "diff rtx-3090 rtx-4090"},
      {{"cost", {{"cards", {"rtx-3090:2"}}, {"kwh", 0.3}}}, "cost rtx-3090:2 --kwh 0.3"},
      {{"show", {{"card", "4090"}}}, "show 4090"},
      {{"prices", {{"card", "rtx-3090"}, {"top", 2}}}, "prices rtx-3090 --top 2"},
      {{"fit", {{"card", "rtx-3090"}, {"match", "llama"}}}, "fit rtx-3090 --match llama --top 15"}};
  std::vector<Call> calls;
  for (const auto& [call, line] : all) calls.push_back(call);
  const std::vector<json> results = results_of_calls(calls);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].second);
    const json& result = results[i];
    REQUIRE(result.contains("structuredContent"));
    const Run run = run_fixed(split_arguments(all[i].second + std::string(" --format json")));
    CHECK((result["structuredContent"] == json::parse(run.out)));
    CHECK(json::parse(result["content"][0]["text"].get<std::string>()) ==
          result["structuredContent"]);
  }
}

TEST_CASE("an answer that nothing fits says what would", "[mcp]") {
  const json result = results_of_calls({{"recommend", {{"vram", 24}, {"budget", 100}}}}).front();
  CHECK(result["structuredContent"]["ranked"].empty());
  CHECK(result["structuredContent"]["verdict"]["ways_in"][0]["flags"] == "--budget 944");
}

TEST_CASE("a refused call says what to change", "[mcp]") {
  check_refused({{{"show", {{"card", "rtx-4900"}}},
                  "no card is called 'rtx-4900'; did you mean rtx-4090, rtx-3090 or rtx-4060?"},
                 {{"show", {{"crad", "rtx-4090"}}}, "show takes no 'crad'; did you mean card?"},
                 {{"show", {{"figures", true}}},
                  "show takes no 'figures'; it takes card, currency, region and vat"},
                 {{"show", {{"card", {{"id", "rtx-4090"}}}}},
                  "card takes a text, a number, true, false or a list of texts, not an object"},
                 {{"show", json::object()}, "name a card, as in `gpupick show rtx-4090`"},
                 {{"recommend", {{"top", 0}}}, "takes a whole number from 1"},
                 {{"diff", {{"cards", {"rtx-4090"}}}}, "name two or more cards"}});
}

TEST_CASE("no argument of a tool names a file or an option", "[mcp]") {
  const std::string config = project_path("tests/fuzz/corpus/config-mixture.json");
  check_refused(
      {{{"estimate", {{"card", "rtx-3090"}, {"model", config}}}, "no model is called"},
       {{"estimate", {{"card", "rtx-3090"}, {"draft_model", config}}}, "no model is called"},
       {{"recommend", {{"for", project_path("tests/cli/workload.json")}}}, "no workload is called"},
       {{"show", {{"card", "--catalog=" + config}}}, "no card is called '--catalog="},
       {{"prices", {{"card", "import"}}}, "no card is called 'import'"},
       {{"recommend", {{"have", "here"}}}, "no graphics card"},
       {{"recommend", {{"catalog", config}}}, "recommend takes no 'catalog'"},
       {{"recommend", {{"prices", config}}}, "recommend takes no 'prices'"}});
}

TEST_CASE("the server answers in a protocol that the client knows", "[mcp]") {
  const std::vector<json> results = results_of({{"initialize", {{"protocolVersion", "2024-11-05"}}},
                                                {"initialize", {{"protocolVersion", "2025-03-26"}}},
                                                {"initialize", {{"protocolVersion", "2025-06-18"}}},
                                                {"initialize", {{"protocolVersion", "2025-11-25"}}},
                                                {"initialize", {{"protocolVersion", "1999-01-01"}}},
                                                {"initialize", json::object()}});
  std::vector<std::string> protocols;
  for (const json& result : results) protocols.push_back(result["protocolVersion"]);
  CHECK(protocols == std::vector<std::string>{"2024-11-05", "2025-03-26", "2025-06-18",
                                              "2025-11-25", "2025-11-25", "2025-11-25"});
}

TEST_CASE("a wrong line has an error, and the next one its answer", "[mcp]") {
  const std::vector<std::pair<std::string, int>> lines = {
      {"hello", -32700},
      {"", -32700},
      {"{\"id\": 1", -32700},
      {std::string(100000, '['), -32700},
      {R"({"jsonrpc":"2.0","id":1e999,"method":"ping"})", -32700},
      {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", -32700},
      {"[]", -32600},
      {"3", -32600},
      {"null", -32600},
      {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", -32600},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600},
      {R"({"jsonrpc":"2.0","id":1,"method":7})", -32600},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/run"})", -32601},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}})", -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show","arguments":[]}})",
       -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}})", -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}})",
       -32002}};
  std::string all;
  for (const auto& [line, code] : lines) all += line + "\n";
  const std::vector<json> answers = answers_to(all);
  REQUIRE(answers.size() == lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    INFO(lines[i].first.substr(0, 100));
    CHECK(answers[i]["error"]["code"] == lines[i].second);
    CHECK(!answers[i]["error"]["message"].get<std::string>().empty());
  }
}

TEST_CASE("notifications and answers have no answer; a list has one list", "[mcp]") {
  CHECK(answers_to(R"({"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","method":"tools/call","params":3}
{"jsonrpc":"2.0","id":1,"result":{}}
[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]
)")
            .empty());
  const std::vector<json> answers = answers_to(
      R"([{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"b"},3])");
  REQUIRE(answers.size() == 1);
  REQUIRE(answers[0].size() == 2);
  CHECK(answers[0][0] == json{{"jsonrpc", "2.0"}, {"id", "a"}, {"result", json::object()}});
  CHECK(answers[0][1]["error"]["code"] == -32600);
}

TEST_CASE("the resources are the glossary and the day of the data", "[mcp]") {
  const auto text = [](const json& uri) {
    return result_of("resources/read", {{"uri", uri}})["contents"][0]["text"].get<std::string>();
  };
  const json listed = result_of("resources/list", json::object())["resources"];
  REQUIRE(listed.size() == 2);
  CHECK_THAT(text(listed[0]["uri"]), ContainsSubstring("| KV cache |"));
  CHECK(json::parse(text(listed[1]["uri"]))["day"] == "2026-10-10");
}

TEST_CASE("the server's own options apply to every question", "[mcp]") {
  const std::string line =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cost","arguments":{"cards":["rtx-3090"]}}})";
  const Run run = run_fixed({"mcp", "--as-of", "2026-10-01"}, line);
  CHECK(json::parse(run.out)["result"]["structuredContent"]["as_of"] == "2026-10-01");
  CHECK(run_gpupick({"mcp", "--catalog", "-"}, line).status == 2);
}

}  // namespace
}  // namespace gpupick
