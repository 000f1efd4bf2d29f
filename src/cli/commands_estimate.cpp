// The commands that answer with models: estimate, fit, models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <istream>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/program.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// What a row of --rows may hold besides card and count.
struct JobColumn {
  const char* name;
  std::string JobOptions::*option;
};
constexpr JobColumn job_columns[] = {{"task", &JobOptions::task},
                                     {"model", &JobOptions::model},
                                     {"params", &JobOptions::params},
                                     {"quant", &JobOptions::quant},
                                     {"kv_quant", &JobOptions::kv_quant},
                                     {"context", &JobOptions::context},
                                     {"prompt", &JobOptions::prompt},
                                     {"generate", &JobOptions::generate},
                                     {"batch", &JobOptions::batch},
                                     {"runtime", &JobOptions::engine},
                                     {"attention", &JobOptions::attention},
                                     {"precision", &JobOptions::precision},
                                     {"optimizer", &JobOptions::optimizer},
                                     {"lora_rank", &JobOptions::lora_rank},
                                     {"resolution", &JobOptions::resolution}};

// Null where there is no such column.
const JobColumn* find_column(std::string_view name) {
  const auto found = std::find_if(std::begin(job_columns), std::end(job_columns),
                                  [&](const JobColumn& column) { return column.name == name; });
  return found == std::end(job_columns) ? nullptr : found;
}

// The columns besides card.
std::vector<std::string> column_names() {
  std::vector<std::string> names{"count"};
  for (const JobColumn& column : job_columns) names.emplace_back(column.name);
  return names;
}

// The next line, without its end; false where there is none. A file of one endless line is refused.
bool next_line(std::istream& in, std::string& line) {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  line.clear();
  for (char c = 0; in.get(c);) {
    if (c == '\n') return true;
    if (line.size() == longest) throw Error("a row of --rows is longer than 1 MiB");
    line += c;
  }
  return !line.empty();
}

}  // namespace

void Program::add_estimate() {
  CLI::App& estimate =
      command("estimate", "whether a job fits a card, how fast it runs, and what it waits for",
              "  gpupick estimate rtx-4090 --model llama-3.1-8b --quant q4_k_m --context 8k\n"
              "  gpupick estimate 3090:2 --model llama-3-70b --explain\n"
              "  gpupick estimate h100-sxm:4 --task serve --model llama-3.1-70b --users 32\n"
              "  gpupick estimate rtx-4090 --task qlora --model mistral-7b-v0.3\n"
              "  gpupick estimate 3060-12gb --task image --model sd-1.5\n"
              "  gpupick estimate 3090 --model my-model/config.json\n"
              "  gpupick estimate --rows jobs.csv",
              [this] { return rows_.empty() ? estimate_job() : estimate_rows(); });
  estimate.add_option("card", name_, "a card, or CARD:N for N of them")->type_name("CARD");
  bind(estimate, job_);
  estimate
      .add_option(
          "--rows", rows_,
          fmt::format("a CSV of jobs: the column card, and any of {}; one JSON line each; - reads "
                      "standard input",
                      join(column_names(), ", ")))
      ->type_name("FILE");
  estimate.add_flag("--explain", view_.explain, "the formulas with their numbers");
}

void Program::add_fit() {
  CLI::App& fit = command("fit", "which models fit a card, largest first",
                          "  gpupick fit rtx-3060-12gb\n  gpupick fit 3090:2 --context 32k",
                          [this] { return fit_models(); });
  fit.add_option("card", name_, "a card, or CARD:N for N of them")->required()->type_name("CARD");
  bind(fit, job_);
}

void Program::add_models() {
  command("models", "the models that are known by their dimensions", "  gpupick models", [this] {
    load();
    environment_.out << render_models(catalog_->models(), catalog_->networks(), page());
    return done;
  });
}

// "3090:2", "2x 3090".
CardGroup Program::configuration(const std::string& text) const {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::size_t cross = text.find_first_not_of(' ', std::min(digits, text.size()));
  // A longer number is a name's, as in "7900 XTX".
  if (digits > 0 && digits <= 3 && cross != std::string::npos &&
      (text[cross] == 'x' || text[cross] == 'X') && cross + 1 < text.size())
    return several_of(text.substr(cross + 1), text.substr(0, digits), text);
  const std::size_t colon = text.rfind(':');
  // A PCI id has a colon of its own, between four digits and four.
  const bool is_pci_id = colon == 4 && text.size() == 9 && text.find(' ') == std::string::npos;
  if (colon == std::string::npos || is_pci_id || !parse_number(text.substr(colon + 1)))
    return {&card(text)};
  return several_of(text.substr(0, colon), text.substr(colon + 1), text);
}

CardGroup Program::several_of(const std::string& name, const std::string& count,
                              const std::string& text) const {
  const CardGroup cards{&card(name), checked_count(count, text)};
  check_joinable(cards);
  return cards;
}

int Program::checked_count(const std::string& count, const std::string& text) {
  const double value = parse_number(count).value_or(0);
  if (value < 1 || value > 1024 || value != std::floor(value))
    throw Error(fmt::format("'{}' must name 1 to 1,024 cards", printable(text)));
  return static_cast<int>(value);
}

bool Program::are_joinable(const Gpu& gpu) const {
  return joinable(gpu, price_on(catalog_->prices_of(gpu.id), query_.condition, query_.day,
                                gpu.status == "sold"));
}

void Program::check_joinable(const CardGroup& cards) const {
  if (cards.count > 1 && !are_joinable(*cards.gpu))
    throw Error(fmt::format(
        "{} is part of a computer, so {} can't share a job; name one, as in `gpupick estimate {}`",
        cards.gpu->id, cards.count, cards.gpu->id));
}

Choices Program::choices(const Gpu& gpu) const {
  const double usual = only(catalog_->calibration().offload).usual_host_gb_s;
  return {&catalog_->quantisations(),
          &catalog_->cache_types(),
          {job_.host_bandwidth.empty() ? usual : parse_bandwidth(job_.host_bandwidth),
           job_.pcie.empty() ? 0 : parse_slot(job_.pcie).value / 1e9},
          are_joinable(gpu)};
}

JobEstimate Program::estimated(const Gpu& gpu, double count, const Job& job) const {
  JobEstimate out = gpupick::estimate(gpu, count, job, catalog_->calibration(), choices(gpu));
  for (std::string& obstacle : obstacles(gpu, job, catalog_->software(), query_.day))
    out.notes.push_back(std::move(obstacle));
  return out;
}

int Program::estimate_job() {
  if (name_.empty())
    throw Error("name a card, as in `gpupick estimate rtx-4090`, or give --rows FILE");
  load();
  const auto [gpu, count] = configuration(name_);
  JobMaker maker(*catalog_, inputs_);
  const JobEstimate result = estimated(*gpu, count, asked_job(maker));
  environment_.out << render(result, view_.explain, page());
  return result.fits ? done : nothing_fits;
}

int Program::estimate_rows() {
  if (!name_.empty()) throw Error("--rows names the cards; leave the card out");
  load();
  JobMaker maker(*catalog_, inputs_);
  std::map<std::string, CardGroup> cards;  // names that were looked up
  std::vector<std::string> header;
  std::size_t number = 0;
  bool all_read = true;
  std::string line;
  std::istream& rows = inputs_.open(rows_);
  while (environment_.out && next_line(rows, line)) {
    ++number;
    const std::vector<std::string> cells = cells_of(line);
    if (header.empty()) {
      header = cells;
      check_header(header);
      continue;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      JobOptions options = job_;
      std::string name;
      std::string count;
      if (cells.size() > header.size())
        throw Error(fmt::format("{} cells, but the header names {}", cells.size(), header.size()));
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].empty()) continue;
        if (header[i] == "card")
          name = cells[i];
        else if (header[i] == "count")
          count = cells[i];
        else
          options.*find_column(header[i])->option = cells[i];
      }
      if (name.empty()) throw Error("the row names no card");
      const auto known = cards.find(name);
      CardGroup one = known == cards.end() ? configuration(name) : known->second;
      if (known == cards.end()) cards.emplace(name, one);
      if (!count.empty()) one.count = checked_count(count, count);
      check_joinable(one);
      environment_.out << render_row(estimated(*one.gpu, one.count, maker.make(options)));
    } catch (const Error& error) {
      environment_.out << render_row_error(number, error.what());
      all_read = false;
    }
    // Who writes rows one by one gets each answer before the next.
    if (rows.rdbuf()->in_avail() <= 0) environment_.out.flush();
  }
  if (rows.bad()) throw Error(fmt::format("cannot read '{}'", printable(rows_)));
  if (number == 0)
    throw Error(fmt::format("'{}' is empty; its first line must be a header", printable(rows_)));
  return all_read ? done : nothing_fits;
}

void Program::check_header(std::vector<std::string>& header) {
  std::set<std::string> seen;
  for (std::string& column : header) {
    if (column.starts_with("\xEF\xBB\xBF")) column.erase(0, 3);
    if (!seen.insert(column).second)
      throw Error(
          fmt::format("{}:1: the column '{}' stands twice", printable(rows_), printable(column)));
    if (column != "card" && column != "count" && !find_column(column))
      throw Error(fmt::format("{}:1: no column is called '{}'; known are card, {}",
                              printable(rows_), printable(column),
                              enumerate(column_names(), "and")));
  }
  if (!seen.contains("card"))
    throw Error(fmt::format("{}:1: the header needs the column card", printable(rows_)));
}

// Those that are tried of a model, most bits first: the one it is published in before others.
std::vector<std::string> Program::formats_of(const Model& model, const std::string& engine) const {
  const bool gguf = catalog_->calibration().engine(engine).gguf;
  if (gguf && !model.quant.empty() && catalog_->find_quantisation(model.quant).gguf)
    return {model.quant};
  if (gguf) return {"q8_0", "q6_k", "q5_k_m", "q4_k_m"};
  if (model.quant.empty()) return {"bf16", "fp8", "awq"};
  return {model.quant, "awq"};
}

// Of every model made for the context asked for the format of most bits, up to eight, that fits.
int Program::fit_models() {
  load();
  const auto [gpu, count] = configuration(name_);
  JobMaker maker(*catalog_, inputs_);
  const Job asked = asked_job(maker);
  if (asked.task != Task::chat && asked.task != Task::serve)
    throw Error("fit is for the tasks chat and serve; `gpupick estimate` answers for the others");
  const Engine& engine = catalog_->calibration().engine(asked.engine);
  ModelFits fits{{}, asked.context};
  for (const Model& model : catalog_->models()) {
    if (!job_.context.empty() && model.context < asked.context) {
      ++fits.left_out;
      continue;
    }
    Job job = asked;
    job.model = &model;
    job.context = std::min(job.context, model.context);
    job.prompt = std::min(job.prompt, job.context);
    for (const std::string& format : formats_of(model, job.engine)) {
      job.quant = &catalog_->find_quantisation(format);
      JobEstimate result = gpupick::estimate(*gpu, count, job, catalog_->calibration());
      if (!result.fits || !heads_come_out_even(job, engine, result.devices)) continue;
      fits.rows.push_back(
          {std::move(result), longest_context(*gpu, count, job, catalog_->calibration())});
      break;
    }
  }
  std::stable_sort(fits.rows.begin(), fits.rows.end(), [](const ModelFit& a, const ModelFit& b) {
    return a.estimate.job.model->parameters > b.estimate.job.model->parameters;
  });
  environment_.out << render_fits(fits, page());
  return fits.rows.empty() ? nothing_fits : done;
}

}  // namespace gpupick
