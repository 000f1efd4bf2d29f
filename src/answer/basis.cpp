#include "answer/basis.hpp"

#include "answer/values.hpp"

namespace gpupick {
namespace {

std::string ms(Seconds time) { return rounded(time.value * 1e3); }

// " + 2.1 ms exchange", or "" if it takes no time.
std::string plus(Seconds time, const char* what) {
  return time.value > 0 ? fmt::format(" + {} ms {}", ms(time), what) : "";
}

// " + 3 states x 5 us", or "" if the count or the time is zero.
std::string times_each(double count, const char* what, Seconds each) {
  return count > 0 && each.value > 0
             ? fmt::format(" + {} {} x {} us", exact(count), what, rounded(each.value * 1e6))
             : "";
}

// The time of one decode step as a sum, without a draft model.
std::string sum_text(const DecodeStep& step) {
  const bool reads_cache = step.over_cache() == step.reading_cache();
  const std::string cache =
      !reads_cache
          ? ""
          : fmt::format(
                " + {} GiB cache{}", rounded(in_gib(step.cache)),
                step.cache_share == 1 ? "" : fmt::format(" / {}", rounded(step.cache_share)));
  return fmt::format(
      "({} GiB weights{}{}{}) / ({} x {} GB/s{}){} + {} ms computing {} {} layers x {} us{}{}{}{}",
      rounded(in_gib(step.weights)), cache,
      step.state.value > 0 ? fmt::format(" + {} GiB state", rounded(in_gib(step.state))) : "",
      step.activations.value > 0
          ? fmt::format(" + {} GiB activations", rounded(in_gib(step.activations)))
          : "",
      rounded(step.efficiency), rounded(step.bandwidth.value / 1e9),
      step.shards > 1 ? fmt::format(" x {} devices", step.shards) : "",
      reads_cache ? "" : plus(step.over_cache(), "attention"), ms(step.computing()),
      step.overlaps ? "beside" : "+", exact(step.layers), rounded(step.per_layer.value * 1e6),
      times_each(step.steps, "steps", step.per_step),
      times_each(step.states, "states", step.per_state),
      times_each(step.streams, "streams", step.per_stream), plus(step.linking, "linking"));
}

std::string formula(const DecodeStep& step) {
  const std::string written = rounded(step.written), sum = sum_text(step);
  const std::string turns = step.turns < 1 ? fmt::format(" x {}", step.turns) : "";
  if (step.drafts == 0) return fmt::format("{} / ({}){}", written, sum, turns);
  return fmt::format("{} / ({} + {} x {} ms drafting)", written,
                     turns.empty() ? sum : fmt::format("({}) / {}", sum, step.turns),
                     exact(step.drafts), ms(step.per_draft));
}

std::string formula(const Prefill& prefill) {
  return fmt::format(
      "{} tokens / (({} x 10^12 operations in weights{}{} + {} in attention / {}) / ({} x {} "
      "TFLOPS)"
      "{}{} + {} ms reading weights{} + {} ms{})",
      exact(prefill.tokens), rounded(prefill.linear.value / 1e12),
      prefill.linear_share == 1 ? "" : fmt::format(" / {}", rounded(prefill.linear_share)),
      prefill.experts.value > 0
          ? fmt::format(" + {} in experts / {}", rounded(prefill.experts.value / 1e12),
                        rounded(prefill.expert_share))
          : "",
      rounded(prefill.attention.value / 1e12), rounded(prefill.attention_share),
      rounded(prefill.efficiency), rounded(prefill.rate.value / 1e12),
      plus(prefill.vectors, "of vector units"), plus(prefill.moving, "of activations"),
      ms(prefill.reading),
      prefill.speedup > 1
          ? fmt::format(", {} times faster on several cards", rounded(prefill.speedup))
          : "",
      ms(prefill.waiting), plus(prefill.drafting, "of the draft model"));
}

std::string formula(const MicroStep& step) {
  return fmt::format(
      "{} ms products ({} x {} billion x {} tokens at {} TFLOPS) + {} ms attention + {} ms "
      "activations",
      ms(step.products), step.passes, rounded(step.active / 1e9), exact(step.tokens),
      rounded(step.rate.value / 1e12), ms(step.attention), ms(step.moving));
}

std::string formula(double units, const PretrainingStep& parts) {
  return fmt::format("{} tokens / ({}{})", exact(units), formula(parts.step),
                     plus(parts.exchange, "exchange"));
}

std::string formula(double units, const TuningStep& parts) {
  std::string computing =
      fmt::format("sqrt(({})^2 + ({} ms of layers)^2) + {} ms dequantising", formula(parts.step),
                  ms(parts.layers), ms(parts.dequantising));
  if (parts.sharding > 1)
    computing = fmt::format("({}) x {} of sharding", computing, parts.sharding);
  return fmt::format("{} tokens / ({}{})", exact(units), computing,
                     plus(parts.exchange, "exchange"));
}

std::string formula(double units, const NetworkStep& parts) {
  return fmt::format(
      "{} / (sqrt(({} ms computing)^2 + ({} ms moving)^2) + {} ms a step + {} ms exchange)",
      exact(units), ms(parts.computing), ms(parts.moving), ms(parts.waiting), ms(parts.exchange));
}

// The time of all denoising steps, in which weights may be sent from the host.
std::string denoising_text(const ImageStep& parts) {
  std::string text =
      fmt::format("{} s computing ({} steps x {}{} x 10^12 operations at {} TFLOPS) + {} s moving",
                  rounded(parts.computing.value), exact(parts.steps), rounded(2e-3 * parts.gmacs),
                  parts.attention > 0
                      ? fmt::format(" and {} between tokens / {}", rounded(2e-3 * parts.attention),
                                    rounded(parts.attention_share))
                      : "",
                  rounded(parts.held.value / 1e12), rounded(parts.moving.value));
  if (parts.swapped.value == 0) return text;
  return fmt::format("the larger of ({}) and {} s sending ({} x {} GiB of weights at {} GB/s)",
                     text, rounded(parts.swapping().value), exact(parts.evaluations),
                     rounded(in_gib(parts.swapped)), rounded(parts.from_host.value / 1e9));
}

std::string formula(double units, const ImageStep& parts) {
  return fmt::format("{} / ({} + {} s decoding + {} s of the computer{})", exact(units),
                     denoising_text(parts), rounded(parts.decoding.value),
                     rounded(parts.host.value),
                     parts.sending.value > 0
                         ? fmt::format(" + {} s sending components", rounded(parts.sending.value))
                         : "");
}

std::string formula(double units, const VisionStep& parts) {
  return fmt::format(
      "{} / ({} ms computing + {} ms moving, of {} images at the network's own size{})",
      exact(units), ms(parts.computing), ms(parts.moving), rounded(parts.images),
      plus(parts.exchange, "exchange"));
}

std::string formula(double units, const EmbeddingStep& parts) {
  return fmt::format(
      "{} tokens / max({} x 10^12 operations in weights / {} TFLOPS + {} between tokens / {} "
      "TFLOPS + {} ms moving, {} ms of the host)",
      exact(units), rounded(parts.operations / 1e12), rounded(parts.rate.value / 1e12),
      rounded(parts.attention / 1e12), rounded(parts.attention_rate.value / 1e12), ms(parts.moving),
      ms(parts.waiting));
}

std::string formula(const Pass& pass) {
  return std::visit([&](const auto& parts) { return formula(pass.units, parts); }, pass.parts);
}

// The time from one token of a stream to its next, and that of a step alone.
std::string formula(const DecodeStep& step, const Inference& numbers, double generate) {
  if (!numbers.prompts || step.streams <= 1) return formula(step);
  return fmt::format("1 / ({} ms + {} / {} x {} s of prompts / {}); 1 / {} ms = {}",
                     ms(step.total()), exact(step.streams - 1), exact(step.streams),
                     rounded(numbers.prompts->total().value), exact(generate), ms(step.total()),
                     formula(step));
}

std::string formula(const Job& job, const Inference& numbers, Output output) {
  if (output == Output::prefill) return formula(*numbers.prompt);
  if (output == Output::decode) return formula(numbers.step, numbers, job.generate);
  if (output == Output::decode_full) return formula(*numbers.full, numbers, job.generate);
  return fmt::format("{} streams x {} tokens / ({} s of prompts + {} x {} ms)",
                     exact(numbers.step.streams), exact(job.generate),
                     rounded(numbers.prompts->total().value), exact(job.generate),
                     ms(numbers.step.total()));
}

}  // namespace

std::string basis_text(const JobEstimate& estimate, const Speed& speed) {
  const Job& job = estimate.job;
  switch (speed.output) {
    case Output::first_token:
      return "prompt / prefill speed";
    case Output::first_token_all:
      return "all prompts / prefill speed";
    case Output::reply:
      return "first token + reply / decode speed";
    case Output::train_days:
    case Output::embed_days:
      return fmt::format("{} tokens at that speed", exact(job.tokens));
    case Output::embed_texts:
      return fmt::format("that speed / {} tokens", exact(job.context));
    case Output::embed_latency:
      return "texts at that speed";
    case Output::clip_latency:
      return "clips at that speed";
    case Output::image_latency:
      return "images at that speed";
    default:
      break;
  }
  if (!estimate.box.empty())
    return estimate.in_turns ? "the time that each kind of card takes for the whole model, by its "
                               "share of the memory"
                             : "what as many cards of the slowest kind reach";
  const auto* pass = std::get_if<Pass>(&estimate.basis);
  const std::string text =
      pass ? formula(*pass) : formula(job, std::get<Inference>(estimate.basis), speed.output);
  const bool first = &speed == &estimate.speeds.front();
  return first && estimate.copies > 1 ? fmt::format("{} copies x {}", exact(estimate.copies), text)
                                      : text;
}

std::string basis_text(const Offload& offload) {
  return fmt::format("1 / ({} GiB in the computer / ({} x {} GB/s) + {} ms on the card)",
                     rounded(in_gib(offload.in_host)), offload.host_efficiency,
                     rounded(offload.host_gb_s), ms(offload.on_card));
}

std::string basis_text(const Offload::Prompt& prompt) {
  return fmt::format("{} tokens / ({} s on the card + {} x {} GiB / {} GB/s)", exact(prompt.tokens),
                     rounded(prompt.on_card.value), exact(prompt.batches),
                     rounded(in_gib(prompt.sent)), rounded(prompt.rate.value / 1e9));
}

std::string basis_text(const Work& work) {
  return fmt::format("{} x {} billion parameters x {} billion tokens", work.passes,
                     rounded(work.parameters / 1e9), rounded(work.tokens / 1e9));
}

std::string days_basis_text(const OpenWork& work) {
  return fmt::format("{} tokens at {}", exact(work.work.tokens), formula(*work.pass));
}

std::string_view name_of(Bound bound) {
  static constexpr std::string_view names[] = {"compute", "bandwidth", "latency", "link"};
  return names[static_cast<std::size_t>(bound)];
}

namespace {

struct PartNames {
  std::string_view key, words;
};

const PartNames& names_of(MemoryUse part) {
  static constexpr PartNames names[] = {
      {"weights", "weights"},
      {"cache", "KV cache"},
      {"state", "state"},
      {"buffers", "buffers"},
      {"draft_model", "draft model"},
      {"whole_layers", "free beside whole layers"},
      {"backend", "engine"},
      {"adapters", "adapters"},
      {"optimizer", "optimizer"},
      {"gradients", "gradients"},
      {"step", "step"},
      {"activations", "activations"},
      {"logits", "logits"},
      {"images", "images"},
      {"weights_gradients_optimizer", "weights, gradients and optimizer"},
      {"runtime", "runtime"},
      {"what_cards_had_that_ran_it", "what cards had that ran it"}};
  return names[static_cast<std::size_t>(part)];
}

}  // namespace

std::string_view name_of(MemoryUse part) { return names_of(part).key; }
std::string_view words_of(MemoryUse part) { return names_of(part).words; }

std::string unmeasured_text(const JobEstimate& estimate) {
  const Job& job = estimate.job;
  const std::string engine(job.engine ? job.engine->id : "");
  switch (estimate.unmeasured) {
    case UnmeasuredCause::none:
      break;
    case UnmeasuredCause::drafts:
      return "few runs with speculative decoding were measured";
    case UnmeasuredCause::chosen_tokens:
      return "few runs of models that attend to chosen or pooled tokens were measured";
    case UnmeasuredCause::states:
      return fmt::format("models whose layers keep a state were not measured like this under {}",
                         engine);
    case UnmeasuredCause::network:
      return fmt::format("no images of {} were measured", job.network->name);
    case UnmeasuredCause::several_devices:
      return "few or no sets of several such cards were measured on this work";
    case UnmeasuredCause::paged:
      return "optimizer states in the computer's memory were not measured";
    case UnmeasuredCause::swapped:
      return "images with weights that wait in the computer's memory were not measured";
    case UnmeasuredCause::trainer:
      return fmt::format("few speeds of {} have been published", job.trainer->id);
    case UnmeasuredCause::card:
      return "no card of this kind was measured on this work";
    case UnmeasuredCause::card_under_engine:
      return fmt::format("no card of this kind was measured under {}", engine);
    case UnmeasuredCause::several_kinds:
      return "no computer with cards of several kinds was measured";
  }
  return "";
}

std::string note_text(const Note& note) {
  switch (note.kind) {
    case NoteKind::format_not_read:
      return fmt::format("{} does not read {}; use a format of its own, such as `--quant {}`",
                         note.subject, note.object, note.instead);
    case NoteKind::draft_format_not_read:
      return fmt::format("{} does not read {}; use a format of its own, such as `--draft-quant {}`",
                         note.subject, note.object, note.instead);
    case NoteKind::cache_not_had:
      return fmt::format("{} has no {} KV cache; use `--kv-quant {}`", note.subject, note.object,
                         note.instead);
    case NoteKind::eager:
      return "speeds are those of fused attention; the cost of eager attention was not measured "
             "and is largest for long prompts and sequences";
    case NoteKind::of_class:
    case NoteKind::of_model:
      return std::string(note.object);
    case NoteKind::software_ended:
      return fmt::format("{} does not support {}", note.subject, note.object);
    case NoteKind::software_legacy:
      return fmt::format("only an older {} supports {}", note.subject, note.object);
    case NoteKind::other_trainer:
      return fmt::format("not with {} ({} GiB); with {} it fits", note.subject,
                         rounded(note.tokens), note.object);
    case NoteKind::no_bf16:
      return fmt::format("{} has no BF16; use `--precision fp16`", note.subject);
    case NoteKind::drafted:
      return fmt::format("{} x as fast as without draft tokens", rounded(note.tokens));
    case NoteKind::other_words:
      return fmt::format(
          "{} has another vocabulary: its tokens must be translated, and fewer are accepted",
          note.subject);
    case NoteKind::too_slow:
      return fmt::format("not even one user gets {} tokens/s", exact(note.tokens));
    case NoteKind::too_slow_for_all:
      return fmt::format("the users get less than {} tokens/s each", exact(note.tokens));
    case NoteKind::too_late:
      return fmt::format("not even one user gets a first token within {} s", exact(note.tokens));
    case NoteKind::too_late_for_all:
      return fmt::format("the users wait longer than {} s for a first token if all ask at once",
                         exact(note.tokens));
    case NoteKind::beyond_context:
      return fmt::format("{} was made for {} tokens of context", note.subject, exact(note.tokens));
  }
  return "";
}

std::string to_text(const Missing& missing) {
  const std::string architecture(missing.architecture.empty() ? "its architecture"
                                                              : missing.architecture);
  switch (missing.cause) {
    case MissingCause::none:
      break;
    case MissingCause::trained_states:
      return "the training memory of layers with a state is not known";
    case MissingCause::attention_width:
      return "the width of its attention is not known";
    case MissingCause::network_activations:
      return "the activations that its training keeps are not known";
    case MissingCause::bandwidth:
      return "its bandwidth is not known";
    case MissingCause::matrix_rate:
      return "its matrix rate is not known";
    case MissingCause::link:
      return "its link is not known";
    case MissingCause::heads:
      return fmt::format("{} heads can't be shared evenly by {} devices{}", missing.heads,
                         missing.devices,
                         missing.able > 0 ? fmt::format("; {} can", missing.able) : "");
    case MissingCause::class_under_engine:
      return fmt::format("no card of {} was measured under {}", architecture, missing.name);
    case MissingCause::class_in_training:
      return fmt::format("training on {} was not measured", architecture);
    case MissingCause::network_training:
      return fmt::format("the training of {} was not measured", missing.name);
    case MissingCause::image_figures:
      return "a rate, the bandwidth or the work of the network is not known";
    case MissingCause::card_figures:
      return "a rate or the bandwidth of the card is not known";
    case MissingCause::hearing:
      return "turning speech into text was not measured";
    case MissingCause::figure:
      return fmt::format("its {} is not known", missing.name);
  }
  return "";
}

}  // namespace gpupick
