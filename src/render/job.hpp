// What the answers about a job share. Private to render_*.cpp.
#pragma once

#include "render/parts.hpp"

namespace gpupick {

// "Llama 3.1 70B q4_k_m", with the task where it is not chat: "Mistral 7B v0.3, qlora,".
std::string work_text(const Job& job);

// The same with the tokens of context: "Llama 3.1 70B q4_k_m with 32,768 tokens of context".
std::string job_heading(const Job& job);

// What the job assumes, by flag name.
Json assumed_json(const Job& job);
// The same as a sentence: "Assumed: runtime llama.cpp, ...".
std::string assumed_text(const Job& job);

// What of training waits in host memory: "14.5 GiB of the optimizer's states in host memory"; ""
// where nothing does.
std::string host_text(const Job& job);

// How several devices share the work, and how many stay idle; "" for one.
std::string split_text(const JobEstimate& estimate);

}  // namespace gpupick
