#include "ranking/prices.hpp"

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using nlohmann::json;

const std::string header = "card,kind,usd,basis,date,n,region,source,confidence,what\n";

TEST_CASE("the prices command shows the prices that estimates use") {
  const json out = json::parse(run_fixed({"prices", "rtx-3090", "--format", "json"}).out);
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-3090");
  const Date day = catalog.day();
  const auto used = catalog.price_on(gpu, Condition::used, day);
  bool found = false;
  for (const json& line : out["prices"]) {
    CHECK(line["rows"].size() >= 1);
    if (line["kind"] != "street_used") continue;
    found = true;
    CHECK(line["price_usd"].get<double>() == Approx(used->usd).epsilon(5e-4));
    CHECK(line["rows"].size() == used->rows);
    CHECK(line["months_ago_usd"][0].get<double>() == Approx(used->usd).epsilon(5e-4));
  }
  CHECK(found);
}

// One used price of the RTX 4090, six weeks after the day of the fixed catalog.
const std::string later_price =
    R"({"prices": [{"card": "rtx-4090", "kind": "street_used", "usd": 2900, "basis": "sold",
        "date": "2026-11-20", "source": "ebay", "confidence": "high"}]})";

TEST_CASE("a price of a later day than the data changes its own card alone") {
  const auto ranked = [](const std::vector<std::string>& more, const std::string& in) {
    std::vector<std::string> line = {"recommend", "--vram", "12", "--format", "json"};
    line.insert(line.end(), more.begin(), more.end());
    std::map<std::string, json> cards;
    const json answer = json::parse(run_fixed(line, in).out);
    CHECK(answer["as_of"] == "2026-10-10");
    for (const json& card : answer["ranked"])
      cards[card["id"]] = {card["price_usd"], card["price_date"], card["terms"]};
    return cards;
  };
  auto before = ranked({}, ""), after = ranked({"--add", "-"}, later_price);
  CHECK(after["rtx-4090"][0] == 2900);
  CHECK(after["rtx-4090"][1] == "2026-11-20");
  after["rtx-4090"] = before["rtx-4090"];
  CHECK(after == before);
  for (const char* card : {"rtx-3090", "h100-sxm", "rx-7900-xtx"})
    CHECK(run_fixed({"prices", card, "--add", "-"}, later_price).out ==
          run_fixed({"prices", card}).out);
  const json stale = json::parse(
      run_fixed({"prices", "--stale", "1d", "--format", "json", "--add", "-"}, later_price).out);
  for (const json& card : stale["cards"]) CHECK(card["id"] != "rtx-4090");
}

TEST_CASE("a price of a later day does not count on a day that the user names") {
  const Run later = run_fixed({"prices", "4090", "--add", "-"}, later_price);
  CHECK_THAT(later.out, ContainsSubstring("2026-11-20  2,900"));
  const Run then =
      run_fixed({"prices", "4090", "--add", "-", "--as-of", "2026-10-10"}, later_price);
  CHECK_THAT(then.out, !ContainsSubstring("2,900"));
}

TEST_CASE("a card that was launched after the day of the data is answered for") {
  const std::string card = std::regex_replace(read_text(project_path("tests/cli/card.json")),
                                              std::regex("\"launch_date\": \"2024-05\""),
                                              "\"launch_date\": \"2026-11-15\"");
  const std::string id = json::parse(card)["gpus"][0]["id"];
  CHECK(run_fixed({"show", id, "--add", "-"}, card).status == 0);
  CHECK_THAT(run_fixed({"show", id, "--add", "-", "--as-of", "2026-10-10"}, card).err,
             ContainsSubstring("was launched in Nov 2026"));
}

TEST_CASE("prices import writes a valid data file") {
  const std::string csv =
      header +
      "rtx-3090,street_used,950,sold,2026-09,12,US,ebay,high,\"a \"\"b\"\", c\"\n"
      "\n"
      "rtx-4090,cloud_spot,0.3,list,2026-09-14,,,ebay,medium,\n";
  const Run read = run_fixed({"prices", "import", "-"}, csv);
  REQUIRE(read.status == 0);
  const json data = json::parse(read.out);
  REQUIRE(data["prices"].size() == 2);
  CHECK(data["prices"][0]["what"] == "a \"b\", c");
  CHECK(data["prices"][0]["n"] == 12);
  CHECK_FALSE(data["prices"][1].contains("region"));
  CHECK(run_fixed({"list", "--only", "rtx-3090", "--add", "-"}, read.out).status == 0);
  CHECK_THAT(run_fixed({"validate", "-", "--strict"}, read.out).out,
             ContainsSubstring("0 errors, 0 warnings in 0 cards and 2 prices"));
}

TEST_CASE("prices import reports a bad row by line and column and prints nothing") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"rtx-3090,street_used,cheap,sold,2026-09,,,ebay,high,", "-:3:22: error: "},
      {"rtx-9999,street_used,950,sold,2026-09,,,ebay,high,", "-:3:1: error: "},
      {"rtx-3090,street_used,950,guessed,2026-09,,,ebay,high,", "-:3:26: error: "},
      {"rtx-3090,street_used,950,sold,2026-19,,,ebay,high,", "-:3:31: error: "},
      {"rtx-3090,street_used,950,sold,2026-09,,,ebay,high,x,y", "-:3:53: error: 11 cells"},
      {"rtx-3090,street_used,,sold,2026-09,,,ebay,high,", "-:3:1: error: "},
  };
  for (const auto& [row, expected] : cases) {
    const std::string good = "rtx-3090,street_used,950,sold,2026-09,12,US,ebay,high,x\n";
    const Run run = run_fixed({"prices", "import", "-"}, header + good + row + "\n");
    INFO(run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with(expected));
  }
  const Run run = run_fixed({"prices", "import", "-"}, "card,worth\nrtx-3090,5\n");
  CHECK(run.err.starts_with("-:1:6: error: no column is called 'worth'"));
}

TEST_CASE("prices import --to writes a complete new file or none") {
  const auto folder = std::filesystem::temp_directory_path() / "gpupick_prices_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "own.json").string();
  const std::string csv = header + "rtx-3090,street_used,950,sold,2026-09,12,US,ebay,high,x\n";
  CHECK(run_fixed({"prices", "import", "-", "--to", path}, csv).status == 0);
  const std::string written = read_text(path);
  CHECK(written == run_fixed({"prices", "import", "-"}, csv).out);
  CHECK(run_fixed({"prices", "import", "-", "--to", path}, csv).status == 2);
  CHECK(
      run_fixed({"prices", "import", "-", "--to", (folder / "no/own.json").string()}, csv).status ==
      2);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.exists();
  CHECK(files == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("imported prices change only the cards they name") {
  const std::string csv = header + "rtx-3090,street_used,777,sold,2026-10,12,US,ebay,high,x\n";
  const std::vector<std::string> list = {"list", "--columns", "price_usd", "--format",
                                         "csv",  "--as-of",   "2026-10-10"};
  std::vector<std::string> with = list;
  const std::string data = run_fixed({"prices", "import", "-"}, csv).out;
  with.insert(with.end(), {"--add", "-"});
  std::istringstream before(run_fixed(list).out), after(run_fixed(with, data).out);
  std::size_t changed = 0;
  for (std::string a, b; std::getline(before, a);) {
    REQUIRE(std::getline(after, b));
    if (a == b) continue;
    ++changed;
    CHECK(b.starts_with("rtx-3090,"));
    CHECK(b.ends_with(",777"));
  }
  CHECK(changed == 1);
  // --prices accepts this file too.
  const auto json_of = [&](std::vector<std::string> args, const std::string& in) {
    args.insert(args.end(), {"--only", "rtx-3090", "--format", "json", "--as-of", "2026-10-10"});
    return json::parse(run_fixed(args, in).out)["ranked"][0]["price_usd"].get<double>();
  };
  CHECK(json_of({"recommend", "--prices", "-"}, csv) == 777);
  CHECK(json_of({"recommend", "--prices", "-"}, "card,usd\nrtx-3090,555\n") == 555);
  const auto rented = [](const std::vector<std::string>& flags) {
    std::vector<std::string> args = {"cost", "rtx-4090", "--format",
                                     "json", "--as-of",  "2026-10-10"};
    args.insert(args.end(), flags.begin(), flags.end());
    const std::string own = header + "rtx-4090,street_used,1777,sold,2026-10,12,US,ebay,high,x\n";
    return json::parse(run_fixed(args, own).out)["cards"][0]["rented"];
  };
  CHECK(rented({"--prices", "-"}) == rented({}));
  CHECK_FALSE(rented({}).empty());
}

TEST_CASE("stale prices are older than asked and sorted by how much they decide") {
  const Catalog& catalog = fixed_catalog();
  const Query query = query_for("general");
  const StalePrices old = stale_prices(catalog, query, 60);
  std::size_t decides = 1000;
  for (const StalePrice& one : old.cards) {
    CHECK(one.decides <= decides);
    decides = one.decides;
    if (one.newest) CHECK(days_between(*one.newest, query.day) > 60);
  }
  CHECK(stale_prices(catalog, query, 3650).cards.size() <= old.cards.size());
}

TEST_CASE("movers have an earlier price and at least three recent rows") {
  const Catalog& catalog = fixed_catalog();
  for (const Mover& one : movers(catalog, catalog.day(), 90).cards) {
    CHECK(one.before.usd > 0);
    CHECK(one.now.rows >= 3);
  }
  for (const char* flag : {"--stale", "--movers"}) {
    CHECK(run_fixed({"prices", flag, "60d"}).status == 0);
    CHECK(run_fixed({"prices", flag, "soon"}).status == 2);
  }
  CHECK(run_fixed({"prices"}).status == 2);
  CHECK(run_fixed({"prices", "rtx-3090", "--stale", "60d"}).status == 2);
}

TEST_CASE("a price is stale after the given number of days, a missing one always") {
  const Catalog& catalog = fixed_catalog();
  const Query query = query_for("general");
  const auto stale = [&](const char* id, int days) {
    for (const StalePrice& one : stale_prices(catalog, query, days).cards)
      if (one.gpu->id == id) return true;
    return false;
  };
  Date newest;
  for (const Observation& row : catalog.prices_of(catalog.find_gpu("rtx-4060")))
    if (row.kind.starts_with("street_")) newest = std::max(newest, last_day(row.date));
  const int age = days_between(newest, query.day);
  CHECK(age > 0);
  CHECK_FALSE(stale("rtx-4060", age));
  CHECK(stale("rtx-4060", age - 1));
  CHECK(stale("rtx-3060-8gb", 3650));
  CHECK_FALSE(stale("tpu-v5e", 0));  // rented only
}

TEST_CASE("a narrow terminal drops the oldest price columns first") {
  std::vector<std::string> gone;
  for (std::size_t width = 100; width >= 40; --width) {
    const std::string out = run_fixed({"prices", "rtx-3090"}, "", width).out;
    const std::string headings = out.substr(0, out.find("launch"));
    for (const char* heading : {"over a year", "12 months", "6 months", "rows", "3 months"})
      if (headings.find(heading) == std::string::npos && std::ranges::count(gone, heading) == 0)
        gone.emplace_back(heading);
  }
  CHECK(gone ==
        std::vector<std::string>{"over a year", "12 months", "6 months", "rows", "3 months"});
}

TEST_CASE("movers are sorted by the size of the change and observed before and after") {
  const Catalog& catalog = fixed_catalog();
  const Date day = catalog.day();
  const Movers found = movers(catalog, day, 120);
  CHECK(days_between(found.from, day) == 120);
  REQUIRE(found.cards.size() > 3);
  double before = 100;
  for (const Mover& one : found.cards) {
    const double change = std::fabs(std::log(one.now.usd / one.before.usd));
    CHECK(change <= before);
    before = change;
    bool early = false, late = false;
    for (const Observation& row : catalog.prices_of(*one.gpu)) {
      if (row.kind != "street_" + std::string(name_of(one.now.kind))) continue;
      early = early || first_day(row.date) <= found.from;
      late = late || (last_day(row.date) > found.from && first_day(row.date) <= day);
    }
    CHECK(early);
    CHECK(late);
  }
}

}  // namespace
}  // namespace gpupick
