#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.hpp"
#include "catalog/price_table.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Run import(const std::string& csv, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"prices", "import", "-"});
  return run_fixed(more, csv);
}

const std::vector<std::string> mine = {"--kind", "used", "--date", "today", "--source", "My Shop"};

std::vector<std::string> mine_and(const std::vector<std::string>& more) {
  std::vector<std::string> out = mine;
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST_CASE("prices are read as people write them") {
  for (const auto& [text, usd] : {std::pair("950", 950.0),
                                  {"$1,250.50", 1250.5},
                                  {"1,250", 1250},
                                  {"1.250,00", 1250},
                                  {"1.250.000", 1250000},
                                  {"1,250,000", 1250000},
                                  {"950,5", 950.5},
                                  {"950,50 USD", 950.5},
                                  {"12.50", 12.5},
                                  {"0.125", 0.125},
                                  {"1.2k", 1200},
                                  {"-5", -5}}) {
    INFO(text);
    CHECK(parse_price(text) == Approx(usd));
  }
  CHECK(parse_price("1.250", true) == Approx(1.25));
  CHECK_THROWS_WITH(parse_price("1.200"), "'1.200' may mean 1,200 or 1.2; write 1200 or 1.20");
  for (const char* text : {"", "cheap", "nan", "inf", "1.2.3", "1,2,3", "1 250"})
    CHECK_THROWS_AS(parse_price(text), Error);
}

TEST_CASE("a table of cards and prices is enough to import with a kind, a day and a source") {
  const Run run = import("Card; USD\nRTX 3090; 950,50\n4090;1.850,00\n", mine);
  INFO(run.err);
  REQUIRE(run.status == 0);
  const json data = json::parse(run.out);
  CHECK(data["prices"].size() == 2);
  CHECK(data["prices"][0] == json({{"card", "rtx-3090"},
                                   {"kind", "street_used"},
                                   {"usd", 950.5},
                                   {"basis", "sold"},
                                   {"date", "2026-11-21"},
                                   {"source", "my-shop"},
                                   {"confidence", "high"}}));
  CHECK(data["sources"][0]["id"] == "my-shop");
  CHECK(data["sources"][0]["title"] == "My Shop");
  const Run checked = run_fixed({"validate", "-", "--strict"}, run.out);
  INFO(checked.out);
  CHECK(checked.status == 0);
  const json answer = json::parse(
      run_fixed({"recommend", "--only", "3090", "--format", "json", "--add", "-"}, run.out).out);
  CHECK(answer["ranked"][0]["price_usd"] == 950.5);
}

TEST_CASE("a table may name a source of the catalog instead") {
  const Run run = import("card,usd,basis,confidence\n3090,950,asked,medium\n",
                         {"--kind", "street_used", "--date", "2026-10", "--source", "ebay"});
  REQUIRE(run.status == 0);
  CHECK_FALSE(json::parse(run.out).contains("sources"));
}

TEST_CASE("a table without a kind, a day or a source says which flag stands for it") {
  CHECK_THAT(import("card,usd\n3090,950\n").err,
             ContainsSubstring("-:1:1: error: the header lacks kind (or `--kind used`), date (or "
                               "`--date today`) and source (or `--source \"my shop\"`)"));
  CHECK_THAT(import("card,usd\n3090,950\n", {"--source", "ebay"}).err,
             ContainsSubstring("basis and confidence"));
  CHECK_THAT(import("3090,950\n", mine).err, ContainsSubstring("no column is called '3090'"));
  CHECK_THAT(import("{\"prices\": []}").err, ContainsSubstring("this is JSON and no table"));
}

TEST_CASE("prices in another currency are converted and lose their tax") {
  for (const char* cell : {"1.190,00", "1190 €", "EUR 1190", "1190eur"}) {
    INFO(cell);
    const Run run = import(std::string("card;eur\n3090;") + cell + "\n",
                           mine_and({"--currency", "eur=1.08", "--vat", "19"}));
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["prices"][0]["usd"] == 1080);
  }
  CHECK_THAT(import("card;eur\n3090;500\n", mine).err,
             ContainsSubstring("the column 'eur' needs what one of it is worth in USD, as"));
  CHECK_THAT(import("card;eur\n3090;GBP 500\n", mine_and({"--currency", "EUR=1.08"})).err,
             ContainsSubstring("'GBP 500' is no price"));
  for (const char* currency : {"EUR", "EUR=", "EUR=0", "EUR=-1", "euro=1", "=1", "EUR=nan"})
    CHECK_THAT(import("card,usd\n3090,900\n", mine_and({"--currency", currency})).err,
               ContainsSubstring("--currency takes a code"));
}

TEST_CASE("a bad row is named, and with --skip-bad left out") {
  const std::string csv = "card,usd\n3090,950\nrtx-9999,800\n4090,-5\n4060,nan\n3060-12gb,1.200\n";
  const Run refused = import(csv, mine);
  CHECK(refused.status == 2);
  CHECK(refused.out.empty());
  for (const char* place : {"-:3:1: error: no card", "-:4:6: error: ", "-:5:6: error: 'nan'",
                            "-:6:11: error: '1.200' may mean"})
    CHECK_THAT(refused.err, ContainsSubstring(place));
  const Run run = import(csv, mine_and({"--skip-bad"}));
  CHECK(run.status == 0);
  CHECK(json::parse(run.out)["prices"].size() == 1);
  CHECK_THAT(run.err, ContainsSubstring("-:3:1: error: no card"));
  CHECK_THAT(run.err, ContainsSubstring("gpupick: note: 4 rows left out"));
  CHECK(import("cards,usd\n3090,950\n", mine_and({"--skip-bad"})).status == 2);
}

TEST_CASE("all ways to give a price refuse the same ones") {
  const std::string header = "card,usd\n3090,";
  for (const char* usd : {"-5", "0", "9", "1e308", "1000001", "NaN", "1.200"}) {
    INFO(usd);
    const Run table = run_fixed({"recommend", "--prices", "-"}, header + usd + "\n");
    CHECK(table.status == 2);
    CHECK_THAT(table.err, ContainsSubstring("-:2:"));
    CHECK(import(header + usd + "\n", mine).status == 2);
    const Run flag = run_fixed({"recommend", "--price", std::string("3090=") + usd});
    CHECK(flag.status == 2);
    CHECK_THAT(flag.err, ContainsSubstring("--price"));
  }
}

TEST_CASE("a price far from the catalog's gives a warning with its line") {
  const Run run = run_fixed({"recommend", "--prices", "-"}, "card,usd\n3090,1300\n4090,20\n");
  CHECK(run.status == 0);
  CHECK_THAT(run.err, ContainsSubstring("-:3:1: warning: 20 USD, where rtx-4090 costs about"));
  CHECK_THAT(run.err, !ContainsSubstring("-:2:"));
}

// A new folder that is removed at the end.
struct Folder {
  const fs::path path =
      fs::temp_directory_path() / ("gpupick_own_prices_" + std::to_string(getpid()));
  Folder() {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  Run import_to(const std::string& name) const {
    return import("card,usd\n3090,950\n", mine_and({"--to", (path / name).string()}));
  }
};

TEST_CASE("an import never replaces a file") {
  const Folder folder;
  std::ofstream(folder.path / "old.json") << "old";
  CHECK_THAT(folder.import_to("old.json").err, ContainsSubstring("old.json' exists"));
  CHECK(read_text((folder.path / "old.json").string()) == "old");
  fs::create_symlink("old.json", folder.path / "link.json");
  CHECK(folder.import_to("link.json").status == 2);
  CHECK(read_text((folder.path / "old.json").string()) == "old");
  CHECK(folder.import_to("absent/own.json").status == 2);
  CHECK(folder.entries() == 2);
}

TEST_CASE("an import follows a link to a file that is not there, and takes long names") {
  const Folder folder;
  fs::create_symlink("new.json", folder.path / "link.json");
  CHECK(folder.import_to("link.json").status == 0);
  CHECK(fs::is_symlink(folder.path / "link.json"));
  CHECK(fs::is_regular_file(folder.path / "new.json"));
  CHECK(folder.import_to(std::string(255, 'x')).status == 0);
  CHECK(folder.entries() == 3);
}

TEST_CASE("of several imports to one file one writes it") {
  const Folder folder;
  std::atomic<int> written = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { written += folder.import_to("own.json").status == 0; });
  for (std::thread& thread : threads) thread.join();
  CHECK(written == 1);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a minus for the file prints the import") {
  const Run run = import("card,usd\n3090,950\n", mine_and({"--to", "-"}));
  CHECK(run.out == import("card,usd\n3090,950\n", mine).out);
}

}  // namespace
}  // namespace gpupick
