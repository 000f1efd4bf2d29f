// The documents are tests: each `$ gpupick ...` line in a ```console block of README.md, docs/ and
// tests/cli/ runs in-process, and its output is compared with the lines below it. "[exit 1]" as the
// last line is the exit status; "< FILE" at the end of a command feeds standard input, and
// "$ COLUMNS=60 gpupick ..." sets the width of the terminal, which shows UTF-8 with
// "$ COLUMNS=60 LANG=C.UTF-8 gpupick ...". Files are read from the folder of the document
// (README.md and docs/: the project's).
//
// README.md and docs/ show the shipped data; commands in tests/cli/ use the fixed catalog, so that
// they test the program alone. The build target refresh_docs writes the present output into the
// documents.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view usual = "$ gpupick", narrowed = "$ COLUMNS=";

bool is_command(std::string_view line) {
  return line.starts_with(usual) || line.starts_with(narrowed);
}

// Returns the output of a command as documents show it.
std::string transcript(const std::string& command) {
  const std::size_t width =
      command.starts_with(narrowed) ? std::stoul(command.substr(narrowed.size())) : 100;
  std::string line = command.substr(command.find("gpupick") + std::string("gpupick").size());
  std::string in;
  if (const std::size_t from = line.rfind(" < "); from != std::string::npos) {
    in = read_text(line.substr(from + 3));
    line.resize(from);
  }
  const bool unicode = command.find(" LANG=C.UTF-8 ") != std::string::npos;
  const Run run = run_gpupick(split_arguments(line), in, width, unicode);
  std::string text = run.out + run.err;
  if (run.status != 0) text += "[exit " + std::to_string(run.status) + "]\n";
  return text;
}

// Returns the document with the present output of every command.
std::string played(const std::string& document, std::size_t& commands) {
  std::istringstream lines(document);
  std::string out, line;
  bool inside = false, skipping = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```console";
      skipping = false;
    } else if (inside && is_command(line)) {
      out += line + "\n" + transcript(line);
      skipping = true;
      ++commands;
      continue;
    } else if (inside && line.starts_with("$ ")) {
      skipping = false;
    }
    if (!skipping) out += line + "\n";
  }
  return out;
}

// Returns the first line that differs from the document, with its command.
std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream old_lines(expected), new_lines(actual);
  std::string command, before, after;
  for (std::size_t line = 1; before == after; ++line) {
    if (before.starts_with("$ ")) command = before;
    if (!std::getline(old_lines, before)) before = "the end of the document";
    if (!std::getline(new_lines, after)) after = "the end of the output";
    if (before == "the end of the document" && after == "the end of the output") break;
    if (before != after)
      return command + "\nline " + std::to_string(line) + " is\n  " + before + "\nbut now\n  " +
             after;
  }
  return "no difference";
}

// True if documents are written instead of compared.
bool updating() {
  const char* update = std::getenv("GPUPICK_UPDATE_GOLDEN");
  return update && *update == '1';
}

void check_document(const fs::path& path, const fs::path& folder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  const std::string expected = read_text(path.string());
  std::size_t commands = 0;
  const std::string actual = played(expected, commands);
  fs::current_path(before);
  if (updating()) {
    if (actual != expected) std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  INFO(path.string() << ":\n" << first_difference(expected, actual));
  CHECK((actual == expected));
}

std::vector<fs::path> documents_in(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST_CASE("documents in tests/cli show the present output", "[documents]") {
  for (const fs::path& path : documents_in(project_path("tests/cli")))
    check_document(path, path.parent_path());
}

TEST_CASE("pages and pictures in docs/ are what the commands write", "[documents]") {
  for (const auto& [page, command] :
       {std::pair("docs/fields.md", "generate reference"),
        std::pair("docs/json.md", "generate answers"),
        std::pair("docs/plot.svg", "recommend --vram 24 --budget 2000 --format svg")}) {
    const std::string path = project_path(page);
    const std::string made = run_gpupick(split_arguments(command)).out;
    if (updating())
      std::ofstream(path, std::ios::binary) << made;
    else
      CHECK((made == read_text(path)));
  }
}

TEST_CASE("examples in README.md and docs/ show the present output", "[documents][slow]") {
  std::vector<fs::path> paths = documents_in(project_path("docs"));
  paths.emplace_back(project_path("README.md"));
  for (const fs::path& path : paths) check_document(path, project_path("."));
}

}  // namespace
}  // namespace gpupick
