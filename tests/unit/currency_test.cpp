#include "base/currency.hpp"

#include <gpupick/gpupick.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using nlohmann::json;

std::vector<std::string> in_euros(std::string_view line) {
  std::vector<std::string> out = split_arguments(line);
  out.insert(out.end(), {"--currency", "EUR=1.08", "--vat", "19"});
  return out;
}

TEST_CASE("an amount in USD becomes one in the currency with tax, and back") {
  const Currency euros{"EUR", 1.08, 0.19};
  CHECK(euros.from_usd(1080) == Approx(1190));
  CHECK(euros.to_usd(1190) == Approx(1080));
  CHECK(euros.text(1080) == "1,190");
  CHECK(euros.with_code(1080) == "1,190 EUR");
  const Estimate cost = euros.from_usd(Estimate{108, 54, 216, Evidence::measured});
  CHECK(cost.value == Approx(119));
  CHECK(cost.low == Approx(59.5));
  CHECK(cost.high == Approx(238));
  CHECK(Currency().is_usd());
  CHECK_FALSE(euros.is_usd());
}

TEST_CASE("a currency changes what is printed, and neither the order nor the data") {
  const auto ranked = [](const std::vector<std::string>& line) {
    std::vector<std::string> args = line;
    args.insert(args.end(), {"--format", "json"});
    return json::parse(run_fixed(args).out);
  };
  const json plain = ranked({"recommend", "--vram", "16"});
  const json euros = ranked(in_euros("recommend --vram 16"));
  REQUIRE(plain["ranked"].size() == euros["ranked"].size());
  for (std::size_t i = 0; i < plain["ranked"].size(); ++i)
    for (const char* key : {"id", "price_usd", "cost", "score"})
      CHECK(plain["ranked"][i][key] == euros["ranked"][i][key]);
  CHECK_FALSE(plain.contains("currency"));
  CHECK(euros["currency"] == json({{"code", "EUR"}, {"usd", 1.08}, {"vat", 0.19}}));
  CHECK(run_fixed(split_arguments("cost rtx-3090 --format csv")).out ==
        run_fixed(in_euros("cost rtx-3090 --format csv")).out);
}

TEST_CASE("amounts of the user are in the currency, with tax") {
  const auto ids = [](std::vector<std::string> line) {
    line.insert(line.end(), {"--format", "json"});
    std::vector<std::string> out;
    const json answer = json::parse(run_fixed(line).out);
    for (const json& card : answer["ranked"])
      out.push_back(card["id"].get<std::string>() + card["cost"].dump());
    return out;
  };
  // 1,190 EUR with tax are 1,080 USD before.
  CHECK(ids(in_euros("recommend --budget 1190 --prefer value --price 3090=595 --host-cost 1190 "
                     "--kwh 0.357")) ==
        ids(split_arguments("recommend --budget 1080 --prefer value --price 3090=540 --host-cost "
                            "1080 --kwh 0.324")));
  CHECK_THAT(run_fixed(in_euros("recommend --budget 1190")).out,
             ContainsSubstring("at most 1,190 EUR."));
}

TEST_CASE("an answer in another currency has no amount in USD") {
  const std::string rate = "at 1.08 USD per EUR, with 19 % tax";
  for (const char* line :
       {"recommend --budget 700", "recommend --budget 700 --details", "recommend --budget 20",
        "recommend --budget 700 --explain --left-out", "recommend --have 3060-12gb --budget 700",
        "recommend --budget 700 --why 4090", "recommend --budget 2000 --why 3090",
        "recommend --rent --model llama-3.1-8b", "recommend --frontier --own-or-rent",
        "diff 3090 4090", "diff 3090 4090 --model llama-3.1-8b --all",
        "cost 3090 h100-sxm --details", "cost 3090 4090 --model llama-3.1-8b", "show 3090",
        "show h100-sxm --all", "prices 3090", "prices --movers 90d"}) {
    Run run = run_fixed(in_euros(line), "", 200);
    INFO(line << "\n" << run.out << run.err);
    CHECK(run.status != 2);
    run.out = std::regex_replace(run.out, std::regex("\\s+"), " ");
    if (const std::size_t at = run.out.find(rate); at != std::string::npos)
      run.out.erase(at, rate.size());
    CHECK(run.out.find("USD") == std::string::npos);
  }
}

TEST_CASE("the budget that an answer advises is enough in the currency of the user") {
  const std::string out = run_fixed(in_euros("recommend --budget 20"), "", 200).out;
  const std::size_t from = out.find("`--budget ");
  REQUIRE(from != std::string::npos);
  const std::string budget = out.substr(from + 1, out.find('`', from + 1) - from - 1);
  CHECK_THAT(run_fixed(in_euros("recommend " + budget)).out, ContainsSubstring("Buy "));
}

// Prices of the RTX 3090 in Germany on a day of the fixed catalog.
std::string german(std::initializer_list<double> prices) {
  json data = {{"prices", json::array()}};
  for (const double usd : prices)
    data["prices"].push_back({{"card", "rtx-3090"},
                              {"kind", "street_used"},
                              {"usd", usd},
                              {"basis", "sold"},
                              {"date", "2026-10-10"},
                              {"region", "DE"},
                              {"source", "ebay"},
                              {"confidence", "high"}});
  return data.dump();
}

TEST_CASE("prices of a region count alone if three are recent") {
  const auto price = [](const std::string& region, const std::string& data) {
    std::vector<std::string> args = {"recommend", "--only", "3090",  "--format", "json",
                                     "--vendor",  "nvidia", "--add", "-"};
    if (!region.empty()) args.insert(args.end(), {"--region", region});
    return json::parse(run_fixed(args, data).out)["ranked"][0];
  };
  const std::string three = german({1000, 1000, 1000});
  for (const char* region : {"DE", "de", "EU"}) {
    const json card = price(region, three);
    CHECK(card["price_usd"] == 1000);
    CHECK(card["price_trusted"] == true);
    CHECK(card["price_local"] == true);
  }
  for (const json& card :
       {price("", three), price("DE", german({1000, 1000})), price("US", three)}) {
    CHECK(card["price_usd"] != 1000);
    CHECK_FALSE(card.contains("price_local"));
  }
  CHECK_THAT(run_fixed({"recommend", "--only", "3090", "--region", "DE", "--add", "-"}, three).out,
             ContainsSubstring("1 of 1 prices are of DE, others US street prices of 2026-10-10"));
  CHECK_THAT(
      run_fixed({"prices", "3090", "--region", "Atlantis"}).err,
      ContainsSubstring("no region with prices is called 'Atlantis'; take EU, or the code of a "));
  CHECK_THAT(run_fixed({"prices", "3090", "--region", "FR"}).err,
             ContainsSubstring("no price is of FR; `--region EU` takes those of EU"));
}

TEST_CASE("a price is the same number in every form") {
  const std::string own = "rtx-pro-6000=15599.4";
  const auto with = [](const char* line, const std::vector<std::string>& more) {
    std::vector<std::string> out = split_arguments(line);
    out.insert(out.end(), more.begin(), more.end());
    return out;
  };
  for (const char* line : {"cost rtx-pro-6000", "list --match rtx-pro-6000",
                           "diff rtx-pro-6000 rtx-3090", "recommend --only rtx-pro-6000"})
    for (const char* form : {"json", "csv"}) {
      const Run run = run_fixed(with(line, {"--price", own, "--format", form}));
      INFO(line << " " << form << "\n" << run.out);
      CHECK_THAT(run.out, ContainsSubstring("15599") && !ContainsSubstring("15600"));
      CHECK_THAT(run.out, !ContainsSubstring("15599."));
    }
}

TEST_CASE("old prices are asked for in the buyer's currency, where prices are shown") {
  const auto remark = [](std::vector<std::string> args) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment later{in, out, err, std::chrono::year_month_day(std::chrono::year(2028) / 1 / 1)};
    run(args, later);
    return err.str();
  };
  CHECK_THAT(remark({"list", "--currency", "EUR=1.08"}), ContainsSubstring("--price CARD=EUR"));
  CHECK_THAT(remark({"list"}), ContainsSubstring("--price CARD=USD"));
  CHECK(remark({"list", "--columns", "fp64_tflops"}).empty());
  CHECK_FALSE(remark({"list", "--columns", "fp64_tflops", "--budget", "900"}).empty());
}

TEST_CASE("a region without prices is said with the price") {
  CHECK_THAT(run_fixed({"prices", "4090", "--region", "TW"}).out,
             ContainsSubstring("Too few prices of the region"));
  CHECK_THAT(unwrapped(run_fixed({"recommend", "--short", "--region", "TW"}).out),
             ContainsSubstring("US street prices (too few of TW are recent)"));
}

TEST_CASE("currency and tax are refused outside their ranges, and may be defaults") {
  CHECK_THAT(run_fixed({"show", "3090", "--vat", "119"}).err,
             ContainsSubstring("--vat takes 0 to 100 %, not 119"));
  CHECK_THAT(run_fixed({"show", "3090", "--currency", "EUR"}).err,
             ContainsSubstring("--currency takes a code and what one of it is worth in USD, as"));
  const Run run = run_fixed({"show", "3090", "--config", "-"},
                            R"({"currency": "EUR=1.08", "vat": 19, "region": "EU"})");
  CHECK_THAT(run.out, ContainsSubstring("Price, EUR"));
}

}  // namespace
}  // namespace gpupick
