#include "cli/job_flags.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "cli/foreign_words.hpp"
#include "job/amounts.hpp"
#include "job/usual_job.hpp"
#include "models/model_proportions.hpp"

namespace gpupick {
namespace {

Task task_of_network(const Catalog& catalog, const std::string& name) {
  const Network& network = catalog.find_network(name);
  const Task task = task_of_kind(network.kind, catalog);
  if (contains(catalog.find_task(name_of(task)).named_kinds, network.kind))
    throw Error("the speed of running {} is not known; `--task {}` estimates its training",
                network.name, name_of(task));
  return task;
}

const Network& network_of(Task task, const JobOptions& options, const Catalog& catalog) {
  if (!options.text("--params").empty())
    throw Error("--params is for language models; name a network with --model");
  const std::string& name = options.text("--model");
  if (!name.empty() && catalog.has_model(name))
    throw Error("{} is a language model; name a network for {}, as in `--model {}`",
                catalog.find_model(name).id, name_of(task), catalog.find_task(name_of(task)).model);
  const Network& network =
      catalog.find_network(name.empty() ? catalog.find_task(name_of(task)).model : name);
  const Texts& kinds = catalog.find_task(name_of(task)).network_kinds;
  if (!contains(kinds, network.kind))
    throw Error("{} is not a network for {}; `gpupick models` lists them", network.id,
                name_of(task));
  return network;
}

void check_drafting(const Job& job) {
  if (job.draft == 0 && !job.drafter && job.acceptance > 0)
    throw Error("--acceptance needs draft tokens; add `--draft N`");
  if (job.acceptance > 1 && job.acceptance > job.draft + 1)
    throw Error("--acceptance {} is more than the {} tokens of a step; add `--draft N`",
                exact(job.acceptance), exact(job.draft + 1));
  if (job.draft > most_draft_tokens)
    throw Error("--draft {} is more than {} tokens; take fewer", exact(job.draft),
                most_draft_tokens);
  if (job.drafter_format && !job.drafter)
    throw Error("--draft-quant is the format of a draft model; name one with `--draft-model NAME`");
}

// Throws Error if nothing says in known words how the weights are stored.
void check_known_format(const Job& job) {
  if (!is_inference(job.task) || job.format || job.model->unread_quant.empty()) return;
  throw Error(
      "{} is quantised by '{}', which is not known and not guessed at; name the nearest format "
      "with `--quant`, such as `--quant awq` for 4 bit or `--quant int8` for 8",
      printable(job.model->name), job.model->unread_quant);
}

// Throws Error if no format was given and the runtime does not read that of the model's files.
void check_read_format(const Job& job) {
  if (!is_inference(job.task) || job.format || !job.engine || !job.model->stored ||
      reads(*job.engine, *job.model->stored))
    return;
  throw Error(
      "the files of {} are {}, which {} does not read; name the format of those that "
      "it would run with `--quant`",
      printable(job.model->name), job.model->stored->id, job.engine->id);
}

void check_purpose(const Model& model, Task task) {
  if (model.hears && !is_inference(task))
    throw Error(
        "{} turns speech into text, of which only the memory is estimated; take `--task chat`",
        printable(model.name));
  if (model.embeds && task != Task::embed)
    throw Error("{} turns texts into vectors or scores and writes none; take `--task embed`",
                printable(model.name));
}

void check(const Job& job) {
  const double asked = job.prompt + job.generate;
  if (makes_images(job.task) && job.format->of_text)
    throw Error("{} is for language models; take `--quant nf4`, fp8 or int8", job.format->id);
  if (is_inference(job.task) && job.context < asked)
    throw Error("--context {} is less than prompt and answer together, {}", exact(job.context),
                exact(asked));
  if (job.cached > 0 && job.cached >= job.prompt)
    throw Error("--cached-prompt {} leaves nothing of the prompt, {}, to read", exact(job.cached),
                exact(job.prompt));
  if (is_inference(job.task)) check_drafting(job);
  if (job.eager && job.engine && !job.engine->score_bytes)
    throw Error("{} has no eager attention; take `--runtime llama.cpp` or transformers",
                job.engine->id);
  if (!is_inference(job.task) && !trains_language(job.task) && !makes_images(job.task) &&
      job.precision == Precision::fp8)
    throw Error("{} is computed in 16 or 32 bit", name_of(job.task));
  if (makes_images(job.task) && job.precision == Precision::fp8 && !job.compiled)
    throw Error(
        "products in FP8 are no faster until they are compiled; add `--compiled`, or take `--quant "
        "fp8` to store the weights in 8 bit");
}

// Returns the given task, else the task of the named network, else chat.
Task usual_task(const JobOptions& options, const Catalog& catalog) {
  const std::string& model = options.text("--model");
  if (const std::string& name = options.text("--task"); !name.empty()) {
    check_word(job_flag("--task"), name);
    return find_task(name)->task;
  }
  if (catalog.has_network(model)) return task_of_network(catalog, model);
  return catalog.has_model(model) && catalog.find_model(model).embeds ? Task::embed : Task::chat;
}

}  // namespace

void take_task_of(const Workload& workload, Date day, const Catalog& catalog, JobOptions& options) {
  JobOption& task = options.of(job_flag("--task"));
  if (!options.named() || task.given() || catalog.has_network(options.text("--model"))) return;
  std::map<std::string_view, double> weights;
  for (const MixJob& job : jobs_on(workload, day))
    if (job.task && job.model) weights[*job.task] += job.weight;
  const auto most =
      std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; });
  if (most != weights.end()) task.text = most->first;
}

std::string_view workload_of(const JobOptions& options, const Catalog& catalog) {
  const Task task = usual_task(options, catalog);
  const std::string& model = options.text("--model");
  const Network* network =
      is_language(task) || model.empty() ? nullptr : &catalog.find_network(model);
  return usual_workload(catalog.find_task(name_of(task)), network);
}

CardCounts parse_counts(const std::string& text) {
  const std::string plain = text.substr(0, text.size() - (text.ends_with('x') ? 1 : 0));
  const std::size_t dash = plain.find('-');
  const std::string fewest = plain.substr(0, dash);
  const std::string most = dash == std::string::npos ? fewest : plain.substr(dash + 1);
  const double low = parse_number(fewest).value_or(0), high = parse_number(most).value_or(0);
  if (!(low >= 1 && low <= high && high <= most_cards) || low != std::floor(low) ||
      high != std::floor(high))
    throw Error("--gpus takes 1 to {} cards, as 4 or 1-4, not '{}'", most_cards, printable(text));
  return {static_cast<int>(low), static_cast<int>(high)};
}

std::string idle_flags(const JobOptions& options, Task task) {
  Phrases idle;
  for (const JobFlag& flag : job_flags())
    if (options.of(flag).given() && !flag.has_part_in(task)) idle.push_back(flag.name());
  if (idle.empty()) return "";
  return fmt::format("{} {} no part in {}", enumerate(idle, "and"),
                     idle.size() > 1 ? "have" : "has", name_of(task));
}

bool JobMaker::is_path(const std::string& name) const {
  return inputs_.takes_paths() && names_files(name, catalog_);
}

const Model& JobMaker::sized_model(const std::string& size) {
  const auto usual = catalog_.of<ModelProportions>();
  if (usual.empty()) refuse_missing_law();
  return own_.emplace_back(model_of_size(parse_amount(size, "--params"), usual.front(), arena_));
}

const Model& JobMaker::model_in_files(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) return *known->second;
  const std::size_t kept = inputs_.kept();
  try {
    const Model& read = own_.emplace_back(read_model_files(path, inputs_, catalog_, arena_));
    return *files_.emplace(path, &read).first->second;
  } catch (const Error&) {
    inputs_.drop_behind(kept);  // rows may name many files that are refused
    throw;
  }
}

const Model& JobMaker::language_model(Task task, const JobOptions& options) {
  const std::string &name = options.text("--model"), &size = options.text("--params");
  if (!size.empty() && !name.empty())
    throw Error("--model and --params are two ways to say the same; give one");
  if (!size.empty()) return sized_model(size);
  if (name.empty()) return catalog_.find_model(catalog_.find_task(name_of(task)).model);
  if (!is_path(name) && catalog_.has_network(name)) {
    const std::string_view use = name_of(task_of_network(catalog_, name));
    const std::string next = is_training(task)
                                 ? fmt::format(
                                       "training such networks, or LoRAs for them, is not covered; "
                                       "`--task {}` estimates their use",
                                       use)
                                 : fmt::format("take `--task {}`", use);
    throw Error("{} is no language model; {}", catalog_.find_network(name).id, next);
  }
  return named_model(name);
}

const Model& JobMaker::draft_model(const std::string& name) {
  if (!is_path(name) && catalog_.has_network(name))
    throw Error("{} is no language model; --draft-model takes a smaller one, of the same family",
                catalog_.find_network(name).id);
  return named_model(name);
}

const Model& JobMaker::named_model(const std::string& name) {
  if (const std::string_view advice = advice_on("--model " + name); !advice.empty())
    throw Error("no model is called '{}'; {}", printable(name), advice);
  return is_path(name) ? model_in_files(name) : catalog_.find_model(name);
}

Task JobMaker::task_of(const JobOptions& options) {
  const std::string& model = options.text("--model");
  const bool open = options.text("--task").empty() && is_path(model);
  return open && model_in_files(model).embeds ? Task::embed : usual_task(options, catalog_);
}

AskedJob JobMaker::make(const JobOptions& options) {
  AskedJob asked{open_job(task_of(options), catalog_), usual_host_memory(catalog_), nullptr};
  Job& job = asked.job;
  if (is_language(job.task)) {
    job.model = &language_model(job.task, options);
    check_purpose(*job.model, job.task);
    // A format in the model's name counts unless --quant names another.
    if (const std::string& name = options.text("--model"); !is_path(name))
      job.format = catalog_.read_model_name(name).format;
    if (const std::string& drafter = options.text("--draft-model");
        !drafter.empty() && is_inference(job.task)) {
      job.drafter = &draft_model(drafter);
      check_purpose(*job.drafter, job.task);
      job.drafter_format =
          is_path(drafter) ? job.drafter->stored : catalog_.read_model_name(drafter).format;
    }
  } else {
    job.network = &network_of(job.task, options, catalog_);
  }
  // In reverse order, so that --checkpointing overrides --no-checkpointing.
  const std::span<const JobFlag> flags = job_flags();
  for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag)
    if (const JobOption& option = options.of(*flag);
        option.given() && flag->value.set && flag->has_part_in(job.task)) {
      check_word(*flag, option.text);
      flag->value.set(asked, catalog_, flag->any_name(), option.text);
    }
  check_known_format(job);
  check_read_format(job);
  // With a number of draft tokens, the acceptance is what engines print of all of them.
  if (job.draft > 0 && job.acceptance > 0)
    job.accepted = job.acceptance > 1 ? (job.acceptance - 1) / job.draft : job.acceptance;
  apply_defaults(job, catalog_);
  check(job);
  asked.ladder = usual_ladder(job, options.of(job_flag("--quant")).given(), catalog_);
  return asked;
}

}  // namespace gpupick
