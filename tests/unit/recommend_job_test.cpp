#include <fmt/format.h>

#include <cmath>

#include "answer/job.hpp"
#include "answer/limits.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "job/usual_job.hpp"
#include "parsed.hpp"
#include "physics/memory.hpp"
#include "ranking/compare.hpp"
#include "ranking/why.hpp"

namespace gpupick {
namespace {

// Llama 3.1 70B at 4 bit with 32k tokens: about 50 GiB.
Query job_query(CardCounts counts = {1, 1}) {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  query.day = catalog.day();
  query.counts = counts;
  Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-70b"), catalog);
  job.format = &catalog.find_quantisation("q4_k_m");
  job.cache_type = &catalog.find_cache_type("f16");
  job.context = 32768;
  query.job = job;
  return query;
}

const Gpu& card(const char* name) { return fixed_catalog().find_gpu(name); }

Assessment assess(const Query& query, const char* name) {
  return assess(fixed_catalog(), query, card(name));
}

TEST_CASE("a job's ranking lists each existing card once") {
  const Ranking ranking = rank(fixed_catalog(), job_query({1, 4}));
  std::vector<std::string> ids;
  for (const Ranked& one : ranking.ranked) {
    ids.emplace_back(one.gpu->id);
    CHECK(one.estimate()->fits);
    CHECK(one.count >= 1);
    CHECK(one.count <= 4);
    CHECK((joinable(*one.gpu, one.price) || one.count == 1));
    double sum = 0;
    for (const double points : one.terms) sum += points;
    CHECK(one.score == Approx(sum));
  }
  for (const Excluded& one : ranking.excluded) ids.emplace_back(one.gpu->id);
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  const auto existing = std::count_if(
      fixed_catalog().gpus().begin(), fixed_catalog().gpus().end(),
      [&](const Gpu& gpu) { return exists_on(fixed_catalog(), gpu, ranking.query.day); });
  CHECK(ids.size() == static_cast<std::size_t>(existing));
}

TEST_CASE("excluding cards from a job's ranking never reorders the others") {
  Query query = job_query({1, 4});
  const Ranking all = rank(fixed_catalog(), query);
  REQUIRE(all.ranked.size() > 6);
  const std::vector<std::string_view> gone{all.ranked[0].gpu->id, all.ranked[3].gpu->id,
                                           "rtx-3090"};
  query.limits[limit("exclude")] = gone;
  std::vector<std::pair<std::string, double>> expected, fewer;
  for (const Ranked& one : all.ranked)
    if (std::find(gone.begin(), gone.end(), one.gpu->id) == gone.end())
      expected.emplace_back(one.gpu->id, one.score);
  for (const Ranked& one : rank(fixed_catalog(), query).ranked)
    fewer.emplace_back(one.gpu->id, one.score);
  CHECK(fewer == expected);
}

TEST_CASE("a job's heading names its draft tokens or draft model") {
  const Catalog& catalog = fixed_catalog();
  Job job = *job_query().job;
  const auto with = [](const char* drafts) {
    return fmt::format("Llama 3.1 70B q4_k_m with {}32,768 tokens of context", drafts);
  };
  CHECK(job_heading(job) == with(""));
  job.draft = 1;
  CHECK(job_heading(job) == with("1 draft token and "));
  job.draft = 3;
  CHECK(job_heading(job) == with("3 draft tokens and "));
  job.drafter = &catalog.find_model("llama-3.2-1b");
  job.drafter_format = &catalog.find_quantisation("q8_0");
  CHECK(job_heading(job) == with("drafts by Llama 3.2 1B q8_0 and "));
}

TEST_CASE("a job that does not fit one card is ranked with several") {
  CHECK(assess(job_query(), "rtx-3090").failed.front().limit == limit("fit"));
  const Assessment several = assess(job_query({1, 4}), "rtx-3090");
  CHECK(several.failed.empty());
  CHECK(several.card.count >= 3);
  CHECK(several.card.work.front().runs());
}

TEST_CASE("a named job uses the first ladder step that fits") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("image-generation");
  query.day = catalog.day();
  query.job = usual_job(Task::image, catalog.find_network("flux.1-dev"), catalog);
  CHECK_FALSE(assess(query, "rtx-3060-12gb").failed.empty());
  query.ladder = &catalog.find_ladder("images");
  const Assessment small = assess(query, "rtx-3060-12gb");
  REQUIRE(small.failed.empty());
  REQUIRE(small.card.work.front().fallback);
  CHECK(small.card.estimate()->fits);
  CHECK(small.card.estimate()->job.format->id != query.job->format->id);
  CHECK_FALSE(assess(query, "h100-sxm").card.work.front().fallback);
}

TEST_CASE("a card that serves too few requests fails unless so few are requested") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-serving");
  query.job = usual_job(Task::serve, catalog.find_model("llama-3.1-8b"), catalog);
  query.job->format = &catalog.find_quantisation("awq");
  const Assessment small = assess(query, "rtx-4060");
  REQUIRE(small.failed.size() == 1);
  const auto& few = std::get<TooFew>(small.failed.front().reason);
  CHECK(few.batch < few.least);
  CHECK(change_for(small.failed.front()) == Change{{"--batch", few.batch}});
  query.job->batch = few.batch;
  CHECK(assess(query, "rtx-4060").failed.empty());
}

TEST_CASE("a named mixture offloads to host memory what does not fit") {
  const Catalog& catalog = fixed_catalog();
  Query query = job_query();
  query.job = usual_job(Task::chat, catalog.find_model("gpt-oss-120b"), catalog);
  query.host_memory = {80, 64};
  CHECK_FALSE(assess(query, "rtx-3090").failed.empty());
  query.ladder = &catalog.find_ladder("mixtures");
  const Assessment shared = assess(query, "rtx-3090");
  CHECK(shared.failed.empty());
  CHECK(shared.card.work.front().runs());
  CHECK_FALSE(shared.card.estimate()->fits);
  query.host_memory.ram_gib = 16;
  CHECK_FALSE(assess(query, "rtx-3090").failed.empty());
}

TEST_CASE("weights kept in host memory need that much RAM") {
  const Catalog& catalog = fixed_catalog();
  Query query = job_query({2, 2});
  query.job = usual_job(Task::qlora, catalog.find_model("llama-3.1-70b"), catalog);
  query.job->context = 2048;
  const Assessment two = assess(query, "rtx-4090");
  CHECK(two.failed.empty());
  REQUIRE(two.card.estimate()->job.host_weights);
  const double waits = in_gib(host_need(two.card.estimate()->job));
  CHECK(waits == Approx(in_gib(frozen_layers(two.card.estimate()->job))));
  Job in_16_bit = *query.job;
  in_16_bit.task = Task::lora;
  CHECK(frozen_layers(in_16_bit).value == 2 * in_16_bit.model.linear().all);
  query.host_memory.ram_gib = waits;
  CHECK(assess(query, "rtx-4090").failed.empty());
  query.host_memory.ram_gib = waits - 1;
  const Assessment short_of = assess(query, "rtx-4090");
  REQUIRE(short_of.failed.size() == 1);
  const Exclusion& failed = short_of.failed.front();
  CHECK(failed.limit == limit("host"));
  CHECK(failed.margin() == Approx(1));
  CHECK(std::get<ShortOfRam>(failed.reason).ram_gib == Approx(waits - 1));
  CHECK(change_for(failed) == Change{{"--ram", 16 * std::ceil(waits / 16)}});
  CHECK(
      reason_text(failed) ==
      fmt::format("Llama 3.1 70B and the system take {} GiB of the computer's memory, which has {}",
                  rounded(waits), rounded(waits - 1)));
}

TEST_CASE("price, power and slots add up over the cards of a configuration") {
  Query query = job_query({3, 3});
  query.own_prices["rtx-3090"] = 1000;
  query.host_usd = 500;
  const Gpu& gpu = card("rtx-3090");
  CHECK(assess(query, "rtx-3090").card.price->usd == 3500);
  const Gpu all = combined(gpu, 3);
  CHECK(*all.tdp_w == 3 * *gpu.tdp_w);
  CHECK(*all.slots == 3 * *gpu.slots);
  CHECK(*all.psu_w == *gpu.psu_w + 2 * *gpu.tdp_w);
  CHECK(all.memory_gib == gpu.memory_gib);
  CHECK(all.length_mm == gpu.length_mm);
}

TEST_CASE("a computer rejects cards that it cannot hold and names one that can") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  query.host.kind = &catalog.find_host("desktop");
  const auto refusal = [&](const char* name) {
    const Assessment assessed = assess(query, name);
    return assessed.failed.empty() ? "" : to_flags(change_for(assessed.failed.front()));
  };
  CHECK(refusal("h100-sxm") == "--boards");
  CHECK(refusal("l40s") == "--host any");
  CHECK(refusal("rtx-3090") == "");
  query.own_prices["l40s"] = query.own_prices["h100-sxm"] = 2500;
  CHECK(refusal("l40s") == "");  // its buyer can add a fan
  CHECK(refusal("h100-sxm") == "--host any");
  query.host.given = true;
  CHECK(refusal("l40s") == "--host any");
  query.host.given = false;
  query.own_prices["m4-max-40c"] = 2500;
  CHECK(refusal("m4-max-40c") == "");  // it is a whole computer
  query.host.kind = &catalog.find_host("server");
  const Assessment module = assess(query, "h100-sxm");
  CHECK(module.failed.empty());
  CHECK(module.card.computer_usd == 4250);
  CHECK(assess(query, "l40s").card.computer_usd == 2500);
  query.host.kind = &catalog.find_host("desktop");
  query.counts = {3, 3};
  CHECK(host_of_size(catalog, query.host, 3)->id == "workstation");
  CHECK(host_of_size(catalog, query.host, 5)->id == "server");
  // A workstation, less the PC that the buyer has, and 800 W more of PSU.
  CHECK(assess(query, "rtx-3090").card.computer_usd == Approx(2400 - 1200 + 0.3 * 800));
  query.host.given = true;
  CHECK(host_of_size(catalog, query.host, 3)->id == "desktop");
  CHECK(assess(query, "rtx-3090").failed.back().limit == limit("host"));
  query.host.given = false;
  query.counts = {9, 9};
  CHECK(assess(query, "l40s").failed.back().limit == limit("host"));
}

TEST_CASE("the first line says whether the budget includes the computer") {
  std::vector<std::string> line = {"recommend", "--for", "serving", "--budget", "5000"};
  CHECK_THAT(unwrapped(run_fixed(line).out),
             ContainsSubstring("LLM serving in a dedicated computer, at most 5,000 USD beside a "
                               "computer of 1,200 USD."));
  CHECK_THAT(run_fixed({"recommend", "--budget", "2000"}).out,
             ContainsSubstring("at most 2,000 USD."));
  line.insert(line.end(), {"--host", "dedicated"});
  CHECK_THAT(unwrapped(run_fixed(line).out),
             ContainsSubstring(
                 "LLM serving in a dedicated computer that the budget includes, at most 5,000 "
                 "USD."));
}

TEST_CASE("a dedicated computer is the cheapest that holds the cards and is part of the cost") {
  Query query = query_for("image-generation");
  query.host.kind = &fixed_catalog().find_host("dedicated");
  const auto usd = [&](const char* name, int count) {
    query.counts = {count, count};
    const Assessment out = assess(query, name);
    CHECK(out.failed.empty());
    return out.card.computer_usd;
  };
  CHECK(usd("rtx-3090", 1) == 1200 + 0.3 * 100);          // a desktop PC, a 750 W PSU
  CHECK(usd("rtx-3090", 3) == Approx(2400 + 0.3 * 800));  // a workstation
  CHECK(usd("l40s", 1) == 20000 / 8.0);                   // passive, so 1/8 of a server
  query.boards = true;
  CHECK(usd("h100-sxm", 2) == 8 * 4250);  // sold as a board of eight
}

TEST_CASE("limits apply to the configuration, those of memory and length to each card") {
  Query query = job_query({1, 4});
  query.limits[limit("vram")] = 24.0;
  query.limits[limit("max-length")] = *card("rtx-3090").length_mm;
  CHECK(assess(query, "rtx-3090").failed.empty());
  query.limits[limit("max-power")] = 3 * 350.0;
  CHECK(assess(query, "rtx-3090").card.count == 3);
  CHECK(assess(query, "rtx-3090").failed.empty());
  query.limits[limit("max-power")] = 3 * 350.0 - 1;
  REQUIRE(assess(query, "rtx-3090").failed.size() == 1);
  CHECK(to_flags(change_for(assess(query, "rtx-3090").failed[0])) == "--max-power 1050");
  CHECK(assess(query, "rtx-3090").card.count == 3);  // the fewest that fit
}

TEST_CASE("the card count that --why names admits the card") {
  Query query = job_query();
  query.limits[limit("budget")] = 3000.0;
  query.own_prices["rtx-3090"] = 1100;
  const Why why = explain(fixed_catalog(), rank(fixed_catalog(), query), card("rtx-3090"), 1);
  REQUIRE(why.failed.size() == 2);
  CHECK(why.count == 1);
  CHECK(to_flags(change_for(why.failed[0])) == "--gpus 3");
  CHECK(to_flags(change_for(why.failed[1])) == "--budget 3300");
  CHECK(why.position_if_admitted > 0);
  query.limits[limit("budget")] = 3300.0;
  query.counts = {3, 3};
  const Why after = explain(fixed_catalog(), rank(fixed_catalog(), query), card("rtx-3090"), 1);
  CHECK(after.position == why.position_if_admitted);
  CHECK(after.card->score == why.card->score);
}

TEST_CASE("a smaller job is proposed before more cards") {
  const Ranking ranking = rank(fixed_catalog(), job_query({2, 2}));
  const Why why = explain(fixed_catalog(), ranking, card("rtx-3090"), 1);
  REQUIRE(why.failed.size() == 1);
  CHECK(to_flags(change_for(why.failed[0])) == "--kv-quant q8_0");
}

TEST_CASE("more cards are proposed if the heads cannot be shared") {
  const Catalog& catalog = fixed_catalog();
  Query query = job_query({3, 3});
  query.job->task = Task::serve;
  query.job->engine = &catalog.calibration().engine("vllm");
  query.job->format = &catalog.find_quantisation("bf16");
  query.job->context = 768;
  query.job->batch = 48;
  query.rent = true;  // modules are rented singly
  const Why why = explain(catalog, rank(catalog, query), card("h100-sxm"), 1);
  REQUIRE_FALSE(why.failed.empty());
  CHECK(why.failed[0].limit == limit("speed"));
  CHECK(to_flags(change_for(why.failed[0])) == "--gpus 4");
  CHECK(why.position_if_admitted > 0);
}

TEST_CASE("integrated GPUs without a link are not joined with others") {
  const Query query = job_query({2, 4});
  const Assessment mac = assess(query, "m4-max-40c");
  CHECK(mac.card.count == 1);
  CHECK(mac.failed.back().limit == limit("gpus"));
  CHECK(to_flags(change_for(mac.failed.back())) == "--gpus 1");
  CHECK(assess(query, "dgx-spark").card.count == 2);
}

TEST_CASE("BF16 is required only for training in BF16") {
  const auto reason = [](const std::vector<std::string>& more) {
    std::vector<std::string> args{"recommend", "--task",    "qlora",   "--model",      "qwen2.5-7b",
                                  "--why",     "titan-rtx", "--price", "titan-rtx=900"};
    args.insert(args.end(), more.begin(), more.end());
    return run_fixed(args).out;
  };
  CHECK(reason({}).find("With `--precision fp16` it would") != std::string::npos);
  CHECK(reason({"--precision", "fp16"}).find("TITAN RTX is") != std::string::npos);
  CHECK(reason({"--precision", "fp16"}).find("left out") == std::string::npos);
}

TEST_CASE("a named job that fits overrides the workload's minimum memory") {
  Query query = job_query();
  query.job->model = &fixed_catalog().find_model("llama-3.2-1b");
  query.job->context = 2048;
  const Gpu& small = card("rtx-3050-6gb");
  REQUIRE(*small.memory_gib < 8);
  CHECK(assess(query, "rtx-3050-6gb").failed.empty());
}

TEST_CASE("open settings of a training job are resolved for each configuration") {
  Query query = job_query({4, 4});
  query.job = usual_job(Task::qlora, *query.job->model, fixed_catalog());
  const Assessment four = assess(query, "rtx-3090");
  REQUIRE(four.failed.empty());
  CHECK(four.card.estimate()->job.zero == 3);
  query.job->zero = 0;
  const Why why = explain(fixed_catalog(), rank(fixed_catalog(), query), card("rtx-3090"), 1);
  REQUIRE_FALSE(why.failed.empty());
  CHECK(why.failed[0].change.front().flag == "--zero");
}

TEST_CASE("diff compares several cards with one") {
  Query query = job_query();
  query.job->model = &fixed_catalog().find_model("llama-3.3-70b");
  query.job->context = 8192;
  query.own_prices = {{"rtx-3090", 1000}, {"rtx-pro-6000", 9000}};
  const Comparison both =
      compare(fixed_catalog(), {{&card("rtx-3090"), 2}, {&card("rtx-pro-6000")}}, query, false);
  const auto number = [&](std::string_view key) {
    const auto row = std::find_if(both.rows.begin(), both.rows.end(),
                                  [&](const ComparisonRow& one) { return one.key == key; });
    REQUIRE(row != both.rows.end());
    return row->cells[0].number.value();
  };
  CHECK(number("memory_gib") == 48);
  CHECK(number("tdp_w") == 700);
  CHECK(number("slots") == 6);
  CHECK(number("price_usd") == 2000);
  CHECK(number("bandwidth_gb_s") < 1000);  // one card
  CHECK(number("margin_gib") > 0);
  CHECK(number("decode_tok_s") > 10);
}

TEST_CASE("diff by job is symmetric and prices each token per second") {
  const Query query = [] {
    Query out = job_query();
    out.job->model = &fixed_catalog().find_model("llama-3.1-8b");
    out.own_prices = {{"rtx-3090", 1000}, {"rtx-4090", 2000}};
    return out;
  }();
  const auto rows = [&](const char* a, const char* b) {
    return compare(fixed_catalog(), {{&card(a)}, {&card(b)}}, query, false);
  };
  const Comparison there = rows("rtx-3090", "rtx-4090"), back = rows("rtx-4090", "rtx-3090");
  REQUIRE(there.rows.size() == back.rows.size());
  std::size_t seen = 0;
  for (std::size_t i = 0; i < there.rows.size(); ++i) {
    const ComparisonRow& row = there.rows[i];
    if (row.key == "usd_per_decode_tok_s") CHECK(row.cells[0].number > 0);
    if (row.key != "decode_tok_s" && row.key != "ttft_s" && row.key != "usd_per_decode_tok_s")
      continue;
    ++seen;
    CHECK(*row.cells[1].ratio == Approx(1 / *back.rows[i].cells[1].ratio));
    CHECK((row.cells[1].standing == Standing::better) ==
          (back.rows[i].cells[1].standing == Standing::worse));
  }
  CHECK(seen == 3);
}

TEST_CASE("a card of unknown memory fails the fit limit of a named job") {
  const Query query = job_query();
  Gpu gpu = card("rtx-3090");
  gpu.memory_gib.reset();
  gpu.visible_gib.reset();
  static const Document document{};
  Dataset data;
  data.add(gpu, {&document, 0});
  Catalog catalog = fixed_catalog();
  catalog.merge(std::move(data));
  const Assessment assessed = assess(catalog, query, catalog.find_gpu("rtx-3090"));
  REQUIRE(assessed.failed.size() == 1);
  CHECK(assessed.failed.front().limit == limit("fit"));
}

TEST_CASE("a chat's minimum speed leaves out slower cards, with the speed that they reach") {
  Query query = job_query();
  query.limits[limit("min-speed")] = 15.0;
  const Ranking ranking = rank(fixed_catalog(), query);
  REQUIRE_FALSE(ranking.ranked.empty());
  for (const Ranked& one : ranking.ranked) CHECK(one.work.front().speed.value >= 15);
  std::size_t slow = 0;
  for (const Excluded& one : ranking.excluded) {
    if (one.failed.size() != 1 || one.failed.front().limit != limit("min-speed")) continue;
    ++slow;
    const double reached = std::get<OutOfRange>(one.failed.front().reason).found;
    CHECK(reached < 15);
    query.limits[limit("min-speed")] = reached;
    const Assessment admitted = assess(query, std::string(one.gpu->id).c_str());
    CHECK(std::ranges::none_of(admitted.failed, [](const Exclusion& failed) {
      return failed.limit == limit("min-speed");
    }));
  }
  CHECK(slow > 0);
}

TEST_CASE("no card of a set is without work", "[slow]") {
  for (const char* line : {"--task serve --model qwen3-coder-30b-a3b --users 8 --context 32k",
                           "--task serve --params 70B --users 8", "--model llama-3.3-70b"}) {
    std::vector<std::string> args = split_arguments(line);
    args.insert(args.begin(), "recommend");
    args.insert(args.end(), {"--gpus", "1-4", "--budget", "12000", "--format", "json"});
    const nlohmann::json out = nlohmann::json::parse(run_gpupick(args).out);
    REQUIRE(out["ranked"].size() > 5);
    for (std::size_t i = 0; i < 5; ++i) {
      const nlohmann::json& one = out["ranked"][i];
      if (one["count"] == 1) continue;
      std::vector<std::string> estimate = split_arguments(line);
      estimate.insert(estimate.begin(),
                      {"recommend", "--only", one["id"].get<std::string>(), "--gpus",
                       fmt::format("{}", one["count"].get<int>()), "--details"});
      INFO(join(estimate, " "));
      CHECK(run_gpupick(estimate).out.find(" idle.") == std::string::npos);
    }
  }
}

Parsed recommended(const std::string& arguments, int status = 0) {
  return parsed_answer("recommend " + arguments, status);
}

// Cards without a fast link that shard weights after every batch.
constexpr const char* idle_job =
    "--task full --model llama-3.2-3b --zero 3 --accumulate 1 --host server";

TEST_CASE("sets of cards of which some stay idle are left out with the count that works") {
  const Parsed out = recommended(fmt::format("{} --gpus 4", idle_job));
  std::size_t idle = 0;
  for (const Parsed& one : out["excluded"]) {
    if (one["limit"] != "idle") continue;
    ++idle;
    const std::string change = one["change"];
    INFO(one.dump());
    CHECK(change.starts_with("--gpus "));
    CHECK(std::stoi(change.substr(7)) < 4);
  }
  CHECK(idle > 0);
}

TEST_CASE("every command says which cards stay idle") {
  const Run estimated =
      run_fixed(split_arguments("estimate rtx-3090:3 --task serve --model llama-3.1-8b --users 4"));
  REQUIRE_THAT(unwrapped(estimated.out), ContainsSubstring("1 of 3 cards stays idle"));
  for (const char* line :
       {"diff rtx-3090:3 rtx-3090 --task serve --model llama-3.1-8b --users 4",
        "cost rtx-3090:3 --task serve --model llama-3.1-8b --users 4",
        "fit rtx-3090:3 --for serve --users 4 --match llama-3.1-8b",
        "recommend --only rtx-3090 --gpus 3 --task serve --model llama-3.1-8b --users 4"}) {
    INFO(line);
    CHECK_THAT(run_fixed(split_arguments(line)).out, ContainsSubstring("idle"));
  }
}

TEST_CASE("a minimum speed is that of each user") {
  const std::string job = "--model llama-3.1-8b --users 8 --only h100-sxm --rent";
  const Parsed out = recommended(job);
  const double together = out["ranked"][0]["jobs"][0]["speed"]["value"].get<double>();
  const Run much = run_fixed(
      split_arguments(fmt::format("recommend {} --min-speed {}", job, std::floor(together / 2))));
  CHECK(much.status == 1);
  const Run little = run_fixed(split_arguments(
      fmt::format("recommend {} --min-speed {} --short", job, std::floor(together / 10))));
  CHECK(little.status == 0);
  CHECK_THAT(little.out, ContainsSubstring(" for 8 users, "));
  CHECK_THAT(little.out, ContainsSubstring(" each"));
}

TEST_CASE("cards that serve fewer users than asked within the limits are left out with how many") {
  const std::string job = "--task serve --model llama-3.1-8b --ttft-limit 1 --rent";
  const Parsed out = recommended(job + " --users 40");
  for (const Parsed& one : out["ranked"]) CHECK(one["estimate"]["ttft_all_s"]["value"] <= 1);
  std::size_t slow = 0;
  for (const Parsed& one : out["excluded"]) {
    if (one["limit"] != "requests") continue;
    ++slow;
    if (!one.contains("change")) continue;
    const std::string id = one["id"], change = one["change"];
    INFO(one.dump());
    const Run asked =
        run_fixed(split_arguments(fmt::format("recommend {} --only {} --gpus {} {} --format json",
                                              job, id, one["count"].get<int>(), change)));
    const Parsed other = Parsed::parse(asked.out);
    for (const Parsed& excluded : other["excluded"])
      if (excluded["id"] == id) CHECK(excluded["limit"] != "requests");
  }
  CHECK(slow > 0);
}

TEST_CASE("diff compares chats by the whole reply, as a ranking does") {
  const std::string job = " --model llama-3.1-8b --context 32k --prompt 30k --generate 1k";
  const Run run = run_fixed(split_arguments("diff rtx-3090 rtx-4090" + job));
  CHECK_THAT(run.out, ContainsSubstring("first token, s"));
  CHECK_THAT(run.out, ContainsSubstring("whole reply, s"));
  const Parsed ranking = recommended("--only rtx-3090,rtx-4090" + job);
  const auto reply = [&](const char* id) {
    for (const Parsed& one : ranking["ranked"])
      if (one["id"] == id) return one["jobs"][0]["reply_s"]["value"].get<double>();
    return 0.0;
  };
  const double faster = reply("rtx-3090") / reply("rtx-4090");
  CHECK_THAT(unwrapped(run.out), ContainsSubstring(fmt::format(
                                     "{:.0f} % faster with the whole reply", 100 * (faster - 1))));
}

TEST_CASE("cards rented for a run are ranked by what the run costs") {
  const Parsed out = recommended("--rent --task pretrain --params 1B --tokens 20B");
  for (const Parsed& one : out["ranked"]) {
    const double hours = 24 * one["estimate"]["train_days"]["value"].get<double>();
    CHECK(one["cost"]["usd"].get<double>() ==
          Approx(hours * one["price_usd_hour"].get<double>()).epsilon(0.005));
  }
}

}  // namespace
}  // namespace gpupick
