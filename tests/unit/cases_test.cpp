// Public reports with what was right: tests/unit/cases.csv gives the question, what the answer must
// say, and the report. Weights lie in the range given, and 4 in 5 measured speeds in the printed
// one; of users who write together, all of them or each. Other tests hold the reports on tools
// (detect_test.cpp), formats (quantisation_test.cpp), types of models (config_types_test.cpp) and
// names (shop_names.csv).
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "schema/csv.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

struct Speeds {
  int measured = 0, in_range = 0;

  void add(const Parsed& answer, const char* key, const std::string& cell) {
    if (cell.empty()) return;
    REQUIRE(answer.contains(key));
    const double speed = *parse_number(cell);
    ++measured;
    in_range += answer[key]["low"] <= speed && answer[key]["high"] >= speed;
  }
};

TEST_CASE("public reports are answered rightly") {
  std::istringstream lines(read_text(project_path("tests/unit/cases.csv")));
  Speeds speeds;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = cells_of(line);
    REQUIRE(cells.size() == 8);
    INFO(line);
    std::vector<std::string> args{"estimate"};
    for (const std::string_view word : split(cells[1], " "))
      args.push_back(word.starts_with("config/") ? project_path("tests/unit/" + std::string(word))
                                                 : std::string(word));
    const Run text = run_gpupick(args);
    CHECK_THAT(text.out + text.err, ContainsSubstring(cells[6]));
    if (text.status == 2) continue;
    args.insert(args.end(), {"--format", "json"});
    const Parsed answer = Parsed::parse(run_gpupick(args).out);
    if (const Phrases range = split(cells[2], "-"); range.size() == 2) {
      CHECK(answer["memory"]["parts"]["weights"] >= *parse_number(range[0]));
      CHECK(answer["memory"]["parts"]["weights"] <= *parse_number(range[1]));
    }
    const bool together = answer.contains("serve_tok_s");
    speeds.add(answer, together ? "serve_tok_s" : "decode_tok_s", cells[3]);
    if (together) speeds.add(answer, "decode_tok_s", cells[4]);
    speeds.add(answer, "prefill_tok_s", cells[5]);
  }
  // A range holds 4 in 5 measured cards.
  CHECK(5 * speeds.in_range >= 4 * speeds.measured);
}

}  // namespace
}  // namespace gpupick
