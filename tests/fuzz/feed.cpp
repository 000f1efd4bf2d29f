#include "fuzz/feed.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "catalog/built_in.hpp"
#include "catalog/validate.hpp"
#include "config/read_config.hpp"
#include "fuzz/mutate.hpp"
#include "render/render.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// As a model's config; what is none is refused.
void feed_config(std::string_view bytes) {
  try {
    Arena arena;
    const Model model =
        read_config({"config.json", bytes}, "fuzz", built_in().of<ModelType>(), arena);
    Quantisation quant;
    quant.linear_bits = quant.embedding_bits = quant.head_bits = 16;
    active_weights(model, quant, 8);
    CacheType type;
    type.bytes = 2;
    cache(model, type, 4096, 8);
    adapter_parameters(model, 16);
  } catch (const Error&) {
  }
}

// As a price list; its errors are none of the data's.
void feed_prices(std::string_view bytes) {
  std::vector<Diagnostic> diagnostics;
  read_price_csv({"fuzz.csv", bytes}, diagnostics);
}

// As a CSV of jobs.
void feed_rows(std::string_view bytes) {
  run_fixed({"estimate", "--rows", "-"}, std::string(bytes));
}

// As a command line.
void feed_arguments(std::string_view bytes) { run_fixed(split_arguments(bytes)); }

// As the choices of a change of the fixed catalog and of a question to it.
void feed_change(std::string_view bytes) {
  static const nlohmann::json good = loose_data();
  std::seed_seq seed(bytes.begin(), bytes.end());
  std::mt19937 random(seed);
  nlohmann::json data = good;
  mutate(data, random, 1 + draw(random, 8));
  run_gpupick(any_command(data, random), data.dump());
}

void feed_data(std::string_view bytes) {
  std::vector<Diagnostic> diagnostics;
  Dataset data = read_data({{"fuzz.json", bytes}}, diagnostics);
  for (Diagnostic& found : validate(data, Catalog(Dataset{})))
    diagnostics.push_back(std::move(found));
  sort_by_place(diagnostics);
  const bool clean = count(diagnostics, Severity::error) == 0;
  for (const Format format : {Format::text, Format::json})
    render(Findings{diagnostics, data.of<Gpu>().size(), data.of<Observation>().size()},
           Page{format, 80, false});
  const Catalog catalog(std::move(data));
  render(changes(catalog, Catalog(Dataset{})), {});
  render(changes(catalog, catalog), {});
  if (!clean) return;  // data with errors goes no further
  if (!catalog.quantisations().empty() && !catalog.cache_types().empty())
    for (const Model& model : catalog.models())
      for (const Gpu& gpu : catalog.gpus()) {
        Job job;
        job.model = &model;
        job.quant = &catalog.quantisations()[0];
        job.cache_type = &catalog.cache_types()[0];
        job.context = 8192;
        job.prompt = 512;
        job.generate = 128;
        for (const Engine& engine : catalog.calibration().engines) {
          job.engine = &engine;
          render(estimate(gpu, 1, job, catalog.calibration(), {&catalog, {80, 0}}), true, {});
        }
      }
  for (const Workload& workload : catalog.workloads()) {
    Query query;
    query.workload = &workload;
    query.weights = {0.5, 0.3, 0.1, 0.1};
    query.scale.decades = 5;
    query.scale.base_usd = query.scale.base_electricity_usd = 1;
    query.day = Date{2026, 11, 21};
    for (const Format format : {Format::text, Format::json, Format::csv, Format::markdown})
      render(rank(catalog, query), {}, Page{format, 80, false});
    for (const Gpu& gpu : catalog.gpus()) render_card(catalog, gpu, query, {});
  }
}

}  // namespace

void feed(std::string_view bytes) {
  const char kind = bytes.empty() ? ' ' : bytes.front();
  if (kind == '%') return feed_rows(bytes.substr(1));
  if (kind == '$') return feed_arguments(bytes.substr(1));
  if (kind == '!') return feed_change(bytes.substr(1));
  feed_config(bytes);
  feed_prices(bytes);
  feed_data(bytes);
}

}  // namespace gpupick
