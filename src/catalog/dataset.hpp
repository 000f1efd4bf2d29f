// Reads data files into records with locations: the only reader of data.
//
// A data file is a JSON object with one or more of the lists of records.hpp (docs/catalog.md).
// Errors of form become diagnostics, and everything that can be read is returned. validate.hpp
// checks whether the records make sense.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "catalog/records.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

struct Place {
  const Document* document;
  std::size_t offset;

  // Returns the location of the value that the keys lead to from the outside inwards, or of the
  // innermost one that exists. Parses the record again.
  Location of(std::initializer_list<std::string_view> keys) const;
  // True if the record has the key. Parses the record again.
  bool has(std::string_view key) const;
};

template <class Kind>
struct Record {
  const Kind& value;
  Place place;

  Location where(std::initializer_list<std::string_view> keys = {}) const { return place.of(keys); }
  Location where(std::string_view key) const { return place.of({key}); }
  bool has(std::string_view key) const { return place.has(key); }
};

struct Dataset {
  std::deque<Document> documents;  // the sources of the records, which are views of their texts
  // Storage for the records, and for texts and lists that the documents cannot hold.
  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
  // The records of each kind, in the order of record_kinds().
  std::array<std::vector<Record<AnyRecord>>, RecordKinds::size> records;
  bool complete = true;  // true if every file could be read

  template <class Kind>
  std::vector<Record<Kind>> of() const {
    std::vector<Record<Kind>> out;
    for (const auto& [value, place] : records[RecordKinds::place<Kind>()])
      out.push_back({static_cast<const Kind&>(value), place});
    return out;
  }
  template <class Kind>
  void add(const Kind& record, const Place& place) {
    records[RecordKinds::place<Kind>()].push_back({arena->keep_one(record), place});
  }
};

// Returns records that were read before, as data for `validate`. They share one location in a file
// of this name.
Dataset dataset_of(const RecordLists& lists, std::string name);

// The texts of the files must outlive the data. An entry with the id of a card in `known` and
// without a name changes the figures that it gives; that card has the others.
Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics,
                  std::span<const Gpu> known = {});

}  // namespace gpupick
