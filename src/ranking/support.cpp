#include "ranking/support.hpp"

#include "base/text.hpp"

namespace gpupick {

SoftwareNeeds::SoftwareNeeds(std::span<const SoftwareNeed> needs, const Catalog& catalog,
                             Date day) {
  const auto add = [&](std::string_view stack) {
    for (const SoftwareNeed& need : needs) {
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

namespace {

std::string_view name_of_software(const Job& job, const Catalog& catalog) {
  return job.engine ? job.engine->software
                    : catalog.find_task(name_of(job.task)).software.value_or("");
}

std::string_view architecture_of(const Gpu& gpu) {
  return gpu.architecture ? std::string_view(*gpu.architecture) : "this card";
}

// Notes that the job does not fit with the usual trainer, but with the spare one.
void add_trainer_note(const Catalog& catalog, JobEstimate& out) {
  const Job& job = out.job;
  if (!trains_language(job.task) || !job.trainer || job.trainer != job.spare_trainer) return;
  Job usual = job;
  usual.trainer =
      &catalog.calibration().fine_tuning_trainer(*catalog.find_task(name_of(job.task)).stack);
  if (usual.trainer == job.trainer) return;
  const MemoryNeed need =
      memory_of(usual, out.gpu->devices.value_or(1) * out.count, catalog.calibration()).need;
  out.notes.push_back(
      {NoteKind::other_trainer, usual.trainer->id, job.trainer->id, in_gib(need.total())});
}

}  // namespace

SoftwareNeeds software_of(const Job& job, const Catalog& catalog, Date day) {
  SoftwareNeed need;
  need.name = name_of_software(job, catalog);
  need.at_least = "legacy";
  return {{&need, 1}, catalog, day};
}

std::optional<Note> unsupported(const SoftwareNeeds& software, const Gpu& gpu) {
  const WorkloadSupport support = software.on(gpu);
  if (!support.fails()) return {};
  return Note{NoteKind::software_ended, support.software, architecture_of(gpu)};
}

namespace {

std::optional<Note> without_bf16(const Job& job, const Gpu& gpu, const Calibration& calibration) {
  const bool needed = is_training(job.task) && job.precision == Precision::bf16;
  if (!needed || gpu.bf16_tensor_tflops != 0.0 || calibration.stack_of(gpu).bf16_without_units)
    return {};
  return Note{NoteKind::no_bf16, architecture_of(gpu)};
}

// Formats may be open in a job without a model.
std::optional<Note> unread_format(const Job& job) {
  if (!is_inference(job.task)) return {};
  const Engine& engine = *job.engine;
  const auto note = [&](NoteKind kind, std::string_view format, std::string_view instead) {
    return Note{kind, engine.id, format, 0, instead};
  };
  if (job.format && !reads(engine, *job.format))
    return note(NoteKind::format_not_read, job.format->id, own_format(engine));
  if (job.drafter_format && !reads(engine, *job.drafter_format))
    return note(NoteKind::draft_format_not_read, job.drafter_format->id, own_format(engine));
  const CacheType& type = *job.cache_type;
  if (type.bytes >= 2 || engine.files == type.files || (engine.files.empty() && engine.score_bytes))
    return {};
  return note(NoteKind::cache_not_had, type.id,
              engine.files.empty()     ? "fp8"
              : engine.files == "gguf" ? "q8_0"
                                       : "f16");
}

}  // namespace

std::optional<Note> obstacle_to(const Job& job, const SoftwareNeeds& software, const Gpu& gpu,
                                const Calibration& calibration) {
  std::optional<Note> found = unsupported(software, gpu);
  if (!found) found = without_bf16(job, gpu, calibration);
  return found ? found : unread_format(job);
}

void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate) {
  const Job& job = estimate.job;
  const SoftwareNeeds software = software_of(job, catalog, day);
  std::vector<CardGroup> box = estimate.box;
  if (box.empty()) box.push_back({estimate.gpu});
  for (const auto& [gpu, count] : box) {
    if (const auto found = obstacle_to(job, software, *gpu, catalog.calibration()))
      return estimate.block(*found);
    if (const WorkloadSupport support = software.on(*gpu);
        support.known && support.level == Support::legacy)
      estimate.notes.push_back(
          {NoteKind::software_legacy, support.software, architecture_of(*gpu)});
  }
  if (is_beyond_context(job))
    estimate.notes.push_back({NoteKind::beyond_context, job.model->name, "", job.model->context});
  add_trainer_note(catalog, estimate);
  if (!is_language(job.task)) return;
  for (const std::string_view remark : job.model->remarks)
    estimate.notes.push_back({NoteKind::of_model, job.model->name, remark});
}

}  // namespace gpupick
