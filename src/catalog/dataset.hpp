// Reads data files into records with locations: the only reader of data.
//
// A data file is a JSON object with one or more of the lists of records.hpp (docs/catalog.md).
// Errors of form become diagnostics, and everything that can be read is returned. validate.hpp
// checks whether the records make sense.
#pragma once

#include <cstddef>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/records.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// The location of a record.
struct Place {
  const Document* document;
  std::size_t offset;

  // Returns the location of the value that the keys lead to from the outside inwards, or of the
  // innermost one that exists. Parses the record again.
  Location of(std::initializer_list<std::string_view> keys) const;
  // True if the record has the key. Parses the record again.
  bool has(std::string_view key) const;
};

// A record with its location.
template <class Kind>
struct Record {
  const Kind& value;
  Place place;

  Location where(std::initializer_list<std::string_view> keys = {}) const { return place.of(keys); }
  Location where(std::string_view key) const { return place.of({key}); }
  bool has(std::string_view key) const { return place.has(key); }
};

// The records of a kind, in the order in which they were read.
template <class Kind>
class RecordList {
 public:
  void add(const Kind& record, const Place& place) {
    values_.push_back(record);
    places_.push_back(place);
  }
  // Keeps the first `size` records and drops the others.
  void shorten(std::size_t size) {
    values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(size), values_.end());
    places_.resize(size);
  }

  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  Record<Kind> operator[](std::size_t i) const { return {values_[i], places_[i]}; }
  Record<Kind> front() const { return (*this)[0]; }
  // Returns the records without their locations.
  const std::vector<Kind>& values() const { return values_; }
  std::vector<Kind> take_values() { return std::move(values_); }

  class Iterator {
   public:
    Iterator(const RecordList& list, std::size_t i) : list_(&list), i_(i) {}
    Record<Kind> operator*() const { return (*list_)[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i_ != other.i_; }

   private:
    const RecordList* list_;
    std::size_t i_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  std::vector<Kind> values_;
  std::vector<Place> places_;
};

struct Dataset : Records<RecordList> {
  std::deque<Document> documents;  // the sources of the records, which are views of their texts
  // Storage for texts and lists that the documents cannot hold.
  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
  bool complete = true;  // true if every file could be read
};

// The texts of the files must outlive the data.
Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// Reads the columns `card` and `usd` of a CSV text with a header; ignores other columns. Reports
// malformed rows and skips them.
std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
