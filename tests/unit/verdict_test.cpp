// The roles of a verdict, and the rules that exclude a card from them.
#include "ranking/verdict.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <span>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

Query query_of(const Catalog& catalog, const char* workload) {
  Query query = simple_query(catalog.find_workload(workload));
  query.day = catalog.day();
  query.by_budget = true;
  query.scale = catalog.score_scale();
  query.host = {&catalog.find_host("desktop"), false};
  return query;
}

constexpr const char* works[] = {"general", "llm-inference", "image-generation", "llm-finetuning",
                                 "beginner"};

Parsed verdict_json_of(std::vector<std::string> args) {
  args.insert(args.end(), {"--format", "json"});
  return Parsed::parse(run_fixed(args).out)["verdict"];
}

Parsed shipped_answer(const std::string& line) {
  return Parsed::parse(run_gpupick(split_arguments(line + " --format json")).out);
}

// Returns the cards that a verdict names, with their roles.
std::string roles_of(const Verdict& verdict) {
  std::string out;
  const auto add = [&](RoleKind role, const Ranked& card) {
    out += std::string(name_of(role)) + " " + std::string(card.gpu->id) + " " +
           std::to_string(card.count) + "; ";
  };
  if (verdict.buy) add(RoleKind::buy, *verdict.buy);
  for (const Role& one : verdict.roles)
    if (one.kind <= RoleKind::new_card) add(one.kind, one.card);
  return out;
}

TEST_CASE("a verdict on no card keeps its seed and its work") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_of(catalog, works[0]);
  query.limits[limit("budget")] = 1.0;
  const Ranking ranking = rank(catalog, query);
  REQUIRE(ranking.ranked.empty());
  CHECK(verdict(ranking, 7).seed == 7);
  CHECK(verdict(ranking, 7).mix == ranking.mix);
}

TEST_CASE("removing a card without a role keeps all roles") {
  const Catalog& catalog = fixed_catalog();
  for (const char* work : works)
    for (const double budget : {0.0, 800.0, 3000.0}) {
      Query query = query_of(catalog, work);
      if (budget > 0) query.limits[limit("budget")] = budget;
      const Ranking ranking = rank(catalog, query);
      const std::string roles = roles_of(verdict(ranking, 1));
      for (const Ranked& gone : ranking.ranked) {
        if (roles.find(" " + std::string(gone.gpu->id) + " ") != std::string::npos) continue;
        Query fewer = query;
        fewer.limits[limit("exclude")] = std::vector<std::string_view>{gone.gpu->id};
        INFO(work << " at " << budget << " without " << gone.gpu->id);
        CHECK(roles_of(verdict(rank(catalog, fewer), 1)) == roles);
      }
    }
}

TEST_CASE("only cards with a trusted price fill roles") {
  const Catalog& catalog = fixed_catalog();
  for (const char* work : works) {
    const Ranking ranking = rank(catalog, query_of(catalog, work));
    const Verdict found = verdict(ranking, 1);
    REQUIRE(found.buy);
    CHECK(found.buy->is_trusted());
    for (const Role& one : found.roles)
      if (one.kind <= RoleKind::new_card) CHECK(one.card.is_trusted());
    for (const Untrusted& one : found.untrusted) CHECK(one.wins_below_usd > 0);
  }
}

void make_slow(Ranked& card) {
  for (WorkResult& result : card.work) result.worth = 1e-9;
  card.too_slow = true;
}

TEST_CASE("a card whose work is too slow to earn points is not the one to buy") {
  Query query = query_of(fixed_catalog(), "llm-inference");
  Ranking ranking = rank(fixed_catalog(), query);
  const Ranked first = *verdict(ranking, 1).buy;
  for (Ranked& card : ranking.ranked)
    if (card.gpu == first.gpu) make_slow(card);
  CHECK(verdict(ranking, 1).buy->gpu != first.gpu);
  for (Ranked& card : ranking.ranked) make_slow(card);
  const Verdict slow = verdict(ranking, 1);
  CHECK(slow.buy);
  CHECK(slow.too_slow);
}

TEST_CASE("cards level with the pick do the same work at similar speed, cheaper or faster") {
  const Catalog& catalog = shipped_catalog();
  const double much = catalog.score_scale().step_up_speed;
  std::size_t tried = 0;
  for (const double budget : {1200.0, 3000.0, 4000.0}) {
    Query query = query_of(catalog, "llm-inference");
    query.limits[limit("budget")] = budget;
    const Verdict found = verdict(rank(catalog, query), 1);
    for (const Role& one : found.level_with()) {
      ++tried;
      CHECK(runs_as_much(one.card, *found.buy));
      CHECK(runs_as_much(*found.buy, one.card));
      CHECK(one.card.tools.full == found.buy->tools.full);
      CHECK(catalog.score_scale().cheaper * one.card.price->usd <= found.buy->price->usd);
      CHECK((one.card.price->usd <= found.buy->price->usd || one.gain.speed->value > 1));
      CHECK(one.gain.speed->value >= catalog.score_scale().as_good);
      CHECK(one.gain.speed->value < much * much);  // both are within `much` of the best
    }
  }
  CHECK(tried > 0);
}

TEST_CASE("a share of draws that is printed as clear is clear") {
  const Catalog& catalog = shipped_catalog();
  for (const char* work : works) {
    Query query = query_of(catalog, work);
    query.limits[limit("budget")] = 3000.0;
    const double leads = verdict(rank(catalog, query), 1).leads;
    query.scale.clear = leads;
    CHECK(verdict(rank(catalog, query), 1).certainty == Certainty::clear);
    query.scale.clear = leads + 0.001;
    CHECK(verdict(rank(catalog, query), 1).certainty != Certainty::clear);
  }
}

TEST_CASE("the cheaper role costs much less, the step up does more or is much faster") {
  const Catalog& catalog = fixed_catalog();
  const ScoreScale& scale = catalog.score_scale();
  for (const char* work : works)
    for (const double budget : {0.0, 800.0, 3000.0}) {
      Query query = query_of(catalog, work);
      if (budget > 0) query.limits[limit("budget")] = budget;
      const Verdict found = verdict(rank(catalog, query), 1);
      if (!found.buy) continue;
      if (const Role* cheaper = found.find(RoleKind::cheaper)) {
        CHECK(costs_less(cheaper->card, *found.buy));
        CHECK((cheaper->card.price->usd <= scale.cheaper * found.buy->price->usd ||
               cheaper->gain.counted_speed >= scale.step_up_speed));
      }
      const Role* step_up = found.find(RoleKind::step_up);
      if (!step_up) continue;
      const Ranked& more = step_up->card;
      CHECK(more.price->usd > found.buy->price->usd);
      CHECK(runs_as_much(more, *found.buy));
      CHECK((more.as_asked() > found.buy->as_asked() ||
             step_up->gain.speed->value >= scale.step_up_speed));
      for (std::size_t i = 0; i < more.work.size(); ++i)
        if (more.work[i].runs() && found.buy->work[i].runs())
          CHECK(1.5 * more.work[i].throughput().value >= found.buy->work[i].throughput().value);
    }
}

TEST_CASE("a card for one dollar wins over cards that do the same work") {
  const Catalog& catalog = fixed_catalog();
  std::size_t tried = 0;
  std::vector<std::string> missed;
  for (const char* work : works) {
    Query query = query_of(catalog, work);
    const Ranking before = rank(catalog, query);
    const Ranked best = *verdict(before, 1).buy;
    for (const Ranked& card : before.ranked) {
      if (!runs_as_much(card, best) || !runs_as_much(best, card)) continue;
      query.own_prices = {{std::string(card.gpu->id), 1.0}};
      const Ranking after = rank(catalog, query);
      if (after.ranked.front().gpu != card.gpu || verdict(after, 1).buy->gpu != card.gpu)
        missed.push_back(std::string(work) + ": " + std::string(card.gpu->id));
      ++tried;
    }
  }
  CHECK(tried > 10);
  // Their speeds are rough or their programs few, so that a price of one dollar does not suffice.
  CHECK(missed == std::vector<std::string>{"llm-finetuning: m4-max-40c", "beginner: arc-b580"});
}

TEST_CASE("the worked example of the score is right") {
  const Parsed card =
      Parsed::parse(run_fixed({"recommend", "--model", "llama-3.1-8b", "--budget", "1000", "--only",
                               "rtx-3060-12gb", "--format", "json"})
                        .out)["ranked"][0];
  CHECK(card["jobs"][0]["reply_s"]["value"].get<double>() == Approx(2.35).epsilon(0.003));
  CHECK(card["cost"]["counted_usd"].get<double>() == Approx(584.2).epsilon(0.002));
  const double speed = 58 * std::log10(0.94 * 128 / 2.35) / 5;
  const double cost = 42 * (1 - 0.5842) / (5 * std::log(10));
  CHECK(card["terms"]["speed"].get<double>() == Approx(speed).margin(0.06));
  CHECK(card["terms"]["cost"].get<double>() == Approx(cost).margin(0.06));
  CHECK(card["score"].get<double>() == Approx(speed + cost).margin(0.11));
}

TEST_CASE("the preference cheapest picks the lowest trusted price that does nearly the most work") {
  const Catalog& catalog = fixed_catalog();
  for (const char* work : works) {
    Query query = query_of(catalog, work);
    query.weights = catalog.find_preference("cheapest").shares();
    const Ranking ranking = rank(catalog, query);
    const Verdict found = verdict(ranking, 1);
    const auto work_of = [&](const Ranked& card) { return card.supported(query.scale); };
    double most = 0;
    for (const Ranked& card : ranking.ranked)
      if (card.is_trusted()) most = std::max(most, work_of(card));
    CHECK(work_of(*found.buy) >= 0.9 * most);
    for (const Ranked& card : ranking.ranked)
      if (card.is_trusted() && work_of(card) >= 0.9 * most)
        CHECK(card.price->usd >= found.buy->price->usd);
  }
}

TEST_CASE("a larger budget does not make the cheapest card for chats a dearer one") {
  // Cards of 24 GB do nearly all that larger ones do.
  const Parsed some = verdict_json_of(
      {"recommend", "--for", "llm-inference", "--prefer", "cheapest", "--budget", "1500"});
  const Parsed more = verdict_json_of(
      {"recommend", "--for", "llm-inference", "--prefer", "cheapest", "--budget", "2500"});
  CHECK(some["buy"]["id"] == more["buy"]["id"]);
}

TEST_CASE("more of a job's speed counts, the more of the spare memory is free") {
  const Catalog& catalog = fixed_catalog();
  for (const char* work : works)
    for (const Ranked& card : rank(catalog, query_of(catalog, work)).ranked)
      for (const WorkResult& result : card.work) {
        const double step = result.fallback ? result.fallback->keeps : 1;
        const double room = std::clamp(result.free / 0.04, 0.0, 1.0);
        CHECK(result.keeps == Approx(step * (0.55 + 0.45 * room)));
        CHECK(result.has_room == (result.as_asked && room == 1));
      }
}

TEST_CASE("a monitor takes memory of the card that a job would have as room") {
  const Catalog& catalog = shipped_catalog();
  Query query = query_of(catalog, "llm-inference");
  query.day = catalog.day();
  query.scale = catalog.score_scale();
  const Gpu& card = catalog.find_gpu("rtx-3060-12gb");
  const AskedHost host = {&catalog.find_host("desktop"), false};
  int less = 0;
  for (const Model& model : catalog.models()) {
    INFO(model.id);
    query.job = usual_job(Task::chat, model, catalog);
    query.host = {};
    const double without = assess(catalog, query, card).card.kept();
    query.host = host;
    const double with = assess(catalog, query, card).card.kept();
    CHECK(with <= without);
    less += with < without;
  }
  CHECK(less >= 3);
  CHECK(monitor_gib(catalog, query.host, card) == 0.5);
  CHECK(monitor_gib(catalog, query.host, catalog.find_gpu("p40")) == 0);
  CHECK(monitor_gib(catalog, query.host, catalog.find_gpu("dgx-spark")) == 0);
}

TEST_CASE("an owner of two cards may add a third") {
  const Parsed found = shipped_answer(
      "recommend --have rtx-3090:2 --model gpt-oss-120b --budget 4500 --only "
      "rtx-3090,radeon-ai-pro-r9700");
  CHECK(found["verdict"]["add"]["count"] == 3);
}

TEST_CASE("a buyer keeps the card if all others are too slow") {
  const Parsed found = verdict_json_of({"recommend", "--have", "rtx-3090", "--model",
                                        "llama-3.3-70b", "--budget", "1200", "--gpus", "1-2"});
  CHECK(found["keep"] == true);
}

TEST_CASE("the preference value sorts cards that do all the work by work per dollar") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_of(catalog, "llm-finetuning");
  query.weights = catalog.find_preference("value").shares();
  query.by_budget = false;
  std::vector<double> worth;
  for (const Ranked& card : rank(catalog, query).ranked) {
    if (card.as_asked() < 1 - 1e-9) continue;
    double decades = -std::log10(*card.counted_usd());
    for (const WorkResult& one : card.work)
      decades += one.asked->share *
                 std::log10(std::max(one.tools, 0.1) * one.worth * counted_speed(one.throughput()));
    worth.push_back(decades);
  }
  REQUIRE(worth.size() > 1);
  CHECK(std::ranges::is_sorted(worth, std::greater()));
}

TEST_CASE("a buyer is advised to keep a card if nothing is better") {
  CHECK(verdict_json_of({"recommend", "--have", "rtx-5090", "--budget", "500"})["keep"] == true);
  const Parsed more = verdict_json_of({"recommend", "--have", "rtx-3060-12gb", "--budget", "2000"});
  CHECK(more["buy"]["id"] != "rtx-3060-12gb");
  CHECK_FALSE(more.contains("keep"));
}

TEST_CASE("the card to buy is best up to its own price at least, or no price is said", "[slow]") {
  for (const char* profile : {"general", "llm-serving", "llm-finetuning", "image-generation"})
    for (const char* budget : {"600", "2000", "5000", "10000"}) {
      INFO(profile << " " << budget);
      const Parsed answer = Parsed::parse(
          run_gpupick({"recommend", "--for", profile, "--budget", budget, "--format", "json"}).out);
      if (!answer["verdict"].contains("buy")) continue;
      const Parsed& pick = answer["ranked"].front();
      CHECK(pick["id"] == answer["verdict"]["buy"]["id"]);
      CHECK(pick.value("best_below_usd", 1e9) >= pick["price_usd"].get<double>());
    }
}

TEST_CASE("a trusted price decides the same if the buyer gives it") {
  for (const char* work : {"llm-inference", "image-generation", "llm-finetuning"}) {
    Query query = query_of(shipped_catalog(), work);
    query.limits[limit("budget")] = 2000.0;
    const Ranking ranking = rank(shipped_catalog(), query);
    const Verdict before = verdict(ranking, 1);
    REQUIRE(before.buy);
    for (const Ranked& card : std::span(ranking.ranked).first(5)) {
      if (!card.is_trusted()) continue;
      query.own_prices = {{std::string(card.gpu->id), card.price->usd}};
      const Ranking given = rank(shipped_catalog(), query);
      CHECK(given.ranked.front().gpu == ranking.ranked.front().gpu);
      INFO(work << ": " << card.gpu->id);
      CHECK(verdict(given, 1).buy->gpu == before.buy->gpu);
    }
  }
}

TEST_CASE("a card is the one to buy at its best-below price, and not for a dollar more", "[slow]") {
  std::size_t tried = 0;
  for (const auto& [line, budget] :
       {std::pair("--vram 24", 2000), std::pair("--model gpt-oss-120b --host workstation", 9000),
        std::pair("--for image-generation", 1000)}) {
    std::vector<std::string> args =
        split_arguments(std::string("recommend --gpus 1 --top 3 ") + line);
    args.insert(args.end(), {"--budget", std::to_string(budget), "--format", "json"});
    const Parsed found = Parsed::parse(run_gpupick(args).out);
    for (const Parsed& card : found["ranked"]) {
      if (!card.contains("best_below_usd")) continue;
      const double usd = card["best_below_usd"];
      const std::string id = card["id"];
      const auto buys = [&](double price) {
        std::vector<std::string> priced = args;
        priced.insert(priced.end(), {"--price", id + "=" + std::to_string(price)});
        return Parsed::parse(run_gpupick(priced).out)["verdict"]["buy"]["id"] == id;
      };
      INFO(line << ": " << id << " at " << usd);
      CHECK(buys(usd));
      if (usd < budget) CHECK_FALSE(buys(usd + 1));
      ++tried;
    }
  }
  CHECK(tried > 5);
}

TEST_CASE("the JSON verdict names cards, work and certainty") {
  const Parsed found = verdict_json_of({"recommend", "--budget", "1500"});
  CHECK(found["buy"]["count"] == 1);
  CHECK(found["buy"]["runs_as_asked"].size() > 2);
  CHECK((found["certainty"] == "clear" || found["certainty"] == "close" ||
         found["certainty"] == "taste"));
  CHECK(found["leads"].get<double>() <= 1);
  const Parsed nothing = verdict_json_of({"recommend", "--budget", "1"});
  CHECK_FALSE(nothing.contains("buy"));
  CHECK(nothing["ways_in"][0]["flags"].get<std::string>().starts_with("--budget "));
}

TEST_CASE("modules are ranked only with --boards or if nothing else does the work") {
  const Parsed all = Parsed::parse(
      run_fixed({"recommend", "--for", "llm-serving", "--host", "server", "--format", "json"}).out);
  for (const Parsed& card : all["ranked"]) CHECK(card["id"] != "h100-sxm");
  const Parsed boards = Parsed::parse(run_fixed({"recommend", "--for", "llm-serving", "--host",
                                                 "server", "--boards", "--format", "json"})
                                          .out);
  bool found = false;
  for (const Parsed& card : boards["ranked"])
    if (card["id"] == "h100-sxm") {
      found = true;
      CHECK(card["count"] == 8);
    }
  CHECK(found);
  CHECK(verdict_json_of(
            {"recommend", "--for", "llm-serving", "--only", "h100-sxm"})["buy"]["count"] == 8);
}

TEST_CASE("a whole computer is no server and saves the computer that it replaces") {
  const Parsed server =
      Parsed::parse(run_fixed({"recommend", "--host", "server", "--format", "json"}).out);
  for (const Parsed& card : server["ranked"]) CHECK(card.value("price_covers", "") != "computer");
  const Parsed desk = Parsed::parse(run_fixed({"recommend", "--format", "json"}).out);
  for (const Parsed& card : desk["ranked"])
    if (card.value("price_covers", "") == "computer")
      CHECK(card["cost"]["computer_usd"].get<double>() < 0);
}

TEST_CASE("a whole computer is credited with a part of its price at most") {
  const Parsed found = shipped_answer(
      "recommend --prefer value --for image-generation --price m1-8c=300 --only "
      "m1-8c,rtx-3060-12gb");
  for (const Parsed& card : found["ranked"])
    if (card["id"] == "m1-8c") CHECK(card["cost"]["computer_usd"] == -225);
  CHECK(found["verdict"]["buy"]["id"] == "rtx-3060-12gb");
}

TEST_CASE("a whole computer brings its own PSU, so no limit on the buyer's leaves it out") {
  const Parsed answer = Parsed::parse(
      run_gpupick({"recommend", "--psu", "450", "--segment", "integrated", "--format", "json"})
          .out);
  CHECK(answer["verdict"].contains("buy"));
  for (const Parsed& card : answer["excluded"]) CHECK(card["limit"] != "psu");
}

TEST_CASE("a step up from the buyer's card is worth buying whatever the score says") {
  for (const char* line : {"--for cnn-training --budget 3500 --have rtx-3060-12gb",
                           "--model qwen3-coder-30b-a3b --budget 2000 --have m2-pro-19c"}) {
    std::vector<std::string> args = split_arguments(std::string("recommend ") + line);
    args.insert(args.end(), {"--format", "json"});
    const Parsed found = Parsed::parse(run_gpupick(args).out);
    INFO(line);
    REQUIRE_FALSE(found["verdict"].contains("keep"));
    const Parsed& buy = found["verdict"]["buy"]["id"];
    for (const Parsed& card : found["ranked"])
      if (card["id"] == buy) CHECK(card["gain"]["speed"]["value"] > 1.5);
  }
}

TEST_CASE("less memory than the buyer's is no step up") {
  const Parsed answer =
      Parsed::parse(run_gpupick({"recommend", "--for", "llm-finetuning", "--budget", "500",
                                 "--have", "rtx-4070", "--format", "json", "--top", "1"})
                        .out);
  const Parsed& found = answer["verdict"];
  if (found.contains("buy")) CHECK(found["buy"]["id"] != "rtx-3080-10gb");
  CHECK_THAT(run_gpupick({"recommend", "--for", "llm-finetuning", "--budget", "500", "--have",
                          "rtx-4070", "--why", "rtx-3080-10gb"})
                 .out,
             ContainsSubstring("not worth its price") ||
                 ContainsSubstring("since this card has less memory than yours"));
}

TEST_CASE("a card may have less memory than the buyer's computer, which shares its own") {
  const Parsed answer = Parsed::parse(
      run_gpupick({"recommend", "--budget", "3000", "--have", "m2-pro-19c", "--format", "json"})
          .out);
  const std::string buy = answer["verdict"]["buy"]["id"];
  const double gib = *shipped_catalog().find_gpu("m2-pro-19c").memory_gib;
  CHECK(*shipped_catalog().find_gpu(buy).memory_gib < gib);
  for (const Parsed& card : answer["ranked"])
    if (card["id"] == buy) CHECK(card["gain"]["speed"]["value"] > 3);
}

TEST_CASE("if a job is too slow on all cards, the fastest at the size asked for is bought") {
  const std::vector<std::string> line = {"recommend", "--model", "wan2.2-t2v-a14b", "--ram", "32",
                                         "--format",  "json",    "--top",           "200"};
  std::vector<std::string> cheap = line;
  cheap.insert(cheap.end(), {"--budget", "300"});
  const Parsed answer = Parsed::parse(run_gpupick(cheap).out);
  REQUIRE(answer["verdict"].value("too_slow", false));
  const std::string buy = answer["verdict"]["buy"]["id"];
  double bought = 0, most = 0;
  for (const Parsed& card : answer["ranked"]) {
    const double speed = card["jobs"][0]["speed"]["low"];
    const bool smaller = card["jobs"][0].value("fallback", "").find("480p") != std::string::npos;
    if (card["id"] == buy) bought = speed;
    if (card["price_trusted"] == true && !smaller) most = std::max(most, speed);
  }
  CHECK(bought > 0.8 * most);
}

// Returns the command line with the flags, instead of those of the same names that it has.
std::vector<std::string> with_flags(std::vector<std::string> args,
                                    const std::vector<std::string>& flags) {
  for (const std::string& flag : flags)
    if (const auto own = std::ranges::find(args, flag); flag.starts_with("--") && own != args.end())
      args.erase(own, own + 2);
  args.insert(args.end(), flags.begin(), flags.end());
  return args;
}

TEST_CASE("a card has the role and the place that --why promises it for a change") {
  std::size_t tried = 0;
  for (const char* line : {"--budget 600 --psu 550", "--vram 24 --budget 2000",
                           "--model llama-3.1-70b --gpus 1-4 --budget 3000 --psu 1000"}) {
    const std::vector<std::string> asked = split_arguments(std::string("recommend ") + line);
    const auto why = [&](const std::vector<std::string>& args, const std::string& id) {
      return Parsed::parse(run_fixed(with_flags(args, {"--why", id, "--format", "json"})).out);
    };
    for (const char* id : {"rtx-4090", "rtx-3090", "rtx-5090", "rx-7900-xtx", "rtx-4060-ti-16gb"}) {
      const Parsed promised = why(asked, id);
      const std::string text = promised["text"];
      const std::size_t from = text.find("With `");
      if (!promised.contains("position_if_admitted") || from == std::string::npos) continue;
      const std::string flags = text.substr(from + 6, text.find('`', from + 6) - from - 6);
      const Parsed kept = why(with_flags(asked, split_arguments(flags)), id);
      INFO(line << ": " << text);
      CHECK(kept["role"] == promised["role"]);
      CHECK(kept["position"] == promised["position_if_admitted"]);
      ++tried;
    }
  }
  CHECK(tried > 5);
}

TEST_CASE("a card over the budget costs more than that both new and used") {
  const Catalog& catalog = shipped_catalog();
  Query query = query_of(catalog, "image-generation");
  query.limits[limit("budget")] = 700.0;
  std::size_t tried = 0;
  for (const Excluded& card : rank(catalog, query).excluded) {
    if (!std::holds_alternative<OverBudget>(card.failed.front().reason)) continue;
    INFO(card.gpu->id);
    const auto used = catalog.price_on(*card.gpu, Condition::used, query.day);
    CHECK((!used || used->usd > 700));
    ++tried;
  }
  CHECK(tried > 10);
}

TEST_CASE("a card whose PSU is not published is named if it would be the one to buy") {
  const Catalog& catalog = shipped_catalog();
  std::size_t named = 0;
  for (const char* work : {"general", "image-generation", "llm-finetuning"})
    for (const double budget : {1000.0, 2000.0, 4000.0}) {
      Query query = query_of(catalog, work);
      query.limits[limit("budget")] = budget;
      query.limits[limit("psu")] = 450.0;
      const Ranking ranking = rank(catalog, query);
      const Verdict found = verdict(ranking, 1);
      const Role* unmeasured = found.find(RoleKind::unmeasured);
      if (!unmeasured) continue;
      ++named;
      const Ranked& card = unmeasured->card;
      INFO(work << ", " << budget << " USD: " << card.gpu->id);
      CHECK_FALSE(card.gpu->psu_w);
      CHECK(card.price->usd <= budget);
      CHECK(std::ranges::none_of(ranking.ranked,
                                 [&](const Ranked& one) { return one.gpu == card.gpu; }));
    }
  CHECK(named > 0);
}

TEST_CASE("few prices are a reason only for a card that would win at its price") {
  std::size_t tried = 0;
  for (const char* work : {"llm-inference", "image-generation"})
    for (const char* id : {"titan-rtx", "rtx-5060-ti-16gb", "rtx-4060-ti-16gb", "rtx-3080-20gb"}) {
      std::vector<std::string> args{"recommend", "--for",    work,   "--budget", "1000",
                                    "--used",    "--format", "json", "--why",    id};
      const Parsed why = Parsed::parse(run_gpupick(args).out);
      const std::string text = why["text"];
      INFO(work << ": " << text);
      if (text.find("few prices") == std::string::npos) continue;
      const double price = why["card"]["price_usd"];
      CHECK(why["turning_price_usd"].get<double>() >= std::floor(price));
      args = {"recommend", "--for",    work,   "--budget", "1000",
              "--used",    "--format", "json", "--price",  id + ("=" + std::to_string(price))};
      CHECK(Parsed::parse(run_gpupick(args).out)["verdict"]["buy"]["id"] == id);
      ++tried;
    }
  CHECK(tried > 0);
}

TEST_CASE("a role that runs as asked is worded where the card to buy runs at lower precision") {
  for (const char* limits :
       {"--each 20 --budget 3000", "--ttft-limit 2s", "--each 20 --budget 2700"})
    CHECK(run_gpupick(
              split_arguments("recommend --task serve --model llama-3.1-8b " + std::string(limits)))
              .status == 0);
}

TEST_CASE("a card that costs much more is not bought for its programs or its memory") {
  const Parsed found = Parsed::parse(
      run_gpupick(split_arguments("recommend --task serve --model qwen3-32b --users 12 --host "
                                  "any --budget 25000 --price rtx-pro-6000=4000 --format json"))
          .out)["verdict"];
  CHECK(found["buy"]["id"] == "rtx-pro-6000");
  const Parsed general = Parsed::parse(
      run_gpupick(split_arguments("recommend --budget 3500 --condition new --format json")).out);
  const Parsed& buy = general["verdict"]["buy"];
  for (const Parsed& card : general["ranked"])
    for (const Parsed& id : buy["level_with"])
      if (card["id"] == id) CHECK(card["price_usd"] > 0.75 * buy["price_usd"].get<double>());
}

// Returns the id of the card to buy from the shipped catalog.
std::string bought(const std::string& question) {
  return Parsed::parse(
      run_gpupick(split_arguments(question + " --format json")).out)["verdict"]["buy"]["id"];
}

TEST_CASE("of two cards as fast the one with more memory is bought unless it costs much more") {
  const std::string question =
      "recommend --task qlora --model llama-3.2-3b --only rtx-3060-12gb,rtx-4060 ";
  CHECK(bought(question + "--price rtx-3060-12gb=300 --price rtx-4060=285") == "rtx-3060-12gb");
  CHECK(bought(question + "--price rtx-3060-12gb=600 --price rtx-4060=270") == "rtx-4060");
}

TEST_CASE("a leaner trainer that nobody ruled out runs a job as asked") {
  const Parsed answer = Parsed::parse(
      run_gpupick(split_arguments("recommend --task qlora --model qwen3-8b --only rtx-3080-10gb "
                                  "--format json"))
          .out);
  CHECK(answer["verdict"]["buy"]["runs_as_asked"].size() == 1);
}

TEST_CASE("a card that the job fills is bought only if one with room costs much more") {
  const std::string question =
      "recommend --model gpt-oss-20b --gpus 1 --only rtx-3060-12gb,rtx-4060-ti-16gb "
      "--price rtx-3060-12gb=280 ";
  CHECK(bought(question + "--price rtx-4060-ti-16gb=300") == "rtx-4060-ti-16gb");
  CHECK(bought(question + "--price rtx-4060-ti-16gb=2800") == "rtx-3060-12gb");
}

TEST_CASE("the lowest price buys no card that the job fills, and tunes where the programs run") {
  const auto cheapest = [](const std::string& question) {
    return bought("recommend --prefer cheapest " + question);
  };
  CHECK(cheapest("--task qlora --model qwen3-8b --only rtx-3070,rtx-3060-12gb") == "rtx-3060-12gb");
  CHECK(cheapest("--for llm-finetuning --only rx-7900-xtx,rtx-3090") == "rtx-3090");
  CHECK(cheapest("--for llm-inference --only rx-7900-xtx,rtx-3090") == "rx-7900-xtx");
}

TEST_CASE("several cards are bought only if they are worth it beside fewer", "[slow]") {
  const Catalog& catalog = shipped_catalog();
  const ScoreScale& scale = catalog.score_scale();
  std::size_t several = 0;
  for (const auto& [model, budget] : {std::pair("gpt-oss-20b", 700.0),
                                      {"llama-3.3-70b", 3000.0},
                                      {"llama-3.3-70b", 5000.0},
                                      {"llama-3.3-70b", 12000.0}}) {
    INFO(model << " for " << budget << " USD");
    Query query = query_of(catalog, "llm-inference");
    query.job = usual_job(Task::chat, catalog.find_model(model), catalog);
    query.limits[limit("budget")] = budget;
    query.counts = {1, 4};
    const Ranking ranking = rank(catalog, query);
    Draws draws(query, 1);
    const Ranked& first = *pick(ranking, all_of(ranking), draws).buy;
    if (first.count == 1) continue;
    ++several;
    for (const Ranked& card : ranking.ranked)
      if (card.count < first.count && card.is_trusted())
        CHECK((first.as_asked() > card.as_asked() ||
               *first.outlay_usd() <= scale.cheaper * *card.outlay_usd() ||
               *first.counted_usd() <= scale.cheaper * *card.counted_usd() ||
               surely_as_fast(first, card) >= scale.step_up_speed ||
               draws.share_above(first, card) >= scale.clear));
  }
  CHECK(several > 0);
}

TEST_CASE("if the number of a card with the best score is not worth it, fewer of it compete") {
  const auto buy = [](const std::string& more) {
    return shipped_answer("recommend " + more)["verdict"]["buy"];
  };
  const std::string serving =
      "--task serve --model gpt-oss-120b --users 50 --context 8k --budget 50000 --gpus ";
  CHECK(buy(serving + "1-4") == buy(serving + "1-2"));
  const std::string cheapest = "--prefer cheapest --model gpt-oss-20b --gpus ";
  const Parsed few = buy(cheapest + "1"), more = buy(cheapest + "1-4");
  CHECK(more["price_usd"].get<double>() <= few["price_usd"].get<double>());
}

TEST_CASE("the table shows the cards to buy in the number to buy") {
  const Parsed answer = shipped_answer(
      "recommend --task serve --model gpt-oss-120b --users 50 --context 8k --budget 50000 "
      "--gpus 1-4");
  const Parsed &buy = answer["verdict"]["buy"], &first = answer["ranked"][0];
  CHECK(buy["id"] == first["id"]);
  CHECK(buy["count"] == first["count"]);
}

TEST_CASE("no step up is said to be missing that a larger budget buys") {
  const Parsed answer =
      shipped_answer("recommend --model minimax-m2.5 --ram 128 --budget 5000 --gpus 1-4");
  CHECK(answer["verdict"].contains("step_up"));
}

std::string shipped_text(const std::string& command) {
  return run_gpupick(split_arguments(command)).out;
}

TEST_CASE("a card just beyond the budget or the PSU is named if it would be the one to buy") {
  const Parsed found = shipped_answer(
      "recommend --for llm-finetuning --budget 3990 --only "
      "rtx-5090,rtx-3060-12gb");
  REQUIRE(found["verdict"].contains("near_miss"));
  CHECK(found["verdict"]["near_miss"]["id"] == "rtx-5090");
  CHECK(
      shipped_answer("recommend --for image-generation --have rtx-2060-6gb --budget 350 --psu 500")
          ["verdict"]["near_miss"]["id"] == "rtx-3060-12gb");
  CHECK(
      shipped_answer("recommend --for llm-inference --budget 1200")["verdict"]["near_miss"]["id"] ==
      "rtx-3090");
  const std::string length =
      shipped_text("recommend --for image-generation --budget 900 --max-slots 2 --max-length 200");
  CHECK_THAT(length,
             ContainsSubstring("Nearly    RTX 5060 Ti 16 GB") && ContainsSubstring("mm long"));
  CHECK_FALSE(shipped_answer("recommend --budget 2000")["verdict"].contains("near_miss"));
}

TEST_CASE("a card just beyond the budget is the one to buy if the budget is its price") {
  std::size_t tried = 0;
  for (const char* work : {"--for general", "--for llm-inference", "--task vision-train"})
    for (const double budget : {440.0, 880.0, 900.0, 1200.0}) {
      const std::string asked = fmt::format("recommend {} --budget ", work);
      const Parsed verdict = shipped_answer(asked + fmt::format("{}", budget))["verdict"];
      const Parsed near_miss = verdict.value("near_miss", Parsed::object());
      const double usd = near_miss.value("price_usd", 0.0);
      if (usd <= budget) continue;
      ++tried;
      INFO(work << ", " << budget << " USD");
      CHECK(
          shipped_answer(asked + fmt::format("{}", std::floor(usd) + 1))["verdict"]["buy"]["id"] ==
          near_miss["id"]);
    }
  CHECK(tried > 0);
}

TEST_CASE("a step up above the budget is bought, or is the step up, if the budget admits it") {
  int tried = 0;
  for (const char* work :
       {"--for beginner", "--task lora --model qwen3-4b", "--task image --model sdxl",
        "--model gpt-oss-20b --context 64k", "--model qwen3.5-9b", "--task vision-train"})
    for (const int budget : {350, 420, 600, 900}) {
      const std::string asked = fmt::format("recommend {} --budget ", work);
      const std::string text = unwrapped(shipped_text(asked + std::to_string(budget)));
      static const std::regex line(R"(Step up (?:2 x )?([^,]*),[^:]* ([0-9,]+) over budget)");
      std::smatch said;
      if (!std::regex_search(text, said, line)) continue;
      ++tried;
      std::string over = said[2];
      std::erase(over, ',');
      INFO(work << ", " << budget << " USD: " << said[0]);
      const std::string then = shipped_text(asked + std::to_string(budget + std::stoi(over)));
      CHECK_THAT(then.substr(0, then.find("\n\n", then.find("\n\n") + 1)),
                 ContainsSubstring(said[1]));
    }
  CHECK(tried > 8);
}

TEST_CASE("the card to buy with more memory for the computer is no step up from itself") {
  const Parsed verdict =
      shipped_answer("recommend --for image-generation --budget 3000 --prefer speed")["verdict"];
  CHECK(verdict["buy"]["id"] == "rtx-4090");
  CHECK(verdict.value("step_up", Parsed::object()).value("id", "") != "rtx-4090");
}

TEST_CASE("several cards are within the budget with the PSU that they need") {
  for (const char* asked : {"--model qwen3-30b-a3b --budget 380 --ram 64",
                            "--model qwen3.5-35b-a3b --context 128k --budget 1000",
                            "--model mistral-small-24b --quant q8_0 --context 32k --budget 1300"}) {
    INFO(asked);
    CHECK_THAT(unwrapped(shipped_text(fmt::format("recommend {}", asked))),
               !ContainsSubstring("over the budget"));
  }
}

TEST_CASE("owners of a board that needs a fan are offered others that need one") {
  const std::string asked = "recommend --have p40:2 --model llama-3.3-70b --budget 1500";
  const Parsed answer = shipped_answer(asked);
  CHECK(answer["verdict"]["buy"]["id"] == "v100-pcie-32gb");
  CHECK_FALSE(answer["verdict"].contains("near_miss"));
  CHECK_THAT(unwrapped(shipped_text(asked)), ContainsSubstring("a fan that is bought apart"));
  // A fan is no adapter for a module.
  for (const Parsed& card : answer["ranked"]) CHECK(card["id"] != "v100-sxm-16gb");
}

TEST_CASE("a board that needs a fan is named if it would be the one to buy") {
  const std::string pair =
      "recommend --gpus 2 --model llama-3.3-70b --budget 1500 --prefer cheapest --only "
      "p40,arc-pro-b60";
  CHECK(shipped_answer(pair)["verdict"]["near_miss"]["id"] == "p40");
  CHECK_THAT(shipped_text(pair), ContainsSubstring("passive cooling (`--host any`)"));
  CHECK(shipped_answer(pair + " --host workstation")["verdict"]["near_miss"]["id"] == "p40");
  CHECK(shipped_answer(
            "recommend --for hpc-fp64 --budget 2500 --host workstation")["verdict"]["near_miss"]
                                                                        ["id"] == "v100-pcie-16gb");
}

TEST_CASE("the price of a used card is named beside a new one that costs much more") {
  const std::string asked = "recommend --budget 900 --only rtx-5060-ti-16gb --condition ";
  CHECK_THAT(shipped_text(asked + "any"), ContainsSubstring("used ones cost about"));
  CHECK_THAT(shipped_text(asked + "new"), !ContainsSubstring("used ones"));
}

TEST_CASE("a card that takes less to buy and is much faster with fewer bits is named") {
  const std::string out = shipped_text("recommend --task video --model hunyuanvideo --budget 6000");
  CHECK_THAT(out, ContainsSubstring("Buy       a new Jetson AGX Thor"));
  CHECK_THAT(out, ContainsSubstring("Cheaper   RTX 5090"));
}

TEST_CASE("LoRA takes 4 bits where the model does not fit in 16") {
  const std::string lora = "recommend --task lora --model mistral-small-24b --budget ";
  CHECK_THAT(shipped_text(lora + "5000"),
             ContainsSubstring("tokens/s (") && ContainsSubstring("), 4 bit"));
  const Parsed stepped = shipped_answer("estimate rtx-3090 --task lora --model mistral-small-24b");
  const Parsed tuned =
      shipped_answer("estimate rtx-3090 --task qlora --quant nf4-dq --model mistral-small-24b");
  CHECK(stepped["runs"] == "lower_precision");
  CHECK(stepped["speed"]["value"].get<double>() == tuned["train_tok_s"]["value"].get<double>());
}

TEST_CASE("an owner adds a card that is a step up within the budget") {
  const std::string asked = "recommend --have rtx-3090 --model gpt-oss-120b --budget ";
  const std::string added = shipped_text(asked + "1500");
  CHECK_THAT(added, ContainsSubstring("Add       a second for"));
  CHECK_THAT(added, !ContainsSubstring("Keep"));
  // A smaller budget pays for the memory that the job takes beside the card that is there.
  for (const char* budget : {"800", "1300"})
    CHECK_THAT(shipped_text(asked + budget),
               ContainsSubstring("Keep      RTX 3090") && ContainsSubstring("8 GiB more RAM"));
}

TEST_CASE("a server is told of a smaller KV cache that does much more work per dollar") {
  CHECK_THAT(unwrapped(shipped_text("recommend --task serve --model llama-3.1-8b --quant fp8 "
                                    "--users 100 --context 4k --budget 8200")),
             ContainsSubstring("With `--kv-quant fp8`: RTX 6000 Ada Generation"));
}

TEST_CASE("two cards a few dollars beyond the budget with their PSU are named") {
  for (const char* budget : {"575", "590", "592"})
    CHECK_THAT(shipped_text(std::string("recommend --model qwen3.6-27b --budget ") + budget),
               ContainsSubstring("Nearly    2 x RTX 3060 12 GB"));
}

TEST_CASE("a card that wins fewer draws than its rival is said to be bought for its work") {
  const std::string asked = "recommend --for general --budget 1100";
  const Parsed verdict = shipped_answer(asked)["verdict"];
  REQUIRE(verdict["leads"].get<double>() < verdict["rival_wins"].get<double>());
  CHECK_THAT(unwrapped(shipped_text(asked)),
             ContainsSubstring(" %), 906 USD, runs fewer programs in full"));
}

TEST_CASE("a card that wins few draws is said to be one of several") {
  const std::string asked = "recommend --task embed --model qwen3-embedding-4b --budget 1300";
  const double leads = shipped_answer(asked)["verdict"]["leads"];
  REQUIRE(leads < 1 - shipped_catalog().score_scale().told_apart);
  CHECK_THAT(shipped_text(asked), ContainsSubstring("Close: several are level, it wins in"));
}

TEST_CASE("a run with an end that is cheap to rent has a line that says so") {
  const std::string run = "recommend --task pretrain --model llama-3.2-1b --budget 15000 --tokens ";
  CHECK_THAT(shipped_text(run + "20B"), ContainsSubstring("Or rent   the whole run for"));
  CHECK_THAT(shipped_text(run + "2T"), !ContainsSubstring("Or rent"));
  CHECK_THAT(shipped_text("recommend --model qwen3-8b"), !ContainsSubstring("Or rent"));
}

TEST_CASE("the printed parts of a computer add up to its price") {
  const std::string text = shipped_text(
      "recommend --task serve --model llama-3.1-8b --quant fp8 --vram 16 --prefer value "
      "--host dedicated");
  std::smatch found;
  REQUIRE(std::regex_search(
      text, found,
      std::regex(R"((\d[\d,]*) USD for the computer around it \(([\d,]+)\)[^(]*\((\d+)\))")));
  const auto usd = [&](std::size_t i) {
    std::string digits = found[i];
    std::erase(digits, ',');
    return std::stoi(digits);
  };
  CHECK(usd(1) == usd(2) + usd(3));
}

TEST_CASE("few prices set no card apart where all have few") {
  const Parsed verdict = shipped_answer("recommend --for vision --no-plug --budget 250")["verdict"];
  REQUIRE_FALSE(verdict["buy"]["trusted"].get<bool>());
  CHECK(verdict["untrusted"].empty());
}

TEST_CASE("--why says what a card with a better score does less of") {
  CHECK_THAT(unwrapped(shipped_text("recommend --for general --budget 1100 --why rtx-5070-ti")),
             ContainsSubstring("since it runs fewer programs in full"));
}

TEST_CASE("a renter is not told where to plug the monitor") {
  CHECK_THAT(shipped_text("recommend --rent --task image --model qwen-image --max-hourly 1"),
             !ContainsSubstring("monitor"));
}

TEST_CASE("money saved has the sign of the points that --why gives for it", "[slow]") {
  const std::regex cost(R"((cheaper|dearer) over [^(]*\(([+-]))");
  std::size_t checked = 0;
  for (const char* work : works)
    for (const char* card : {"rtx-3060-12gb", "rtx-3090", "rx-7900-xt", "rtx-5090"}) {
      std::vector<std::string> args{"recommend", "--for", work, "--budget", "5000", "--why", card};
      const std::string text = run_gpupick(args).out;
      std::smatch found;
      INFO(text);
      std::string line = text;
      std::ranges::replace(line, '\n', ' ');
      if (!std::regex_search(line, found, cost)) continue;
      ++checked;
      CHECK((found[1] == "cheaper") == (found[2] == "+"));
    }
  CHECK(checked > 5);
}

TEST_CASE("more of the card to buy is a step up before none is") {
  const Parsed answer = Parsed::parse(
      run_gpupick(split_arguments("recommend --task full --model llama-3.1-8b --budget 30000 "
                                  "--gpus 1-4 --only rtx-pro-6000 --format json"))
          .out);
  CHECK(answer["verdict"]["step_up"]["count"] > 1);
}

TEST_CASE("a larger budget hides no pair of a smaller one", "[slow]") {
  for (const char* model : {"llama-3.3-70b", "gpt-oss-120b", "qwen3-32b"})
    for (const int budget : {5000, 8600}) {
      INFO(model << ", " << budget << " USD");
      const auto ask = [&](int usd) {
        return shipped_answer("recommend --top 500 --model " + std::string(model) + " --budget " +
                              std::to_string(usd));
      };
      const Parsed less = ask(budget)["verdict"]["buy"], more = ask(2 * budget)["ranked"];
      CHECK(std::ranges::any_of(more, [&](const Parsed& card) {
        return card["id"] == less["id"] && card["count"] >= less["count"];
      }));
    }
}

TEST_CASE("the card that may fit draws no more than any that is known to fit") {
  for (const char* limits : {"--max-slots 1", "--low-profile", "--max-length 180"})
    for (const char* budget : {"800", "2000"}) {
      INFO(limits << ", " << budget << " USD");
      const Parsed found =
          shipped_answer("recommend " + std::string(limits) + " --top 500 --budget " + budget);
      if (!found["verdict"].contains("unmeasured")) continue;
      const std::string id = found["verdict"]["unmeasured"]["id"];
      double most = 0;
      for (const Gpu& gpu : shipped_catalog().gpus())
        if (gpu.form_factor == "pcie" &&
            (gpu.slots <= 1.0 || gpu.low_profile == true || gpu.length_mm <= 180.0 ||
             std::ranges::any_of(gpu.partner_boards, [](const PartnerBoard& board) {
               return board.slots <= 1 || board.low_profile == true || board.length_mm <= 180;
             })))
          most = std::max(most, gpu.tdp_w.value_or(0));
      CHECK(shipped_catalog().find_gpu(id).tdp_w <= most);
    }
}

TEST_CASE("Keep lists the cards with few prices that would win") {
  const std::string line = "recommend --have 3090:2 --model gpt-oss-120b --gpus 1-2 --budget 3000";
  const Parsed found = shipped_answer(line)["verdict"];
  CHECK(found["keep"] == true);
  REQUIRE(!found["untrusted"].empty());
  for (const Parsed& one : found["untrusted"]) {
    const std::string id = one["id"];
    const int usd = one["wins_below_usd"].get<int>() / one["count"].get<int>();
    INFO(id << " for " << usd << " USD");
    CHECK(shipped_answer(line + " --price " + id + "=" +
                         std::to_string(usd))["verdict"]["buy"]["id"] == id);
  }
}

TEST_CASE("Keep and --why say what a card is measured against") {
  const std::string line = "recommend --have 3090:2 --model gpt-oss-120b --gpus 1-2 --budget 3000";
  CHECK_THAT(unwrapped(run_gpupick(split_arguments(line)).out),
             ContainsSubstring("is worth its price, as far as prices are known"));
  CHECK_THAT(unwrapped(run_gpupick(split_arguments(line + " --why 3090-ti")).out),
             ContainsSubstring("; yours has "));
}

TEST_CASE("speeds of a named chat are said to be those of replies") {
  const std::string chat = "recommend --model qwen3-14b --budget 1500";
  const std::string out = unwrapped(run_gpupick(split_arguments(chat)).out);
  CHECK_THAT(out, ContainsSubstring("replies "));
  CHECK_THAT(unwrapped(run_gpupick(split_arguments("recommend --budget 1500")).out),
             !ContainsSubstring("replies "));
}

TEST_CASE("a step up that is as fast names its work first") {
  CHECK_THAT(unwrapped(run_gpupick(split_arguments("recommend --budget 1000")).out),
             ContainsSubstring("adds 3 jobs, as fast"));
}

TEST_CASE("the share of draws is rounded down") {
  const std::string line = "recommend --for image-generation --budget 1000";
  const double leads = shipped_answer(line)["verdict"]["leads"];
  CHECK_THAT(unwrapped(run_gpupick(split_arguments(line)).out),
             ContainsSubstring(fmt::format("wins in {:.0f} % of", std::floor(100 * leads + 1e-9))));
}

TEST_CASE("of rented cards as fast the cheapest is the one to rent") {
  const Parsed found = shipped_answer(
      "recommend --rent --task serve --model llama-3.3-70b --quant fp8 --users 64 --gpus 8 --only "
      "b300-sxm,b200-sxm");
  CHECK(found["verdict"]["buy"]["id"] == "b200");
}

TEST_CASE("what --why says of a card agrees with the verdict", "[slow]") {
  for (const char* line :
       {"--budget 600", "--for image-generation --budget 1000", "--budget 2000"}) {
    std::vector<std::string> args = split_arguments(std::string("recommend ") + line);
    args.insert(args.end(), {"--format", "json"});
    const Parsed found = Parsed::parse(run_gpupick(args).out)["verdict"];
    const auto role = [&](const Parsed& id) {
      std::vector<std::string> why = args;
      why.insert(why.end(), {"--why", id.get<std::string>()});
      return Parsed::parse(run_gpupick(why).out)["role"];
    };
    INFO(line);
    CHECK(role(found["buy"]["id"]) == "buy");
    for (const Parsed& id : found["buy"]["level_with"]) CHECK(role(id) == "level_with");
    if (found.contains("cheaper")) CHECK(role(found["cheaper"]["id"]) == "cheaper");
    for (const Parsed& one : found["untrusted"])
      if (one["count"] == 1)
        if (const Parsed none = role(one["id"]); !none.is_null()) CHECK(none == "none");
  }
}

}  // namespace
}  // namespace gpupick
