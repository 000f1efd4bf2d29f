#include "catch.hpp"
#include "record/document.hpp"

namespace gpupick {
namespace {

Diagnostic refusal_of(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  CHECK_FALSE(Document({"x.json", text}).parse(arena, diagnostics));
  REQUIRE(diagnostics.size() == 1);
  return diagnostics.front();
}

std::string place(const Location& where) {
  return std::to_string(where.line) + ":" + std::to_string(where.column);
}

TEST_CASE("every value knows where it begins") {
  const std::string_view text =
      "{\n"
      "  \"a\": 12,\n"
      "  \"bc\" : -1.5e3 ,\n"
      "  \"t\": [true, false, null],\n"
      "  \"s\": \"x\\\"y\\\\\",\n"
      "  \"o\": {\"k\": 7}\n"
      "}\n";
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  Document document({"x.json", text});
  REQUIRE(document.parse(arena, diagnostics));
  const auto at = [&](const Node* node) { return place(document.locate(node->offset)); };
  const Node& root = document.root();
  CHECK(at(&root) == "1:1");
  CHECK(at(root.find("a")) == "2:8");
  CHECK(at(root.find("bc")) == "3:10");
  const auto& list = std::get<Node::Array>(root.find("t")->value);
  CHECK(at(&list[0]) == "4:9");
  CHECK(at(&list[1]) == "4:15");
  CHECK(at(&list[2]) == "4:22");
  CHECK(at(root.find("s")) == "5:8");
  CHECK(std::get<std::string_view>(root.find("s")->value) == "x\"y\\");
  CHECK(at(root.find("o")->find("k")) == "6:14");
  CHECK(place(document.locate(std::get<Node::Object>(root.value)[1].offset)) == "3:3");
}

TEST_CASE("a number at the very end has its place") {
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  Document document({"x.json", "  42"});
  REQUIRE(document.parse(arena, diagnostics));
  CHECK(document.root().offset == 2);
}

TEST_CASE("what JSON forbids, or lets pass in silence, is refused with its place") {
  const std::tuple<std::string, Rule, const char*> rows[] = {
      {"", Rule::malformed_json, "1:1"},
      {" \n ", Rule::malformed_json, "1:1"},
      {"{\"a\": 1", Rule::malformed_json, "1:8"},
      {"{\"a\": 1,\n \"a\": 2}", Rule::repeated_key, "2:2"},
      {"{\"a\": NaN}", Rule::malformed_json, "1:7"},
      {"{\"a\": 1e999}", Rule::malformed_json, "1:11"},
      {"[1] x", Rule::malformed_json, "1:5"},
      {"{\"a\": \"\\u001b[31m\"}", Rule::control_character, "1:7"},
      {"{\"\\u202e\": 1}", Rule::control_character, "1:2"},
      {"\"\xff\"", Rule::malformed_json, "1:2"},
  };
  for (const auto& [text, rule, where] : rows) {
    INFO(text);
    const Diagnostic diagnostic = refusal_of(text);
    CHECK(diagnostic.rule == rule);
    CHECK(place(diagnostic.where) == where);
  }
}

TEST_CASE("deep nesting is refused before it can hurt") {
  CHECK(refusal_of(std::string(33, '[')).rule == Rule::nested_too_deeply);
  CHECK(refusal_of(std::string(1000000, '[')).rule == Rule::nested_too_deeply);
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  const std::string deepest = std::string(32, '[') + std::string(32, ']');
  CHECK(Document({"x", deepest}).parse(arena, diagnostics));
}

TEST_CASE("lines are counted across the blocks of a long text") {
  std::string text;
  for (int i = 0; i < 40000; ++i) text += "12345\n";
  text += std::string(200000, ' ') + "x";
  const Document document({"x", text});
  for (const std::size_t offset : {0UL, 5UL, 6UL, 65535UL, 65536UL, 131071UL, 131072UL, 239999UL})
    CHECK(place(document.locate(offset)) ==
          std::to_string(offset / 6 + 1) + ":" + std::to_string(offset % 6 + 1));
  CHECK(place(document.locate(text.size() - 1)) == "40001:200001");
}

TEST_CASE("entries of the root's lists are handed over one by one, and found again") {
  const std::string_view text =
      R"({"a": [{"k": "x"}, 3, {"k": "y\u0041"}], "b": {"k": [1]}, "c": []})";
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  Document document({"x.json", text});
  std::vector<std::size_t> offsets;
  REQUIRE(document.parse(arena, diagnostics, [&](std::string_view list, const Node& entry) {
    CHECK(list == "a");
    offsets.push_back(entry.offset);
    return true;
  }));
  REQUIRE(offsets.size() == 3);
  CHECK(std::get<Node::Array>(document.root().find("a")->value).empty());
  CHECK(document.root().find("b")->find("k"));
  const Node again = document.value_at(offsets[2], arena);
  CHECK(std::get<std::string_view>(again.find("k")->value) == "yA");
  CHECK(again.find("k")->offset == text.find("\"y"));
}

}  // namespace
}  // namespace gpupick
