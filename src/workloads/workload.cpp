#include "workloads/workload.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>

#include "calibration/calibration.hpp"
#include "models/model.hpp"
#include "models/network.hpp"
#include "models/task_defaults.hpp"
#include "schema/parts.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr Field fallback_table[] = {
    {"label", &Fallback::label, {.required = true}},
    {"quant", &Fallback::quant, {.refers_to = Quantisation::list}},
    {"resolution", &Fallback::resolution, {.low = 64, .high = 8192}},
    {"batch", &Fallback::batch, {.low = 1, .high = 1e6}},
    {"optimizer", &Fallback::optimizer, {.refers_to = Optimizer::list}},
    {"host_memory", &Fallback::host_memory},
    {"keeps", &Fallback::keeps, {.low = 0.01, .high = 1}},
};

constexpr auto ladder_table = sourced<Ladder, slug_id>({
    {"steps", records<&Ladder::steps>, {.required = true}},
});

constexpr FieldFacts job_amount{.low = 1, .high = 1e9};
constexpr FieldFacts weight{.low = 0, .high = 1e6};
constexpr Field job_table[] = {
    {"label", &MixJob::label, {.required = true}},
    {"weight", &MixJob::weight, {.low = 1e-3, .high = 1e3, .required = true}},
    {"task", &MixJob::task, {.refers_to = TaskDefaults::list}},
    {"model", &MixJob::model, {.refers_to = Model::list}},
    {"network", &MixJob::network, {.refers_to = Network::list}},
    {"quant", &MixJob::quant, {.refers_to = Quantisation::list}},
    {"context", &MixJob::context, job_amount},
    {"prompt", &MixJob::prompt, job_amount},
    {"generate", &MixJob::generate, job_amount},
    {"batch", &MixJob::batch, job_amount},
    {"each", &MixJob::each, job_amount},
    {"ladder", &MixJob::ladder, {.refers_to = Ladder::list}},
    {"figure", &MixJob::figure, {.refers_to = numeric_figures}},
    {"else_figure", &MixJob::else_figure, {.refers_to = numeric_figures}},
    {"floor", &MixJob::floor, {.low = 1e-9, .high = 1e9}},
    {"why", &MixJob::why, {.required = true}},
    {"since", &MixJob::since},
    {"until", &MixJob::until},
    {"source", &MixJob::source, {.refers_to = Source::list}},
};

constexpr Field need_table[] = {
    {"name", &SoftwareNeed::name, {.refers_to = SoftwareRule::list, .required = true}},
    {"at_least",
     &SoftwareNeed::at_least,
     {.choices = Texts(support_levels).subspan(1), .required = true}},
};

constexpr Field tool_use_table[] = {
    {"tool", &ToolUse::tool, {.refers_to = ToolRule::list, .required = true}},
    {"weight", &ToolUse::weight, {.low = 1e-3, .high = 1e3, .required = true}},
};

constexpr auto workload_table = sourced<Workload, slug_id>({
    {"aliases", &Workload::aliases},
    {"parts", &Workload::parts},
    {"name", &Workload::name, {.required = true}},
    {"summary", &Workload::summary, {.required = true}},
    {"needs", &Workload::needs},
    {"host", &Workload::host, {.refers_to = HostKind::list, .required = true}},
    {"prefer", &Workload::prefer, {.refers_to = Preference::list, .required = true}},
    {"hours_per_day", &Workload::hours_per_day, {.low = 0.01, .high = 24}},
    {"software", records<&Workload::software>},
    {"tools", records<&Workload::tools>},
    {"jobs", records<&Workload::jobs>, {.required = true}},
});

constexpr FieldFacts preference_id{.choices = preferences, .required = true};
constexpr auto preference_table = sourced<Preference, preference_id>({
    {"speed", &Preference::speed, weight},
    {"cost", &Preference::cost, weight},
    {"electricity", &Preference::electricity, weight},
    {"by_budget", &Preference::by_budget},
});

constexpr FieldFacts above_zero{.low = 1e-6, .high = 1e6, .required = true};
constexpr FieldFacts share{.low = 0, .high = 1, .required = true};
constexpr auto scale_table = sourced<ScoreScale, slug_id>({
    {"decades", &ScoreScale::decades, above_zero},
    {"cheaper", &ScoreScale::cheaper, share},
    {"step_up_speed", &ScoreScale::step_up_speed, {.low = 1, .high = 100, .required = true}},
    {"far", &ScoreScale::far, {.low = 1, .high = 100, .required = true}},
    {"without_room", &ScoreScale::without_room, share},
    {"spare", &ScoreScale::spare, share},
    {"as_good", &ScoreScale::as_good, share},
    {"as_fast", &ScoreScale::as_fast, {.low = 0, .high = 1, .required = true}},
    {"told_apart", &ScoreScale::told_apart, {.low = 0.5, .high = 1, .required = true}},
    {"clear", &ScoreScale::clear, share},
    {"tool_days", &ScoreScale::tool_days, above_zero},
    {"years", &ScoreScale::years, above_zero},
    {"hours_per_day", &ScoreScale::hours_per_day, above_zero},
    {"kwh_usd", &ScoreScale::kwh_usd, above_zero},
    {"pue", &ScoreScale::pue, {.low = 1, .high = 10, .positive = true}},
    {"idle_share", &ScoreScale::idle_share, {.low = 0, .high = 1}},
    {"always_on", &ScoreScale::always_on},
    {"ram_gib", &ScoreScale::ram_gib, above_zero},
    {"system_gib", &ScoreScale::system_gib, {.unit = "GiB", .low = 0, .high = 64}},
});

constexpr FieldFacts usd{.unit = "USD", .low = 0, .high = 1e7};
constexpr auto supply_table = sourced<SupplyRule, slug_id>({
    {"most_w", &SupplyRule::most_w, {.low = 1, .high = 2000}},
    {"computer_w", &SupplyRule::computer_w, {.low = 0, .high = 2000, .required = true}},
    {"board_share", &SupplyRule::board_share, {.low = 0, .high = 5, .required = true}},
    {"error_w", &SupplyRule::error_w, {.low = 0, .high = 500, .required = true}},
    {"cards", &SupplyRule::cards, {.low = 0, .high = 1024, .required = true}},
});

constexpr auto host_table = identified<HostKind, slug_id>({
    {"name", &HostKind::name, {.required = true}},
    {"cards", &HostKind::cards, {.low = 1, .high = 1024, .required = true}},
    {"refuses", &HostKind::refuses},
    {"usd", &HostKind::usd, usd},
    {"sized", &HostKind::sized},
    {"psu_w", &HostKind::psu_w, {.unit = "W", .low = 1, .high = 1e6}},
    {"ram_gib", &HostKind::ram_gib, {.unit = "GiB", .low = 1, .high = 1e6}},
    {"psu_usd", &HostKind::psu_usd, usd},
    {"psu_usd_per_w", &HostKind::psu_usd_per_w, usd},
    {"ram_usd_per_gib", &HostKind::ram_usd_per_gib, usd},
    {"owned", &HostKind::owned},
    {"monitor_gib", &HostKind::monitor_gib, {.unit = "GiB", .low = 0.01, .high = 16}},
    {"case_slots", &HostKind::case_slots, {.low = 1, .high = 100}},
    {"circuit_w", &HostKind::circuit_w, {.unit = "W", .low = 100, .high = 1e5}},
    {"cheapest", &HostKind::cheapest},
    {"module_usd", &HostKind::module_usd, usd},
    {"source", &HostKind::source, {.refers_to = Source::list, .required = true}},
    {"more_sources", &HostKind::more_sources, {.refers_to = Source::list}},
});

constexpr auto question_table = identified<SiteQuestion, slug_id>({
    {"place", &SiteQuestion::place, {.low = 1, .high = 1e6, .required = true}},
    {"group", &SiteQuestion::group, {.required = true}},
    {"title", &SiteQuestion::title, {.required = true}},
    {"command", &SiteQuestion::command, {.required = true}},
});

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

std::span<const Field> Fallback::fields() { return fallback_table; }
std::span<const Field> Ladder::fields() { return ladder_table; }
std::span<const Field> ToolUse::fields() { return tool_use_table; }
std::span<const Field> MixJob::fields() { return job_table; }
std::span<const Field> SoftwareNeed::fields() { return need_table; }
std::span<const Field> Workload::fields() { return workload_table; }
std::span<const Field> Preference::fields() { return preference_table; }
std::span<const Field> ScoreScale::fields() { return scale_table; }
std::span<const Field> SupplyRule::fields() { return supply_table; }
std::span<const Field> HostKind::fields() { return host_table; }
std::span<const Field> SiteQuestion::fields() { return question_table; }

std::string_view name_of(Outcome outcome) {
  static constexpr std::string_view names[] = {"speed", "cost", "electricity"};
  return names[static_cast<std::size_t>(outcome)];
}

OutcomeValues Preference::shares() const {
  const double sum = speed + cost + electricity;
  return {speed / sum, cost / sum, electricity / sum};
}

}  // namespace gpupick
