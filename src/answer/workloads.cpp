// The answers of `workloads`. As JSON they are data files, which `--for` and `--add` read.
#include <algorithm>

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

// "chat llama-3.1-8b", or the key of the figure that counts instead of a task.
std::string work_of(const MixJob& job) {
  if (job.figure) return std::string(*job.figure);
  return fmt::format("{} {}", *job.task, job.model ? *job.model : *job.network);
}

// An answer whose JSON is a data file with these workloads.
Answer data_file(std::vector<const Workload*> workloads) {
  Answer out{.schema = "workloads/2"};
  out.data = [workloads = std::move(workloads)]() -> Data {
    return {{"workloads", Data::list_of(workloads, [](const Workload* workload) {
               return record_data(kind_of<Workload>, *workload);
             })}};
  };
  return out;
}

}  // namespace

Answer answer(std::span<const Workload> workloads, Date day, const ListView& view) {
  Listing list{"workloads",
               {{"id", Column{"workload"}},
                {"summary", Column{"work"}},
                {"jobs", Column{"jobs", Align::right}},
                {"host", Column{"host", Align::left, 2}},
                {"software", Column{"software", Align::left, 1}}}};
  for (const Workload& workload : workloads)
    list.add({{workload.id},
              {workload.summary},
              {static_cast<double>(jobs_on(workload, day).size())},
              {workload.host},
              {software_of(workload)}});
  arrange(list, view, list.rows.size());
  std::vector<const Workload*> chosen;
  for (const ListRow& row : list.rows)
    chosen.push_back(&*std::ranges::find(workloads, row.entries.front().text, &Workload::id));
  Answer out = data_file(std::move(chosen));
  out.add(std::move(list));
  out.add_apart("`gpupick workloads NAME` shows one; `--for NAME` uses it.");
  return out;
}

Answer answer(const Workload& workload, Date day) {
  Answer out = data_file({&workload});
  out.add(fmt::format("{}: {}. Its jobs in {}:", workload.name, workload.summary, month_of(day)));
  out.add_break();
  Listing list{"jobs",
               {{"job", Column{"job"}},
                {"share", Column{"share", Align::right}},
                {"work", Column{"work", Align::left, 1}},
                {"why", Column{"why"}}}};
  for (const MixJob& job : jobs_on(workload, day))
    list.add({{job.label}, {fmt::format("{:.0f} %", 100 * job.weight)}, {work_of(job)}, {job.why}});
  out.add(std::move(list));
  out.add_apart(fmt::format(
      "Host: {}; preference: {}{}{}.", workload.host, workload.prefer,
      workload.needs.empty() ? "" : fmt::format("; needs {}", enumerate(workload.needs, "and")),
      workload.software.empty() ? "" : fmt::format("; software: {}", software_of(workload))));
  return out;
}

}  // namespace gpupick
