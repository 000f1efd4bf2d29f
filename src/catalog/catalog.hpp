// The cards, prices, workloads, support rules and sources to reckon with, and look-up by name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/dataset.hpp"

namespace gpupick {

class Catalog {
 public:
  // Of records with the same id the first stays; that there are none is validate's business.
  explicit Catalog(Dataset data) { lay_over(std::move(data)); }

  // Records replace those with the same id, and prices all prices of the same card.
  void lay_over(Dataset data);

  // Sorted by id.
  const std::vector<Gpu>& gpus() const { return gpus_; }
  const std::vector<Workload>& workloads() const { return workloads_; }
  const std::vector<SoftwareRule>& software() const { return software_; }
  const std::vector<Source>& sources() const { return sources_; }
  const std::vector<Architecture>& architectures() const { return architectures_; }
  const std::vector<MemoryKind>& memories() const { return memories_; }
  const std::vector<ProductLine>& lines() const { return lines_; }
  const std::vector<RuleException>& exceptions() const { return exceptions_; }

  const std::vector<Model>& models() const { return models_; }
  const std::vector<Network>& networks() const { return networks_; }
  const std::vector<Quantisation>& quantisations() const { return quantisations_; }
  const std::vector<CacheType>& cache_types() const { return cache_types_; }
  const Calibration& calibration() const { return calibration_; }

  // The price observations of a card, oldest first.
  std::vector<const Observation*> prices_of(std::string_view id) const;

  // The source with this id, or null.
  const Source* find_source(std::string_view id) const;

  // The day of the newest price observation (the first that its date may mean); nothing without
  // prices.
  std::optional<Date> newest_observation() const;

  // The card that a person means by this name: an id, an alias, or the name as people shorten it,
  // in any spelling. Throws Error with the candidates where it is ambiguous, with the nearest where
  // unknown.
  const Gpu& find_gpu(std::string_view name) const;

  // Each throws Error with the nearest id where there is none. A model answers to its aliases too.
  const Workload& find_workload(std::string_view id) const;
  const Model& find_model(std::string_view name) const;
  const Network& find_network(std::string_view name) const;
  bool has_network(std::string_view name) const;
  const Quantisation& find_quantisation(std::string_view id) const;
  const CacheType& find_cache_type(std::string_view id) const;

 private:
  std::vector<Gpu> gpus_;
  std::multimap<std::string, Observation, std::less<>> prices_;
  std::vector<Workload> workloads_;
  std::vector<SoftwareRule> software_;
  std::vector<Source> sources_;
  std::vector<Architecture> architectures_;
  std::vector<MemoryKind> memories_;
  std::vector<ProductLine> lines_;
  std::vector<RuleException> exceptions_;
  std::vector<Model> models_;
  std::vector<Network> networks_;
  std::vector<Quantisation> quantisations_;
  std::vector<CacheType> cache_types_;
  Calibration calibration_;
};

}  // namespace gpupick
