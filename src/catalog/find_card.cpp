// Finds the card that a name means, as drivers, shops and papers write it (docs/catalog.md#names).
// Errors suggest the nearest names.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_named = 6;  // cards in an error

struct Reading {
  std::vector<const Gpu*> meant, alike;
  std::vector<const Gpu*> other_memory;  // cards that are meant but for the size of their memory
  Number memory_gib;                     // that size
  const UnheldCard* unheld = nullptr;    // a card that is meant more exactly than all others
  bool understood = true;                // every name in the text matches a card
  bool no_model = true;                  // no name in the text says a model
};

// True if a name with (or without) the word laptop can mean the card; desktops may be Max-Q too.
bool in_reach(const CardName& card, bool laptop) {
  return laptop ? in_laptop(*card.gpu) || is_laptop_part(card.words) : !in_laptop(*card.gpu);
}

// Returns "a100" for Slurm's "gres/gpu:a100".
std::string_view without_scheduler(std::string_view name) {
  for (const std::string_view prefix : {"gres/", "gpu:"})
    if (lower_case(name.substr(0, prefix.size())) == prefix) name.remove_prefix(prefix.size());
  return name;
}

std::vector<const Gpu*> with_pci_id(const std::vector<CardName>& cards, const std::string& id) {
  std::vector<const Gpu*> found;
  for (const CardName& card : cards)
    if (const List& ids = card.gpu->pci_ids; ids && contains(*ids, id)) found.push_back(card.gpu);
  return found;
}

[[noreturn]] void refuse_unheld(const UnheldCard& one) {
  throw Error("the catalog does not hold the {}: {} (as of {}){}", one.name, one.remark,
              iso(one.date),
              one.nearest ? fmt::format("; the nearest that it holds is {}", *one.nearest) : "");
}

}  // namespace

class CardFinder {
 public:
  explicit CardFinder(const Catalog& catalog);

  const Gpu& find(std::string_view name) const;
  std::vector<const Gpu*> meant(std::string_view name) const {
    return read(without_scheduler(name)).meant;
  }

 private:
  using Words = std::vector<std::string>;
  struct Meant {
    std::vector<const Gpu*> cards;
    bool in_full = false;  // the words include the whole name of each card
  };

  Meant meant_by(const Words& words, bool laptop) const;
  // Returns the card that has this alias or whole name, or null.
  const Gpu* called(std::string_view name) const;
  // Returns the card that was rebuilt to have the memory that the words state.
  Meant meant_as_modified(const Words& words, bool laptop) const;
  // Returns the chips like this one with more cores, which may have this memory too. Makers sell
  // the largest memory with the most cores only.
  std::vector<const Gpu*> with_more_cores(const Gpu& gpu, const Words& words) const;
  // Returns the one card whose memory the last word states without a unit, as in "3060 12".
  Meant meant_with_memory(Words words, bool laptop) const;
  const UnheldCard* unheld(const Words& words, const Meant& meant) const;
  // Returns the words of remarks in parentheses that are of an architecture.
  Words architecture_in(std::string_view name) const;
  Reading read(std::string_view name) const;
  // Throws Error if the parts between slashes mean different cards, as "RTX 3090/3090 Ti".
  void refuse_two_names(std::string_view name) const;
  // True for things that are sold for a card: "Fan for RTX 4090", "Water block RTX 4090".
  bool is_accessory(std::string_view name) const;
  std::vector<const Gpu*> with_words(std::string_view text) const;
  // Returns the cards in computers of this name, newest first.
  std::vector<const Gpu*> sold_in(std::string_view computer) const;
  [[noreturn]] void refuse_laptop_part(std::string_view name, const Words& words) const;
  [[noreturn]] void refuse(std::string_view name, const Reading& reading) const;

  NameReader reader_;
  std::vector<CardName> cards_;
  std::span<const Observation> prices_;
  std::span<const UnheldCard> unheld_;
  std::deque<Gpu> stand_ins_;           // of unheld_
  std::vector<CardName> unheld_names_;  // of unheld_
};

CardFinder::CardFinder(const Catalog& catalog)
    : reader_(Vocabulary(catalog.of<NameWords>(), catalog.of<Maker>())),
      prices_(catalog.of<Observation>()),
      unheld_(catalog.of<UnheldCard>()) {
  for (const Gpu& gpu : catalog.gpus()) cards_.push_back(reader_.read(gpu));
  for (const UnheldCard& one : unheld_) {
    Gpu& gpu = stand_ins_.emplace_back();
    gpu.name = one.name;
    gpu.vendor = one.vendor;
    gpu.memory_gib = one.memory_gib;
    unheld_names_.push_back(reader_.read(gpu));
  }
}

CardFinder::Meant CardFinder::meant_by(const Words& words, bool laptop) const {
  Meant all, in_full{{}, true};
  for (const CardName& card : cards_)
    if (in_reach(card, laptop) && means(words, card))
      (is_named_in_full(words, card) ? in_full : all).cards.push_back(card.gpu);
  return in_full.cards.empty() ? all : in_full;
}

const Gpu* CardFinder::called(std::string_view name) const {
  const auto found =
      std::ranges::find_if(cards_, [&](const CardName& card) { return is_named(name, card); });
  return found == cards_.end() ? nullptr : found->gpu;
}

CardFinder::Meant CardFinder::meant_as_modified(const Words& words, bool laptop) const {
  const auto memory = std::ranges::find_if(
      words, [](const std::string& word) { return stated_memory({word}).has_value(); });
  if (memory == words.end()) return {};
  Words changed = without_memory_sizes(words);
  std::erase_if(changed, [](const std::string& word) { return word == "modded" || word == "mod"; });
  changed.insert(changed.end(), {"modified", *memory});
  return meant_by(changed, laptop);
}

std::vector<const Gpu*> CardFinder::with_more_cores(const Gpu& gpu, const Words& words) const {
  std::vector<const Gpu*> out;
  if (!is_integrated(gpu) || !gpu.compute_units || states_cores(words) || !stated_memory(words))
    return out;
  const auto own = std::ranges::find(cards_, &gpu, &CardName::gpu);
  for (const CardName& card : cards_)
    if (card.core == own->core && card.gpu->compute_units > gpu.compute_units)
      out.push_back(card.gpu);
  return out;
}

CardFinder::Meant CardFinder::meant_with_memory(Words words, bool laptop) const {
  if (words.size() < 2 || !is_digits(words.back())) return {};
  words.back() += "gb";
  Meant meant = meant_by(words, laptop);
  return meant.cards.size() == 1 ? meant : Meant{};
}

// Returns the unheld card that the words mean, unless they mean held ones as exactly.
const UnheldCard* CardFinder::unheld(const Words& words, const Meant& meant) const {
  if (meant.in_full) return nullptr;
  for (std::size_t i = 0; i < unheld_.size(); ++i) {
    const CardName& card = unheld_names_[i];
    if (is_laptop_part(words) == is_laptop_part(card.words) && means(words, card) &&
        (meant.cards.empty() || is_named_in_full(words, card)))
      return &unheld_[i];
  }
  return nullptr;
}

void CardFinder::refuse_laptop_part(std::string_view name, const Words& words) const {
  const bool holds_others =
      std::ranges::any_of(cards_, [](const CardName& card) { return in_laptop(*card.gpu); });
  const std::vector<const Gpu*> desktop = meant_by(without_laptop_words(words), false).cards;
  throw Error("'{}' is a laptop part that the catalog does not hold; {}{}", printable(name),
              desktop.empty()
                  ? "desktop cards of the same number are other cards"
                  : enumerate(all_ids(desktop)) +
                        " has more power and often more memory: what it does is the most to expect",
              holds_others ? "; `gpupick list --segment laptop` names those that it holds" : "");
}

CardFinder::Words CardFinder::architecture_in(std::string_view name) const {
  Words out;
  for (std::size_t open = name.find('('); open != name.npos; open = name.find('(', open + 1)) {
    const std::string_view remark = name.substr(open + 1, name.find(')', open) - open - 1);
    for (const std::string_view word : split(remark, " "))
      if (std::ranges::any_of(cards_, [&](const CardName& card) {
            return contains(card.architecture, fold(word));
          }))
        out.push_back(fold(word));
  }
  return out;
}

void CardFinder::refuse_two_names(std::string_view name) const {
  const Phrases parts = split(name, "/");
  if (parts.size() < 2 || holds(name, '[')) return;
  std::vector<const Gpu*> all, shared;
  for (const std::string_view part : parts) {
    const std::vector<const Gpu*> cards = meant_by(reader_.words(part), false).cards;
    if (cards.empty()) return;
    if (all.empty()) shared = cards;
    for (const Gpu* gpu : cards) add_once(all, gpu);
    std::erase_if(shared, [&](const Gpu* gpu) { return std::ranges::count(cards, gpu) == 0; });
  }
  if (shared.empty())
    throw Error("'{}' may be {}; name one of them", printable(name), enumerate(all_ids(all)));
}

Reading CardFinder::read(std::string_view name) const {
  Reading out;
  const std::vector<std::string> texts = reader_.possible_names(name);
  const bool several = texts.size() > 1;
  for (const std::string& text : texts) {
    Words words = reader_.words(text);
    for (std::string& word : architecture_in(text)) words.push_back(std::move(word));
    const bool laptop = is_laptop_part(words);
    if (laptop && words.size() == 1) continue;  // "GeForce RTX 4060 Max-Q / Mobile"
    std::vector<const Gpu*> resembling;
    for (const CardName& card : cards_)
      if (in_reach(card, laptop) && resembles(words, card)) resembling.push_back(card.gpu);
    Meant meant = meant_by(words, laptop);
    if (meant.cards.empty()) meant = meant_with_memory(words, laptop);
    if (meant.cards.empty()) meant = meant_as_modified(words, laptop);
    if (meant.cards.empty())
      if (const Gpu* gpu = called(join(words, " "))) meant.cards = {gpu};
    if (several) {
      // One of several names: fall back to the cards that resemble it.
      std::erase_if(meant.cards, [&](const Gpu* gpu) { return in_laptop(*gpu) != laptop; });
      if (meant.cards.empty()) meant.cards = resembling;
    } else {
      out.unheld = unheld(words, meant);
      if (laptop && resembling.empty() && !out.unheld) refuse_laptop_part(name, words);
      out.memory_gib = stated_memory(words);
      if (meant.cards.empty())
        out.other_memory = meant_by(without_memory_sizes(words), laptop).cards;
    }
    out.understood = out.understood && !meant.cards.empty();
    out.no_model = out.no_model && reader_.says_no_model(words);
    out.meant.insert(out.meant.end(), meant.cards.begin(), meant.cards.end());
    out.alike.insert(out.alike.end(), resembling.begin(), resembling.end());
  }
  return out;
}

bool CardFinder::is_accessory(std::string_view name) const {
  if (reader_.begins_with_accessory(name)) return true;
  constexpr std::string_view sign = " for ";
  const std::size_t at = lower_case(name).find(sign);
  if (at == std::string::npos) return false;
  const Words before = reader_.words(name.substr(0, at));
  const Words behind = reader_.without_line(reader_.words(name.substr(at + sign.size())));
  return std::ranges::none_of(cards_,
                              [&](const CardName& card) { return resembles(before, card); }) &&
         std::ranges::any_of(cards_, [&](const CardName& card) {
           return behind.size() >= card.core.size() &&
                  std::equal(card.core.begin(), card.core.end(), behind.begin());
         });
}

std::vector<const Gpu*> CardFinder::with_words(std::string_view text) const {
  std::vector<const Gpu*> out;
  const Words words = reader_.words(text);
  for (const CardName& card : cards_)
    if (!words.empty() && has_words(words, card)) out.push_back(card.gpu);
  return out;
}

std::vector<const Gpu*> CardFinder::sold_in(std::string_view computer) const {
  std::vector<const Gpu*> out;
  for (const CardName& card : cards_)
    if (std::ranges::any_of(prices_, [&](const Observation& row) {
          return row.card == card.gpu->id && row.is_of_computer(computer);
        }))
      out.push_back(card.gpu);
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [](const Gpu* gpu) { return gpu->launch_date.value_or(Date{}); });
  return out;
}

void CardFinder::refuse(std::string_view name, const Reading& reading) const {
  const std::string shown = printable(name);
  if (!reading.other_memory.empty()) {
    std::vector<std::string> variants;
    for (const Gpu* gpu : reading.other_memory)
      variants.push_back(fmt::format("{} with {}", gpu->id, memory_text(*gpu)));
    throw Error("no card is called '{}': its memory is not that of {}; {}", shown,
                enumerate(variants), nearest_memory_hint(reading.memory_gib, reading.other_memory));
  }
  if (!reading.alike.empty() && reading.alike.size() <= most_named)
    throw Error("no card is called '{}'; did you mean {}?", shown,
                enumerate(all_ids(reading.alike)));
  if (reading.no_model)
    throw Error("'{}' says no model; add it, or give the PCI id that `lspci -nn` prints", shown);
  if (const auto others = with_words(name); !others.empty() && others.size() <= most_named)
    throw Error("no card is called '{}'; did you mean {}?", shown, enumerate(all_ids(others)));
  if (auto sold = sold_in(name); !sold.empty()) {
    const std::size_t all = sold.size();
    sold.resize(std::min(all, most_named));
    throw Error(
        "no card is called '{}'; computers of that name have {}{}", shown, enumerate(all_ids(sold)),
        all > most_named ? fmt::format("; `gpupick list --match '{}'` names all {}", shown, all)
                         : "");
  }
  std::vector<std::string> ids, cores;
  for (const CardName& card : cards_) {
    ids.emplace_back(card.gpu->id);
    cores.push_back(join(card.core, " "));
  }
  std::string hint = did_you_mean(name, ids);
  // "4900" resembles no id, but it resembles "4090".
  if (hint.empty()) hint = did_you_mean(name, cores);
  const std::string folded = fold(name);
  const bool listed = folded.size() > 2 && std::ranges::any_of(ids, [&](const std::string& id) {
                        return holds(fold(id), folded);
                      });
  if (listed && hint.empty())
    hint = fmt::format("; `gpupick list --match {}` names those like it", folded);
  throw Error("no card is called '{}'{}", shown,
              hint.empty() ? "; `gpupick list` names all" : hint);
}

const Gpu& CardFinder::find(std::string_view name) const {
  for (const CardName& card : cards_)
    if (is_id(name, *card.gpu)) return *card.gpu;
  name = without_scheduler(name);
  if (const Gpu* gpu = called(name)) return *gpu;
  if (is_accessory(name))
    throw Error("'{}' is an accessory and not the card; name the card alone", printable(name));
  refuse_two_names(name);
  const Reading reading = read(name);
  if (reading.unheld) refuse_unheld(*reading.unheld);
  std::vector<const Gpu*> candidates = reading.meant;
  if (candidates.empty() && reading.alike.empty())
    candidates = with_pci_id(cards_, pci_id_of(name));
  if (candidates.size() == 1 && (reading.understood || reading.meant.empty())) {
    const Gpu& gpu = *candidates.front();
    const std::vector<const Gpu*> others = with_more_cores(gpu, reader_.words(name));
    if (others.empty()) return gpu;
    throw Error(
        "'{}' does not say the GPU cores: the catalog holds {} with this memory, and {} may "
        "be sold with it; name one of them",
        printable(name), gpu.id, enumerate(all_ids(others)));
  }
  if (!candidates.empty())
    throw Error("'{}' may be {}; name one of them", printable(name),
                enumerate(all_ids(candidates)));
  const std::string folded = fold(name);
  for (const CardName& card : cards_)
    if (!folded.empty() && folded == fold(card.gpu->id)) return *card.gpu;
  refuse(name, reading);
}

std::string nearest_memory_hint(Number gib, const std::vector<const Gpu*>& cards) {
  const Gpu& nearest = **std::ranges::min_element(cards, {}, [&](const Gpu* gpu) {
    return std::fabs(gpu->memory_gib.value_or(0) - gib.value_or(0));
  });
  return fmt::format(
      "the nearest is {0}: `gpupick fit {0}` lists what runs on it, with the memory that each "
      "takes",
      nearest.id);
}

const CardFinder& Catalog::finder() const {
  if (!finder_) finder_ = std::make_shared<const CardFinder>(*this);
  return *finder_;
}

// Bounds the time of matching; no tool prints a line of this length.
constexpr std::size_t longest_name = 1000;

const Gpu& Catalog::find_gpu(std::string_view name) const {
  if (name.size() > longest_name)
    throw Error("no card is called '{}'; `gpupick list` names all", printable(name));
  return finder().find(name);
}

bool Catalog::has_gpu(std::string_view name) const {
  try {
    find_gpu(name);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::vector<const Gpu*> Catalog::gpus_meant(std::string_view name) const {
  if (name.size() > longest_name) return {};
  try {
    return finder().meant(name);
  } catch (const Error&) {  // a laptop part that is not here
    return {};
  }
}

}  // namespace gpupick
