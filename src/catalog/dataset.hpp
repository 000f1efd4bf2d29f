// Data files as records with their places: the only reader of data.
//
// A data file is a JSON object with one or more of the lists of records.hpp (docs/catalog.md).
// Everything wrong with its form becomes a diagnostic; what could be read is returned all the same.
// Whether the records make sense is validate.hpp's business.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/records.hpp"
#include "record/arena.hpp"
#include "record/document.hpp"

namespace gpupick {

template <class Value>
struct Record {
  Value value;
  const Document* document;
  const Node* node;

  // Where the key's value stands, or the record itself where it has no such key.
  Location where(std::string_view key = {}) const {
    const Node* at = node->find(key);
    return document->locate(at ? at->offset : node->offset);
  }
};

template <class Kind>
using RecordList = std::vector<Record<Kind>>;

struct Dataset : Records<RecordList> {
  std::deque<Document> documents;  // the records stand in them
  // What the records look into.
  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
  bool complete = true;  // whether every file could be read
};

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// The rows "card,usd" of a CSV text with that header (other columns are ignored).
std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
