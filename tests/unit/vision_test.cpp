// Vision networks and video clips: arithmetic that can be checked by hand.
#include "calibration_copy.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "job/usual_job.hpp"
#include "physics/pass.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Seconds time_of(const Job& job, const char* card = "rtx-3090") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu(card);
  const auto pass = makes_images(job.task) ? image_pass(gpu, job, 1, catalog.calibration())
                                           : vision_pass(gpu, job, 1, catalog.calibration());
  REQUIRE(pass);
  return pass->total;
}

TEST_CASE("vision time is computation plus memory traffic") {
  // 2 x 4.11 x 10^9 operations at 0.96 x 71 TFLOPS, 11.11 million values of 13.1 bytes at 936 GB/s.
  const double image = 2 * 4.11e9 / (0.96 * 71e12) + 11.11e6 * 13.1 / 936e9;
  Job job = of_network(Task::vision, "resnet-50", 128);
  CHECK(time_of(job).value == Approx(128 * image).epsilon(0.01));
  job.resolution = 448;
  CHECK(time_of(job).value == Approx(4 * 128 * image).epsilon(0.01));
}

TEST_CASE("batches below sixteen images take the time of sixteen") {
  CHECK(time_of(of_network(Task::vision, "resnet-50", 1)).value ==
        Approx(time_of(of_network(Task::vision, "resnet-50", 16)).value));
  CHECK(time_of(of_network(Task::vision, "resnet-50", 32)).value ==
        Approx(2 * time_of(of_network(Task::vision, "resnet-50", 16)).value));
}

TEST_CASE("an unmeasured vision network has a wider interval") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-3090");
  const auto interval_of = [&](const char* network) {
    const Job job = of_network(Task::vision, network, 128);
    return vision_pass(gpu, job, 1, catalog.calibration())->interval;
  };
  CHECK(interval_of("resnet-50")->measured);
  CHECK_FALSE(interval_of("vgg-16")->measured);
  CHECK(interval_of("vgg-16")->low < interval_of("resnet-50")->low);
}

TEST_CASE("unmeasured training of a network is estimated from inference") {
  CalibrationCopy calibration = fixed_catalog().calibration();
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-3090");
  const Job job = of_network(Task::vision_train, "resnet-50", 128);
  const double measured = network_pass(gpu, job, 1, calibration)->total.value;
  calibration.of<NetworkTraining>().clear();
  const double image = 3.19 * 2 * 4.11e9 / (0.96 * 71e12) + 3.8 * 11.11e6 * 13.1 / 936e9;
  const double by_looks = network_pass(gpu, job, 1, calibration)->total.value;
  CHECK(by_looks == Approx(128 * image).epsilon(0.01));
  CHECK(by_looks == Approx(measured).epsilon(0.3));
  // Two cards do the same work at once and exchange 25.6 million gradients of 2 bytes.
  const double exchange = 2 * 25.6e6 / 6.12e9;
  CHECK(network_pass(gpu, job, 2, calibration)->total.value ==
        Approx(by_looks + exchange).epsilon(0.01));
  const Job other = of_network(Task::vision_train, "vgg-16", 128);  // inference unmeasured too
  CHECK_FALSE(network_pass(gpu, other, 1, calibration));
}

TEST_CASE("training an image network goes on scaling with modules that are joined by links") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("h100-sxm");
  for (const Network& network : catalog.networks()) {
    if (network.kind != vision_kind) continue;
    const Job job = usual_job(Task::vision_train, network, catalog);
    const JobEstimate one = estimate(gpu, 1, job, catalog.calibration());
    if (one.speeds.empty()) continue;
    INFO(network.id);
    const JobEstimate eight = estimate(gpu, 8, job, catalog.calibration());
    CHECK(eight.idle == 0);
    CHECK(eight.speeds.front().estimate.value > 6 * one.speeds.front().estimate.value);
  }
}

TEST_CASE("compiling saves memory traffic, not computation") {
  Job job = of_network(Task::vision, "resnet-50", 128);
  const double moving = 128 * 11.11e6 * 13.1 / 936e9;
  const double before = time_of(job).value;
  job.compiled = true;
  CHECK(before - time_of(job).value == Approx(0.5 * moving).epsilon(0.01));
}

TEST_CASE("video is rough on cards measured only with images") {
  const Catalog& catalog = fixed_catalog();
  const auto measured = [&](const char* card, Task task, const char* network) {
    const Job job = of_network(task, network, 1);
    return image_pass(catalog.find_gpu(card), job, 1, catalog.calibration())->interval->measured;
  };
  CHECK(measured("rtx-3090", Task::video, "wan2.1-t2v-1.3b"));
  CHECK(measured("rx-7900-xtx", Task::image, "sd-1.5"));
  CHECK_FALSE(measured("rx-7900-xtx", Task::video, "wan2.1-t2v-1.3b"));
}

TEST_CASE("video attention grows with the square of the length, time with the steps") {
  Job job = of_network(Task::video, "wan2.1-t2v-1.3b", 1);
  const double once = time_of(job).value;
  Job longer = job;
  longer.frames = 2 * job.network->frames;
  CHECK(time_of(longer).value > 2.5 * once);
  CHECK(time_of(longer).value < 4 * once);
  Job fewer = job;
  fewer.steps = 25;
  CHECK(time_of(fewer).value == Approx(once / 2).epsilon(0.1));
}

// The makers' table says 8.19 GB with one component on the card at a time.
TEST_CASE("Wan 2.1 1.3B needs its published memory, the text encoder left out") {
  const Job job = of_network(Task::video, "wan2.1-t2v-1.3b", 1);
  const JobMemory memory = memory_of(job, 1, fixed_catalog().calibration());
  double kept = 0;
  for (const MemoryPart& part : memory.need.parts)
    if (part.part != MemoryUse::weights) kept += part.bytes.value;
  CHECK(kept / 1e9 + 2 * 1.42 == Approx(8.19).epsilon(0.15));
}

TEST_CASE("compiling speeds up all but attention") {
  Job job = of_network(Task::video, "wan2.1-t2v-1.3b", 1);
  const double plain = time_of(job).value;
  job.compiled = true;
  const double gain = plain / time_of(job).value;
  // Attention takes 99 of the 142 TMACs of a step.
  CHECK(gain > 1);
  CHECK(gain < (1 + fixed_catalog().calibration().only<ImageConstants>().compiled) / 2);
}

}  // namespace
}  // namespace gpupick
