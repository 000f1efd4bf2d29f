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

json answer_to(const json& request) {
  const std::vector<json> answers = answers_to(request.dump() + "\n");
  REQUIRE(answers.size() == 1);
  CHECK(answers.front()["jsonrpc"] == "2.0");
  CHECK(answers.front()["id"] == request["id"]);
  return answers.front();
}

json result_of(const std::string& method, const json& params) {
  return answer_to({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}})
      .at("result");
}

json call(const std::string& tool, const json& arguments) {
  return result_of("tools/call", {{"name", tool}, {"arguments", arguments}});
}

// Returns the text of a refused call.
std::string refusal(const std::string& tool, const json& arguments) {
  const json result = call(tool, arguments);
  CHECK(result.value("isError", false));
  CHECK(!result.contains("structuredContent"));
  return result["content"][0]["text"];
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
  struct Asked {
    const char* tool;
    json arguments;
    const char* line;
  };
  const std::vector<Asked> all = {
      {"recommend",
       {{"vram", 24}, {"budget", "2k"}, {"vendor", {"nvidia", "amd"}}, {"rent", false}},
       "recommend --vram 24 --budget 2000 --vendor nvidia,amd --top 5 --no-excluded"},
      {"recommend",
       {{"model", "llama-3.1-8b"}, {"top", 2}, {"prefer", nullptr}, {"price", {"rtx-3090=500"}}},
       "recommend --model llama-3.1-8b --top 2 --price rtx-3090=500 --no-excluded"},
      {"estimate",
       {{"card", "rtx-3090"}, {"model", "llama-3.1-8b"}, {"context", 4096}},
       "estimate rtx-3090 --model llama-3.1-8b --context 4096"},
      {"diff", {{"cards", {"rtx-3090", "rtx-4090"}}}, "diff rtx-3090 rtx-4090"},
      {"cost", {{"cards", {"rtx-3090:2"}}, {"kwh", 0.3}}, "cost rtx-3090:2 --kwh 0.3"},
      {"show", {{"card", "4090"}}, "show 4090"},
      {"prices", {{"card", "rtx-3090"}}, "prices rtx-3090 --top 8"},
      {"fit", {{"card", "rtx-3090"}, {"match", "llama"}}, "fit rtx-3090 --match llama --top 15"}};
  for (const auto& [tool, arguments, line] : all) {
    INFO(line);
    const json result = call(tool, arguments);
    REQUIRE(result.contains("structuredContent"));
    const Run run = run_fixed(split_arguments(line + std::string(" --format json")));
    CHECK((result["structuredContent"] == json::parse(run.out)));
    CHECK(json::parse(result["content"][0]["text"].get<std::string>()) ==
          result["structuredContent"]);
  }
}

TEST_CASE("an answer that nothing fits says what would", "[mcp]") {
  const json result = call("recommend", {{"vram", 24}, {"budget", 100}});
  CHECK(result["structuredContent"]["ranked"].empty());
  CHECK_THAT(result["content"][1]["text"].get<std::string>(),
             ContainsSubstring("Nothing fits. It takes `--budget"));
}

TEST_CASE("a refused call says what to change", "[mcp]") {
  CHECK(refusal("show", {{"card", "rtx-4900"}}) ==
        "no card is called 'rtx-4900'; did you mean rtx-4090, rtx-3090 or rtx-4060?");
  CHECK(refusal("show", {{"crad", "rtx-4090"}}) == "show takes no 'crad'; did you mean card?");
  CHECK(refusal("show", {{"figures", true}, {"card", "rtx-4090"}}) ==
        "show takes no 'figures'; it takes card, currency, region and vat");
  CHECK(refusal("show", {{"card", {{"id", "rtx-4090"}}}}) ==
        "card takes a text, a number, true, false or a list of texts, not an object");
  CHECK_THAT(refusal("show", json::object()), ContainsSubstring("name a card"));
  CHECK_THAT(refusal("recommend", {{"top", 0}}), ContainsSubstring("takes a whole number from 1"));
  CHECK_THAT(refusal("diff", {{"cards", {"rtx-4090"}}}), ContainsSubstring("two or more cards"));
}

TEST_CASE("no argument of a tool names a file or an option", "[mcp]") {
  const std::string config = project_path("tests/fuzz/corpus/config-mixture.json");
  CHECK_THAT(refusal("estimate", {{"card", "rtx-3090"}, {"model", config}}),
             ContainsSubstring("no language model is called"));
  CHECK_THAT(refusal("estimate", {{"card", "rtx-3090"}, {"draft_model", config}}),
             ContainsSubstring("no language model is called"));
  CHECK_THAT(refusal("recommend", {{"for", project_path("tests/cli/workload.json")}}),
             ContainsSubstring("no workload is called"));
  CHECK_THAT(refusal("show", {{"card", "--catalog=" + config}}),
             ContainsSubstring("no card is called '--catalog="));
  CHECK_THAT(refusal("prices", {{"card", "import"}}), ContainsSubstring("no card is called"));
  CHECK_THAT(refusal("recommend", {{"have", "here"}}), ContainsSubstring("no graphics card"));
  CHECK_THAT(refusal("recommend", {{"catalog", config}}), ContainsSubstring("takes no 'catalog'"));
  CHECK_THAT(refusal("recommend", {{"prices", config}}), ContainsSubstring("takes no 'prices'"));
}

TEST_CASE("the server answers in a protocol that the client knows", "[mcp]") {
  const auto protocol = [](const json& params) {
    return result_of("initialize", params)["protocolVersion"];
  };
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    CHECK(protocol({{"protocolVersion", known}}) == known);
  CHECK(protocol({{"protocolVersion", "1999-01-01"}}) == "2025-11-25");
  CHECK(protocol(json::object()) == "2025-11-25");
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
