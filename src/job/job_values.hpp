// Building blocks for the table of flags (job_flag_table.cpp): how a typed value enters a member of
// a job, and what the job assumes there.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "job/job_flags.hpp"

namespace gpupick {

using Value = std::optional<Assumed>;

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
