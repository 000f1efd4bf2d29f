// Turns pairs of key and value, as tools print them, into cards.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tool_output.hpp"

namespace gpupick {

enum class Fact { name, device, vendor, memory, watts, cores, kind };

// Keys that mean the same.
struct Keys {
  Fact fact;
  std::string_view names;  // folded, between spaces
  double unit_gib = 0;     // of memory without a unit
};

// True if the key is that of a card's name.
bool is_name_key(std::string_view key);

// Collects pairs. A key that comes again begins the next card.
class Collector {
 public:
  // Returns true if the pair names a card or states a figure.
  bool add(std::string_view key, std::string_view value, const std::string& block = "");
  std::vector<SeenCard> cards() const;

  std::size_t line = 0;  // of the text, that the pairs are in
  std::optional<double> place;

 private:
  struct Entry {
    SeenCard card;
    std::set<std::string, std::less<>> known_keys;
    bool of_board = false;
  };

  // Returns the entry that the key belongs to, or null if it belongs to none.
  Entry* entry_of(Fact fact, const std::string& key, const std::string& block);

  Entry& new_entry() {
    Entry& entry = entries_.emplace_back();
    entry.card.line = line;
    entry.card.place = place;
    return entry;
  }
  static void add_name(std::string_view key, const std::string& text, Entry& entry);
  static void add_fact(const Keys& row, const std::string& text, SeenCard& out);

  std::vector<Entry> entries_;
  std::map<std::string, std::size_t> blocks_;
  std::optional<double> system_gib_;  // memory of a Mac
  std::string chip_;                  // of a Mac
};

}  // namespace gpupick
