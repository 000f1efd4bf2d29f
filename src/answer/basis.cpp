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
                     rounded(in_gib(offload.in_host)), rounded(offload.host_efficiency),
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

}  // namespace gpupick
