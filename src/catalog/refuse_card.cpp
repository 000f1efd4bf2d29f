// Says why a name means no card, and which cards it may mean.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/card_finder.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_named = 6;  // cards in an error

// Throws Error with the cards that the name may mean, if they are few.
void suggest(const std::string& name, const Phrases& ids) {
  if (!ids.empty() && ids.size() <= most_named)
    throw Error("no card is called '{}'; did you mean {}?", name, enumerate(ids));
}

}  // namespace

void CardFinder::refuse_accessory(std::string_view name) {
  throw Error("'{}' is an accessory and not the card; name the card alone", printable(name));
}

void CardFinder::refuse_unheld(const UnheldCard& one) {
  throw Error("the catalog does not hold the {}: {} (as of {}){}", one.name, one.remark,
              iso(one.date),
              one.nearest ? fmt::format("; the nearest that it holds is {}", *one.nearest) : "");
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

void CardFinder::refuse_two_names(std::string_view name) const {
  const Phrases parts = split(name, "/");
  if (parts.size() < 2 || holds(name, '[')) return;
  std::vector<const Gpu*> all, shared;
  for (const std::string_view part : parts) {
    const std::vector<const Gpu*> cards = meant_by(reader_.words(part), false).cards;
    if (cards.empty()) return;
    if (all.empty()) shared = cards;
    for (const Gpu* gpu : cards) add_once(all, gpu);
    std::erase_if(shared, [&](const Gpu* gpu) { return !contains(cards, gpu); });
  }
  if (shared.empty())
    throw Error("'{}' may be {}; name one of them", printable(name), enumerate(all_ids(all)));
}

bool CardFinder::is_accessory(std::string_view name) const {
  if (reader_.begins_with_accessory(name)) return true;
  const auto [item, card_name] = reader_.around_purpose(name);
  if (item.empty()) return false;
  const Words before = reader_.words(item);
  const Words behind = reader_.without_line(reader_.words(card_name));
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

std::vector<const Gpu*> CardFinder::laptop_parts(std::string_view name) const {
  Words words = reader_.words(name);
  std::erase(words, "computer");
  for (std::string& word : words)
    if (word.ends_with('m') && is_digits(word.substr(0, word.size() - 1))) word.pop_back();
  words.emplace_back("laptop");
  return meant_by(words, true).cards;
}

void CardFinder::refuse_memory(std::string_view name, const Reading& reading) {
  std::vector<std::string> variants;
  for (const Gpu* gpu : reading.other_memory)
    variants.push_back(fmt::format("{} with {}", gpu->id, memory_text(*gpu)));
  throw Error("no card is called '{}': its memory is not that of {}; {}", printable(name),
              enumerate(variants), nearest_memory_hint(reading.memory_gib, reading.other_memory));
}

void CardFinder::refuse_computers(std::string_view name) const {
  std::vector<const Gpu*> sold = sold_in(name);
  if (sold.empty()) return;
  const std::string shown = printable(name);
  const std::size_t all = sold.size();
  sold.resize(std::min(all, most_named));
  throw Error(
      "no card is called '{}'; computers of that name have {}{}", shown, enumerate(all_ids(sold)),
      all > most_named ? fmt::format("; `gpupick list --match '{}'` names all {}", shown, all)
                       : "");
}

template <class AreLike>
Phrases CardFinder::ids_that(AreLike are_like) const {
  Phrases out;
  for (const CardName& card : cards_)
    if (are_like(fold(card.gpu->id))) out.push_back(card.gpu->id);
  return out;
}

std::string CardFinder::hint_for(std::string_view name) const {
  const std::string folded = fold(name);
  std::vector<std::string> ids, cores;
  for (const CardName& card : cards_) {
    ids.emplace_back(card.gpu->id);
    cores.push_back(join(card.core, " "));
  }
  std::string hint = did_you_mean(name, ids);
  // "4900" resembles no id, but it resembles "4090".
  if (hint.empty()) hint = did_you_mean(name, cores);
  const auto holds_name = [&](const std::string& id) { return holds(id, folded); };
  if (hint.empty() && folded.size() >= 3 && !ids_that(holds_name).empty())
    hint = fmt::format("; `gpupick list --match {}` names those like it", folded);
  return hint;
}

void CardFinder::refuse(std::string_view name, const Reading& reading) const {
  const std::string shown = printable(name), folded = fold(name);
  if (!reading.alike.empty() && reader_.names_accessory(reader_.words(name)))
    refuse_accessory(name);
  if (reading.in_computer) {
    std::vector<const Gpu*> cards = laptop_parts(name);
    cards.insert(cards.begin(), reading.alike.begin(), reading.alike.end());
    throw Error("'{}' is a computer; name the card in it, such as {}", shown,
                enumerate(all_ids(cards)));
  }
  if (!reading.other_memory.empty()) refuse_memory(name, reading);
  suggest(shown, all_ids(laptop_parts(name)));
  if (folded.size() >= 6) {  // rtx-4090-48gb for "4090-48"
    const Phrases holding = ids_that([&](const std::string& id) { return holds(id, folded); });
    if (holding.size() == 1) suggest(shown, holding);
  }
  suggest(shown, all_ids(reading.alike));
  if (reading.no_model)
    throw Error("'{}' says no model; add it, or give the PCI id that `lspci -nn` prints", shown);
  suggest(shown, all_ids(with_words(name)));
  refuse_computers(name);
  if (folded.size() >= 4)  // mi300a and mi300x for "MI300"
    suggest(shown, ids_that([&](const std::string& id) { return id.starts_with(folded); }));
  const std::string hint = hint_for(name);
  throw Error("no card is called '{}'{}", shown,
              hint.empty() ? "; `gpupick list` names all" : hint);
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

}  // namespace gpupick
