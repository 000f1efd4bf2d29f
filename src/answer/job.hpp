// Texts about a job that several answers use. Private to src/answer.
#pragma once

#include "answer/answer.hpp"
#include "answer/plot.hpp"
#include "answer/values.hpp"
#include "estimate/estimate.hpp"
#include "ranking/mix.hpp"

namespace gpupick {

// "Llama 3.1 70B q4_k_m"; tasks other than chat are named: "Mistral 7B v0.3, qlora,".
std::string work_text(const Job& job);

// The work and its tokens of context: "Llama 3.1 70B q4_k_m with 32,768 tokens of context".
std::string job_heading(const Job& job);

// The job's assumptions in JSON, by flag name.
Data assumed_data(const Job& job);
// Lists the job's assumptions, on one line unless `all`.
Line assumed_line(const Job& job, bool all);
// The job's assumptions as a sentence: "Assumed: runtime llama.cpp, ...".
std::string assumed_text(const Job& job);

// True if the job answers several users at once, or as many as fit.
bool serves_several(const Job& job);

// The part of training that is kept in the computer's memory: "14.5 GiB of the optimizer's states
// in the computer's memory"; "" if there is none.
std::string host_text(const Job& job);

// The speed of a result without its interval: "20 tokens/s", or "8.4 s/image" for a low rate.
std::string short_speed(const WorkResult& result);

// ", 2 at once", or "" for one.
std::string at_once_text(double images);

// The memory that a job takes on cards, by part, with what each has.
StackedBars memory_plot(const std::vector<const JobEstimate*>& estimates);

// "3 of 4 cards stay idle".
std::string idle_text(double idle, double cards);

// How several cards share the work, and how many stay idle; "" for one card.
std::string split_text(const JobEstimate& estimate);

}  // namespace gpupick
