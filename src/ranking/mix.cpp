#include "ranking/mix.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "estimate/estimate_parts.hpp"
#include "job/usual_job.hpp"

namespace gpupick {
namespace {

std::vector<std::pair<const Fallback*, Job>> ladder_of(const Job& job, const Ladder& ladder,
                                                       const Catalog& catalog) {
  std::vector<std::pair<const Fallback*, Job>> steps;
  for (const Fallback& step : ladder.steps) {
    // Skip steps to a lower resolution if the user set one, or if the network's is no higher.
    if (step.resolution &&
        (job.resolution > 0 || !job.network || job.network->resolution <= *step.resolution))
      continue;
    Job other = job;
    if (step.quant) other.format = &catalog.find_quantisation(*step.quant);
    // LoRA on weights of fewer bits is QLoRA.
    if (step.quant && job.task == Task::lora) other.task = Task::qlora;
    other.by_blocks = step.host_memory && makes_images(job.task);
    other.offload = other.offload || other.by_blocks;
    if (step.resolution) other.resolution = *step.resolution;
    if (step.batch) other.batch = std::min(other.batch, *step.batch);
    if (step.optimizer) other.optimizer = &catalog.calibration().optimizer(*step.optimizer);
    steps.emplace_back(&step, other);
  }
  return steps;
}

AskedWork asked_of(const Job& job, const Ladder* ladder, const Catalog& catalog) {
  const TaskDefaults& usual = catalog.find_task(name_of(job.task));
  AskedWork out;
  out.work = job;
  out.floor = usual.floor;
  if (ladder) out.ladder = ladder_of(job, *ladder, catalog);
  return out;
}

AskedWork job_of(const MixJob& row, const Catalog& catalog) {
  Job job = open_job(find_task(*row.task)->task, catalog);
  if (row.model) job.model = &catalog.find_model(*row.model);
  if (row.network) job.network = &catalog.find_network(*row.network);
  if (row.quant) job.format = &catalog.find_quantisation(*row.quant);
  job.context = row.context.value_or(0);
  job.prompt = row.prompt.value_or(job.prompt);
  job.generate = row.generate.value_or(job.generate);
  job.batch = row.batch.value_or(job.batch);
  job.each = row.each.value_or(job.each);
  apply_defaults(job, catalog);
  AskedWork out = asked_of(job, row.ladder ? &catalog.find_ladder(*row.ladder) : nullptr, catalog);
  out.least_batch = least_batch(job, catalog);
  return out;
}

AskedWork rate_of(const MixJob& row) {
  AskedWork out;
  out.work = StatedRate{find_number(*row.figure),
                        row.else_figure ? find_number(*row.else_figure) : nullptr};
  out.floor = *row.floor;
  return out;
}

// Returns the cause of an unknown speed. Heads that the devices can't share are none: the job does
// not run at all.
Missing cause_of(const JobEstimate& estimate) {
  if (!estimate.usable) return {.cause = MissingCause::figure, .name = "memory"};
  return estimate.missing.cause == MissingCause::heads ? Missing{} : estimate.missing;
}

// True if the cards hold the job as asked, whatever its speed.
bool is_held(const JobEstimate& estimate) {
  return estimate.runs_as_asked() && estimate.missing.cause != MissingCause::heads;
}

// Takes the first rate of the data sheet that is not zero; zero means that the card has no such
// units.
std::pair<WorkResult, Missing> stated_on(const CardGroup& cards, const AskedWork& asked,
                                         const StatedRate& work) {
  WorkResult out;
  out.asked = &asked;
  Number rate = number_of(*cards.gpu, *work.figure);
  const Figure* figure = work.figure;
  if (work.otherwise && rate.value_or(0) == 0) {
    figure = work.otherwise;
    rate = number_of(*cards.gpu, *figure);
  }
  if (!rate) return {out, {.cause = MissingCause::figure, .name = figure->label}};
  out.as_asked = *rate > asked.floor;
  out.speed = {*rate * cards.count, 0, 0, Evidence::stated};
  if (*rate > 0) out.unit = figure->unit;
  return {out, {}};
}

bool take(const JobEstimate& estimate, const Fallback* step, const HostMemory& host,
          WorkResult& out) {
  if (!estimate.runs_as_asked() || estimate.missing || estimate.speeds.empty()) return false;
  out.host_gib = in_gib(host_need(estimate.job));
  if (!host.holds(out.host_gib)) return false;
  if (estimate.job.batch < out.asked->least_batch) return false;
  out.at_once = estimate.at_once();
  out.speed = estimate.speeds.front().estimate;
  if (const Estimate* reply = estimate.find(Output::reply)) out.reply = *reply;
  out.unit = estimate.speeds.front().unit;
  out.fallback = step;
  return true;
}

// Takes the estimate with the layers or experts that do not fit in host memory, if that holds them.
bool take_host(const JobEstimate& estimate, const Fallback& step, const HostMemory& host,
               WorkResult& out) {
  if (!estimate.offload || !estimate.offload->prompt) return false;
  // Figures at the ends of their ranges give times without end.
  if (!(estimate.offload->decode.value > 0) || !(estimate.offload->prompt->prefill.value > 0))
    return false;
  out.host_gib = in_gib(estimate.offload->stored);
  if (!host.holds(out.host_gib)) return false;
  out.speed = estimate.offload->decode;
  out.reply = estimate.offload->reply(estimate.job.generate);
  out.unit = "tokens/s";
  out.fallback = &step;
  return true;
}

// Returns the share of a result's speed that counts. A workaround for missing memory (fewer bits, a
// leaner trainer) counts no more than the job as asked would if it fitted.
double worth_of(const WorkResult& result, const JobEstimate& usual,
                const Calibration& calibration) {
  Job job = usual.job;
  const Job& asked = std::get<Job>(result.asked->work);
  job.trainer = asked.trainer;
  job.zero = asked.zero.value_or(0);
  job.host_weights = asked.host_weights;
  const JobEstimate fitted = as_if_it_fitted(*usual.gpu, job, usual.devices, calibration);
  if (fitted.speeds.empty()) return 1;
  WorkResult as_asked;
  as_asked.asked = result.asked;
  as_asked.speed = fitted.speeds.front().estimate;
  if (const Estimate* reply = fitted.find(Output::reply)) as_asked.reply = *reply;
  return std::min(1.0, as_asked.throughput().value / result.throughput().value);
}

// Returns the share of the memory that the job leaves free; below 0 if it does not fit.
double free_share(const JobEstimate& estimate) {
  return 1 - estimate.need.total() / *estimate.usable;
}

// Returns the share of the memory in which the job has room: what it leaves free. All of it if as
// many users as fit fill any memory, or for images, whose components can take turns.
double room_of(const JobEstimate& estimate, const Job& asked) {
  return asked.batch == 0 || makes_images(asked.task) ? 1 : free_share(estimate);
}

bool counts_more(const WorkResult& one, const WorkResult& other) {
  const auto counted = [](const WorkResult& result) {
    return kept_decades(std::max(decades_above_floor(result), 0.0), result.keeps);
  };
  return counted(one) > counted(other);
}

}  // namespace

Mix mix_of(const Workload& workload, const Catalog& catalog, Date day) {
  const std::vector<MixJob> jobs = jobs_on(workload, day);
  if (jobs.empty())
    throw Error(fmt::format("nobody did any of the jobs of {} on {}", workload.id, iso(day)));
  Mix mix;
  for (const MixJob& job : jobs) {
    AskedWork& out = mix.emplace_back(job.figure ? rate_of(job) : job_of(job, catalog));
    out.label = job.label;
    out.share = job.weight;
  }
  return mix;
}

double least_batch(const Job& job, const Catalog& catalog) {
  return job.batch == 0 ? catalog.find_task(name_of(job.task)).least_batch.value_or(0) : 0;
}

Mix mix_of(const Job& job, const Ladder* ladder, const Catalog& catalog) {
  return {asked_of(job, ladder, catalog)};
}

std::pair<WorkResult, Missing> work_on(const CardGroup& cards, const AskedWork& asked,
                                       const Calibration& calibration, const HostMemory& host) {
  if (const auto* rate = std::get_if<StatedRate>(&asked.work))
    return stated_on(cards, asked, *rate);
  std::pair<WorkResult, Missing> answer;
  auto& [out, missing] = answer;
  out.asked = &asked;
  const bool shown = asked.label.empty();
  const auto run = [&](const Job& job, Choices choices = {}) {
    choices.full_context = shown;
    return estimate(*cards.gpu, cards.count, job, calibration, choices);
  };
  const auto keep = [&, &out = out](const JobEstimate& result) {
    if (shown) out.estimate = std::make_shared<const JobEstimate>(result);
  };
  const Job& job = std::get<Job>(asked.work);
  // A workload states itself which features its jobs need.
  out.obstacle = shown ? obstacle_to(job, asked.software, *cards.gpu, calibration)
                       : unsupported(asked.software, *cards.gpu);
  if (out.obstacle) {
    if (shown) {
      JobEstimate blocked = run(job);
      blocked.block(*out.obstacle);
      keep(blocked);
    }
    return answer;
  }
  const JobEstimate usual = run(job);
  out.as_asked = take(usual, nullptr, host, out);
  out.is_held = shown && is_held(usual);
  if (!out.as_asked) missing = cause_of(usual);
  if (out.as_asked && usual.job.trainer != job.trainer) {
    out.worth = worth_of(out, usual, calibration);
    out.leaner_trainer = usual.job.trainer == job.spare_trainer;
  }
  keep(usual);
  // The step that counts most is taken. Fewer bits leave room for more users, so then a card that
  // holds the job as asked may take a step, too. Otherwise a card with less memory could beat it.
  const bool open = job.batch == 0;
  for (const auto& [step, other] : asked.ladder) {
    if (missing || (out.as_asked && !open)) break;
    const JobEstimate result =
        run(other, step->host_memory ? Choices{nullptr, {host.memory_gb_s}} : Choices{});
    WorkResult next;
    next.asked = &asked;
    next.as_asked = out.as_asked;
    const bool taken = take(result, step, host, next) ||
                       (step->host_memory && take_host(result, *step, host, next));
    if (!taken && result.fits && !out.runs()) missing = cause_of(result);
    if (taken) next.keeps = step->keeps;
    if (taken && !step->host_memory) next.free = room_of(result, other);
    if (taken && !open) next.worth = worth_of(next, usual, calibration);
    if (out.runs() && !(taken && counts_more(next, out))) continue;
    if (taken) out = std::move(next);
    keep(result);
  }
  // Nothing has room beside components that take turns or weights that wait in host memory unasked.
  const bool makes_do =
      usual.job.offload != job.offload || usual.job.host_weights != job.host_weights;
  if (out.as_asked && !out.fallback) out.free = makes_do ? 0 : room_of(usual, job);
  if (out.as_asked && job.spare_trainer && usual.devices == 1) {
    Job leaner = job;
    leaner.trainer = job.spare_trainer;
    out.free = std::max(out.free, free_share(run(leaner)));
  }
  return answer;
}

const std::pair<WorkResult, Missing>& known_work_on(const CardGroup& cards, const AskedWork& asked,
                                                    const Calibration& calibration,
                                                    const HostMemory& host) {
  const auto [known, is_new] = asked.results.try_emplace({cards.gpu, cards.count, host});
  if (is_new) known->second = work_on(cards, asked, calibration, host);
  return known->second;
}

void need_support(const Catalog& catalog, Date day, Mix& mix) {
  for (AskedWork& asked : mix)
    if (const Job* job = std::get_if<Job>(&asked.work))
      asked.software = software_of(*job, catalog, day);
}

WorkResult way_to_run(const CardGroup& cards, const AskedJob& asked, const Catalog& catalog,
                      std::optional<Date> day) {
  Mix mix = mix_of(asked.job, asked.ladder, catalog);
  if (day) need_support(catalog, *day, mix);
  WorkResult way = work_on(cards, mix.front(), catalog.calibration(), asked.host).first;
  way.asked = nullptr;
  return way;
}

WorkResult way_to_run(const JobEstimate& mixed, const AskedJob& asked, const Catalog& catalog) {
  const Mix mix = mix_of(asked.job, asked.ladder, catalog);
  WorkResult way;
  way.asked = &mix.front();
  way.as_asked = take(mixed, nullptr, asked.host, way);
  way.is_held = is_held(mixed);
  if (!way.as_asked && asked.ladder)
    for (const Fallback& step : asked.ladder->steps)
      if (step.host_memory && take_host(mixed, step, asked.host, way)) break;
  way.asked = nullptr;
  return way;
}

namespace {

struct RunsNames {
  std::string_view key, words;
};

const RunsNames& names_of(Runs runs) {
  static constexpr RunsNames names[] = {{"as_asked", "as asked"},
                                        {"smaller_batch", "in smaller batches"},
                                        {"lower_precision", "at lower precision"},
                                        {"leaner_trainer", "with a leaner trainer"},
                                        {"partly_in_host", "partly in the computer's memory"},
                                        {"lower_resolution", "at a lower resolution"},
                                        {"no", "not"}};
  return names[static_cast<std::size_t>(runs)];
}

}  // namespace

std::string_view name_of(Runs runs) { return names_of(runs).key; }
std::string_view words_of(Runs runs) { return names_of(runs).words; }
std::string words_of(Runs runs, const Fallback* step) {
  const bool named = step && (runs != Runs::partly_in_host || step->quant);
  return fmt::format("{}{}", words_of(runs), named ? fmt::format(" ({})", step->label) : "");
}

Runs WorkResult::how() const {
  if (!runs()) return is_held ? Runs::as_asked : Runs::no;
  if (leaner_trainer) return Runs::leaner_trainer;
  if (!fallback) return Runs::as_asked;
  if (fallback->resolution) return Runs::lower_resolution;
  if (fallback->host_memory) return Runs::partly_in_host;
  return fallback->batch ? Runs::smaller_batch : Runs::lower_precision;
}

Estimate WorkResult::throughput() const {
  return reply ? duration(std::get<Job>(asked->work).generate, *reply) : speed;
}

double counted_speed(const Estimate& speed) {
  return speed.is_rough() && speed.low > 0 ? speed.low : speed.value;
}

namespace {

// Returns the rate as a multiple of the job's floor, reduced by `worth` and `tools`.
double times_floor(const WorkResult& result) {
  constexpr double least_tools = 0.1;  // smaller shares count as this one
  return std::max(result.tools, least_tools) * result.worth * counted_speed(result.throughput()) /
         result.asked->floor;
}

}  // namespace

double decades_above_floor(const WorkResult& result) { return decades_in(times_floor(result)); }

bool is_useful(const WorkResult& result) { return result.runs() && times_floor(result) > 1; }

bool is_worth_proposing(const WorkResult& result, const Calibration& calibration) {
  return is_useful(result) && (!result.estimate || is_readable(*result.estimate, calibration));
}

double utility(const WorkResult& result, const ScoreScale& scale, double more_decades) {
  if (!result.runs()) return 0;
  return utility(kept_decades(decades_above_floor(result) + more_decades, result.keeps), scale);
}

}  // namespace gpupick
