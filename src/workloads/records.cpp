// Fields of the records of this room.
#include "calibration/calibration.hpp"
#include "models/model.hpp"
#include "models/network.hpp"
#include "models/task_defaults.hpp"
#include "schema/parts.hpp"
#include "schema/source.hpp"
#include "workloads/workload.hpp"

namespace gpupick {

std::span<const Field> Fallback::fields() {
  static constexpr Field table[] = {
      {"label", &Fallback::label, {.required = true}},
      {"quant", &Fallback::quant, {.refers_to = Quantisation::list}},
      {"resolution", &Fallback::resolution, {.low = 64, .high = 8192}},
      {"batch", &Fallback::batch, {.low = 1, .high = 1e6}},
      {"optimizer", &Fallback::optimizer, {.refers_to = Optimizer::list}},
      {"host_memory", &Fallback::host_memory},
      {"keeps", &Fallback::keeps, {.low = 0.01, .high = 1}},
  };
  return table;
}

std::span<const Field> Ladder::fields() {
  static constexpr auto table = sourced<Ladder, slug_id>({
      {"steps", records<&Ladder::steps>, {.required = true}},
  });
  return table;
}

std::span<const Field> MixJob::fields() {
  static constexpr FieldFacts job_amount{.low = 1, .high = 1e9};
  static constexpr Field table[] = {
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
  return table;
}

std::span<const Field> SoftwareNeed::fields() {
  static constexpr Field table[] = {
      {"name", &SoftwareNeed::name, {.refers_to = SoftwareRule::list, .required = true}},
      {"at_least",
       &SoftwareNeed::at_least,
       {.choices = Texts(support_levels).subspan(1), .required = true}},
  };
  return table;
}

std::span<const Field> ToolUse::fields() {
  static constexpr Field table[] = {
      {"tool", &ToolUse::tool, {.refers_to = ToolRule::list, .required = true}},
      {"weight", &ToolUse::weight, {.low = 1e-3, .high = 1e3, .required = true}},
  };
  return table;
}

std::span<const Field> Workload::fields() {
  static constexpr auto table = sourced<Workload, slug_id>({
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
  return table;
}

std::span<const Field> Preference::fields() {
  static constexpr FieldFacts preference_id{.choices = preferences, .required = true};
  static constexpr FieldFacts weight{.low = 0, .high = 1e6};
  static constexpr auto table = sourced<Preference, preference_id>({
      {"speed", &Preference::speed, weight},
      {"cost", &Preference::cost, weight},
      {"electricity", &Preference::electricity, weight},
      {"by_budget", &Preference::by_budget},
  });
  return table;
}

std::span<const Field> ScoreScale::fields() {
  static constexpr FieldFacts above_zero{.low = 1e-6, .high = 1e6, .required = true};
  static constexpr FieldFacts share{.low = 0, .high = 1, .required = true};
  static constexpr auto table = sourced<ScoreScale, slug_id>({
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
      {"partial_tool", &ScoreScale::partial_tool, {.low = 0, .high = 1}},
      {"years", &ScoreScale::years, above_zero},
      {"hours_per_day", &ScoreScale::hours_per_day, above_zero},
      {"kwh_usd", &ScoreScale::kwh_usd, above_zero},
      {"pue", &ScoreScale::pue, {.low = 1, .high = 10, .positive = true}},
      {"idle_share", &ScoreScale::idle_share, {.low = 0, .high = 1}},
      {"always_on", &ScoreScale::always_on},
      {"ram_gib", &ScoreScale::ram_gib, above_zero},
      {"system_gib", &ScoreScale::system_gib, {.unit = "GiB", .low = 0, .high = 64}},
  });
  return table;
}

std::span<const Field> SupplyRule::fields() {
  static constexpr auto table = sourced<SupplyRule, slug_id>({
      {"most_w", &SupplyRule::most_w, {.low = 1, .high = 2000}},
      {"computer_w", &SupplyRule::computer_w, {.low = 0, .high = 2000, .required = true}},
      {"board_share", &SupplyRule::board_share, {.low = 0, .high = 5, .required = true}},
      {"error_w", &SupplyRule::error_w, {.low = 0, .high = 500, .required = true}},
      {"cards", &SupplyRule::cards, {.low = 0, .high = 1024, .required = true}},
  });
  return table;
}

std::span<const Field> HostKind::fields() {
  static constexpr FieldFacts usd{.unit = "USD", .low = 0, .high = 1e7};
  static constexpr auto table = identified<HostKind, slug_id>({
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
  return table;
}

std::span<const Field> SiteQuestion::fields() {
  static constexpr auto table = identified<SiteQuestion, slug_id>({
      {"place", &SiteQuestion::place, {.low = 1, .high = 1e6, .required = true}},
      {"group", &SiteQuestion::group, {.required = true}},
      {"title", &SiteQuestion::title, {.required = true}},
      {"command", &SiteQuestion::command, {.required = true}},
  });
  return table;
}

}  // namespace gpupick
