#include "catalog/workload.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "record/parts.hpp"

namespace gpupick {
namespace {

// An object from the key of a figure to a number.
void read_minimum(ObjectReader& in, std::string_view key, Workload& out) {
  const Node* node = in.object(key);
  if (!node) return;
  ObjectReader fields(in.context(), *node, "'minimum'");
  std::vector<Minimum> read;
  for (const Figure& figure : figures())
    if (find_number(figure.key))
      if (const Number least = fields.number(figure.key)) read.push_back({figure.key, *least});
  fields.refuse_other_keys();
  out.minimum = in.context().arena.keep(read);
}

void write_minimum(ConstantWriter& out, const Workload& workload) {
  out.begin_array("Minimum");
  for (const auto& [figure, least] : workload.minimum) {
    out.raw("{");
    out.value(figure);
    out.raw(", ");
    out.value(least);
    out.raw("}, ");
  }
  out.end_array(workload.minimum.size());
}

Shape minimum_shape() {
  Shape shape{{}, {}, ValueType::object, {}};
  for (const Figure& figure : figures())
    if (find_number(figure.key))
      shape.parts.push_back({figure, std::string(figure.key), ValueType::number, {}});
  return shape;
}

constexpr Part<Workload> minimum_part{read_minimum, write_minimum,
                                      [](const Workload&, const TextVisitor&) {}, minimum_shape};

// An object from stack to factor.
void read_stacks(ObjectReader& in, std::string_view key, SpeedLaw& out) {
  const Node* node = in.object(key);
  if (!node) return;
  ObjectReader fields(in.context(), *node, "'stacks'");
  std::vector<StackFactor> read;
  for (const std::string_view stack : stack_words) {
    const Node* entry = fields.object(stack);
    if (!entry) continue;
    ObjectReader row(in.context(), *entry, StackFactor::noun);
    read.push_back(read_record<StackFactor>(row));
    read.back().stack = stack;
  }
  fields.refuse_other_keys();
  std::ranges::sort(read, {}, &StackFactor::stack);
  out.stacks = in.context().arena.keep(read);
}

void write_stacks(ConstantWriter& out, const SpeedLaw& law) {
  out.begin_array("StackFactor");
  for (const auto& [stack, factor, cards] : law.stacks) {
    out.raw("{");
    out.value(stack);
    out.raw(", ");
    out.value(factor);
    out.raw(", ");
    out.value(cards);
    out.raw("}, ");
  }
  out.end_array(law.stacks.size());
}

Shape stacks_shape() {
  Shape shape{{}, {}, ValueType::object, {}};
  for (const std::string_view stack : stack_words)
    shape.parts.push_back({{}, std::string(stack), ValueType::object, shapes_of<StackFactor>()});
  return shape;
}

constexpr Part<SpeedLaw> stacks_part{read_stacks, write_stacks,
                                     [](const SpeedLaw&, const TextVisitor&) {}, stacks_shape};

// A list of pairs.
template <Curve Curves::*member>
struct Points {
  static void read(ObjectReader& in, std::string_view key, Curves& out) {
    const Node* list = in.array(key);
    if (!list) return;
    std::vector<Point> points;
    for (const Node& node : std::get<Node::Array>(list->value)) {
      const auto* pair = std::get_if<Node::Array>(&node.value);
      const double* amount =
          pair && pair->size() == 2 ? std::get_if<double>(&(*pair)[0].value) : nullptr;
      const double* use = amount ? std::get_if<double>(&(*pair)[1].value) : nullptr;
      const bool rising = use && *amount > (points.empty() ? 0 : points.back().amount);
      if (!rising || !(*use >= 0 && *use <= 1))
        return in.report(Rule::wrong_type, node,
                         "a curve is a list of points [amount, utility], amounts above zero and "
                         "rising, utilities from 0 to 1");
      points.push_back({*amount, *use});
    }
    if (points.size() < 2)
      return in.report(Rule::wrong_type, *list, "a curve needs two points or more");
    out.*member = in.context().arena.keep(points);
  }

  static void write(ConstantWriter& out, const Curves& curves) {
    out.begin_array("Point");
    for (const auto& [amount, use] : curves.*member) {
      out.raw("{");
      out.value(amount);
      out.raw(", ");
      out.value(use);
      out.raw("}, ");
    }
    out.end_array((curves.*member).size());
  }

  static Shape shape() { return {{}, {}, ValueType::points, {}}; }

  static constexpr Part<Curves> part{read, write, [](const Curves&, const TextVisitor&) {}, shape};
};

constexpr Field<SpeedFactor> factor_table[] = {
    {"any_of", &SpeedFactor::any_of, {.refers_to = numeric_figures, .required = true}},
    {"exponent", &SpeedFactor::exponent, {.low = 0, .high = 2, .required = true}},
    {"at_reference", &SpeedFactor::at_reference, {.low = 1e-6, .high = 1e9, .required = true}},
};

constexpr Field<StackFactor> stack_table[] = {
    {"factor", &StackFactor::factor, {.low = 0.001, .high = 10, .required = true}},
    {"cards", &StackFactor::cards, {.low = 0, .high = 1e4, .required = true}},
};

constexpr Field<SpeedLaw> speed_table[] = {
    {"reference", &SpeedLaw::reference, {.refers_to = card_names, .required = true}},
    {"factors", records<&SpeedLaw::factors>, {.required = true}},
    {"stacks", &stacks_part, {.required = true}},
    {"low", &SpeedLaw::low, {.low = 0, .high = 1e3}},
    {"high", &SpeedLaw::high, {.low = 0, .high = 1e3}},
    {"basis", &SpeedLaw::basis, {.required = true}},
};

constexpr FieldFacts curve{.required = true};
constexpr Field<Curves> curve_table[] = {
    {"speed", &Points<&Curves::speed>::part, curve},
    {"memory", &Points<&Curves::memory>::part, curve},
    {"price", &Points<&Curves::price>::part, curve},
    {"power", &Points<&Curves::power>::part, curve},
};

constexpr FieldFacts weight{.low = 0, .high = 1e6};
constexpr Field<Weights> weight_table[] = {
    {"speed", &Weights::speed, weight},
    {"memory", &Weights::memory, weight},
    {"price", &Weights::price, weight},
    {"power", &Weights::power, weight},
};

constexpr FieldFacts weight_set{.required = true};
constexpr Field<Preferences> preference_table[] = {
    {"balanced", record<&Preferences::balanced>, weight_set},
    {"speed", record<&Preferences::speed>, weight_set},
    {"value", record<&Preferences::value>, weight_set},
    {"efficiency", record<&Preferences::efficiency>, weight_set},
};

constexpr Field<SoftwareNeed> need_table[] = {
    {"name", &SoftwareNeed::name, {.refers_to = SoftwareRule::list, .required = true}},
    {"at_least",
     &SoftwareNeed::at_least,
     {.choices = WordList(support_levels).subspan(1), .required = true}},
};

constexpr Field<Workload> workload_table[] = {
    {"id", &Workload::id, {.slug = true, .required = true}},
    {"name", &Workload::name, {.required = true}},
    {"summary", &Workload::summary, {.required = true}},
    {"minimum", &minimum_part},
    {"needs", &Workload::needs},
    {"avoid", &Workload::avoid},
    {"software", records<&Workload::software>},
    {"speed", record<&Workload::speed>, {.required = true}},
    {"curves", record<&Workload::curves>, {.required = true}},
    {"weights", record<&Workload::weights>, {.required = true}},
};

}  // namespace

std::span<const Field<SpeedFactor>> SpeedFactor::fields() { return factor_table; }
std::span<const Field<StackFactor>> StackFactor::fields() { return stack_table; }
std::span<const Field<SpeedLaw>> SpeedLaw::fields() { return speed_table; }
std::span<const Field<Curves>> Curves::fields() { return curve_table; }
std::span<const Field<Weights>> Weights::fields() { return weight_table; }
std::span<const Field<Preferences>> Preferences::fields() { return preference_table; }
std::span<const Field<SoftwareNeed>> SoftwareNeed::fields() { return need_table; }
std::span<const Field<Workload>> Workload::fields() { return workload_table; }

std::string_view name_of(Outcome outcome) {
  static constexpr std::string_view names[] = {"speed", "memory", "price", "power"};
  return names[static_cast<std::size_t>(outcome)];
}

Curve Curves::operator[](Outcome outcome) const {
  const Curve all[] = {speed, memory, price, power};
  return all[static_cast<std::size_t>(outcome)];
}

OutcomeValues Weights::shares() const {
  const double sum = speed + memory + price + power;
  return {speed / sum, memory / sum, price / sum, power / sum};
}

const Weights& Preferences::at(std::string_view preference) const {
  return preference == "speed"        ? speed
         : preference == "value"      ? value
         : preference == "efficiency" ? efficiency
                                      : balanced;
}

double utility(Curve points, double amount) {
  if (amount <= points.front().amount) return points.front().utility;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto [x0, y0] = points[i - 1];
    const auto [x1, y1] = points[i];
    if (amount <= x1) return y0 + (y1 - y0) * std::log(amount / x0) / std::log(x1 / x0);
  }
  return points.back().utility;
}

}  // namespace gpupick
