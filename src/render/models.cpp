// The known models and networks.
#include <cmath>

#include "render/parts.hpp"

namespace gpupick {

std::string render_models(std::span<const Model> models, std::span<const Network> networks,
                          const Page& page) {
  if (page.format == Format::json) {
    Data out = {
        {"schema", "gpupick/models/2"}, {"models", Data::list()}, {"networks", Data::list()}};
    for (const Model& model : models)
      out["models"].push_back({{"id", model.id},
                               {"name", model.name},
                               {"parameters", model.parameters},
                               {"active_parameters", std::round(linear_parameters(model).active)},
                               {"layers", model.layers},
                               {"context", model.context},
                               {"notes", model.notes},
                               {"source", model.source}});
    for (const Network& network : networks)
      out["networks"].push_back({{"id", network.id},
                                 {"name", network.name},
                                 {"kind", network.kind},
                                 {"parameters", network.parameters()},
                                 {"notes", network.notes},
                                 {"source", network.source}});
    return to_json(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "id" : "model"},
               {"name", Align::left, 4},
               {"kind", Align::left, 2},
               {"parameters", Align::right},
               {"layers", Align::right, 3},
               {"context", Align::right, 1}},
              {}};
  const auto size = [&](double parameters) {
    return csv ? plain(parameters) : rounded(parameters / 1e9) + " B";
  };
  for (const Model& model : models)
    table.rows.push_back({std::string(model.id), std::string(model.name), "language",
                          size(model.parameters), plain(model.layers),
                          csv ? plain(model.context) : exact(model.context)});
  for (const Network& network : networks)
    table.rows.push_back({std::string(network.id), std::string(network.name),
                          std::string(network.kind), size(network.parameters()), "", ""});
  return to_page(table, page);
}

}  // namespace gpupick
