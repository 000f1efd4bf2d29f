#include <algorithm>

#include "render_parts.hpp"

namespace gpupick {
namespace {

// Tokens per second and seconds as people read them.
std::string value_text(const Estimate& estimate) {
  return fmt::format("{} ({}-{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high));
}

Json value_json(const Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

Json assumed_json(const Chat& chat) {
  return {{"model", chat.model->id},
          {"quant", chat.quant->id},
          {"kv_quant", chat.cache_type->id},
          {"context", json_number(chat.context)},
          {"prompt", json_number(chat.prompt)},
          {"generate", json_number(chat.generate)}};
}

std::string assumed_text(const Chat& chat) {
  return fmt::format(
      "Assumed: llama.cpp with all layers on the card, one user, {} tokens of prompt, {} written, "
      "context {}, "
      "weights {}, cache {}.",
      exact(chat.prompt), exact(chat.generate), exact(chat.context), chat.quant->id,
      chat.cache_type->id);
}

std::string fit_text(const ChatEstimate& estimate) {
  const double needed = in_gib(estimate.need.total());
  if (!estimate.usable)
    return fmt::format("Needs {} GiB; its memory is not known.", rounded(needed));
  const double usable = in_gib(*estimate.usable);
  if (estimate.fits)
    return fmt::format("Fits: {} of {} GiB, {} to spare.", rounded(needed), rounded(usable),
                       rounded(usable - needed));
  return fmt::format("Does not fit: {} of {} GiB, {} short.{}", rounded(needed), rounded(usable),
                     rounded(needed - usable),
                     estimate.change.empty()
                         ? ""
                         : fmt::format(" It would with {}.", estimate.change.starts_with("--")
                                                                 ? "`" + estimate.change + "`"
                                                                 : estimate.change));
}

std::string parts_text(const MemoryNeed& need) {
  return fmt::format("weights {}, cache {}, buffers {}, backend {} GiB",
                     rounded(in_gib(need.weights)), rounded(in_gib(need.cache)),
                     rounded(in_gib(need.buffers)), rounded(in_gib(need.backend)));
}

std::string estimate_json(const ChatEstimate& estimate, double count, const Chat& chat) {
  const MemoryNeed& need = estimate.need;
  Json out = {{"schema", "gpupick/estimate/1"},
              {"card", estimate.gpu->id},
              {"count", json_number(count)},
              {"runtime", "llama.cpp"},
              {"fits", estimate.fits},
              {"memory",
               {{"needed_gib", in_gib(need.total())},
                {"usable_gib", estimate.usable ? Json(in_gib(*estimate.usable)) : Json(nullptr)},
                {"parts",
                 {{"weights", in_gib(need.weights)},
                  {"cache", in_gib(need.cache)},
                  {"buffers", in_gib(need.buffers)},
                  {"backend", in_gib(need.backend)}}}}}};
  if (estimate.decode) out["decode_tok_s"] = value_json(*estimate.decode);
  if (estimate.prefill) out["prefill_tok_s"] = value_json(*estimate.prefill);
  if (estimate.first_token) out["ttft_s"] = value_json(*estimate.first_token);
  if (!estimate.bound.empty()) out["bound"] = estimate.bound;
  if (!estimate.change.empty()) out["change"] = estimate.change;
  if (!estimate.missing.empty()) out["missing"] = estimate.missing;
  out["assumed"] = assumed_json(chat);
  return dump(out);
}

}  // namespace

std::string render(const ChatEstimate& estimate, double count, const Chat& chat, bool explain,
                   const Page& page) {
  if (page.format == Format::json) return estimate_json(estimate, count, chat);
  if (page.format == Format::csv) {
    const auto cell = [](const std::optional<Estimate>& value, double Estimate::*part) {
      return value ? plain((*value).*part) : std::string();
    };
    Table table{
        {{"card"},
         {"count"},
         {"model"},
         {"quant"},
         {"fits"},
         {"needed_gib"},
         {"usable_gib"},
         {"decode_tok_s"},
         {"decode_low"},
         {"decode_high"},
         {"prefill_tok_s"},
         {"prefill_low"},
         {"prefill_high"}},
        {{estimate.gpu->id, plain(count), chat.model->id, chat.quant->id,
          estimate.fits ? "true" : "false", plain(in_gib(estimate.need.total())),
          estimate.usable ? plain(in_gib(*estimate.usable)) : "",
          cell(estimate.decode, &Estimate::value), cell(estimate.decode, &Estimate::low),
          cell(estimate.decode, &Estimate::high), cell(estimate.prefill, &Estimate::value),
          cell(estimate.prefill, &Estimate::low), cell(estimate.prefill, &Estimate::high)}}};
    return to_csv(table);
  }
  std::string out =
      paragraph(page,
                fmt::format("{}{} on {}{}", chat.model->name, " " + chat.quant->id,
                            count > 1 ? fmt::format("{} x ", count) : "", estimate.gpu->name)) +
      "\n";
  out += paragraph(page, fit_text(estimate));
  out += paragraph(page, "Memory: " + parts_text(estimate.need) + ".");
  const auto line = [&](const char* what, const std::optional<Estimate>& value, const char* unit,
                        const std::string& more) {
    if (!value) return;
    out += paragraph(page, fmt::format("{}: {} {}{}", what, value_text(*value), unit, more));
    if (explain) out += paragraph(page, "  = " + value->basis);
  };
  line("Decode", estimate.decode, "tokens/s",
       estimate.bound.empty() ? "" : ", bound by " + estimate.bound);
  line("Prefill", estimate.prefill, "tokens/s", "");
  line("First token", estimate.first_token, "s", "");
  if (!estimate.missing.empty())
    out += paragraph(page, fmt::format("No speed: {}.", estimate.missing));
  return out + "\n" +
         paragraph(page, assumed_text(chat) + " In parentheses: where 80 % of measured cards lie.");
}

std::string render_fits(const std::vector<std::pair<Chat, ChatEstimate>>& rows, const Page& page) {
  if (page.format == Format::json) {
    Json out = {{"schema", "gpupick/fit/1"}, {"models", Json::array()}};
    for (const auto& [chat, estimate] : rows) {
      Json row = {{"model", chat.model->id},
                  {"quant", chat.quant->id},
                  {"context", json_number(chat.context)},
                  {"needed_gib", in_gib(estimate.need.total())}};
      if (estimate.decode) row["decode_tok_s"] = value_json(*estimate.decode);
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
  for (const auto& [chat, estimate] : rows)
    table.rows.push_back(
        {csv ? chat.model->id : chat.model->name, chat.quant->id,
         csv ? plain(chat.model->parameters) : rounded(chat.model->parameters / 1e9) + " B",
         csv ? plain(chat.context) : exact(chat.context),
         csv ? plain(in_gib(estimate.need.total()))
             : rounded(in_gib(estimate.need.total())) + " GiB",
         !estimate.decode ? (csv ? "" : "-")
         : csv            ? plain(estimate.decode->value)
                          : value_text(*estimate.decode)});
  return to_page(table, page);
}

std::string render_models(const std::vector<Model>& models, const Page& page) {
  if (page.format == Format::json) {
    Json out = {{"schema", "gpupick/models/1"}, {"models", Json::array()}};
    for (const Model& model : models)
      out["models"].push_back({{"id", model.id},
                               {"name", model.name},
                               {"parameters", json_number(model.parameters)},
                               {"active_parameters", json_number(linear_parameters(model).active)},
                               {"layers", json_number(model.layers)},
                               {"context", json_number(model.context)},
                               {"source", model.source}});
    return dump(out);
  }
  const bool csv = page.format == Format::csv;
  Table table{{{csv ? "id" : "model"},
               {"name"},
               {"parameters", Align::right},
               {"layers", Align::right},
               {"context", Align::right}},
              {}};
  for (const Model& model : models)
    table.rows.push_back({model.id, model.name,
                          csv ? plain(model.parameters) : rounded(model.parameters / 1e9) + " B",
                          plain(model.layers), csv ? plain(model.context) : exact(model.context)});
  return to_page(table, page);
}

}  // namespace gpupick
