// One line of a CSV of measurements, and a reader for each kind of row. A reader fills `row` and
// returns "", or returns the reason why the row is not used.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "rows.hpp"

namespace gpupick::fit {

// Cells by column name; "" if the file has no such column.
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

// Null if the catalog has no card or model of that name.
const Gpu* find_card(const Catalog& catalog, const Line& line);
const Model* find_model(const Catalog& catalog, const std::string& text);

// Pre-training and fine-tuning of language models (rows_training.cpp).
std::string read_finetuning(const Catalog& catalog, const Line& line, Measured& row);
// The catalog's model of a file such as Qwen3-Coder-30B-A3B-Instruct-UD-Q8_K_XL: the one with the
// longest id or alias that the name begins with, ignoring punctuation. Null if there is none.
const Model* model_of_file(const Catalog& catalog, const std::string& file);
// True if the source's authors ran a benchmark program on one machine and state its conditions.
bool is_harness(const std::string& source);
// The number behind the mark, or 0.
double number_after(const std::string& text, const std::string& mark);

// llama.cpp of 2025 and 2026 (rows_recent.cpp). If a source ran several backends, only the maker's
// own counts, since one may be faster for decode and another for prefill. Of several builds only
// the fastest counts.
std::string read_recent(const Catalog& catalog, const Line& line, Measured& row);
void keep_own_backends(Rows& rows);
void keep_fastest_backends(Rows& rows);
// The highest rate that a row can have, since no device reads faster than its memory or multiplies
// faster than its units. 0 if a figure of the card is unknown.
double most_possible(const Measured& row, const Engine& engine, const Calibration& calibration);
// llama.cpp with a part of the weights in host memory (rows_offload.cpp).
std::string read_offload(const Catalog& catalog, const Line& line, Measured& row);
// The format of a GGUF file. Dynamic formats (UD-Q4_K_XL) count as the format that they build on.
// Null if there is none.
const Quantisation* gguf_format_of(const Catalog& catalog, const std::string& file);
// The format, or MXFP4 with 16 bit outside the experts if the file's name says so.
const Quantisation& of_file(const Catalog& catalog, const Quantisation& format,
                            const std::string& file);
// True if llama.cpp's SYCL backend has no kernels with reordered weights for the format (its pull
// requests 12858, 13109 and later added them for others). It reads such weights at a third of the
// speed.
bool lacks_kernels(const std::string& framework, const Quantisation& format);
// vLLM and TensorRT-LLM of 2025 and 2026 (rows_users.cpp).
std::string read_recent_users(const Catalog& catalog, const Line& line, Measured& row);
std::string read_recent_serving(const Catalog& catalog, const Line& line, Measured& row);
// Drops rows whose first token came sooner than the card could read the prompt, since an earlier
// prompt had left it in the cache. Also drops rows of several users of the same source, model and
// format, since they say nothing about prefill.
void drop_cached_prompts(Rows& rows);
// Several streams under vLLM and TensorRT-LLM, and servers of MLPerf (rows_engines.cpp).
std::string read_batched(const Catalog& catalog, const Line& line, Measured& row);
std::string read_serving(const Catalog& catalog, const Line& line, Measured& row);
// A line of a file with the columns what, model, precision, gpu, n_gpus, batch, in_len, out_len,
// value, unit, framework, extra. read_stream reads its rows of one stream.
std::string read_speed(const Catalog& catalog, const Line& line, Measured& row);
std::string read_stream(const Catalog& catalog, const Line& line, Measured& row);

// Vision networks, and networks that make images or videos, of 2024 and later (rows_networks.cpp).
// Of several memory layouts only the fastest counts.
std::string read_network(const Catalog& catalog, const Line& line, Measured& row);
std::string read_embedding(const Catalog& catalog, const Line& line, Measured& row);
void keep_fastest_layouts(Rows& rows);

// The format of "F16" (f16) or "gptq-int4" (gptq). Throws Error if there is no such format.
const Quantisation& quantisation_of(const Catalog& catalog, const std::string& text);

}  // namespace gpupick::fit
