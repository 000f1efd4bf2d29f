// Published measurements as jobs. A row of a CSV has the columns source, date, gpu, gpu_id,
// gpu_count, model, precision_or_quant, framework, metric, batch, context_or_prompt_len, value. A
// row is left out and counted if the program has no law for it or does not know its card or model.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/date.hpp"
#include "catalog/catalog.hpp"
#include "job/job.hpp"

namespace gpupick::fit {

struct Measured {
  const Gpu* gpu = nullptr;
  double count = 1;
  Job job;
  std::string stack;    // software stack of the run
  bool vulkan = false;  // llama.cpp ran on Vulkan instead of the maker's own stack
  Date day;             // selects the engine's build
  // The kind of row, such as "decode", "prefill", "training", "training-several", "image",
  // "pretraining", "fine-tuning", "batched", "serving" (on other stacks than CUDA "batched-rocm",
  // ...), "stream", "stream-16-bit" (of transformers).
  std::string workload;
  std::string set;   // model and format; rows of one set are ranked against each other
  double value = 0;  // units per second; per card for training and serving
  std::string source;
  // For a chat partly in host memory: the memory's bandwidth (0: unknown), and the bytes in it.
  double host_gb_s = 0;
  Bytes in_host;
};

struct Rows {
  std::vector<Measured> rows;
  std::map<std::string, std::size_t> left_out;  // by reason
};

// Merges each row into the first that is the same run, and counts it as left out for this reason.
template <class Same, class Merge>
void merge_runs(Rows& rows, const char* reason, Same same, Merge merge) {
  std::vector<Measured> kept;
  for (Measured& row : rows.rows) {
    const auto found =
        std::ranges::find_if(kept, [&](const Measured& one) { return same(one, row); });
    if (found == kept.end()) {
      kept.push_back(std::move(row));
      continue;
    }
    merge(*found, row);
    ++rows.left_out[reason];
  }
  rows.rows = std::move(kept);
}

// Adds the rows of one file. Throws Error if it cannot be read or has no such columns.
void read_rows(const std::string& path, const Catalog& catalog, Rows& out);

}  // namespace gpupick::fit
