#include "answer/estimate_words.hpp"

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
