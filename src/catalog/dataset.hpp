// JSON and CSV texts to records with their places: the only reader of data.
//
// A data file is a JSON object with one or more of the lists of Dataset (docs/catalog.md).
// Everything wrong with its form becomes a diagnostic; what could be read is returned all the same.
// Whether the records make sense is validate.hpp's business.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "catalog/architecture.hpp"
#include "catalog/calibration.hpp"
#include "catalog/gpu.hpp"
#include "catalog/model.hpp"
#include "catalog/network.hpp"
#include "catalog/price.hpp"
#include "catalog/source.hpp"
#include "catalog/workload.hpp"
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

struct Dataset {
  std::deque<Document> documents;  // the records point into them
  bool complete = true;            // whether every file could be read
  std::vector<Record<Gpu>> gpus;
  std::vector<Record<Observation>> prices;
  std::vector<Record<Workload>> workloads;
  std::vector<Record<SoftwareRule>> software;
  std::vector<Record<Source>> sources;
  std::vector<Record<Architecture>> architectures;
  std::vector<Record<MemoryKind>> memories;
  std::vector<Record<ProductLine>> lines;
  std::vector<Record<RuleException>> exceptions;
  std::vector<Record<Model>> models;
  std::vector<Record<Quantisation>> quantisations;
  std::vector<Record<CacheType>> cache_types;
  std::vector<Record<Engine>> engines;
  std::vector<Record<SpeedClass>> classes;
  std::vector<Record<EngineBuild>> engine_builds;
  std::vector<Record<Interval>> intervals;
  std::vector<Record<TrainingClass>> training_classes;
  std::vector<Record<ImageClass>> image_classes;
  std::vector<Record<FineTuningStack>> fine_tuning_stacks;
  std::vector<Record<DequantisedFormat>> dequantised_formats;
  std::vector<Record<Optimizer>> optimizers;
  std::vector<Record<NetworkTraining>> network_training;
  std::vector<Record<TrainingConstants>> training;
  std::vector<Record<FineTuningConstants>> fine_tuning;
  std::vector<Record<TrainingMemory>> training_memory;
  std::vector<Record<NetworkMemory>> network_memory;
  std::vector<Record<ImageConstants>> images;
  std::vector<Record<OffloadConstants>> offload;
  std::vector<Record<ServingConstants>> serving;
  std::vector<Record<Network>> networks;
};

Dataset read_data(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// The cells of one line of CSV; a quoted cell may hold commas and doubled quotes.
std::vector<std::string> cells_of(std::string_view line);

// The rows "card,usd" of a CSV text with that header (other columns are ignored).
std::vector<std::pair<std::string, double>> read_price_csv(const File& file,
                                                           std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
