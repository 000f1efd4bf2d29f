// Properties that hold for any catalog, tested on random catalogs from fixed seeds and on the fixed
// one.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "answer/answers.hpp"
#include "catch.hpp"
#include "job/usual_job.hpp"
#include "ranking/compare.hpp"
#include "render/render.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

std::vector<Gpu> random_cards(std::mt19937& random, std::size_t n) {
  std::vector<Gpu> gpus;
  for (std::size_t i = 0; i < n; ++i) gpus.push_back(random_gpu(random, fmt::format("c{:03}", i)));
  return gpus;
}

std::vector<std::string> order_of(const Ranking& ranking, std::string_view without = "") {
  std::vector<std::string> ids;
  for (const Ranked& card : ranking.ranked)
    if (card.gpu->id != without) ids.emplace_back(card.gpu->id);
  return ids;
}

Dataset without_card(const std::vector<Gpu>& gpus, std::string_view id) {
  static const Document document{};
  Dataset data;
  for (const Gpu& gpu : gpus)
    if (gpu.id != id) data.add(gpu, {&document, 0});
  return data;
}

TEST_CASE("adding or removing a card never reorders the others") {
  const Workload workload = simple_workload();
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const std::vector<Gpu> gpus = random_cards(random, 40);
    Query query = simple_query(workload);
    for (const Gpu& gpu : gpus)
      query.own_prices[std::string(gpu.id)] = 100 + static_cast<double>(draw(random, 5000));
    const Catalog whole(without_card(gpus, ""));
    const Ranking all = rank(whole, query);
    for (const Gpu& gone : gpus) {
      const Catalog fewer(without_card(gpus, gone.id));
      CHECK(order_of(rank(fewer, query)) == order_of(all, gone.id));
    }
  }
}

TEST_CASE("removing a card of the fixed catalog never reorders the others") {
  const Catalog& catalog = fixed_catalog();
  for (const Workload& workload : catalog.workloads()) {
    Query query = simple_query(workload);
    const Ranking all = rank(catalog, query);
    for (const Ranked& gone : all.ranked) {
      Query fewer = query;
      fewer.limits[limit("exclude")] = std::vector<std::string_view>{gone.gpu->id};
      CHECK(order_of(rank(catalog, fewer)) == order_of(all, gone.gpu->id));
    }
  }
}

TEST_CASE("more bandwidth, tensor rate or memory never lowers speed or score") {
  const Workload workload = simple_workload();
  const Query query = simple_query(workload);
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    const Gpu gpu = random_gpu(random, "card");
    std::mt19937 same;
    const auto assessed = [&](const Gpu& card) {
      same.seed(3);
      const Catalog catalog = catalog_of({card}, same);
      return assess(catalog, query, catalog.gpus().front());
    };
    const Assessment before = assessed(gpu);
    for (Number Gpu::*figure : {&Gpu::bandwidth_gb_s, &Gpu::fp16_tensor_tflops, &Gpu::memory_gib}) {
      Gpu more = gpu;
      if (!(more.*figure)) continue;
      more.*figure = *(more.*figure) * 1.5 + 1;
      const Assessment after = assessed(more);
      if (before.scored) CHECK(after.card.score >= before.card.score);
    }
  }
}

// Returns the catalog with this card in place of the one with the same id.
Catalog with_card(Catalog catalog, const Gpu& gpu) {
  static const Document document{};
  Dataset data;
  data.add(gpu, {&document, 0});
  catalog.merge(std::move(data));
  return catalog;
}

// Every workload, and the usual job of every task.
std::vector<std::pair<std::string, Query>> every_query() {
  const Catalog& catalog = fixed_catalog();
  std::vector<std::pair<std::string, Query>> out;
  for (const Workload& workload : catalog.workloads())
    out.emplace_back(workload.id, simple_query(workload));
  for (const TaskRow& row : task_rows) {
    Query query = query_for("general");
    query.job = usual_job(row.task, catalog);
    query.ladder = usual_ladder(*query.job, false, catalog);
    out.emplace_back(row.name, query);
  }
  return out;
}

// A fallback for missing memory must not score above the memory itself.
TEST_CASE("more memory, bandwidth or rate never lowers the score of any workload or task",
          "[slow]") {
  const Catalog& catalog = fixed_catalog();
  using Figures = std::vector<Number Gpu::*>;
  const Figures rates = {
      &Gpu::fp32_tflops,        &Gpu::fp16_vector_tflops, &Gpu::tf32_tensor_tflops,
      &Gpu::fp16_tensor_tflops, &Gpu::bf16_tensor_tflops, &Gpu::fp16_acc16_tensor_tflops,
      &Gpu::fp8_tensor_tflops,  &Gpu::fp4_tensor_tflops,  &Gpu::int8_tensor_tops};
  const std::tuple<const char*, Figures, double> changes[] = {
      {"memory", {&Gpu::memory_gib}, 1.25},
      {"memory", {&Gpu::memory_gib}, 4},
      {"bandwidth", {&Gpu::bandwidth_gb_s}, 1.25},
      {"rates", rates, 1.25}};
  const auto queries = every_query();
  for (const Gpu& gpu : catalog.gpus())
    for (const auto& [what, figures, times] : changes) {
      Gpu more = gpu;
      for (Number Gpu::*figure : figures)
        if (gpu.*figure) more.*figure = times * *(gpu.*figure);
      const Catalog with_more = with_card(catalog, more);
      for (const auto& [name, query] : queries) {
        const Assessment before = assess(catalog, query, gpu);
        if (!before.scored) continue;
        const Assessment after = assess(with_more, query, with_more.find_gpu(gpu.id));
        INFO(name << ", " << gpu.id << " with " << times << " times the " << what);
        CHECK(after.card.fine_score >= before.card.fine_score - 1e-9);
      }
    }
}

// A step of the ladder, such as fewer bits, stands in for memory that is missing.
TEST_CASE("a step is never worth more than the job as asked") {
  const Catalog& catalog = fixed_catalog();
  std::size_t steps = 0;
  for (const TaskRow& row : task_rows)
    for (const char* format : {"", "bf16", "q8_0"}) {
      Job job = usual_job(row.task, catalog);
      if (*format != '\0' && (!is_language(row.task) || !row.quantised)) continue;
      if (*format != '\0') job.format = &catalog.find_quantisation(format);
      const Ladder* ladder = usual_ladder(job, *format != '\0', catalog);
      const Mix mix = mix_of(job, ladder, catalog);
      for (const Gpu& gpu : catalog.gpus()) {
        if (!gpu.memory_gib) continue;
        Gpu ample = gpu;
        ample.memory_gib = *gpu.memory_gib * 64;
        const auto on = [&](const Gpu& card) {
          return work_on({&card}, mix.front(), catalog.calibration(), {80, 64}).first;
        };
        const WorkResult small = on(gpu), large = on(ample);
        CHECK(small.worth <= 1);
        if (!small.fallback || !large.as_asked || large.fallback) continue;
        INFO(row.name << " " << format << " on " << gpu.id << ", " << words_of(small.how()));
        CHECK(kept_decades(std::max(decades_above_floor(small), 0.0), small.keeps) <=
              std::max(decades_above_floor(large), 0.0) + 1e-9);
        ++steps;
      }
    }
  CHECK(steps > 10);
}

TEST_CASE("twice the memory never makes a picture or a clip count less") {
  const Catalog& catalog = shipped_catalog();
  std::size_t steps = 0;
  for (const Network& network : catalog.networks()) {
    const bool clips = network.kind == "video";
    if (!clips && network.kind != "diffusion") continue;
    const Job job = usual_job(clips ? Task::video : Task::image, network, catalog);
    const Mix mix = mix_of(job, usual_ladder(job, false, catalog), catalog);
    for (const Gpu& gpu : catalog.gpus()) {
      if (!gpu.memory_gib) continue;
      Gpu larger = gpu;
      larger.memory_gib = *gpu.memory_gib * 2;
      const auto counted_on = [&](const Gpu& card) {
        const WorkResult result =
            work_on({&card}, mix.front(), catalog.calibration(), {80, 64}).first;
        steps += result.fallback ? 1 : 0;
        return result.runs()
                   ? kept_decades(std::max(decades_above_floor(result), 0.0), result.keeps)
                   : 0;
      };
      INFO(network.id << " on " << gpu.id);
      CHECK(counted_on(larger) >= counted_on(gpu) - 1e-9);
    }
  }
  CHECK(steps > 100);
}

TEST_CASE("terms add up to the score, computed and printed") {
  const Catalog& catalog = fixed_catalog();
  for (const Workload& workload : catalog.workloads()) {
    for (const std::string_view preference : preferences) {
      Query query = simple_query(workload);
      query.weights = catalog.find_preference(preference).shares();
      for (const Ranked& card : rank(catalog, query).ranked) {
        int tenths = 0;
        for (const double term : card.terms) tenths += static_cast<int>(std::lround(term * 10));
        CHECK(tenths == std::lround(card.score * 10));
        CHECK(fmt::format("{:.1f}", card.score) == fmt::format("{:.1f}", tenths / 10.0));
        CHECK(card.score >= 0);
        CHECK(card.score <= 100);
        CHECK(std::accumulate(card.points.begin(), card.points.end(), 0.0) ==
              Approx(card.terms[0]).margin(1e-9));
      }
    }
  }
}

TEST_CASE("a lower price never lowers the score") {
  const Catalog& catalog = fixed_catalog();
  for (const Workload& workload : catalog.workloads()) {
    Query query = simple_query(workload);
    for (const Ranked& card : rank(catalog, query).ranked) {
      query.own_prices = {{std::string(card.gpu->id), card.price->usd * 0.9}};
      CHECK(assess(catalog, query, *card.gpu).card.score >= card.score);
    }
  }
}

TEST_CASE("more cards without more speed never score higher") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  query.job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  query.own_prices["rtx-3090"] = 1000;
  const Gpu& gpu = catalog.find_gpu("rtx-3090");
  double above = 101;
  for (int count = 1; count <= 4; ++count) {
    query.counts = {count, count};
    const Assessment some = assess(catalog, query, gpu);
    REQUIRE(some.failed.empty());
    CHECK(some.card.score < above);
    above = some.card.score;
  }
  query.counts = {1, 4};
  CHECK(assess(catalog, query, gpu).card.count == 1);
}

TEST_CASE("memory beyond the need of a named job changes no term") {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  query.job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  query.own_prices["rtx-3090"] = 1000;
  Gpu gpu = catalog.find_gpu("rtx-3090");
  const double usual = assess(catalog, query, catalog.find_gpu("rtx-3090")).card.score;
  gpu.memory_gib = 48;
  const Catalog larger = with_card(catalog, gpu);
  CHECK(assess(larger, query, larger.find_gpu("rtx-3090")).card.score == usual);
}

TEST_CASE("ranking and estimate give the same speed") {
  const Catalog& catalog = fixed_catalog();
  const Workload& workload = catalog.find_workload("llm-inference");
  const Query query = simple_query(workload);
  for (const Ranked& card : rank(catalog, query).ranked)
    for (std::size_t i = 0; i < card.work.size(); ++i) {
      const MixJob& row = workload.jobs[i];
      if (!card.work[i].runs() || card.work[i].fallback) continue;
      const Job job = usual_job(Task::chat, catalog.find_model(*row.model), catalog);
      const JobEstimate alone = estimate(*card.gpu, 1, job, catalog.calibration());
      CHECK(alone.speeds.front().estimate.value == card.work[i].speed.value);
    }
}

TEST_CASE("scaling all weights changes nothing") {
  const Run once =
      run_fixed({"recommend", "--weight", "speed=0.6,cost=0.3,electricity=0.1", "--format", "csv"});
  const Run tenfold =
      run_fixed({"recommend", "--weight", "speed=6,cost=3,electricity=1", "--format", "csv"});
  CHECK(once.out == tenfold.out);
  CHECK(once.status == 0);
}

TEST_CASE("every card of the catalog is ranked or excluded exactly once") {
  const Catalog& catalog = fixed_catalog();
  for (const Workload& workload : catalog.workloads()) {
    Query query = simple_query(workload);
    query.limits[limit("vram")] = 16.0;
    query.limits[limit("budget")] = 3000.0;
    const Ranking ranking = rank(catalog, query);
    std::multiset<std::string_view> seen;
    for (const Ranked& card : ranking.ranked) seen.insert(card.gpu->id);
    for (const Excluded& card : ranking.excluded) seen.insert(card.gpu->id);
    std::multiset<std::string_view> all;
    for (const Gpu& gpu : catalog.gpus())
      if (exists_on(catalog, gpu, query.day)) all.insert(gpu.id);
    CHECK(seen == all);
  }
}

TEST_CASE("the order of the input does not change the output") {
  const Workload workload = simple_workload();
  std::mt19937 random(11);
  std::vector<Gpu> gpus = random_cards(random, 60);
  Query query = simple_query(workload);
  for (const Gpu& gpu : gpus)
    query.own_prices[std::string(gpu.id)] = 100 + static_cast<double>(draw(random, 5000));
  std::string first;
  for (int round = 0; round < 10; ++round) {
    const Catalog catalog(without_card(gpus, ""));
    const Ranking ranking = rank(catalog, query);
    RankingView view;
    view.top = 100;
    view.explain = true;
    const std::string text = render(answer(ranking, view), {});
    if (round == 0) first = text;
    CHECK(text == first);
    for (std::size_t i = gpus.size(); i > 1; --i) std::swap(gpus[i - 1], gpus[draw(random, i)]);
  }
}

TEST_CASE("diff A B mirrors diff B A") {
  const Catalog& catalog = fixed_catalog();
  const Workload& workload = catalog.find_workload("general");
  Query query = simple_query(workload);
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const Gpu& a = catalog.gpus()[draw(random, catalog.gpus().size())];
    const Gpu& b = catalog.gpus()[draw(random, catalog.gpus().size())];
    const Comparison ab = compare(catalog, {{&a}, {&b}}, query, true);
    const Comparison ba = compare(catalog, {{&b}, {&a}}, query, true);
    REQUIRE(ab.rows.size() == ba.rows.size());
    for (std::size_t r = 0; r < ab.rows.size(); ++r) {
      const Cell& there = ab.rows[r].cells[1];
      const Cell& back = ba.rows[r].cells[1];
      CHECK(ab.rows[r].key == ba.rows[r].key);
      CHECK(ab.rows[r].differs == ba.rows[r].differs);
      CHECK(ab.rows[r].cells[0].text == back.text);
      REQUIRE(there.ratio.has_value() == back.ratio.has_value());
      if (there.ratio) CHECK(*there.ratio * *back.ratio == Approx(1));
      if (there.standing == Standing::better) CHECK(back.standing == Standing::worse);
      if (there.standing == Standing::same) CHECK(back.standing == Standing::same);
    }
  }
}

TEST_CASE("a looser limit never loses a card") {
  const Workload workload = simple_workload();
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    const Catalog catalog = catalog_of(random_cards(random, 40), random);
    Query tight = simple_query(workload);
    tight.limits[limit("budget")] = 2000.0;
    tight.limits[limit("vram")] = 24.0;
    Query loose = tight;
    loose.limits[limit("budget")] = 4000.0;
    loose.limits[limit("vram")] = 12.0;
    const std::vector<std::string> more = order_of(rank(catalog, loose));
    for (const std::string& id : order_of(rank(catalog, tight)))
      CHECK(std::find(more.begin(), more.end(), id) != more.end());
  }
}

}  // namespace
}  // namespace gpupick
