// Stability of a ranking: flips, the frontier, random draws, and rented cards.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "answer/ranking.hpp"
#include "base/error.hpp"
#include "catch.hpp"
#include "ranking/assess.hpp"
#include "ranking/cost.hpp"
#include "ranking/draws.hpp"
#include "ranking/frontier.hpp"
#include "ranking/gain.hpp"
#include "ranking/pick.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Calls `check` with each flip of a card against the first and the last card of three rankings.
// Returns the number of flips.
template <class Check>
std::size_t count_flips(std::optional<double> Flip::*kind, Check check) {
  const Catalog& catalog = fixed_catalog();
  std::size_t flips = 0;
  for (const char* work : {"general", "llm-inference", "image-generation"}) {
    const Query query = simple_query(catalog.find_workload(work));
    const Ranking ranking = rank(catalog, query);
    for (const Ranked& card : ranking.ranked)
      for (const Ranked& rival : {ranking.ranked.front(), ranking.ranked.back()}) {
        if (card.gpu == rival.gpu) continue;
        const std::optional<double> at = flip(query, card, rival).*kind;
        if (!at) continue;
        INFO(work << ": " << card.gpu->id << " over " << rival.gpu->id << " at " << *at);
        check(query, card, rival, *at);
        ++flips;
      }
  }
  return flips;
}

TEST_CASE("cards tie at the flip price and change order a cent below and above") {
  const Catalog& catalog = fixed_catalog();
  const auto check = [&](Query query, const Ranked& card, const Ranked& rival, double price) {
    const auto at = [&](double usd) {
      query.own_prices = {{std::string(card.gpu->id), usd}};
      return assess(catalog, query, *card.gpu);
    };
    CHECK(at(price).card.fine_score == Approx(rival.fine_score).margin(1e-9));
    if (price > 0.01) CHECK(precedes(query, at(price - 0.01).card, rival));
    CHECK(precedes(query, rival, at(price + 0.01).card));
  };
  CHECK(count_flips(&Flip::price, check) > 30);
}

TEST_CASE("cards tie at the flip speed and change order just below and above") {
  const auto check = [](const Query& query, const Ranked& card, const Ranked& rival, double speed) {
    // Returns the card with all its speeds scaled by `times`.
    const auto at = [&](double times) {
      Ranked faster = card;
      for (WorkResult& result : faster.work)
        for (double Estimate::*end : {&Estimate::value, &Estimate::low, &Estimate::high}) {
          result.speed.*end *= times;
          if (result.reply) (*result.reply).*end /= times;
        }
      faster.fine_score += speed_points(query, faster) - speed_points(query, card);
      if (card.price)
        faster.fine_score += cost_points(query, faster.useful(), *card.counted_usd()) -
                             cost_points(query, card.useful(), *card.counted_usd());
      return faster;
    };
    CHECK(at(speed).fine_score == Approx(rival.fine_score).margin(1e-9));
    CHECK(precedes(query, at(speed * 1.000001), rival));
    CHECK(precedes(query, rival, at(speed / 1.000001)));
  };
  CHECK(count_flips(&Flip::speed, check) > 30);
}

TEST_CASE("cards tie at the flip weight, and the leader differs on either side") {
  const Catalog& catalog = fixed_catalog();
  const auto check = [&](const Query& query, const Ranked& card, const Ranked& rival,
                         double weight) {
    // Returns the lead of the card if speed has this weight and the other weights keep their
    // proportions.
    const auto lead = [&](double of_speed) {
      Query other = query;
      const double rest = 1 - query.weights[index(Outcome::speed)];
      for (const Outcome outcome : outcomes) other.weights[index(outcome)] *= (1 - of_speed) / rest;
      other.weights[index(Outcome::speed)] = of_speed;
      return assess(catalog, other, *card.gpu).card.fine_score -
             assess(catalog, other, *rival.gpu).card.fine_score;
    };
    CHECK(lead(weight) == Approx(0).margin(1e-9));
    CHECK(lead(weight - 1e-6) * lead(weight + 1e-6) < 0);
  };
  CHECK(count_flips(&Flip::weight, check) > 15);
}

TEST_CASE("the frontier holds exactly the cards that no other dominates") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Workload workload = simple_workload();
    std::mt19937 random(seed);
    std::vector<Gpu> gpus;
    for (int i = 0; i < 40; ++i) gpus.push_back(random_gpu(random, "card-" + std::to_string(i)));
    const Catalog catalog = catalog_of(gpus, random);
    const Query query = simple_query(workload);
    const Ranking ranking = rank(catalog, query);
    const Frontier found = frontier(ranking);
    CHECK(found.cards.size() + found.dominated.size() == ranking.ranked.size());
    const auto beats = [&](const Ranked& a, const Ranked& b) {
      const double fast_a = speed_points(query, a), fast_b = speed_points(query, b);
      const double cost_a = a.cost()->value, cost_b = b.cost()->value;
      return fast_a >= fast_b && cost_a <= cost_b && (fast_a > fast_b || cost_a < cost_b);
    };
    for (const Ranked* card : found.cards)
      for (const Ranked& other : ranking.ranked) CHECK_FALSE(beats(other, *card));
    for (const Dominated& one : found.dominated) CHECK(beats(*one.by, *one.card));
  }
}

std::vector<double> shares_first(const Ranking& ranking, std::uint32_t seed) {
  Cards cards;
  for (const Ranked& card : ranking.ranked) cards.push_back(&card);
  return Draws(ranking.query, seed).shares_first(cards);
}

TEST_CASE("the same seed gives the same shares, which sum to one") {
  const Catalog& catalog = fixed_catalog();
  const Ranking ranking = rank(catalog, simple_query(catalog.find_workload("general")));
  const std::vector<double> once = shares_first(ranking, 7), other = shares_first(ranking, 8);
  CHECK(once == shares_first(ranking, 7));
  CHECK(std::accumulate(once.begin(), once.end(), 0.0) == Approx(1));
  CHECK(other.front() == Approx(once.front()).margin(0.1));
  Draws draws(ranking.query, 7);
  const Ranked& first = ranking.ranked.front();
  for (const Ranked& card : ranking.ranked)
    CHECK(draws.share_above(first, card) + draws.share_above(card, first) == Approx(1));
  CHECK(run_fixed({"recommend", "--seed", "7"}).out == run_fixed({"recommend", "--seed", "7"}).out);
}

// Removes all uncertainty: each figure becomes the value that the ranking counts.
void make_certain(Ranked& card) {
  card.price->low = card.price->usd = card.price->high;
  for (WorkResult& result : card.work) {
    result.speed = {counted_speed(result.throughput()), 0, 0, Evidence::guess};
    result.reply.reset();
  }
}

TEST_CASE("a card that leads in no draw leaves the other shares unchanged") {
  const Catalog& catalog = fixed_catalog();
  Ranking ranking = rank(catalog, simple_query(catalog.find_workload("general")));
  Ranked hopeless = ranking.ranked[6];
  hopeless.fine_score -= 50;
  ranking.ranked.resize(6);
  const std::vector<double> before = shares_first(ranking, 3);
  ranking.ranked.insert(ranking.ranked.begin() + 1, hopeless);
  std::vector<double> after = shares_first(ranking, 3);
  after.erase(after.begin() + 1);
  for (std::size_t i = 0; i < 6; ++i) CHECK(after[i] == Approx(before[i]));
}

TEST_CASE("both cards lead in some draws if a speed's interval lies below its value") {
  const Catalog& catalog = fixed_catalog();
  Ranking ranking = rank(catalog, simple_query(catalog.find_workload("general")));
  ranking.ranked.resize(2);
  for (Ranked& card : ranking.ranked) make_certain(card);
  Ranked &first = ranking.ranked.front(), &second = ranking.ranked.back();
  second.fine_score = first.fine_score;
  Estimate& speed = second.work.front().speed;
  speed = {speed.value, speed.value / 4, speed.value / 2, Evidence::measured};
  first.fine_score -= 0.05;
  CHECK(shares_first(ranking, 1)[0] > 0);
  CHECK(shares_first(ranking, 1)[1] > 0);
}

TEST_CASE("nearly equal costs are called about the same, whatever the rounded points") {
  const Catalog& catalog = fixed_catalog();
  const Ranking ranking = rank(catalog, simple_query(catalog.find_workload("general")));
  const Ranked one = ranking.ranked.front();
  Ranked other = one;
  other.terms[index(Outcome::cost)] -= 0.1;
  const auto words = [&](double usd) {
    other.price->usd = one.price->usd + usd;
    return differences(one, other, ranking.query);
  };
  CHECK(words(0) == "about the same cost over 3 years before resale (+0.1)");
  CHECK(words(-1) == "about the same cost over 3 years before resale (+0.1)");
  CHECK(words(200) == "200 USD cheaper over 3 years before resale (+0.1)");
}

TEST_CASE("without intervals the leader leads in every draw") {
  const Catalog& catalog = fixed_catalog();
  Query query = simple_query(catalog.find_workload("general"));
  Ranking ranking = rank(catalog, query);
  REQUIRE(ranking.ranked.size() > 3);
  for (Ranked& card : ranking.ranked) make_certain(card);
  std::ranges::sort(ranking.ranked, std::ranges::greater(), &Ranked::fine_score);
  CHECK(shares_first(ranking, 1)[0] == Approx(1));
}

// Returns a ranking of two cards in which only the price of the second is uncertain.
Ranking of_one_uncertain_price(double usd, double low, double high) {
  const Catalog& catalog = fixed_catalog();
  Ranking ranking = rank(catalog, simple_query(catalog.find_workload("general")));
  ranking.ranked.resize(2);
  for (Ranked& card : ranking.ranked) make_certain(card);
  Ranked& second = ranking.ranked.back();
  second.fine_score -= cost_points(ranking.query, 1, *second.counted_usd());
  second.price->usd = usd;
  second.price->low = low;
  second.price->high = high;
  second.fine_score += cost_points(ranking.query, 1, *second.counted_usd());
  return ranking;
}

TEST_CASE("a card's share of draws is the chance that its price is below the flip price") {
  for (const double usd : {300.0, 600.0, 1200.0}) {
    const Ranking ranking = of_one_uncertain_price(usd, usd / 1.5, usd * 1.5);
    const Ranked &first = ranking.ranked.front(), &second = ranking.ranked.back();
    const auto score_at = [&](double paid) {
      return second.fine_score + cost_points(ranking.query, 1, second.counted_usd_at(paid)) -
             cost_points(ranking.query, 1, *second.counted_usd());
    };
    double turn = 1, dear = 1e6;
    while (dear - turn > 0.01)
      (score_at((turn + dear) / 2) > first.fine_score ? turn : dear) = (turn + dear) / 2;
    const double deviations = std::log(turn / second.price->usd) / std::log(1.5) * middle_80;
    const double expected = std::erfc(-deviations / std::sqrt(2)) / 2;
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
      INFO(usd << " USD, turning at " << turn);
      CHECK(shares_first(ranking, seed)[1] == Approx(expected).margin(1.0 / 128));
    }
  }
}

TEST_CASE("rented cards cost their rent for the hours of use and need no computer") {
  const Catalog& catalog = shipped_catalog();
  Query query = simple_query(catalog.find_workload("llm-serving"));
  query.rent = true;
  const Ranking ranking = rank(catalog, query);
  REQUIRE_FALSE(ranking.ranked.empty());
  for (const Ranked& card : ranking.ranked) {
    CHECK(*card.counted_usd() ==
          Approx(card.price->usd * 365.25 * query.scale.years * query.scale.hours_per_day));
    CHECK(card.computer_usd == 0);
    CHECK(card.electricity_usd == 0);
  }
  query.limits[limit("max-hourly")] = 1.0;
  for (const Ranked& card : rank(catalog, query).ranked) CHECK(card.price->usd <= 1);
}

TEST_CASE("flags for buying and for renting cannot be combined") {
  for (const char* line : {"recommend --rent --budget 2000", "recommend --max-hourly 1",
                           "recommend --over rtx-3090", "recommend --rent --own-or-rent",
                           "recommend --rent --have rtx-3090", "list --max-hourly 1"}) {
    INFO(line);
    CHECK(run_fixed(split_arguments(line)).status == 2);
  }
  CHECK(run_fixed({"recommend", "--own-or-rent", "--frontier"}).status == 0);
}

TEST_CASE("a flag without effect is named or refused") {
  const std::string plain = run_fixed({"recommend", "--rent", "--format", "json"}).out;
  for (const char* flag : {"--price rtx-3090=100", "--host-cost 5000", "--utilization 0.2",
                           "--kwh 1", "--pue 2", "--always-on", "--ram 512", "--region US"}) {
    INFO(flag);
    const Run run =
        run_fixed(split_arguments(fmt::format("recommend --rent --format json {}", flag)));
    const std::string name = std::string(flag).substr(0, std::string_view(flag).find(' '));
    CHECK_THAT(run.err, ContainsSubstring(fmt::format("{} has no effect with --rent", name)));
  }
  CHECK(run_fixed({"recommend", "--rent"}).err.empty());
  for (const char* line :
       {"recommend --format csv --own-or-rent", "recommend --format csv --frontier",
        "recommend --format csv --left-out", "recommend --format csv --explain",
        "recommend --format json --plot", "prices --stale 60d --plot", "prices --movers 90d --plot",
        "list --min-compute-capability 86", "list --vram 2.000", "list --max-power 1.000"}) {
    INFO(line);
    CHECK(run_fixed(split_arguments(line)).status == 2);
  }
  CHECK_THAT(run_fixed({"prices", "--stale", "60d", "--region", "US"}).err,
             ContainsSubstring("--region has no effect"));
  CHECK_THAT(run_fixed({"list", "--currency", "EUR=1.08", "--format", "csv"}).err,
             ContainsSubstring("amounts in CSV stay in USD before tax"));
}

TEST_CASE("answers for programs say the region and name all kinds of cards") {
  const auto text = [](const char* line) { return run_fixed(split_arguments(line)).out; };
  CHECK_THAT(text("recommend --region US --format json"), ContainsSubstring("\"region\": \"US\""));
  CHECK_THAT(text("recommend --region US --format csv"), ContainsSubstring(",price_local\n"));
  CHECK_THAT(text("list --region US --format json"), ContainsSubstring("\"region\": \"US\""));
  CHECK_THAT(text("prices --movers 90d --currency EUR=1.08 --format json"),
             ContainsSubstring("\"code\": \"EUR\""));
  const char* box = "estimate rtx-3090+rtx-4090 --model llama-3.1-8b";
  CHECK_THAT(text(fmt::format("{} --format csv", box).c_str()),
             ContainsSubstring("\nrtx-3090+rtx-4090,2,"));
  CHECK_THAT(text(fmt::format("{} --format json", box).c_str()),
             ContainsSubstring("\"id\": \"rtx-3090+rtx-4090\""));
}

}  // namespace
}  // namespace gpupick
