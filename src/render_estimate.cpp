#include <algorithm>

#include "render_parts.hpp"

namespace gpupick {
namespace {

std::string value_text(const Estimate& estimate) {
  if (estimate.guess()) return fmt::format("{} (a guess)", rounded(estimate.value));
  return fmt::format("{} ({}-{}{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high), estimate.few ? ", a guess" : "");
}

Json value_json(const Estimate& estimate) {
  Json out = {{"value", estimate.value}};
  if (!estimate.guess()) {
    out["low"] = estimate.low;
    out["high"] = estimate.high;
  }
  if (estimate.guess() || estimate.few) out["guess"] = true;
  return out;
}

// What the job assumes, as flag names and values, in the order of their weight.
std::vector<std::pair<std::string, Json>> assumptions(const Job& job) {
  std::vector<std::pair<std::string, Json>> out = {{"task", name_of(job.task)}};
  const auto number = [&](const char* key, double value) {
    out.emplace_back(key, json_number(value));
  };
  const bool trains = is_training(job.task);
  out.emplace_back("model", job.model ? job.model->id : job.network->id);
  if (is_language(job.task) && !trains) {
    out.emplace_back("runtime", job.runtime);
    out.emplace_back("quant", job.quant->id);
    out.emplace_back("kv_quant", job.cache_type->id);
    number("context", job.context);
    number("prompt", job.prompt);
    number("generate", job.generate);
    number("batch", job.batch);
    return out;
  }
  out.emplace_back("precision", job.precision);
  number("batch", job.batch);
  if (!is_language(job.task)) {
    const double side = job.resolution > 0 ? job.resolution : job.network->resolution;
    if (side > 0) number("resolution", side);
    if (job.task == Task::image) number("steps", job.network->steps);
    return out;
  }
  number("context", job.context);
  number("accumulate", job.accumulate);
  out.emplace_back("optimizer", job.optimizer);
  out.emplace_back("checkpointing", job.checkpointing);
  if (job.task == Task::lora || job.task == Task::qlora) number("lora_rank", job.lora_rank);
  if (job.task == Task::qlora) out.emplace_back("quant", job.quant->id);
  number("zero", job.zero);
  if (job.tokens > 0) number("tokens", job.tokens);
  return out;
}

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return exact(value.get<double>());
}

std::string assumed_text(const Job& job) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : assumptions(job)) {
    if (key == "task" || key == "model") continue;
    std::string words = key;
    std::replace(words.begin(), words.end(), '_', '-');
    parts.push_back(words + " " + text_of(value));
  }
  return "Assumed: " + join(parts, ", ") + ".";
}

std::string name_of_work(const JobEstimate& estimate) {
  const Job& job = estimate.job;
  const std::string model = job.model ? job.model->name : job.network->name;
  const std::string format =
      is_language(job.task) && !is_training(job.task) ? " " + job.quant->id : "";
  const std::string task = job.task == Task::chat ? "" : fmt::format(", {},", name_of(job.task));
  return fmt::format("{}{}{} on {}{}", model, format, task,
                     estimate.count > 1 ? fmt::format("{} x ", exact(estimate.count)) : "",
                     estimate.gpu->name);
}

std::string fit_text(const JobEstimate& estimate) {
  const double needed = in_gib(estimate.need.total());
  if (!estimate.usable)
    return fmt::format("Needs {} GiB; its memory is not known.", rounded(needed));
  const double usable = in_gib(*estimate.usable);
  if (estimate.fits)
    return fmt::format("Fits: {} of {} GiB, {} to spare.", rounded(needed), rounded(usable),
                       rounded(usable - needed));
  if (needed <= usable)
    return fmt::format("Needs {} GiB of {} or more.", rounded(needed), rounded(usable));
  std::string change;
  if (!estimate.change.empty())
    change = fmt::format(" It would with {}.", estimate.change.starts_with("--")
                                                   ? "`" + estimate.change + "`"
                                                   : estimate.change);
  return fmt::format("Does not fit: {} of {} GiB, {} short.{}", rounded(needed), rounded(usable),
                     rounded(needed - usable), change);
}

std::string parts_text(const MemoryNeed& need) {
  std::vector<std::string> parts;
  for (const MemoryPart& part : need.parts)
    parts.push_back(fmt::format("{} {}", part.name, rounded(in_gib(part.bytes))));
  return join(parts, ", ") + " GiB";
}

// How several cards share the work.
std::string split_text(const JobEstimate& estimate) {
  if (estimate.devices < 2) return "";
  const std::string devices = exact(estimate.devices);
  if (is_training(estimate.job.task) && is_language(estimate.job.task))
    return estimate.job.zero == 0
               ? fmt::format("Each of {} devices holds all of it and trains on data of its own.",
                             devices)
               : fmt::format("{} devices train on data of their own and shard {}.", devices,
                             estimate.job.zero == 1   ? "the optimizer"
                             : estimate.job.zero == 2 ? "optimizer and gradients"
                                                      : "weights, gradients and optimizer");
  if (!is_language(estimate.job.task))
    return fmt::format("Each of {} devices works on data of its own.", devices);
  return estimate.job.runtime == "llama.cpp"
             ? fmt::format(
                   "{} devices hold the layers and take turns: memory adds, the speed of one "
                   "stream does not.",
                   devices)
             : fmt::format("{} devices share every layer and work at the same time.", devices);
}

Json estimate_json(const JobEstimate& estimate) {
  Json parts = Json::object();
  for (const MemoryPart& part : estimate.need.parts) {
    std::string key = part.name;
    std::replace(key.begin(), key.end(), ' ', '_');
    std::erase(key, ',');
    parts[key] = in_gib(part.bytes);
  }
  Json out = {{"schema", "gpupick/estimate/2"},
              {"card", estimate.gpu->id},
              {"count", json_number(estimate.count)},
              {"runtime", estimate.job.runtime},
              {"fits", estimate.fits},
              {"memory", {{"needed_gib", in_gib(estimate.need.total())}}}};
  if (is_training(estimate.job.task) || !is_language(estimate.job.task)) out.erase("runtime");
  if (estimate.usable) out["memory"]["usable_gib"] = in_gib(*estimate.usable);
  out["memory"]["parts"] = std::move(parts);
  for (const Speed& speed : estimate.speeds)
    out[std::string(speed.key)] = value_json(speed.estimate);
  if (!estimate.bound.empty()) out["bound"] = estimate.bound;
  if (!estimate.change.empty()) out["change"] = estimate.change;
  if (estimate.offload)
    out["offload"] = {{"resident_share", estimate.offload->resident},
                      {"decode_tok_s", value_json(estimate.offload->decode)}};
  if (!estimate.missing.empty()) out["missing"] = estimate.missing;
  Json assumed = Json::object();
  for (const auto& [key, value] : assumptions(estimate.job)) assumed[key] = value;
  out["assumed"] = std::move(assumed);
  return out;
}

Table estimate_table(const JobEstimate& estimate) {
  Table table{{{"card"}, {"count"}, {"task"}, {"model"}, {"fits"}, {"needed_gib"}, {"usable_gib"}},
              {{estimate.gpu->id, plain(estimate.count), std::string(name_of(estimate.job.task)),
                estimate.job.model ? estimate.job.model->id : estimate.job.network->id,
                estimate.fits ? "true" : "false", plain(in_gib(estimate.need.total())),
                estimate.usable ? plain(in_gib(*estimate.usable)) : ""}}};
  for (const Speed& speed : estimate.speeds) {
    const std::string key(speed.key);
    for (const auto& [name, value] :
         {std::pair(key, speed.estimate.value), std::pair(key + "_low", speed.estimate.low),
          std::pair(key + "_high", speed.estimate.high)}) {
      table.columns.push_back({name});
      table.rows[0].push_back(plain(value));
    }
  }
  return table;
}

}  // namespace

std::string render_row(const JobEstimate& estimate) {
  return estimate_json(estimate).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string render_row_error(std::size_t line, const std::string& message) {
  const Json out = {{"schema", "gpupick/estimate/2"}, {"line", line}, {"error", message}};
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string render(const JobEstimate& estimate, bool explain, const Page& page) {
  if (page.format == Format::json) return dump(estimate_json(estimate));
  if (page.format == Format::csv) return to_csv(estimate_table(estimate));
  std::string out = paragraph(page, name_of_work(estimate)) + "\n";
  out += paragraph(page, fit_text(estimate));
  out += paragraph(page, "Memory: " + parts_text(estimate.need) + ".");
  if (const std::string split = split_text(estimate); !split.empty()) out += paragraph(page, split);
  for (const Speed& speed : estimate.speeds) {
    const bool first = &speed == &estimate.speeds.front() && !estimate.bound.empty();
    out += paragraph(page, fmt::format("{}: {} {}{}", speed.label, value_text(speed.estimate),
                                       speed.unit, first ? ", bound by " + estimate.bound : ""));
    if (explain) out += paragraph(page, "  = " + speed.estimate.basis);
  }
  if (estimate.offload) {
    out += paragraph(
        page,
        fmt::format("All the same: with {:.0f} % of the weights on the card and the rest in host "
                    "memory about {} tokens/s.",
                    100 * estimate.offload->resident, value_text(estimate.offload->decode)));
    if (explain) out += paragraph(page, "  = " + estimate.offload->decode.basis);
  }
  if (!estimate.missing.empty())
    out += paragraph(page, fmt::format("No speed: {}.", estimate.missing));
  return out + "\n" +
         paragraph(page, assumed_text(estimate.job) +
                             (estimate.speeds.empty()
                                  ? ""
                                  : " In parentheses: where 80 % of measured cards lie."));
}

std::string render_fits(const std::vector<JobEstimate>& rows, const Page& page) {
  if (page.format == Format::json) {
    Json out = {{"schema", "gpupick/fit/1"}, {"models", Json::array()}};
    for (const JobEstimate& estimate : rows) {
      Json row = {{"model", estimate.job.model->id},
                  {"quant", estimate.job.quant->id},
                  {"context", json_number(estimate.job.context)},
                  {"needed_gib", in_gib(estimate.need.total())}};
      if (const Estimate* decode = estimate.find("decode_tok_s"))
        row["decode_tok_s"] = value_json(*decode);
      out["models"].push_back(std::move(row));
    }
    return dump(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{"model"},
               {"quant"},
               {"parameters", Align::right},
               {"context", Align::right},
               {csv ? "needed_gib" : "memory", Align::right},
               {csv ? "decode_tok_s" : "tokens/s", Align::right}},
              {}};
  for (const JobEstimate& estimate : rows) {
    const Model& model = *estimate.job.model;
    const double needed = in_gib(estimate.need.total());
    const Estimate* decode = estimate.find("decode_tok_s");
    table.rows.push_back({csv ? model.id : model.name, estimate.job.quant->id,
                          csv ? plain(model.parameters) : rounded(model.parameters / 1e9) + " B",
                          csv ? plain(estimate.job.context) : exact(estimate.job.context),
                          csv ? plain(needed) : rounded(needed) + " GiB",
                          !decode ? (csv ? "" : "-")
                          : csv   ? plain(decode->value)
                                  : value_text(*decode)});
  }
  return to_page(table, page);
}

std::string render_models(const std::vector<Model>& models, const std::vector<Network>& networks,
                          const Page& page) {
  if (page.format == Format::json) {
    Json out = {
        {"schema", "gpupick/models/2"}, {"models", Json::array()}, {"networks", Json::array()}};
    for (const Model& model : models)
      out["models"].push_back(
          {{"id", model.id},
           {"name", model.name},
           {"parameters", json_number(model.parameters)},
           {"active_parameters", json_number(std::round(linear_parameters(model).active))},
           {"layers", json_number(model.layers)},
           {"context", json_number(model.context)},
           {"source", model.source}});
    for (const Network& network : networks)
      out["networks"].push_back({{"id", network.id},
                                 {"name", network.name},
                                 {"kind", network.kind},
                                 {"parameters", json_number(network.parameters())},
                                 {"source", network.source}});
    return dump(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "id" : "model"},
               {"name"},
               {"kind"},
               {"parameters", Align::right},
               {"layers", Align::right},
               {"context", Align::right}},
              {}};
  const auto size = [&](double parameters) {
    return csv ? plain(parameters) : rounded(parameters / 1e9) + " B";
  };
  for (const Model& model : models)
    table.rows.push_back({model.id, model.name, "language", size(model.parameters),
                          plain(model.layers), csv ? plain(model.context) : exact(model.context)});
  for (const Network& network : networks)
    table.rows.push_back(
        {network.id, network.name, network.kind, size(network.parameters()), "", ""});
  return to_page(table, page);
}

}  // namespace gpupick
