// Whether a job fits a card, or several that share it, and how fast it runs there
// (docs/models.md#tasks).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/estimate.hpp"
#include "base/fixed_list.hpp"
#include "catalog/catalog.hpp"
#include "estimate/accuracy.hpp"
#include "estimate/card_group.hpp"
#include "estimate/change.hpp"
#include "estimate/missing.hpp"
#include "job/host.hpp"
#include "job/job.hpp"
#include "physics/inference.hpp"
#include "physics/memory.hpp"
#include "physics/training.hpp"

namespace gpupick {

// A speed or a duration of the job, and the words for a person.
struct Speed {
  Output output = Output::decode;
  std::string_view label;  // "Decode"
  std::string_view unit;   // "tokens/s"
  Estimate estimate;

  std::string_view key() const { return row_of(output).key; }  // in JSON
};

// A rate as a person reads it: the seconds of one image or clip where `like`, a rate of the same
// column, is below one in a second; else as it is.
struct ShownRate {
  Estimate estimate;
  std::string_view unit;
};
ShownRate shown_rate(const Estimate& rate, std::string_view unit, const Estimate& like);

// The numbers behind the speeds of a language model that answers.
struct Inference {
  DecodeStep step;
  std::optional<DecodeStep> full;  // with the context full
  // Of prompts of all streams, and of one; absent where the card's matrix rate is not known.
  std::optional<Prefill> prompts, prompt;
};

// What may keep a job from running all the same.
enum class NoteKind : std::uint8_t {
  format_not_read,        // the engine does not read the format of weights
  draft_format_not_read,  // nor that of the draft model's
  cache_not_had,          // the engine has no such cache
  eager,                  // speeds are those of fused attention
  of_class,               // what the class of cards has to say
  software_ended,         // the software serves the card no more
  software_legacy,        // only an older branch does
  no_bf16,                // the card multiplies no BF16
  beyond_context,         // the model was made for fewer tokens
  drafted,                // how much faster draft tokens make it
  other_words,            // the draft model's vocabulary is not the model's
  too_slow,               // not even one user gets the speed that each shall have
  too_late                // nor a first token in time
};
struct Note {
  NoteKind kind = NoteKind::eager;
  std::string_view subject = {};  // engine, software, architecture or model
  std::string_view object = {};   // format, architecture, or the whole sentence
  double tokens = 0;              // or so many a second, or seconds, or times
  std::string_view instead = {};  // a format that the engine has
};
using Notes = std::vector<Note>;

// A model that does not fit, run all the same: the host holds the layers that the cards can't.
struct Offload {
  double resident = 0;   // share of the weights that the cards hold
  double host_gb_s = 0;  // bandwidth of the memory that holds the rest
  double host_efficiency = 0;
  Bytes stored;     // of the weights, in the computer's memory
  Bytes in_host;    // read there for one token
  Seconds on_card;  // for one token
  Estimate decode;  // tokens per second
  // Reading a prompt, for which the host's part is sent to the card.
  struct Prompt {
    Estimate prefill;  // tokens per second
    double tokens = 0, batches = 0;
    Seconds on_card;
    Bytes sent;  // for each batch
    BytesPerSecond rate;
  };
  std::optional<Prompt> prompt;
};

// Training on a given number of tokens that does not fit: its work, and the days that one card
// would take if memory were no limit, where its speed is known.
struct OpenWork {
  Work work;
  std::optional<Pass> pass;
  std::optional<Estimate> days;
};

// Numbers, enumerators and references; it allocates nothing where the job fits and nothing is
// noted.
struct JobEstimate {
  const Gpu* gpu = nullptr;
  FixedList<CardGroup, 4> box;  // cards of several kinds, the first of them `gpu`; else empty
  double count = 1;             // cards
  double devices = 1;     // that share a copy of the job: the board's, times the cards of a copy
  double copies = 1;      // that serve side by side
  double idle = 0;        // cards that would help nothing
  bool in_turns = false;  // the devices hold the layers one after the other
  Job job;                // as reckoned: with the streams that are served at once
  MemoryNeed need;
  std::optional<Bytes> usable;  // of all devices; nothing where the memory is not known
  bool fits = false;
  Missing missing;  // why there is no speed
  UnmeasuredCause unmeasured = UnmeasuredCause::none;
  Notes notes;
  FixedList<Speed, 6> speeds;  // what the task has, the most telling first
  // The numbers behind the speeds; nothing where there are none.
  std::variant<std::monostate, Inference, Pass> basis;
  std::optional<Bound> bound;  // what the first of them waits for
  Change change;               // the smallest that makes it fit; empty where it fits or none does
  std::optional<Offload> offload;
  std::optional<OpenWork> work;
  // Of a model of which only the size is known: its cache may be so many times as large.
  std::optional<std::pair<double, double>> cache_spread;

  // Null where there is none.
  const Estimate* find(Output output) const;
};

// What may be tried to make a job fit, and the host.
struct Choices {
  const Catalog* catalog = nullptr;  // of formats; null: no change is looked for
  Host host;
  bool more_cards = true;    // may be added
  bool two_changes = true;   // of the job may be tried together, where nothing else helps
  bool full_context = true;  // a chat's speed is told with the context full, too
};

// The longest context, up to the model's own and in the search's steps, with which a job of
// inference fits as many of the cards as can share it; 0 where none does.
double longest_context(const Gpu& gpu, double count, const Job& job,
                       const Calibration& calibration);

// On so many cards, of which those stay idle that would make it slower. What the job leaves open,
// users (a batch of 0) and shards, is settled.
JobEstimate estimate(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                     const Choices& choices = {});

}  // namespace gpupick
