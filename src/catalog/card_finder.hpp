// Finds the card that a name means, or says why it means none (docs/catalog.md#names).
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cards/names.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {

class CardFinder {
 public:
  explicit CardFinder(const Catalog& catalog);

  const Gpu& find(std::string_view name) const;
  // Returns the cards that the name may mean, if any.
  std::vector<const Gpu*> meant(std::string_view name) const;

 private:
  using Words = std::vector<std::string>;
  struct Meant {
    std::vector<const Gpu*> cards;
    bool in_full = false;  // the words include the whole name of each card
  };

  // A name as it was read.
  struct Reading {
    std::vector<const Gpu*> meant, alike;
    std::vector<const Gpu*> other_memory;  // cards that are meant but for the size of their memory
    Number memory_gib;                     // that size
    const UnheldCard* unheld = nullptr;    // a card that is meant more exactly than all others
    bool understood = true;                // every name in the text matches a card
    bool no_model = true;                  // no name in the text says a model
    bool in_computer = false;              // the text names a computer that a card was put in
  };

  Meant meant_by(const Words& words, bool laptop) const;
  // Returns the card that has this alias or whole name, or null.
  const Gpu* called(std::string_view name) const;
  // Returns the card that was rebuilt to have the memory that the words state.
  Meant meant_as_modified(const Words& words, bool laptop) const;
  // Returns the chips like this one with more cores, which may have this memory too. Makers sell
  // the largest memory with the most cores only.
  std::vector<const Gpu*> with_more_cores(const Gpu& gpu, const Words& words) const;
  // Returns the cards whose memory or GPU cores the number states without a unit, as in "3060 12"
  // and "M4 Pro (20)"; none if it may be either.
  Meant meant_with_number(Words words, std::string_view number, bool laptop) const;
  // Returns the cards that a text with these words means. Adds the memory that a remark says.
  Meant meant_in(std::string_view text, Words& words, bool laptop) const;
  // Returns the cards that a remark of the text names if they are other ones.
  std::vector<const Gpu*> others_in_remark(std::string_view text, const Meant& meant) const;
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
  // Returns the laptop parts that have this name but for the word laptop: "4090M", "RTX 3050 Ti".
  std::vector<const Gpu*> laptop_parts(std::string_view name) const;
  [[noreturn]] static void refuse_accessory(std::string_view name);
  [[noreturn]] static void refuse_unheld(const UnheldCard& one);
  [[noreturn]] void refuse_laptop_part(std::string_view name, const Words& words) const;
  [[noreturn]] static void refuse_memory(std::string_view name, const Reading& reading);
  // Throws Error if the name is that of computers, with the cards in them.
  void refuse_computers(std::string_view name) const;
  [[noreturn]] void refuse(std::string_view name, const Reading& reading) const;
  // Returns the ids of the cards for which `are_like` holds with the folded id.
  template <class AreLike>
  Phrases ids_that(AreLike are_like) const;
  // Returns the end of an error for a name that resembles a card's, or "".
  std::string hint_for(std::string_view name) const;

  NameReader reader_;
  std::vector<CardName> cards_;
  std::span<const Observation> prices_;
  std::span<const UnheldCard> unheld_;
  std::deque<Gpu> stand_ins_;           // of unheld_
  std::vector<CardName> unheld_names_;  // of unheld_
};

}  // namespace gpupick
