// The answers of `workloads`. As JSON they are data files, which `--for` and `--add` read.
#include "answer/answers.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

std::string software_of(const Workload& workload) {
  std::vector<std::string> words;
  for (const SoftwareNeed& need : workload.software)
    words.push_back(fmt::format(
        "{}{}", need.name, need.least() == Support::legacy ? " (an older branch will do)" : ""));
  return join(words, ", ");
}

double sum_of_weights(const Workload& workload) {
  double sum = 0;
  for (const MixJob& job : workload.jobs) sum += job.weight;
  return sum;
}

// "chat llama-3.1-8b", or the key of the figure that counts instead of a task.
std::string work_of(const MixJob& job) {
  if (job.figure) return std::string(*job.figure);
  return fmt::format("{} {}", *job.task, job.model ? *job.model : *job.network);
}

// The job as in a data file.
Data job_data(const MixJob& job) {
  Data json = {{"label", job.label}, {"weight", job.weight}};
  const auto add = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  add("task", job.task);
  add("model", job.model);
  add("network", job.network);
  add("quant", job.quant);
  add("context", job.context);
  add("batch", job.batch);
  add("ladder", job.ladder);
  add("figure", job.figure);
  add("else_figure", job.else_figure);
  add("floor", job.floor);
  json["why"] = job.why;
  return json;
}

Data workload_data(const Workload& workload) {
  Data json = {{"id", workload.id},        {"name", workload.name}, {"summary", workload.summary},
               {"needs", workload.needs},  {"host", workload.host}, {"prefer", workload.prefer},
               {"software", Data::list()}, {"jobs", Data::list()},  {"source", workload.source}};
  for (const SoftwareNeed& need : workload.software)
    json["software"].push_back({{"name", need.name}, {"at_least", need.at_least}});
  for (const ToolUse& use : workload.tools)
    json["tools"].push_back({{"tool", use.tool}, {"weight", use.weight}});
  for (const MixJob& job : workload.jobs) json["jobs"].push_back(job_data(job));
  return json;
}

// An answer whose JSON is a data file with these workloads.
Answer data_file(std::span<const Workload> workloads) {
  Answer out{.schema = "workloads/2"};
  out.data = [workloads]() -> Data {
    Data list = Data::list();
    for (const Workload& workload : workloads) list.push_back(workload_data(workload));
    return {{"workloads", std::move(list)}};
  };
  return out;
}

std::string labels_of(const Workload& workload) {
  std::vector<std::string> labels;
  for (const MixJob& job : workload.jobs) labels.emplace_back(job.label);
  return join(labels, ", ");
}

}  // namespace

Answer answer(std::span<const Workload> workloads) {
  Answer out = data_file(workloads);
  Listing list{"workloads",
               {{"id", Column{"workload"}},
                {"jobs", Column{"jobs"}},
                {"host", Column{"host", Align::left, 2}},
                {"software", Column{"software", Align::left, 1}},
                {"summary"}}};
  for (const Workload& workload : workloads)
    list.add({{workload.id},
              {labels_of(workload)},
              {workload.host},
              {software_of(workload)},
              {workload.summary}});
  out.add(std::move(list));
  out.add_break();
  out.add("`gpupick workloads NAME` shows one; `--for NAME` uses it.");
  return out;
}

Answer answer(const Workload& workload) {
  Answer out = data_file({&workload, 1});
  out.add(fmt::format("{}: {}.", workload.name, workload.summary));
  out.add_break();
  Listing list{"jobs",
               {{"job", Column{"job"}},
                {"share", Column{"share", Align::right}},
                {"work", Column{"work", Align::left, 1}},
                {"why", Column{"why"}}}};
  for (const MixJob& job : workload.jobs)
    list.add({{job.label},
              {fmt::format("{:.0f} %", 100 * job.weight / sum_of_weights(workload))},
              {work_of(job)},
              {job.why}});
  out.add(std::move(list));
  out.add_break();
  out.add(fmt::format(
      "Host: {}; preference: {}{}{}.", workload.host, workload.prefer,
      workload.needs.empty() ? "" : fmt::format("; needs {}", enumerate(workload.needs, "and")),
      workload.software.empty() ? "" : fmt::format("; software: {}", software_of(workload))));
  return out;
}

}  // namespace gpupick
