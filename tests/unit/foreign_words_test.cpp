// Words of other programs: each alias answers as our words do, and each refusal names words that
// work.
#include "cli/foreign_words.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "catch.hpp"
#include "cli/pages.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

const std::vector<CommandPage>& pages() {
  static const std::vector<CommandPage> all = command_pages();
  return all;
}

Words joined(Words first, const Words& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// Returns the row of the flag in a command, or null. Flags of every command count.
const FlagRow* flag_of(const std::string& command, const std::string& flag) {
  for (const CommandPage& page : pages())
    if (page.name.empty() || page.name.front() == command)
      for (const FlagRow& row : page.flags)
        if (std::ranges::find(row.names, flag) != row.names.end()) return &row;
  return nullptr;
}

// Returns words that complete a command of ours.
Words argument_of(const std::string& ours) {
  static const std::map<std::string, std::string> words = {
      {"diff", "rtx-3090 rtx-4090"},
      {"show", "rtx-4090"},
      {"list --match", "4090"},
      {"recommend --have", "rtx-3090"},
      {"recommend --why", "rtx-4090"},
      {"prices", "rtx-3090"},
      {"prices import", project_path("tests/unit/prices.csv")},
      {"detect", "--from-file " + project_path("tests/unit/nvidia-smi.txt")}};
  const auto found = words.find(ours);
  return found == words.end() ? Words{} : split_arguments(found->second);
}

// Returns the commands that take the flag, with what they need before it.
std::vector<Words> questions_with(const std::string& flag) {
  std::vector<Words> out;
  for (const char* line : {"recommend", "recommend --model llama-3.1-8b", "list",
                           "estimate rtx-4090", "recommend --task serve --model llama-3.1-8b"}) {
    const Words args = split_arguments(line);
    if (flag_of(args.front(), flag)) out.push_back(args);
  }
  return out;
}

// Returns a value that the flag takes, or no words for a switch.
Words value_of(const FlagRow& flag) {
  static const std::map<std::string, std::string> values = {
      {"--for", "general"},
      {"--as-of", "2026-10-10"},
      {"--budget", "5000"},
      {"--max-power", "500"},
      {"--context", "4096"},
      {"--only", "rtx-4090"},
      {"--sort", "price_usd"},
      {"--model", "llama-3.1-8b"},
      {"--quant", "q4_k_m"},
      {"--region", "EU"},
      {"--vendor", "nvidia"},
      {"--usable", "0.9"},
      {"--draft-model", "llama-3.2-1b"},
      {"--psu", "1000"},
      {"--max-length", "400"},
  };
  if (!flag.takes_value()) return {};
  for (const std::string& name : flag.names)
    if (const auto found = values.find(name); found != values.end()) return {found->second};
  return {flag.choices.empty() ? "8" : flag.choices.front()};
}

// Returns the answer to a question, which many foreign words share.
const Run& answer_to(const Words& ours) {
  static std::map<Words, Run> answers;
  const auto known = answers.find(ours);
  return known != answers.end() ? known->second
                                : answers.emplace(ours, run_fixed(ours)).first->second;
}

void check_same(const Words& foreign, const Words& ours) {
  INFO(join(foreign, " ") << " means " << join(ours, " "));
  const Run& expected = answer_to(ours);
  const Run found = run_fixed(foreign);
  CHECK(expected.status == 0);
  CHECK(found.status == expected.status);
  CHECK((found.out == expected.out));
  CHECK(found.err == expected.err);
}

// Returns the texts between backticks.
Words quoted_in(const std::string& text) {
  Words out;
  for (std::size_t from = text.find('`'); from != std::string::npos;) {
    const std::size_t end = text.find('`', from + 1);
    if (end == std::string::npos) break;
    out.push_back(text.substr(from + 1, end - from - 1));
    from = text.find('`', end + 1);
  }
  return out;
}

// Checks that an error names commands that answer and flags that exist.
void check_advice(const Words& args) {
  const Run run = run_gpupick(args);
  INFO(join(args, " ") << "\n" << run.err);
  CHECK(run.status == 2);
  Words named = quoted_in(run.err);
  std::erase_if(named, [](const std::string& text) { return text.ends_with(" --help"); });
  REQUIRE_FALSE(named.empty());
  for (const std::string& text : named) {
    INFO(text);
    const Words words = split_arguments(text);
    if (words.front() == "gpupick") {
      // One would write a file, the other asks for the cards of this computer.
      if (text.ends_with("PATH") || text.ends_with("detect")) continue;
      static std::map<std::string, int> statuses;  // many errors name the same command
      if (!statuses.contains(text))
        statuses[text] = run_gpupick({words.begin() + 1, words.end()}).status;
      CHECK(statuses[text] <= 1);
    } else {
      const bool known = flag_of("recommend", words.front()) || flag_of("estimate", words.front());
      CHECK(known);
    }
  }
}

TEST_CASE("each foreign command answers as ours, or its error names ours") {
  for (const ForeignWord& word : foreign_words()) {
    if (word.typed.starts_with('-')) continue;
    const std::string ours(word.ours);
    if (ours.empty()) {
      check_advice({std::string(word.typed)});
    } else if (ours == "detect" || ours == "prices import") {
      const Words rest = argument_of(ours);
      CHECK(run_fixed(joined({std::string(word.typed)}, rest)).out ==
            run_fixed(joined(split_arguments(ours), rest)).out);
    } else {
      check_same(joined({std::string(word.typed)}, argument_of(ours)),
                 joined(split_arguments(ours), argument_of(ours)));
    }
  }
}

TEST_CASE("each foreign flag answers as ours, or its error names ours", "[slow]") {
  for (const ForeignWord& word : foreign_words()) {
    if (!word.typed.starts_with('-')) continue;
    const Words typed = split_arguments(word.typed), ours = split_arguments(word.ours);
    if (word.ours == count_of_card) {
      check_same(joined({"estimate", "rtx-3090"}, joined(typed, {"2"})),
                 {"estimate", "rtx-3090:2"});
    } else if (word.ours.empty()) {
      check_advice(joined({typed.size() > 1 ? "recommend" : "detect"}, typed));
    } else {
      bool answered = false;
      for (const Words& question : questions_with(ours.front())) {
        const Words value =
            ours.size() > 1 ? Words{} : value_of(*flag_of(question.front(), ours[0]));
        if (answered || answer_to(joined(question, joined(ours, value))).status != 0) continue;
        check_same(joined(question, joined(typed, value)), joined(question, joined(ours, value)));
        answered = true;
      }
      INFO(word.typed);
      CHECK(answered);
    }
  }
}

TEST_CASE("our words are never replaced") {
  for (const CommandPage& page : pages()) {
    if (page.name.empty()) continue;
    CHECK(with_our_command(page.name) == page.name);
    for (const FlagRow& row : page.flags)
      if (!row.is_argument)
        CHECK(with_our_flags(joined(page.name, {row.names.back(), "x"}), [](const std::string&) {
                return true;
              }).size() == page.name.size() + 2);
  }
}

TEST_CASE("cards without a command are shown or compared") {
  const std::pair<const char*, const char*> rows[] = {
      {"4090", "show 4090"},
      {"rtx 4090", "show \"rtx 4090\""},
      {"rx 7900 xtx", "show \"rx 7900 xtx\""},
      {"4090 3090", "diff 4090 3090"},
      {"4090 vs 3090", "diff 4090 3090"},
      {"rtx 4090 vs rtx 3090", "diff \"rtx 4090\" \"rtx 3090\""},
      {"dgx-spark", "show dgx-spark"},
      {"dgx spark", "show dgx-spark"},
      {"dgx-spark 4090", "diff dgx-spark 4090"},
      {"dgx-spark vs 4090", "diff dgx-spark 4090"},
      {"4090 --json", "show 4090 --format json"},
      {"diff 4090 vs 3090", "diff 4090 3090"},
      {"compare rtx 4090 vs. rtx 3090 --json", "diff \"rtx 4090\" \"rtx 3090\" --format json"},
      {"diff rtx-4090,rtx-3090", "diff rtx-4090 rtx-3090"},
      {"help compare", "diff --help"},
      {"list --limit=3", "list --top 3"},
      {"estimate 3090+3090 --model llama-3.1-8b", "estimate 3090:2 --model llama-3.1-8b"},
      {"--format json compare 3090 4090", "--format json diff 3090 4090"},
      {"--no-config --as-of=2026-10-10 upgrade 3090",
       "--no-config --as-of=2026-10-10 recommend --have 3090"},
      {"recommend --os=mac", "recommend --os macos"},
      {"recommend --half-height", "recommend --low-profile"},
      {"recommend --for 'learn cuda'", "recommend --for beginner"},
      {"estimate 4090 --model llama-3.1-8b --num_ctx 8192",
       "estimate 4090 --model llama-3.1-8b --context 8192"}};
  for (const auto& [typed, meant] : rows)
    check_same(split_arguments(typed), split_arguments(meant));
}

TEST_CASE("everyday words name workloads") {
  const std::pair<const char*, const char*> rows[] = {{"chat", "llm-inference"},
                                                      {"coding", "llm-inference"},
                                                      {"rag", "llm-inference"},
                                                      {"images", "image-generation"},
                                                      {"Stable Diffusion", "image-generation"},
                                                      {"training", "llm-training"},
                                                      {"fine-tuning", "llm-finetuning"}};
  for (const auto& [typed, meant] : rows) {
    INFO(typed);
    CHECK(fixed_catalog().find_workload(typed).id == meant);
    CHECK(shipped_catalog().find_workload(typed).id == meant);
  }
  CHECK(shipped_catalog().find_workload("video").id == "video-generation");
  check_advice({"recommend", "--for", "gaming"});
}

TEST_CASE("errors name the next step") {
  const std::pair<const char*, const char*> rows[] = {
      {"show 24GB", "`gpupick list --vram 24`"},
      {"fit --vram 24", "`gpupick recommend` and `gpupick list` take it"},
      {"show 4090 3090", "`gpupick diff 3090 4090` compares several"},
      {"prices 4090 5090", "'5090' was not expected"},
      {"recommend llama", "as in `gpupick recommend --vram 24 --budget 2000`"},
      {"recommend --price 600", "`--budget USD`"},
      {"recommend --min-speed 30", "`--model qwen3-8b`"},
      {"estimate 4090 --params 30B-A3B", "a mixture of experts is read from its config.json"},
      {"fit Standard_NC24ads_A100_v4", "`gpupick fit a100-pcie-80gb`"},
      {"fit g5.48xlarge", "`gpupick fit a10g:8`"},
      {"estimate 4090 --model qwen3-8b --n_gpu_layers 20", "`--ram GIB`"},
      {"recommend --why rtx-3090:2", "`--gpus 2 --why rtx-3090`"},
      {"recommend --have 3090:2,3060-12gb", "--have takes cards of one kind"},
      {"recommend --have 3090:2+3060-12gb", "--have takes cards of one kind"},
      {"recommend --budget 500EUR", "`--currency EUR=RATE`"},
      {"recommend --exclude amd", "`--vendor` names the makers to keep"},
      {"catalog add cards.csv", "`gpupick help catalog import` tells how"},
      {"catalog import cards.csv", "cannot read 'cards.csv'"},
      {"cost api --model qwen3-8b", "shows the price of an API"},
      {"estimate 4090 qwen3-8b", "`--model qwen3-8b`"},
      {"fit 4090 qwen3-8b", "write `gpupick estimate rtx-4090 --model qwen3-8b`"},
      {"fit 4090 --model qwen3-8b", "write `gpupick estimate rtx-4090 --model qwen3-8b`"},
      {"estimate qwen3-8b 4090", "write `gpupick estimate rtx-4090 --model qwen3-8b`"},
      {"models 4090 --model qwen3-8b", "write `gpupick estimate rtx-4090 --model qwen3-8b`"},
      {"recommend 4090", "`--why rtx-4090` says whether to buy it, `--have rtx-4090`"},
      {"recommend --budget 2000 3090", "`--why rtx-3090`"},
      {"recommend 500", "did you mean `--budget 500`?"},
      {"recommend 24GB", "did you mean `--vram 24GB`?"},
      {"recommend --psu 650 W", "write `--psu 650W`"},
      {"recommend --budget 500 USD", "write `--budget 500USD`"},
      {"recommend --task serve --users 3 --users 4", "--users was given more than once"},
      {"estimate 4090 --model qwen3-8b -ctk q8_0", "`--kv-quant TYPE`"},
      {"recommend --tool ollama", "programs belong to a kind of work"},
      {"recommend --egpu", "cases for external cards are not covered"},
      {"recommend --for xyzzy", "`gpupick workloads` says what each is"},
      {"diff 3090 4090 --limit 3", "it means `--top`, which `diff` does not take"}};
  for (const auto& [line, hint] : rows) {
    const Run run = run_fixed(split_arguments(line));
    INFO(line << "\n" << run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(hint));
  }
}

}  // namespace
}  // namespace gpupick
