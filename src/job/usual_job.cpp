#include "job/usual_job.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"

namespace gpupick {
namespace {

Job finish(Job job, const Catalog& catalog) {
  apply_defaults(job, catalog);
  return job;
}

// Throws Error if the task lacks a default that its formulas need, which user-supplied data may.
void check_complete(Task task, const TaskDefaults& defaults) {
  const auto require = [&](bool needed, const Text& key, std::string_view name) {
    if (needed && !key)
      throw Error("the task '{}' lacks '{}' in the data; name one there", name_of(task), name);
  };
  require(is_inference(task), defaults.engine, "engine");
  require(trains_language(task), defaults.stack, "stack");
  require(trains_language(task), defaults.optimizer, "optimizer");
  require(task == Task::pretrain, defaults.pretraining_stack, "pretraining_stack");
}

// Returns the engine for a job with weights in the format `asked` (null: any), or null if the task
// uses no engine.
const Engine* usual_engine(const TaskDefaults& defaults, const Quantisation* asked,
                           const Catalog& catalog) {
  if (!defaults.engine) return nullptr;
  const Calibration& calibration = catalog.calibration();
  const Engine& usual = calibration.engine(*defaults.engine);
  if (!asked || reads(usual, *asked)) return &usual;
  // A format that the usual engine does not read implies an engine that does.
  if (asked->files.empty())
    return defaults.tensor_engine ? &calibration.engine(*defaults.tensor_engine) : &usual;
  const auto found = std::ranges::find(calibration.of<Engine>(), asked->files, &Engine::files);
  return found == calibration.of<Engine>().end() ? &usual : &*found;
}

// Returns the format in which the job's model is published, else the task's, else the engine's
// smallest: the first that the job's engine reads.
const Quantisation& usual_format(const Job& job, const TaskDefaults& defaults,
                                 const Catalog& catalog) {
  const auto read = [&](const Quantisation& format) {
    return !job.engine || reads(*job.engine, format);
  };
  if (is_inference(job.task) && !job.model->quant.empty()) {
    const Quantisation& published = catalog.find_quantisation(job.model->quant);
    if (read(published)) return published;
  }
  const bool tensors = !job.engine || job.engine->files.empty();
  const Quantisation& usual = catalog.find_quantisation(
      tensors ? defaults.tensor_quant.value_or(defaults.quant) : defaults.quant);
  return read(usual) ? usual : catalog.find_quantisation(own_format(*job.engine));
}

// Returns the task's context, in tokens. In inference it is no longer than the model's context and
// no shorter than prompt and answer.
double usual_context(const Job& job, const TaskDefaults& defaults) {
  if (!is_inference(job.task)) return defaults.context.value_or(0);
  const double asked = job.prompt + job.generate;
  return defaults.context ? std::max(std::min(*defaults.context, job.model->context), asked)
                          : asked;
}

}  // namespace

const Ladder* usual_ladder(const Job& job, bool gives_format, const Catalog& catalog) {
  const TaskDefaults& usual = catalog.find_task(name_of(job.task));
  const bool open =
      !gives_format && !job.offload && usual.ladder && job.format && job.format->id == usual.quant;
  const Text& ladder = open ? usual.ladder : usual.host_ladder;
  return ladder ? &catalog.find_ladder(*ladder) : nullptr;
}

Job open_job(Task task, const Catalog& catalog) {
  const TaskDefaults& defaults = catalog.find_task(name_of(task));
  check_complete(task, defaults);
  const Calibration& calibration = catalog.calibration();
  Job job;
  job.task = task;
  job.cache_type = &catalog.find_cache_type(defaults.cache_type);
  if (defaults.stack) job.trainer = &calibration.fine_tuning_trainer(*defaults.stack);
  if (defaults.spare_stack)
    job.spare_trainer = &calibration.fine_tuning_trainer(*defaults.spare_stack);
  if (defaults.optimizer) job.optimizer = &calibration.optimizer(*defaults.optimizer);
  job.precision = find_precision(defaults.precision).value_or(Precision::bf16);
  job.prompt = defaults.prompt.value_or(0);
  job.generate = defaults.generate.value_or(0);
  job.batch = defaults.batch.value_or(0);
  if (defaults.step_batch) {
    job.accumulate = 0;
    job.step_batch = *defaults.step_batch;
  }
  job.checkpointing = defaults.checkpointing;
  job.lora_rank = defaults.lora_rank.value_or(0);
  return job;
}

HostMemory usual_host_memory(const Catalog& catalog) {
  HostMemory out{catalog.calibration().only<OffloadConstants>().usual_host_gb_s};
  if (!catalog.of<ScoreScale>().empty()) {
    out.ram_gib = catalog.score_scale().ram_gib;
    out.system_gib = catalog.score_scale().system_gib;
  }
  return out;
}

void apply_defaults(Job& job, const Catalog& catalog) {
  const TaskDefaults& defaults = catalog.find_task(name_of(job.task));
  // A format in the model's own file counts like one that was given, where the engine reads it.
  if (is_inference(job.task) && !job.format && job.model->stored &&
      (!job.engine || reads(*job.engine, *job.model->stored)))
    job.format = job.model->stored;
  if (!job.engine) job.engine = usual_engine(defaults, job.format, catalog);
  if (!job.format) job.format = &usual_format(job, defaults, catalog);
  if (job.context == 0) job.context = usual_context(job, defaults);
  if (job.task == Task::pretrain && !job.pretraining_trainer)
    job.pretraining_trainer = usual_pretraining_trainer(*job.model, defaults, catalog);
  if (job.drafter && !job.drafter_format)
    job.drafter_format = &usual_format(drafting(job), defaults, catalog);
  if ((job.draft > 0 || job.drafter) && job.acceptance == 0)
    job.acceptance = defaults.acceptance.value_or(0);
}

const PretrainingTrainer* usual_pretraining_trainer(const Model& model,
                                                    const TaskDefaults& defaults,
                                                    const Catalog& catalog) {
  const bool mixture = model.experts > 0 && defaults.mixture_pretraining_stack;
  const Text& usual = mixture ? defaults.mixture_pretraining_stack : defaults.pretraining_stack;
  return &catalog.calibration().pretraining_trainer(*usual);
}

Task task_of_kind(std::string_view kind, const Catalog& catalog) {
  for (const TaskDefaults& task : catalog.tasks())
    if (contains(task.network_kinds, kind))
      if (const TaskRow* row = find_task(task.id)) return row->task;
  throw Error("no task is for networks of the kind '{}'", kind);
}

std::string_view usual_workload(const TaskDefaults& defaults, const Network* network) {
  const auto& kinds = defaults.sequence_kinds;
  const bool sequences = network && contains(kinds, network->kind);
  return sequences && defaults.sequence_profile ? *defaults.sequence_profile : defaults.profile;
}

Job usual_job(Task task, const Catalog& catalog) {
  const TaskDefaults& defaults = catalog.find_task(name_of(task));
  return is_language(task) ? usual_job(task, catalog.find_model(defaults.model), catalog)
                           : usual_job(task, catalog.find_network(defaults.model), catalog);
}

Job usual_job(Task task, const Model& model, const Catalog& catalog) {
  Job job = open_job(task, catalog);
  job.model = &model;
  return finish(job, catalog);
}

Job usual_job(Task task, const Network& network, const Catalog& catalog) {
  Job job = open_job(task, catalog);
  job.network = &network;
  return finish(job, catalog);
}

}  // namespace gpupick
