// Memory of training and of networks, compared with published figures, and properties that hold for
// any constants.
#include "physics/memory.hpp"

#include <tuple>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

JobMemory memory_on(const Job& job, double devices = 1) {
  return memory_of(job, devices, fixed_catalog().calibration());
}

double needed_gib(const Job& job, double devices = 1) {
  return in_gib(memory_on(job, devices).need.total());
}

constexpr Task tasks[] = {Task::lora, Task::qlora, Task::full, Task::pretrain};
constexpr const char* some_models[] = {"llama-2-7b",       "llama-3.1-8b", "qwen3-30b-a3b",
                                       "deepseek-v2-lite", "gpt2-124m",    "gemma-3-27b"};

TEST_CASE("the trainer for fine-tuning does not change the memory of pre-training") {
  Job job = of_model(Task::pretrain, "llama-3.1-8b");
  job.checkpointing = true;
  std::vector<double> needed;
  for (const FineTuningTrainer& trainer : fixed_catalog().calibration().of<FineTuningTrainer>()) {
    job.trainer = &trainer;
    needed.push_back(needed_gib(job));
  }
  CHECK(needed.size() > 1);
  CHECK(std::ranges::count(needed, needed.front()) == std::ssize(needed));
}

// Ten bytes a parameter at the AdamW step in pure bf16: weights, gradients, a copy of the gradients
// and two moments.
TEST_CASE("full fine-tuning of Llama 2 7B in pure bf16 needs 63 GiB at the step") {
  const Job job = of_model(Task::full, "llama-2-7b");
  CHECK(needed_gib(job) == Approx(10 * 6738415616.0 / 1024 / 1024 / 1024).epsilon(0.1));
  const MemoryNeed need = memory_on(job).need;
  CHECK(in_gib(need.part(MemoryUse::weights)) == Approx(12.55).epsilon(0.01));
  CHECK(in_gib(need.part(MemoryUse::optimizer)) == Approx(25.1).epsilon(0.01));
}

TEST_CASE("the precision of full fine-tuning sets the bytes per parameter") {
  Job job = of_model(Task::full, "llama-2-7b");
  job.batch = 0.001;  // so small that only states count
  const double engine = in_gib(memory_on(job).need.part(MemoryUse::runtime));
  const double billions = 6738415616.0 / 1024 / 1024 / 1024;
  for (const auto& [precision, bytes] :
       {std::pair(Precision::bf16, 10), {Precision::fp16, 18}, {Precision::fp32, 16}}) {
    INFO(name_of(precision));
    job.precision = precision;
    CHECK(needed_gib(job) - engine == Approx(bytes * billions).epsilon(0.001));
  }
}

TEST_CASE("gradients and activations coexist if gradients accumulate") {
  Job job = of_model(Task::full, "llama-3.2-3b");
  job.checkpointing = false;
  job.batch = 8;
  const double one = needed_gib(job);
  CHECK(memory_on(job).need.part(MemoryUse::gradients).value == 0);
  job.accumulate = 2;
  CHECK(needed_gib(job) == Approx(one + in_gib(memory_on(job).need.part(MemoryUse::weights))));
}

// Published: 350 GB of weights for GPT-3; about 13 GiB for QLoRA of a 13B model.
TEST_CASE("language models need their published memory") {
  Job job = of_model(Task::lora, "gpt-3-175b");
  CHECK(memory_on(job).need.part(MemoryUse::weights).value == Approx(350e9).epsilon(0.01));
  CHECK(needed_gib(of_model(Task::qlora, "llama-2-13b")) == Approx(13).epsilon(0.15));
  job = of_model(Task::pretrain, "llama-2-7b");
  job.batch = 0.001;  // only states: sixteen bytes a parameter, and the copy at the step
  const MemoryNeed need = memory_on(job).need;
  CHECK((need.part(MemoryUse::weights) + need.part(MemoryUse::optimizer)).value ==
        Approx(14 * 6738415616.0).epsilon(0.01));
}

TEST_CASE("networks need their published memory") {
  const double engine = 0.9;
  CHECK(needed_gib(of_network(Task::image, "sdxl-base-1.0")) ==
        Approx(10.3 + engine).epsilon(0.05));
  CHECK(needed_gib(of_network(Task::vision_train, "resnet-50", 256)) == Approx(12).epsilon(0.05));
  // Measured for BERT-large at batch 4: 13.6 GiB, including the allocator's cache.
  CHECK(needed_gib(of_network(Task::vision_train, "bert-large", 4)) == Approx(12).epsilon(0.2));
}

TEST_CASE("mixed-precision training of an encoder needs two more bytes a parameter") {
  Job job = of_network(Task::vision_train, "bert-large", 4);
  const auto trained = [&] { return memory_on(job).need.part(MemoryUse::trained).value; };
  CHECK(trained() == Approx(18 * 335141888.0));
  job.precision = Precision::fp32;
  CHECK(trained() == Approx(16 * 335141888.0));
}

TEST_CASE("an encoder with checkpointing keeps one layer and four bytes a value of each layer") {
  Job job = of_network(Task::vision_train, "bert-large", 4);
  const auto kept = [&] { return memory_on(job).need.part(MemoryUse::activations).value; };
  job.checkpointing = false;
  const double layer = kept() / 24;
  job.checkpointing = true;
  CHECK(kept() == Approx(layer + 24.0 * 4 * 4 * 512 * 1024));
}

TEST_CASE("each device holds the whole network and its own activations") {
  for (const Job& job :
       {of_network(Task::vision_train, "bert-large", 4),
        of_network(Task::vision_train, "resnet-50", 64), of_network(Task::vision_train, "gnmt", 16),
        of_network(Task::image, "sdxl-base-1.0", 2)}) {
    INFO(name_of(job));
    const MemoryNeed one = memory_on(job).need, four = memory_on(job, 4).need;
    REQUIRE(one.parts.size() == four.parts.size());
    for (const MemoryPart& part : one.parts)
      CHECK(four.part(part.part).value == Approx(4 * part.bytes.value));
  }
}

TEST_CASE("eager attention of unknown width is reported as unknown memory") {
  Network network = fixed_catalog().find_network("sd-1.5");
  Job job = of_network(Task::image, "sd-1.5");
  job.network = &network;
  job.eager = true;
  CHECK(memory_on(job).unknown == MissingCause::none);
  network.attention_tokens = 0;
  CHECK(memory_on(job).unknown == MissingCause::attention_width);
  CHECK_FALSE(memory_on(job).fits(gib(1000)));
  job.eager = false;
  CHECK(memory_on(job).unknown == MissingCause::none);
}

TEST_CASE("networks of known activations have a memory need, others report what is missing") {
  for (const Network& network : fixed_catalog().networks()) {
    if (network.kind == "diffusion") continue;
    INFO(network.id);
    const JobMemory memory = memory_on(of_network(Task::vision_train, network.id, 8));
    const bool measured = fixed_catalog().calibration().find<NetworkTraining>(network.id);
    if (measured || network.activations_m > 0)
      CHECK(memory.unknown == MissingCause::none);
    else
      CHECK(memory.unknown == MissingCause::network_activations);
  }
}

TEST_CASE("ZeRO shards add up to the whole") {
  for (const char* model : some_models) {
    Job job = of_model(Task::full, model);
    job.accumulate = 2;
    const MemoryNeed one = memory_on(job).need;
    for (const double devices : {2.0, 8.0}) {
      INFO(model << " on " << devices);
      const auto parts = [&](int stage) {
        job.zero = stage;
        const MemoryNeed need = memory_on(job, devices).need;
        return std::tuple(need.part(MemoryUse::weights).value,
                          need.part(MemoryUse::optimizer).value, need.total().value);
      };
      const double weights = one.part(MemoryUse::weights).value,
                   optimizer = one.part(MemoryUse::optimizer).value;
      const auto [weights_0, optimizer_0, total_0] = parts(0);
      CHECK(weights_0 == Approx(devices * weights));
      CHECK(optimizer_0 == Approx(devices * optimizer));
      CHECK(total_0 == Approx(devices * one.total().value));
      const auto [weights_1, optimizer_1, total_1] = parts(1);
      CHECK(weights_1 == Approx(devices * weights));
      CHECK(optimizer_1 == Approx(optimizer));
      const auto [weights_2, optimizer_2, total_2] = parts(2);
      CHECK(optimizer_2 == Approx(optimizer));
      const auto [weights_3, optimizer_3, total_3] = parts(3);
      CHECK(weights_3 == Approx(weights));
      CHECK(optimizer_3 == Approx(optimizer));
      CHECK(total_1 < total_0);
      CHECK(total_2 < total_1);
      CHECK(total_3 < total_2);
    }
  }
}

TEST_CASE("chunked loss keeps two of sixteen bytes per logit") {
  Job job = of_model(Task::lora, "llama-3.1-8b");
  const auto logits = [&] {
    return memory_of(job, 1, fixed_catalog().calibration()).need.part(MemoryUse::logits).value;
  };
  const double whole = logits();
  CHECK(whole == 16.0 * 2048 * 128256);
  job.chunked_loss = true;
  CHECK(logits() == whole / 8);
}

TEST_CASE("the context lengths that Unsloth publishes fit") {
  struct Row {
    const char* model;
    double gib, context;
  };
  Job job;
  for (const Row& row : {Row{"llama-3.1-8b", 8, 2972}, Row{"llama-3.1-8b", 80, 342733},
                         Row{"llama-3.3-70b", 48, 12106}, Row{"llama-3.3-70b", 80, 89389}}) {
    job = usual_job(Task::qlora, shipped_catalog().find_model(row.model), shipped_catalog());
    job.trainer = job.spare_trainer;
    job.lora_rank = 32;
    job.context = row.context;
    INFO(row.model << " in " << row.gib);
    CHECK(in_gib(memory_of(job, 1, shipped_catalog().calibration()).need.total()) ==
          Approx(row.gib).epsilon(0.05));
  }
}

// Published: Lightning-AI/litgpt, tutorials/resource-tables.md, rank 8.
TEST_CASE("adapters of queries and values have the parameter count of litgpt") {
  for (const auto& [model, parameters] :
       {std::pair("phi-1.5", 1572864.0), std::pair("llama-2-7b", 4194304.0),
        std::pair("llama-2-13b", 6553600.0)}) {
    Job job = usual_job(Task::lora, shipped_catalog().find_model(model), shipped_catalog());
    job.lora_rank = 8;
    job.lora_targets = LoraTargets::queries_and_values;
    INFO(model);
    CHECK(adapter_parameters(job) == parameters);
  }
}

// Llama 3.1 8B: 32 layers of width 4096, keys and values of 1024 each, FFN width 14336.
TEST_CASE("lora_targets selects the matrices that get adapters") {
  Job job = usual_job(Task::qlora, shipped_catalog().find_model("llama-3.1-8b"), shipped_catalog());
  job.lora_rank = 1;
  const double square = 2 * 4096, narrow = 4096 + 1024, wide = 4096 + 14336;
  CHECK(adapter_parameters(job) == 32 * (2 * square + 2 * narrow + 3 * wide));
  job.lora_targets = LoraTargets::attention;
  CHECK(adapter_parameters(job) == 32 * (2 * square + 2 * narrow));
  job.lora_targets = LoraTargets::queries_and_values;
  CHECK(adapter_parameters(job) == 32 * (square + narrow));
}

TEST_CASE("checkpointing never needs more memory") {
  for (const Model& model : fixed_catalog().models())
    for (const Task task : tasks) {
      Job job = of_model(task, model.id);
      job.checkpointing = true;
      const double with = needed_gib(job);
      job.checkpointing = false;
      INFO(model.id << " " << name_of(task));
      CHECK(with <= needed_gib(job));
    }
}

TEST_CASE("larger batches, contexts and ranks never need less memory") {
  for (const char* model : some_models)
    for (const Task task : tasks)
      for (const double accumulate : {1.0, 4.0}) {
        Job job = of_model(task, model);
        job.accumulate = accumulate;
        double before = 0;
        for (job.batch = 1; job.batch <= 64; job.batch *= 2) {
          INFO(model << " " << name_of(task) << " batch " << job.batch);
          CHECK(needed_gib(job) >= before);
          before = needed_gib(job);
        }
        job.batch = 4;
        const double short_one = needed_gib(job);
        job.context *= 2;
        CHECK(needed_gib(job) >= short_one);
        job.context /= 2;
        job.lora_rank *= 4;
        CHECK(needed_gib(job) >= short_one);
      }
}

TEST_CASE("micro-batches need no more memory than the whole batch") {
  for (const char* model : some_models) {
    Job whole = of_model(Task::full, model), parts = whole;
    whole.batch = 8;
    parts.batch = 2;
    parts.accumulate = 4;
    INFO(model);
    // Gradients accumulate over micro-batches, so that they coexist with activations.
    CHECK(needed_gib(parts) <=
          needed_gib(whole) + 2 * count_parameters(*whole.model) / 1024 / 1024 / 1024);
  }
}

TEST_CASE("memory grows from QLoRA to LoRA, full fine-tuning and pre-training") {
  for (const char* model : some_models) {
    INFO(model);
    CHECK(needed_gib(of_model(Task::lora, model)) < needed_gib(of_model(Task::full, model)));
    CHECK(needed_gib(of_model(Task::full, model)) < needed_gib(of_model(Task::pretrain, model)));
    Job full = of_model(Task::full, model), eight_bit = full;
    eight_bit.optimizer = &fixed_catalog().calibration().optimizer("adamw-8bit");
    CHECK(needed_gib(eight_bit) < needed_gib(full));
  }
  // True of a model with a small vocabulary only, since k-bit preparation raises embedding and head
  // to 32 bit.
  CHECK(needed_gib(of_model(Task::qlora, "llama-2-7b")) <
        0.6 * needed_gib(of_model(Task::lora, "llama-2-7b")));
}

TEST_CASE("a mixture of experts needs memory for every expert") {
  const Job job = of_model(Task::lora, "mixtral-8x7b");
  CHECK(memory_on(job).need.part(MemoryUse::weights).value ==
        Approx(2 * 46702792704.0).epsilon(0.01));
  Job chat = job;
  chat.task = Task::chat;
  chat.format = &fixed_catalog().find_quantisation("q8_0");
  const LinearParameters linear = linear_parameters(*job.model);
  CHECK(memory_on(chat).need.part(MemoryUse::weights).value > linear.all);
  // Active weights grow with the streams, up to all weights.
  double before = 0;
  for (const double streams : {1.0, 2.0, 8.0, 64.0}) {
    const double active = active_weights(job.model, *chat.format, streams).value;
    CHECK(active > before);
    CHECK(active <= memory_on(chat).need.part(MemoryUse::weights).value);
    before = active;
  }
}

TEST_CASE("tensor parallelism cannot split a KV head") {
  Job job = of_model(Task::serve, "chatglm3-6b");  // two KV heads
  job.engine = &fixed_catalog().calibration().engine("vllm");
  job.format = &fixed_catalog().find_quantisation("bf16");
  const double one = memory_on(job, 1).need.part(MemoryUse::cache).value;
  CHECK(memory_on(job, 2).need.part(MemoryUse::cache).value == Approx(one));
  CHECK(memory_on(job, 8).need.part(MemoryUse::cache).value == Approx(4 * one));
}

TEST_CASE("every device that shares a layer holds the whole latent cache") {
  Job job = of_model(Task::serve, "deepseek-v2-lite");
  job.batch = 16;
  for (const auto& [engine, copies] : {std::pair("vllm", 8), std::pair("llama.cpp", 1)}) {
    job.engine = &fixed_catalog().calibration().engine(engine);
    const double one = memory_on(job, 1).need.part(MemoryUse::cache).value;
    CHECK(memory_on(job, 8).need.part(MemoryUse::cache).value == Approx(copies * one));
  }
}

TEST_CASE("a model whose code copies its cache needs it twice under transformers") {
  Job job = of_model(Task::chat, "qwen-7b");
  job.format = &fixed_catalog().find_quantisation("bf16");
  const double llama = memory_on(job).need.part(MemoryUse::cache).value;
  job.engine = &fixed_catalog().calibration().engine("transformers");
  CHECK(memory_on(job).need.part(MemoryUse::cache).value == Approx(2 * llama));
  job.model = &fixed_catalog().find_model("qwen2-7b");
  CHECK(memory_on(job).need.part(MemoryUse::cache).value ==
        Approx(cache(*job.model, *job.cache_type, job.context).value));
}

TEST_CASE("eager attention keeps the scores of one layer, or of all without checkpointing") {
  Job job = of_model(Task::chat, "llama-3.1-8b");
  const auto kept = [&](MemoryUse part) {
    Job eager = job;
    eager.eager = true;
    return memory_on(eager).need.part(part).value - memory_on(job).need.part(part).value;
  };
  const double heads = 32, tokens = job.context;
  CHECK(kept(MemoryUse::buffers) == Approx(4 * heads * 512 * tokens));  // llama.cpp: a batch of 512
  job.engine = &fixed_catalog().calibration().engine("transformers");
  job.prompt = 2048;
  CHECK(kept(MemoryUse::buffers) == Approx(6 * heads * 2048 * 2048));
  job = of_model(Task::lora, "llama-3.1-8b");
  job.checkpointing = true;
  const double one = kept(MemoryUse::activations);
  CHECK(one == Approx(5 * heads * job.context * job.context));
  job.checkpointing = false;
  CHECK(kept(MemoryUse::activations) == Approx(32 * one));
}

TEST_CASE("transformers before 4.45 keeps the logits of the whole prompt, and is as fast") {
  const Calibration& calibration = fixed_catalog().calibration();
  Job job = of_model(Task::chat, "qwen2-7b");
  job.format = &fixed_catalog().find_quantisation("bf16");
  job.prompt = 4096;
  job.engine = &fixed_catalog().calibration().engine("transformers");
  const JobEstimate now =
      estimate(fixed_catalog().find_gpu("a100-sxm-80gb"), 1, job, calibration, {});
  job.engine = &fixed_catalog().calibration().engine("transformers-4.44");
  const JobEstimate then =
      estimate(fixed_catalog().find_gpu("a100-sxm-80gb"), 1, job, calibration, {});
  CHECK(then.need.part(MemoryUse::buffers).value == Approx(6.0 * job.model->vocab_size * 4096));
  CHECK(now.need.part(MemoryUse::buffers).value < then.need.part(MemoryUse::buffers).value / 5);
  REQUIRE(then.find(Output::decode));
  CHECK(then.find(Output::decode)->value == Approx(now.find(Output::decode)->value));
  CHECK(then.find(Output::prefill)->value == Approx(now.find(Output::prefill)->value));
}

TEST_CASE("the system takes its share of the memory of a Jetson as of other whole computers") {
  const Catalog& catalog = shipped_catalog();
  const Engine& engine = *catalog.calibration().find<Engine>("llama.cpp");
  CHECK(*usable_memory(catalog.find_gpu("jetson-t5000"), engine, 0) ==
        *usable_memory(catalog.find_gpu("dgx-spark"), engine, 0));
}

TEST_CASE("images are denoised together and decoded one by one if memory requires it") {
  const auto images = [](Job job) { return in_gib(memory_on(job).need.part(MemoryUse::images)); };
  Job job = of_network(Task::image, "sdxl-base-1.0", 4);
  const double together = images(job);
  CHECK(together == Approx(4 * 3.8));  // its images are decoded in 32 bit
  job.one_by_one = true;
  CHECK(images(job) == Approx(3.8));
  job.eager = true;
  CHECK(images(job) > 4 * 0.6);
  CHECK(images(job) < together);
  job = of_network(Task::image, "sd-1.5", 4);
  CHECK(images(job) == Approx(4 * 2.0 / 4));
  const Gpu& card = fixed_catalog().find_gpu("rtx-4060");
  const Calibration& calibration = fixed_catalog().calibration();
  job = of_network(Task::image, "sd-1.5", 16);
  const JobEstimate full = estimate(card, 1, job, calibration, {});
  CHECK(full.fits);
  CHECK(full.job.one_by_one);
  job.batch = 2;
  CHECK_FALSE(estimate(card, 1, job, calibration, {}).job.one_by_one);
}

// TF32 changes multiplication only; values in memory keep 32 bits.
TEST_CASE("TF32 needs the memory of FP32") {
  for (Job job : {of_model(Task::lora, "llama-2-7b"), of_model(Task::qlora, "llama-2-7b"),
                  of_model(Task::full, "llama-2-7b"), of_network(Task::image, "sdxl-base-1.0"),
                  of_network(Task::vision_train, "resnet-50", 8)}) {
    INFO(name_of(job.task));
    const double half = needed_gib(job);
    job.precision = Precision::fp32;
    const double single = needed_gib(job);
    CHECK(single > half);
    job.precision = Precision::tf32;
    CHECK(needed_gib(job) == single);
  }
}

TEST_CASE("LoRA activations in FP32 take twice the memory") {
  Job job = of_model(Task::lora, "llama-2-7b");
  const double half = memory_on(job, 1).need.part(MemoryUse::activations).value;
  job.precision = Precision::fp32;
  CHECK(memory_on(job, 1).need.part(MemoryUse::activations).value == Approx(2 * half));
}

TEST_CASE("more images, more pixels and FP32 need more memory") {
  const double one = needed_gib(of_network(Task::image, "sdxl-base-1.0"));
  CHECK(needed_gib(of_network(Task::image, "sdxl-base-1.0", 4)) > one);
  Job job = of_network(Task::image, "sdxl-base-1.0");
  job.resolution = 2048;
  CHECK(needed_gib(job) > one);
  job.resolution = 0;
  job.precision = Precision::fp32;
  CHECK(needed_gib(job) > one);
}

}  // namespace
}  // namespace gpupick
