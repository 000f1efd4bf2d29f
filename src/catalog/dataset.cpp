#include "catalog/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "base/text.hpp"
#include "catalog/read_architecture.hpp"
#include "catalog/read_calibration.hpp"
#include "catalog/read_model.hpp"
#include "catalog/read_workload.hpp"
#include "record/fields.hpp"

namespace gpupick {
namespace {

using Diagnostics = std::vector<Diagnostic>;

void read_figure(Fields& fields, const Figure& figure, Gpu& gpu) {
  if (figure.required) fields.require(figure.key);
  if (const auto number = std::get_if<Number Gpu::*>(&figure.member))
    gpu.*(*number) = fields.number(figure.key);
  else if (const auto flag = std::get_if<Flag Gpu::*>(&figure.member))
    gpu.*(*flag) = fields.flag(figure.key);
  else if (const auto list = std::get_if<List Gpu::*>(&figure.member))
    gpu.*(*list) = fields.texts(figure.key, figure.choices);
  else
    gpu.*std::get<Text Gpu::*>(figure.member) = fields.text(figure.key, figure.choices);
}

Gpu read_gpu(Fields& fields, const Document& document, Diagnostics& diagnostics) {
  Gpu gpu;
  gpu.id = fields.required_text("id");
  gpu.name = fields.required_text("name");
  gpu.aliases = fields.texts("aliases").value_or(std::vector<std::string>{});
  for (const Figure& figure : figures()) read_figure(fields, figure, gpu);
  if (gpu.launch_date && !parse_date(*gpu.launch_date)) fields.date("launch_date");
  gpu.notes = fields.texts("notes").value_or(std::vector<std::string>{});
  if (const Node* node = fields.object("sources")) {
    Fields sources(document, *node, "'sources'", diagnostics);
    for (const Figure& figure : figures())
      if (figure.sourced)
        if (auto source = sources.text(figure.key)) gpu.sources.emplace_back(figure.key, *source);
    sources.refuse_other_keys();
  }
  return gpu;
}

Observation read_price(Fields& fields) {
  Observation price;
  price.card = fields.required_text("card");
  price.kind = fields.required_text("kind", price_kinds);
  price.usd = fields.required_number("usd");
  price.basis = fields.required_text("basis", price_bases);
  price.date = fields.required_date("date");
  price.region = fields.text("region").value_or("");
  price.covers = fields.text("covers", price_covers).value_or("card");
  price.source = fields.required_text("source");
  price.confidence = fields.required_text("confidence", confidences);
  fields.number("n");  // listings or sales behind it, and what they were of: for readers
  fields.text("what");
  return price;
}

Source read_source(Fields& fields) {
  Source source;
  source.id = fields.required_text("id");
  source.title = fields.required_text("title");
  source.publisher = fields.required_text("publisher");
  source.kind = fields.required_text("kind", source_kinds);
  source.url = fields.text("url").value_or("");
  source.read = iso(fields.required_date("read"));
  return source;
}

SoftwareRule read_software(Fields& fields) {
  SoftwareRule rule;
  rule.id = fields.required_text("id");
  rule.software = fields.required_text("software");
  rule.stack = fields.required_text("stack", find_figure("stack")->choices);
  rule.from = fields.required_date("from");
  rule.release = fields.text("release").value_or("");
  fields.require("current");
  for (const auto& [key, ranges] :
       {std::pair("current", &rule.current), std::pair("legacy", &rule.legacy),
        std::pair("unstated", &rule.unstated)}) {
    *ranges = fields.texts(key).value_or(std::vector<std::string>{});
    for (const std::string& range : *ranges)
      if (!is_support_range(range))
        fields.report(Rule::unknown_word, *fields.array(key),
                      fmt::format("'{}' is no range of versions such as 7.5+ or 5.0-7.0", range));
  }
  fields.text("note");  // for readers
  rule.source = fields.required_text("source");
  return rule;
}

// The records of a list. `read` takes the record's fields, and where it has structure of its own
// also the document and the diagnostics.
template <class Value, class Read>
void read_list(Fields& file, const Document& document, std::string_view key, std::string_view what,
               std::vector<Record<Value>>& records, Diagnostics& diagnostics, Read read) {
  for (const Node* node : file.objects(key)) {
    Fields fields(document, *node, std::string(what), diagnostics);
    if constexpr (std::is_invocable_v<Read, Fields&>)
      records.push_back({read(fields), &document, node});
    else
      records.push_back({read(fields, document, diagnostics), &document, node});
    fields.refuse_other_keys();
  }
}

}  // namespace

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics) {
  Dataset data;
  for (const File& file : files) {
    std::optional<Document> parsed = parse_document(file, diagnostics);
    data.complete = data.complete && parsed;
    if (!parsed) continue;
    const Document& document = data.documents.emplace_back(std::move(*parsed));
    if (!std::holds_alternative<Node::Object>(document.root.value)) {
      diagnostics.push_back(
          {Rule::wrong_type, document.locate(document.root.offset),
           fmt::format("a data file must be an object with lists such as 'gpus', not {}",
                       document.root.type_name())});
      data.complete = false;
      continue;
    }
    Fields fields(document, document.root, "a data file", diagnostics);
    read_list(fields, document, "gpus", "the card", data.gpus, diagnostics, read_gpu);
    read_list(fields, document, "prices", "the price", data.prices, diagnostics, read_price);
    read_list(fields, document, "workloads", "the workload", data.workloads, diagnostics,
              read_workload);
    read_list(fields, document, "software", "the software rule", data.software, diagnostics,
              read_software);
    read_list(fields, document, "sources", "the source", data.sources, diagnostics, read_source);
    read_list(fields, document, "architectures", "the architecture", data.architectures,
              diagnostics, read_architecture);
    read_list(fields, document, "memories", "the memory type", data.memories, diagnostics,
              read_memory);
    read_list(fields, document, "lines", "the product line", data.lines, diagnostics, read_line);
    read_list(fields, document, "exceptions", "the exception", data.exceptions, diagnostics,
              read_exception);
    read_list(fields, document, "models", "the model", data.models, diagnostics, read_model);
    read_list(fields, document, "quantisations", "the format", data.quantisations, diagnostics,
              read_quantisation);
    read_list(fields, document, "cache_types", "the cache type", data.cache_types, diagnostics,
              read_cache_type);
    read_list(fields, document, "engines", "the engine", data.engines, diagnostics, read_engine);
    read_list(fields, document, "classes", "the class", data.classes, diagnostics,
              read_speed_class);
    read_list(fields, document, "engine_builds", "the engine", data.engine_builds, diagnostics,
              read_engine_build);
    read_list(fields, document, "intervals", "the interval", data.intervals, diagnostics,
              read_interval);
    read_list(fields, document, "training_classes", "the training class", data.training_classes,
              diagnostics, read_training_class);
    read_list(fields, document, "image_classes", "the image class", data.image_classes, diagnostics,
              read_image_class);
    read_list(fields, document, "fine_tuning_stacks", "the program for fine-tuning",
              data.fine_tuning_stacks, diagnostics, read_fine_tuning_stack);
    read_list(fields, document, "dequantised_formats", "the dequantised format",
              data.dequantised_formats, diagnostics, read_dequantised_format);
    read_list(fields, document, "optimizers", "the optimizer", data.optimizers, diagnostics,
              read_optimizer);
    read_list(fields, document, "network_training", "the network training", data.network_training,
              diagnostics, read_network_training);
    read_list(fields, document, "training", "the training law", data.training, diagnostics,
              read_training_constants);
    read_list(fields, document, "fine_tuning", "the fine-tuning law", data.fine_tuning, diagnostics,
              read_fine_tuning_constants);
    read_list(fields, document, "training_memory", "the law of memory", data.training_memory,
              diagnostics, read_training_memory);
    read_list(fields, document, "network_memory", "the law of memory", data.network_memory,
              diagnostics, read_network_memory);
    read_list(fields, document, "images", "the image law", data.images, diagnostics,
              read_image_constants);
    read_list(fields, document, "offload", "the offload law", data.offload, diagnostics,
              read_offload_constants);
    read_list(fields, document, "serving", "the serving law", data.serving, diagnostics,
              read_serving_constants);
    read_list(fields, document, "networks", "the network", data.networks, diagnostics,
              read_network);
    fields.refuse_other_keys();
  }
  return data;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back() += line[++i];
      else
        quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else if (line[i] != '\r') {
      cells.back() += line[i];
    }
  }
  return cells;
}

std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics) {
  std::vector<std::pair<std::string, double>> prices;
  std::size_t card = 0, usd = 0, number = 0;
  std::string_view rest = file.text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    ++number;
    const std::vector<std::string> cells = cells_of(line);
    const auto refuse = [&](std::string message) {
      diagnostics.push_back({Rule::malformed_csv, {file.name, number, 1}, std::move(message)});
    };
    if (number == 1) {
      const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) -
                                        cells.begin());
      };
      card = column("card");
      usd = column("usd");
      if (card < cells.size() && usd < cells.size()) continue;
      refuse("the first line must be a header with the columns card and usd");
      return {};
    }
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto value = usd < cells.size() ? parse_number(cells[usd]) : std::nullopt;
    if (card < cells.size() && value && *value > 0)
      prices.emplace_back(cells[card], *value);
    else
      refuse("the row must hold a card and a price in USD above zero, as 1,200.50");
  }
  if (number == 0) diagnostics.push_back({Rule::malformed_csv, {file.name}, "the file is empty"});
  return prices;
}

}  // namespace gpupick
