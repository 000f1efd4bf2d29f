#include "ranking/support.hpp"

#include "base/text.hpp"

namespace gpupick {

SoftwareNeeds::SoftwareNeeds(const Workload& workload, const Catalog& catalog, Date day) {
  const auto add = [&](std::string_view stack) {
    for (const SoftwareNeed& need : workload.software) {
      const std::string_view software = need.name == "stack" ? stack : need.name;
      needs_.push_back(
          {stack, software, need.least(), rule_on(catalog.software(), software, stack, day)});
    }
  };
  for (const SoftwareStack& stack : catalog.of<SoftwareStack>()) add(stack.id);
  add("");
}

WorkloadSupport SoftwareNeeds::on(const Gpu& gpu) const {
  const std::string_view stack = gpu.stack.value_or("");
  WorkloadSupport weakest;
  for (const Need& need : needs_) {
    if (need.stack != stack) continue;
    const std::optional<SupportAnswer> answer = support_by(need.rule, gpu);
    const Support level = answer ? answer->level : Support::none;
    // Compare by shortfall, so that the result names a need that fails.
    if (weakest.software.empty() ||
        static_cast<int>(level) - static_cast<int>(need.at_least) <
            static_cast<int>(weakest.level) - static_cast<int>(weakest.at_least))
      weakest = {level, need.at_least, need.software, answer ? answer->rule : nullptr,
                 answer.has_value()};
  }
  return weakest;
}

void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate) {
  const Gpu& gpu = *estimate.gpu;
  const Job& job = estimate.job;
  const TaskDefaults& defaults = catalog.find_task(name_of(job.task));
  const std::string_view software =
      job.engine ? job.engine->software : defaults.software.value_or("");
  const auto answer = support_of(catalog.software(), gpu, software, day);
  const std::string_view architecture =
      gpu.architecture ? std::string_view(*gpu.architecture) : "this card";
  Notes& out = estimate.notes;
  if (answer && answer->level == Support::none)
    out.push_back({NoteKind::software_ended, software, architecture});
  if (answer && answer->level == Support::legacy)
    out.push_back({NoteKind::software_legacy, software, architecture});
  if (is_training(job.task) && job.precision == Precision::bf16 && gpu.bf16_tensor_tflops == 0.0 &&
      !catalog.calibration().stack_of(gpu).bf16_without_units)
    out.push_back({NoteKind::no_bf16, architecture});
  if (is_beyond_context(job))
    out.push_back({NoteKind::beyond_context, job.model->name, "", job.model->context});
  if (trains_language(job.task) && job.trainer && job.trainer == job.spare_trainer) {
    Job usual = job;
    usual.trainer = &catalog.calibration().fine_tuning_trainer(*defaults.stack);
    const MemoryNeed need =
        memory_of(usual, gpu.devices.value_or(1) * estimate.count, catalog.calibration()).need;
    if (usual.trainer != job.trainer)
      out.push_back(
          {NoteKind::other_trainer, usual.trainer->id, job.trainer->id, in_gib(need.total())});
  }
  if (is_language(job.task))
    for (const std::string_view remark : job.model->remarks)
      out.push_back({NoteKind::of_model, job.model->name, remark});
}

}  // namespace gpupick
