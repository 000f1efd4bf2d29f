// The cards, prices, workloads, support rules and sources to reckon with, and look-up by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/dataset.hpp"
#include "schema/laid_list.hpp"

namespace gpupick {

// Where a card's observations stand among all, and whether one is of a computer around it.
struct PriceRows {
  std::uint32_t first = 0, count = 0;
  bool computer = false;
};

// The data that the program carries, and what follows from it.
struct BuiltIn {
  Records<ConstantList> records;
  ConstantList<PriceRows> price_rows;   // of each card
  ConstantList<PriceView> price_views;  // of each observation
  ConstantList<PriceMove> price_moves;
  std::optional<Date> newest_observation;
};

// Of records sorted by id the one with this; null for none.
template <class Kind>
const Kind* with_id(std::span<const Kind> records, std::string_view id) {
  const auto found = std::ranges::lower_bound(records, id, {}, &Kind::id);
  return found != records.end() && found->id == id ? &*found : nullptr;
}

// A model, and the format of its files where the name says one.
struct NamedModel {
  const Model* model = nullptr;
  const Quantisation* format = nullptr;
};

class Catalog {
 public:
  Catalog() = default;
  // The constants must outlive it.
  explicit Catalog(const BuiltIn& constants);
  // Of records with the same id the first stays; that there are none is validate's business.
  explicit Catalog(Dataset data) { lay_over(std::move(data)); }

  // Records replace those with the same id, and prices all prices of the same card.
  void lay_over(Dataset data);

  // The records of a kind: sorted by id, prices by card, kind and date.
  template <class Kind>
  std::span<const Kind> of() const {
    return records_.of<Kind>().all();
  }
  std::span<const Gpu> gpus() const { return of<Gpu>(); }
  std::span<const Workload> workloads() const { return of<Workload>(); }
  std::span<const SoftwareRule> software() const { return of<SoftwareRule>(); }
  std::span<const Model> models() const { return of<Model>(); }
  std::span<const Network> networks() const { return of<Network>(); }
  std::span<const Quantisation> quantisations() const { return of<Quantisation>(); }
  std::span<const CacheType> cache_types() const { return of<CacheType>(); }
  std::span<const TaskDefaults> tasks() const { return of<TaskDefaults>(); }
  const Calibration& calibration() const { return calibration_; }

  // The price observations of one of the cards by kind, oldest first.
  Observations prices_of(const Gpu& gpu) const;

  // The same, and what they are weighed by.
  PriceHistory history_of(const Gpu& gpu) const;

  // Whether it is sold as a computer.
  bool sells_computer(const Gpu& gpu) const { return rows_of(gpu).computer; }

  // As BuiltIn has them.
  std::span<const PriceRows> price_rows() const { return price_rows_.all(); }
  std::span<const PriceView> price_views() const { return price_views_.all(); }
  std::span<const PriceMove> price_moves() const { return price_moves_.all(); }

  // Without bounds where no record sets them.
  PriceAges price_ages() const {
    return of<PriceAges>().empty() ? PriceAges() : of<PriceAges>().front();
  }

  // The record with this id, or null.
  template <class Kind>
  const Kind* find(std::string_view id) const {
    return with_id(of<Kind>(), id);
  }

  // The day of the newest price observation (the first that its date may mean); nothing without
  // prices.
  std::optional<Date> newest_observation() const { return newest_observation_; }

  // The card that a person means by this name: an id, an alias, or the name as people shorten it,
  // in any spelling. Throws Error with the candidates where it is ambiguous, with the nearest where
  // unknown.
  const Gpu& find_gpu(std::string_view name) const;

  // What the name of published files means, as "Qwen3-8B-AWQ", "Qwen3-8B-Q4_K_M.gguf", "qwen3:8b";
  // without a model where none is meant.
  NamedModel read_model_name(std::string_view name) const;

  // Each throws Error with the nearest id where there is none. Models and formats answer to their
  // aliases too, a part of a model's name to the candidates.
  const Workload& find_workload(std::string_view id) const;
  const Model& find_model(std::string_view name) const;
  const Network& find_network(std::string_view name) const;
  bool has_model(std::string_view name) const;
  bool has_network(std::string_view name) const;
  const TaskDefaults& find_task(std::string_view id) const;
  const Ladder& find_ladder(std::string_view id) const;
  const Preference& find_preference(std::string_view id) const;
  const HostKind& find_host(std::string_view id) const;
  // Throws Error where there is none.
  const ScoreScale& score_scale() const;
  const Quantisation& find_quantisation(std::string_view id) const;
  const CacheType& find_cache_type(std::string_view id) const;

 private:
  void gather_calibration();
  void view_prices();
  const PriceRows& rows_of(const Gpu& gpu) const {
    return price_rows()[static_cast<std::size_t>(&gpu - gpus().data())];
  }

  Records<LaidList> records_;
  LaidList<PriceRows> price_rows_;
  LaidList<PriceView> price_views_;
  LaidList<PriceMove> price_moves_;
  std::optional<Date> newest_observation_;
  Calibration calibration_;
  std::vector<std::shared_ptr<Arena>> arenas_;  // that records of its own look into
};

}  // namespace gpupick
