// Whether a job fits a card, or several that share it, and how fast it runs there
// (docs/models.md#tasks).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/change.hpp"
#include "advice/performance.hpp"
#include "catalog/calibration.hpp"
#include "physics/job.hpp"
#include "physics/memory.hpp"
#include "physics/training.hpp"

namespace gpupick {

// A speed or a duration of the job: its JSON key, and the words for a person.
struct Speed {
  std::string_view key;    // "decode_tok_s"
  std::string_view label;  // "Decode"
  std::string_view unit;   // "tokens/s"
  Estimate estimate;
};

// A model that does not fit, run all the same: the host holds the layers that the cards can't.
struct Offload {
  double resident = 0;   // share of the weights that the cards hold
  double host_gb_s = 0;  // bandwidth of the memory that holds the rest
  Estimate decode;       // tokens per second
  std::optional<Estimate> prefill;
};

struct JobEstimate {
  const Gpu* gpu = nullptr;
  double count = 1;       // cards
  double devices = 1;     // that share a copy of the job: the board's, times the cards of a copy
  double copies = 1;      // that serve side by side
  double idle = 0;        // cards that would help nothing
  bool in_turns = false;  // the devices hold the layers one after the other
  Job job;                // as reckoned: with the streams that are served at once
  MemoryNeed need;
  std::optional<Bytes> usable;  // of all devices; nothing where the memory is not known
  bool fits = false;
  std::string missing;             // why there is no speed; "" where there is
  std::string unmeasured;          // why a wider interval stands in; "" where none does
  std::vector<std::string> notes;  // why it may not run all the same, as missing software support
  std::vector<Speed> speeds;       // what the task has, the most telling first
  std::string bound;               // what the first of them waits for
  Change change;  // the smallest that makes it fit; empty where it fits or none does
  std::optional<Offload> offload;
  // Of training on a given number of tokens that does not fit: its work, and the days that one card
  // would take if memory were no limit, where its speed is known.
  std::optional<Work> work;
  std::optional<Estimate> work_days;
  // Of a model of which only the size is known: its cache may be so many times as large.
  std::optional<std::pair<double, double>> cache_spread;

  // Null where there is none.
  const Estimate* find(std::string_view key) const;
};

// The computer around the cards, which may hold what does not fit them.
struct Host {
  double memory_gb_s = 0;  // 0: it holds nothing
  double pcie_gb_s = 0;    // to a card; 0: what the card's own interface moves
};

// What may be tried to make a job fit, and the host.
struct Choices {
  std::span<const Quantisation> formats;  // none: no change is looked for
  std::span<const CacheType> cache_types;
  Host host;
  bool more_cards = true;  // may be added
};

// The longest context, up to the model's own and in steps of 256 tokens, with which a job of
// inference fits as many of the cards as can share it; 0 where none does.
double longest_context(const Gpu& gpu, double count, const Job& job,
                       const Calibration& calibration);

// On so many cards, of which those stay idle that would make it slower. What the job leaves open,
// users (a batch of 0) and shards, is settled.
JobEstimate estimate(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                     const Choices& choices = {});

}  // namespace gpupick
