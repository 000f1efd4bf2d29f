// Jobs that need less memory than another. Private to src/estimate.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/change.hpp"
#include "job/job.hpp"

namespace gpupick {

// A job that needs less memory, and the flags that describe the difference.
struct Saving {
  Job job;
  Change flags;

  // Returns the saving with another value of the job, and its flag: a switch, a word, a record or a
  // number.
  template <class Member, class Value>
  Saving with(std::string_view flag, Member Job::*member, Value value) const {
    FlagValue said{flag, {}};
    if constexpr (std::is_enum_v<Value>)
      said.value = name_of(value);
    else if constexpr (std::is_pointer_v<Value>)
      said.value = std::string_view(value->id);
    else if constexpr (!std::is_same_v<Value, bool>)
      said.value = static_cast<double>(value);
    Saving out = *this;
    out.job.*member = value;
    out.flags.push_back(said);
    return out;
  }
};
using Savings = std::vector<Saving>;

// Returns the job with each smaller cache type of at least `least` bytes a value, the largest
// first.
Savings smaller_caches(const Saving& from, double least, const Catalog& catalog);

// Returns the job with each format of fewer bits, but more than `least_bits`, the largest first.
// Omits formats of unknown perplexity if that of the job's own is known.
Savings smaller_formats(const Saving& from, double least_bits, const Catalog& catalog);
Savings smaller_image_formats(const Saving& from, const Catalog& catalog);

// Adds the saving with ever smaller batches to `out`. In training of language models, more batches
// make a step, so that a step sees as many sequences.
Savings smaller_batches(const Saving& from, Savings out = {});

// Returns the job as asked, then with one after another of the savings that keep the precision of
// frozen weights and the length of sequences.
Savings savings(const Saving& asked, const Calibration& calibration);

}  // namespace gpupick
