#include "fuzz/feed.hpp"

#include <gpupick/render.hpp>
#include <gpupick/validate.hpp>

namespace gpupick {

void feed(std::string_view bytes) {
  std::vector<Diagnostic> diagnostics;
  read_price_csv({"fuzz.csv", bytes}, diagnostics);
  Dataset data = read_data({{"fuzz.json", bytes}}, diagnostics);
  for (Diagnostic& found : validate(data, Catalog(Dataset{})))
    diagnostics.push_back(std::move(found));
  sort_by_place(diagnostics);
  const bool clean = count(diagnostics, Severity::error) == 0;
  for (const Format format : {Format::text, Format::json})
    render(Findings{diagnostics, data.gpus.size(), data.prices.size()}, Page{format, 80, false});
  if (!clean) return;  // data with errors goes no further
  const Catalog catalog(std::move(data));
  if (!catalog.quantisations().empty() && !catalog.cache_types().empty())
    for (const Model& model : catalog.models())
      for (const Gpu& gpu : catalog.gpus()) {
        Job job;
        job.model = &model;
        job.quant = &catalog.quantisations()[0];
        job.cache_type = &catalog.cache_types()[0];
        for (const Runtime& runtime : catalog.calibration().runtimes) {
          job.runtime = runtime.id;
          render(estimate(gpu, 1, job, catalog.calibration(),
                          {&catalog.quantisations(), &catalog.cache_types(), 80}),
                 true, {});
        }
      }
  for (const Workload& workload : catalog.workloads()) {
    Query query;
    query.workload = &workload;
    query.weights = workload.weights.at("balanced");
    query.day = Date{2026, 11, 21};
    for (const Format format : {Format::text, Format::json, Format::csv, Format::markdown})
      render(rank(catalog, query), {}, Page{format, 80, false});
    for (const Gpu& gpu : catalog.gpus()) render_card(catalog, gpu, query, {});
  }
}

}  // namespace gpupick
