// Finds the card that a name means, as drivers, shops and people write names
// (docs/catalog.md#names).
//
// A name is split into words. It means a card if it contains the card's core words in one piece and
// every other word is explained: it is part of the card's name, agrees with its memory, form or
// cores, or has no meaning. Cards never match inside a longer word: M40 is not M4, and the 5070 of
// a laptop is not the RTX 5070.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/gpu.hpp"
#include "cards/name_figures.hpp"
#include "cards/name_words.hpp"

namespace gpupick {

struct CardName {
  const Gpu* gpu;
  std::vector<std::string> words;
  // The words that a query must contain: without the product line in front and without memory, form
  // and architecture at the end.
  std::vector<std::string> core;
  std::vector<std::string> architecture;
  // The whole name and the aliases, folded, but not those that begin with the maker.
  std::vector<std::string> spellings;
};

class NameReader {
 public:
  explicit NameReader(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

  // Returns the words of a name, folded, without filler words, part numbers, trademark signs and
  // remarks in parentheses. "24 GB" becomes one word, and so does the line of a laptop or another
  // computer: "laptop", "computer".
  std::vector<std::string> words(std::string_view name) const;

  CardName read(const Gpu& gpu) const;

  // Returns the parts of a text that may be names: the text in square brackets, as in "AD102
  // [GeForce RTX 4090] (rev a1)", where "A / B" gives two names. Without brackets it returns the
  // whole text.
  std::vector<std::string> possible_names(std::string_view text) const;

  // Returns the words from the first that is no product line or maker.
  std::vector<std::string> without_line(std::vector<std::string> words) const;

  // True if the name begins with an accessory, as in "Water block RTX 4090".
  bool begins_with_accessory(std::string_view name) const;

  // Returns what stands before and behind the first word such as "for"; nothing if there is none.
  std::pair<std::string_view, std::string_view> around_purpose(std::string_view name) const;

  // True if the words of a name hold an accessory, as in "RTX 3090 fan".
  bool names_accessory(const std::vector<std::string>& words) const {
    return vocabulary_.names_accessory(words);
  }

  // True if there are only makers and product lines, as in "AMD Radeon Graphics".
  bool says_no_model(const std::vector<std::string>& words) const;

 private:
  // Returns all words of a name, folded, with a mark for each comma, and of its remarks those that
  // say which card it is.
  std::vector<std::string> split_words(std::string_view name) const;

  Vocabulary vocabulary_;
};

// Returns the last PCI id in the text in lower case, as 10de:2684, or "" if there is none.
std::string pci_id_of(std::string_view text);

// True if each word is one of the card's names, or agrees with its figures.
bool has_words(const std::vector<std::string>& words, const CardName& card);

// True if these words mean this card, perhaps among others.
bool means(const std::vector<std::string>& words, const CardName& card);

// True if these words include all words of the card's name except memory and form.
bool is_named_in_full(const std::vector<std::string>& words, const CardName& card);

// True if the text is one of the card's aliases or its whole name, in any spelling. An alias that
// begins with the maker must match exactly: "apple-m4-max" is not every Apple M4 Max.
bool is_named(std::string_view text, const CardName& card);

// True if these words include the card's core words, whatever else they include.
bool resembles(const std::vector<std::string>& words, const CardName& card);

// Returns "12" for "RTX 3060 (12)" and "GB200" for "NVIDIA Blackwell GPU (GB200)", or "".
std::string_view remark_in(std::string_view name);

// True if the name says several cards: "2x RTX 3090", "RTX 3090 x2", "RTX 3090 (2er Set)". The x2
// of a cooler, of plugs or of lanes says none.
bool counts_cards(std::string_view name);

// True if the name is of a laptop part. Laptop parts are other cards with the same numbers.
bool is_laptop_part(const std::vector<std::string>& words);

std::vector<std::string> without_laptop_words(std::vector<std::string> words);

// Returns the id that follows from a name: its Latin letters and digits, in lower case, with
// hyphens for what stands between them.
std::string slug_of(std::string_view name);

// True if the text is the card's id, in either case. An id in another spelling is an ordinary name:
// "RTX PRO 6000" may mean several cards, rtx-pro-6000 only one.
bool is_id(std::string_view text, const Gpu& gpu);

}  // namespace gpupick
