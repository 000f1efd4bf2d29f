#include "catch.hpp"
#include "schema/document.hpp"

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

TEST_CASE("every value has its line and column") {
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

TEST_CASE("a number at the end of the text has its offset") {
  std::vector<Diagnostic> diagnostics;
  Arena arena;
  Document document({"x.json", "  42"});
  REQUIRE(document.parse(arena, diagnostics));
  CHECK(document.root().offset == 2);
}

TEST_CASE("malformed and misleading JSON is rejected with its place") {
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

TEST_CASE("what is wrong with JSON is said in words") {
  for (const auto& [text, said] :
       {std::pair(R"({"a": 1,})", "unexpected '}'; a key in quotation marks is expected"),
        {R"({"a" 1})", "unexpected number; a colon behind the key is expected"},
        {R"({"a": 1 "b": 2})", "unexpected string; a comma or '}' is expected"},
        {"[1 2]", "unexpected number; a comma or ']' is expected"},
        {"[1,]", "unexpected ']'; a value is expected"},
        {"[1", "unexpected end of input; a comma or ']' is expected"},
        {"{} []", "unexpected '['; nothing more is expected"},
        {"[tru]", "invalid literal; last read: '[tru]'; a value is expected"},
        {R"(["a)", "invalid string: missing closing quote; last read: '\"a'; a value is expected"},
        {"[1e999]", "the number is too large"}}) {
    INFO(text);
    CHECK(refusal_of(text).message == said);
  }
}

Rule rule_of(std::string_view text) {
  INFO(text);
  return refusal_of(text).rule;
}

// Cases of the JSON test suites: text that must be accepted, must be rejected, or is left to the
// parser. R"" keeps the escapes for the parser.
TEST_CASE("JSON is parsed as RFC 8259 specifies") {
  for (const char* text :
       {"[[]   ]", "[\"\"]", "[]", "[1\n]", " [1]", "[2] ", "[null, 1, \"1\", {}]", "[false]",
        "[1,null,null,null,2]", "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[20e1]", "[-0]", "[-123]",
        "[1E22]", "[1E-2]", "[1E+2]", "[123.456e78]", "[-0.0000000000000000000000000000000001]",
        "[0.1]", "{}", "{\"\":0}", "{\"a\":[]}", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}",
        "{\n\"a\": \"b\"\n}", "{\"min\": -1.0e+28, \"max\": 1.0e+28}", "false", "42", "-0.1",
        "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "\r\n\t [] ", R"(["\u0060\u012a\u12AB"])",
        R"(["\uD801\udc37"])", R"(["\"\\\/"])", R"(["\\u0000"])", R"(["a/*b*/c"])", R"(["\uFFFF"])",
        R"(["\uDBFF\uDFFF"])", R"(["new\u00A0line"])", "[\"\xF4\x8F\xBF\xBF\"]",
        "[\"\xEF\xBF\xBF\"]", "[\"\xCF\x80\"]", "[\"asd \"]", R"(["\uD834\uDd1e"])",
        R"(["\uA66D \u005C \u0022"])", R"(["\uFDD0"])", "[\"\xE2\x82\xAC\xF0\x9D\x84\x9E\"]",
        // Left to the parser: nearest doubles, a byte order mark.
        "[123.456e-789]", "[123123123123123123123]", "[1e-400]", "\xEF\xBB\xBF{}"}) {
    INFO(text);
    std::vector<Diagnostic> diagnostics;
    Arena arena;
    CHECK(Document({"x.json", text}).parse(arena, diagnostics));
    CHECK(diagnostics.empty());
  }
  for (const char* text :
       {"[1 true]", "[a\xE5]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]",
        "[\"\",]", "[\"x\"", "[x", "[3[4]]", "[\xFF]", "[1:2]", "[,]", "[-]", "[   , \"\"]",
        "[\"a\",\n4\n,1,", "[1,,]", "[\"\va\"\\f]", "[*]", "[\"\"", "[1,", "[{}", "[fals]", "[nul]",
        "[tru]", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]",
        "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0e]", "[1.0e-]",
        "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e3]", "[Inf]", "[NaN]", "[\xEF\xBC\x91]", "[1+2]",
        "[0x1]", "[Infinity]", "[0e+-1]", "[-123.123foo]", "[1e1\xE5]", "[-Infinity]", "[- 1]",
        "[-012]", "[-.123]", "[1ea]", "[1.]", "[.123]", "[1.8011670033376514H-308]", "[012]",
        "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}",
        "{key: 'value'}", "{\"\xB9\":\"0\",}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}",
        "{\"a\":", "{\"a\"", "{1:1}", "{null:null}", "{\"id\":0,,}", "{'a':0}", "{\"id\":0,}",
        "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}", "{\"a\":\"a",
        "{\"foo\":\"bar\", \"a\"}", "{\"a\":\"b\"}#", R"(["\uD800\"])", R"(["\uD800\u"])",
        R"(["\uD800\u1x"])", "[\xC3\xA9]", R"(["\x00"])", R"(["\\\"])", "[\"\\\t\"]", R"(["\"])",
        R"(["\u00A"])", R"(["\uD834\uDd"])", R"(["\uD800\uD800\x"])", "[\"\\u\xE5\"]", R"(["\a"])",
        R"(["\uqqqq"])", "[\\u0020\"asd\"]", "[\\n]", "\"", "['single quote']", "abc", "[\"\\",
        "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "\"\"x", "<.>", "[1]x", "[True]", "1]",
        "{\"x\": true,", "[][]", "]", "\xEF\xBB\xBF", "\xEF\xBB{}", "{", "*", "[\xE2\x81\xA0]",
        "[\f]", "\xE5", "{}}", "/* */ {}",
        // Left to the parser: numbers beyond the range of double, and invalid UTF-8.
        "[0.4e00669999999999999999999999999999999999999999]", "[-1e+9999]", "[1.5e+9999]",
        "[-123123e100000]", R"(["\uDADA"])", R"(["\uD888\u1234"])",
        "[\"\xE6\x97\xA5\xD1\x88\xFA\"]", "[\"\xC0\xAF\"]", "[\"\xED\xA0\x80\"]",
        "[\"\xF4\xBF\xBF\xBF\"]", "\xFF\xFE[\x01"})
    CHECK(rule_of(text) == Rule::malformed_json);
}

// RFC 8259 allows these; docs/catalog.md says why they are rejected.
TEST_CASE("misleading JSON is rejected on purpose") {
  for (const char* text : {R"({"a":"b","a":"c"})", R"({"a":"b","\u0061":"b"})", R"([{"":0,"":0}])"})
    CHECK(rule_of(text) == Rule::repeated_key);
  for (const char* text :
       {R"(["\b"])", R"(["\f"])", R"(["\n"])", R"(["\r"])", R"(["\t"])", R"(["\u0012"])",
        R"(["\u0000"])", R"(["\u007f"])", "[\"\x7F\"]", R"(["\u2028"])", R"(["\u200B"])",
        R"(["\u2064"])", R"({"\u202e":0})", R"(["\udb40\udc41"])"})
    CHECK(rule_of(text) == Rule::control_character);
  CHECK(rule_of(std::string(500, '[') + std::string(500, ']')) == Rule::nested_too_deeply);
  CHECK(rule_of(std::string_view("[1]\0", 4)) == Rule::malformed_json);
}

TEST_CASE("deep nesting is rejected") {
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

TEST_CASE("parse passes list entries one by one, and value_at finds them again") {
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
