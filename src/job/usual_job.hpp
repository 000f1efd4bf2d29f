// The usual job of each task, from the defaults in the data (models/task_defaults.hpp).
#pragma once

#include <string_view>

#include "catalog/catalog.hpp"
#include "job/job.hpp"

namespace gpupick {

// Returns the task's trainer for pre-training this model.
const PretrainingTrainer* usual_pretraining_trainer(const Model& model,
                                                    const TaskDefaults& defaults,
                                                    const Catalog& catalog);

// Returns the task for networks of this kind. Throws Error if there is none.
Task task_of_kind(std::string_view kind, const Catalog& catalog);

// Returns the id of the workload that ranks cards for the task; `network` is null for language
// models.
std::string_view usual_workload(const TaskDefaults& defaults, const Network* network);

// Returns the ladder of a job that does not fit, or null. A job whose format is not given takes
// fewer bits; others keep part of the model in host memory.
const Ladder* usual_ladder(const Job& job, bool gives_format, const Catalog& catalog);

// Returns a job of the task without a model or network, and without what depends on these: engine,
// weight format and context.
Job open_job(Task task, const Catalog& catalog);

// Returns the computer's memory where the user says nothing of it: without end if the catalog has
// no usual one.
HostMemory usual_host_memory(const Catalog& catalog);

// Fills in the usual engine, weight format, context, pre-training trainer, draft model's format and
// acceptance, where the job leaves them open.
void apply_defaults(Job& job, const Catalog& catalog);

// Returns the usual job of a task, with the task's default model or network. Throws Error if the
// catalog lacks a record that the defaults name.
Job usual_job(Task task, const Catalog& catalog);
// Return the usual job of a task with this model or network.
Job usual_job(Task task, const Model& model, const Catalog& catalog);
Job usual_job(Task task, const Network& network, const Catalog& catalog);

}  // namespace gpupick
