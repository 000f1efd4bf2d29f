#include "catch.hpp"
#include "schema/parts.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

struct Step : AnyRecord {
  static constexpr std::string_view noun = "a step";
  static std::span<const Field> fields();

  std::string_view name;
  double weight = 1;
};

struct Everything : AnyRecord {
  static constexpr std::string_view noun = "the record";
  static std::span<const Field> fields();

  Number number;
  Text text;
  Flag flag;
  List labels;
  Day day;
  double real = 2;
  std::string_view word = "usual";
  bool yes = true;
  Texts texts;
  Numbers numbers;
  Date date;
  Step step;
  std::span<const Step> steps;
};

constexpr Field step_table[] = {
    {"name", &Step::name, {.slug = true, .required = true}},
    {"weight", &Step::weight, {.low = 0.5, .high = 8}},
};

constexpr std::string_view legal[] = {"usual", "other"};
constexpr Field everything_table[] = {
    {"number", &Everything::number, {.label = "mass", .unit = "kg", .low = 1, .high = 5}},
    {"text", &Everything::text},
    {"flag", &Everything::flag},
    {"labels", &Everything::labels},
    {"day", &Everything::day},
    {"real", &Everything::real, {.low = 1, .high = 5}},
    {"word", &Everything::word, {.choices = legal}},
    {"yes", &Everything::yes},
    {"texts", &Everything::texts},
    {"numbers", &Everything::numbers, {.low = 1, .high = 5}},
    {"date", &Everything::date},
    {"step", record<&Everything::step>},
    {"steps", records<&Everything::steps>},
};

std::span<const Field> Step::fields() { return step_table; }
std::span<const Field> Everything::fields() { return everything_table; }

// A record as read from a JSON object, with the findings.
struct Reading {
  explicit Reading(std::string_view json) : document(File{"test.json", json}) {
    REQUIRE(document.parse(arena, found));
    ReadContext context{document, arena, found};
    read_record(context, document.root(), kind_of<Everything>, record);
  }
  std::string findings() const {
    std::string out;
    for (const Diagnostic& one : found) out += to_line(one) + "\n";
    return out;
  }

  Document document;
  Arena arena;
  std::vector<Diagnostic> found;
  Everything record;
};

TEST_CASE("fields of every type are read into their members") {
  const Reading full(R"({
    "number": 3, "text": "a", "flag": false, "labels": ["b", "c"], "day": "2026-11", "real": 4,
    "word": "other", "yes": false, "texts": ["d"], "numbers": [1, 2], "date": "2026-11-21",
    "step": {"name": "first", "weight": 3}, "steps": [{"name": "x"}, {"name": "y", "weight": 2}]})");
  CHECK(full.findings() == "");
  const Everything& one = full.record;
  CHECK(one.number == 3);
  CHECK(one.text == "a");
  CHECK(one.flag == false);
  REQUIRE(one.labels);
  CHECK(one.labels->size() == 2);
  CHECK((*one.labels)[1] == "c");
  CHECK(one.day == Date{2026, 11, 0});
  CHECK(one.real == 4);
  CHECK(one.word == "other");
  CHECK_FALSE(one.yes);
  CHECK(one.texts[0] == "d");
  CHECK(one.numbers[1] == 2);
  CHECK(one.date == Date{2026, 11, 21});
  CHECK(one.step.name == "first");
  REQUIRE(one.steps.size() == 2);
  CHECK(one.steps[0].weight == 1);
  CHECK(one.steps[1].name == "y");
}

TEST_CASE("members keep their defaults if their keys are absent") {
  const Reading none("{}");
  CHECK(none.findings() == "");
  for (const Field& field : Everything::fields()) {
    const FieldValue value = value_of(none.record, field);
    CHECK_FALSE(differs(value, value_of(*kind_of<Everything>.empty, field)));
  }
  CHECK(none.record.real == 2);
  CHECK_FALSE(none.record.number);
  CHECK(std::holds_alternative<std::monostate>(value_of(none.record, everything_table[0])));
  CHECK(value_as<double>(none.record, everything_table[5]) == 2.0);
  CHECK_FALSE(value_as<bool>(none.record, everything_table[5]));
}

TEST_CASE("numbers out of range are reported and kept, in parts too") {
  const Reading wrong(R"({"number": 3000, "real": 9, "numbers": [2, 7], "word": "no",
    "step": {"name": "a", "weight": 9}, "steps": [{"weight": 2}, 5]})");
  CHECK(wrong.findings() ==
        "test.json:1:12: error: mass 3,000 is not between 1 and 5 kg; 3 would be [wrong-unit]\n"
        "test.json:1:26: error: 'real' 9 is not between 1 and 5 [implausible-value]\n"
        "test.json:1:56: error: 'word' must be usual or other, not 'no' [unknown-word]\n"
        "test.json:1:40: error: 'numbers' 7 is not between 1 and 5 [implausible-value]\n"
        "test.json:2:37: error: 'weight' 9 is not between 0.5 and 8 [implausible-value]\n"
        "test.json:2:66: error: 'steps' must hold objects only, not a number [wrong-type]\n"
        "test.json:2:51: error: a step lacks 'name' [missing-key]\n");
  CHECK(wrong.record.number == 3000);
  CHECK(wrong.record.real == 9);
  CHECK(wrong.record.word == "usual");
  CHECK(wrong.record.step.weight == 9);
  CHECK(wrong.record.steps.size() == 1);
}

TEST_CASE("a value that is not known empties optional members only") {
  Everything one;
  one.number = 3;
  for (const Field& field : Everything::fields()) set_value(one, field, {});
  CHECK_FALSE(one.number);
  CHECK(one.real == 2);
  CHECK(one.word == "usual");
  set_value(one, everything_table[2], true);
  CHECK(one.flag == true);
}

TEST_CASE("lists differ by their contents") {
  const std::string first[] = {"a"}, same[] = {"a"};
  const std::string_view one[] = {first[0]}, equal[] = {same[0]}, two[] = {"a", "b"};
  CHECK_FALSE(differs(Texts(one), Texts(equal)));
  CHECK(differs(Texts(one), Texts(two)));
  CHECK(differs(Texts(one), {}));
  CHECK(differs(1.0, true));
}

void check_same(const AnyRecord& a, const AnyRecord& b, std::span<const Field> fields) {
  for (const Field& field : fields) {
    CHECK_FALSE(differs(value_of(a, field), value_of(b, field)));
    if (!field.part()) continue;
    const AnyRecords left = field.part()->records(a), right = field.part()->records(b);
    REQUIRE(left.all().size() == right.all().size());
    for (std::size_t i = 0; i < left.all().size(); ++i)
      check_same(*left.all()[i], *right.all()[i], left.kind().fields());
  }
}

TEST_CASE("the built-in constants are what the data files hold") {
  std::vector<Diagnostic> found;
  const Catalog read(read_data(data_files("data"), found));
  for (std::size_t i = 0; i < record_kinds().size(); ++i) {
    const auto built = shipped_catalog().lists()[i].all(), fresh = read.lists()[i].all();
    INFO(record_kinds()[i].list);
    REQUIRE(built.size() == fresh.size());
    for (std::size_t k = 0; k < built.size(); ++k)
      check_same(*built[k], *fresh[k], record_kinds()[i].fields());
  }
}

}  // namespace
}  // namespace gpupick
