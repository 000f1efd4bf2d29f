#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.hpp"
#include "base/money.hpp"
#include "cards/names.hpp"
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
                                  {"1.2 k", 1200},
                                  {"1 250", 1250},
                                  {"1\xC2\xA0"
                                   "250,50",
                                   1250.5},
                                  {"12\xE2\x80\xAF"
                                   "500",
                                   12500},
                                  {"1'299.00", 1299},
                                  {"1\xE2\x80\x99"
                                   "299",
                                   1299},
                                  {"1299,-", 1299},
                                  {"1.299,--", 1299},
                                  {"-5", -5}}) {
    INFO(text);
    CHECK(parse_price(text) == Approx(usd));
  }
  CHECK(parse_price("1.250", true) == Approx(1.25));
  CHECK_THROWS_WITH(parse_price("1.200"), "'1.200' may mean 1,200 or 1.2; write 1200 or 1.20");
  for (const char* text :
       {"", "cheap", "nan", "inf", "1.2.3", "1,2,3", "1 25", "12 34", "1234 567"})
    CHECK_THROWS_AS(parse_price(text), Error);
}

TEST_CASE("an amount of money is read alike wherever it stands") {
  const auto money = [](std::string_view text) {
    const auto [amount, code] = parse_money(text);
    return fmt::format("{} {}", amount, code);
  };
  CHECK(money("15000EUR") == "15000 EUR");
  CHECK(money("15.000,00 €") == "15000 EUR");
  CHECK(money("€700") == "700 EUR");
  CHECK(money("$2k") == "2000 USD");
  CHECK(money("2k chf") == "2000 CHF");
  CHECK(money("2 k") == "2000 ");
  CHECK(money("2 k€") == "2000 EUR");
  CHECK(money("1,250.5") == "1250.5 ");
  CHECK(money("CHF 1'299.00") == "1299 CHF");
  CHECK(money("0.30/kWh") == "0.3 ");
  CHECK(money("$1.5/hr") == "1.5 USD");
  CHECK(money("27c") == "0.27 ");
  CHECK(money("27 ct/kWh") == "0.27 ");
  for (const char* text : {"", "EUR", "12 apples", "€12€", "1.250", "1.250 EUR", "700-1200"})
    CHECK_THROWS_AS(parse_money(text), Error);
  CHECK(money_in({"EUR", 1.08}, "700€", "--budget") == 700);
  CHECK_THROWS_WITH(money_in({}, "700€", "--budget"),
                    ContainsSubstring("add `--currency EUR=RATE`"));
  CHECK_THROWS_WITH(money_in({"EUR", 1.08}, "$700", "--budget"), ContainsSubstring("is in USD"));
  for (const char* flag : {"--budget", "--max-hourly", "--host-cost", "--kwh", "--price"})
    for (const char* text : {"1.250", "700-1200", "700EUR", "cheap"}) {
      const std::string value = std::string(flag == std::string("--price") ? "3090=" : "") + text;
      const Run run = run_fixed({"recommend", flag, value});
      INFO(flag << " " << value << "\n" << run.err);
      CHECK(run.status == 2);
      CHECK_THAT(run.err, ContainsSubstring(flag));
    }
  const auto answer = [](const char* flag, const char* value) {
    return run_fixed({"recommend", "--currency", "EUR=1.08", flag, value}).out;
  };
  CHECK(answer("--kwh", "0,35") == answer("--kwh", "0.35"));
  CHECK(answer("--vat", "19%") == answer("--vat", "19"));
  CHECK(answer("--max-length", "30cm") == answer("--max-length", "300"));
  CHECK(answer("--budget", "15.000,00 €") == answer("--budget", "15000"));
  CHECK(answer("--currency", "EUR=1,08").empty());  // given twice
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
                                   {"basis", "asked"},
                                   {"date", "2026-11-21"},
                                   {"source", "my-shop"},
                                   {"confidence", "medium"},
                                   {"own", true}}));
  CHECK(data["sources"][0]["id"] == "my-shop");
  CHECK(data["sources"][0]["title"] == "My Shop");
  const Run checked = run_fixed({"validate", "-", "--strict"}, run.out);
  INFO(checked.out);
  CHECK(checked.status == 0);
  const json answer = json::parse(
      run_fixed({"recommend", "--only", "3090", "--format", "json", "--add", "-"}, run.out).out);
  CHECK(answer["ranked"][0]["price_usd"] == 950.5);
}

TEST_CASE("a table of Markdown is read as a CSV is") {
  const Run run = import(
      "| Card | USD | Notes |\n|:---|---:|---|\n| RTX 3090 | $950.50 | mining |\n"
      "| 4090 | 1,850 |  |\n\n",
      mine);
  INFO(run.err);
  REQUIRE(run.status == 0);
  const json data = json::parse(run.out);
  REQUIRE(data["prices"].size() == 2);
  CHECK(data["prices"][0]["card"] == "rtx-3090");
  CHECK(data["prices"][0]["usd"] == 950.5);
  CHECK(data["prices"][1]["usd"] == 1850);
  CHECK_THAT(import("| Card | USD |\n|---|---|\n| RTX 3090 | 950 | 3 |\n", mine).err,
             ContainsSubstring("-:3:20: error: 3 cells, but the header names 2"));
  const Run bare = import(
      "Prices of today:\n\nCard | USD\n---|---\n**RTX 3090** | **$950**\n|  |  |\n\n- sold\n",
      mine);
  INFO(bare.err);
  REQUIRE(bare.status == 0);
  CHECK(json::parse(bare.out)["prices"].size() == 1);
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

TEST_CASE("an import without a price, or with a kind that is none, is refused") {
  for (const char* table : {"card,usd\n", "card,usd\nrtx-9999,1\n", "card,usd\n3090,900\n"})
    CHECK_THAT(
        import(table, {"--kind", "hire", "--date", "today", "--source", "x", "--skip-bad"}).err,
        ContainsSubstring("gpupick: error: --kind must be ") && !ContainsSubstring("skipped"));
  for (const char* table : {"card,usd\n", "card,usd\nrtx-9999,1\n"}) {
    const Run run = import(table, mine_and({"--skip-bad"}));
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring("- has no row with a price"));
  }
  for (const char* table : {"", "\n", "\ncard,usd\n"})
    CHECK_THAT(import(table, mine).err, ContainsSubstring("the table is empty"));
  for (const char* format : {"csv", "html", "svg", "markdown"})
    CHECK_THAT(import("card,usd\n3090,900\n", mine_and({"--format", format})).err,
               ContainsSubstring("leave --format out"));
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
             ContainsSubstring("'GBP 500' is in GBP"));
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
  CHECK_THAT(run.err, ContainsSubstring("-:3:1: skipped: no card"));
  CHECK_THAT(run.err, ContainsSubstring("gpupick: note: 4 rows left out"));
  CHECK(import("cards,usd\n3090,950\n", mine_and({"--skip-bad"})).status == 2);
}

TEST_CASE("a price of one's own is the same by every way to give it") {
  const std::vector<std::string> ask = {"recommend", "--only", "3090", "--format", "json"};
  const auto ranked = [&](const std::vector<std::string>& more, const std::string& in) {
    std::vector<std::string> line = ask;
    line.insert(line.end(), more.begin(), more.end());
    return json::parse(run_fixed(line, in).out)["ranked"][0];
  };
  const json given = ranked({"--price", "3090=716"}, "");
  CHECK(given["price_usd"] == 716);
  CHECK(given["price_low_usd"] == 716);
  for (const char* table : {"card,usd\n3090,716\n", "card,usd,kind\n3090,716,\n",
                            "card,usd,kind\n3090,716,used\n", "card,usd,kind\n3090,716,New\n"}) {
    INFO(table);
    CHECK(ranked({"--prices", "-"}, table) == given);
    CHECK(ranked({"--add", "-"}, import(table, mine).out) == given);
    CHECK(ranked({"--prices", "-", "--as-of", "2026-10-01"}, table)["price_usd"] == 716);
  }
  CHECK(ranked({"--price", "3090=716", "--prices", "-"}, "card,usd\n3090,500\n") == given);
}

TEST_CASE("a price of one's own goes before those of the market in its condition") {
  const auto price = [](const std::string& condition, const std::string& table) {
    const Run run = run_fixed({"list", "--only", "4060-ti-16gb", "--columns", "price_usd",
                               "--prices", "-", "--format", "json", "--condition", condition},
                              table);
    const json card = json::parse(run.out)["cards"][0];
    return card.value("price_kind", "") + " " + card.value("price_usd", json()).dump();
  };
  const std::string fresh = "card,usd,kind\n4060-ti-16gb,2500,new\n";
  CHECK(price("any", fresh) == "given 2500");
  CHECK(price("new", fresh) == "given 2500");
  CHECK(price("used", fresh) == price("used", "card,usd\n3090,700\n"));
  CHECK(price("used", "card,usd\n4060-ti-16gb,2500\n") == "given 2500");
  CHECK(price("any", "card,usd,kind\n4060-ti-16gb,500,new\n4060-ti-16gb,400,used\n") ==
        "given 400");
}

TEST_CASE("of several own prices the newest counts, of one day the lowest") {
  const std::string csv =
      "card,usd,kind,date\n3090,700,used,2026-09-01\n3090,900,used,2026-09-02\n"
      "3090,800,used,2026-09-02\n";
  const Run run = run_fixed({"show", "3090", "--add", "-"}, import(csv, mine).out);
  CHECK_THAT(run.out, ContainsSubstring("800 given, Sep 2026"));
  CHECK_THAT(import(csv, mine).err,
             ContainsSubstring("- has 3 prices for rtx-3090, in lines 2, 3 and 4; the newest"));
  std::string many = "card,usd\n";
  for (int i = 0; i < 15; ++i) many += "3090,700\n";
  CHECK_THAT(
      import(many, mine).err,
      ContainsSubstring("has 15 prices for rtx-3090, in lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 "
                        "and 5 more; the newest"));
}

TEST_CASE("an own price stands beside the market of the card, an own rent is taken as it is") {
  const auto prices = [](const std::vector<std::string>& more, const std::string& in) {
    std::vector<std::string> line = {"prices", "3090", "--format", "json"};
    line.insert(line.end(), more.begin(), more.end());
    return json::parse(run_fixed(line, in).out);
  };
  const std::string csv = "card,usd,kind\n3090,0.5,cloud_on_demand\n3090,700,used\n";
  json with = prices({"--prices", "-"}, csv), without = prices({}, "");
  REQUIRE(with["own"].size() == 2);
  CHECK(with["own"][0]["usd"] == 700);
  CHECK(with["own"][1]["basis"] == "list");
  for (std::size_t i = 0; i < without["prices"].size(); ++i)
    if (without["prices"][i]["kind"].get<std::string>().starts_with("street"))
      CHECK(with["prices"][i] == without["prices"][i]);
  const Run run = run_fixed(
      {"recommend", "--rent", "--only", "3090", "--prices", "-", "--format", "json"}, csv);
  const json card = json::parse(run.out)["ranked"][0];
  CHECK(card["price_usd_hour"] == 0.5);
  CHECK(card["price_low_usd_hour"] == 0.5);
}

TEST_CASE("a basis that the table gives is kept, and observed prices stay observations") {
  const json rows = json::parse(
      import("card,usd,basis,source\n3090,950,sold,\n4090,2000,,ebay\n", mine).out)["prices"];
  CHECK(rows[0]["basis"] == "sold");
  CHECK(rows[0]["own"] == true);
  CHECK(rows[1]["basis"] == "asked");
  CHECK_FALSE(rows[1].contains("own"));
}

TEST_CASE("a line break in quotes is part of its cell") {
  const std::string csv =
      "card,usd,what\n3090,700,\"Founders Edition,\nboxed\"\n4090,1800,plain\n9999,1,\"a\nb\"\n";
  const Run run = import(csv, mine_and({"--skip-bad"}));
  INFO(run.err);
  const json rows = json::parse(run.out)["prices"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["what"] == "Founders Edition, boxed");
  CHECK(rows[1]["usd"] == 1800);
}

TEST_CASE("messages say which words a table takes") {
  const auto err = [](const std::string& csv) {
    return run_fixed({"recommend", "--prices", "-"}, csv).err;
  };
  CHECK_THAT(err("card,usd,kind\n3090,900,odd\n"),
             ContainsSubstring("-:2:10: error: 'kind' must be launch, new, used, cloud_on_demand"));
  CHECK_THAT(err("card;eur\n3090;900\n"), ContainsSubstring("the column 'eur' needs"));
  CHECK_THAT(err("card,usd\n\"rtx 3090,900\n"),
             ContainsSubstring("-:2:1: error: the quote is not closed on its line"));
  CHECK_THAT(err("card,usd,source\n3090,900,me\n"),
             ContainsSubstring("'me' is no source of the data; leave the cell empty"));
  CHECK_THAT(
      err("card,usd\nrtx-9999,900\n"),
      ContainsSubstring("leave them out with `gpupick prices import - --skip-bad --kind used "
                        "--date today --source mine --to mine.json` and `--add mine.json`"));
  CHECK_THAT(err("card,usd,Menge\n3090,900,3\n"),
             ContainsSubstring("has columns that prices do not: menge"));
  const std::string odd = "Was;Wie;Wieviel\nRTX 3090;gebraucht;900\n";
  const Run refused = import(odd, mine);
  CHECK_THAT(refused.err, ContainsSubstring("-:1:1: error: no column is called 'Was', 'Wie'"
                                            " or 'Wieviel'; known are card, kind (launch, new"));
  CHECK_THAT(refused.err, ContainsSubstring("1 error"));
  CHECK_THAT(err(odd), ContainsSubstring("lacks card and usd; known are card, kind (launch"));
  CHECK_THAT(run_fixed({"recommend", "--currency", "EUR=1.08", "--prices", "-"},
                       "card,usd,eur\n3090,900,800\n")
                 .err,
             ContainsSubstring("the columns usd and eur are both prices"));
}

TEST_CASE("own prices are listed by their distance from the market") {
  const std::string csv =
      "card,usd,kind\n3090,1300,used\n4090,1000,used\nmi210,5000,used\n3090,1250,\n";
  const Run run = run_fixed({"prices", "--prices", "-", "--format", "json"}, csv);
  const json rows = json::parse(run.out)["prices"];
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["id"] == "rtx-4090");
  CHECK(rows[0]["line"] == 3);
  for (const json& row : rows) {
    if (!row.contains("market_usd")) continue;
    CHECK(row["own_usd"].get<double>() / row["market_usd"].get<double>() - 1 ==
          Approx(row["difference"].get<double>()).margin(1e-3));
    CHECK(row["low_usd"] <= row["market_usd"]);
  }
  CHECK(rows.back()["id"] == "mi210");
  CHECK_FALSE(rows.back().contains("market_usd"));
  CHECK(run_fixed({"prices", "--prices", "-", "--sort", "line", "--top", "1"}, csv)
            .out.find("GeForce RTX 3090") != std::string::npos);
  const Run text = run_fixed({"prices", "--prices", "-", "--currency", "EUR=1.08"}, csv);
  CHECK_THAT(text.out, ContainsSubstring("yours, EUR"));
}

TEST_CASE("the flag --only own keeps the cards with a price of one's own") {
  const std::string csv = "card,usd\n3090,900\n4090,1500\n";
  const Run run =
      run_fixed({"recommend", "--only", "own", "--prices", "-", "--format", "json"}, csv);
  CHECK(json::parse(run.out)["ranked"].size() == 2);
  CHECK_THAT(run_fixed({"recommend", "--only", "own"}).err,
             ContainsSubstring("--only own needs prices of your own"));
}

TEST_CASE("all ways to give a price refuse the same ones") {
  const std::string header = "card,usd\n3090,";
  for (const char* usd : {"-5", "0", "9", "1e308", "1000001", "NaN", "1.200", "US", "US $", "$"}) {
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

TEST_CASE("an import writes beside what a lost run of the same number left") {
  const Folder folder;
  std::ofstream(folder.path / fmt::format(".gpupick-{}-0", getpid())) << "left";
  CHECK(folder.import_to("own.json").status == 0);
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

TEST_CASE("a price of several cards is refused, however the name counts them") {
  for (const char* name :
       {"2x RTX 3090", "2 x RTX 3090", "2× RTX 3090", "RTX 3090 x2", "RTX 3090 (x2)",
        "RTX 3090 (2er Set)", "3090 (2 Stück)", "Lot of 4 RTX 3090", "RTX 3090 (2-pack)"}) {
    INFO(name);
    CHECK(counts_cards(name));
  }
  for (const char* name :
       {"RTX 3090", "7900 XTX", "A100X 80", "INNO3D RTX 4070 Twin X2", "MSI RTX 3090 Ventus 3X",
        "RTX 3090 24GB PCIe 4.0 x16", "RTX 5060 8GB 1x HDMI 3x DP", "RTX 3090 2 slots",
        "1x RTX 3090", "MI250X", "H100 80GB"}) {
    INFO(name);
    CHECK_FALSE(counts_cards(name));
  }
  for (const char* name : {"2x RTX 3090", "RTX 3090 x2", "RTX 3090 (2er Set)"}) {
    INFO(name);
    const std::string csv = fmt::format("card,usd\n\"{}\",1800\n", name);
    const std::string alone = fmt::format("'{}' counts cards", name);
    CHECK_THAT(import(csv, mine).err, ContainsSubstring("2:1: ") && ContainsSubstring(alone));
    CHECK_THAT(run_fixed({"recommend", "--prices", "-"}, csv).err, ContainsSubstring(alone));
    CHECK_THAT(run_fixed({"recommend", "--price", fmt::format("{}=1800", name)}).err,
               ContainsSubstring(alone) && ContainsSubstring("with the price of one"));
    for (const char* flag : {"--only", "--exclude"})
      CHECK_THAT(run_fixed({"list", flag, name}).err, ContainsSubstring(alone));
    CHECK_THAT(run_fixed({"show", name}).err, ContainsSubstring(alone));
  }
}

TEST_CASE("cells without a column are refused in every table, unless empty") {
  const std::string csv = "card,usd\nrtx-3090,1299,50\n";
  for (const Run& run : {import(csv, mine), run_fixed({"prices", "--prices", "-"}, csv)}) {
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring("2:15: ") && ContainsSubstring("3 cells"));
  }
  CHECK(run_fixed({"prices", "--prices", "-"}, "card,usd\nrtx-3090,1299,,\n").status == 0);
}

TEST_CASE("a price in another currency than its column is refused by the currency") {
  const auto refusal = [](const char* column, const char* price) {
    const std::string csv = fmt::format("card,{}\nrtx-3090,{}\n", column, price);
    return run_fixed({"prices", "--prices", "-", "--currency", "EUR=1.08"}, csv).err;
  };
  for (const char* price : {"$900", "900 USD", "US$900"})
    CHECK_THAT(refusal("eur", price), ContainsSubstring("is in USD, but its column is in EUR"));
  for (const char* price : {"€900", "900 EUR", "900 euros"})
    CHECK_THAT(refusal("usd", price), ContainsSubstring("is in EUR, but its column is in USD"));
  for (const char* price : {"€900", "900 EUR", "900", "\"1.250,50 €\""})
    CHECK(refusal("eur", price).empty());
  CHECK_THAT(refusal("usd", "nan"), ContainsSubstring("'nan' is not a price"));
  CHECK_THAT(run_fixed({"list", "--currency", "USD=2"}).err, ContainsSubstring("not 'USD=2'"));
  CHECK(run_fixed({"list", "--currency", "USD=1"}).status == 0);
}

TEST_CASE("a table of prices without a row is refused") {
  CHECK_THAT(run_fixed({"recommend", "--prices", "-"}, "card,usd\n").err,
             ContainsSubstring("has no row with a price"));
}

TEST_CASE("a column that says what a price is for is not passed over") {
  for (const char* column : {"Quantity", "qty"}) {
    INFO(column);
    const std::string csv = fmt::format("card,usd,{}\n3090,300,for parts\n", column);
    CHECK_THAT(run_fixed({"recommend", "--prices", "-"}, csv).err,
               ContainsSubstring("has the column "));
  }
  CHECK_THAT(
      run_fixed({"recommend", "--prices", "-"}, "card,usd,condition\n3090,300,for parts\n").err,
      ContainsSubstring("'kind' must be"));
}

TEST_CASE("tables of shops and spreadsheets are read by their usual headers and words") {
  struct Table {
    const char *csv, *kind, *date;
    double usd;
  };
  const Table tables[] = {
      {"name,price,currency,condition,url,date\nRTX 3090,$900,USD,Refurbished,https://x.org,"
       "2026-11-20T13:00:00Z\n",
       "street_used", "2026-11-20", 900},
      {"Title,Price (USD),Condition,Sold date\nRTX 3090,\"1,299.00\",Brand New,11/20/2026\n",
       "street_new", "2026-11-20", 1299},
      {"GPU,Price\nRTX 3090,$1'299.00\n", "street_used", "2026-11-21", 1299},
      {"title,price,date\nRTX 3090,\"US $1,299.00\",\"Nov 20, 2026\"\n", "street_used",
       "2026-11-20", 1299},
      {"title;eur;date\nRTX 3090;1000 \xE2\x82\xAC VB;20. November 2026\n", "street_used",
       "2026-11-20", 1080},
      {"title;usd;date\nRTX 3090;1299;3 M\xC3\xA4rz 2026\n", "street_used", "2026-03-03", 1299},
      {"Model,price_usd\nRTX 3090,\"1299,-\"\n", "street_used", "2026-11-21", 1299},
      {"sep=;\nname;price;notes\nRTX 3090;1\xE2\x80\xAF"
       "299,00;boxed\n",
       "street_used", "2026-11-21", 1299},
      {"Artikel;Preis;Zustand;Datum\nRTX 3090;1\xC2\xA0"
       "000,00 \xE2\x82\xAC;gebraucht;20.11.2026\n",
       "street_used", "2026-11-20", 1080},
      {"gpu;Preis EUR;kind\nRTX 3090;1000;pre-owned\n", "street_used", "2026-11-21", 1080},
      {"card,price,currency\nRTX 3090,950,USD\n", "street_used", "2026-11-21", 950}};
  for (const auto& [csv, kind, date, usd] : tables) {
    INFO(csv);
    std::vector<std::string> flags = {"--kind", "used", "--date", "2026-11-21", "--source", "shop"};
    if (usd == 1080 || usd == 950) flags.insert(flags.end(), {"--currency", "EUR=1.08"});
    const Run run = import(csv, flags);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json row = json::parse(run.out)["prices"][0];
    CHECK(row["card"] == "rtx-3090");
    CHECK(row["kind"] == kind);
    CHECK(row["date"] == date);
    CHECK(row["usd"] == usd);
  }
  const auto refusal = [](const std::string& csv) { return import(csv, mine).err; };
  CHECK_THAT(refusal("card,usd,date\n3090,900,5/10/2026\n"), ContainsSubstring("must be a date"));
  CHECK_THAT(refusal("card,usd,date\n3090,900,Foo 20 2026\n"), ContainsSubstring("must be a date"));
  CHECK_THAT(refusal("card,price\n3090,900 EUR\n"), ContainsSubstring("is in EUR"));
  CHECK_THAT(refusal("card,price\n3090,\xE2\x82\xB9"
                     "900\n"),
             ContainsSubstring("is in INR"));
  CHECK_THAT(refusal("card,price,currency\n3090,900,GBP\n"),
             ContainsSubstring("the price is in 'GBP'; `--currency GBP=RATE`"));
  CHECK_THAT(refusal("card;Preis EUR\n3090;900\n"),
             ContainsSubstring("the column 'preiseur' needs what one of it is worth in USD, as "
                               "`--currency eur=1.08`"));
  CHECK_THAT(refusal("url,gpu\nx,3090\n"), ContainsSubstring("the header lacks usd"));
  CHECK_THAT(refusal("PK\x03\x04..."), ContainsSubstring("save the sheet as CSV"));
  CHECK_THAT(import("card,usd,url\n3090,900,x\n", mine).err,
             ContainsSubstring("has columns that prices do not: url"));
}

}  // namespace
}  // namespace gpupick
