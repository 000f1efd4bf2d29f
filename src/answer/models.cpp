// The answers of `models`: the known models and networks.
#include "answer/answers.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

Entry size_entry(double parameters) { return {parameters, rounded(parameters / 1e9) + " B"}; }

}  // namespace

Answer answer(const KnownModels& known, const ListView& view) {
  Answer out{.schema = "models/3"};
  Listing list{"models",
               {{"id", Column{"model"}},
                {"name", Column{"name", Align::left, 4}},
                {"kind", Column{"kind", Align::left, 2}},
                {"parameters", Column{"parameters", Align::right}},
                {"active_parameters"},
                {"layers", Column{"layers", Align::right, 3}},
                {"context", Column{"context", Align::right, 1}}}};
  for (const Model* model : known.models)
    list.add({{model->id},
              {model->name},
              {purpose_of(*model)},
              size_entry(model->parameters),
              {active_parameters(*model)},
              {model->layers},
              {model->context, exact(model->context)}},
             {{"notes", all_notes(*model)}, {"source", model->source}});
  for (const Network* network : known.networks)
    list.add({{network->id},
              {network->name},
              {network->kind},
              size_entry(network->parameters()),
              {{}},
              {{}},
              {{}}},
             {{"notes", network->notes}, {"source", network->source}});
  arrange(list, view, list.rows.size());
  out.add(std::move(list));
  return out;
}

}  // namespace gpupick
