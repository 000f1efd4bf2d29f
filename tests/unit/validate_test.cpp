#include "catalog/validate.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "catalog/price_table.hpp"
#include "catch.hpp"
#include "schema/field.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

std::vector<Diagnostic> findings_in(const std::string& path) {
  const std::string text = read_text(path);
  std::vector<Diagnostic> found;
  if (path.ends_with(".csv")) {
    PriceTableForm form;
    form.catalog = &fixed_catalog();
    form.kind = "street_used";
    form.date = "2026-11-21";
    form.own = fixed_catalog().of<Source>().front();
    read_price_table({path, text}, form, found);
    return found;
  }
  const Dataset data = read_data({{path, text}}, found);
  for (Diagnostic& diagnostic : validate(data, fixed_catalog(), Date{2026, 11, 28}))
    found.push_back(std::move(diagnostic));
  return found;
}

TEST_CASE("each rule has a file that breaks only this rule") {
  std::set<std::string> broken;
  for (const auto& entry : fs::directory_iterator(project_path("tests/bad"))) {
    // "unknown-word.engine.json": the rule, then the case.
    const std::string path = entry.path().string(), name = entry.path().filename().string();
    const std::string rule = name.substr(0, name.find('.'));
    broken.insert(rule);
    INFO(path);
    const std::vector<Diagnostic> found = findings_in(path);
    REQUIRE(found.size() == 1);
    CHECK(text_of(found[0].rule).id == rule);
    // The finding is on the line that holds the word BROKEN, if any does.
    const std::string text = read_text(path);
    if (const std::size_t mark = text.find("BROKEN"); mark != std::string::npos)
      CHECK(found[0].where.line ==
            1 + static_cast<std::size_t>(std::count(
                    text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark), '\n')));
  }
  std::set<std::string> all;
  for (const RuleText& rule : rules()) all.emplace(rule.id);
  CHECK(broken == all);
}

TEST_CASE("the shipped data has no findings") {
  const Run run = run_gpupick({"validate", project_path("data")});
  CHECK_THAT(run.out, ContainsSubstring("0 errors, 0 warnings in"));
  CHECK(run.status == 0);
}

TEST_CASE("the fixed catalog is complete and has no findings") {
  const Run run = run_fixed({"validate", project_path("tests/catalog")});
  CHECK_THAT(run.out, ContainsSubstring("0 errors, 0 warnings in 38 cards"));
  CHECK(run.status == 0);
}

TEST_CASE("a blank name is an error") {
  for (const char* name : {"", "  "}) {
    const std::string text = std::string(R"({"sources": [{"id": "a", "title": ")") + name +
                             R"(", "publisher": "b", "kind": "maker", "read": "2026-11-22"}]})";
    const Run run = run_fixed({"validate", "-"}, text);
    CHECK(run.status == 1);
    CHECK_THAT(run.out, ContainsSubstring("'title' of the source is blank [missing-key]"));
    CHECK_THAT(run.out, ContainsSubstring("1 error, 0 warnings"));
  }
}

TEST_CASE("a malformed file suppresses findings of unused sources") {
  const std::string bad = project_path("tests/bad/");
  const Run run = run_fixed({"validate", bad + "malformed-json.json", bad + "unused-source.json"});
  CHECK(run.status == 1);
  CHECK(run.out.find("unused-source]") == std::string::npos);
}

TEST_CASE("a workload that cannot rank anything is an error") {
  const std::string good = run_fixed({"workloads", "general", "--format", "json"}).out;
  for (const auto& [pointer, value, message] :
       {std::tuple("/jobs", "[]", "'jobs' must hold a job [missing-key]"),
        std::tuple("/jobs/0/weight", "0", "'weight' 0 is not between 0.001 and 1,000"),
        std::tuple("/jobs/0/task", R"("chatt")", "'chatt' is no task; did you mean chat?"),
        std::tuple("/host", R"("deskto")", "'deskto' is no host"),
        std::tuple("/software/0/at_least", R"("none")", "legacy or current, not 'none'")}) {
    INFO(pointer);
    auto profile = nlohmann::json::parse(good)["workloads"][0];
    profile[nlohmann::json::json_pointer(pointer)] = nlohmann::json::parse(value);
    const nlohmann::json file = {{"workloads", {profile}}};
    const Run run = run_fixed({"validate", "-"}, file.dump());
    CHECK(run.status == 1);
    CHECK_THAT(run.out, ContainsSubstring(message));
    CHECK_THAT(run.out, ContainsSubstring("1 error, 0 warnings"));
  }
}

TEST_CASE("a workload's job that lacks a required key gives one error") {
  const auto profile = nlohmann::json::parse(
      run_fixed({"workloads", "general", "--format", "json"}).out)["workloads"][0];
  for (const char* key : {"label", "weight", "why"}) {
    INFO(key);
    auto broken = profile;
    broken["jobs"][0].erase(key);
    const nlohmann::json file = {{"workloads", {broken}}};
    const Run run = run_fixed({"validate", "-"}, file.dump());
    CHECK(run.status == 1);
    CHECK_THAT(run.out, ContainsSubstring("'" + std::string(key) + "'"));
    CHECK_THAT(run.out, ContainsSubstring("[missing-key]"));
    CHECK_THAT(run.out, ContainsSubstring("1 error, 0 warnings"));
  }
}

// Returns what validate says of a copy of the Arc B580 with this name.
std::string findings_of_copy(const nlohmann::json& name) {
  auto card =
      nlohmann::json::parse(run_fixed({"show", "arc-b580", "--format", "json"}).out)["card"];
  card["id"] = "my-card";
  if (!name.is_null()) card["name"] = name;
  card.erase("aliases");
  const nlohmann::json file = {{"gpus", {card}}};
  return run_fixed({"validate", "-"}, file.dump()).out;
}

TEST_CASE("a copy of a card under another name is reported as that alone") {
  const std::string out = findings_of_copy("My Card");
  CHECK_THAT(out, ContainsSubstring("'my-card' has every figure of arc-b580"));
  CHECK_THAT(out, ContainsSubstring("0 errors, 1 warning"));
}

TEST_CASE("a card with the full name of another is an error") {
  CHECK_THAT(findings_of_copy({}), ContainsSubstring("also names arc-b580 [duplicate-name]"));
}

TEST_CASE("nonzero numbers below 1e-12 are implausible") {
  const FieldFacts share{.low = 0, .high = 1};
  for (const double value : {0.0, 1e-12, 1.0}) CHECK(is_plausible(share, value));
  for (const double value : {9.9e-13, -1e-12, 1.01}) CHECK_FALSE(is_plausible(share, value));
}

TEST_CASE("inconsistent constants are an error") {
  const std::pair<const char*, const char*> rows[] = {
      {R"("intervals": [{"id": "x", "work": "offload", "low": 1.2, "high": 0.8, "rows": 40}])",
       "'low' must not be above 'high' [implausible-value]"},
      {R"("intervals": [{"id": "x", "work": "offload", "low": -1, "high": 0.8, "rows": 40}])",
       "'low' -1 is not between 0.0001 and"},
      {R"("engine_builds": [{"id": "x", "engine": "vlm", "stack": "cuda", "from": "2025",
                       "layer_seconds": 1e-5, "attention_share": 0.5}])",
       "'vlm' is no engine; did you mean vllm? [unknown-word]"},
      {R"("classes": [{"id": "x", "engine": "vlm", "stack": "cuda", "cards": 1,
                       "decode_efficiency": 0.5, "prefill_efficiency": 0.5}])",
       "'vlm' is no engine; did you mean vllm? [unknown-word]"},
      {R"("classes": [{"id": "x", "engine": "vllm", "stack": "cuda", "cards": 1, "like": "nothing",
                       "decode_efficiency": 0.5, "prefill_efficiency": 0.5}])",
       "'nothing' is no class [unknown-word]"}};
  for (const auto& [text, message] : rows) {
    const Run run = run_fixed({"validate", "-"}, std::string("{") + text + "}");
    INFO(text << "\n" << run.out);
    CHECK(run.status == 1);
    CHECK_THAT(run.out, ContainsSubstring(message));
    CHECK_THAT(run.out, ContainsSubstring("1 error, 0 warnings"));
  }
}

TEST_CASE("engines require a record in each list of constants") {
  auto file = nlohmann::json::parse(read_text(project_path("tests/catalog/calibration.json")));
  const nlohmann::json engines = {{"engines", {file["engines"][0]}}};
  const std::string text = engines.dump();
  const Dataset data = dataset_from(text);
  std::string said;
  for (const Diagnostic& found : validate(data, Catalog()))
    if (found.rule == Rule::missing_key) said += found.message + "\n";
  for (const char* list : {"training", "fine_tuning", "training_memory", "network_memory", "images",
                           "offload", "serving"})
    CHECK_THAT(said, ContainsSubstring(std::string("a record in the list '") + list + "'"));
}

TEST_CASE("duplicate engine ids and unknown model formats are errors") {
  const auto errors_of = [](const nlohmann::json& file) {
    return run_fixed({"validate", "-"}, file.dump()).out;
  };
  const auto list = [](const char* path, const char* key) {
    return nlohmann::json::parse(read_text(project_path(path)))[key];
  };
  const auto engine = list("tests/catalog/calibration.json", "engines")[0];
  CHECK_THAT(errors_of({{"engines", {engine, engine}}}), ContainsSubstring("[duplicate-name]"));
  auto model = list("tests/catalog/models.json", "models")[0];
  model["quant"] = "q4_k_n";
  CHECK_THAT(errors_of({{"models", {model}}}),
             ContainsSubstring("'q4_k_n' is no format of weights; did you mean q4_k_m"));
}

// Returns the output of `validate` for these records.
std::string said_of(const nlohmann::json& file) {
  return run_fixed({"validate", "-"}, file.dump()).out;
}

TEST_CASE("prices and rents outside their ranges are errors") {
  const std::tuple<const char*, double, const char*> rows[] = {
      {"street_new", 9, "9 USD is not between 10 and 1,000,000 [implausible-value]"},
      {"street_new", 10, ""},
      {"street_used", 1e6, ""},
      {"street_used", 1000001, "1,000,001 USD is not between 10 and 1,000,000"},
      {"cloud_spot", 0.005, "'usd' must not be below 0.01, as 0.005 is"},
      {"cloud_spot", 0.01, ""},
      {"cloud_on_demand", 1001, "1,001 USD per hour is not between 0.01 and 1,000"}};
  for (const auto& [kind, usd, message] : rows) {
    INFO(kind << " " << usd);
    const std::string out = said_of({{"prices",
                                      {{{"card", "rtx-4090"},
                                        {"kind", kind},
                                        {"usd", usd},
                                        {"basis", "asked"},
                                        {"date", "2026-09"},
                                        {"source", "dle-gnmt"},
                                        {"confidence", "high"}}}}});
    CHECK_THAT(out, ContainsSubstring(message));
    CHECK_THAT(out, ContainsSubstring(*message ? "1 error," : "0 errors,"));
  }
}

TEST_CASE("a stale price is reported at the first row of its day") {
  auto file = nlohmann::json::parse(read_text(project_path("tests/bad/stale-price.json")));
  file["prices"].push_back(file["prices"][1]);
  file["prices"][1]["confidence"] = "medium";
  const std::string text = file.dump(1);
  const std::size_t first = text.find("\"2025-01\"");
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), '\n');
  const std::string out = run_fixed({"validate", "-"}, text).out;
  CHECK_THAT(out, ContainsSubstring(":" + std::to_string(line) + ":"));
  CHECK_THAT(out, ContainsSubstring("0 errors, 2 warnings in"));  // and the price is entered twice
}

TEST_CASE("a model without a parameter count gives one error") {
  auto model =
      nlohmann::json::parse(read_text(project_path("tests/catalog/models.json")))["models"][0];
  model.erase("parameters");
  const std::string out = said_of({{"models", {model}}});
  CHECK_THAT(out, ContainsSubstring("'parameters'"));
  CHECK_THAT(out, ContainsSubstring("[missing-key]"));
  CHECK_THAT(out, ContainsSubstring("1 error, 0 warnings"));
}

TEST_CASE("the rule table is in enum order and its ids are unique") {
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < rules().size(); ++i) {
    CHECK(static_cast<std::size_t>(rules()[i].rule) == i);
    CHECK(ids.insert(rules()[i].id).second);
  }
}

TEST_CASE("a file that is not JSON gives only that finding") {
  std::vector<Diagnostic> found;
  const Dataset data =
      read_data({{"x.json", R"({"gpus": [{"id": "No Id", "colour": 1}], )"}}, found);
  REQUIRE(found.size() == 1);
  CHECK(found.front().rule == Rule::malformed_json);
  CHECK(data.of<Gpu>().empty());
  CHECK_FALSE(data.complete);
}

TEST_CASE("a street price is compared with those of the months around it") {
  using Prices = std::vector<std::pair<const char*, double>>;
  const auto outliers = [](const Prices& prices, const char* kind = "street_used",
                           const char* confidence = "high") {
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& [date, usd] : prices)
      rows.push_back({{"card", "rtx-3090"},
                      {"kind", kind},
                      {"usd", usd},
                      {"basis", "asked"},
                      {"date", date},
                      {"source", "dle-gnmt"},
                      {"confidence", confidence}});
    const std::string out = said_of({{"prices", rows}});
    std::size_t count = 0;
    for (std::size_t at = out.find("[price-outlier]"); at != std::string::npos;
         at = out.find("[price-outlier]", at + 1))
      ++count;
    return count;
  };
  const auto four = [](double first, double last) {
    return Prices{{"2026-05-01", first},
                  {"2026-06-01", 100},
                  {"2026-07-01", 100},
                  {"2026-07-02", 100},
                  {"2026-08-01", last}};
  };
  CHECK(outliers(four(100, 100)) == 0);
  CHECK(outliers(four(201, 100)) == 1);
  CHECK(outliers(four(100, 201)) == 1);
  CHECK(outliers(four(100, 200)) == 0);
  CHECK(outliers(four(100, 50)) == 0);
  CHECK(outliers(four(49, 100)) == 1);
  // Rents may fall further, and prices of low confidence may differ more.
  CHECK(outliers(four(100, 20), "cloud_spot") == 0);
  CHECK(outliers(four(100, 19), "cloud_spot") == 1);
  CHECK(outliers(four(100, 500), "street_used", "low") == 0);
  CHECK(outliers(four(100, 501), "street_used", "low") == 1);
  // One other price proves less, and prices from four months before do not count.
  CHECK(outliers({{"2026-06-01", 100}, {"2026-07-01", 350}}) == 0);
  CHECK(outliers({{"2026-06-01", 100}, {"2026-07-01", 351}}) == 2);
  CHECK(outliers(
            {{"2026-01-01", 100}, {"2026-01-02", 100}, {"2026-01-03", 100}, {"2026-05-04", 900}}) ==
        0);
  CHECK(outliers(
            {{"2026-01-01", 100}, {"2026-01-02", 100}, {"2026-01-03", 100}, {"2026-05-01", 900}}) ==
        1);
}

}  // namespace
}  // namespace gpupick
