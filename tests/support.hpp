// What the tests share: running whole command lines in-process, and making cards.
#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "job/job.hpp"
#include "ranking/score.hpp"

namespace gpupick {

struct Run {
  int status = 0;
  std::string out, err;
};

// Runs the program with these arguments on a terminal so wide; today is 2026-11-21.
Run run_gpupick(const std::vector<std::string>& args, const std::string& in = "",
                std::size_t width = 100);

// Those arguments with the fixed catalog in place of the built-in data, unless they name a catalog.
std::vector<std::string> on_fixed(std::vector<std::string> args);

// As run_gpupick, on the fixed catalog.
Run run_fixed(const std::vector<std::string>& args, const std::string& in = "",
              std::size_t width = 100);

// The arguments of a command line as a shell would split it, with single and double quotes.
std::vector<std::string> split_arguments(std::string_view line);

// The path of a file of the project.
std::string project_path(std::string_view relative);
std::string read_text(const std::string& path);

// Replaces what stands between the marks of a document: <!-- written by WRITER --> and <!-- end
// -->.
void write_between(const std::string& path, const std::string& writer, const std::string& text);

// The text and the list, kept as long as the process: what records that a test makes look into.
std::string_view kept(std::string_view text);
Texts kept_list(std::initializer_list<std::string_view> texts);

// The files of data in a folder of the project, kept likewise.
std::vector<File> data_files(std::string_view folder);

// The data of one JSON text; the text must be well formed.
Dataset data_of(std::string_view text);

// The shipped data: for tests of the data. Its figures and prices change.
const Catalog& shipped_catalog();

// The catalog of tests/catalog: a few dozen cards with their prices, models and constants as they
// once were. For tests of behaviour, which no change of the shipped data may break.
const Catalog& fixed_catalog();

// A job of a language model of the fixed catalog, as its task is usually run: 2,048 tokens,
// checkpoints where that is tuning, shards where all parameters are trained.
Job of_model(Task task, std::string_view model);

// A job of a network of the fixed catalog, in mixed precision.
Job of_network(Task task, std::string_view network, double batch = 1);

// The estimate of a job on so many cards of the fixed catalog.
JobEstimate estimate_of(const char* card, const Job& job, double count = 1);

// The model of the text of a config.json, and what reading refuses it with; "" where it does not.
Model model_of(std::string_view config);
std::string refusal_of(std::string_view config);

// A profile like the shipped ones, and a query for it as of 2026-11-21.
Workload simple_workload();
Query simple_query(const Workload& workload);

// A number from 0 up to, but not including, `end`; the same on every platform.
inline std::size_t draw(std::mt19937& random, std::size_t end) { return random() % end; }

// A plausible card: every figure that scoring needs, drawn at random, some of them unknown.
Gpu random_gpu(std::mt19937& random, const std::string& id);

// A catalog of these cards, each with one price observation.
Catalog catalog_of(const std::vector<Gpu>& gpus, std::mt19937& random);

}  // namespace gpupick
