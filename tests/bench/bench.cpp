// Prints how long the parts of a run take on the shipped data, in milliseconds: the median of 51
// rounds. With a path it prints how many CPU seconds nlohmann::json::parse takes for that file, as
// a reference for growth.py. Build with CMAKE_BUILD_TYPE=Release.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>

#include "answer/answers.hpp"
#include "catalog/built_in.hpp"
#include "catalog/validate.hpp"
#include "job/usual_job.hpp"
#include "render/render.hpp"
#include "support.hpp"

namespace {

double median_ms(const std::function<void()>& part) {
  std::vector<double> rounds;
  for (int i = 0; i < 51; ++i) {
    const auto start = std::chrono::steady_clock::now();
    part();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    rounds.push_back(taken.count());
  }
  std::nth_element(rounds.begin(), rounds.begin() + 25, rounds.end());
  return rounds[25];
}

void print(const char* what, const std::function<void()>& part) {
  std::printf("%-28s %8.3f ms\n", what, median_ms(part));
}

void print_rate(const std::string& what, std::size_t count, const std::function<void()>& part) {
  std::printf("%-28s %8.0f a second\n", what.c_str(),
              static_cast<double>(count) / median_ms(part) * 1e3);
}

}  // namespace

int parse_alone(const char* path) {
  const std::string text = gpupick::read_text(path);
  const std::clock_t start = std::clock();
  const nlohmann::json parsed = nlohmann::json::parse(text);
  std::printf("%.3f\n", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  return parsed.empty() ? 1 : 0;
}

int main(int argc, char** argv) {
  using namespace gpupick;
  if (argc > 1) return parse_alone(argv[1]);
  std::vector<Diagnostic> diagnostics;
  const std::vector<File> files = data_files("data");
  const Dataset data = read_data(files, diagnostics);
  const Catalog catalog(built_in());
  Query query;
  query.workload = &catalog.find_workload("general");
  query.weights = catalog.find_preference("balanced").shares();
  query.scale = catalog.score_scale();
  query.day = catalog.day();
  print("read the shipped data", [&] { read_data(files, diagnostics); });
  print("read, and make a catalog", [&] { Catalog made(read_data(files, diagnostics)); });
  print("make the built-in catalog", [&] { Catalog made(built_in()); });
  print("validate it", [&] { validate(data, Catalog(Dataset{})); });
  print("rank it", [&] { rank(catalog, query); });
  print("rank it and print JSON", [&] {
    const Ranking ranking = rank(catalog, query);
    const RankingView view;
    render(answer(ranking, view), Page{.format = Format::json});
  });
  print("find a card by name", [&] { catalog.find_gpu("rtx 4090"); });
  const Choices choices{&catalog, {80}};
  for (const auto& [task, name] :
       {std::pair(Task::chat, "llama-3.1-8b"), std::pair(Task::qlora, "llama-3.1-8b"),
        std::pair(Task::serve, "llama-3.1-8b"), std::pair(Task::image, "sdxl-base-1.0")}) {
    const Job job = is_language(task) ? usual_job(task, catalog.find_model(name), catalog)
                                      : usual_job(task, catalog.find_network(name), catalog);
    const auto each = [&](const auto& use) {
      for (const Gpu& gpu : catalog.gpus()) use(estimate(gpu, 1, job, catalog.calibration()));
    };
    double seconds = 0;  // keeps the compiler from dropping the estimates
    print_rate(fmt::format("estimates of {}", name_of(task)), catalog.gpus().size(),
               [&] { each([&](const JobEstimate& one) { seconds += one.fits; }); });
  }
  const Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  print_rate("rows of JSON, chat", catalog.gpus().size(), [&] {
    for (const Gpu& gpu : catalog.gpus())
      row_of_answers(estimate(gpu, 1, job, catalog.calibration(), choices), {});
  });
  return diagnostics.empty() ? 0 : 1;
}
