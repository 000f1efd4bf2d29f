#include "fuzz/feed.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "fuzz/output.hpp"
#include "fuzz/question.hpp"
#include "models/safetensors.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Inputs must not write files or read files of the machine.
bool touches_files(const std::vector<std::string>& args) {
  return std::ranges::any_of(args, [](const std::string& arg) {
    return arg.starts_with("--to") || arg == "files" || arg == "site" ||
           arg.find('/') != std::string::npos;
  });
}

std::string feed_command(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::vector<std::string> args = split_arguments(bytes.substr(0, end));
  if (touches_files(args)) return "";
  return fault_of(args,
                  run_gpupick(args, std::string(bytes.substr(std::min(end + 1, bytes.size())))));
}

std::string feed_question(std::string_view bytes) {
  Decisions decisions(bytes);
  const Asked asked = any_question(decisions);
  return fault_of_known(asked.args, run_gpupick(asked.args, asked.in));
}

// Reads the bytes as the header of a safetensors file and as an index, which only stand in files.
void feed_weights(std::string_view bytes) {
  const Catalog& catalog = shipped_catalog();
  for (const char* name : {"model.safetensors", "model.safetensors.index.json"}) try {
      Arena arena;
      Model model = catalog.models().front();
      const StoredWeights weights =
          stored_weights({name, bytes}, 2 * static_cast<double>(bytes.size()), model, arena);
      fit_to_files(weights, catalog.quantisations(), model, arena);
    } catch (const Error&) {
    }
}

std::string feed_file(std::string_view bytes) {
  feed_weights(bytes);
  static const std::vector<std::vector<std::string>> readers = {
      {"validate", "-"},
      {"validate", "-", "--format", "sarif"},
      {"recommend", "--catalog", "-"},
      {"catalog", "diff", "-", "-", "--format", "json"},
      {"estimate", "rtx-3090", "--model", "-"},
      {"models", "--config", "-"},
      {"detect", "--from-file", "-"},
      {"prices", "import", "-"},
      {"catalog", "import", "-", "--skip-bad"},
      {"prices", "rtx-3090", "--add", "-"}};
  for (const std::vector<std::string>& args : readers) {
    const Run run = run_gpupick(args, std::string(bytes));
    if (std::string fault = fault_of(args, run); !fault.empty()) return fault;
    if (args.front() == "prices" && args.back() == "-" && run.status == 0 && args[1] == "import" &&
        run_gpupick({"validate", "-"}, run.out).status != 0)
      return "an import that validate refuses";
  }
  return "";
}

}  // namespace

std::string feed(std::string_view bytes) {
  if (bytes.starts_with('$')) return feed_command(bytes.substr(1));
  if (bytes.starts_with('!')) return feed_question(bytes.substr(1));
  return feed_file(bytes);
}

}  // namespace gpupick
