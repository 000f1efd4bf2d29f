#include "render/parts.hpp"

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
Data job_json(const MixJob& job) {
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

Data workload_json(const Workload& workload) {
  Data json = {{"id", workload.id},        {"name", workload.name}, {"summary", workload.summary},
               {"needs", workload.needs},  {"host", workload.host}, {"prefer", workload.prefer},
               {"software", Data::list()}, {"jobs", Data::list()},  {"source", workload.source}};
  for (const SoftwareNeed& need : workload.software)
    json["software"].push_back({{"name", need.name}, {"at_least", need.at_least}});
  for (const ToolUse& use : workload.tools)
    json["tools"].push_back({{"tool", use.tool}, {"weight", use.weight}});
  for (const MixJob& job : workload.jobs) json["jobs"].push_back(job_json(job));
  return json;
}

// A data file, readable by --for and --add.
std::string workloads_json(std::span<const Workload> workloads) {
  Data out = {{"schema", "gpupick/workloads/2"}, {"workloads", Data::list()}};
  for (const Workload& workload : workloads) out["workloads"].push_back(workload_json(workload));
  return to_json(out);
}

std::string labels_of(const Workload& workload) {
  std::vector<std::string> labels;
  for (const MixJob& job : workload.jobs) labels.emplace_back(job.label);
  return join(labels, ", ");
}

}  // namespace

std::string render_workloads(std::span<const Workload> workloads, const Page& page) {
  if (page.format == Format::json) return workloads_json(workloads);
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "id" : "workload"},
               {"jobs"},
               {"host", Align::left, 2},
               {"software", Align::left, 1},
               {"summary"}},
              {}};
  if (!csv) table.columns.pop_back();
  for (const Workload& workload : workloads) {
    table.rows.push_back({std::string(workload.id), labels_of(workload), std::string(workload.host),
                          software_of(workload)});
    if (csv) table.rows.back().emplace_back(workload.summary);
  }
  std::string out = to_page(table, page);
  if (page.format == Format::text)
    out += "\n" + paragraph(page, "`gpupick workloads NAME` shows one; `--for NAME` uses it.");
  return out;
}

std::string render_workload(const Workload& workload, const Page& page) {
  if (page.format == Format::json) return workloads_json({&workload, 1});
  Table table{{{"job"}, {"share", Align::right}, {"work", Align::left, 1}, {"why"}}, {}};
  for (const MixJob& job : workload.jobs)
    table.rows.push_back({std::string(job.label),
                          fmt::format("{:.0f} %", 100 * job.weight / sum_of_weights(workload)),
                          work_of(job), std::string(job.why)});
  if (page.format == Format::csv) return to_csv(table);
  std::string out = paragraph(page, fmt::format("{}: {}.", workload.name, workload.summary)) + "\n";
  out += to_page(table, page) + "\n";
  const std::string needs =
      workload.needs.empty() ? "" : fmt::format("; needs {}", enumerate(workload.needs, "and"));
  const std::string software =
      workload.software.empty() ? "" : fmt::format("; software: {}", software_of(workload));
  return out + paragraph(page, fmt::format("Host: {}; preference: {}{}{}.", workload.host,
                                           workload.prefer, needs, software));
}

}  // namespace gpupick
