// Helpers of the tests: they run whole command lines in-process and make cards.
#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"
#include "job/job.hpp"
#include "ranking/score.hpp"

namespace gpupick {

struct Run {
  int status = 0;
  std::string out, err;
};

// Runs the program with these arguments on a terminal of `width` columns, with UTF-8 if `unicode`.
// Today is 2026-11-21.
Run run_gpupick(const std::vector<std::string>& args, const std::string& in = "",
                std::size_t width = 100, bool unicode = false);

// Adds the fixed catalog in place of the built-in data, unless the arguments name a catalog.
std::vector<std::string> on_fixed(std::vector<std::string> args);

// Like run_gpupick, on the fixed catalog.
Run run_fixed(const std::vector<std::string>& args, const std::string& in = "",
              std::size_t width = 100);

// Joins the lines of a text that the width of the page broke.
std::string unwrapped(const std::string& text);

// Splits a command line like a shell, with single and double quotes.
std::vector<std::string> split_arguments(std::string_view line);

// The absolute path of a project file.
std::string project_path(std::string_view relative);
std::string read_text(const std::string& path);

// Replaces the text between the marks <!-- written by WRITER --> and <!-- end --> of a document.
void write_between(const std::string& path, const std::string& writer, const std::string& text);

// Copies that live as long as the process, for the texts of records that a test makes.
std::string_view kept(std::string_view text);
Texts kept_list(std::initializer_list<std::string_view> texts);

// The data files in a folder of the project. Their texts live as long as the process.
std::vector<File> data_files(std::string_view folder);

// Reads one JSON text. Throws if it is malformed.
Dataset dataset_from(std::string_view text);

// The shipped data, for tests of the data itself. Its figures and prices change.
const Catalog& shipped_catalog();

// The catalog of tests/catalog: a few dozen cards with prices, models and constants that never
// change. For tests of behaviour, which changes of the shipped data must not break.
const Catalog& fixed_catalog();

// A job of a language model of the fixed catalog with its task's usual settings: 2,048 tokens,
// checkpointing for tuning, ZeRO-3 if all parameters are trained.
Job of_model(Task task, std::string_view model);

// A chat with a model of the fixed catalog in these formats, else as is usual.
Job chat_job(std::string_view model, std::string_view format, double context = 4096,
             std::string_view cache = "f16");

// A job of a network of the fixed catalog, in mixed precision.
Job of_network(Task task, std::string_view network, double batch = 1);

// The estimate of a job on `count` cards of the fixed catalog.
JobEstimate estimate_of(const char* card, const Job& job, double count = 1);

// model_of reads the text of a config.json. refusal_of returns the error of reading it, "" for
// none.
Model model_of(std::string_view config);
std::string refusal_of(std::string_view config);

// A workload like the shipped ones, and a query for it as of 2026-11-21.
Workload simple_workload();
Query simple_query(const Workload& workload);

// Returns a query for a workload of the fixed catalog as of 2026-11-21.
inline Query query_for(std::string_view workload) {
  return simple_query(fixed_catalog().find_workload(workload));
}

// A number from 0 up to, but not including, `end`; the same on every platform.
inline std::size_t draw(std::mt19937& random, std::size_t end) { return random() % end; }

// A plausible card with random figures. Some figures that scoring needs are unknown.
Gpu random_gpu(std::mt19937& random, const std::string& id);

// A catalog of these cards. Seven of eight have one price observation.
Catalog catalog_of(const std::vector<Gpu>& gpus, std::mt19937& random);

}  // namespace gpupick
