// The words of trade in the names of cards: makers, product lines, and what says nothing about the
// chip, such as "ASUS TUF Gaming" or a part number (docs/catalog.md#names).
#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 10> name_roles = {
    "line",     "filler",  "board",  "part_number", "accessory",
    "addition", "purpose", "laptop", "computer",    "fault"};

struct NameWords : Sourced {
  static constexpr std::string_view list = "name_words", noun = "the words of names";
  static std::span<const Field> fields();

  // - line: a product line, which people leave out ("arc")
  // - filler: says nothing ("card")
  // - board: says nothing about the chip, and no card's own name has it ("2 fans")
  // - part_number: see without_part_numbers
  // - accessory: is no card ("backplate"), unless it stands behind an addition
  // - addition: joins an accessory to a card ("including")
  // - purpose: the card behind it is not what is sold ("for")
  // - laptop, computer: a line of computers, whose card is another one or not known ("mac mini")
  // - fault: such a card is not for use, and its name is refused ("broken")
  std::string_view role;
  Texts words;  // in lower case; all but part numbers may have up to three parts: "red devil"
};

// The lists that tables give records of, and the words for a kind of price.
inline constexpr std::array<std::string_view, 3> worded_tables = {"gpus", "prices", "price_kinds"};

// Words of people and shops in tables of cards and of prices.
struct TableWords : Sourced {
  static constexpr std::string_view list = "table_words", noun = "the words of tables";
  static std::span<const Field> fields();

  std::string_view table;
  std::string_view key;  // the field or the kind that they mean; "": columns that say nothing
  Texts words;           // in any spelling, the surest first
};

// Returns the words for a key, folded.
std::vector<std::string> words_for(std::span<const TableWords> records, std::string_view table,
                                   std::string_view key);

struct Maker : Sourced {
  static constexpr std::string_view list = "makers", noun = "the maker";
  static std::span<const Field> fields();

  Texts words;  // other words for it in the names of cards, in lower case
};

// A card that buyers may ask for and that the catalog does not hold.
struct UnheldCard : Sourced {
  static constexpr std::string_view list = "unheld_cards", noun = "the unheld card";
  static std::span<const Field> fields();

  std::string_view name;
  Text vendor;  // id of its maker, if the catalog knows it
  Number memory_gib;
  std::string_view remark;  // why it is not held
  Date date;                // of the remark
  Text nearest;             // card to look at instead
};

// Stands for a comma or a plus between spaces: titles list what a card has behind it, such as "3
// fans".
inline constexpr const char* feature_mark = ",";

class Vocabulary {
 public:
  Vocabulary() = default;
  Vocabulary(std::span<const NameWords> words, std::span<const Maker> makers);
  void add(const NameWords& record);
  void add(const Maker& record);

  bool is_maker(std::string_view word) const { return makers_.contains(word); }
  bool is_line(std::string_view word) const { return lines_.contains(word); }
  bool is_accessory(std::string_view phrase) const { return accessories_.contains(phrase); }
  bool is_purpose(std::string_view word) const { return purposes_.contains(word); }

  // True if the words hold a phrase of this kind.
  bool names_accessory(const std::vector<std::string>& words) const;
  bool names_fault(const std::vector<std::string>& words) const;

  // Replaces the lines of laptops by "laptop", and those of other computers by "computer".
  void name_computers(std::vector<std::string>& words) const;

  // Removes the marks, and the words and phrases that do not say which card is meant.
  void drop_filler(std::vector<std::string>& words) const;

  // Removes part numbers. In a pattern # is a digit, @ a letter, . either and a final * any rest.
  std::string without_part_numbers(std::string_view text) const;

 private:
  using Phrases = std::set<std::string_view>;
  Phrases makers_, lines_, fillers_, accessories_, additions_, purposes_, laptops_, computers_,
      faults_;
  std::vector<std::string_view> part_numbers_;
};

}  // namespace gpupick
