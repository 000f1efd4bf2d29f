#include "answer/job.hpp"

#include <algorithm>

#include "answer/estimate_words.hpp"
#include "job/job_flags.hpp"

namespace gpupick {
namespace {

// Null if the cards decide the value.
Data data_of(const Assumed& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag;
  if (const double* number = std::get_if<double>(&value)) return *number;
  if (const auto* word = std::get_if<std::string_view>(&value)) return *word;
  return {};
}

std::string to_text(const std::string& key, const Assumed& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const double* number = std::get_if<double>(&value)) return exact(*number);
  if (const auto* word = std::get_if<std::string_view>(&value)) return std::string(*word);
  return key == "batch" ? "as many as fit" : "as little as fits";
}

// How the working cards share the job; "" for one.
std::string shared_text(const JobEstimate& estimate) {
  if (estimate.devices * estimate.copies < 2) return "";
  // A board may hold several GPUs.
  const std::string_view kind = devices_of(*estimate.gpu) > 1 ? "GPU" : "card";
  const std::string devices = fmt::format("{} {}s", exact(estimate.devices), kind);
  const Job& job = estimate.job;
  if (job.task == Task::pretrain && job.pretraining_trainer->splits_model && job.zero == 3)
    return fmt::format("{} hold the model between them, each a part of it.", devices);
  if (trains_language(job.task))
    return job.zero == 0
               ? fmt::format("Each of {} holds the whole model and trains on its own data.",
                             devices)
               : fmt::format("{} train on their own data and shard {}.", devices,
                             job.zero == 1   ? "the optimizer"
                             : job.zero == 2 ? "optimizer and gradients"
                                             : "weights, gradients and optimizer");
  if (!is_inference(estimate.job.task))
    return fmt::format("Each of {} works on its own data.", devices);
  if (estimate.copies > 1)
    return fmt::format("{} copies of the model, each on {}.", exact(estimate.copies),
                       estimate.devices < 2 ? fmt::format("one {}", kind)
                       : estimate.in_turns  ? devices + " that take turns"
                                            : devices + " that share every layer");
  return estimate.in_turns
             ? fmt::format(
                   "{} split the layers and take turns: their memory adds up, the speed of "
                   "one stream does not.",
                   devices)
             : fmt::format("{} split every layer and work in parallel{}.", devices,
                           lacks_bridge(*estimate.gpu) ? ", over PCIe without a bridge" : "");
}

// ", 32 users" for serving, the number of chats if there are several, else "".
std::string users_text(const Job& job) {
  if (job.task == Task::chat && job.batch > 1)
    return fmt::format(", {} chats at once (for a service: `--task serve`)", exact(job.batch));
  if (job.task != Task::serve) return "";
  const std::string users =
      job.batch > 0 ? fmt::format("{} user{}", exact(job.batch), job.batch > 1 ? "s" : "")
                    : "as many users as fit";
  return fmt::format(", {} (prompts of {}, answers of {})", users, exact(job.prompt),
                     exact(job.generate));
}

// " (made for 40,960)" if the context is longer than the model's, else "".
std::string own_context_text(const Job& job) {
  return is_beyond_context(job) ? fmt::format(" (made for {})", exact(job.model->context)) : "";
}

// "drafts by Llama 3.2 1B q4_k_m and " or "3 draft tokens and "; "" without speculative decoding.
std::string drafts_text(const Job& job) {
  if (job.drafter) return fmt::format("drafts by {} and ", name_of(drafting(job)));
  return job.draft > 0
             ? fmt::format("{} draft token{} and ", exact(job.draft), job.draft > 1 ? "s" : "")
             : "";
}

// "Assumed: runtime llama.cpp", "quant q4_k_m".
std::vector<std::string> assumptions_of(const Job& job) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : assumptions(job)) {
    if (key == "task" || key == "model") continue;
    std::string words = key;
    std::ranges::replace(words, '_', '-');
    parts.push_back(words + " " + to_text(key, value));
  }
  parts.front().insert(0, "Assumed: ");
  return parts;
}

}  // namespace

std::string work_text(const Job& job) {
  return job.task == Task::chat ? name_of(job)
                                : fmt::format("{}, {},", name_of(job), name_of(job.task));
}

std::string job_heading(const Job& job) {
  if (is_language(job.task))
    return fmt::format("{} with {}{} tokens of context{}{}", work_text(job), drafts_text(job),
                       exact(job.context), own_context_text(job), users_text(job));
  return fmt::format("{}, {}", name_of(job), name_of(job.task));
}

Data assumed_data(const Job& job) {
  const auto assumed = assumptions(job);
  Data out = Data::object();
  for (const auto& [key, value] : assumed)
    if (!std::holds_alternative<std::monostate>(value)) out[key] = data_of(value);
  return out;
}

Line assumed_line(const Job& job, bool all) {
  return {.phrases = assumptions_of(job),
          .separator = ", ",
          .most_lines = all ? 0u : 1u,
          .tone = Tone::dim};
}

std::string assumed_text(const Job& job) { return join(assumptions_of(job), ", ") + "."; }

bool serves_several(const Job& job) {
  return is_inference(job.task) && (job.task == Task::serve || job.batch > 1);
}

std::string host_text(const Job& job) {
  const Bytes bytes = host_need(job);
  if (bytes.value == 0) return "";
  const std::string_view what = job.offload           ? "weights"
                                : !job.host_weights   ? "the optimizer's states"
                                : job.paged.value > 0 ? "frozen weights and the optimizer's states"
                                                      : "frozen weights";
  return fmt::format("{} GiB of {} {} the computer's memory{}", rounded(in_gib(bytes)), what,
                     job.offload ? "waiting in" : "in",
                     job.swapped.value > 0 ? ", sent at each step" : "");
}

std::string short_speed(const WorkResult& result) {
  const ShownRate shown = shown_rate(result.speed, result.unit, result.speed);
  const std::string speed = fmt::format("{} {}", rounded(shown.estimate.value), shown.unit);
  const JobEstimate* named = result.estimate.get();
  const Estimate* each = named && named->job.batch > 1 ? named->find(Output::decode) : nullptr;
  if (each) return fmt::format("{} together, {} each", speed, rounded(each->value));
  return speed + at_once_text(result.at_once);
}

std::string at_once_text(double images) {
  return images > 1 ? fmt::format(", {} at once", exact(images)) : "";
}

StackedBars memory_plot(const std::vector<const JobEstimate*>& estimates) {
  StackedBars out{.title = "Memory of the job", .unit = "GiB"};
  std::vector<std::string> said;
  for (const JobEstimate* estimate : estimates) {
    StackedBars::Bar bar{short_name(CardGroup{estimate->gpu, static_cast<int>(estimate->count)}),
                         estimate->usable ? in_gib(*estimate->usable) : 0,
                         {}};
    bar.parts.resize(out.part_names.size());
    for (const MemoryPart& part : estimate->need.parts) {
      if (part.bytes.value <= 0) continue;
      const std::string name(words_of(part.part));
      const auto place = static_cast<std::size_t>(std::ranges::find(out.part_names, name) -
                                                  out.part_names.begin());
      if (place == out.part_names.size()) out.part_names.push_back(name);
      bar.parts.resize(out.part_names.size());
      bar.parts[place] = in_gib(part.bytes);
    }
    said.push_back(fmt::format("{} needs {}{} GiB", bar.label,
                               rounded(in_gib(estimate->need.total())),
                               bar.limit > 0 ? " of " + rounded(bar.limit) : ""));
    out.bars.push_back(std::move(bar));
  }
  for (StackedBars::Bar& bar : out.bars) bar.parts.resize(out.part_names.size());
  out.description = join(said, ", ") + ".";
  return out;
}

std::string split_text(const JobEstimate& estimate) {
  std::string out = shared_text(estimate);
  if (estimate.idle > 0)
    out += fmt::format("{}{}.", out.empty() ? "" : " ", idle_text(estimate.idle, estimate.count));
  return out;
}

std::string idle_text(double idle, double cards) {
  return fmt::format("{} of {} {} idle", exact(idle),
                     counted(static_cast<std::size_t>(cards), "card"), idle > 1 ? "stay" : "stays");
}

}  // namespace gpupick
