// Several cards of a kind: more cards are never slower than fewer.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "answer/basis.hpp"
#include "answer/estimate_words.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Job job_of(Task task, const char* model, double batch) {
  if (task == Task::vision_train) return of_network(task, model, batch);
  Job job = of_model(task, model);
  job.zero.reset();
  job.engine = &fixed_catalog().calibration().engine("vllm");
  job.context = 2048;
  job.batch = batch;
  job.checkpointing = is_training(task) && task != Task::pretrain;
  return job;
}

// Returns 0 if the job does not fit or its speed is unknown.
double speed_of(const JobEstimate& estimate) {
  return estimate.speeds.empty() ? 0 : estimate.speeds.front().estimate.value;
}

TEST_CASE("users are served by as many copies of the model as are fastest") {
  Job job = job_of(Task::serve, "llama-3.1-8b", 16);
  const JobEstimate one = estimate_of("rtx-4090", job);
  job.batch = 64;
  const JobEstimate four = estimate_of("rtx-4090", job, 4);
  CHECK(four.copies == 4);
  CHECK(four.idle == 0);
  CHECK(four.job.batch == 64);
  CHECK(speed_of(four) == Approx(4 * speed_of(one)));
  // The largest of three copies serves 11 users.
  job.batch = 11;
  const double largest = speed_of(estimate_of("rtx-4090", job));
  job.batch = 32;
  CHECK(speed_of(estimate_of("rtx-4090", job, 3)) == Approx(largest * 32 / 11));
}

TEST_CASE("users with a copy of the model each are as fast as one alone") {
  Job job = job_of(Task::chat, "llama-3.1-8b", 1);
  job.engine = &fixed_catalog().calibration().engine("llama.cpp");
  const JobEstimate one = estimate_of("rtx-4090", job);
  const double alone = one.find(Output::decode)->value;
  job.batch = 2;
  job.each = 1.1 * alone;
  const JobEstimate two = estimate_of("rtx-4090", job, 2);
  REQUIRE(two.copies == 2);
  CHECK(two.find(Output::decode)->value == Approx(alone));
  CHECK(two.find(Output::serve)->value ==
        Approx(2 * job.generate / one.find(Output::reply)->value));
  CHECK(two.find(Output::first_token_all)->value == Approx(one.find(Output::first_token)->value));
  REQUIRE(two.missed_target());
  CHECK(two.missed_target()->kind == NoteKind::too_slow);
}

TEST_CASE("the longest context fits") {
  const Calibration& calibration = fixed_catalog().calibration();
  const Gpu& card = fixed_catalog().find_gpu("rtx-3090");
  Model model = *of_model(Task::chat, "llama-3.1-8b").model;
  model.context = 40 * calibration.only<SearchBounds>().token_step - 1;
  Job job = job_of(Task::chat, "llama-3.1-8b", 1);
  job.model = &model;
  for (job.usable = 0.6; job.usable < 1; job.usable += 0.001) {
    job.context = longest_context(card, 1, job, calibration);
    INFO(job.context << " tokens in " << job.usable);
    if (job.context > 0)
      CHECK(memory_need(job, 1, *job.engine).total() <=
            *usable_memory(card, *job.engine, job.usable));
  }
}

TEST_CASE("cards that take turns hold whole layers") {
  const Engine& engine = fixed_catalog().calibration().engine("llama.cpp");
  Job job = job_of(Task::chat, "llama-3.1-70b", 1);  // 80 layers
  job.engine = &engine;
  const auto left_free = [&](double cards) {
    const MemoryNeed need = memory_need(job, cards, engine);
    return need.part(MemoryUse::whole_layers) /
           (need.part(MemoryUse::weights) + need.part(MemoryUse::cache));
  };
  CHECK(left_free(1) == 0);
  CHECK(left_free(2) == 0);
  CHECK(left_free(3) == Approx(3 * 27 / 80.0 - 1));
  CHECK(left_free(6) == Approx(6 * 14 / 80.0 - 1));
  const Engine& shared = fixed_catalog().calibration().engine("vllm");
  CHECK(memory_need(job, 3, shared).part(MemoryUse::whole_layers).value == 0);
}

TEST_CASE("more cards are never slower") {
  std::vector<Job> jobs;
  for (const char* model : {"llama-3.1-70b", "qwen2.5-14b", "llama-3.1-8b", "gpt2-124m"})
    for (const auto& [task, batch] :
         {std::pair(Task::serve, 0.0), std::pair(Task::serve, 32.0), std::pair(Task::chat, 1.0),
          std::pair(Task::chat, 2.0), std::pair(Task::lora, 1.0), std::pair(Task::qlora, 4.0),
          std::pair(Task::full, 1.0), std::pair(Task::pretrain, 1.0)})
      jobs.push_back(job_of(task, model, batch));
  for (const char* network : {"resnet-50", "bert-large", "gnmt"})
    for (const double batch : {0.0, 1.0})
      jobs.push_back(job_of(Task::vision_train, network, batch));
  jobs.push_back(job_of(Task::serve, "llama-3.1-8b", 0));
  jobs.back().engine = &fixed_catalog().calibration().engine("llama.cpp");
  std::size_t idle = 0;
  for (const char* card :
       {"rtx-3090", "rtx-4090", "rtx-3060-12gb", "h100-sxm", "a100-pcie-80gb", "k80", "mi300x"})
    for (const Job& job : jobs) {
      double before = 0;
      for (double count = 1; count <= 8; ++count) {
        const JobEstimate result = estimate_of(card, job, count);
        INFO(count << " x " << card << ", " << name_of(job) << " " << name_of(job.task)
                   << ", batch " << job.batch);
        CHECK(speed_of(result) >= before);
        CHECK(result.count == count);
        CHECK(result.idle < count);
        if (is_inference(job.task) && before > 0 && result.job.batch > 1) {
          CHECK(result.find(Output::serve));
          CHECK_FALSE(result.find(Output::reply));
        }
        before = speed_of(result);
        idle += result.idle > 0;
      }
    }
  CHECK(idle > 100);
}

// Compares copies of one card with ever slower links.
TEST_CASE("a slower link is never faster") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& module = catalog.find_gpu("a100-sxm-80gb");
  Gpu board = module, consumer = module;
  board.form_factor = consumer.form_factor = "pcie";
  consumer.segment = "consumer";
  const auto seconds = [&](const Gpu& gpu, const Job& job, double devices) {
    const auto pass = job.network ? network_pass(gpu, job, devices, catalog.calibration())
                                  : training_pass(gpu, job, devices, catalog.calibration());
    return pass->total.value;
  };
  for (const Job& job :
       {job_of(Task::pretrain, "llama-3.1-8b", 1), job_of(Task::pretrain, "mixtral-8x7b", 4),
        job_of(Task::vision_train, "resnet-50", 64), job_of(Task::vision_train, "bert-large", 8)})
    for (const double devices : {1, 2, 4, 8, 16}) {
      INFO(name_of(job) << " on " << devices);
      const double joined = seconds(module, job, devices), slot = seconds(board, job, devices);
      if (devices == 1) {
        CHECK(slot == joined);
      } else {
        CHECK(slot > joined);
        CHECK(seconds(consumer, job, devices) > slot);
      }
    }
}

TEST_CASE("sharded copies of a mixture exchange all parameters, not only the active ones") {
  const Gpu& gpu = fixed_catalog().find_gpu("h100-sxm");
  const Calibration& calibration = fixed_catalog().calibration();
  Job job = job_of(Task::pretrain, "mixtral-8x7b", 1);
  job.pretraining_trainer = &calibration.pretraining_trainer("llm-foundry");
  job.zero = 3;
  const Seconds one = training_pass(gpu, job, 1, calibration)->total;
  const Seconds eight = training_pass(gpu, job, 8, calibration)->total;
  CHECK((eight - one).value == Approx(6 * count_parameters(*job.model) /
                                      (calibration.only<TrainingConstants>().node_gb_s * 1e9)));
}

TEST_CASE("model parallelism hides its exchange, and experts cost by their use") {
  const Gpu& gpu = fixed_catalog().find_gpu("h100-sxm");
  const Calibration& calibration = fixed_catalog().calibration();
  Job job = job_of(Task::pretrain, "mixtral-8x7b", 1);
  REQUIRE(job.pretraining_trainer->splits_model);
  const Pass one = *training_pass(gpu, job, 1, calibration);
  const Pass eight = *training_pass(gpu, job, 8, calibration);
  CHECK(eight.total.value == one.total.value);
  CHECK(eight.speed() == Approx(8 * one.speed()));

  // Twice the experts with as many used: only the router is wider.
  Model twice = *job.model;
  twice.experts *= 2;
  Job of_twice = job;
  of_twice.model = &twice;
  const double ratio = training_pass(gpu, of_twice, 8, calibration)->speed() / eight.speed();
  CHECK(ratio < 1);
  CHECK(ratio > 0.999);

  twice = *job.model;
  twice.experts_per_token *= 2;
  CHECK(training_pass(gpu, of_twice, 8, calibration)->speed() < 0.7 * eight.speed());

  // Boards without links exchange through the host, which takes time.
  const Gpu& board = fixed_catalog().find_gpu("rtx-4090");
  CHECK(training_pass(board, job, 2, calibration)->total >
        training_pass(board, job, 1, calibration)->total);
}

TEST_CASE("cards that cannot share the heads evenly stay idle") {
  const Job many = job_of(Task::serve, "llama-3.1-70b", 0);  // 64 heads
  for (const auto& [count, idle] : {std::pair(4, 0), std::pair(5, 1), std::pair(7, 3)}) {
    const JobEstimate result = estimate_of("h100-sxm", many, count);
    CHECK(result.idle == idle);
    CHECK(speed_of(result) == speed_of(estimate_of("h100-sxm", many, 4)));
  }
  const Job few = job_of(Task::serve, "llama-3.1-70b", 8);
  CHECK(estimate_of("h200-sxm", few, 3).idle == 1);
  CHECK(estimate_of("h200-sxm", few, 3).devices == 2);
  // If only more cards can hold the model, the answer names a number that can share it.
  const Job large = job_of(Task::serve, "llama-3.1-70b", 48);
  REQUIRE_FALSE(estimate_of("h100-sxm", large, 2).fits);
  CHECK(to_text(estimate_of("h100-sxm", large, 3).missing) ==
        "64 heads can't be shared evenly by 3 devices; 4 can");
}

TEST_CASE("heads of the cache are shared evenly or copied") {
  const Job job = job_of(Task::serve, "llama-3.2-3b", 0);  // 24 heads, 8 of the cache
  for (const auto& [devices, uneven] : {std::pair(2, 0), std::pair(3, 8), std::pair(4, 0),
                                        std::pair(5, 24), std::pair(6, 8), std::pair(24, 0)})
    CHECK(uneven_heads(job, *job.engine, devices) == uneven);
}

TEST_CASE("several cards use the lowest ZeRO stage that fits") {
  const Job large = job_of(Task::qlora, "llama-3.1-70b", 1);
  CHECK(estimate_of("rtx-3090", large, 1).job.zero == 0);
  CHECK(estimate_of("rtx-3090", large, 4).fits);
  CHECK(estimate_of("rtx-3090", large, 4).job.zero == 3);
  Job sharded = large;
  sharded.zero = 3;
  const auto basis = [](const Job& job) {
    const JobEstimate modules = estimate_of("a100-sxm4-80gb", job, 4);
    return basis_text(modules, modules.speeds.front());
  };
  CHECK_THAT(basis(sharded), ContainsSubstring(" exchange"));
  sharded.trainer = &fixed_catalog().calibration().fine_tuning_trainer("litgpt");
  CHECK_THAT(basis(sharded), ContainsSubstring(" of sharding"));
  Job alone = large;
  alone.zero = 0;  // as asked
  CHECK_FALSE(estimate_of("rtx-3090", alone, 4).fits);
  const Job small = job_of(Task::full, "llama-3.2-1b", 1);
  const double one = speed_of(estimate_of("h100-sxm", small, 1));
  CHECK(estimate_of("h100-sxm", small, 2).job.zero == 0);
  const double two = speed_of(estimate_of("h100-sxm", small, 2));
  CHECK(two < 2 * one);  // the exchange of gradients takes time
  CHECK(two > 1.8 * one);
  Job accumulating = small;
  accumulating.accumulate = 16;
  CHECK(speed_of(estimate_of("h100-sxm", accumulating, 2)) > two);
  for (const Task task : {Task::lora, Task::qlora, Task::full, Task::pretrain})
    for (const char* model : {"llama-3.2-1b", "llama-3.1-8b", "llama-3.1-70b"})
      for (double count = 2; count <= 8; count *= 2) {
        Job job = job_of(task, model, 1);
        const JobEstimate result = estimate_of("rtx-4090", job, count);
        if (result.job.zero == 0 || result.idle > 0) continue;
        job.zero = *result.job.zero - 1;
        INFO(count << " " << model << " " << name_of(task));
        CHECK_FALSE(estimate_of("rtx-4090", job, count).fits);
      }
}

TEST_CASE("cards that train exchange gradients once in a usual step of the optimizer") {
  const Catalog& catalog = fixed_catalog();
  const Job open = usual_job(Task::pretrain, catalog.find_model("llama-3.2-1b"), catalog);
  const JobEstimate one = estimate_of("rtx-3090", open, 1), four = estimate_of("rtx-3090", open, 4);
  CHECK(one.job.accumulate == 1);
  CHECK(four.job.accumulate == 64);  // 256 sequences in all
  CHECK(four.idle == 0);
  CHECK(speed_of(four) > 3.5 * speed_of(one));
  Job each = open;
  each.accumulate = 1;  // as asked
  CHECK(speed_of(estimate_of("rtx-3090", each, 4)) < speed_of(four));
}

TEST_CASE("cards of several kinds hold layers by their memory") {
  const auto answer = [](const std::string& cards) {
    const Run run = run_fixed({"estimate", cards, "--model", "llama-3.1-70b", "--context", "4k",
                               "--quant", "q4_k_m", "--format", "json"});
    INFO(run.err);
    return nlohmann::json::parse(run.out);
  };
  const auto speed = [&](const std::string& cards) {
    return answer(cards)["decode_tok_s"]["value"].get<double>();
  };
  const double slow = speed("rtx-3090:2"), fast = speed("rtx-4090:2");
  CHECK(speed("rtx-3090+rtx-3090") == Approx(slow));
  // Cards of equal memory: the time is the mean of their times.
  CHECK(speed("rtx-3090+rtx-4090") == Approx(2 / (1 / slow + 1 / fast)));
  CHECK(speed("rtx-4090+rtx-3090") == Approx(speed("rtx-3090+rtx-4090")));
  // The card that is named first does not decide whether the speed is the one asked for.
  for (const std::string each : {"1", "1000"})
    for (const char* cards : {"rtx-3090+rtx-4090", "rtx-4090+rtx-3090"})
      CHECK(run_fixed({"estimate", cards, "--model", "llama-3.1-70b", "--context", "4k", "--quant",
                       "q4_k_m", "--each", each})
                .status == (each == "1" ? 0 : 1));
  const std::string between = fmt::format("{}", speed("rtx-3090+rtx-4090") * 0.99);
  for (const char* cards : {"rtx-3090+rtx-4090", "rtx-4090+rtx-3090"})
    CHECK_THAT(run_fixed({"estimate", cards, "--model", "llama-3.1-70b", "--context", "4k",
                          "--quant", "q4_k_m", "--each", between})
                   .out,
               !ContainsSubstring("slow"));
  // More memory holds more layers.
  const nlohmann::json mixed = answer("rtx-3090+rtx-3060-12gb:2");
  CHECK(mixed["fits"] == true);
  CHECK(mixed["cards"].size() == 2);
  CHECK(mixed["count"] == 3);
  CHECK(mixed["decode_tok_s"]["rough"] == true);
  CHECK(mixed["memory"]["usable_gib"].get<double>() ==
        Approx(answer("rtx-3090:2")["memory"]["usable_gib"].get<double>()).epsilon(0.01));
  CHECK(answer("rtx-3060-12gb+rtx-4090")["fits"] == false);
  for (const auto& [cards, message] :
       {std::pair("rtx-3090+m4-max-40c", "part of a computer"),
        {"rtx-3090+dgx-spark", "part of a computer"},
        {"rtx-3090+rtx-9999", "no card"},
        {"rtx-3090+rx-7900-xtx", "two software stacks"},
        {"a+b", "no card"},
        {"rtx-3090+rtx-4090+rtx-5090+rtx-3060-12gb+rtx-4060", "at most 4 kinds"}})
    CHECK_THAT(run_fixed({"estimate", cards}).err, ContainsSubstring(message));
  CHECK_THAT(
      run_fixed({"estimate", "rtx-3090+rtx-4090", "--task", "serve", "--runtime", "llama.cpp"}).err,
      ContainsSubstring("share chats of one user"));
  CHECK_THAT(run_fixed({"estimate", "rtx-3090+rtx-4090", "--task", "qlora"}).err,
             ContainsSubstring("share chats and serving only"));
}

// As in https://github.com/vllm-project/vllm/issues/34076.
TEST_CASE("cards of several kinds that share every layer are as small and slow as the worst") {
  const auto answer = [](const std::string& arguments) {
    const Run run = run_fixed(split_arguments(
        "estimate " + arguments +
        " --task serve --model qwen3-32b --quant awq --runtime vllm --format json"));
    INFO(run.err);
    return nlohmann::json::parse(run.out);
  };
  for (const char* users : {"", " --users 8"}) {
    const nlohmann::json mixed = answer(std::string("rtx-3090+rtx-4090") + users);
    const nlohmann::json slow = answer(std::string("rtx-3090:2") + users);
    for (const char* key : {"serve_tok_s", "decode_tok_s", "prefill_tok_s", "ttft_all_s"})
      CHECK(mixed[key]["value"] == slow[key]["value"]);
    CHECK(mixed["serve_tok_s"]["rough"] == true);
    CHECK(mixed["memory"] == slow["memory"]);
    CHECK(mixed["assumed"]["batch"] == slow["assumed"]["batch"]);
  }
  CHECK(answer("rtx-4090+rtx-3060-12gb --users 1")["memory"]["usable_gib"] ==
        answer("rtx-3060-12gb:2 --users 1")["memory"]["usable_gib"]);
  CHECK(answer("rtx-3060-12gb+rtx-4090")["assumed"]["batch"] ==
        answer("rtx-4090+rtx-3060-12gb")["assumed"]["batch"]);
}

TEST_CASE("two linked computers share a job with a rough speed") {
  const auto speed = [](const char* cards) {
    return nlohmann::json::parse(run_fixed({"estimate", cards, "--model", "llama-3.1-8b",
                                            "--runtime", "vllm", "--format", "json"})
                                     .out);
  };
  const nlohmann::json one = speed("dgx-spark"), two = speed("dgx-spark:2");
  const double gain =
      two["decode_tok_s"]["value"].get<double>() / one["decode_tok_s"]["value"].get<double>();
  CHECK(gain > 1.3);
  CHECK(gain < 2);
  CHECK(two["decode_tok_s"]["rough"] == true);
  CHECK(two["memory"]["usable_gib"].get<double>() ==
        Approx(2 * one["memory"]["usable_gib"].get<double>()));
  CHECK_THAT(run_fixed({"recommend", "--model", "gpt-oss-120b", "--gpus", "2", "--only",
                        "dgx-spark", "--host", "any"})
                 .out,
             ContainsSubstring("2 computers, joined by ethernet"));
}

}  // namespace
}  // namespace gpupick
