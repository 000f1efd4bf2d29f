// Speeds of training, images and serving: arithmetic that can be checked by hand, and properties
// that hold for every card.

#include <cmath>

#include "answer/estimate_words.hpp"
#include "answer/limits.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "job/usual_job.hpp"
#include "models/model_proportions.hpp"
#include "physics/device.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

std::optional<Pass> pass_of(const Gpu& gpu, const Job& job, double devices = 1) {
  const Calibration& calibration = fixed_catalog().calibration();
  return job.task == Task::image          ? image_pass(gpu, job, devices, calibration)
         : job.task == Task::vision_train ? network_pass(gpu, job, devices, calibration)
                                          : training_pass(gpu, job, devices, calibration);
}

// Returns units per second, or 0 if the speed is unknown.
double speed_of(const Gpu& gpu, const Job& job, double devices = 1) {
  const auto pass = pass_of(gpu, job, devices);
  return pass ? pass->units / pass->total.value : 0;
}

std::vector<Job> training_jobs() {
  std::vector<Job> jobs;
  for (const Task task : {Task::lora, Task::qlora, Task::full, Task::pretrain})
    for (const char* model : {"llama-2-7b", "qwen3-30b-a3b", "gpt2-124m"})
      jobs.push_back(of_model(task, model));
  for (const char* network : {"resnet-50", "ssd-resnet50", "bert-base", "bert-large", "gnmt",
                              "tacotron2", "waveglow-256", "transformer-xl-base"})
    jobs.push_back(of_network(Task::vision_train, network));
  for (const char* network : {"sd-1.5", "sdxl-base-1.0", "flux.1-dev"})
    jobs.push_back(of_network(Task::image, network));
  return jobs;
}

std::string name_of_job(const Job& job) {
  return std::string(name_of(job.task)) + " " +
         std::string(job.model ? job.model->id : job.network->id);
}

// Lambda's estimate of 2020: 355 years at a sustained 28 TFLOPS, for the 3.15e23 operations of the
// paper.
TEST_CASE("GPT-3 on one V100 takes centuries") {
  Job job = of_model(Task::pretrain, "gpt-3-175b");
  job.tokens = 300e9;
  const Operations work = training_work(job).total();
  CHECK(work.value == Approx(3.15e23).epsilon(0.01));
  CHECK((work / tflops(28)).value / 86400 / 365 == Approx(355).epsilon(0.02));
  const JobEstimate result = estimate_of("v100-sxm-32gb", job);
  REQUIRE_FALSE(result.fits);
  CHECK(result.work->work.total() == work);
  Gpu roomy = fixed_catalog().find_gpu("v100-sxm-32gb");
  roomy.memory_gib = 1e6;
  const JobEstimate whole = estimate(roomy, 1, job, fixed_catalog().calibration());
  CHECK(result.work->days->value == Approx(whole.find(Output::train_days)->value));
  job.tokens = 0;
  CHECK_FALSE(estimate_of("v100-sxm-32gb", job).work);
}

TEST_CASE("training days are tokens divided by speed") {
  Job job = of_model(Task::pretrain, "llama-2-7b");
  job.tokens = 300e9;
  const JobEstimate result = estimate_of("h100-sxm", job, 8);
  REQUIRE(result.fits);
  const Estimate& speed = *result.find(Output::train_tokens);
  const Estimate& days = *result.find(Output::train_days);
  CHECK(days.value == Approx(job.tokens / speed.value / 86400));
  CHECK(days.low == Approx(job.tokens / speed.high / 86400));
  CHECK(days.high == Approx(job.tokens / speed.low / 86400));
  job.tokens = 0;
  CHECK_FALSE(estimate_of("h100-sxm", job, 8).find(Output::train_days));
}

// MosaicML's llm-foundry: MPT-7B at 2048 tokens reaches 45 % of the data sheet's BF16 rate on H100
// and 62 % on A100. The estimate is too fast on the H100, one of its larger errors.
TEST_CASE("no card trains above its data-sheet rate") {
  const Job job = [] {
    Job out = of_model(Task::pretrain, "mpt-7b");
    out.batch = 16;
    return out;
  }();
  const double work = 6 * count_parameters(*job.model);
  const auto reached = [&](const char* card) {
    const Gpu& gpu = fixed_catalog().find_gpu(card);
    return speed_of(gpu, job) * work / (*gpu.bf16_tensor_tflops * 1e12);
  };
  CHECK(reached("h100-sxm") == Approx(0.45).epsilon(0.2));
  CHECK(reached("a100-sxm4-80gb") == Approx(0.62).epsilon(0.15));
  for (const Gpu& gpu : fixed_catalog().gpus()) {
    INFO(gpu.id);
    if (gpu.bf16_tensor_tflops.value_or(0) > 0)
      CHECK(speed_of(gpu, job) * work <= *per_device(gpu, gpu.bf16_tensor_tflops) * 1e12);
  }
}

TEST_CASE("a larger batch is no slower") {
  for (const Gpu& gpu : fixed_catalog().gpus())
    for (Job job : training_jobs()) {
      double before = 0;
      for (job.batch = 1; job.batch <= 32; job.batch *= 2) {
        INFO(gpu.id << ", " << name_of_job(job) << " batch " << job.batch);
        const double speed = speed_of(gpu, job);
        CHECK(speed >= before * (1 - 1e-12));
        before = speed;
      }
    }
}

TEST_CASE("more bandwidth or a faster matrix unit never hurts training") {
  for (const Gpu& gpu : fixed_catalog().gpus()) {
    Gpu wider = gpu, faster = gpu;
    if (gpu.bandwidth_gb_s) wider.bandwidth_gb_s = *gpu.bandwidth_gb_s * 2;
    for (Number Gpu::*rate :
         {&Gpu::bf16_tensor_tflops, &Gpu::fp16_tensor_tflops, &Gpu::tf32_tensor_tflops,
          &Gpu::fp32_tflops, &Gpu::fp16_vector_tflops})
      if (gpu.*rate) faster.*rate = *(gpu.*rate) * 2;
    for (const Job& job : training_jobs()) {
      INFO(gpu.id << ", " << name_of_job(job));
      const double speed = speed_of(gpu, job);
      CHECK(speed_of(wider, job) >= speed);
      CHECK(speed_of(faster, job) >= speed);
    }
  }
}

TEST_CASE("low board power limits the training rate") {
  const auto rate_at = [](const char* card, double watts) {
    Gpu gpu = fixed_catalog().find_gpu(card);
    gpu.tdp_w = watts;
    const Calibration& calibration = fixed_catalog().calibration();
    return reach_of(gpu, false, calibration)->rate.value;
  };
  CHECK(rate_at("l4", 72) == Approx(std::sqrt(121 * 0.7 * 72) * 1e12).epsilon(0.01));
  CHECK(rate_at("l4", 144) == Approx(std::sqrt(2) * rate_at("l4", 72)));
  CHECK(rate_at("l4", 350) == Approx(121e12).epsilon(0.01));
  CHECK(rate_at("rtx-3090", 350) == rate_at("rtx-3090", 700));
}

// Uses common batch sizes. For a mixture with a few short sequences, the exchange of all experts
// through the host outweighs the second card.
TEST_CASE("two cards are never slower than one, nor more than twice as fast") {
  for (const Gpu& gpu : fixed_catalog().gpus())
    for (Job job : training_jobs()) {
      if (job.task != Task::pretrain && job.task != Task::vision_train) continue;
      job.batch = 128;
      INFO(gpu.id << ", " << name_of_job(job));
      const double one = speed_of(gpu, job), two = speed_of(gpu, job, 2);
      CHECK(two >= one);
      CHECK(two <= 2 * one * (1 + 1e-12));
    }
  const Job short_one = of_model(Task::pretrain, "qwen3-30b-a3b");
  const Gpu& board = fixed_catalog().find_gpu("rtx-4090");
  CHECK(speed_of(board, short_one, 2) < speed_of(board, short_one));
}

TEST_CASE("LoRA is faster than full fine-tuning and QLoRA, and checkpointing costs time") {
  const Gpu& gpu = fixed_catalog().find_gpu("a100-sxm4-80gb");
  CHECK(speed_of(gpu, of_model(Task::lora, "llama-2-7b")) >
        speed_of(gpu, of_model(Task::full, "llama-2-7b")));
  CHECK(speed_of(gpu, of_model(Task::qlora, "llama-2-7b")) <
        speed_of(gpu, of_model(Task::lora, "llama-2-7b")));
  Job kept = of_model(Task::pretrain, "llama-2-7b"), again = kept;
  again.checkpointing = true;
  CHECK(speed_of(gpu, again) == Approx(0.75 * speed_of(gpu, kept)).epsilon(0.01));
}

TEST_CASE("unmeasured training has no speed and a reason") {
  const JobEstimate tpu = estimate_of("tpu-v5p", of_model(Task::lora, "llama-2-7b"));
  CHECK(tpu.fits);
  CHECK(tpu.speeds.empty());
  CHECK(to_text(tpu.missing) == "training on TPU v5p was not measured");
  const JobEstimate vgg = estimate_of("rtx-4090", of_network(Task::vision_train, "vgg-16", 32));
  CHECK(vgg.fits);
  CHECK(to_text(vgg.missing) == "the training of VGG-16 was not measured");
}

TEST_CASE("stacks that multiply matrices on vector units use their FP16 rate, or twice FP32") {
  const SoftwareStack& stack =
      fixed_catalog().calibration().stack_of(fixed_catalog().find_gpu("arc-b580"));
  REQUIRE(stack.vector_matrices);
  Gpu gpu;
  CHECK_FALSE(matrix_rate(gpu, stack, false));
  gpu.fp32_tflops = 14;
  CHECK(matrix_rate(gpu, stack, false) == 28.0);
  gpu.fp16_vector_tflops = 20;
  gpu.fp16_tensor_tflops = 100;
  CHECK(matrix_rate(gpu, stack, false) == 20.0);
}

TEST_CASE("unmeasured training has operations but no days") {
  Arena arena;
  const Model model = model_of_size(70e9, fixed_catalog().of<ModelProportions>().front(), arena);
  Job job = of_model(Task::pretrain, "llama-2-7b");
  job.model = &model;
  job.tokens = 300e9;
  const JobEstimate result = estimate_of("tpu-v5e", job);
  REQUIRE_FALSE(result.fits);
  REQUIRE(result.work);
  CHECK(result.work->work.total().value == Approx(6 * 70e9 * 300e9).epsilon(0.05));
  CHECK_FALSE(result.work->days);
  CHECK(estimate_of("v100-sxm-32gb", job).work->days);
}

TEST_CASE("speeds measured only on other cards have the wide interval") {
  const auto width = [](const char* card, const Job& job) {
    const Estimate speed = estimate_of(card, job).speeds[0].estimate;
    return speed.high / speed.low;
  };
  const Job tuning = of_model(Task::qlora, "llama-2-7b");
  CHECK(width("rtx-4090", tuning) > 2 * width("a100-sxm4-80gb", tuning));
  for (const char* card : {"rx-7900-xtx", "mi300x", "arc-b580", "m4-max-40c"}) {
    const JobEstimate other = estimate_of(card, of_model(Task::lora, "qwen3-1.7b"));
    INFO(card);
    CHECK(other.speeds[0].estimate.evidence == Evidence::thin);
  }
  const Job vision = of_network(Task::vision_train, "resnet-50", 64);
  CHECK(width("rtx-3090", vision) == Approx(width("a100-sxm4-80gb", vision)));
}

TEST_CASE("more than three GeForce cards exchange gradients more slowly") {
  const auto exchange = [](const char* card, double devices) {
    const Job job = of_network(Task::vision_train, "resnet-50", 64);
    const Pass pass = *pass_of(fixed_catalog().find_gpu(card), job, devices);
    // Traffic is proportional to (n - 1) / n for n devices.
    return std::get<NetworkStep>(pass.parts).exchange.value / ((devices - 1) / devices);
  };
  CHECK(exchange("rtx-4090", 3) == Approx(exchange("rtx-4090", 2)));
  CHECK(exchange("rtx-4090", 4) > 2 * exchange("rtx-4090", 3));
  CHECK(exchange("l40s", 4) == Approx(exchange("l40s", 3)));
}

TEST_CASE("the default training batch follows the card's memory and fits") {
  const Calibration& calibration = fixed_catalog().calibration();
  for (const char* card : {"rtx-3060-12gb", "rtx-3090", "a100-pcie-80gb"})
    for (const char* network : {"bert-large", "resnet-50", "gnmt"}) {
      const JobEstimate result = estimate_of(card, of_network(Task::vision_train, network, 0));
      const NetworkTraining& law = *calibration.find<NetworkTraining>(network);
      const double gib = *fixed_catalog().find_gpu(card).memory_gib;
      INFO(network << " on " << card);
      CHECK(result.fits);
      CHECK(result.job.batch == std::floor(result.job.batch));
      CHECK(result.job.batch <= law.batch_per_gib * (gib - law.gib_less));
    }
}

TEST_CASE("boards that share frozen weights through the host hold two layers at a time") {
  const Catalog& catalog = fixed_catalog();
  const Job job = usual_job(Task::qlora, catalog.find_model("llama-3.1-70b"), catalog);
  CHECK_FALSE(estimate_of("rtx-4090", job).fits);
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  const JobEstimate two = estimate(gpu, 2, job, catalog.calibration());
  REQUIRE(two.fits);
  CHECK(two.job.host_weights);
  CHECK(two.job.trainer->id == "transformers");
  const double layers = in_gib(frozen_layers(two.job));
  CHECK(layers > 30);
  const double outside = in_gib(Bytes{4 * 2 * embedding_parameters(*job.model)});
  CHECK(in_gib(two.need.part(MemoryUse::weights)) == Approx(2 * (layers * 2 / 80 + outside)));

  // Other trainers hold all weights on the cards.
  Job named = job;
  named.trainer = &catalog.calibration().fine_tuning_trainer("litgpt");
  CHECK_FALSE(estimate(gpu, 2, named, catalog.calibration()).fits);
}

TEST_CASE("a task without a trainer for mixtures uses one trainer for all models") {
  const Catalog& catalog = fixed_catalog();
  TaskDefaults defaults = catalog.find_task("pretrain");
  const auto usual = [&](const char* model) {
    return usual_pretraining_trainer(catalog.find_model(model), defaults, catalog)->id;
  };
  CHECK(usual("llama-2-7b") == "llm-foundry");
  CHECK(usual("qwen3-30b-a3b") == "megatron");
  defaults.mixture_pretraining_stack.reset();
  CHECK(usual("qwen3-30b-a3b") == "llm-foundry");
}

TEST_CASE("every trainer has a finite speed on every card that trains, alone or sharing") {
  const Catalog& catalog = shipped_catalog();
  const Calibration& calibration = catalog.calibration();
  std::vector<Job> jobs;
  for (const Task task : {Task::lora, Task::qlora})
    for (const FineTuningTrainer& stack : calibration.of<FineTuningTrainer>()) {
      Job job = usual_job(task, catalog.find_model("llama-3.1-8b"), catalog);
      job.trainer = &stack;
      jobs.push_back(job);
    }
  for (const char* model : {"llama-3.1-8b", "qwen3-30b-a3b"})
    for (const PretrainingTrainer& stack : calibration.of<PretrainingTrainer>()) {
      Job job = usual_job(Task::pretrain, catalog.find_model(model), catalog);
      job.pretraining_trainer = &stack;
      jobs.push_back(job);
    }
  for (const Gpu& gpu : catalog.gpus())
    for (Job job : jobs)
      for (const int stage : {0, 3})
        for (const double devices : {1.0, 2.0, 8.0}) {
          job.zero = stage;
          job.accumulate = 1;
          INFO(gpu.id << " x " << devices << ", " << name_of_job(job) << ", zero " << stage);
          const auto pass = training_pass(gpu, job, devices, calibration);
          CHECK((!pass || (std::isfinite(pass->speed()) && pass->speed() > 0)));
        }
}

TEST_CASE("fetching sharded weights adds to the time of the work") {
  const Catalog& catalog = fixed_catalog();
  Job job = usual_job(Task::qlora, catalog.find_model("llama-2-7b"), catalog);
  job.trainer = &catalog.calibration().fine_tuning_trainer("fsdp-qlora");
  job.zero = 3;
  Gpu gpu = catalog.find_gpu("rtx-4090");
  gpu.pcie_generation = 1;
  gpu.pcie_lanes = 1;  // 0.25 GB/s
  const auto seconds = [&](double devices) {
    return training_pass(gpu, job, devices, catalog.calibration())->total.value;
  };
  const double alone = seconds(1);
  const double all = frozen_layers(job).value /
                     (0.25e9 * catalog.calibration().only<OffloadConstants>().bus_efficiency);
  CHECK(seconds(2) == Approx(alone + 2 * all / 2));
  CHECK(seconds(4) == Approx(alone + 2 * all * 3 / 4));
  job.host_weights = true;
  CHECK(seconds(2) == Approx(alone + 2 * all));
  // If the slot is unknown, the cards share as under other trainers.
  gpu.pcie_lanes.reset();
  CHECK(seconds(2) > seconds(1));
  gpu = catalog.find_gpu("a100-sxm4-80gb");  // fetches over its links
  gpu.pcie_lanes.reset();
  job.host_weights = false;
  CHECK(seconds(2) ==
        Approx(seconds(1) + 2 * frozen_layers(job).value / 2 / (*gpu.link_gb_s * 1e9)));
}

// Answer.AI trained Llama 2 7B on two RTX 3090 in slow slots. One rate of transfers, 3.2 GB/s,
// explains all batches if the transfers add to the work.
TEST_CASE("two RTX 3090 in slow slots train as fast as Answer.AI measured") {
  struct Run {
    Task task;
    double batch, tokens_per_second;  // of one card
  };
  const Catalog& catalog = shipped_catalog();
  const Calibration& calibration = catalog.calibration();
  for (const Run& run :
       {Run{Task::lora, 1, 339}, Run{Task::lora, 4, 768}, Run{Task::lora, 6, 875},
        Run{Task::qlora, 1, 670}, Run{Task::qlora, 4, 1051}, Run{Task::qlora, 10, 1120}}) {
    Job job = usual_job(run.task, catalog.find_model("llama-2-7b"), catalog);
    job.trainer = &calibration.fine_tuning_trainer("fsdp-qlora");
    job.batch = run.batch;
    job.zero = 3;
    job.slot_gb_s = 3.2 / calibration.only<OffloadConstants>().bus_efficiency;
    const auto pass = training_pass(catalog.find_gpu("rtx-3090"), job, 2, calibration);
    INFO(name_of(run.task) << ", batch " << run.batch);
    CHECK(pass->speed() / 2 == Approx(run.tokens_per_second).epsilon(0.15));
  }
}

TEST_CASE("several cards use the interval of several cards") {
  const Gpu& gpu = fixed_catalog().find_gpu("a100-sxm4-80gb");
  const auto interval_of = [&](const Job& job, double devices) {
    return pass_of(gpu, job, devices)->interval;
  };
  const std::tuple<Job, const char*, const char*> rows[] = {
      {of_model(Task::pretrain, "llama-2-7b"), "pretraining", "pretraining-several"},
      {of_model(Task::lora, "llama-2-7b"), "fine-tuning", "fine-tuning-several"},
      {of_network(Task::vision_train, "resnet-50", 64), "vision-training",
       "vision-training-several"}};
  for (const auto& [job, one, several] : rows) {
    INFO(name_of_job(job));
    CHECK(interval_of(job, 1)->id == one);
    CHECK(interval_of(job, 2)->id == several);
  }
}

TEST_CASE("every network with measured training has a speed") {
  for (const NetworkTraining& law : fixed_catalog().calibration().of<NetworkTraining>()) {
    INFO(law.id);
    const JobEstimate result =
        estimate_of("a100-sxm4-80gb", of_network(Task::vision_train, law.id, 4));
    CHECK(result.fits);
    CHECK(result.find(Output::train_samples));
  }
}

// Returns the job with a change applied that is given as flags, or nothing for other kinds of
// change.
std::optional<Job> changed(Job job, const std::string& change) {
  const std::vector<std::string> words = split_arguments(change);
  if (words.empty() || words[0] == cards_flag) return {};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--checkpointing")
      job.checkpointing = true;
    else if (words[i] == "--batch")
      job.batch = std::stod(words[++i]);
    else if (words[i] == "--accumulate")
      job.accumulate = std::stod(words[++i]);
    else if (words[i] == "--zero")
      job.zero = std::stoi(words[++i]);
    else if (words[i] == "--optimizer")
      job.optimizer = &fixed_catalog().calibration().optimizer(words[++i]);
    else
      return {};
  }
  return job;
}

TEST_CASE("the proposed change makes training fit") {
  const Catalog& catalog = fixed_catalog();
  const Choices choices{&catalog, {}};
  std::size_t checked = 0;
  for (const char* card : {"rtx-3060-12gb", "rtx-4090", "a100-sxm4-80gb"})
    for (const double count : {1.0, 2.0, 8.0})
      for (Job job : training_jobs())
        for (const double batch : {1.0, 8.0, 64.0, 512.0})
          for (const bool checkpointing : {false, true}) {
            job.batch = batch;
            job.checkpointing = checkpointing;
            job.zero = 0;
            const Gpu& gpu = catalog.find_gpu(card);
            const Calibration& calibration = catalog.calibration();
            const std::string change =
                to_flags(estimate(gpu, count, job, calibration, choices).change);
            const auto other = changed(job, change);
            if (!other) continue;
            INFO(count << " x " << card << ", " << name_of_job(job) << " batch " << batch << ": "
                       << change);
            CHECK(estimate(gpu, count, *other, calibration).fits);
            ++checked;
          }
  CHECK(checked > 100);
}

TEST_CASE("a trainer that needs less memory is used on one card unless one is given") {
  const Catalog& catalog = shipped_catalog();
  const Calibration& calibration = catalog.calibration();
  Job job = usual_job(Task::qlora, catalog.find_model("llama-3.1-8b"), catalog);
  const auto on = [&](const char* card) {
    return estimate(catalog.find_gpu(card), 1, job, calibration);
  };
  CHECK(on("rtx-4060-ti-16gb").job.trainer->id == "transformers");
  const JobEstimate spare = on("rtx-3060-12gb");
  CHECK(spare.fits);
  CHECK(spare.job.trainer->id == "unsloth");
  CHECK(spare.unmeasured == UnmeasuredCause::trainer);
  CHECK(spare.find(Output::train_tokens)->evidence == Evidence::thin);
  CHECK(on("rtx-3050-6gb").job.trainer->id == "transformers");  // fits with neither trainer
  job.spare_trainer = nullptr;
  CHECK_FALSE(on("rtx-3060-12gb").fits);
}

TEST_CASE("a paged optimizer keeps the excess in host memory and fetches it every step") {
  const Calibration& calibration = fixed_catalog().calibration();
  Job job = of_model(Task::full, "llama-3.1-8b");
  CHECK_FALSE(estimate_of("l40s", job).fits);
  job.optimizer = &calibration.optimizer("paged-adamw");
  const JobEstimate paged = estimate_of("l40s", job);
  CHECK(paged.fits);
  CHECK(in_gib(*paged.usable - paged.need.total()) == Approx(0).margin(0.01));
  CHECK(in_gib(paged.need.part(MemoryUse::optimizer) + paged.job.paged) ==
        Approx(in_gib(estimate_of("a100-sxm-80gb", job).need.part(MemoryUse::optimizer))));
  CHECK(paged.unmeasured == UnmeasuredCause::paged);
  CHECK(paged.find(Output::train_tokens)->evidence == Evidence::thin);
  // 14.5 GiB go to the host and back over PCIe 4.0 x16 in each step of 2,048 tokens.
  const auto step = [](const JobEstimate& one) {
    return one.job.context / one.find(Output::train_tokens)->value;
  };
  job.accumulate = 1000;
  const double seldom = step(estimate_of("l40s", job));
  const double bus = 31.5 * calibration.only<OffloadConstants>().bus_efficiency * 1e9 /
                     (2 * paged.job.paged.value);
  CHECK(step(paged) - seldom == Approx(1 / bus).epsilon(0.02));
  CHECK(estimate_of("a100-sxm-80gb", job).job.paged.value == 0);
  CHECK_FALSE(estimate_of("m4-max-40c-48gb", job).fits);  // its memory is the host's
  Gpu unknown = fixed_catalog().find_gpu("l40s");
  unknown.memory_gib.reset();
  CHECK(estimate(unknown, 1, job, calibration).job.paged.value == 0);
}

TEST_CASE("image speed follows batch, network, resolution and cards") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-4090");
  const Job one = of_network(Task::image, "sdxl-base-1.0"), four = [&] {
    Job job = one;
    job.batch = 4;
    return job;
  }();
  const JobEstimate result = estimate_of("rtx-4090", one);
  CHECK(result.find(Output::images)->value * result.find(Output::image_latency)->value ==
        Approx(1));
  CHECK(speed_of(gpu, four) > speed_of(gpu, one));
  CHECK(speed_of(gpu, of_network(Task::image, "sd-1.5")) > 2.5 * speed_of(gpu, one));
  CHECK(speed_of(gpu, one, 2) == Approx(2 * speed_of(gpu, one)));
  Job large = one;
  large.resolution = 2048;
  CHECK(speed_of(gpu, large) < speed_of(gpu, one) / 3.3);
}

TEST_CASE("training on long sequences is bound by attention") {
  const Gpu& gpu = fixed_catalog().find_gpu("a100-sxm4-80gb");
  for (const Task task : {Task::pretrain, Task::lora}) {
    Job job = of_model(task, "llama-3.2-1b");
    job.context = 131072;
    const Pass pass = *pass_of(gpu, job);
    const MicroStep step = task == Task::pretrain ? std::get<PretrainingStep>(pass.parts).step
                                                  : std::get<TuningStep>(pass.parts).step;
    INFO(name_of(task));
    CHECK(step.attention > step.products);
    CHECK(pass.bound == Bound::compute);
  }
}

TEST_CASE("an image pass is bound by its longest part") {
  Gpu gpu = fixed_catalog().find_gpu("rtx-4090");
  Job job = of_network(Task::image, "flux.1-dev");
  CHECK(pass_of(gpu, job)->bound == Bound::compute);
  Gpu narrow = gpu;
  narrow.bandwidth_gb_s = 50;
  CHECK(pass_of(narrow, job)->bound == Bound::bandwidth);
  narrow.fp16_tensor_tflops = 1e6;
  narrow.tdp_w = 1e6;
  CHECK(pass_of(narrow, job)->bound == Bound::bandwidth);
  job.offload = true;
  gpu.pcie_generation = gpu.pcie_lanes = 1;
  CHECK(pass_of(gpu, job)->bound == Bound::link);
}

TEST_CASE("the most specific image class applies") {
  const auto image_class = [](const char* card) {
    const Catalog& catalog = fixed_catalog();
    return std::string(
        class_of(catalog.find_gpu(card), catalog.calibration().of<ImageClass>())->id);
  };
  CHECK(image_class("gtx-1660-super") == "turing-vector");  // also matches cuda-vector and other
  CHECK(image_class("gtx-1060-6gb") == "cuda-vector");
  CHECK(image_class("rtx-4090") == "cuda");
  CHECK(image_class("rx-7900-xtx") == "rdna-3");  // also matches rocm-matrix and other
  CHECK(image_class("rx-9070") == "rocm-matrix");
  CHECK(image_class("arc-b580") == "oneapi");
  CHECK(image_class("m4-max-40c") == "other");
}

// Returns the ids of the cards that several of the classes contain, none more specific than all
// others.
template <class Class>
std::vector<std::string> cards_between(std::span<const Class> classes) {
  std::vector<std::string> out;
  for (const Gpu& gpu : shipped_catalog().gpus()) {
    const Class* best = class_of(gpu, classes);
    for (const Class& other : classes)
      if (holds(other, gpu) && &other != best && condition_count(other) == condition_count(*best))
        out.emplace_back(gpu.id);
  }
  return out;
}

TEST_CASE("no two classes contain a card and are as specific") {
  const Calibration& calibration = shipped_catalog().calibration();
  CHECK(cards_between(calibration.of<TrainingClass>()).empty());
  CHECK(cards_between(calibration.of<ImageClass>()).empty());
  for (const Engine& engine : calibration.of<Engine>()) {
    std::vector<SpeedClass> classes;
    for (const SpeedClass& one : calibration.of<SpeedClass>())
      if (one.engine == engine.id) classes.push_back(one);
    CHECK(cards_between(std::span<const SpeedClass>(classes)).empty());
  }
}

TEST_CASE("images in TF32 are as fast as in FP32") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-3090");
  Job single = of_network(Task::image, "sdxl-base-1.0"), tf32 = single;
  single.precision = Precision::fp32;
  tf32.precision = Precision::tf32;
  CHECK(speed_of(gpu, tf32) == speed_of(gpu, single));
  CHECK(speed_of(gpu, tf32) < speed_of(gpu, of_network(Task::image, "sdxl-base-1.0")));
}

TEST_CASE("more users raise total throughput and lower the speed of each") {
  for (const char* engine : {"vllm", "tensorrt-llm"}) {
    Job job = of_model(Task::serve, "llama-3.1-8b");
    job.engine = &fixed_catalog().calibration().engine(engine);
    job.prompt = 512;
    job.generate = 256;
    job.context = 768;
    double together = 0, each = 1e9;
    for (job.batch = 1; job.batch <= 128; job.batch *= 2) {
      const JobEstimate result = estimate_of("h100-sxm", job);
      INFO(engine << " " << job.batch);
      REQUIRE(result.fits);
      CHECK(result.find(Output::serve)->value > together);
      CHECK(result.find(Output::decode)->value < each);
      together = result.find(Output::serve)->value;
      each = result.find(Output::decode)->value;
      // Prompts are read in between, so that the total is below the number of users times the speed
      // of each.
      CHECK(together < job.batch * each);
    }
  }
}

TEST_CASE("the default number of users is the largest that fits") {
  Job job = of_model(Task::serve, "llama-3.1-8b");
  job.engine = &fixed_catalog().calibration().engine("vllm");
  job.prompt = 4096;
  job.generate = 512;
  job.context = 4608;
  job.batch = 0;
  const JobEstimate result = estimate_of("rtx-4090", job);
  REQUIRE(result.fits);
  REQUIRE(result.job.batch > 1);
  REQUIRE(result.job.batch < fixed_catalog().calibration().only<ServingConstants>().most_streams);
  job.batch = result.job.batch + 1;
  CHECK_FALSE(estimate_of("rtx-4090", job).fits);
}

TEST_CASE("tensor parallelism speeds up decode, layers split over devices do not") {
  Job job = of_model(Task::serve, "llama-3.1-8b");
  job.engine = &fixed_catalog().calibration().engine("vllm");
  job.context = 8192;
  const auto decode = [&](double count) {
    return estimate_of("h100-sxm", job, count).find(Output::decode)->value;
  };
  CHECK(decode(2) > 1.1 * decode(1));  // latency is half the time of one stream
  CHECK(decode(2) < 2 * decode(1));
  job.task = Task::chat;
  job.engine = &fixed_catalog().calibration().engine("llama.cpp");
  CHECK(decode(2) <= decode(1));
}

TEST_CASE("the slot limits traffic between cards and from the host") {
  const Catalog& catalog = fixed_catalog();
  const auto time = [&](const char* card, double count, Job job, double slot) {
    job.slot_gb_s = slot;
    const JobEstimate out =
        estimate(catalog.find_gpu(card), count, job, catalog.calibration(), {&catalog, {}});
    REQUIRE_FALSE(out.speeds.empty());
    return 1 / out.speeds.front().estimate.value;
  };
  Job shared = of_model(Task::serve, "llama-3.1-8b");
  shared.engine = &catalog.calibration().engine("vllm");
  shared.batch = 1;  // more users would each have a card of their own
  Job tuned = of_model(Task::full, "llama-3.2-3b");
  tuned.zero = 3;
  const Job networks = usual_job(Task::vision_train, catalog.find_network("resnet-50"), catalog);
  Job split = usual_job(Task::image, catalog.find_network("sdxl"), catalog);
  split.offload = true;
  for (const auto& [job, count] :
       {std::pair(shared, 2.0), {tuned, 2.0}, {networks, 2.0}, {split, 1.0}}) {
    INFO(name_of(job.task));
    const double own = time("rtx-3090", count, job, 0), narrow = time("rtx-3090", count, job, 8);
    CHECK(narrow > own);
    CHECK(time("rtx-3090", count, job, 6) > narrow);
    CHECK(time("rtx-3090", count, job, 500) == Approx(own));
    if (count > 1)  // modules exchange over their links
      CHECK(time("h100-sxm", count, job, 1) == time("h100-sxm", count, job, 0));
  }
}

TEST_CASE("offloading is faster with more card memory, host bandwidth and slot bandwidth") {
  const Catalog& catalog = fixed_catalog();
  Job job = of_model(Task::chat, "llama-3.1-70b");
  job.format = &catalog.find_quantisation("q4_k_m");
  const auto offload = [&](double count, double host, double slot = 0) {
    Job asked = job;
    asked.slot_gb_s = slot;
    return estimate(catalog.find_gpu("rtx-3060-12gb"), count, asked, catalog.calibration(),
                    {&catalog, {host}})
        .offload;
  };
  REQUIRE(offload(1, 80));
  CHECK(offload(2, 80)->resident > offload(1, 80)->resident);
  CHECK(offload(2, 80)->decode.value > offload(1, 80)->decode.value);
  CHECK(offload(1, 160)->decode.value > offload(1, 80)->decode.value);
  CHECK(offload(1, 160)->decode.value < 2 * offload(1, 80)->decode.value);
  CHECK(offload(1, 80, 4)->prompt->prefill.value < 0.5 * offload(1, 80)->prompt->prefill.value);
  CHECK_FALSE(offload(1, 0));
  Gpu slotless = catalog.find_gpu("rtx-3060-12gb");
  slotless.pcie_generation.reset();
  const JobEstimate unknown = estimate(slotless, 1, job, catalog.calibration(), {&catalog, {80}});
  REQUIRE(unknown.offload);
  CHECK_FALSE(unknown.offload->prompt);  // the slot's rate is unknown
  CHECK_FALSE(offload(4, 80));           // it fits
  CHECK(offload(1, 80, 500)->prompt->prefill.value ==
        offload(1, 80)->prompt->prefill.value);  // limited by the card's slot
  const Engine* own = std::exchange(job.engine, &catalog.calibration().engine("vllm"));
  CHECK_FALSE(offload(1, 80));  // vLLM keeps no layers in host memory
  job.engine = own;
  job.context = 131072;  // the cache alone does not fit
  CHECK_FALSE(offload(1, 80));
  job.context = 8192;  // shared memory has no host memory besides
  const Choices choices{&catalog, {80}};
  CHECK_FALSE(estimate_of("m4-max-40c-48gb", job).fits);
  CHECK_FALSE(estimate(catalog.find_gpu("m4-max-40c-48gb"), 1, job, catalog.calibration(), choices)
                  .offload);
}

TEST_CASE("12 GB fit small image models, 24 GB large ones in fewer bits") {
  const Catalog& catalog = fixed_catalog();
  Job flux = of_network(Task::image, "flux.1-dev", 1);
  const Choices choices{&catalog, {}};
  const auto on = [&](const char* card, const Job& job) {
    return estimate(catalog.find_gpu(card), 1, job, catalog.calibration(), choices);
  };
  CHECK(on("rtx-3060-12gb", of_network(Task::image, "sdxl-base-1.0", 1)).fits);
  CHECK_FALSE(on("rtx-3060-12gb", flux).fits);
  CHECK(on("rtx-5090", flux).fits);
  CHECK(on("rtx-5090", flux).job.offload);
  CHECK(to_flags(on("rtx-4090", flux).change).starts_with("--quant "));
  CHECK(to_flags(on("rtx-3060-12gb", flux).change) == "--quant nf4");
  CHECK(to_flags(on("rtx-3060-12gb", of_network(Task::image, "flux.1-dev", 2)).change) ==
        "--batch 1 --quant nf4");
  Job small = flux;
  small.resolution = 512;
  CHECK(to_flags(on("rtx-3060-12gb", small).change) == "--quant nf4");  // as large as NVFP4
  CHECK(to_flags(on("rtx-4060", flux).change) == "--quant nf4");
  flux.format = &catalog.find_quantisation("fp8");
  CHECK(on("rtx-4090", flux).fits);
  Job in_turns = flux;
  in_turns.offload = true;
  const JobEstimate together = on("rtx-4090", flux), turns = on("rtx-4090", in_turns);
  CHECK(turns.need.total() < together.need.total());
  CHECK(turns.find(Output::images)->value < together.find(Output::images)->value);
}

TEST_CASE("fine-tuning on an unmeasured kind of memory is rough") {
  const Catalog& catalog = shipped_catalog();
  Job job = usual_job(Task::lora, catalog);
  job.model = &catalog.find_model("llama-3.2-1b");
  for (const char* card : {"jetson-agx-orin-64gb", "jetson-orin-nx-16gb", "dgx-spark"}) {
    const JobEstimate estimated = estimate(catalog.find_gpu(card), 1, job, catalog.calibration());
    INFO(card);
    REQUIRE(!estimated.speeds.empty());
    CHECK(estimated.speeds.front().estimate.evidence != Evidence::measured);
    const Estimate& speed = estimated.speeds.front().estimate;
    CHECK(speed.high > 4 * speed.low);  // the CPU shares its power and memory
  }
}

}  // namespace
}  // namespace gpupick
