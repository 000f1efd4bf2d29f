// Images and clips whose denoiser waits in host memory and is sent block by block.
#include <cmath>

#include "catch.hpp"
#include "parsed.hpp"
#include "physics/pass.hpp"
#include "ranking/mix.hpp"

namespace gpupick {
namespace {

constexpr double gib_bytes = 1024.0 * 1024 * 1024;

// FLUX.1 in 8 bit, of which blocks may be sent.
Job flux_by_blocks() {
  Job job = of_network(Task::image, "flux.1-dev");
  job.format = &fixed_catalog().find_quantisation("fp8");
  job.offload = job.by_blocks = true;
  return job;
}

double speed_on(const Gpu& gpu, const Job& job) {
  const JobEstimate result = estimate(gpu, 1, job, fixed_catalog().calibration());
  return result.speeds.empty() ? 0 : result.speeds.front().estimate.value;
}

TEST_CASE("weights of a denoiser beyond the card are sent for each evaluation") {
  // RTX 4060: 0.985 x 8 GiB, 30.2 TFLOPS, 115 W, PCIe 4 x8. 11.90 billion parameters in 57 blocks,
  // two of which are on the card besides; 0.6 GiB of values, 0.9 GiB of the program. The part that
  // is sent is in pages of 2 MiB.
  const double weights = 11901408320, page = 2 * 1024 * 1024;
  const double over = weights + (0.6 + 0.9 - 0.985 * 8) * gib_bytes + weights * 2 / 57;
  const double swapped = std::ceil(over / page) * page;
  // 20 steps at sqrt(30.2 x 0.246 x 115) TFLOPS, of which large matrices reach 0.588 x 1.65.
  const double held = std::sqrt(30.2 * 0.246 * 115) * 1e12 * 0.588 * 1.65;
  const double moved = 2.65e9 * 37192.3 / (402 * 2) * 20 / (272e9 * 1.65);
  const double denoising = 2e9 * 37192.3 * 20 / held + moved;
  const double rest = 2e9 * 1257 * 4 / held + 20 * 0.0255;
  const double all = weights + 123060480 + 4762310656 + 2.0 * 83819683;
  const std::string line = "rtx-4060 --task image --model flux.1-dev --quant fp8 --steps 20";

  const Parsed hidden = estimate_json(line);  // 10 s of sending beside 60 s of computing
  CHECK(hidden["fits"] == false);
  CHECK(hidden["runs"] == "partly_in_host");
  CHECK(hidden["ram_gib"].get<double>() == Approx(all / gib_bytes).epsilon(1e-3));
  CHECK(hidden["offload"]["swapped_gib"].get<double>() ==
        Approx(swapped / gib_bytes).epsilon(1e-4));
  CHECK(hidden["offload"]["resident_share"].get<double>() ==
        Approx(1 - swapped / weights).epsilon(1e-3));
  CHECK(1 / hidden["speed"]["value"].get<double>() ==
        Approx(denoising + rest + all / (0.8 * 16e9)).epsilon(1e-3));
  CHECK(hidden["speed"]["rough"] == true);

  const Parsed waiting = estimate_json(line + " --pcie 1");
  CHECK(1 / waiting["speed"]["value"].get<double>() ==
        Approx(20 * swapped / (0.86 * 1e9) + rest + all / (0.8 * 1e9)).epsilon(1e-3));
}

// Seconds of a block on an H200 with PCIe 5 x16, of Wan 14B and of FLUX.1: with its weights on the
// card, to send them from pinned memory, and both with the next block sent ahead.
TEST_CASE("a block is sent while the card computes the one before") {
  struct Row {
    double parameters, resident, sent, both;
  };
  const Row rows[] = {
      {351332864, 0.001532, 0.012737, 0.012822}, {351332864, 0.009966, 0.012737, 0.013228},
      {351332864, 0.070960, 0.012737, 0.072398}, {113273856, 0.000496, 0.004111, 0.004149},
      {113273856, 0.001902, 0.004111, 0.004236}, {113273856, 0.004560, 0.004111, 0.005295}};
  const double share = fixed_catalog().calibration().only<OffloadConstants>().pinned_efficiency;
  for (const Row& row : rows) {
    ImageStep step;
    step.computing = Seconds{row.resident};
    step.evaluations = 1;
    step.swapped = Bytes{2 * row.parameters};
    step.from_host = pcie_rate(5, 16) * share;
    INFO(row.both);
    CHECK(step.swapping().value == Approx(row.sent).epsilon(0.01));
    CHECK(step.denoising().value == Approx(row.both).epsilon(0.15));
  }
}

TEST_CASE("with blocks in host memory, more card memory or a faster slot never slows images") {
  Gpu gpu = fixed_catalog().find_gpu("rtx-4060");
  double least = 0;
  for (int quarters = 16; quarters <= 96; ++quarters) {
    gpu.memory_gib = quarters / 4.0;
    const double speed = speed_on(gpu, flux_by_blocks());
    INFO(*gpu.memory_gib);
    CHECK(speed >= least);
    least = speed;
  }
  CHECK(least > 0);
  gpu.memory_gib = 8;
  least = 0;
  for (const double slot : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    Job job = flux_by_blocks();
    job.slot_gb_s = slot;
    const double speed = speed_on(gpu, job);
    CHECK(speed >= least);
    least = speed;
  }
}

TEST_CASE("blocks wait only in the memory of a host that is apart") {
  Gpu gpu = fixed_catalog().find_gpu("rtx-4060");
  const Job job = flux_by_blocks();
  CHECK(speed_on(gpu, job) > 0);
  gpu.pcie_generation.reset();  // no way to the card is known
  CHECK(speed_on(gpu, job) == 0);
  gpu = fixed_catalog().find_gpu("m4-max-40c");
  gpu.memory_gib = 8;
  CHECK(speed_on(gpu, job) == 0);
}

TEST_CASE("a denoiser of unknown blocks is not sent in parts") {
  Gpu gpu = fixed_catalog().find_gpu("rtx-4060");
  gpu.memory_gib = 4;
  Job job = of_network(Task::image, "sdxl-base-1.0");
  job.offload = job.by_blocks = true;
  CHECK(job.network->layers == 0);
  CHECK(speed_on(gpu, job) == 0);
}

TEST_CASE("images with blocks in host memory need RAM for all components") {
  const std::string line = "rtx-4060 --task image --model flux.1-dev --quant fp8";
  CHECK(estimate_json(line + " --ram 17")["runs"] == "partly_in_host");
  CHECK(estimate_json(line + " --ram 12", 1)["runs"] == "no");
  const Run run = run_fixed(split_arguments("estimate " + line + " --ram 12"));
  CHECK(run.out.find("with 16 GiB of RAM") != std::string::npos);
  CHECK(run.out.find("with 12 GiB not at all (`--ram`)") != std::string::npos);
}

// ComfyUI's issue 4461 and Wan 2.1's issue 222: both run, from host memory.
TEST_CASE("shipped cards run what people ran on them from host memory") {
  const auto runs = [](const std::string& line) {
    const Run run = run_gpupick(split_arguments("estimate " + line + " --format json"));
    INFO(line << run.err);
    CHECK(run.status == 0);
    return Parsed::parse(run.out)["runs"].get<std::string>();
  };
  CHECK(runs("rtx-4060-laptop --task image --model flux.1-dev --quant fp8 --resolution 1024 "
             "--steps 20 --offload") == "partly_in_host");
  for (const char* flag : {" --offload", " --quant bf16"})
    CHECK(runs("l20 --task video --model wan2.1-t2v-14b --resolution 720 --frames 81" +
               std::string(flag)) == "partly_in_host");
}

}  // namespace
}  // namespace gpupick
