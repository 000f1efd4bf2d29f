// Feeds the fuzzer's corpus and pieces of a good file, with any compiler. Checks that nothing
// crashes and that no output acts on a terminal. Sanitizer builds find more, and the fuzzer starts
// from the broken files of tests/bad too.
#include <filesystem>

#include "catalog/validate.hpp"
#include "catch.hpp"
#include "fuzz/feed.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("no input of the corpus has a faulty answer", "[slow]") {
  // The recorded output of every tool is part of it.
  std::size_t files = 0;
  for (const char* folder : {"tests/fuzz/corpus", "tests/unit/tools"})
    for (const auto& entry : std::filesystem::directory_iterator(project_path(folder))) {
      INFO(entry.path());
      CHECK(feed(read_text(entry.path().string())) == "");
      ++files;
    }
  CHECK(files > 200);
}

TEST_CASE("no cut and no changed byte of a good file has a faulty answer") {
  const std::string good = read_text(project_path("tests/fuzz/corpus/small.json"));
  std::vector<Diagnostic> found;
  const Dataset data = read_data({{"small.json", good}}, found);
  CHECK(found.empty());
  CHECK(count(validate(data, shipped_catalog()), Severity::error) == 0);
  CHECK(feed(good) == "");
  for (std::size_t i = 0; i < good.size(); i += 397)
    CHECK(feed(std::string_view(good).substr(0, i)) == "");
  std::mt19937 random(3);
  for (int i = 0; i < 10; ++i) {
    std::string broken = good;
    for (int k = 0; k < 3; ++k)
      broken[draw(random, broken.size())] = static_cast<char>(draw(random, 256));
    CHECK(feed(broken) == "");
  }
}

}  // namespace
}  // namespace gpupick
