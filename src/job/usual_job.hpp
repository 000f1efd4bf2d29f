// Jobs as their tasks are usually run, from the defaults in the data (catalog/task_defaults.hpp).
// The parts are there for those who leave open only some of a job.
#pragma once

#include <string_view>

#include "catalog/catalog.hpp"
#include "job/job.hpp"

namespace gpupick {

// The engine of a job of the task for which this format of weights was asked (null: none was); null
// where the task has none.
const Engine* usual_engine(const TaskDefaults& defaults, const Quantisation* asked,
                           const Catalog& catalog);

// The task's program for pre-training such a model.
const PretrainingStack* usual_pretraining_stack(const Model& model, const TaskDefaults& defaults,
                                                const Catalog& catalog);

// The format that the job's model is published in, if its engine reads it; else the task's.
const Quantisation& usual_format(const Job& job, const TaskDefaults& defaults,
                                 const Catalog& catalog);

// The task's context, no longer than the model was made for and no shorter than prompt and answer.
double usual_context(const Job& job, const TaskDefaults& defaults);

// The task that a network of this kind is for. Throws Error where no task is.
Task task_of_kind(std::string_view kind, const Catalog& catalog);

// The id of the profile that ranks cards for the task; `network` is null for language models.
std::string_view usual_profile(const TaskDefaults& defaults, const Network* network);

// A job of the task without its model or network, and without what depends on these: engine, format
// of weights and context.
Job open_job(Task task, const Catalog& catalog);

// Chooses these as they usually are, where they are still open.
void settle(Job& job, const Catalog& catalog);

// A job as its task is usually run, with the task's own model or network. Throws Error where the
// catalog lacks a record that the defaults name.
Job usual_job(Task task, const Catalog& catalog);
// The same with this one.
Job usual_job(Task task, const Model& model, const Catalog& catalog);
Job usual_job(Task task, const Network& network, const Catalog& catalog);

}  // namespace gpupick
