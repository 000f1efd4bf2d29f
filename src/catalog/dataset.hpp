// Data files as records with their places: the only reader of data.
//
// A data file is a JSON object with one or more of the lists of records.hpp (docs/catalog.md).
// Everything wrong with its form becomes a diagnostic; what could be read is returned all the same.
// Whether the records make sense is validate.hpp's business.
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

// Where a record stands.
struct Place {
  const Document* document;
  std::size_t offset;

  // Where the value of the last of these keys stands, each of them a key of what the one before
  // names; of the innermost that is there. Parses the record again.
  Location of(std::initializer_list<std::string_view> keys) const;
  // Whether the record has the key. Parses it again, too.
  bool has(std::string_view key) const;
};

// A record in its list.
template <class Kind>
struct Record {
  const Kind& value;
  Place place;

  Location where(std::initializer_list<std::string_view> keys = {}) const { return place.of(keys); }
  Location where(std::string_view key) const { return place.of({key}); }
  bool has(std::string_view key) const { return place.has(key); }
};

// Records of a kind in the order in which they were read.
template <class Kind>
class RecordList {
 public:
  void add(const Kind& record, const Place& place) {
    values_.push_back(record);
    places_.push_back(place);
  }
  // Drops those behind the first so many.
  void shorten(std::size_t size) {
    values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(size), values_.end());
    places_.resize(size);
  }

  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  Record<Kind> operator[](std::size_t i) const { return {values_[i], places_[i]}; }
  Record<Kind> front() const { return (*this)[0]; }
  // The records without their places.
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
  std::deque<Document> documents;  // the records stand in them, and look into their texts
  // What else they look into.
  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
  bool complete = true;  // whether every file could be read
};

// The texts of the files must outlive the data.
Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// The rows "card,usd" of a CSV text with that header (other columns are ignored).
std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
