// One line of a CSV of measurements, and the readers of single kinds of rows. A reader fills `row`
// and returns "", or says why the row is not used.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "rows.hpp"

namespace gpupick {

// Cells by column name; "" where the file has no such column.
class Line {
 public:
  Line(const std::vector<std::string>& header, std::vector<std::string> cells)
      : header_(header), cells_(std::move(cells)) {}

  std::string text(const char* column) const;
  double number(const char* column, double otherwise) const;

 private:
  const std::vector<std::string>& header_;
  std::vector<std::string> cells_;
};

std::string lower(std::string text);

// Null where the catalog has none of that name.
const Gpu* find_card(const Catalog& catalog, const Line& line);
const Model* find_model(const Catalog& catalog, const std::string& text);

// The law of a model's training, by its runs' stacks (rows_training.cpp).
std::string read_finetuning(const Catalog& catalog, const Line& line, Measured& row);
// The catalog's model of a file such as Qwen3-Coder-30B-A3B-Instruct-UD-Q8_K_XL: the one with the
// longest id or alias that the name begins with, "-" and "." aside.
const Model* model_of_file(const Catalog& catalog, const std::string& file);
// Programs that measure, run by their authors on one machine with its conditions.
bool is_harness(const std::string& source);
// The number behind the mark, or zero.
double number_after(const std::string& text, const std::string& mark);

// llama.cpp of 2025 and 2026 (rows_recent.cpp); of runs with several backends those through the
// maker's own, since answers are faster through one and prompts through the other, and of several
// builds of it the fastest.
std::string read_recent(const Catalog& catalog, const Line& line, Measured& row);
void keep_own_backends(Rows& rows);
void keep_fastest_backends(Rows& rows);
// No device reads faster than its memory, or multiplies faster than its units: what a row may say
// at most.
double most_possible(const Measured& row, const Engine& engine, const Calibration& calibration);
// The same partly in the host's memory (rows_offload.cpp).
std::string read_offload(const Catalog& catalog, const Line& line, Measured& row);
// Dynamic formats (UD-Q4_K_XL) by the one that they are made of; null where there is none.
const Quantisation* gguf_format_of(const Catalog& catalog, const std::string& file);
// The format, or that of a file that has all but its experts in 16 bit where it is named so.
const Quantisation& of_file(const Catalog& catalog, const Quantisation& format,
                            const std::string& file);
// Formats whose weights llama.cpp's SYCL backend does not lay out for kernels of its own (its pull
// requests 12858, 13109 and later do): it reads them at a third of the speed of others.
bool lacks_kernels(const std::string& framework, const Quantisation& format);
// vLLM and TensorRT-LLM of 2025 and 2026 (rows_users.cpp).
std::string read_recent_users(const Catalog& catalog, const Line& line, Measured& row);
std::string read_recent_serving(const Catalog& catalog, const Line& line, Measured& row);
// Where a first token came sooner than the card could read the prompt, an earlier one had left it
// in the cache: users of that model under the same program do not tell how fast prompts are read.
void drop_cached_prompts(Rows& rows);
// Several streams under vLLM and TensorRT-LLM, and servers of MLPerf (rows_engines.cpp).
std::string read_batched(const Catalog& catalog, const Line& line, Measured& row);
std::string read_serving(const Catalog& catalog, const Line& line, Measured& row);
// A line of a file with the columns what, model, precision, gpu, n_gpus, batch, in_len, out_len,
// value, unit, framework, extra instead (shared by both).
std::string read_speed(const Catalog& catalog, const Line& line, Measured& row);
std::string read_stream(const Catalog& catalog, const Line& line, Measured& row);

// Networks that look at images or make them, and videos, of 2024 and later (rows_networks.cpp); of
// layouts in memory the fastest.
std::string read_network(const Catalog& catalog, const Line& line, Measured& row);
void keep_fastest_layouts(Rows& rows);

// "f16" of "F16", "gptq" of "gptq-int4"; throws Error where there is no such format.
const Quantisation& quantisation_of(const Catalog& catalog, const std::string& text);

}  // namespace gpupick
