#include "estimate/savings.hpp"

#include <algorithm>
#include <cmath>

namespace gpupick {
namespace {

// Returns the job with each record of the catalog that is accepted, the one of the largest size
// first.
template <class Record, class Accepted>
Savings each(const Saving& from, std::string_view flag, const Record* Job::*member,
             double Record::*size, const Catalog& catalog, Accepted accepted) {
  Savings out;
  for (const Record& record : catalog.of<Record>())
    if (accepted(record)) out.push_back(from.with(flag, member, &record));
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [&](const Saving& one) { return one.job.*member->*size; });
  return out;
}

}  // namespace

Savings smaller_caches(const Saving& from, double least, const Catalog& catalog) {
  const Job& job = from.job;
  return each(from, "--kv-quant", &Job::cache_type, &CacheType::bytes, catalog,
              [&](const CacheType& type) {
                return type.files == job.engine->files && type.bytes >= least &&
                       type.bytes < job.cache_type->bytes;
              });
}

Savings smaller_formats(const Saving& from, double least_bits, const Catalog& catalog) {
  const Job& job = from.job;
  return each(from, "--quant", &Job::format, &Quantisation::linear_bits, catalog,
              [&](const Quantisation& format) {
                return format.files == job.engine->files &&
                       format.linear_bits < job.format->linear_bits &&
                       format.linear_bits > least_bits &&
                       (!job.format->perplexity || format.perplexity);
              });
}

Savings smaller_image_formats(const Saving& from, const Catalog& catalog) {
  const double bits = from.job.format ? from.job.format->linear_bits : 16;
  return each(from, "--quant", &Job::format, &Quantisation::linear_bits, catalog,
              [&](const Quantisation& format) {
                return format.files.empty() && !format.of_text && format.linear_bits < bits;
              });
}

Savings smaller_batches(const Saving& from, Savings out) {
  const Job& job = from.job;
  for (double batch = job.batch; batch >= 2;) {
    batch = std::floor(batch / 2);
    Saving next = from.with("--batch", &Job::batch, batch);
    if (trains_language(job.task))
      next = next.with("--accumulate", &Job::accumulate,
                       std::ceil(job.batch * std::max(1.0, job.accumulate) / batch));
    out.push_back(std::move(next));
  }
  return out;
}

Savings savings(const Saving& asked, const Calibration& calibration) {
  const Job& job = asked.job;
  Saving all = asked;
  Savings out{all};
  if (!is_training(job.task)) return out;
  const auto add = [&](std::string_view flag, auto member, auto value) {
    out.push_back(all = all.with(flag, member, value));
  };
  if (is_language(job.task)) out = smaller_batches(all, std::move(out));
  if (!job.checkpointing && is_language(job.task))
    add("--checkpointing", &Job::checkpointing, true);
  if (is_single(job))
    add("--precision", &Job::precision, is_language(job.task) ? Precision::bf16 : Precision::fp16);
  if (const TrainingMemory& law = calibration.only<TrainingMemory>();
      trains_language(job.task) && !job.chunked_loss &&
      job.trainer->logit_bytes.value_or(law.logit_bytes) > law.chunked_logit_bytes)
    add("--chunked-loss", &Job::chunked_loss, true);
  return all.flags.empty() && is_language(job.task) ? out : smaller_batches(all, std::move(out));
}

}  // namespace gpupick
