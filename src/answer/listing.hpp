// A list of records: people read it as a table, programs as objects or CSV, with the same columns.
// Each column and each value is described once. Any list can be sorted by any of its columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/data.hpp"
#include "base/table.hpp"

namespace gpupick {

struct ListColumn {
  std::string key;                   // in JSON, in CSV and of --sort
  std::optional<Column> shown = {};  // in the table; unset if only programs read it
  bool lowest_first = false;         // how numbers are sorted; texts go by the alphabet
};

// A value as programs and as people read it.
struct Entry {
  Entry(Data value);  // people read it as in CSV
  Entry(Data value, std::string_view words) : data(std::move(value)), text(words) {}

  Data data;  // null if it is not known
  std::string text;
};

struct ListRow {
  std::vector<Entry> entries;  // by column
  Data more = Data::object();  // members that JSON adds to them
  std::string line = {};       // what a text prints instead of a row of the table
};

struct Listing {
  std::string key;  // in JSON
  std::vector<ListColumn> columns;
  std::vector<ListRow> rows = {};
  std::size_t hidden = 0;  // of the last rows, which only programs read

  void add(std::vector<Entry> entries, Data more = Data::object()) {
    rows.push_back({std::move(entries), std::move(more)});
  }
  std::size_t shown() const { return rows.size() - hidden; }
};

// The part of a list that a user asks for.
struct ListView {
  std::string sort;                // key or heading of a column; "" keeps the order
  std::optional<std::size_t> top;  // rows; unset: all, of which people see the usual number
  bool by_name = false;            // only rows of some name
};

// Sorts the list and keeps the rows that the user asks for. If the user gives no number, people see
// `usual` rows. Puts unknown values last. Throws Error if no column has this name.
void arrange(Listing& list, const ListView& view, std::size_t usual);

// The rows that people see, with the columns that they see.
Table table_of(const Listing& list);

// The rows as objects. Leaves out unknown values.
Data data_of(const Listing& list);

}  // namespace gpupick
