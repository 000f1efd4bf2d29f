// `gpupick generate site`: its pages, their links, and what data may ask.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "fuzz/output.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// A folder that is removed in the end.
struct Folder {
  Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path); }

  std::string text(const char* name) const { return read_text((path / name).string()); }
  Run write(std::vector<std::string> flags = {}) const {
    flags.insert(flags.begin(), {"generate", "site", path.string()});
    return run_fixed(flags);
  }

  const fs::path path = fs::temp_directory_path() / fmt::format("gpupick-site-{}", ::getpid());
};

// Writes a site with one more question, which stands first.
Run write_with_own(const Folder& folder, const std::string& command) {
  const fs::path data =
      fs::temp_directory_path() / fmt::format("gpupick-question-{}.json", ::getpid());
  std::ofstream(data)
      << R"({"questions": [{"id": "own", "place": 1, "group": "Own", "title": "<b>&", "command": [)"
      << command << "]}]}";
  Run run = folder.write({"--add", data.string()});
  fs::remove(data);
  return run;
}

TEST_CASE("a site has an index and a page for each question", "[site]") {
  const Folder folder;
  fs::create_directory(folder.path);
  std::ofstream(folder.path / "used-1000.html") << "an older page";
  const Run run = write_with_own(folder, R"("show", "rtx-3090")");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("wrote 4 answers and index.html into "));
  CHECK_THAT(run.out, ContainsSubstring(", in place of 1 file\n"));
  std::vector<std::string> names;
  for (const fs::directory_entry& one : fs::directory_iterator(folder.path))
    names.push_back(one.path().filename().string());
  std::ranges::sort(names);
  CHECK(names == std::vector<std::string>{"index.html", "nothing.html", "own.html",
                                          "two-cards.html", "used-1000.html"});
  for (const std::string& name : names) {
    INFO(name);
    CHECK(fault_of_known({"--format", "html"}, {0, folder.text(name.c_str()), ""}) == "");
  }
  const std::string index = folder.text("index.html");
  CHECK_THAT(index, ContainsSubstring("Answers as of 2026-10-10, by gpupick"));
  CHECK_THAT(
      index,
      ContainsSubstring(
          "<h2>Own</h2>\n<div class=\"cards\">\n<div><h3><a href=\"own.html\">&lt;b&gt;&amp;</a>"));
  CHECK_THAT(index,
             ContainsSubstring("<a href=\"used-1000.html\">A used card, up to 1,000 USD</a></h3>\n"
                               "<p>RX 9070, used, "));
  const std::string page = folder.text("used-1000.html");
  CHECK_THAT(page, ContainsSubstring(
                       "<nav><a href=\"index.html\">All questions, as of 2026-10-10</a></nav>"));
  CHECK_THAT(page, ContainsSubstring("<li><a href=\"nothing.html\">A card for 1 USD</a></li>"));
  CHECK_THAT(page, !ContainsSubstring("two-cards.html"));
  CHECK_THAT(page, ContainsSubstring("prices of 2026-10-10"));
  CHECK_THAT(page,
             ContainsSubstring("gpupick recommend --budget 1000 --condition used --catalog="));
}

TEST_CASE("no question of a site names a file", "[site]") {
  const std::pair<const char*, const char*> all[] = {
      {R"("generate", "files", "/tmp")", "question 'own': no tool is called 'generate'"},
      {R"("recommend", "--catalog=/etc")", "question 'own': recommend takes no '--catalog' here"},
      {R"("show", "no-card")", "question 'own': no card is called 'no-card'"},
      {"", "question 'own': no tool is called ''"}};
  for (const auto& [command, why] : all) {
    const Folder folder;
    const Run run = write_with_own(folder, command);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(why));
    CHECK(!fs::exists(folder.path));
  }
}

TEST_CASE("a site that is refused leaves its folder as it was", "[site]") {
  const Folder folder;
  const Run run = write_with_own(folder, R"("recommend", "--top=none")");
  CHECK(run.status == 2);
  CHECK(!fs::exists(folder.path));
  fs::create_directories(folder.path / "index.html");
  CHECK_THAT(folder.write().err, ContainsSubstring("it is a folder"));
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
  for (const char* what : {"site", "files"}) CHECK(run_fixed({"generate", what, "-"}).status == 2);
  CHECK(!fs::exists("-"));
}

TEST_CASE("installed files say how many they replace", "[site]") {
  const Folder folder;
  const std::vector<std::string> args{"generate", "files", folder.path.string()};
  const std::string first = run_fixed(args).out, second = run_fixed(args).out;
  CHECK_THAT(first, ContainsSubstring("bash, zsh and fish\n"));
  CHECK_THAT(second, ContainsSubstring("bash, zsh and fish, in place of "));
}

TEST_CASE("a site refuses what it cannot read or write", "[site]") {
  CHECK(Folder().write({"--add", "-"}).status == 2);
  const Run run = run_fixed({"generate", "site", project_path("README.md") + "/pages"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, ContainsSubstring("cannot write"));
}

}  // namespace
}  // namespace gpupick
