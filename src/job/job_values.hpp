// Building blocks for the table of flags (job_flag_table.cpp): how a typed value enters a member of
// a job, and what the job assumes there.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "catalog/built_in.hpp"
#include "job/job_flags.hpp"

namespace gpupick {

using Value = std::optional<Assumed>;

// Returns an empty value for a batch of 0, which means as many as fit.
inline Value assumed_batch(const Job& job) {
  return job.batch > 0 ? Assumed(job.batch) : Assumed();
}

inline Value assumed_format(const Job& job) {
  if (!makes_images(job.task)) return job.format->id;
  return job.format && job.format->linear_bits < 16 ? job.format->id : std::string_view("16 bit");
}

inline Value assumed_side(const Job& job) {
  const double side = job.resolution > 0 ? job.resolution : job.network->resolution;
  return side > 0 ? Value(side) : std::nullopt;
}

// Networks other than encoders cannot recompute activations.
inline Value assumed_checkpoints(const Job& job) {
  if (job.network && job.network->kind != encoder_kind) return {};
  return job.checkpointing;
}

inline Value assumed_decoding(const Job& job) {
  if (job.batch <= 1) return {};
  return std::string_view(job.one_by_one ? "one by one" : "together");
}

// Returns the trainers for pre-training, then those for fine-tuning.
inline Phrases ids_of_trainers() {
  Phrases ids = built_in_ids<PretrainingTrainer>();
  for (const std::string_view id : built_in_ids<FineTuningTrainer>()) ids.push_back(id);
  return ids;
}

// `set_...` stores a typed value in a member of the job; `assumed_...` returns what the job assumes
// there.
template <auto member, auto parse>
void set_amount(AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
  asked.job.*member = parse(text, flag);
}
template <auto member, auto find>
void set_record(AskedJob& asked, const Catalog& catalog, std::string_view,
                const std::string& text) {
  if constexpr (std::is_invocable_v<decltype(find), const Catalog&, const std::string&>)
    asked.job.*member = &(catalog.*find)(text);
  else
    asked.job.*member = &(catalog.calibration().*find)(text);
}
template <auto member, bool value>
void set_switch(AskedJob& asked, const Catalog&, std::string_view, const std::string&) {
  asked.job.*member = value;
}
// Stores the index of the word in `names`.
template <auto member, const auto& names>
void set_word(AskedJob& asked, const Catalog&, std::string_view, const std::string& text) {
  auto& value = asked.job.*member;
  value =
      static_cast<std::decay_t<decltype(value)>>(std::ranges::find(names, text) - names.begin());
}
template <auto member, const auto& names>
Value assumed_word(const Job& job) {
  return names[static_cast<std::size_t>(job.*member)];
}
template <auto member>
Value assumed_amount(const Job& job) {
  return job.*member;
}
// Returns nothing for 0, which means that the user did not give the value.
template <auto member>
Value assumed_where_given(const Job& job) {
  return job.*member > 0 ? Value(job.*member) : std::nullopt;
}
template <auto member>
Value assumed_record(const Job& job) {
  return job.*member ? Value((job.*member)->id) : std::nullopt;
}

}  // namespace gpupick
