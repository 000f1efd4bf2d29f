// Untrusted data never hangs the program, exhausts memory or produces infinite numbers.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/validate.hpp"
#include "catch.hpp"
#include "cli/job_flags.hpp"
#include "cli/options.hpp"
#include "estimate/estimate.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/output.hpp"
#include "fuzz/question.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

// Returns the first error that validate finds, or "".
std::string error_in(const std::string& data) {
  std::vector<Diagnostic> found;
  const Dataset read = read_data({{"x.json", data}}, found);
  for (Diagnostic& one : validate(read, Catalog(Dataset{}))) found.push_back(std::move(one));
  for (const Diagnostic& one : found)
    if (text_of(one.rule).severity == Severity::error) return to_line(one);
  return "";
}

bool is_accepted(const std::string& data) { return error_in(data).empty(); }

TEST_CASE("several users chat on cards whose speed of reading prompts is unknown") {
  for (const char* users : {"2", "8"}) {
    const Run run = run_gpupick({"recommend", "--model", "llama-3.1-8b", "--users", users});
    CHECK(run.status == 0);
  }
}

TEST_CASE("random command lines never print infinite numbers, formulas or links") {
  REQUIRE(error_in(loose_data().dump()) == "");
  std::size_t answered = 0;
  constexpr unsigned questions = 80;
  for (unsigned seed = 0; seed < questions; ++seed) {
    std::mt19937 random(seed);
    const std::string bytes = random_bytes(random, 8 + draw(random, 60));
    Decisions decisions(bytes);
    const Asked asked = any_question(decisions);
    const Run run = run_gpupick(asked.args, asked.in);
    INFO("seed " << seed << ": " << Parsed(asked.args));
    CHECK(fault_of_known(asked.args, run) == "");
    if (run.status != 2) ++answered;
  }
  CHECK(answered > questions / 4);
}

// Returns texts that a flag of a job may take, each legal for some flag of its type.
std::vector<std::string> texts_for(const JobFlag& flag) {
  if (!flag.words.empty()) return {flag.words.begin(), flag.words.end()};
  if (flag.type.empty()) return {""};
  return {"2",          "512", "0.5",     "4x8",          "13B", "q8_0", "vllm",         "fp8",
          "adamw-8bit", "f16", "unsloth", "llama-3.2-1b", "nf4", "bf16", "sdxl-base-1.0"};
}

TEST_CASE("each flag of a job works with each task") {
  std::istringstream no_input;
  Inputs inputs(no_input, nullptr, false);
  const Catalog& catalog = fixed_catalog();
  std::size_t estimated = 0;
  for (const JobFlag& flag : job_flags())
    for (const TaskRow& task : task_rows)
      for (const std::string& text : texts_for(flag)) {
        if (!flag.is_flag() || flag.name() == "--task") continue;
        INFO(flag.name() << ' ' << text << ", " << task.name);
        JobOptions options;
        options.of(job_flag("--task")).text = task.name;
        options.of(flag) = {text, flag.type.empty()};
        JobMaker jobs(catalog, inputs);
        try {
          const AskedJob asked = jobs.make(options);
          for (const char* card : {"rtx-3090", "gtx-1060-6gb"})
            CHECK(estimate(catalog.find_gpu(card), 1, asked.job, catalog.calibration())
                      .need.total()
                      .value > 0);
          ++estimated;
        } catch (const Error&) {
          // The text is of another flag.
        }
      }
  CHECK(estimated > 500);
}

std::string refusal(const std::vector<std::string>& args, const std::string& in = "") {
  const Run run = run_fixed(args, in);
  CHECK(run.status == 2);
  return run.err;
}

// Returns the fixed data with one figure of the RTX 3090 replaced.
std::string with_figure(const char* key, const Parsed& value) {
  Parsed data = loose_data();
  for (Parsed& gpu : data["gpus"])
    if (gpu["id"] == "rtx-3090") gpu[key] = value;
  return data.dump();
}

TEST_CASE("zero devices, power, lanes, bus width, clock and supply are rejected") {
  for (const char* key : {"devices", "tdp_w", "pcie_lanes", "bus_bits", "boost_mhz", "psu_w"})
    CHECK_FALSE(is_accepted(with_figure(key, 0)));
  CHECK(is_accepted(with_figure("fp64_tensor_tflops", 0)));
  const std::vector<std::string> args = {"estimate",     "rtx-3090",  "--task",
                                         "vision-train", "--catalog", "-"};
  const Run run = run_gpupick(args, with_figure("fp16_vector_tflops", 0));
  CHECK(run.status == 0);
  CHECK(fault_of_known(args, run) == "");
}

// A key that is optional in one record may be missing from all records of its list.
TEST_CASE("jobs are estimated or rejected if all records of a list lack a key") {
  const Parsed good = loose_data();
  std::vector<Diagnostic> found;
  const std::string whole = good.dump();
  const Catalog complete(read_data({{"x.json", whole}}, found));
  std::size_t answered = 0;
  for (const auto& [list, records] : good.items()) {
    if (!records.is_array() || records.empty() || list == "gpus") continue;  // cards may lack keys
    for (const auto& [key, value] : records.front().items()) {
      Parsed lacking = records;
      for (Parsed& record : lacking) record.erase(key);
      found.clear();
      const std::string text = Parsed{{list, lacking}}.dump();
      Dataset data = read_data({{"x.json", text}}, found);
      if (!found.empty()) continue;
      Catalog catalog = complete;
      catalog.merge(std::move(data));
      for (const TaskRow& row : task_rows) {
        INFO(list << " without " << key << ", " << row.name);
        try {
          const Job job = usual_job(row.task, catalog);
          estimate(catalog.find_gpu("rtx-3090"), 1, job, catalog.calibration());
          ++answered;
        } catch (const Error& error) {
          CHECK_THAT(error.what(), ContainsSubstring(key) || ContainsSubstring(list));
        }
      }
    }
  }
  CHECK(answered > 200);
}

TEST_CASE("extreme weights and prices are rejected") {
  Parsed data = loose_data();
  data["preferences"][0]["speed"] = 5e-324;
  CHECK_FALSE(is_accepted(data.dump()));
  for (const char* usd : {"1e308", "1e-308", "0", "-1", "inf", "nan"}) {
    const std::string row = std::string("card,usd\nrtx-3090,") + usd + "\n";
    CHECK_THAT(refusal({"recommend", "--prices", "-"}, row), ContainsSubstring("1 error"));
    CHECK_THAT(refusal({"recommend", "--price", std::string("rtx-3090=") + usd}),
               ContainsSubstring("--price"));
  }
  CHECK_THAT(refusal({"recommend", "--host-cost", "1e308"}), ContainsSubstring("--host-cost"));
  CHECK_THAT(refusal({"list", "--vram", "1e308"}), ContainsSubstring("--vram"));
}

TEST_CASE("units that a flag plainly has are read") {
  const auto same = [](std::vector<std::string> given, std::vector<std::string> plain) {
    for (auto* words : {&given, &plain}) words->insert(words->end(), {"--format", "json"});
    const Run one = run_fixed(given), other = run_fixed(plain);
    INFO(one.err);
    CHECK(one.status == 0);
    CHECK(one.out == other.out);
  };
  same({"cost", "rtx-3090", "--years", "4y", "--utilization", "50%", "--kwh", "27c"},
       {"cost", "rtx-3090", "--years", "4", "--utilization", "0.5", "--kwh", "0.27"});
  same({"cost", "rtx-3090", "--kwh", "0.30/kWh"}, {"cost", "rtx-3090", "--kwh", "0.30"});
  same({"list", "--max-power", "0.3kW", "--max-length", "11in"},
       {"list", "--max-power", "300", "--max-length", "279.4"});
  same({"recommend", "--gpus", "2x", "--model", "llama-3.1-8b"},
       {"recommend", "--gpus", "2", "--model", "llama-3.1-8b"});
  CHECK_THAT(refusal({"list", "--vram", "24000"}),
             ContainsSubstring("--vram takes GiB, and no card has 24,000; write 24000MiB"));
}

TEST_CASE("extremely small times and rates are rejected") {
  for (const char* flag : {"--years", "--hours-per-day", "--utilization", "--kwh", "--ram"})
    CHECK_THAT(refusal({"cost", "rtx-3090", flag, "1e-320"}),
               ContainsSubstring(std::string(flag) + " takes 0.000001 at least, or 0, not"));
  CHECK_THAT(refusal({"list", "--vram", "1e-300"}), ContainsSubstring("--vram takes 0.000001"));
  const std::vector<std::string> args = {"cost",          "rtx-3090", "--years", "1e-6",
                                         "--utilization", "1e-6",     "--model", "llama-3.1-8b"};
  CHECK(fault_of_known(args, run_fixed(args)) == "");
}

TEST_CASE("duplicate or incomplete arguments are rejected") {
  CHECK_THAT(refusal({"recommend", "--weight", "speed=1,speed=2"}),
             ContainsSubstring("--weight has two weights for speed; keep one"));
  CHECK_THAT(refusal({"estimate", "3090:"}), ContainsSubstring("'3090:' must name 1 to 1,024"));
  CHECK_THAT(refusal({"estimate", "3090++3090"}), ContainsSubstring("no card is called ''"));
  CHECK_THAT(refusal({"estimate", "3090", "--model", "./nope/"}),
             ContainsSubstring("no model is called 'nope'"));
  CHECK_THAT(refusal({"estimate", "--rows", "-"}, std::string(1100000, 'x')),
             ContainsSubstring("line 1 of --rows is longer than 1 MiB"));
  for (const char* flag : {"--prices", "--config"})
    CHECK_THAT(refusal({"recommend", flag, project_path("tests")}),
               ContainsSubstring("it is a folder"));
}

TEST_CASE("the findings for a file that is not a price table are limited") {
  std::string commas(100000, ','), rows = "card,usd\n";
  CHECK(refusal({"prices", "import", "-"}, commas).size() < 10000);
  for (int i = 0; i < 10500; ++i) rows += "x,y\n";
  CHECK_THAT(refusal({"recommend", "--prices", "-"}, rows),
             ContainsSubstring("- has 10,000 errors") || ContainsSubstring("- has 10000 errors"));
}

TEST_CASE("a NUL character does not end a file") {
  const std::string text("{\"gpus\":[]}\0junk", 16);
  CHECK_THAT(run_gpupick({"validate", "-"}, text).out,
             ContainsSubstring("-:1:12: error: the file holds a NUL character"));
}

TEST_CASE("findings shorten long text and are limited in number") {
  const std::string key(1000000, 'k');
  const Run run = run_gpupick({"validate", "-"}, Parsed{{"gpus", {{{key, 1}}}}}.dump());
  CHECK(run.out.size() < 4000);
  CHECK(run_gpupick({"validate", "-"}, Parsed{{key, 1}}.dump()).out.size() < 1000);
  std::string empty = "{\"gpus\":[{}";
  for (int i = 0; i < 100000; ++i) empty += ",{}";
  CHECK_THAT(run_gpupick({"validate", "-"}, empty + "]}").out,
             ContainsSubstring("10,000 findings; fix them to see the rest"));
}

TEST_CASE("malformed versions and counts are rejected") {
  for (const char* version : {"-1", "1..2", ".", "1.", "0x1"})
    CHECK_THAT(refusal({"list", "--min-compute-capability", version}),
               ContainsSubstring("takes a version such as 8.6"));
  for (const char* count : {"0x2", "010", "-1", "1e1"})
    CHECK_THAT(refusal({"recommend", "--top", count}), ContainsSubstring("--top"));
  for (const char* flag : {"--context", "--model", "--as-of", "--for"})
    CHECK_THAT(refusal({"estimate", "rtx-3090", flag, ""}),
               ContainsSubstring(flag) || ContainsSubstring("expected"));
}

TEST_CASE("invisible and bidirectional characters are rejected in data and escaped in output") {
  for (const char* mark : {"\u061c", "\u2028", "\u2029", "\u2060", "\u00ad", "\U000e0041"}) {
    CHECK_FALSE(is_printable(std::string("a") + mark));
    CHECK_FALSE(is_accepted(with_figure("name", std::string("GeForce") + mark)));
    const Run run = run_fixed({"show", std::string("rtx") + mark});
    CHECK(run.err.find(mark) == std::string::npos);
  }
}

TEST_CASE("names are escaped against formulas, links, images and HTML") {
  const std::string in = with_figure("name", "=HYPERLINK(1) <img src=x> ![a](b)");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"list", "--only", "rtx-3090"},
        {"recommend", "--only", "rtx-3090", "--unsupported", "--explain"},
        {"diff", "rtx-3090", "rtx-4090"},
        {"show", "rtx-3090"},
        {"estimate", "rtx-3090"}}) {
    std::vector<std::string> args = command;
    args.insert(args.end(), {"--catalog", "-", "--format"});
    args.emplace_back("markdown");
    const std::string markdown = run_gpupick(args, in).out;
    CHECK(markdown.size() > 100);
    CHECK(markdown.find(" <img") == std::string::npos);
    CHECK(markdown.find("![a](b)") == std::string::npos);
    args.back() = "csv";
    const std::string csv = run_gpupick(args, in).out;
    CHECK(csv.find(",=") == std::string::npos);
    CHECK(csv.find("\n=") == std::string::npos);
    CHECK(csv.find(",\"=") == std::string::npos);
  }
}

TEST_CASE("a limit of -0 is 0") {
  const Run run = run_fixed({"recommend", "--budget", "-0"});
  CHECK_THAT(run.out, ContainsSubstring("at most 0 USD"));
}

TEST_CASE("every optimizer gives an answer for every training task, whether the job fits or not") {
  for (const Optimizer& optimizer : fixed_catalog().of<Optimizer>())
    for (const char* task : {"qlora", "lora", "full", "pretrain"})
      for (const std::vector<std::string>& question : {std::vector<std::string>{"recommend"},
                                                       {"estimate", "rtx-3090"},
                                                       {"estimate", "gtx-1060-6gb"},
                                                       {"estimate", "h100-sxm:8"}}) {
        std::vector<std::string> args = question;
        args.insert(args.end(), {"--task", task, "--optimizer", std::string(optimizer.id)});
        const Run run = run_fixed(args);
        INFO(Parsed(args) << run.err);
        CHECK(run.status < 2);
      }
}

TEST_CASE("prices in a table and in JSON have the same range") {
  for (const char* usd : {"-5", "0", "1e308", "9"}) {
    const std::string table = fmt::format(
        "card,kind,usd,basis,date,source,confidence\n"
        "rtx-3090,street_used,{},sold,2026-10-01,ebay,high\n",
        usd);
    const std::string why = refusal({"recommend", "--prices", "-"}, table);
    INFO(usd << ": " << why);
    CHECK(why.find("-:2:") != std::string::npos);
    CHECK(why.find("implausible-value") != std::string::npos);
  }
}

}  // namespace
}  // namespace gpupick
