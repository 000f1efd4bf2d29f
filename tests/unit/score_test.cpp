#include "answer/estimate_words.hpp"
#include "answer/limits.hpp"
#include "answer/ranking.hpp"
#include "base/error.hpp"
#include "catch.hpp"
#include "ranking/assess.hpp"
#include "ranking/gain.hpp"
#include "ranking/host.hpp"
#include "ranking/tools.hpp"
#include "ranking/why.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("a stated rate uses matrix units, or the cores if the card has none") {
  const Mix mix =
      mix_of(shipped_catalog().find_workload("hpc-fp64"), shipped_catalog(), Date{2026, 10, 10});
  Gpu gpu;
  const auto dgemm = [&] { return work_on({&gpu, 2}, mix.front(), {}, {}); };
  CHECK(dgemm().second.cause == MissingCause::figure);
  gpu.fp64_tensor_tflops = 0;
  CHECK(dgemm().second.cause == MissingCause::figure);
  gpu.fp64_tflops = 0.5;
  CHECK(dgemm().first.speed.value == 1);
  CHECK(dgemm().first.speed.evidence == Evidence::stated);
  gpu.fp64_tensor_tflops = 60;
  CHECK(dgemm().first.speed.value == 120);
  gpu.fp64_tflops = gpu.fp64_tensor_tflops = 0;
  CHECK_FALSE(dgemm().first.runs());
  CHECK_FALSE(dgemm().second);
}

TEST_CASE("a service counts only users who get the speed that its job asks for") {
  const Catalog& catalog = fixed_catalog();
  Workload workload = catalog.find_workload("llm-serving");
  std::vector<MixJob> jobs(workload.jobs.begin(), workload.jobs.end());
  workload.jobs = jobs;
  const Date day{2026, 10, 10};
  const auto throughput = [&] {
    const Mix mix = mix_of(workload, catalog, day);
    return work_on({&catalog.find_gpu("rtx-3090")}, mix.front(), catalog.calibration(), {})
        .first.speed.value;
  };
  const double all = throughput();
  for (MixJob& job : jobs) job.each = 30;
  CHECK(throughput() < all);
  CHECK(throughput() > 0);
  for (MixJob& job : jobs) job.each = 1000;  // fewer users than a service needs
  CHECK(throughput() == 0);
}

TEST_CASE("utility counts the decades of speed above the floor") {
  const Workload workload = simple_workload();
  const Mix mix = mix_of(workload, fixed_catalog(), Date{2026, 10, 10});
  ScoreScale scale;
  scale.decades = 5;
  WorkResult result;
  result.asked = &mix.front();
  CHECK(utility(result, scale) == 0);
  const auto of_speed = [&](double speed) {
    result.speed.value = speed;
    return utility(result, scale);
  };
  CHECK(of_speed(0.5) == 0);
  CHECK(of_speed(1) == 0);
  CHECK(of_speed(10) == Approx(0.2));
  CHECK(of_speed(1e5) == Approx(1));
  CHECK(of_speed(1e7) == 1);
  result.speed = {100, 10, 200, Evidence::thin};  // the low end counts
  CHECK(utility(result, scale) == Approx(0.2));
  result.worth = 0.1;
  result.speed = {100};
  CHECK(utility(result, scale) == Approx(0.2));

  // A part of the speed counts where answers are poorer or tools are missing. Poorer answers never
  // take all the points.
  result.speed = {100};
  result.worth = 1;
  result.keeps = 0.1;
  CHECK(utility(result, scale) == Approx(0.2));
  result.speed = {10};
  CHECK(utility(result, scale) == Approx(0.1 * 0.2));
  // Savings count as far as the speed does.
  Ranked card;
  const auto useful = [&](double speed) {
    result.speed = {speed};
    card.work = {result};
    return card.useful() / result.asked->share;
  };
  CHECK(useful(0.5) == 0);
  CHECK(useful(10) == Approx(0.1));
  CHECK(useful(1000) == Approx(2. / 3));
  CHECK(card.useful(1) == Approx(3. / 4 * result.asked->share));
  result.speed = {100};
  result.keeps = 1;
  result.tools = 0.1;
  CHECK(utility(result, scale) == Approx(0.2));
}

TEST_CASE("cost points are logarithmic in the cost, or count what is saved of the budget") {
  const Workload workload = simple_workload();
  Query query = simple_query(workload);
  query.scale.decades = 5;
  const auto of = [&](double usd, double useful = 0.5) { return cost_utility(query, useful, usd); };
  CHECK(of(1) == 1);
  CHECK(of(1000) == Approx(0.4));
  CHECK(of(1e6) == Approx(-0.2));
  CHECK(of(300) - of(330) == Approx(of(3000) - of(3300)));
  CHECK(of(300, 1) == of(300));
  const auto tenth = [&](double budget) {
    query.limits[limit("budget")] = budget;
    return of(0.5 * budget) - of(0.6 * budget);
  };
  CHECK(tenth(300) == Approx(std::log10(0.6 / 0.5) / 5));
  query.by_budget = true;
  CHECK(tenth(300) == Approx(tenth(30000)));
  CHECK(tenth(300) == Approx(0.5 * 0.1 / std::log(10.0) / 5));
  query.limits[limit("budget")] = 1000.0;
  CHECK(of(1000) == 0);
  CHECK(of(500, 1) == Approx(2 * of(500, 0.5)));
  // Electricity may cost more than the budget leaves. More work does not make that worse.
  CHECK(of(1100, 1) == of(1100, 0.5));
  CHECK(of(1100) < 0);
}

TEST_CASE("a job that does not fit uses the first ladder step that runs") {
  const Catalog& catalog = fixed_catalog();
  const auto fallback = [&](const char* card, std::string_view job, double ram = 64,
                            const char* work = "llm-inference") {
    Query asked = simple_query(catalog.find_workload(work));
    asked.host_memory.ram_gib = ram;
    const Assessment assessed = assess(catalog, asked, catalog.find_gpu(card));
    for (const WorkResult& one : assessed.card.work)
      if (one.asked->label == job)
        return !one.runs() ? "-" : one.fallback ? std::string(one.fallback->label) : "";
    return std::string("no such job");
  };
  CHECK(fallback("rtx-3090", "32B chat") == "");
  CHECK(fallback("rtx-3090", "70B chat") == "host memory");
  CHECK(fallback("rtx-3090", "70B chat", 8) == "-");
  CHECK(fallback("rtx-3060-12gb", "14B chat") == "");
  CHECK(fallback("rtx-3090", "full 3B", 64, "llm-training") == "8-bit optimizer");
  CHECK(fallback("rtx-3090", "full 8B", 64, "llm-training") == "-");
}

TEST_CASE("a card launched after the day is ignored") {
  Workload workload = simple_workload();
  Query query = simple_query(workload);
  std::mt19937 random(1);
  Gpu gpu = random_gpu(random, "later");
  gpu.launch_date = Date{2026, 12, 0};
  const Catalog catalog = catalog_of({gpu}, random);
  CHECK(rank(catalog, query).ranked.empty());
  CHECK(rank(catalog, query).excluded.empty());
  CHECK_THROWS_AS(explain(catalog, rank(catalog, query), catalog.gpus()[0], 1), Error);
}

TEST_CASE("board power must be known if cost or electricity has a weight") {
  Workload workload = simple_workload();
  Query query = simple_query(workload);
  std::mt19937 random(1);
  Gpu gpu = random_gpu(random, "no-power");
  gpu.tdp_w = {};
  const Catalog catalog = catalog_of({gpu}, random);
  const auto is_out_for_power = [&](OutcomeValues weights) {
    query.weights = weights;
    return has_failed(assess(catalog, query, catalog.gpus()[0]), limit("power"));
  };
  OutcomeValues speed{}, cost{}, electricity{};
  speed[index(Outcome::speed)] = cost[index(Outcome::cost)] =
      electricity[index(Outcome::electricity)] = 1;
  CHECK_FALSE(is_out_for_power(speed));
  CHECK(is_out_for_power(cost));
  CHECK(is_out_for_power(electricity));
  query.rent = true;
  CHECK_FALSE(is_out_for_power(cost));
}

TEST_CASE("a given price replaces the observed ones") {
  Workload workload = simple_workload();
  Query query = simple_query(workload);
  query.own_prices["rtx-3090"] = 123;
  query.limits[limit("only")] = std::vector<std::string_view>{"rtx-3090"};
  const Ranking ranking = rank(fixed_catalog(), query);
  REQUIRE(ranking.ranked.size() == 1);
  CHECK(ranking.ranked[0].price->usd == 123);
  CHECK(ranking.ranked[0].price->kind == PriceKind::given);
}

TEST_CASE("the change that --why proposes admits the card") {
  const Workload& workload = fixed_catalog().find_workload("general");
  Query query = simple_query(workload);
  query.limits[limit("vram")] = 24.0;
  query.limits[limit("budget")] = 2000.0;
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-4090");
  const Why why = explain(fixed_catalog(), rank(fixed_catalog(), query), gpu, 1);
  CHECK(why.position == 0);
  REQUIRE(why.failed.size() == 1);
  REQUIRE(to_flags(change_for(why.failed[0])) == "--budget 2621");
  query.limits[limit("budget")] = 2621.0;
  const Ranking wider = rank(fixed_catalog(), query);
  const Why after = explain(fixed_catalog(), wider, gpu, 1);
  CHECK(after.position == why.position_if_admitted);
  CHECK(after.card->score == why.card->score);
}

TEST_CASE("a card ties with the leader at its flip price") {
  const Workload& workload = fixed_catalog().find_workload("general");
  Query query = simple_query(workload);
  const Ranking ranking = rank(fixed_catalog(), query);
  std::size_t checked = 0;
  for (std::size_t i = 1; i < 10; ++i) {
    const Why why =
        explain(fixed_catalog(), ranking, *ranking.ranked[i].gpu, 1, ranking.ranked[0].gpu);
    if (!why.flip.price) continue;
    Query cheaper = query;
    cheaper.own_prices[std::string(why.gpu->id)] = *why.flip.price;
    CHECK(assess(fixed_catalog(), cheaper, *why.gpu).card.score ==
          Approx(ranking.ranked[0].score).margin(0.11));
    ++checked;
  }
  CHECK(checked > 0);
}

// Returns a card with these figures; its memory and power are fixed.
Gpu card_of(const char* id, double bandwidth, double tensor) {
  Gpu gpu;
  gpu.id = gpu.name = id;
  gpu.stack = "cuda";
  gpu.memory_gib = 24;
  gpu.bandwidth_gb_s = bandwidth;
  gpu.fp16_tensor_tflops = tensor;
  gpu.tdp_w = 300;
  return gpu;
}

TEST_CASE("a card without a price reports the price up to which it would be the one to buy") {
  const Workload& workload = fixed_catalog().find_workload("general");
  Query query = simple_query(workload);
  const auto is_bought = [&](const std::string& id, double usd) {
    Query priced = query;
    priced.own_prices[id] = usd;
    return verdict(rank(fixed_catalog(), priced), 1).buy->gpu->id == id;
  };
  int seen = 0;
  for (const auto& [computer, usd, budget] :
       {std::tuple("", 0, 0.0), {"server", 0, 0.0}, {"", 500, 0.0}, {"", 0, 900.0}}) {
    query.host = {};
    if (*computer) query.host.kind = &fixed_catalog().find_host(computer);
    query.host_usd = usd > 0 ? Number(usd) : std::nullopt;
    if (budget > 0) query.limits[limit("budget")] = budget;
    const Ranking ranking = rank(fixed_catalog(), query);
    for (const Untrusted& card : verdict(ranking, 1).unpriced) {
      ++seen;
      const std::string id(card.gpu->id);
      INFO(id << " in a computer " << computer << " of " << usd << " USD");
      CHECK(is_bought(id, card.wins_below_usd));
      if (budget == 0) CHECK_FALSE(is_bought(id, card.wins_below_usd * 1.1));
      if (budget > 0) CHECK(card.wins_below_usd <= budget);
      CHECK(explain(fixed_catalog(), ranking, *card.gpu, 1).wins_up_to == card.wins_below_usd);
    }
  }
  CHECK(seen >= 6);
}

TEST_CASE("the budget holds a computer that is bought for the cards") {
  Query query = simple_query(fixed_catalog().find_workload("llm-inference"));
  query.host = {&fixed_catalog().find_host("dedicated"), true};
  query.limits[limit("budget")] = 2000.0;
  const Ranking ranking = rank(fixed_catalog(), query);
  REQUIRE_FALSE(ranking.ranked.empty());
  for (const Ranked& card : ranking.ranked)
    CHECK((card.price->whole_computer || card.bought_usd > 0));
  for (const Ranked& card : ranking.ranked) CHECK(*card.budgeted_usd() <= 2000);
  CHECK(std::ranges::any_of(ranking.excluded, [](const Excluded& card) {
    const auto* over = std::get_if<OverBudget>(&card.failed.front().reason);
    return over && over->price.usd - over->price.host_usd <= 2000;
  }));
}

TEST_CASE("the smallest budget that is named admits a card, and no smaller one does") {
  for (const char* computer : {"desktop", "dedicated"}) {
    Query query = simple_query(fixed_catalog().find_workload("llm-inference"));
    query.host = {&fixed_catalog().find_host(computer), true};
    query.limits[limit("budget")] = 10.0;
    const std::vector<WayIn> ways = ways_in(rank(fixed_catalog(), query));
    const auto way = std::ranges::find(ways, "--budget", &WayIn::flag);
    REQUIRE(way != ways.end());
    query.limits[limit("budget")] = 10 + way->margin;
    CHECK_FALSE(rank(fixed_catalog(), query).ranked.empty());
    query.limits[limit("budget")] = 10 + way->margin - 1.5;
    CHECK(rank(fixed_catalog(), query).ranked.empty());
  }
}

TEST_CASE("a cost beyond the scale of the score counts") {
  const Query query = simple_query(fixed_catalog().find_workload("llm-training"));
  CHECK(cost_utility(query, 1, 4e5) < cost_utility(query, 1, 2e5));
  CHECK(cost_utility(query, 1, 2e5) < 0);
}

TEST_CASE("cards that third parties rebuild are ranked if the buyer names them") {
  const Catalog& catalog = shipped_catalog();
  Query query = simple_query(catalog.find_workload("llm-inference"));
  for (const Ranked& card : rank(catalog, query).ranked) CHECK_FALSE(is_modified(*card.gpu));
  query.own_prices["rtx-3080-20gb"] = 450;
  CHECK(std::ranges::any_of(rank(catalog, query).ranked,
                            [](const Ranked& card) { return is_modified(*card.gpu); }));
}

TEST_CASE("a card of unknown length fails --max-length") {
  Query query = simple_query(fixed_catalog().find_workload("general"));
  query.limits[limit("max-length")] = 400.0;
  std::size_t apart = 0;
  const Ranking ranking = rank(fixed_catalog(), query);
  for (const Ranked& card : ranking.ranked) CHECK(card.gpu->length_mm);
  for (const Excluded& card : ranking.excluded)
    if (card.failed.front().limit == limit("max-length") && card.failed.front().is_unknown())
      ++apart;
  CHECK(apart > 0);
}

TEST_CASE("gain_over compares cards with those owned") {
  Query query = simple_query(fixed_catalog().find_workload("general"));
  query.limits[limit("vram")] = 24.0;
  query.owned = CardGroup{&fixed_catalog().find_gpu("rtx-3060-12gb")};
  const Ranking ranking = rank(fixed_catalog(), query);
  REQUIRE(ranking.owned);
  const Ranked& owned = *ranking.owned;
  CHECK(owned.gpu == query.owned->gpu);
  CHECK(owned.score > 0);
  const auto used = fixed_catalog().price_on(*owned.gpu, Condition::used, query.day);
  CHECK(owned.price->usd == used->low);
  const Gain none = gain_over(owned, owned);
  CHECK(none.speed->value == Approx(1));
  CHECK(none.watts == 0);
  CHECK(none.usd->value == 0);
  CHECK((none.lets_in.empty() && none.loses.empty()));
  for (const Ranked& card : ranking.ranked) {
    INFO(card.gpu->id);
    const Gain gain = gain_over(card, owned);
    const Gain back = gain_over(owned, card);
    CHECK(gain.speed->value * back.speed->value == Approx(1));
    CHECK(gain.usd->value ==
          Approx(card.price->usd + std::max(card.computer_usd, 0.0) - used->low));
    CHECK(*gain.watts == *card.gpu->tdp_w - *owned.gpu->tdp_w);
    CHECK(gain.lets_in == back.loses);
    CHECK(gain.loses == back.lets_in);
    for (const WorkResult& result : card.work)
      CHECK((std::ranges::find(gain.lets_in, result.asked->label) != gain.lets_in.end()) ==
            (result.runs() &&
             !owned.work[static_cast<std::size_t>(&result - card.work.data())].runs()));
  }
}

TEST_CASE("the usual PSU follows the board power") {
  Gpu gpu;
  gpu.form_factor = "pcie";
  CHECK_FALSE(usual_supply_w(fixed_catalog(), {&gpu}));
  gpu.tdp_w = 350;
  CHECK(usual_supply_w(fixed_catalog(), {&gpu}) == 800);
  CHECK(usual_supply_w(fixed_catalog(), {&gpu, 2}) == 1150);
  gpu.form_factor = "sxm";
  CHECK_FALSE(usual_supply_w(fixed_catalog(), {&gpu}));
}

TEST_CASE("the usual PSU is as near to the makers' advice as the data says") {
  const Catalog& catalog = shipped_catalog();
  for (const SupplyRule& rule : catalog.of<SupplyRule>()) {
    double cards = 0, sum = 0, squares = 0;
    for (const Gpu& gpu : catalog.gpus()) {
      if (!gpu.psu_w || !gpu.tdp_w || !is_pcie_board(gpu)) continue;
      if (rule.most_w ? *gpu.tdp_w > *rule.most_w : *gpu.tdp_w <= 75) continue;
      const double off = *usual_supply_w(catalog, {&gpu}) - *gpu.psu_w;
      ++cards;
      sum += off;
      squares += off * off;
    }
    INFO(rule.id << ": off by " << sum / cards << " on average");
    CHECK(cards == rule.cards);
    CHECK(std::fabs(sum / cards) < 25);  // half a step of 50 W
    CHECK(std::sqrt(squares / cards) < 1.1 * rule.error_w);
  }
}

TEST_CASE("a computer that does not run the buyer's system is left out") {
  for (const Gpu& gpu : shipped_catalog().gpus())
    if (gpu.form_factor == "module")
      CHECK(std::ranges::any_of(shipped_catalog().of<BoardTrait>(), [&](const BoardTrait& trait) {
        return trait.covers(gpu) && !trait.systems.empty();
      }));
  Query query = simple_query(fixed_catalog().find_workload("llm-inference"));
  query.day = fixed_catalog().day();
  const auto is_ranked = [&](std::string_view os, const char* id) {
    query.os = os;
    const Ranking ranking = rank(fixed_catalog(), query);
    return std::ranges::any_of(ranking.ranked,
                               [&](const Ranked& one) { return one.gpu->id == id; });
  };
  for (const char* os : {"", "linux"}) CHECK(is_ranked(os, "dgx-spark"));
  CHECK_FALSE(is_ranked("windows", "dgx-spark"));
  CHECK(is_ranked("windows", "strix-halo-8060s"));
  CHECK(is_ranked("windows", "rtx-3090"));
  CHECK_THAT(run_fixed({"recommend", "--os", "windows", "--why", "dgx-spark"}).out,
             ContainsSubstring("it runs linux, not windows") && ContainsSubstring("--os linux"));
}

TEST_CASE("a tool counts for its tasks while it and its toolkit are maintained") {
  const Catalog catalog(dataset_from(R"({
    "stacks": [{"id": "cuda", "source": "x"}],
    "software": [{"id": "a", "software": "cuda", "stack": "cuda", "from": "2025-08",
                  "current": ["7.5+"], "legacy": ["7.0"], "legacy_until": "2028-06", "source": "x"}],
    "tools": [{"id": "tuner", "tasks": ["qlora"], "last_release": "2026-01-01", "source": "x"},
              {"id": "old", "tasks": ["qlora"], "last_release": "2024-01-01", "source": "x"},
              {"id": "ended", "tasks": ["qlora"], "ended": "2025-06", "source": "x"}],
    "tool_rules": [{"id": "b", "tool": "tuner", "stack": "cuda", "scope": ["*"], "os": ["linux"],
                    "level": "full", "from": "2025-08", "source": "x"},
                   {"id": "c", "tool": "chat", "stack": "cuda", "scope": ["*"], "os": ["linux"],
                    "level": "partial", "from": "2025-08", "source": "x"},
                   {"id": "d", "tool": "ended", "stack": "cuda", "scope": ["*"], "os": ["linux"],
                    "level": "full", "from": "2025-08", "source": "x"},
                   {"id": "e", "tool": "old", "stack": "cuda", "scope": ["*"], "os": ["linux"],
                    "level": "full", "from": "2025-08", "source": "x"}]})"));
  Workload workload;
  static constexpr ToolUse uses[] = {
      {{}, "tuner", 1}, {{}, "old", 5}, {{}, "ended", 5}, {{}, "chat", 3}};
  workload.tools = uses;
  ScoreScale scale;
  scale.years = 3;
  scale.tool_days = 400;
  Gpu gpu;
  gpu.stack = "cuda";
  const auto on = [&](const char* capability, Date day) {
    gpu.compute_capability = capability;
    return Toolbox(workload, catalog, "", day, scale).on(gpu);
  };
  const auto share = [](const ToolCoverage& tools, Task task) {
    return tools.shares[static_cast<std::size_t>(task)];
  };
  const ToolCoverage tools = on("7.5", {2026, 1, 1});
  CHECK(tools.all == 2);
  CHECK(tools.full == 1);
  CHECK(share(tools, Task::qlora) == Approx(0.25));  // of the tuner and the tool for all tasks
  CHECK(share(tools, Task::chat) == 0);
  scale.partial_tool = 0.5;
  CHECK(share(on("7.5", {2026, 1, 1}), Task::chat) == 0.5);
  CHECK(share(on("7.5", {2026, 1, 1}), Task::qlora) == Approx(0.25));
  CHECK(share(on("7.0", {2026, 1, 1}), Task::qlora) == Approx(0.25 * 882 / 1095).epsilon(0.002));
  CHECK(on("7.0", {2026, 1, 1}).until == Date{2028, 6, 0});
  scale.years = 1;
  CHECK_FALSE(on("7.0", {2026, 1, 1}).until);
  scale.years = 0.001;  // no day
  scale.tool_days = 2000;
  CHECK(share(on("7.0", {2028, 6, 1}), Task::qlora) == Approx(6.0 / 9));
}

TEST_CASE("there is no flip price if no price makes up the difference") {
  const Workload workload = simple_workload();
  Query query = simple_query(workload);
  query.own_prices = {{"fast", 1000}, {"like", 3000}, {"slow", 1000}};
  std::mt19937 random(1);
  const Catalog catalog = catalog_of(
      {card_of("fast", 16000, 1600), card_of("like", 16000, 1600), card_of("slow", 16, 1.6)},
      random);
  const auto turning_price = [&](const char* id) {
    return explain(catalog, rank(catalog, query), catalog.find_gpu(id), 1).flip.price;
  };
  // The cards differ only in price, so that they tie at the same price; points are rounded to a
  // tenth.
  REQUIRE(turning_price("like"));
  CHECK(*turning_price("like") == Approx(1000).epsilon(0.04));
  REQUIRE(turning_price("fast"));
  CHECK(*turning_price("fast") == Approx(3000).epsilon(0.04));
  // A thousandth of the speed loses 35 points of 100, more than any price can gain.
  CHECK_FALSE(turning_price("slow"));
  query.limits[limit("exclude")] = std::vector<std::string_view>{"like"};
  CHECK_FALSE(turning_price("slow"));
  CHECK_FALSE(turning_price("fast"));  // ahead at any price
  query.weights = {1, 0, 0};
  query.limits.clear();
  CHECK_FALSE(turning_price("like"));  // prices don't count
  query.weights = {0, 1, 0};
  REQUIRE(turning_price("like"));  // only prices count
  CHECK(*turning_price("like") == Approx(1000).epsilon(0.04));
}

}  // namespace
}  // namespace gpupick
