// The fuzzer's corpus, the broken files and pieces of a good one, with any compiler. What is tested
// is that nothing crashes; sanitizer builds see more.
#include <filesystem>

#include "catalog/validate.hpp"
#include "catch.hpp"
#include "fuzz/feed.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

TEST_CASE("no bytes crash the reading of data") {
  std::size_t files = 0;
  for (const char* folder : {"tests/fuzz/corpus", "tests/bad"})
    for (const auto& entry : std::filesystem::directory_iterator(project_path(folder))) {
      feed(read_text(entry.path().string()));
      ++files;
    }
  CHECK(files > 16);
}

TEST_CASE("no question to changed data crashes") {
  for (int i = 0; i < 40; ++i) feed("!" + std::to_string(i));
  for (const char* line : {"$recommend --for llm-inference --budget 1500 --format json",
                           "$diff rtx-3090 rtx-4090 --all", "$estimate 3090:2 --task qlora",
                           "%card,model,context\nrtx-3090,llama-3.1-8b,8k\n,,\n\"x\n"})
    feed(line);
  SUCCEED();
}

TEST_CASE("no cut and no changed byte of a good file crashes") {
  const std::string good = read_text(project_path("tests/fuzz/corpus/small.json"));
  std::vector<Diagnostic> found;
  const Dataset data = read_data({{"small.json", good}}, found);
  CHECK(found.empty());
  CHECK(count(validate(data, Catalog(Dataset{})), Severity::error) == 0);
  feed(good);
  for (std::size_t i = 0; i < good.size(); i += 7) feed(std::string_view(good).substr(0, i));
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::string broken = good;
    for (int k = 0; k < 3; ++k)
      broken[draw(random, broken.size())] = static_cast<char>(draw(random, 256));
    feed(broken);
  }
  SUCCEED();
}

}  // namespace
}  // namespace gpupick
