// The answer of `cost`: the cheapest way, and what it says of a job that does not run.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

nlohmann::json cost_json(std::string line) {
  return nlohmann::json::parse(run_fixed(split_arguments("cost " + line + " --format json")).out);
}

TEST_CASE("a job that does not run costs nothing that could be printed") {
  const char* line = "rtx-3090 --task serve --model llama-3.1-70b --users 30";
  const Run run = run_fixed(split_arguments(std::string("cost ") + line));
  CHECK(run.status == 1);
  CHECK_THAT(unwrapped(run.out), ContainsSubstring("no cost, since it does not run"));
  CHECK(run.out.find("a month") == std::string::npos);
  const nlohmann::json card = cost_json(line)["cards"][0];
  CHECK(card["owned"].is_null());
  CHECK(card["rented"].empty());
  CHECK(card["units"].empty());
  CHECK(card["failed"][0]["limit"] == "fit");
}

TEST_CASE("a card that no desktop takes costs the same in cost and diff") {
  const double cost = cost_json("p40")["cards"][0]["owned"]["total_usd"]["value"];
  const Run run = run_fixed({"diff", "p40", "rtx-3090", "--format", "csv"});
  CHECK_THAT(run.out, ContainsSubstring(fmt::format("cost_usd,USD,{:.0f},", cost)));
  CHECK_THAT(unwrapped(run_fixed({"diff", "p40", "rtx-3090"}).out),
             ContainsSubstring("its cost includes 1 of the 8 places in a server"));
}

TEST_CASE("cards that run a job cost the same beside cards that do not") {
  const nlohmann::json cards = cost_json(
      "rtx-3060-12gb rtx-3090 --model qwen3-8b --quant bf16 "
      "--task serve --users 1")["cards"];
  CHECK(cards[0]["owned"].is_null());
  CHECK(cards[1]["owned"]["electricity_usd"].get<double>() > 0);
}

TEST_CASE("electricity is part of the cost, whatever excludes a card from a ranking") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  for (const Gpu& gpu : catalog.gpus()) {
    const Assessment card = assess(catalog, query, gpu);
    if (power_w(card.card) && !card.card.work.empty()) CHECK(card.card.electricity_usd > 0);
  }
}

TEST_CASE("a provider takes part in what is cheapest, by the same tokens") {
  CHECK_THAT(
      run_fixed(split_arguments("cost rtx-3090 --model gpt-oss-20b --hours-per-day 0.1")).out,
      ContainsSubstring("Cheapest: by API, "));
  const nlohmann::json card = cost_json("rtx-4090 --model gpt-oss-20b")["cards"][0];
  const nlohmann::json unit = card["units"][0];
  CHECK(unit["what"] == "1M tokens in and out");
  const auto value = [](const nlohmann::json& figure) { return figure.at("value").get<double>(); };
  const double api = value(unit["api_usd"]) / value(card["api"]["month_usd"]);
  CHECK(value(unit["owned_usd"]) == Approx(api * value(card["owned"]["month_usd"])).epsilon(0.01));
  CHECK(value(unit["rented_usd"]) ==
        Approx(api * value(card["rented"].at(0)["month_usd"])).epsilon(0.01));
  // Within reach of the card's day, owning is cheaper.
  CHECK(
      run_fixed(split_arguments("cost rtx-3090 --model gpt-oss-20b --hours-per-day 24 --kwh 0.01"))
          .out.find("Cheapest: by API") == std::string::npos);
}

TEST_CASE("the cheapest of several cards is named though the resale of one is rough") {
  const std::string text = unwrapped(
      run_gpupick(
          split_arguments(
              "cost rtx-3090:2 jetson-agx-orin-64gb --model llama-3.3-70b --as-of 2026-10-10"))
          .out);
  CHECK_THAT(text, ContainsSubstring("Cheapest: "));
  CHECK_THAT(text, ContainsSubstring("rough)"));
}

TEST_CASE("the ways to pay are named from the cheapest up") {
  const std::string text =
      unwrapped(run_fixed(split_arguments("cost rtx-3090 h100-sxm --model qwen3-8b")).out);
  const std::size_t start = text.find("Cheapest: ");
  REQUIRE(start != std::string::npos);
  std::istringstream line(text.substr(start, text.find(". ", start) - start));
  std::vector<double> usd;
  for (std::string part; std::getline(line, part, ';');)
    usd.push_back(std::stod(part.substr(part.rfind(", ") + 2)));
  CHECK(usd.size() == 3);
  CHECK(std::ranges::is_sorted(usd));
}

TEST_CASE("training is not compared with the prices of answers") {
  const Run run = run_fixed(split_arguments("cost rtx-4090 --task qlora --model gpt-oss-20b"));
  CHECK(run.status == 0);
  CHECK(run.out.find("API") == std::string::npos);
}

TEST_CASE("cost says by which step the job runs") {
  const Run run = run_gpupick({"cost", "rtx-3090", "--task", "image", "--model", "qwen-image"});
  CHECK_THAT(run.out, ContainsSubstring("RTX 3090: runs at lower precision (8 bit)"));
}

}  // namespace
}  // namespace gpupick
