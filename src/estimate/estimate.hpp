// Estimates whether a job fits a card, or several that share it, and how fast it runs there
// (docs/models.md#tasks).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/estimate.hpp"
#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/change.hpp"
#include "job/job.hpp"
#include "physics/inference.hpp"
#include "physics/memory.hpp"
#include "physics/missing.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Why an estimate uses an interval for unmeasured cases: what was not measured.
enum class UnmeasuredCause : std::uint8_t {
  none,
  drafts,             // speculative decoding
  chosen_tokens,      // models that attend only to selected or pooled tokens
  states,             // models whose layers keep a state, with several users
  network,            // images of this network
  several_devices,    // several devices of this kind
  paged,              // optimizer states in host memory
  swapped,            // images with weights that are sent from host memory
  trainer,            // this trainer for fine-tuning
  card,               // cards of this kind at this work
  card_under_engine,  // cards of this kind under the engine
  several_kinds       // cards of several kinds in one computer
};

// A speed or a duration of the job, with its label for the user.
struct Speed {
  Output output = Output::decode;
  std::string_view label;  // "Decode"
  std::string_view unit;   // "tokens/s"
  Estimate estimate;

  std::string_view key() const { return row_of(output).key; }  // in JSON
};

// A rate or a duration as it is printed. A rate becomes the seconds or hours of one image or clip
// if `like`, the first rate of the column, is below one per second.
struct ShownRate {
  Estimate estimate;
  std::string_view unit;
};
ShownRate shown_rate(const Estimate& rate, std::string_view unit, const Estimate& like);

// The numbers behind the speeds of a language model's inference.
struct Inference {
  DecodeStep step;
  std::optional<DecodeStep> full;  // with a full context
  // Prefill of the prompts of all streams, and of one. Absent if a figure of the card is unknown,
  // such as the matrix rate.
  std::optional<Prefill> prompts, prompt;
};

// A remark on a job. Most are obstacles that may keep it from running.
enum class NoteKind : std::uint8_t {
  format_not_read,        // the engine does not read the format of the weights
  draft_format_not_read,  // the engine does not read the format of the draft model
  cache_not_had,          // the engine lacks this type of KV cache
  eager,                  // the speeds are those of fused attention
  of_class,               // the note of the card's speed class, or of the engine
  of_model,               // what the model's files say and is not counted
  software_ended,         // the software no longer supports the card
  software_legacy,        // only an older branch of the software supports the card
  no_bf16,                // the card has no BF16
  other_trainer,          // the job does not fit with the trainer that is usual
  beyond_context,         // the context is longer than the model's
  drafted,                // the speed-up by draft tokens
  other_words,            // the draft model has another vocabulary
  too_slow,               // not even one user gets the required speed
  too_slow_for_all,       // the users asked for do not get the required speed
  too_late,               // not even one user gets the first token in time
  too_late_for_all        // the users asked for do not get it in time
};
// True if the engine does not read a format of the job.
constexpr bool is_of_format(NoteKind kind) {
  return kind == NoteKind::format_not_read || kind == NoteKind::draft_format_not_read ||
         kind == NoteKind::cache_not_had;
}

struct Note {
  NoteKind kind = NoteKind::eager;
  std::string_view subject = {};  // engine, software, architecture or model
  std::string_view object = {};   // format, architecture, or the whole sentence
  double amount = 0;              // tokens, tokens/s, seconds, GiB or a factor, by kind
  std::string_view instead = {};  // a format that the engine supports
};
using Notes = std::vector<Note>;

// A model that does not fit the cards and runs partly in host memory.
struct Offload {
  double resident = 0;         // share of the weights in the cards' memory
  double host_gb_s = 0;        // bandwidth of host memory, GB/s
  double host_efficiency = 0;  // share of `host_gb_s` that the processor reaches
  Bytes stored;                // weights in host memory
  Bytes in_host;               // read from host memory for one token
  Seconds on_card;             // time on the cards for one token
  Estimate decode;             // tokens per second
  // Prefill, for which the weights in host memory are sent to the card.
  struct Prompt {
    Estimate prefill;  // tokens per second
    double tokens = 0, batches = 0;
    Seconds on_card;
    Bytes sent;  // per micro-batch
    BytesPerSecond rate;

    Estimate first_token() const { return duration(tokens, prefill); }
  };
  std::optional<Prompt> prompt;

  // Returns the time of a whole reply of so many tokens, or nothing if that of the prompt is
  // unknown.
  std::optional<Estimate> reply(double generate) const {
    if (!prompt) return {};
    return sum(prompt->first_token(), duration(generate, decode));
  }
};

// Training on a given number of tokens that does not fit: its work, and the days that one card
// would take with unlimited memory. The days are absent if its speed is unknown.
struct OpenWork {
  Work work;
  std::optional<Pass> pass;
  std::optional<Estimate> days;
};

// The estimate of a job on some cards: numbers, enumerators and references.
struct JobEstimate {
  const Gpu* gpu = nullptr;
  std::vector<CardGroup> box;  // cards of several kinds, `gpu` first; empty if all are of one kind
  double count = 1;            // cards
  double devices = 1;          // that share one copy of the model
  double copies = 1;           // that serve at the same time
  double idle = 0;             // cards that would not help
  bool in_turns = false;       // the devices hold successive layers and take turns
  Job job;  // as estimated: open values, such as the number of users, are filled in
  MemoryNeed need;
  std::optional<Bytes> usable;  // of all devices; nothing if the memory is unknown
  bool fits = false;            // the cards hold the job, and host memory what waits there
  Missing missing;              // why there is no speed
  UnmeasuredCause unmeasured = UnmeasuredCause::none;
  Notes notes;
  std::vector<Speed> speeds;  // outputs of the task, the main one first
  // The numbers behind the speeds; monostate if there are none.
  std::variant<std::monostate, Inference, Pass> basis;
  std::optional<Bound> bound;  // what limits the first speed
  Change change;               // the smallest that makes it fit; empty if it fits or none does
  std::optional<Offload> offload;
  // The smallest change after which a chat runs partly in host memory, and how it then runs.
  // Nothing if it does so as asked, if `change` makes it fit these cards, or if none is found.
  std::optional<std::pair<Change, Offload>> host_change;
  std::optional<OpenWork> work;
  // The factors between which the cache's size may lie, if only the model's size is known.
  std::optional<std::pair<double, double>> cache_spread;

  // Returns how many devices work on images of their own: one image is no faster.
  double at_once() const { return makes_images(job.task) ? devices : 1; }
  // Returns the speed of this output, or null if there is none. For images it is that of one
  // device.
  const Estimate* find(Output output) const;
  // Returns the note that the users do not get the speed or the first token asked for, or null.
  const Note* missed_target() const;
  // Returns the note that the card lacks what the job needs besides memory, or null.
  const Note* obstacle() const;
  // True if the job fits, reaches the targets for its users and meets no obstacle.
  bool runs_as_asked() const { return fits && !missed_target() && !obstacle(); }
  // Adds an obstacle, and drops what would say how the job runs.
  void block(const Note& obstacle);
};

// The changes that may be tried to make a job fit, and the host.
struct Choices {
  const Catalog* catalog = nullptr;  // source of formats; null: no change is searched for
  HostMemory host;
  bool more_cards = true;    // more cards may be added
  bool two_changes = true;   // two changes may be combined if nothing else helps
  bool full_context = true;  // a chat's speed with a full context is estimated, too
};

// Returns the longest context with which an inference job fits the cards that can share it. The
// context is at most the model's own and a multiple of the search step. Returns 0 if none fits.
double longest_context(const Gpu& gpu, double count, const Job& job,
                       const Calibration& calibration);

// Estimates the job on `count` cards. Cards that would make it slower stay idle. Values that the
// job leaves open, as users (a batch of 0) and shards, are filled in.
JobEstimate estimate(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                     const Choices& choices = {});

// True if each of several users can read at the speed, or if the job states a speed for each.
bool is_readable(const JobEstimate& estimate, const Calibration& calibration);

// Estimates a job on cards of several kinds in one computer. Throws Error for jobs that such cards
// can't share.
JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration, const HostMemory& host = {});

}  // namespace gpupick
