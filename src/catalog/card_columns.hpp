// Finds which columns of a table of cards give which fields.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/gpu.hpp"
#include "cards/name_words.hpp"
#include "schema/arena.hpp"

namespace gpupick {

struct CardColumn {
  std::string_view name;  // folded
  const Field* field;
  std::string unit;  // of numbers without one: "mb" of "VRAM (MB)"
};

// Parses a number in the field's unit or another of its kind; nothing if it is none.
std::optional<double> parse_figure(std::string_view text, const Field& field);

// Returns other usual names of the column that names cards, folded, between commas.
std::string usual_names_of_cards(std::span<const TableWords> words);

class CardColumns {
 public:
  // A column has the name that `fields` pairs with a field, or else the key, the label or another
  // usual name of one. Throws Error if `fields` names a column that the header lacks, or a field
  // that cards lack. Names of columns are kept in the arena.
  CardColumns(const std::vector<std::string>& header,
              std::span<const std::pair<std::string, std::string>> fields,
              std::span<const TableWords> words, Arena& arena);

  std::span<const CardColumn> all() const { return columns_; }
  // Returns the column with this folded name, or null if it gives no field.
  const CardColumn* find(std::string_view name) const;
  // True if a column gives the name or the id of the cards.
  bool name_cards() const;
  // Returns the columns that give no field, as they stand in the header.
  const std::vector<std::string>& others() const { return others_; }

 private:
  void map(const std::vector<std::string>& header, const std::string& column,
           const std::string& key);
  void find_column(const Field& field, bool computers);
  bool gives(const Field& field) const;

  std::vector<std::string> names_;  // of the header, folded
  std::vector<std::string> others_;
  std::vector<CardColumn> columns_;
  std::span<const TableWords> words_;
  Arena& arena_;
};

}  // namespace gpupick
