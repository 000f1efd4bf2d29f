#include <algorithm>
#include <cmath>

#include "answer/basis.hpp"
#include "answer/job.hpp"
#include "answer/limits.hpp"
#include "render/parts.hpp"

namespace gpupick {
namespace {

std::string cards_text(const JobEstimate& estimate) {
  if (estimate.box.empty()) return times(estimate.count, estimate.gpu->name);
  std::vector<std::string> kinds;
  for (const auto& [gpu, count] : estimate.box) kinds.push_back(times(count, gpu->name));
  return enumerate(kinds, "and");
}

std::string name_of_work(const JobEstimate& estimate) {
  return fmt::format("{} on {}", work_text(estimate.job), cards_text(estimate));
}

// "4 cards and --zero 3", with `mark` before and after the flags.
std::string change_text(const Change& change, std::string_view mark) {
  const bool more_cards = !change.empty() && change.front().flag == cards_flag;
  const std::string flags = to_flags(Change(change.begin() + (more_cards ? 1 : 0), change.end()));
  std::string marked = flags.empty() ? "" : fmt::format("{0}{1}{0}", mark, flags);
  if (!more_cards) return marked;
  return fmt::format("{:.0f} cards{}{}", std::get<double>(change.front().value),
                     flags.empty() ? "" : " and ", marked);
}

std::string change_sentence(const Change& change) {
  return change.empty() ? "" : fmt::format(" It would with {}.", change_text(change, "`"));
}

std::string fit_text(const JobEstimate& estimate) {
  const double needed = in_gib(estimate.need.total());
  if (!estimate.usable)
    return fmt::format("Needs {} GiB; its memory is not known.", rounded(needed));
  const double usable = in_gib(*estimate.usable);
  const std::string in_host = host_text(estimate.job);
  if (estimate.fits && !in_host.empty())
    return fmt::format("Fits: {} of {} GiB, with {}.", rounded(needed), rounded(usable), in_host);
  if (estimate.fits)
    return fmt::format("Fits: {} of {} GiB, {} to spare.", rounded(needed), rounded(usable),
                       rounded(usable - needed));
  if (needed <= usable)
    return fmt::format("Needs {} GiB and more; {} are usable.", rounded(needed), rounded(usable));
  return fmt::format("Does not fit: {} of {} GiB, {} short.{}", rounded(needed), rounded(usable),
                     rounded(needed - usable), change_sentence(estimate.change));
}

// "3.14 x 10^23".
std::string power_of_ten(double value) {
  const double exponent = std::floor(std::log10(value));
  return fmt::format("{} x 10^{}", rounded(value / std::pow(10, exponent)), exponent);
}

std::string open_work_text(const OpenWork& work) {
  std::string text = fmt::format("Work: {} operations", power_of_ten(work.work.total().value));
  if (work.days)
    text += fmt::format("; about {} days on one card if memory were no limit", to_text(*work.days));
  return text + ".";
}

// "Decode: 166 (140-185) tokens/s, bound by bandwidth".
std::string speed_text(const JobEstimate& estimate, const Speed& speed) {
  const ShownRate shown = shown_rate(speed.estimate, speed.unit, speed.estimate);
  const bool first = &speed == &estimate.speeds.front() && estimate.bound;
  return fmt::format("{}: {} {}{}", speed.label, to_text(shown.estimate), shown.unit,
                     first ? fmt::format(", bound by {}", name_of(*estimate.bound)) : "");
}

// The formula of a speed. If the answer shows another unit, the inverse comes first.
std::string speed_basis_text(const JobEstimate& estimate, const Speed& speed) {
  const bool same = shown_rate(speed.estimate, speed.unit, speed.estimate).unit == speed.unit;
  return (same ? ""
               : fmt::format("1 / {} {}; that = ", rounded(speed.estimate.value), speed.unit)) +
         basis_text(estimate, speed);
}

// "Runs at lower precision (3 bit): 21 (15-28) tokens/s."; names the RAM if the host holds a part.
std::string way_text(const WorkResult& way) {
  const ShownRate shown = shown_rate(way.speed, way.unit, way.speed);
  return fmt::format(
      "Runs {}{}: {} {}{}.", words_of(way.how()),
      way.how() == Runs::partly_in_host && way.fallback->host_memory
          ? ""
          : fmt::format(" ({})", way.fallback->label),
      to_text(shown.estimate), shown.unit,
      way.host_gib > 0 ? fmt::format(", with {} GiB of RAM", rounded(way.host_gib)) : "");
}

std::string parts_text(const MemoryNeed& need) {
  std::vector<std::string> parts;
  for (const MemoryPart& part : need.parts)
    if (part.bytes.value > 0)
      parts.push_back(fmt::format("{} {}", name_of(part.part), rounded(in_gib(part.bytes))));
  return join(parts, ", ") + " GiB";
}

std::vector<std::string> note_texts(const JobEstimate& estimate) {
  std::vector<std::string> out;
  for (const Note& note : estimate.notes) out.push_back(note_text(note));
  return out;
}

// `way` says how the job runs if it does not fit.
Data estimate_json(const JobEstimate& estimate, const WorkResult& way) {
  Data parts = Data::object();
  for (const MemoryPart& part : estimate.need.parts) {
    std::string key(name_of(part.part));
    std::replace(key.begin(), key.end(), ' ', '_');
    std::erase(key, ',');
    parts[key] = in_gib(part.bytes);
  }
  Data memory = Data::object();
  memory["needed_gib"] = in_gib(estimate.need.total());
  if (estimate.usable) memory["usable_gib"] = in_gib(*estimate.usable);
  memory["parts"] = std::move(parts);
  Data out = Data::object();
  out["schema"] = "gpupick/estimate/2";
  out["card"] = estimate.gpu->id;
  out["count"] = estimate.count;
  if (is_inference(estimate.job.task))
    out["runtime"] = estimate.job.engine ? Data(estimate.job.engine->id) : Data();
  out["fits"] = estimate.fits;
  out["runs"] = name_of(estimate.fits && !way.runs() ? Runs::as_asked : way.how());
  if (!estimate.fits && way.runs()) {
    out["speed"] = value_json(way.speed);
    out["unit"] = way.unit;
    if (way.host_gib > 0) out["ram_gib"] = way.host_gib;
  }
  out["memory"] = std::move(memory);
  for (const auto& [gpu, count] : estimate.box)
    out["cards"].push_back({{"id", gpu->id}, {"count", count}});
  if (estimate.copies > 1) out["copies"] = estimate.copies;
  if (estimate.idle > 0) out["idle"] = estimate.idle;
  for (const Speed& speed : estimate.speeds)
    out[std::string(speed.key())] = value_json(speed.estimate);
  if (estimate.bound) out["bound"] = name_of(*estimate.bound);
  if (!estimate.change.empty()) out["change"] = change_text(estimate.change, "");
  if (estimate.cache_spread)
    out["cache_spread"] = Data::list({estimate.cache_spread->first, estimate.cache_spread->second});
  if (estimate.offload)
    out["offload"] = {{"resident_share", estimate.offload->resident},
                      {"host_gb_s", estimate.offload->host_gb_s},
                      {"decode_tok_s", value_json(estimate.offload->decode)}};
  if (estimate.offload && estimate.offload->prompt)
    out["offload"]["prefill_tok_s"] = value_json(estimate.offload->prompt->prefill);
  if (estimate.work) out["work"] = {{"operations", estimate.work->work.total().value}};
  if (estimate.work && estimate.work->days) out["work"]["days"] = value_json(*estimate.work->days);
  if (estimate.missing) out["missing"] = to_text(estimate.missing);
  if (estimate.unmeasured != UnmeasuredCause::none) out["unmeasured"] = unmeasured_text(estimate);
  if (!estimate.notes.empty()) out["notes"] = note_texts(estimate);
  out["assumed"] = assumed_json(estimate.job);
  return out;
}

// A table of one row. Its columns depend on the task only.
Table estimate_table(const JobEstimate& estimate) {
  Table table{{{"card"}, {"count"}, {"task"}, {"model"}, {"fits"}, {"needed_gib"}, {"usable_gib"}},
              {{std::string(estimate.gpu->id), plain(estimate.count),
                std::string(name_of(estimate.job.task)),
                std::string(estimate.job.model ? estimate.job.model->id : estimate.job.network->id),
                estimate.fits ? "true" : "false", plain(in_gib(estimate.need.total())),
                estimate.usable ? plain(in_gib(*estimate.usable)) : ""}}};
  for (const Output output : outputs_of(estimate.job.task)) {
    for (const char* end : {"", "_low", "_high"})
      table.columns.push_back({fmt::format("{}{}", row_of(output).key, end)});
    const Estimate* found = estimate.find(output);
    std::array<std::string, 3> cells;
    if (found) cells = csv_cells(*found);
    for (std::string& cell : cells) table.rows[0].push_back(std::move(cell));
  }
  return table;
}

}  // namespace

std::string render_row(const JobEstimate& estimate, const WorkResult& way) {
  return to_json_line(estimate_json(estimate, way));
}

std::string render_row_error(std::size_t line, const std::string& message) {
  const Data out = {{"schema", "gpupick/estimate/2"}, {"line", line}, {"error", message}};
  return to_json_line(out);
}

std::string render(const JobEstimate& estimate, const WorkResult& way, const Host& host,
                   bool explain, const Page& page) {
  if (page.format == Format::json) return to_json(estimate_json(estimate, way));
  if (page.format == Format::csv) return to_csv(estimate_table(estimate));
  const bool markdown = page.format == Format::markdown;
  std::string out = paragraph(page, (markdown ? "### " : "") + name_of_work(estimate)) + "\n";
  const auto add = [&](const std::string& text) {
    out += paragraph(page, (markdown ? "- " : "") + text);
  };
  const auto add_basis = [&](const std::string& text) {
    if (explain) out += paragraph(page, (markdown ? "  - = " : "  = ") + text);
  };
  add(fit_text(estimate));
  if (!estimate.fits && way.runs() && !estimate.offload) add(way_text(way));
  add("Memory: " + parts_text(estimate.need) + ".");
  if (estimate.cache_spread)
    add(
        fmt::format("Only the size is known, so usual proportions are assumed; the KV cache of a "
                    "real model may be {} to {} times as large.",
                    rounded(estimate.cache_spread->first), rounded(estimate.cache_spread->second)));
  if (const std::string split = split_text(estimate); !split.empty()) add(split);
  for (const Speed& speed : estimate.speeds) {
    const bool latency =
        speed.output == Output::image_latency || speed.output == Output::clip_latency;
    if (latency && estimate.job.batch * estimate.devices == 1) continue;
    add(speed_text(estimate, speed));
    if (explain) add_basis(speed_basis_text(estimate, speed));
  }
  if (estimate.unmeasured != UnmeasuredCause::none)
    add(fmt::format("Wider range: {}.", unmeasured_text(estimate)));
  if (const auto& offload = estimate.offload) {
    const double stored = in_gib(offload->stored);
    if (stored > host.ram_gib)
      add(
          fmt::format("With {} GiB of RAM for the rest of the weights, more than the {} assumed "
                      "(`--ram`), it would write about {} tokens/s.",
                      rounded(stored), exact(host.ram_gib), to_text(offload->decode)));
    else
      add(fmt::format(
          "With CPU offload ({:.0f} % of the weights on the card, {} GiB in host memory "
          "of {} GB/s{}): about {} tokens/s.",
          100 * offload->resident, rounded(stored), rounded(offload->host_gb_s),
          estimate.job.draft > 0 ? "; no draft tokens" : "", to_text(offload->decode)));
    add_basis(basis_text(*offload));
    if (offload->prompt) {
      const auto slot = slot_rate(*estimate.gpu, estimate.job.slot_gb_s);
      add(fmt::format(
          "Prefill with CPU offload{}: {} tokens/s.",
          slot ? fmt::format(" (over {} GB/s of PCIe)", rounded(slot->value / 1e9)) : "",
          to_text(offload->prompt->prefill)));
      add_basis(basis_text(*offload->prompt));
    }
  }
  if (estimate.work) {
    add(open_work_text(*estimate.work));
    add_basis(basis_text(estimate.work->work));
    if (estimate.work->days) add_basis(days_basis_text(*estimate.work));
  }
  if (estimate.missing)
    add(fmt::format("No speed{}: {}.", estimate.speeds.empty() ? " estimate" : " of prompts",
                    to_text(estimate.missing)));
  if (!estimate.notes.empty()) add(fmt::format("Note: {}.", join(note_texts(estimate), "; ")));
  return out + "\n" +
         paragraph(page, assumed_text(estimate.job) +
                             (estimate.speeds.empty() && !(estimate.work && estimate.work->days)
                                  ? ""
                                  : " Ranges in parentheses hold 80 % of measured cards."));
}

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
