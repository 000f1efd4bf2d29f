#include "answer/estimate_words.hpp"

#include "answer/basis.hpp"
#include "answer/job.hpp"
#include "answer/values.hpp"

namespace gpupick {

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
      return support_text(note.subject, Support::none, note.object);
    case NoteKind::software_legacy:
      return support_text(note.subject, Support::legacy, note.object);
    case NoteKind::other_trainer:
      return fmt::format("not with {} ({} GiB); with {} it fits", note.subject,
                         rounded(note.amount), note.object);
    case NoteKind::no_bf16:
      return fmt::format("{} has no BF16; use `--precision fp16`", note.subject);
    case NoteKind::drafted:
      return fmt::format("{} x as fast as without draft tokens", rounded(note.amount));
    case NoteKind::other_words:
      return fmt::format(
          "{} has another vocabulary: its tokens must be translated, and fewer are accepted",
          note.subject);
    case NoteKind::too_slow:
      return fmt::format("not even one user gets {} tokens/s", exact(note.amount));
    case NoteKind::too_slow_for_all:
      return fmt::format("the users get less than {} tokens/s each", exact(note.amount));
    case NoteKind::too_late:
      return fmt::format("not even one user gets a first token within {} s", exact(note.amount));
    case NoteKind::too_late_for_all:
      return fmt::format("the users wait longer than {} s for a first token if all ask at once",
                         exact(note.amount));
    case NoteKind::beyond_context:
      return fmt::format("{} was made for {} tokens of context", note.subject, exact(note.amount));
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

std::string fit_text(const JobEstimate& estimate, const WorkResult& way) {
  const double needed = in_gib(estimate.need.total());
  if (const Note* lacking = estimate.obstacle()) {
    const bool small = estimate.usable && needed > in_gib(*estimate.usable);
    return fmt::format("does not run: {}{}", note_text(*lacking),
                       small ? fmt::format("; too big as well, {} of {} GiB", rounded(needed),
                                           rounded(in_gib(*estimate.usable)))
                             : "");
  }
  if (estimate.missing.cause == MissingCause::heads)
    return fmt::format("does not run{}: {}", way.runs() ? " as asked" : "",
                       to_text(estimate.missing));
  if (!estimate.usable)
    return fmt::format("needs {} GiB; its memory is not known", rounded(needed));
  const double usable = in_gib(*estimate.usable);
  const std::string in_host = host_text(estimate.job);
  if (estimate.fits)
    return fmt::format("fits{}{}, {} of {} GiB free{}",
                       estimate.job.offload ? " one component at a time" : "",
                       estimate.missed_target() ? ", but too slow" : "", rounded(usable - needed),
                       rounded(usable), in_host.empty() ? "" : ", with " + in_host);
  if (needed <= usable && !in_host.empty()) return "needs " + in_host;
  if (needed <= usable)
    return fmt::format("needs more than {} of {} GiB", rounded(needed), rounded(usable));
  return fmt::format("{}, {} of {} GiB",
                     way.how() == Runs::partly_in_host ? words_of(way.how())
                     : way.runs()                      ? "too big as asked"
                                                       : "too big",
                     rounded(needed), rounded(usable));
}

std::string rate_text(const Estimate& rate, std::string_view unit) {
  const ShownRate shown = shown_rate(rate, unit, rate);
  return to_text(shown.estimate, shown.unit);
}

std::string speed_phrase(const JobEstimate& estimate, const Speed& speed, bool explain) {
  std::string value = rate_text(speed.estimate, speed.unit);
  const std::string number = to_text(speed.estimate);
  const bool several = estimate.job.batch > 1;
  const auto follows = [&](std::string_view unit) {
    return explain ? to_text(speed.estimate, unit)
                   : fmt::format("{} {}", value_text(speed.estimate), unit);
  };
  switch (speed.output) {
    case Output::serve:
      return fmt::format("{}{} for {}", value, several ? " together" : "",
                         counted(static_cast<std::size_t>(estimate.job.batch), "user"));
    case Output::decode:
      return &speed == &estimate.speeds.front() ? value
                                                : number + (several ? " each" : " while writing");
    case Output::decode_full:
      return (explain ? number : value_text(speed.estimate)) + " with a full context";
    case Output::first_token:
      return "first token after " + follows("s");
    case Output::first_token_all:
      return follows("s") + " if all ask at once";
    case Output::reply:
      return "whole reply in " + follows("s");
    case Output::images:
    case Output::clips:
      return value + at_once_text(estimate.at_once());
    case Output::image_latency:
    case Output::clip_latency:
      return "a batch in " + value;
    case Output::embed_texts:
      return follows("texts/s");
    case Output::embed_latency:
      return "a batch in " + follows("s");
    case Output::train_days:
    case Output::embed_days:
      return value + " in all";
    default:
      return value;
  }
}

std::string limit_text(Bound bound) {
  return fmt::format("limited by {}{}", bound == Bound::bandwidth ? "memory " : "", name_of(bound));
}

std::string speed_basis_text(const JobEstimate& estimate, const Speed& speed) {
  const bool same = row_of(speed.output).duration ||
                    shown_rate(speed.estimate, speed.unit, speed.estimate).unit == speed.unit;
  return (same ? ""
               : fmt::format("1 / {} {}; that = ", rounded(speed.estimate.value), speed.unit)) +
         basis_text(estimate, speed);
}

std::string_view line_of(Output output, Task task) {
  if (output == Output::prefill || output == Output::first_token ||
      output == Output::first_token_all || output == Output::reply)
    return "Reads";
  return is_inference(task) ? "Writes" : is_training(task) ? "Trains" : "Speed";
}

}  // namespace gpupick
