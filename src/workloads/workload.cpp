#include "workloads/workload.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>

namespace gpupick {
namespace {

bool is_run_on(const MixJob& job, Date day) {
  return (!job.since || first_day(*job.since) <= day) &&
         (!job.until || day < first_day(*job.until));
}

// Returns the entries with weights that add up to 1.
template <class Entry>
std::vector<Entry> shares_of(std::vector<Entry> entries) {
  double sum = 0;
  for (const Entry& entry : entries) sum += entry.weight;
  for (Entry& entry : entries) entry.weight /= sum;
  return entries;
}

// Adds those entries that the list does not have yet, by this member.
template <class Entry, class Key>
void add_new(std::span<const Entry> entries, Key key, std::vector<Entry>& out) {
  for (const Entry& entry : entries)
    if (std::ranges::find(out, std::invoke(key, entry), key) == out.end()) out.push_back(entry);
}

}  // namespace

std::vector<MixJob> jobs_on(const Workload& workload, Date day) {
  std::vector<MixJob> jobs;
  std::ranges::copy_if(workload.jobs, std::back_inserter(jobs),
                       [day](const MixJob& job) { return is_run_on(job, day); });
  return shares_of(std::move(jobs));
}

Workload together(std::span<const Workload* const> workloads, Date day, Arena& arena) {
  Workload out = *workloads.front();
  std::string id, name;
  std::vector<std::string_view> needs;
  std::vector<SoftwareNeed> software;
  std::vector<ToolUse> tools;
  std::vector<MixJob> jobs;
  for (const Workload* workload : workloads) {
    id += (id.empty() ? "" : ",") + std::string(workload->id);
    name += (name.empty() ? "" : " + ") + std::string(workload->name);
    add_new<std::string_view>(workload->needs, std::identity(), needs);
    add_new(workload->software, &SoftwareNeed::name, software);
    for (const ToolUse& use :
         shares_of(std::vector(workload->tools.begin(), workload->tools.end()))) {
      const auto known = std::ranges::find(tools, use.tool, &ToolUse::tool);
      if (known == tools.end())
        tools.push_back(use);
      else
        known->weight += use.weight;
    }
    std::ranges::copy(jobs_on(*workload, day), std::back_inserter(jobs));
  }
  out.id = arena.keep(id);
  out.name = arena.keep(name);
  out.needs = arena.keep(needs);
  out.software = arena.keep(software);
  out.tools = arena.keep(tools);
  out.jobs = arena.keep(jobs);
  return out;
}

std::string_view name_of(Outcome outcome) {
  static constexpr std::string_view names[] = {"speed", "cost", "electricity"};
  return names[static_cast<std::size_t>(outcome)];
}

OutcomeValues Preference::shares() const {
  const double sum = speed + cost + electricity;
  return {speed / sum, cost / sum, electricity / sum};
}

}  // namespace gpupick
