// Finds the card that a name means, as drivers, shops and papers write it.

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "catalog/card_finder.hpp"

namespace gpupick {
namespace {

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

std::vector<std::string> all_of_both(std::vector<std::string> words,
                                     std::vector<std::string> more) {
  std::ranges::move(more, std::back_inserter(words));
  return words;
}

// Returns a number in parentheses that can be a memory in GB, with its unit, or "". Smaller numbers
// count cards or notes.
std::string memory_in_remark(std::string_view name) {
  constexpr std::size_t most_digits = 3;
  constexpr double least = 8;
  const std::string_view remark = remark_in(name);
  const bool fits = is_digits(remark) && remark.size() <= most_digits;
  return fits && *parse_number(remark) >= least ? std::string(remark) + "gb" : "";
}

std::vector<const Gpu*> with_pci_id(const std::vector<CardName>& cards, const std::string& id) {
  std::vector<const Gpu*> found;
  for (const CardName& card : cards)
    if (const List& ids = card.gpu->pci_ids; ids && contains(*ids, id)) found.push_back(card.gpu);
  return found;
}

}  // namespace

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

CardFinder::Meant CardFinder::meant_with_number(Words words, std::string_view number,
                                                bool laptop) const {
  if (!is_digits(number)) return {};
  Meant out;
  words.emplace_back();
  for (const char* unit : {"gb", "core"}) {
    words.back() = std::string(number) + unit;
    Meant meant = meant_by(words, laptop);
    if (meant.cards.empty()) continue;
    if (!out.cards.empty()) return {};
    out = std::move(meant);
  }
  return out;
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

CardFinder::Meant CardFinder::meant_in(std::string_view text, Words& words, bool laptop) const {
  Meant out = meant_by(words, laptop);
  if (out.cards.empty() && words.size() > 1)
    out = meant_with_number({words.begin(), words.end() - 1}, words.back(), laptop);
  const std::string_view remark = remark_in(text);
  if (Meant one = meant_with_number(words, remark, laptop); !one.cards.empty()) return one;
  const Words with_remark = all_of_both(words, reader_.words(remark));
  if (out.cards.size() > 1)
    if (Meant fewer = meant_by(with_remark, laptop); !fewer.cards.empty()) out = std::move(fewer);
  if (std::string memory = memory_in_remark(text); !memory.empty()) {
    words.push_back(std::move(memory));
    out = {};
  }
  if (out.cards.empty()) out = meant_as_modified(words, laptop);
  if (out.cards.empty()) out = meant_by(with_remark, laptop);
  if (out.cards.empty())
    if (const Gpu* gpu = called(join(words, " "))) out.cards = {gpu};
  return out;
}

// A remark may say which card is not meant: "RTX 3090 (no RTX 3080)".
std::vector<const Gpu*> CardFinder::others_in_remark(std::string_view text,
                                                     const Meant& meant) const {
  const std::string_view remark = remark_in(text);
  if (meant.cards.empty() || lower_case(remark).starts_with("rev")) return {};  // "rev a2"
  const Words words = reader_.words(remark);
  std::vector<const Gpu*> out;
  for (const CardName& card : cards_)
    if (in_reach(card, is_laptop_part(words)) && resembles(words, card)) out.push_back(card.gpu);
  const bool is_same =
      std::ranges::any_of(meant.cards, [&](const Gpu* gpu) { return contains(out, gpu); });
  return is_same ? std::vector<const Gpu*>() : out;
}

CardFinder::Reading CardFinder::read(std::string_view name) const {
  Reading out;
  const std::vector<std::string> texts = reader_.possible_names(name);
  const bool several = texts.size() > 1;
  for (const std::string& text : texts) {
    Words words = reader_.words(text);
    const bool in_computer = std::erase(words, "computer") > 0;
    for (std::string& word : architecture_in(text)) words.push_back(std::move(word));
    const bool laptop = is_laptop_part(words);
    if (laptop && words.size() == 1) continue;  // "GeForce RTX 4060 Max-Q / Mobile"
    std::vector<const Gpu*> resembling;
    for (const CardName& card : cards_)
      if (in_reach(card, laptop) && resembles(words, card)) resembling.push_back(card.gpu);
    Meant meant = meant_in(text, words, laptop);
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
    const auto is_board = [](const Gpu* gpu) { return is_pcie_board(*gpu); };
    if (in_computer) out.in_computer = std::erase_if(meant.cards, is_board) > 0;
    std::ranges::move(others_in_remark(text, meant), std::back_inserter(meant.cards));
    out.understood = out.understood && !meant.cards.empty();
    out.no_model = out.no_model && reader_.says_no_model(words);
    out.meant.insert(out.meant.end(), meant.cards.begin(), meant.cards.end());
    out.alike.insert(out.alike.end(), resembling.begin(), resembling.end());
  }
  return out;
}

std::vector<const Gpu*> CardFinder::meant(std::string_view name) const {
  return read(without_scheduler(name)).meant;
}

const Gpu& CardFinder::find(std::string_view name) const {
  for (const CardName& card : cards_)
    if (is_id(name, *card.gpu)) return *card.gpu;
  name = without_scheduler(name);
  if (const Gpu* gpu = called(name)) return *gpu;
  if (is_accessory(name)) refuse_accessory(name);
  refuse_two_names(name);
  const Reading reading = read(name);
  if (reading.unheld) refuse_unheld(*reading.unheld);
  std::vector<const Gpu*> candidates = reading.meant;
  // A PCI id tells cards of one name apart, and names a card that the words don't.
  std::vector<const Gpu*> same_id = with_pci_id(cards_, pci_id_of(name));
  if (!candidates.empty())
    std::erase_if(same_id, [&](const Gpu* gpu) { return !contains(candidates, gpu); });
  if (!same_id.empty() && (candidates.empty() ? reading.alike.empty() : candidates.size() > 1))
    candidates = same_id;
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
