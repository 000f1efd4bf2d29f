#include "catalog/read_workload.hpp"

#include <fmt/format.h>

#include <span>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Diagnostics = std::vector<Diagnostic>;

// The profile's parts, each an object or list of its own.
class WorkloadReader {
 public:
  WorkloadReader(const Document& document, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}

  void minimum(const Node& node, Workload& workload) {
    Fields fields(document_, node, "'minimum'", diagnostics_);
    for (const Figure& figure : figures())
      if (std::holds_alternative<Number Gpu::*>(figure.member))
        if (const auto least = fields.number(figure.key))
          workload.minimum.emplace_back(&figure, *least);
    fields.refuse_other_keys();
  }

  void software(const Node& list, Workload& workload) {
    for (const Node& entry : std::get<Node::Array>(list.value)) {
      if (!is_object(entry)) continue;
      Fields fields(document_, entry, "a software need", diagnostics_);
      SoftwareNeed need;
      need.software = fields.required_text("name");
      // What asks for no support is no need.
      const bool legacy = fields.required_text("at_least", std::span(support_levels).subspan(1)) ==
                          name_of(Support::legacy);
      need.at_least = legacy ? Support::legacy : Support::current;
      fields.refuse_other_keys();
      workload.software.push_back(need);
    }
  }

  void speed(const Node& node, SpeedLaw& law) {
    Fields fields(document_, node, "'speed'", diagnostics_);
    law.reference = fields.required_text("reference");
    law.low = fields.number("low").value_or(0);
    law.high = fields.number("high").value_or(0);
    if (!(law.low >= 0 && law.low <= law.high))
      fields.report_at(Rule::implausible_value, "low", "'low' must lie between 0 and 'high'");
    law.basis = fields.required_text("basis");
    fields.require("factors");
    fields.require("stacks");
    if (const Node* stacks = fields.object("stacks")) law.stacks = stack_factors(*stacks);
    if (const Node* factors = fields.array("factors"))
      for (const Node& entry : std::get<Node::Array>(factors->value))
        if (is_object(entry)) law.factors.push_back(factor(entry));
    filled(fields, "factors", "a factor");
    fields.refuse_other_keys();
  }

  void curves(const Node& node, Workload& workload) {
    Fields fields(document_, node, "'curves'", diagnostics_);
    for (const Outcome outcome : outcomes) {
      fields.require(name_of(outcome));
      if (const Node* points = fields.array(name_of(outcome)))
        workload.curves[static_cast<std::size_t>(outcome)] = curve(*points);
    }
    fields.refuse_other_keys();
  }

  void weights(const Node& node, Workload& workload) {
    Fields fields(document_, node, "'weights'", diagnostics_);
    for (const std::string_view preference : preferences) {
      fields.require(preference);
      if (const Node* set = fields.object(preference))
        workload.weights[std::string(preference)] = weight_set(*set);
    }
    fields.refuse_other_keys();
  }

 private:
  bool is_object(const Node& node) {
    if (std::holds_alternative<Node::Object>(node.value)) return true;
    diagnostics_.push_back({Rule::wrong_type, document_.locate(node.offset),
                            fmt::format("must be an object, not {}", node.type_name())});
    return false;
  }

  // Reports a list that is there but empty.
  static void filled(Fields& fields, std::string_view key, std::string_view least) {
    const Node* list = fields.array(key);
    if (list && std::get<Node::Array>(list->value).empty())
      fields.report(Rule::missing_key, *list, fmt::format("'{}' must hold {}", key, least));
  }

  SpeedFactor factor(const Node& node) {
    Fields fields(document_, node, "a speed factor", diagnostics_);
    SpeedFactor factor;
    fields.require("any_of");
    filled(fields, "any_of", "a figure");
    for (const std::string& key : fields.texts("any_of").value_or(std::vector<std::string>{})) {
      const Figure* figure = find_figure(key);
      if (figure && std::holds_alternative<Number Gpu::*>(figure->member)) {
        factor.any_of.push_back(figure);
        continue;
      }
      fields.report(Rule::unknown_word, *fields.array("any_of"),
                    fmt::format("'{}' is no figure that is a number", key));
    }
    factor.exponent = fields.required_number("exponent");
    factor.at_reference = fields.required_number("at_reference");
    if (!(factor.at_reference > 0))
      fields.report(Rule::implausible_value, node, "'at_reference' must be above zero");
    if (!(factor.exponent >= 0 && factor.exponent <= 2))
      fields.report(Rule::implausible_value, node, "'exponent' must lie between 0 and 2");
    fields.refuse_other_keys();
    return factor;
  }

  std::map<std::string, StackFactor> stack_factors(const Node& node) {
    Fields fields(document_, node, "'stacks'", diagnostics_);
    std::map<std::string, StackFactor> factors;
    for (const std::string_view stack : find_figure("stack")->choices) {
      const Node* entry = node.find(stack) ? fields.object(stack) : nullptr;
      if (!entry) continue;
      Fields row(document_, *entry, "a stack's factor", diagnostics_);
      const StackFactor factor{row.required_number("factor"), row.required_number("cards")};
      row.refuse_other_keys();
      if (!(factor.factor > 0 && factor.factor <= 10))
        row.report(Rule::implausible_value, *entry, "'factor' must lie above 0 and up to 10");
      factors.emplace(stack, factor);
    }
    fields.refuse_other_keys();
    return factors;
  }

  Curve curve(const Node& list) {
    Curve curve;
    for (const Node& point : std::get<Node::Array>(list.value)) {
      const auto* pair = std::get_if<Node::Array>(&point.value);
      const double* amount =
          pair && pair->size() == 2 ? std::get_if<double>(&(*pair)[0].value) : nullptr;
      const double* use = amount ? std::get_if<double>(&(*pair)[1].value) : nullptr;
      const bool rising = use && *amount > (curve.empty() ? 0 : curve.back().first);
      if (rising && *use >= 0 && *use <= 1) {
        curve.emplace_back(*amount, *use);
        continue;
      }
      diagnostics_.push_back(
          {Rule::wrong_type, document_.locate(point.offset),
           "a curve is a list of points [amount, utility], amounts above zero and "
           "rising, utilities from 0 to 1"});
      return {};
    }
    if (curve.size() < 2)
      diagnostics_.push_back(
          {Rule::wrong_type, document_.locate(list.offset), "a curve needs two points or more"});
    return curve;
  }

  OutcomeValues weight_set(const Node& node) {
    Fields fields(document_, node, "a set of weights", diagnostics_);
    OutcomeValues weights{};
    double sum = 0;
    for (const Outcome outcome : outcomes) {
      const double weight = fields.number(name_of(outcome)).value_or(0);
      if (!(weight >= 0)) fields.report(Rule::implausible_value, node, "a weight is below zero");
      sum += weights[static_cast<std::size_t>(outcome)] = weight;
    }
    fields.refuse_other_keys();
    if (!(sum > 0 && sum < 1e9)) {
      fields.report(Rule::implausible_value, node, "the weights must add up to more than zero");
      return weights;
    }
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  const Document& document_;
  Diagnostics& diagnostics_;
};

}  // namespace

Workload read_workload(Fields& fields, const Document& document, Diagnostics& diagnostics) {
  Workload workload;
  workload.id = fields.required_text("id");
  workload.name = fields.required_text("name");
  workload.summary = fields.required_text("summary");
  workload.needs = fields.texts("needs").value_or(std::vector<std::string>{});
  workload.avoid = fields.texts("avoid").value_or(std::vector<std::string>{});
  WorkloadReader reader(document, diagnostics);
  if (const Node* minimum = fields.object("minimum")) reader.minimum(*minimum, workload);
  if (const Node* software = fields.array("software")) reader.software(*software, workload);
  for (const char* key : {"speed", "curves", "weights"}) fields.require(key);
  if (const Node* speed = fields.object("speed")) reader.speed(*speed, workload.speed);
  if (const Node* curves = fields.object("curves")) reader.curves(*curves, workload);
  if (const Node* weights = fields.object("weights")) reader.weights(*weights, workload);
  return workload;
}

}  // namespace gpupick
