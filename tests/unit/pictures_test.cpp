// Images and clips that do not fit a card whole: components that take turns, fewer bits, blocks in
// host memory and lower resolutions. Every command must name the same way.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "job/usual_job.hpp"
#include "physics/device.hpp"
#include "physics/memory.hpp"
#include "ranking/mix.hpp"
#include "ranking/score.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

Parsed json_of(const std::string& line) {
  std::vector<std::string> args = split_arguments(line);
  args.insert(args.end(), {"--format", "json"});
  const Run run = run_gpupick(args);
  INFO(line << "\n" << run.err);
  REQUIRE(run.status < 2);
  return Parsed::parse(run.out);
}

std::string text_of(const std::string& line) {
  const Run run = run_gpupick(split_arguments(line));
  INFO(line << "\n" << run.err);
  REQUIRE(run.status < 2);
  return unwrapped(run.out);
}

AskedJob asked_of(const Network& network, const Catalog& catalog) {
  const Task task = task_of_kind(network.kind, catalog);
  const TaskDefaults& usual = catalog.find_task(name_of(task));
  AskedJob out;
  out.job = usual_job(task, network, catalog);
  out.host.memory_gb_s = 80;
  out.ladder = &catalog.find_ladder(*usual.ladder);
  return out;
}

// Taking turns changes nothing in the picture, so no card may lose bits or pixels that it could
// keep that way.
TEST_CASE("whatever fits one component at a time runs as asked") {
  const Catalog& catalog = shipped_catalog();
  std::size_t turns_taken = 0;
  for (const Network& network : catalog.networks()) {
    if (!makes_images(task_of_kind(network.kind, catalog))) continue;
    const AskedJob asked = asked_of(network, catalog);
    Job in_turns = asked.job;
    in_turns.offload = true;
    for (const Gpu& gpu : catalog.gpus()) {
      if (!slot_rate(gpu)) continue;
      const JobEstimate turns = estimate(gpu, 1, in_turns, catalog.calibration());
      if (!turns.fits || turns.speeds.empty()) continue;
      INFO(gpu.id << " " << network.id);
      const WorkResult way = way_to_run({&gpu, 1}, asked, catalog);
      CHECK(way.how() == Runs::as_asked);
      CHECK(way.speed.value >= turns.speeds.front().estimate.value * (1 - 1e-9));
      turns_taken += way.estimate->job.offload ? 1 : 0;
    }
  }
  CHECK(turns_taken > 100);
}

TEST_CASE("components that take turns cost the time to move them and the memory where they wait") {
  const Catalog& catalog = fixed_catalog();
  const Job job = of_network(Task::image, "sdxl-base-1.0");
  Gpu gpu = catalog.find_gpu("rtx-3060-12gb");
  const JobEstimate whole = estimate(gpu, 1, job, catalog.calibration());
  REQUIRE_FALSE(whole.job.offload);
  gpu.memory_gib = 10;
  const JobEstimate turns = estimate(gpu, 1, job, catalog.calibration());
  REQUIRE(turns.fits);
  CHECK(turns.job.offload);
  const auto seconds = [](const JobEstimate& one) { return 1 / one.speeds.front().estimate.value; };
  const Bytes waits = host_need(turns.job);
  CHECK(in_gib(waits) > 6);
  const Seconds moved =
      waits / rate_from_host(*slot_rate(gpu), catalog.calibration().only<OffloadConstants>());
  CHECK(seconds(turns) == Approx(seconds(whole) + moved.value).epsilon(1e-6));
  HostMemory host;
  host.ram_gib = in_gib(waits) - 0.1;
  CHECK_FALSE(estimate(gpu, 1, job, catalog.calibration(), {nullptr, host}).fits);
}

TEST_CASE("a job is not called slower in one command and smaller in another") {
  for (const char* line :
       {"--model wan2.2-t2v-a14b --ram 32", "--model wan2.2-t2v-a14b", "--model ltx-2 --ram 32",
        "--model z-image-turbo --ram 32", "--model flux.1-dev", "--model sdxl"}) {
    for (const char* card : {"rtx-3060-ti", "rtx-4070", "rtx-3080-ti", "rtx-3080-10gb"}) {
      const std::string job = line;
      INFO(card << " " << job);
      const Parsed one = json_of(fmt::format("estimate {} {}", card, job));
      const std::string runs = one["runs"];
      const Parsed all =
          json_of(fmt::format("recommend {} --only {} --top 1 --budget 99999", job, card));
      CHECK((runs == "no") == all["ranked"].empty());
      if (all["ranked"].empty()) continue;
      CHECK(all["ranked"][0]["jobs"][0]["as_asked"] == (runs == "as_asked"));
      const bool smaller = runs == "lower_resolution";
      const Parsed compared = json_of(fmt::format("diff {} rtx-5090 {}", card, job));
      CHECK((compared.dump().find("lower resolution") != std::string::npos) == smaller);
    }
  }
  const std::string wan = text_of("estimate rtx-3060-ti --model wan2.2-t2v-a14b --ram 32");
  CHECK_THAT(wan, ContainsSubstring("at a lower resolution (480p, host memory, 4 bit)"));
  CHECK_THAT(text_of("fit rtx-3060-ti --for video --ram 32"), ContainsSubstring("Wan2.2 T2V-A14B"));
}

TEST_CASE("smaller pictures are marked and neither priced nor compared") {
  const std::string cards = "rtx-3060-ti rtx-3080-ti";
  const std::string table = text_of("recommend --for video --only rtx-3060-ti,rtx-4090");
  CHECK_THAT(table, ContainsSubstring("# at a lower resolution"));
  const Parsed costs = json_of("cost " + cards + " --model wan2.2-t2v-a14b");
  CHECK(costs["cards"][0]["units"].empty());
  CHECK_FALSE(costs["cards"][1]["units"].empty());
  const Parsed mixed = json_of("cost " + cards + " --for video");
  const auto prices = [&](std::size_t card) {
    std::size_t count = 0;
    for (const Parsed& unit : mixed["cards"][card]["units"])
      count += unit["job"] == "Wan 2.2 14B" ? 1 : 0;
    return count;
  };
  CHECK(prices(0) == 0);
  CHECK(prices(1) == 1);
}

TEST_CASE("no smaller picture than a model can make is a way") {
  const Catalog& catalog = shipped_catalog();
  for (const Network& network : catalog.networks()) {
    const Task task = task_of_kind(network.kind, catalog);
    if (!makes_images(task)) continue;
    const double least = *catalog.find_task(name_of(task)).least_resolution;
    const Job job = usual_job(task, network, catalog);
    for (const char* card : {"rtx-3050-6gb", "rtx-4060", "rtx-3060-12gb", "rtx-5060-ti-16gb"}) {
      const JobEstimate result =
          estimate(catalog.find_gpu(card), 1, job, catalog.calibration(), {&catalog, {}});
      for (const FlagValue& flag : result.change)
        if (flag.flag == "--resolution") {
          INFO(card << " " << network.id);
          CHECK(std::get<double>(flag.value) >= least);
        }
    }
  }
}

TEST_CASE("no slower card is proposed") {
  const std::string owned = "estimate rtx-3060-ti --model qwen-image --ram 32";
  const Parsed now = json_of(owned);
  REQUIRE(now.contains("speed"));
  const std::string text = text_of(owned);
  const double seconds = 1 / now["speed"]["value"].get<double>();
  const std::size_t fits = text.find("\nFits ");
  if (fits == std::string::npos) return;
  const std::size_t end = text.find(" s/image", fits);
  REQUIRE(end != std::string::npos);
  const std::size_t start = text.rfind(' ', end - 1);
  CHECK(std::stod(text.substr(start + 1, end - start - 1)) < seconds);
}

TEST_CASE("two cards make no picture sooner") {
  const Catalog& catalog = fixed_catalog();
  const AskedJob asked = asked_of(catalog.find_network("sdxl-base-1.0"), catalog);
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  const WorkResult one = way_to_run({&gpu, 1}, asked, catalog),
                   two = way_to_run({&gpu, 2}, asked, catalog);
  CHECK(two.speed.value == Approx(one.speed.value));
  CHECK(two.at_once == 2);
  const Parsed found = json_of(
      "recommend --model qwen-image --budget 700 --have rtx-3060-ti --ram 32 --price "
      "rtx-3080-ti=230");
  for (const Parsed& card : found["ranked"]) CHECK(card["count"] == 1);
}

TEST_CASE("long times are said in hours") {
  const Estimate slow{1 / 26000.0, 1 / 30000.0, 1 / 20000.0, Evidence::measured},
      quick{1 / 60.0, 1 / 70.0, 1 / 50.0, Evidence::measured};
  const ShownRate alone = shown_rate(slow, "clips/s", slow);
  CHECK(to_text(alone.estimate, alone.unit) == "7.2 h/clip (5.6-8.3)");
  const ShownRate in_column = shown_rate(slow, "clips/s", quick);
  CHECK(to_text(in_column.estimate, in_column.unit) == "26,000 s/clip (20,000-30,000)");
  CHECK(shown_rate(quick, "clips/s", slow).unit == "h/clip");
  CHECK(shown_rate({26000, 0, 0, Evidence::guess}, "s", {26000, 0, 0, Evidence::guess}).unit ==
        "h");
}

TEST_CASE("short runs are said in hours or minutes") {
  const auto unit = [](double days) {
    const Estimate time{days, 0, 0, Evidence::measured};
    return shown_rate(time, "days", time);
  };
  CHECK(unit(3).unit == "days");
  CHECK(unit(0.5).unit == "h");
  CHECK(unit(0.5).estimate.value == Approx(12));
  CHECK(unit(0.01).unit == "min");
  CHECK(unit(0.01).estimate.value == Approx(14.4));
}

TEST_CASE("people's words for pictures are known") {
  CHECK(json_of("estimate rtx-4090 --model sdxl --resolution 1216x832")["assumed"]["resolution"] ==
        1006);
  CHECK(
      json_of(
          "estimate rtx-4090 --model wan2.2-t2v-a14b --resolution 720p")["assumed"]["resolution"] ==
      720);
  CHECK(json_of("estimate rtx-4090 --model wan2.2-t2v-a14b --resolution 832x480")["assumed"]
                                                                                 ["resolution"] ==
        480);
  const auto error_of = [](const std::string& line) {
    return run_gpupick(split_arguments(line)).err;
  };
  CHECK_THAT(error_of("recommend --for wan"), ContainsSubstring("stands for video-generation"));
  CHECK_THAT(error_of("recommend --for flux"), ContainsSubstring("stands for image-generation"));
  CHECK_THAT(error_of("recommend --for lora"), ContainsSubstring("language models"));
  CHECK(error_of("recommend --for video").empty());
  for (const char* line : {"recommend --for kohya", "recommend --task lora --model sdxl"})
    CHECK_THAT(error_of(line), ContainsSubstring("is not covered"));
  CHECK_THAT(error_of("estimate rtx-4090 --model flux-kontext"),
             ContainsSubstring("no model is called 'flux-kontext'; did you mean flux"));
}

TEST_CASE("a card on which the components take turns has no room, and keeps fewer points") {
  Query query = simple_query(shipped_catalog().find_workload("image-generation"));
  query.day = shipped_catalog().day();
  query.scale = shipped_catalog().score_scale();
  query.host = {&shipped_catalog().find_host("desktop"), false};
  const auto sdxl_on = [&](const char* id) {
    const Assessment found = assess(shipped_catalog(), query, shipped_catalog().find_gpu(id));
    for (const WorkResult& one : found.card.work)
      if (one.asked->label == "SDXL") return std::pair(one.has_room, one.keeps);
    FAIL("no SDXL");
    return std::pair(false, 0.0);
  };
  CHECK(sdxl_on("rtx-3070") == std::pair(false, query.scale.without_room));
  CHECK(sdxl_on("rtx-3060-12gb") == std::pair(true, 1.0));
}

}  // namespace
}  // namespace gpupick
