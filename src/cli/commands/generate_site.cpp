// A folder of pages for a web server: the answers to the questions of the data, and an index.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "cli/ask.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/question.hpp"
#include "workloads/workload.hpp"

namespace gpupick {
namespace {

std::string address_of(const SiteQuestion& question) { return fmt::format("{}.html", question.id); }

std::vector<SiteQuestion> in_order(const Catalog& catalog) {
  const std::span<const SiteQuestion> questions = catalog.of<SiteQuestion>();
  std::vector<SiteQuestion> out(questions.begin(), questions.end());
  std::ranges::stable_sort(out, {}, &SiteQuestion::place);
  return out;
}

std::vector<std::pair<std::string, std::string>> links_of(
    const SiteQuestion& question, const std::vector<SiteQuestion>& questions, Date day) {
  std::vector<std::pair<std::string, std::string>> out = {
      {fmt::format("All questions, as of {}", iso(day)), "index.html"}};
  for (const SiteQuestion& other : questions)
    if (other.group == question.group && other.id != question.id)
      out.emplace_back(other.title, address_of(other));
  return out;
}

// Returns the words of the question's command line. Throws Error unless its command and flags are
// those of a tool: data must not make the program read or write files.
Words words_of(const SiteQuestion& question, const std::vector<CommandPage>& pages) {
  Words words(question.command.begin(), question.command.end());
  const McpTool& tool = find_tool(words.empty() ? "" : words.front());
  const std::vector<ToolArgument> known = arguments_of(tool, pages);
  for (const std::string& word : words) {
    const std::string flag = word.substr(0, word.find('='));
    const auto is_it = [&](const ToolArgument& one) { return one.flag.names.front() == flag; };
    if (word.starts_with("-") && std::ranges::none_of(known, is_it))
      throw Error("{} takes no '{}' here", tool.name, printable(flag));
  }
  return words;
}

// Returns what the command line prints with these flags at its end. Throws Error if it is refused.
std::string answer_to(Words args, const Words& flags, const CommandRunner& runner) {
  args.insert(args.end(), flags.begin(), flags.end());
  const Reply reply = runner.run(args);
  if (reply.status == 2) throw Error(reply.remarks);
  return reply.answer;
}

class Site : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("folder", folder_, "PATH",
                   "where to write the pages; those of an earlier run are replaced", true);
  }

  ExitStatus run(Session& session) override {
    const Words flags = flags_of(session.global);
    const Catalog catalog = load_catalog(session.global, session.inputs, session.err);
    const std::vector<SiteQuestion> questions = in_order(catalog);
    const Date day = day_of(catalog, session.global);
    const std::vector<CommandPage> pages = command_pages();
    if (folder_ == "-") throw Error("a site is a folder of pages; name the folder");
    std::vector<SiteEntry> entries;
    std::vector<std::pair<std::string, std::string>> files;  // names and texts
    for (const SiteQuestion& question : questions) {
      try {
        Words args = words_of(question, pages);
        args.insert(args.end(), flags.begin(), flags.end());
        CommandRunner runner{session.environment().today, session.usual_config()};
        SiteEntry entry{question.group, question.title, address_of(question), ""};
        if (args.front() == "recommend") entry.answer = answer_to(args, {"--short"}, runner);
        runner.links = links_of(question, questions, day);
        files.emplace_back(entry.address, answer_to(args, {"--format", "html"}, runner));
        entries.push_back(std::move(entry));
      } catch (const Error& error) {
        throw Error("question '{}': {}", question.id, error.what());
      }
    }
    files.emplace_back("index.html", site_index(entries, day));
    for (const auto& [name, text] : files) check_place(name);
    std::size_t replaced = 0;
    for (const auto& [name, text] : files) replaced += write_in_folder(folder_, name, text);
    session.out << fmt::format("wrote {} answers and index.html into {}{}\n", entries.size(),
                               printable(folder_), in_place_of(replaced));
    return ExitStatus::done;
  }

 private:
  void check_place(const std::string& name) const {
    const std::filesystem::path path = path_of(folder_) / name;
    if (is_folder(path)) throw Error("cannot write '{}': it is a folder", printable(text_of(path)));
  }

  std::string folder_;
};

}  // namespace

extern const CommandInfo site_command = {
    "site", "answers to usual questions as web pages, with an index, into a folder",
    "  gpupick generate site public", make_command<Site>};

}  // namespace gpupick
