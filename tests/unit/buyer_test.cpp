// Answers as buyers use them: ties, rents by the hour, boards, prices of a later day.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ranking/score.hpp"
#include "ranking/verdict.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Answered = nlohmann::json;

Answered answered(const std::string& line) {
  return Answered::parse(run_gpupick(split_arguments(line + " --format json")).out);
}

std::string said(const std::string& line, std::size_t width = 100) {
  return run_gpupick(split_arguments(line), "", width).out;
}

const char* const rent =
    "recommend --rent --task serve --model gpt-oss-120b --users 30 --context 8k "
    "--gpus 1-4 --hours-per-day 8 --as-of 2026-10-10";

TEST_CASE("JSON and CSV show ties, trust and the PSU") {
  const Answered found = answered("recommend --vram 24 --budget 2000 --as-of 2026-10-10");
  const std::size_t level = found["verdict"]["buy"]["level_with"].size();
  REQUIRE(level > 0);
  for (std::size_t i = 0; i < found["ranked"].size(); ++i) {
    const Answered& card = found["ranked"][i];
    CHECK(card["as_good"] == (i <= level));
    if (i <= level) CHECK(card.at("psu_w").get<double>() > 0);
  }
  const std::string csv = said("recommend --vram 24 --budget 2000 --format csv");
  for (const char* column :
       {"as_good,", "price_trusted,", "psu_w,", "price_low_usd,", "price_high_usd,"})
    CHECK_THAT(csv.substr(0, csv.find('\n')), ContainsSubstring(column));
  CHECK_THAT(said("cost rtx-3090 --model gpt-oss-120b --format csv"),
             ContainsSubstring("api_usd,") && ContainsSubstring("api_usd_1mtokensinandout"));
  CHECK_THAT(said("diff rtx-a6000:2 rtx-3090 --all --format csv"), ContainsSubstring("psu_w,W,1"));
}

TEST_CASE("cards that are as good are named however narrow the page is") {
  for (const std::size_t width : {60UL, 80UL, 100UL})
    for (const char* more : {"", " --details", " --own-or-rent"})
      CHECK_THAT(said(std::string("recommend --vram 24 --budget 2000") + more, width),
                 ContainsSubstring("As good"));
}

TEST_CASE("in Markdown a paragraph is no part of the item above it") {
  const std::string text = said("recommend --for llm-inference --format markdown");
  std::string before;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); before = line)
    if (!line.empty() && !line.starts_with("- ") && !line.starts_with("|"))
      CHECK_FALSE(before.starts_with("- "));
}

TEST_CASE("cards that are as good cost about as much") {
  for (const std::string& line : {std::string(rent) + " --max-hourly 3",
                                  std::string("recommend --task serve --model gpt-oss-120b "
                                              "--users 30 --context 8k --gpus 1-4")}) {
    const Answered found = answered(line);
    const char* price = found["ranked"][0].contains("price_usd") ? "price_usd" : "price_usd_hour";
    for (const Answered& card : found["ranked"])
      if (card["as_good"]) CHECK(0.75 * card[price].get<double>() <= found["ranked"][0][price]);
  }
}

TEST_CASE("a rent that does the work at a far higher cost is no matter of taste") {
  const Answered verdict = answered(rent)["verdict"];
  for (const char* role : {"rival", "step_up"})
    if (verdict.contains(role))
      CHECK(verdict[role]["price_usd_hour"].get<double>() <=
            2.001 * verdict[role]["times_as_fast"]["value"].get<double>() *
                verdict["buy"]["price_usd_hour"].get<double>());
}

TEST_CASE("the change that admits a module is that of a whole board") {
  const std::string question =
      "recommend --task serve --model qwen3-32b --quant awq --users 20 --context 8k "
      "--as-of 2026-10-10 --why h100-sxm ";
  const std::string text = answered(question + "--budget 10000")["text"];
  REQUIRE_THAT(text, ContainsSubstring("8 x H100"));
  const std::size_t start = text.find("`--boards") + 1;
  REQUIRE(start > 0);
  CHECK(answered(question + text.substr(start, text.find('`', start) - start))["position"]
            .is_number());
}

TEST_CASE("an unknown price names its condition, and power is that of all cards") {
  const std::string text = answered(
      "recommend --task serve --model qwen3-32b --quant awq --users 30 --context 8k --gpus 1-4 "
      "--max-power 800 --condition new --as-of 2026-10-10 --why rtx-3090")["text"];
  CHECK_THAT(text, ContainsSubstring("its new price is not known"));
  if (text.find("with 4 cards ") == std::string::npos && text.find("1,400 W") != std::string::npos)
    CHECK_THAT(text, ContainsSubstring("4 x "));
}

TEST_CASE("prices of a day after the data are those of the data") {
  const Run run = run_gpupick(split_arguments("recommend --for llm-inference --as-of 2027-01-01"));
  CHECK_THAT(run.out, ContainsSubstring("US street prices of 2026-"));
  CHECK_THAT(run.err, ContainsSubstring("prices are 83 days old"));
  CHECK(
      run_gpupick(split_arguments("recommend --for llm-inference --as-of 2026-10-10")).err.empty());
  const auto buys = [](const char* day) {
    return answered(std::string("recommend --as-of ") + day)["verdict"]["buy"]["id"];
  };
  CHECK(buys("2027-01-01") == buys("2026-10-10"));
}

TEST_CASE("diff and list mark prices that are not trusted, and diff warns of the cards") {
  const std::string text = said("diff p40 mi50-32gb --model qwen3-8b --as-of 2026-10-10");
  CHECK_THAT(text, ContainsSubstring("passive") && ContainsSubstring("PyTorch"));
  for (const char* columns : {"", " --columns price_usd,memory_gib"})
    CHECK_THAT(said(std::string("list --as-of 2026-10-10 --top 1000") + columns),
               ContainsSubstring("? few prices"));
}

TEST_CASE("texts to embed and tokens to train on take days") {
  CHECK_THAT(said("estimate rtx-4090 --model bge-m3 --tokens 50B"), ContainsSubstring("days"));
  CHECK_THAT(said("recommend --task qlora --model qwen3-8b --tokens 50M"),
             ContainsSubstring(" days"));
}

Query desktop_query(const char* workload) {
  const Catalog& catalog = shipped_catalog();
  Query query = simple_query(catalog.find_workload(workload));
  query.day = catalog.day();
  query.scale = catalog.score_scale();
  query.host = {&catalog.find_host("desktop"), false};
  query.host_memory = {80, query.scale.ram_gib, query.scale.system_gib};
  return query;
}

TEST_CASE("memory of the computer is bought within the budget only") {
  for (const char* workload : {"image-generation", "llm-inference"}) {
    Query query = desktop_query(workload);
    bool bought = false;
    for (const double budget : {300.0, 600.0, 5000.0}) {
      query.limits.insert_or_assign(limit("budget"), budget);
      for (const Ranked& card : rank_admitted(shipped_catalog(), query).ranked) {
        CHECK(card.price->usd + card.extras.memory_usd <= budget);
        bought = bought || card.extras.memory_gib > 0;
      }
    }
    INFO(workload);
    CHECK(bought);
  }
}

TEST_CASE("a whole computer replaces a PC only if the buyer has none, and a module never does") {
  Query query = desktop_query("llm-inference");
  const auto computer_usd = [&](const char* id) {
    return assess(shipped_catalog(), query, shipped_catalog().find_gpu(id)).card.computer_usd;
  };
  CHECK(computer_usd("m5-max-40c") < -1000);
  CHECK(computer_usd("jetson-orin-nano-super") == 0);
  query.host.has = query.host.kind;
  CHECK(computer_usd("m5-max-40c") == 0);
  CHECK(answered("recommend --only m5-max-40c")["ranked"][0]["score"] >
        answered("recommend --only m5-max-40c --ram 32")["ranked"][0]["score"]);
}

TEST_CASE("work named twice counts once") {
  CHECK(answered("recommend --for chat,coding")["ranked"] ==
        answered("recommend --for llm-inference")["ranked"]);
}

TEST_CASE("figures carry their units") {
  CHECK(run_gpupick(split_arguments("recommend --model qwen3-8b --min-speed 15tok/s")).status == 0);
  CHECK_THAT(run_gpupick(split_arguments("recommend --currency EUR=1.08 --vat 0.19")).err,
             ContainsSubstring("19 for 19 %"));
  CHECK_THAT(run_gpupick(split_arguments("recommend --kwh 32")).err, ContainsSubstring("--kwh"));
  CHECK(run_gpupick({"list", "--match", "\u2603"}).status == 1);
}

TEST_CASE("the speed of the computer's memory counts in every command") {
  const auto speed = [&](const std::string& host) {
    return answered("recommend --only rtx-2060-super --model qwen3-30b-a3b" +
                    host)["ranked"][0]["jobs"][0]["speed"]["value"]
        .get<double>();
  };
  CHECK(speed(" --host-bandwidth 40") < speed(""));
  // Beyond some 280 GB/s the processor is the limit.
  CHECK(speed(" --host-bandwidth 250") < speed(" --host-bandwidth 400"));
  CHECK(speed(" --host-bandwidth 400") == speed(" --host-bandwidth 500"));
}

TEST_CASE("five cards with open fans are put into a rig, and none into a server") {
  const std::string rig = said("recommend --model gpt-oss-120b --gpus 5 --only rtx-3090");
  CHECK_THAT(rig, ContainsSubstring("in an open-frame rig, "));
  CHECK_THAT(unwrapped(rig), ContainsSubstring("2,000 USD for a larger computer"));
  CHECK_THAT(unwrapped(said("recommend --host server --only rtx-3090 --left-out")),
             ContainsSubstring("a server does not take axial cooling"));
  // A server is made for cards without fans.
  CHECK_THAT(said("recommend --host server --only l40s"),
             !ContainsSubstring("needs the airflow of a server"));
}

TEST_CASE("the remark that decides besides the price is printed") {
  CHECK_THAT(unwrapped(said("recommend --model gpt-oss-120b --gpus 4 --only rtx-3090 --details")),
             ContainsSubstring("since a case has 7 slots") &&
                 ContainsSubstring("PSU exceeds a 120 V, 15 A circuit (1,440 W)"));
  CHECK_THAT(said("recommend --model gpt-oss-20b --only rtx-3060-12gb --gpus 1"),
             ContainsSubstring("GiB free, and a monitor takes 0.5: plug it into the mainboard"));
  CHECK_THAT(said("recommend --model llama-3.1-8b --budget 1300 --only rtx-3090"),
             ContainsSubstring(" over the budget"));
  // The budget does not hold the usual computer.
  CHECK_THAT(
      said("recommend --task serve --model qwen3-8b --users 8 --budget 1500"),
      ContainsSubstring("USD for the computer around it") && !ContainsSubstring("over the budget"));
  CHECK_THAT(said("recommend --task serve --model qwen3-8b --users 4"),
             ContainsSubstring("4 users (prompts of 512, answers of 256)"));
}

TEST_CASE("small words are right") {
  CHECK_THAT(said("cost rtx-3090 --hours-per-day 1"), ContainsSubstring("at 1 hour of full load"));
  CHECK_THAT(said("estimate rtx-a6000+rtx-a6000 --model qwen3-32b"),
             ContainsSubstring("2 x RTX A6000"));
  CHECK_THAT(run_gpupick({"recommend", "--budget", "500EUR"}).err, ContainsSubstring("--currency"));
  CHECK_THAT(run_gpupick({"recommend", "--have", "3090:2+rtx-a6000"}).err,
             ContainsSubstring("of one kind"));
  CHECK_THAT(answered(std::string(rent) + " --why rtx-pro-6000")["text"].get<std::string>(),
             ContainsSubstring("card to rent") && ContainsSubstring("an hour"));
}

TEST_CASE("cards of a family say before the purchase what their family needs") {
  std::size_t cards = 0;
  for (const Gpu& gpu : shipped_catalog().gpus())
    if (gpu.vendor == "intel" && gpu.name.starts_with("Arc") && gpu.form_factor == "pcie") {
      ++cards;
      INFO(gpu.id);
      CHECK_THAT(said("show " + std::string(gpu.id)), ContainsSubstring("resizable BAR"));
    }
  CHECK(cards > 10);
  CHECK_THAT(unwrapped(said("recommend --only arc-b580 --for image-generation")),
             ContainsSubstring("Before you buy") && ContainsSubstring("resizable BAR"));
}

TEST_CASE("a card that a PC does not take says what it needs") {
  for (const char* card : {"p40", "v100-sxm-32gb"})
    CHECK_THAT(unwrapped(said(std::string("recommend --why ") + card)),
               ContainsSubstring("does not take it (") && ContainsSubstring("server"));
}

TEST_CASE("cards that fit an old office PC are found") {
  const Answered found = answered(
      "recommend --for llm-inference --os windows --psu 300 --no-plug --low-profile --top 50");
  CHECK_FALSE(found["ranked"].empty());
  for (const Answered& row : found["ranked"]) {
    const Gpu& gpu = shipped_catalog().find_gpu(row["id"].get<std::string>());
    INFO(gpu.id);
    CHECK((is_integrated(gpu) || (gpu.low_profile.value_or(false) && gpu.power_connectors &&
                                  gpu.power_connectors->empty())));
  }
  for (const Answered& row : found["excluded"]) CHECK(row["limit"] != "");
}

}  // namespace
}  // namespace gpupick
