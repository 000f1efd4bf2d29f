#include "catalog/read_architecture.hpp"

#include <fmt/format.h>

namespace gpupick {
namespace {

// A figure that is a number, by its key; null with a diagnostic where there is none.
const Figure* read_figure_key(Fields& fields, std::string_view key) {
  const std::string text = fields.required_text(key);
  const Figure* figure = find_figure(text);
  if (figure && std::holds_alternative<Number Gpu::*>(figure->member)) return figure;
  if (!text.empty())
    fields.report_at(Rule::unknown_word, key,
                     fmt::format("'{}' is no figure that is a number", text));
  return nullptr;
}

}  // namespace

Architecture read_architecture(Fields& fields, const Document& document,
                               std::vector<Diagnostic>& diagnostics) {
  Architecture out;
  out.id = fields.required_text("id");
  out.vendor = fields.required_text("vendor", find_figure("vendor")->choices);
  out.shaders_per_unit = fields.numbers("shaders_per_unit");
  out.tensor_cores_per_unit = fields.numbers("tensor_cores_per_unit");
  out.flops_per_shader_clock = fields.number("flops_per_shader_clock").value_or(0);
  out.compute_capabilities =
      fields.texts("compute_capabilities").value_or(std::vector<std::string>{});
  out.gfx_ids = fields.texts("gfx_ids").value_or(std::vector<std::string>{});
  for (const Node* node : fields.objects("ratios")) {
    Fields row(document, *node, "a ratio", diagnostics);
    RateRatio ratio;
    ratio.figure = read_figure_key(row, "figure");
    ratio.of = read_figure_key(row, "of");
    ratio.family = row.text("family").value_or("");
    row.require("allowed");
    ratio.allowed = row.numbers("allowed");
    row.refuse_other_keys();
    if (ratio.figure && ratio.of && !ratio.allowed.empty()) out.ratios.push_back(std::move(ratio));
  }
  out.source = fields.required_text("source");
  return out;
}

MemoryKind read_memory(Fields& fields) {
  MemoryKind out;
  out.id = fields.required_text("id");
  out.channel_bits = fields.required_number("channel_bits");
  if (!(out.channel_bits > 0))
    fields.report_at(Rule::implausible_value, "channel_bits", "'channel_bits' must be above zero");
  out.gib_per_channel = fields.numbers("gib_per_channel");
  fields.require("gbps");
  if (const std::vector<double> range = fields.numbers("gbps"); range.size() == 2) {
    out.low_gbps = range[0];
    out.high_gbps = range[1];
  } else {
    fields.report_at(Rule::wrong_type, "gbps",
                     "'gbps' must be the lowest and the highest data rate");
  }
  out.source = fields.required_text("source");
  return out;
}

ProductLine read_line(Fields& fields) {
  ProductLine out;
  out.id = fields.required_text("id");
  fields.require("cards");
  out.cards = fields.texts("cards").value_or(std::vector<std::string>{});
  fields.require("figures");
  for (const std::string& key : fields.texts("figures").value_or(std::vector<std::string>{})) {
    const Figure* figure = find_figure(key);
    if (figure && std::holds_alternative<Number Gpu::*>(figure->member))
      out.figures.push_back(figure);
    else
      fields.report_at(Rule::unknown_word, "figures",
                       fmt::format("'{}' is no figure that is a number", key));
  }
  return out;
}

RuleException read_exception(Fields& fields) {
  RuleException out;
  out.card = fields.required_text("card");
  out.rule = fields.required_text("rule");
  out.figure = fields.required_text("figure");
  fields.required_text("why");  // for readers
  out.source = fields.required_text("source");
  return out;
}

}  // namespace gpupick
