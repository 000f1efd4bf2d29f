// What card a name means, as drivers, shops and people write names (docs/catalog.md#names).
//
// A name is words. A card is meant where all the words of its core are there in one piece and every
// other word is accounted for: it stands in the card's name, agrees with its memory, form or cores,
// or says nothing. No card is found inside a longer word: M40 is not M4, and a laptop's 5070 is no
// RTX 5070.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cards/gpu.hpp"

namespace gpupick {

// The words of a name, folded: without trademark signs and remarks in parentheses, "24 GB" as one
// word.
std::vector<std::string> words_of_name(std::string_view name);

// The parts of a text that may be a name: what stands in square brackets, if anything does, as in
// "AD102 [GeForce RTX 4090] (rev a1)", where "A / B" is two; else the whole.
std::vector<std::string> possible_names(std::string_view text);

// The words but for those that say nothing, as one text: "radeon 8060s" of "Radeon 8060S Graphics".
std::string without_filler(const std::vector<std::string>& words);

// Whether these are only makers, lines and words that say nothing, as in "AMD Radeon Graphics".
bool says_no_model(const std::vector<std::string>& words);

// The last PCI id in the text, as 10de:2684, in lower case; "" where there is none.
std::string pci_id_of(std::string_view text);

// The words of the card's name that must be there: without its line in front and its memory, form
// and words that say nothing behind.
std::vector<std::string> core_words(const Gpu& gpu);

// Whether these words mean this card, or may mean it among others.
bool means(const std::vector<std::string>& words, const Gpu& gpu);

// Whether all words of the card's name are among these, but for memory, form and words that say
// nothing: of several cards that may be meant, the one.
bool is_named_in_full(const std::vector<std::string>& words, const Gpu& gpu);

// Whether the card's core words stand among these, whatever else does: a candidate to suggest.
bool resembles(const std::vector<std::string>& words, const Gpu& gpu);

// Whether the name is of a part for laptops, which are other cards under the same numbers.
bool is_laptop_part(const std::vector<std::string>& words);

// Whether the text is the card's id as it is written, in either case. An id in another spelling is
// a name like others: "RTX PRO 6000" leaves a choice that rtx-pro-6000 does not.
bool is_id(std::string_view text, const Gpu& gpu);

// Whether the text is one of the card's aliases or its whole name, in any spelling. An alias with
// the maker's name in front counts only as it stands: "apple-m4-max" is not every Apple M4 Max.
bool is_named(std::string_view text, const Gpu& gpu);

}  // namespace gpupick
