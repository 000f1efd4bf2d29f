// Published measurements as jobs: one row of a CSV with the columns source, date, gpu, gpu_id,
// gpu_count, model, precision_or_quant, framework, metric, batch, context_or_prompt_len, value.
// What the program has no law for, or names no card or model that it knows, is left out and
// counted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/date.hpp"
#include "catalog/catalog.hpp"
#include "job/job.hpp"

namespace gpupick {

struct Measured {
  const Gpu* gpu = nullptr;
  double count = 1;
  Job job;
  std::string stack;    // that it ran on
  bool vulkan = false;  // through which llama.cpp ran, and not through the maker's own stack
  Date day;             // tells the age of the engine
  // "decode", "prefill", "training", "training-several", "image", "pretraining", "fine-tuning",
  // "batched", "serving" (of other stacks than CUDA "batched-rocm", ...), "stream", "stream-16-bit"
  // (of transformers)
  std::string workload;
  std::string set;   // rows that are ranked among themselves: model and format
  double value = 0;  // units per second, of training and serving per card
  std::string source;
  // Of a chat that lies partly in the host's memory: how fast that is (0: not told), and how much.
  double host_gb_s = 0;
  Bytes in_host;
};

struct Rows {
  std::vector<Measured> rows;
  std::map<std::string, std::size_t> left_out;  // by reason
};

// Adds the rows of one file. Throws Error where it cannot be read or has no such columns.
void read_rows(const std::string& path, const Catalog& catalog, Rows& out);

}  // namespace gpupick
