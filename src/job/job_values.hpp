// Building blocks for the table of flags (job_flag_table.cpp): how a typed value enters a member of
// a job, and what the job assumes there.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "catalog/built_in.hpp"
#include "job/amounts.hpp"
#include "job/job_flags.hpp"

namespace gpupick {

using Value = std::optional<Assumed>;

inline Value assumed_task(const Job& job) { return name_of(job.task); }

inline Value assumed_model(const Job& job) { return job.model ? job.model->id : job.network->id; }

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

inline void set_trainer(AskedJob& asked, const Catalog& catalog, std::string_view,
                        const std::string& text) {
  const Calibration& calibration = catalog.calibration();
  if (asked.job.task == Task::pretrain) {
    asked.job.pretraining_trainer = &calibration.pretraining_trainer(text);
  } else {
    asked.job.trainer = &calibration.fine_tuning_trainer(text);
    asked.job.spare_trainer = asked.job.sharing_trainer = nullptr;
  }
}
inline Value assumed_trainer(const Job& job) {
  return job.task == Task::pretrain ? job.pretraining_trainer->id : job.trainer->id;
}

inline void set_zero(AskedJob& asked, const Catalog&, std::string_view, const std::string& text) {
  asked.job.zero = text.front() - '0';
}
inline Value assumed_zero(const Job& job) {
  return job.zero ? Assumed(static_cast<double>(*job.zero)) : Assumed();
}

inline void set_resolution(AskedJob& asked, const Catalog&, std::string_view flag,
                           const std::string& text) {
  asked.job.resolution = parse_pixels(text, flag, asked.job.task == Task::video);
}

inline void set_slot(AskedJob& asked, const Catalog&, std::string_view flag,
                     const std::string& text) {
  asked.job.slot_gb_s = parse_slot(text, flag).value / 1e9;
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
template <auto member, auto parse>
void set_host(AskedJob& asked, const Catalog&, std::string_view flag, const std::string& text) {
  asked.host.*member = parse(text, flag);
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
// Returns the value of the network if the user did not give one.
template <auto member, auto usual>
Value assumed_or_usual(const Job& job) {
  return job.*member > 0 ? job.*member : job.network->*usual;
}
template <auto member>
Value assumed_record(const Job& job) {
  return job.*member ? Value((job.*member)->id) : std::nullopt;
}

// The members that are stored and assumed in the same way.
template <auto member, auto parse>
constexpr JobValue amount = {set_amount<member, parse>, assumed_amount<member>};
template <auto member, auto parse>
constexpr JobValue given_amount = {set_amount<member, parse>, assumed_where_given<member>};
template <auto member, auto find>
constexpr JobValue record = {set_record<member, find>, assumed_record<member>};
template <auto member, const auto& names>
constexpr JobValue word = {set_word<member, names>, assumed_word<member, names>};

}  // namespace gpupick
