#include "base/error.hpp"
#include "catch.hpp"
#include "render/basis.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("utility runs over the logarithm and is level beyond the ends") {
  constexpr Point curve[] = {{1, 0}, {100, 1}};
  CHECK(utility(curve, 0.5) == 0);
  CHECK(utility(curve, 1) == 0);
  CHECK(utility(curve, 10) == Approx(0.5));
  CHECK(utility(curve, 100) == 1);
  CHECK(utility(curve, 1000) == 1);
}

TEST_CASE("speed is a product of powers of one device's figures") {
  const Workload workload = simple_workload();
  Gpu gpu;
  gpu.stack = "cuda";
  gpu.bandwidth_gb_s = 2000;
  gpu.fp16_tensor_tflops = 0;  // no tensor cores: FP32 does the work
  gpu.fp32_tflops = 200;
  const auto speed = std::get<Estimate>(relative_speed(gpu, workload.speed));
  CHECK(speed.value == Approx(2.0));
  Ranked card;
  card.gpu = &gpu;
  CHECK(speed_basis(simple_query(workload), {}, card) ==
        "(bandwidth 2,000 / 1,000 GB/s)^0.75 x (FP32 200 / 100 TFLOPS)^0.25 x 1 for cuda");
  CHECK(speed.low == Approx(1.4));
  gpu.stack = "rocm";
  CHECK(std::get<Estimate>(relative_speed(gpu, workload.speed)).value == Approx(1.6));
  gpu.stack = "metal";  // never measured
  CHECK(std::get<NoSpeed>(relative_speed(gpu, workload.speed)).figure == nullptr);
  gpu.stack = "cuda";
  gpu.devices = 2;
  CHECK(std::get<Estimate>(relative_speed(gpu, workload.speed)).value == Approx(1.0));
  gpu.fp16_tensor_tflops.reset();
  CHECK(std::get<NoSpeed>(relative_speed(gpu, workload.speed)).unknown);
  gpu.fp16_tensor_tflops = 0;
  gpu.fp32_tflops = 0;
  CHECK_FALSE(std::get<NoSpeed>(relative_speed(gpu, workload.speed)).unknown);
}

TEST_CASE("a card that was launched later does not exist") {
  Workload workload = simple_workload();
  Query query = simple_query(workload);
  std::mt19937 random(1);
  Gpu gpu = random_gpu(random, "later");
  gpu.launch_date = Date{2026, 12, 0};
  const Catalog catalog = catalog_of({gpu}, random);
  CHECK(rank(catalog, query).ranked.empty());
  CHECK(rank(catalog, query).excluded.empty());
  CHECK_THROWS_AS(explain(catalog, rank(catalog, query), catalog.gpus()[0]), Error);
}

TEST_CASE("one's own price replaces the observed ones") {
  Workload workload = simple_workload();
  Query query = simple_query(workload);
  query.own_prices["rtx-3090"] = 123;
  query.limits[limit("only")] = std::vector<std::string_view>{"rtx-3090"};
  const Ranking ranking = rank(fixed_catalog(), query);
  REQUIRE(ranking.ranked.size() == 1);
  CHECK(ranking.ranked[0].price->usd == 123);
  CHECK(ranking.ranked[0].price->kind == "given");
}

TEST_CASE("the change that --why names does admit the card") {
  const Workload& workload = fixed_catalog().find_workload("general");
  Query query = simple_query(workload);
  query.weights = workload.weights.at("balanced").shares();
  query.limits[limit("vram")] = 24.0;
  query.limits[limit("budget")] = 2000.0;
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-4090");
  const Why why = explain(fixed_catalog(), rank(fixed_catalog(), query), gpu);
  CHECK(why.position == 0);
  REQUIRE(why.failed.size() == 1);
  CHECK(to_flags(why.failed[0].change) == "--budget 2514");
  query.limits[limit("budget")] = 2514.0;
  const Ranking wider = rank(fixed_catalog(), query);
  const Why after = explain(fixed_catalog(), wider, gpu);
  CHECK(after.position == why.position_if_admitted);
  CHECK(after.card->score == why.card->score);
}

TEST_CASE("at its turning price a card draws level with the leader") {
  const Workload& workload = fixed_catalog().find_workload("general");
  Query query = simple_query(workload);
  query.weights = workload.weights.at("balanced").shares();
  const Ranking ranking = rank(fixed_catalog(), query);
  std::size_t checked = 0;
  for (std::size_t i = 1; i < 10; ++i) {
    const Why why = explain(fixed_catalog(), ranking, *ranking.ranked[i].gpu);
    if (!why.turning_price) continue;
    Query cheaper = query;
    cheaper.own_prices[std::string(why.gpu->id)] = *why.turning_price;
    CHECK(assess(fixed_catalog(), cheaper, *why.gpu).card.score ==
          Approx(ranking.ranked[0].score).margin(0.11));
    ++checked;
  }
  CHECK(checked > 0);
}

// A card of these figures; it costs and draws what others do.
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

TEST_CASE("there is no turning price where no price makes up for the difference") {
  const Workload workload = simple_workload();
  Query query = simple_query(workload);
  query.own_prices = {{"fast", 1000}, {"like", 3000}, {"slow", 1000}};
  std::mt19937 random(1);
  const Catalog catalog = catalog_of(
      {card_of("fast", 16000, 1600), card_of("like", 16000, 1600), card_of("slow", 16, 1.6)},
      random);
  const auto turning_price = [&](const char* id) {
    return explain(catalog, rank(catalog, query), catalog.find_gpu(id)).turning_price;
  };
  // Alike in all but price, so level at the same price; points are rounded to a tenth.
  REQUIRE(turning_price("like"));
  CHECK(*turning_price("like") == Approx(1000).epsilon(0.04));
  REQUIRE(turning_price("fast"));
  CHECK(*turning_price("fast") == Approx(3000).epsilon(0.04));
  // A thousandth of the speed is 30 points of 100, as much as the whole range of prices.
  CHECK_FALSE(turning_price("slow"));
  query.limits.exclude = {"like"};
  CHECK_FALSE(turning_price("slow"));
  CHECK_FALSE(turning_price("fast"));  // ahead at any price
  query.weights = {0.5, 0.5, 0, 0};
  query.limits.exclude.clear();
  CHECK_FALSE(turning_price("like"));  // prices don't count
}

}  // namespace
}  // namespace gpupick
