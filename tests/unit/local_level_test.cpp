#include "prices/local_level.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"

namespace gpupick {
namespace {

constexpr double days_of_a_month = 30.4375;

int months_ago(double months) { return static_cast<int>(std::lround(months * days_of_a_month)); }

TEST_CASE("observations of one day are weighted by their precision") {
  const Level level = level_from({{0, 100, 5}, {0.04, 300, 5}}, 0);
  CHECK(level.value == Approx(0.03));
  CHECK(level.weight == Approx(400));
}

TEST_CASE("an old observation weighs less by the drift since then") {
  const Level level = level_from({{0, 100, months_ago(4)}}, 0.01);
  CHECK(1 / level.weight == Approx(0.01 + 0.04).epsilon(0.01));
  CHECK(level_from({{0, 100, -months_ago(4)}}, 0.01).weight == Approx(level.weight));
}

TEST_CASE("drift limits the weight of many old observations together") {
  const std::vector<Sighting> ten(10, {0, 100, months_ago(4)});
  CHECK(1 / level_from(ten, 0.01).weight == Approx(0.001 + 0.04).epsilon(0.01));
  std::vector<Sighting> and_now = ten;
  and_now.push_back({0.05, 100, 0});
  CHECK(level_from(and_now, 0.01).value == Approx(0.05 * 41 / 51).epsilon(0.01));
}

TEST_CASE("drift discounts the accumulated weight between observations") {
  const int far = months_ago(6), middle = months_ago(3), near = months_ago(1);
  const double wander = 0.01;
  const auto kept = [&](double together, int days) {
    return 1 / (1 + together * wander * days / days_of_a_month);
  };
  const double first = kept(100, far - middle);
  const double second = kept(100 * first + 200, middle - near);
  const double known = (100 * first + 200) * second + 300;
  const double third = kept(known, near);
  const Level level =
      level_from({{0.01, 300, near}, {0.03, 200, middle}, {0.05, 100, far}}, wander);
  CHECK(level.weight == Approx(known * third));
  CHECK(level.value ==
        Approx((0.05 * 100 * first * second + 0.03 * 200 * second + 0.01 * 300) / known));
}

TEST_CASE("past and future observations weigh equally, and an exact one hides those beyond it") {
  CHECK(level_from({{0, 100, 60}, {0.08, 100, -60}}, 0.01).value == Approx(0.04));
  // The nearer observation is exact, so that the farther one does not matter.
  CHECK(level_from({{0.05, 100, 90}, {0, 1e12, 30}}, 0.01).value == Approx(0).margin(1e-6));
}

TEST_CASE("an outlier has bounded influence") {
  const auto with = [](double outlier) {
    return level_from({{0, 100, 0}, {0, 100, 0}, {outlier, 100, 0}}, 0).value;
  };
  CHECK(with(0.06) == Approx(0.02));
  CHECK(with(1) == Approx(0.05));
  CHECK(with(7) == Approx(0.05));
  CHECK(with(-7) == Approx(-0.05));
}

TEST_CASE("the heavier of two distant groups decides, even by a small margin") {
  // The pulls balance: 100 x 0.1 on one side, 101 x (1 - level) on the other.
  CHECK(level_from({{0, 100, 0}, {1, 101, 0}}, 0).value == Approx(1 - 10.0 / 101));
  CHECK(level_from({{0, 100.1, 0}, {1, 100, 0}}, 0).value == Approx(10 / 100.1));
  CHECK(level_from({{0, 100, 0}, {1, 100, 0}}, 0).value == Approx(0.5));
}

TEST_CASE("a level lies within its observations and does not depend on their order") {
  std::mt19937 random(1);
  const auto below = [&](unsigned most) { return static_cast<int>(random() % most); };
  for (int i = 0; i < 200; ++i) {
    std::vector<Sighting> seen;
    double low = 9, high = -9;
    for (int n = below(12); n >= 0; --n) {
      seen.push_back({below(2000) / 1000.0, 1.0 + below(500), below(700) - 350});
      low = std::min(low, seen.back().level);
      high = std::max(high, seen.back().level);
    }
    const Level level = level_from(seen, 0.003);
    CHECK(level.value >= low - 1e-9);
    CHECK(level.value <= high + 1e-9);
    CHECK(level.weight > 0);
    std::shuffle(seen.begin(), seen.end(), random);
    CHECK(level_from(seen, 0.003).value == Approx(level.value).margin(1e-5));
  }
}

}  // namespace
}  // namespace gpupick
