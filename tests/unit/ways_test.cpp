// Changes that answers propose if nothing fits or the job is slow: each does what the answer says.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "cards/gpu.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Run run_line(const std::string& line) { return run_fixed(split_arguments(line)); }

TEST_CASE("memory of the computer is proposed first, then a change of the job") {
  const std::string question = "recommend --model gpt-oss-120b --budget 800 --gpus 1 --ram ";
  const Run run = run_line(question + "16");
  CHECK(run.status == 1);
  CHECK_THAT(unwrapped(run.out),
             ContainsSubstring("It takes `--ram 48` (one of 4 cards, such as RTX 3060 12 GB, 28 "
                               "tokens/s) or `--budget"));
  const Run more = run_line(question + "48 --only rtx-3060-12gb");
  CHECK(more.status == 0);
  CHECK_THAT(more.out, ContainsSubstring("28 tokens/s"));
}

TEST_CASE("another precision or old software is proposed only if it admits a card", "[slow]") {
  const auto run = [](const std::string& question) {
    return run_gpupick(split_arguments("recommend " + question));
  };
  for (const auto& [question, flags] :
       {std::pair("--task lora --model qwen3-0.6b --only rtx-2070", "--precision fp16"),
        std::pair("--model qwen3-8b --only k80 --host server", "--unsupported")}) {
    INFO(question);
    CHECK_THAT(run(question).out, ContainsSubstring(std::string("It takes `") + flags));
    CHECK(run(std::string(question) + " " + flags).status == 0);
  }
  for (const auto& [question, flags] :
       {std::pair("--task lora --model llama-3.1-8b --budget 100", "--precision fp16"),
        std::pair("--model llama-3.3-70b --budget 100", "--unsupported")}) {
    INFO(question);
    CHECK_THAT(run(question).out, !ContainsSubstring(flags));
    CHECK(run(std::string(question) + " " + flags).status == 1);
  }
}

// Options by flag, each with its value or "".
using Options = std::map<std::string, std::string>;

Options options_of(const std::string& text) {
  Options out;
  std::string flag;
  for (const std::string& part : split_arguments(text))
    if (part.starts_with("--"))
      out[flag = part];
    else
      out[flag] = part;
  return out;
}

// Returns the question with the options that `--why` names; a price that is not known is 10 USD.
std::string with_options(const std::string& question, const std::string& change) {
  Options options = options_of(question), named = options_of(change);
  if (std::string& price = named["--price"]; price.ends_with("=USD")) {
    price.replace(price.size() - 3, 3, "10");
    if (named.contains("--budget")) named["--budget"] += "0";  // it is for a computer alone
  } else if (price.empty()) {
    named.erase("--price");
  }
  for (const auto& [flag, value] : named) options[flag] = value;
  std::string out;
  for (const auto& [flag, value] : options) out += " " + flag + " " + value;
  return out;
}

TEST_CASE("the options that --why names admit the card", "[slow]") {
  constexpr const char* questions[] = {"--budget 600",
                                       "--vram 24 --budget 2000",
                                       "--model llama-3.3-70b --budget 1500",
                                       "--task qlora --model qwen3-8b --budget 800",
                                       "--task serve --model llama-3.1-8b --users 16 --budget 2000",
                                       "--model deepseek-r1 --gpus 1-8 --budget 50000",
                                       "--max-slots 2 --max-length 270 --psu 650 --budget 1000",
                                       "--psu 2000 --host rig",
                                       "--ram 64 --host workstation",
                                       "--min-speed 30 --model qwen3-32b --budget 3000",
                                       "--task full --model qwen3-1.7b --budget 2000",
                                       "--model qwen3-14b --runtime mlx --quant q4_k_m"};
  std::vector<std::string> cards;
  for (const Gpu& gpu : shipped_catalog().gpus())
    if (!in_laptop(gpu)) cards.emplace_back(gpu.id);
  std::mt19937 random(3);
  int tried = 0;
  for (const char* question : questions)
    for (int i = 0; i < 12; ++i) {
      const auto ask = [&](const std::string& asked) {
        return nlohmann::json::parse(run_gpupick(split_arguments(asked)).out, nullptr, false);
      };
      const std::string& card = cards[random() % cards.size()];
      const std::string why = " --format json --why " + card;
      const auto answer = ask(std::string("recommend ") + question + why);
      if (!answer.is_object() || !answer.contains("change")) continue;
      ++tried;
      const std::string asked =
          "recommend" + with_options(question, answer["change"].get<std::string>()) + why;
      INFO(question << " " << card << ": " << asked);
      const auto admitted = ask(asked);
      REQUIRE(admitted.is_object());
      REQUIRE(admitted.contains("position"));
      if (answer.contains("position_if_admitted"))
        CHECK(admitted["position"] == answer["position_if_admitted"]);
    }
  CHECK(tried > 30);
}

// A question of a document: its options, and whether it is about the fixed catalog.
struct Question {
  bool fixed = false;
  std::string options;

  nlohmann::json ask(const std::string& more) const {
    const auto args = split_arguments("recommend" + options + more + " --format json");
    return nlohmann::json::parse((fixed ? run_fixed(args) : run_gpupick(args)).out, nullptr, false);
  }
  bool has(const char* flag) const { return options_of(options).contains(flag); }
  bool operator<(const Question& other) const { return options < other.options; }
};

// Returns the questions of the documents without what only changes how the answer is printed.
std::set<Question> questions_of_documents() {
  std::set<Question> out;
  std::vector<std::string> pages = {"README.md", "docs/guide.md", "docs/cli.md"};
  for (const auto& entry : std::filesystem::directory_iterator(project_path("tests/cli")))
    if (entry.path().extension() == ".md")
      pages.push_back("tests/cli/" + entry.path().filename().string());
  for (const std::string& page : pages) {
    std::istringstream lines(read_text(project_path(page)));
    for (std::string line; std::getline(lines, line);) {
      const std::string command = "gpupick recommend ";
      const std::size_t at = line.find(command);
      if (!line.starts_with("$ ") || at == line.npos || line.find_first_of("|<>", 2) != line.npos)
        continue;
      Options options = options_of(line.substr(at + command.size()));
      for (const char* flag : {"--why", "--over", "--explain", "--details", "--short", "--plot",
                               "--bars", "--left-out", "--no-excluded", "--top", "--frontier",
                               "--own-or-rent", "--draws", "--sort", "--catalog", "--format"})
        options.erase(flag);
      const bool reads = options.contains("--prices") || options.contains("--add") ||
                         options.contains("--config") || options.contains("--price") ||
                         options["--for"] == "-" || line.ends_with(" -h");
      if (options["--for"].empty()) options.erase("--for");
      std::string text;
      for (const auto& [flag, value] : options)
        text += " " + flag + (value.empty() ? "" : " '" + value + "'");
      if (!reads) out.insert({page.starts_with("tests/"), text});
    }
  }
  return out;
}

TEST_CASE("what --why promises for the questions of the documents holds", "[slow]") {
  std::mt19937 random(5);
  int tried = 0;
  for (const Question& question : questions_of_documents())
    for (int i = 0; i < 4; ++i) {
      const std::span<const Gpu> cards =
          (question.fixed ? fixed_catalog() : shipped_catalog()).gpus();
      const std::string why = " --why " + std::string(cards[random() % cards.size()].id);
      const auto answer = question.ask(why);
      if (!answer.is_object() || !answer.contains("change")) continue;
      const std::string change = answer["change"];
      if (change.find("=USD") != change.npos || change.find("=EUR") != change.npos) continue;
      const auto admitted =
          Question{question.fixed, with_options(question.options, change)}.ask(why);
      INFO(question.options << why << ": " << change);
      REQUIRE(admitted.is_object());
      CHECK(admitted.contains("position"));
      if (answer.contains("position_if_admitted"))
        CHECK(admitted["position"] == answer["position_if_admitted"]);
      ++tried;
    }
  CHECK(tried > 40);
}

TEST_CASE("the prices and ways that the documents' answers name are true", "[slow]") {
  int prices = 0, ways = 0;
  for (const Question& question : questions_of_documents()) {
    const auto answer = question.ask("");
    INFO(question.options);
    if (!answer.is_object()) continue;  // refused
    const auto buys = [&](const std::string& id, double usd) {
      const auto other = question.ask(" --price " + id + "=" + std::to_string(usd));
      return other["verdict"].contains("buy") && other["verdict"]["buy"]["id"] == id;
    };
    const bool in_usd = !question.has("--rent") && !question.has("--currency");
    const auto& ranked = answer["ranked"];
    for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 3) && in_usd; ++i) {
      const auto& card = ranked[i];
      if (!card.contains("best_below_usd") || card["count"] != 1 || question.has("--have"))
        continue;
      const std::string id = card["id"];
      const double below = card["best_below_usd"];
      INFO(id << " below " << below);
      CHECK(buys(id, below));
      if (!question.has("--budget")) CHECK_FALSE(buys(id, below + 1));
      ++prices;
    }
    const auto& verdict = answer["verdict"];
    if (!verdict.contains("ways_in")) continue;
    for (const auto& way : verdict["ways_in"]) {
      const std::string flags = way["flags"];
      INFO(flags);
      const Question changed{question.fixed, with_options(question.options, flags)};
      CHECK(changed.ask(" --top 1000")["ranked"].size() == way["cards"]);
      ++ways;
    }
  }
  CHECK(prices > 20);
  CHECK(ways > 2);
}

TEST_CASE("fewer users are proposed if they admit a card") {
  const std::string question =
      "recommend --task serve --model llama-3.1-8b --ttft-limit 2 --prompt 4k --budget 4000 "
      "--users ";
  CHECK_THAT(unwrapped(run_line(question + "20").out),
             ContainsSubstring("It takes `--users 7` (one of 3 cards, such as RTX 4090, "));
  CHECK(run_line(question + "7 --only rtx-4090").status == 0);
  CHECK(run_line(question + "8 --only rtx-4090").status == 1);
}

// Returns the JSON of the question with the options of one of its ways in.
nlohmann::json tried(const std::string& question, const std::string& flags) {
  const std::string asked = "recommend" + with_options(question, flags) + " --format json";
  INFO(asked);
  return nlohmann::json::parse(run_gpupick(split_arguments(asked)).out);
}

TEST_CASE("what it takes admits the card and as many as said, and no more users", "[slow]") {
  constexpr const char* questions[] = {
      "--task serve --model llama-3.1-8b --users 200 --each 30 --only rtx-3090",
      "--task serve --model llama-3.1-8b --users 200 --each 200 --budget 700",
      "--task serve --model llama-3.1-8b --users 200 --ttft-limit 1 --budget 2000",
      "--task serve --model qwen3-32b --users 100 --each 10 --budget 2000",
      "--task serve --model llama-3.3-70b --users 64 --draft-model llama-3.2-1b --budget 2000",
      "--task lora --quant bf16 --model qwen3-32b --budget 1000",
      "--model llama-3.3-70b --users 64 --budget 2000",
      "--model qwen3-32b --users 100 --budget 2000",
      "--model gpt-oss-120b --budget 800 --gpus 1 --ram 16",
      "--model deepseek-r1 --budget 3000"};
  int ways = 0;
  for (const char* question : questions) {
    const nlohmann::json nothing = tried(question, "");
    INFO(question);
    REQUIRE(nothing["ranked"].empty());
    for (const nlohmann::json& way : nothing["verdict"]["ways_in"]) {
      ++ways;
      const std::string flags = way["flags"];
      INFO(flags);
      const nlohmann::json found = tried(question, flags + " --top 1000");
      CHECK(found["ranked"].size() == way["cards"]);
      CHECK(std::ranges::any_of(found["ranked"], [&](const nlohmann::json& card) {
        return card["id"] == way["nearest"];
      }));
      // One user more is too many, where nothing but the target of each limits them.
      Options more = options_of(flags);
      const auto users = more.find("--users");
      const bool has_target = options_of(question).contains("--each");
      if (users == more.end() || !has_target) continue;
      users->second = std::to_string(std::stoi(users->second) + 1);
      std::string other = " --top 1000";
      for (const auto& [flag, value] : more) other += " " + flag + " " + value;
      const nlohmann::json too_many = tried(question, other);
      for (const nlohmann::json& card : too_many["ranked"]) CHECK(card["id"] != way["nearest"]);
    }
  }
  CHECK(ways > 8);
}

TEST_CASE("one option that fails hides no other that admits the card", "[slow]") {
  const auto why = [](const std::string& question) {
    return unwrapped(run_gpupick(split_arguments("recommend " + question)).out);
  };
  const std::string service = "--task serve --model llama-3.1-8b --why 3090 --users 200 ";
  CHECK_THAT(why(service + "--each 30"), ContainsSubstring("With `--users 48` it would be"));
  CHECK_THAT(why(service + "--each 200"), ContainsSubstring("`--each "));
  CHECK_THAT(why(service + "--each 200"), !ContainsSubstring("No option"));
}

TEST_CASE("QLoRA is proposed with its format, whatever format was given") {
  const Run run = run_line("estimate rtx-3060-12gb --task lora --quant bf16 --model llama-3.1-8b");
  const std::string way = "--task qlora --quant nf4-dq --chunked-loss";
  CHECK_THAT(run.out, ContainsSubstring("with `" + way + "`"));
  CHECK(run_line("estimate rtx-3060-12gb --model llama-3.1-8b " + way).status == 0);
}

TEST_CASE("nothing is proposed that is too slow for each of the users") {
  const std::string many = "estimate 3060-12gb --model llama-3.1-70b --users ";
  const Run run = run_line(many + "30");
  CHECK_THAT(run.out, !ContainsSubstring("with 12 cards"));
  CHECK_THAT(run.out, ContainsSubstring("Fits      on 2 x RTX PRO 6000"));
}

TEST_CASE("a figure that the job lacks is not blamed on the cards") {
  const std::string question = "recommend --task qlora --model qwen3.5-9b";
  const Run run = run_line(question);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("No answer for Qwen3.5-9B: the training memory of layers "
                                        "with a state is not known."));
  CHECK_THAT(run_line(question + " --short").out, ContainsSubstring("No answer for Qwen3.5-9B"));
}

TEST_CASE("a way with more cards names the larger computer") {
  const std::string question =
      "recommend --model llama-3.1-405b --runtime vllm --quant awq --only ";
  CHECK_THAT(unwrapped(run_line(question + "rtx-5090").out),
             ContainsSubstring("It takes `--gpus 8` (RTX 5090, in a server, "));
}

TEST_CASE("estimate proposes a format or a cache with which the computer holds the rest") {
  const std::string question = "estimate 3060-12gb --model mixtral-8x7b --context 32768 --ram 16";
  const Run run = run_line(question);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("with `--quant q3_k_l`: 12 tokens/s"));
  const Run other = run_line(question + " --quant q3_k_l");
  CHECK(other.status == 0);
  CHECK_THAT(other.out, ContainsSubstring("12 tokens/s (6-18, rough) with 15.3 GiB"));
}

TEST_CASE("recommend proposes a smaller cache where a long context makes the job slow") {
  const std::string question = "recommend --model llama-2-13b --context 24k --only 3090 --gpus 1";
  const Run run = run_line(question);
  CHECK_THAT(run.out, ContainsSubstring("(made for 4,096)"));
  CHECK_THAT(run.out, ContainsSubstring("With `--kv-quant q8_0`: RTX 3090"));
  const Run other = run_line(question + " --kv-quant q8_0");
  CHECK_THAT(other.out, !ContainsSubstring("of the weights in"));
  CHECK_THAT(other.out, !ContainsSubstring("With `--kv-quant"));
}

TEST_CASE("a smaller cache is proposed to a server whose users need much of it") {
  const std::string question =
      "recommend --task serve --model glm-4.5-air --users 8 --context 32k --budget 16000";
  const auto ask = [](const std::string& line) {
    return unwrapped(run_gpupick(split_arguments(line)).out);
  };
  CHECK_THAT(ask(question), ContainsSubstring("With `--kv-quant fp8`: 2 x RTX A6000"));
  CHECK_THAT(ask(question + " --only rtx-a6000"),
             ContainsSubstring("It takes `--kv-quant fp8` (2 x RTX A6000"));
}

TEST_CASE("recommend proposes fewer bits where the card to buy does not hold the model") {
  const std::string question = "recommend --model mistral-small-24b --context 8k --budget 300";
  const auto ask = [](const std::string& line) {
    return unwrapped(run_gpupick(split_arguments(line)).out);
  };
  const std::string text = ask(question), way = "With `--quant ";
  CHECK_THAT(text, ContainsSubstring("of the weights"));
  const std::size_t at = text.find(way);
  REQUIRE(at != std::string::npos);
  const std::string format =
      text.substr(at + way.size(), text.find('`', at + way.size()) - at - way.size());
  const std::string card =
      text.substr(text.find(": ", at) + 2, text.find(',', at) - text.find(": ", at) - 2);
  const std::string other = ask(question + " --quant " + format);
  CHECK_THAT(other, ContainsSubstring("Buy a used " + card));
  CHECK_THAT(other, !ContainsSubstring("of the weights"));
  CHECK_THAT(ask(question + " --quant q8_0"), !ContainsSubstring(way));
}

TEST_CASE(
    "recommend names the card to buy in FP8 if it serves better, and no other format is set") {
  const std::string question =
      "recommend --task serve --model qwen3-8b --users 32 --budget 2500 --format text";
  const auto ask = [](const std::string& line) { return run_gpupick(split_arguments(line)); };
  const std::string text = unwrapped(ask(question).out);
  const std::size_t with = text.find("With `--quant fp8`: ");
  REQUIRE(with != std::string::npos);
  const std::string card = text.substr(with + 20, text.find(',', with) - with - 20);
  CHECK_THAT(ask(question + " --quant fp8").out, ContainsSubstring("Buy       a used " + card));
  CHECK_THAT(ask(question + " --quant fp8").out, !ContainsSubstring("With `--quant"));
  CHECK_THAT(ask(question + " --quant bf16").out, !ContainsSubstring("With `--quant"));
}

TEST_CASE("a way in names the best card that it admits") {
  const std::string question = "recommend --model gpt-oss-120b --gpus 1";
  const std::string limits[] = {" --budget 800", " --ram 32"};
  const auto json = [](const std::string& line) {
    return nlohmann::json::parse(run_line(line + " --format json").out);
  };
  const nlohmann::json ways = json(question + limits[0] + limits[1])["verdict"]["ways_in"];
  REQUIRE(!ways.empty());
  for (const nlohmann::json& way : ways) {
    const std::string flags = way["flags"];
    INFO(flags);
    std::string changed = question + " " + flags;
    for (const std::string& limit : limits)
      if (limit.substr(0, limit.rfind(' ')) != " " + flags.substr(0, flags.find(' ')))
        changed += limit;
    const nlohmann::json ranked = json(changed)["ranked"];
    std::string best;
    for (const nlohmann::json& card : ranked)
      if (best.empty() && card["price_trusted"] == true) best = card["id"];
    CHECK(way["nearest"] == (best.empty() ? ranked[0]["id"].get<std::string>() : best));
  }
}

}  // namespace
}  // namespace gpupick
