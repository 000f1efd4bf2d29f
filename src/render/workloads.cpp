#include "render/parts.hpp"

namespace gpupick {
namespace {

std::string software_of(const Workload& workload) {
  std::vector<std::string> words;
  for (const SoftwareNeed& need : workload.software)
    words.push_back(fmt::format(
        "{}{}", need.name, need.least() == Support::legacy ? " (an older branch will do)" : ""));
  return join(words, ", ");
}

std::string points_of(const Workload& workload, Outcome outcome) {
  std::vector<std::string> points;
  for (const auto& [amount, use] : workload.curves[outcome])
    points.push_back(fmt::format("{} at {}", plain(use), plain(amount)));
  return join(points, ", ");
}

std::string minimum_of(const Workload& workload) {
  std::vector<std::string> words;
  for (const auto& [key, least] : workload.minimum) {
    const Figure& figure = *find_figure(key);
    words.push_back(
        fmt::format("{} {}", exact(least), figure.unit.empty() ? figure.label : figure.unit));
  }
  return words.empty() ? "nothing" : join(words, ", ");
}

std::string law_of(const SpeedLaw& law) {
  std::vector<std::string> words;
  for (const SpeedFactor& factor : law.factors)
    words.push_back(fmt::format("{}^{}", factor.any_of.front(), factor.exponent));
  return join(words, " x ");
}

Json workload_json(const Workload& workload) {
  Json json = {{"id", workload.id},           {"name", workload.name},
               {"summary", workload.summary}, {"minimum", Json::object()},
               {"needs", workload.needs},     {"avoid", workload.avoid},
               {"software", Json::array()}};
  for (const auto& [figure, least] : workload.minimum)
    json["minimum"][std::string(figure)] = json_number(least);
  for (const SoftwareNeed& need : workload.software)
    json["software"].push_back({{"name", need.name}, {"at_least", need.at_least}});
  const SpeedLaw& law = workload.speed;
  json["speed"] = {{"reference", law.reference}, {"factors", Json::array()}};
  for (const SpeedFactor& factor : law.factors) {
    Json keys = Json::array();
    for (const std::string_view key : factor.any_of) keys.push_back(key);
    json["speed"]["factors"].push_back({{"any_of", keys},
                                        {"exponent", json_number(factor.exponent)},
                                        {"at_reference", json_number(factor.at_reference)}});
  }
  for (const auto& [stack, factor, cards] : law.stacks)
    json["speed"]["stacks"][std::string(stack)] = {{"factor", json_number(factor)},
                                                   {"cards", json_number(cards)}};
  if (law.high > 0) json["speed"].update({{"low", law.low}, {"high", law.high}});
  json["speed"]["basis"] = law.basis;
  for (const Outcome outcome : outcomes) {
    Json points = Json::array();
    for (const auto& [amount, use] : workload.curves[outcome])
      points.push_back({json_number(amount), json_number(use)});
    json["curves"][std::string(name_of(outcome))] = points;
  }
  for (const std::string_view preference : preferences)
    for (const Outcome outcome : outcomes)
      json["weights"][std::string(preference)][std::string(name_of(outcome))] =
          json_number(workload.weights.at(preference).shares()[static_cast<std::size_t>(outcome)]);
  return json;
}

}  // namespace

std::string render_workloads(std::span<const Workload> workloads, const Page& page) {
  if (page.format == Format::json) {
    Json out = {{"schema", "gpupick/workloads/1"}, {"workloads", Json::array()}};
    for (const Workload& workload : workloads) out["workloads"].push_back(workload_json(workload));
    return dump(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "id" : "workload"},
               {csv ? "minimum" : "asks for"},
               {csv ? "speed_law" : "speed goes with"},
               {"software", Align::left, 1},
               {"summary"}},
              {}};
  if (!csv) table.columns.pop_back();
  for (const Workload& workload : workloads) {
    table.rows.push_back({std::string(workload.id), minimum_of(workload), law_of(workload.speed),
                          software_of(workload)});
    if (csv) table.rows.back().emplace_back(workload.summary);
  }
  std::string out = to_page(table, page);
  if (page.format == Format::text)
    out += "\n" + paragraph(page, "`gpupick workloads NAME` shows one; `--for NAME` uses it.");
  return out;
}

std::string render_workload(const Workload& workload, const Page& page) {
  if (page.format == Format::json) {
    Json out = {{"schema", "gpupick/workload/1"}};
    out.update(workload_json(workload));
    return dump(out);
  }
  Table table{{{"weights"}}, {}};
  for (const std::string_view preference : preferences)
    table.columns.push_back({std::string(preference), Align::right});
  table.columns.push_back({"utility"});
  for (const Outcome outcome : outcomes) {
    std::vector<std::string> row{std::string(name_of(outcome))};
    for (const std::string_view preference : preferences) {
      const OutcomeValues weights = workload.weights.at(preference).shares();
      row.push_back(fmt::format("{:.0f} %", 100 * weights[static_cast<std::size_t>(outcome)]));
    }
    row.push_back(points_of(workload, outcome));
    table.rows.push_back(std::move(row));
  }
  if (page.format == Format::csv) return to_csv(table);
  std::string out = paragraph(page, fmt::format("{}: {}.", workload.name, workload.summary)) + "\n";
  // On a terminal the points are too long for a column.
  if (page.format == Format::text) {
    table.columns.pop_back();
    for (std::vector<std::string>& row : table.rows) row.pop_back();
  }
  out += to_page(table, page) + "\n";
  if (page.format == Format::text) {
    for (const Outcome outcome : outcomes)
      out += wrapped(fmt::format("utility of {}: ", name_of(outcome)), points_of(workload, outcome),
                     page.width, 2);
    out += "\n";
  }
  out += paragraph(
      page, fmt::format("Asks for {} or more{}{}.", minimum_of(workload),
                        (workload.needs.empty() ? "" : ", " + enumerate(workload.needs, "and")) +
                            (workload.avoid.empty() ? "" : ", not " + enumerate(workload.avoid)),
                        workload.software.empty() ? "" : "; software: " + software_of(workload)));
  return out +
         paragraph(page, fmt::format("Speed goes with {}, 1 for the {}. {}", law_of(workload.speed),
                                     workload.speed.reference, workload.speed.basis));
}

}  // namespace gpupick
