// The answer of `models NAME`: one model or network.
#include <fmt/format.h>

#include "answer/answers.hpp"
#include "answer/estimate_words.hpp"
#include "answer/values.hpp"
#include "job/usual_job.hpp"
#include "physics/memory.hpp"

namespace gpupick {
namespace {

// "14.8 billion".
std::string billions(double parameters) { return rounded(parameters / 1e9) + " billion"; }

// "Qwen3-14B (qwen3-14b), Alibaba Qwen, Apr 2025".
template <class Record>
Line heading(const Record& record) {
  Line line{.phrases = {fmt::format("{} ({})", record.name, record.id)},
            .separator = ", ",
            .tone = Tone::strong};
  if (!record.publisher.empty()) line.phrases.emplace_back(record.publisher);
  if (record.released) line.phrases.push_back(month_of(*record.released));
  return line;
}

void add_notes(const Phrases& notes, std::string_view source, Answer& out) {
  out.add(Line{.label = "Notes", .phrases = {notes.begin(), notes.end()}, .most_lines = 2});
  out.facts.add({{"notes", notes}, {"source", source}});
}

template <class Record>
Answer with_facts(const Record& record, std::string_view kind, double parameters) {
  Answer out{.schema = "model/1",
             .facts = {{"id", record.id},
                       {"name", record.name},
                       {"kind", kind},
                       {"publisher", record.publisher}},
             .csv_columns = {"id", "name", "kind", "publisher", "released", "parameters",
                             "active_parameters", "layers", "context"}};
  if (record.released) out.facts["released"] = iso(*record.released);
  out.facts["parameters"] = parameters;
  return out;
}

void add_line(const char* label, std::vector<std::string> phrases, Answer& out) {
  out.add(Line{.label = label, .phrases = std::move(phrases), .separator = ", "});
}

void add_size(const Model& model, Answer& out) {
  std::vector<std::string> size = {billions(model.parameters)};
  if (const Number active = active_parameters(model)) {
    size.push_back(fmt::format("of which each token uses {} ({} of {} experts)",
                               rounded(*active / 1e9), exact(model.experts_per_token),
                               exact(model.experts)));
    out.facts["active_parameters"] = *active;
  }
  add_line("Parameters", std::move(size), out);
  std::vector<std::string> layers = {exact(model.layers)};
  if (const double with = attention_layers(model); with < model.layers)
    layers.push_back(fmt::format("of which {} have attention", exact(with)));
  if (model.sliding_layers > 0)
    layers.push_back(fmt::format("of which {} see only the last {} tokens",
                                 exact(model.sliding_layers), exact(model.sliding_window)));
  add_line("Layers", std::move(layers), out);
  add_line("Context", {fmt::format("up to {} tokens", exact(model.context))}, out);
  out.facts.add({{"layers", model.layers}, {"context", model.context}});
}

double weights_gib(Job job, const Quantisation& format) {
  job.format = &format;
  return in_gib(memory_need(job, 1, *job.engine).part(MemoryUse::weights));
}

void add_published(std::string_view format, double size, Answer& out) {
  add_line("Published", {fmt::format("{} {} GiB", format, rounded(size))}, out);
  out.facts["published"] = {{"format", format}, {"weights_gib", figure(size)}};
}

void add_formats(const Job& job, const Catalog& catalog, Answer& out) {
  const Model& model = *job.model;
  const std::string_view published = model.quant.empty() ? "bf16" : model.quant;
  std::vector<std::string> sizes;
  for (const Quantisation* format : formats_of(model, *job.engine, catalog)) {
    const double size = weights_gib(job, *format);
    sizes.push_back(fmt::format("{} {} GiB", format->id, rounded(size)));
    out.facts["formats"].push_back({{"format", format->id}, {"weights_gib", figure(size)}});
  }
  add_published(published, weights_gib(job, catalog.find_quantisation(published)), out);
  add_line("Weights", std::move(sizes), out);
}

// The cache of one conversation at the model's longest context, and what its last tokens add.
void add_cache(Job job, Answer& out) {
  constexpr double tokens = 1000;
  const auto cache_gib = [&](double context) {
    job.context = context;
    return in_gib(memory_need(job, 1, *job.engine).part(MemoryUse::cache));
  };
  const double context = job.model->context;
  const double all = cache_gib(context);
  const double more = (all - cache_gib(context / 2)) / (context / 2) * tokens;
  add_line("KV cache",
           {fmt::format("{} GiB for 1,000 tokens", rounded(more)),
            fmt::format("{} GiB for {}", rounded(all), exact(context)), "in 16 bit"},
           out);
  out.facts["kv_cache"] = {{"gib_per_1000_tokens", figure(more)}, {"longest_gib", figure(all)}};
}

}  // namespace

Answer answer(const Model& model, const Catalog& catalog) {
  Answer out = with_facts(model, purpose_of(model), model.parameters);
  out.add(heading(model));
  out.add_break();
  add_size(model, out);
  if (model.embeds) {
    const Job job = usual_job(Task::embed, model, catalog);
    const double size =
        in_gib(memory_of(job, 1, catalog.calibration()).need.part(MemoryUse::weights));
    add_published(name_of(job.precision), size, out);
  } else {
    const Job job = usual_job(Task::chat, model, catalog);
    add_formats(job, catalog, out);
    add_cache(job, out);
  }
  add_notes(all_notes(model), model.source, out);
  out.add(fmt::format("Cards for it: `gpupick recommend --model {}`", model.id), Tone::dim);
  return out;
}

Answer answer(const Network& network, const Catalog& catalog) {
  Answer out = with_facts(network, network.kind, network.parameters());
  out.add(heading(network));
  out.add_break();
  add_line("Kind", {std::string(network.kind)}, out);
  std::vector<std::string> parts;
  for (const Component& part : network.parts) {
    parts.push_back(fmt::format("{} {}", part.name, billions(part.parameters)));
    out.facts["parts"].push_back({{"name", part.name}, {"parameters", part.parameters}});
  }
  add_line("Parameters", {billions(network.parameters())}, out);
  if (parts.size() > 1) add_line("Parts", std::move(parts), out);
  add_notes({network.notes.begin(), network.notes.end()}, network.source, out);
  const Job job = usual_job(task_of_kind(network.kind, catalog), network, catalog);
  const MissingCause unknown = memory_of(job, 1, catalog.calibration()).unknown;
  out.add(unknown == MissingCause::none
              ? fmt::format("Cards for it: `gpupick recommend --model {}`", network.id)
              : fmt::format("Not estimated: {}", to_text(Missing{.cause = unknown})),
          Tone::dim);
  return out;
}

}  // namespace gpupick
