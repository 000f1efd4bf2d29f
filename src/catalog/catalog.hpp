// The records in use (cards, prices, workloads, support rules, sources and more), and lookup by
// name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/dataset.hpp"
#include "schema/lookup.hpp"

namespace gpupick {

// A card's index range in the observations; `computer` is true if any price covers a whole
// computer.
struct PriceRows {
  std::uint32_t first = 0, count = 0;
  bool computer = false;
};

// The built-in data, and what is computed from it.
struct BuiltIn {
  Records<ConstantList> records;
  ConstantList<PriceRows> price_rows;   // one per card
  ConstantList<PriceView> price_views;  // one per observation
  ConstantList<PriceMove> price_moves;
  std::optional<Date> newest_observation;
};

// A model, and the weight format if the name contains one.
struct NamedModel {
  const Model* model = nullptr;
  const Quantisation* format = nullptr;
};

class Catalog {
 public:
  Catalog() = default;
  // The constants must outlive the catalog.
  explicit Catalog(const BuiltIn& constants) : data_(constants), calibration_(*this) {}
  // Keeps the first of records with the same id; `validate` reports duplicates.
  explicit Catalog(Dataset data) { lay_over(std::move(data)); }

  // Adds records. Each replaces the one with its id; prices replace all prices of their card and
  // kind.
  void lay_over(Dataset data);

  // Returns the records of a kind, sorted by id; prices by card, kind and date.
  template <class Kind>
  std::span<const Kind> of() const {
    return data_.records.of<Kind>();
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

  // Returns the observations of one of the cards, by kind, oldest first.
  Observations prices_of(const Gpu& gpu) const;

  // Returns the observations of a card with everything that weighs them.
  PriceHistory history_of(const Gpu& gpu) const;

  // True if any price of the card is that of a whole computer.
  bool sells_computer(const Gpu& gpu) const { return rows_of(gpu).computer; }

  // Computed from the prices, as in BuiltIn.
  std::span<const PriceRows> price_rows() const { return data_.price_rows; }
  std::span<const PriceView> price_views() const { return data_.price_views; }
  std::span<const PriceMove> price_moves() const { return data_.price_moves; }

  // Returns the age limits of prices, or no limits if no record sets them.
  PriceAges price_ages() const {
    return of<PriceAges>().empty() ? PriceAges() : of<PriceAges>().front();
  }

  // Returns the record with this id, or null.
  template <class Kind>
  const Kind* find(std::string_view id) const {
    return with_id(of<Kind>(), id);
  }

  // Returns the day of the newest observation (the first day that its date can mean), or nothing if
  // there are no prices.
  std::optional<Date> newest_observation() const { return data_.newest_observation; }

  // Finds a card by id, alias, PCI id, or its name as people shorten it, in any spelling. Throws
  // Error with the candidates if the name is ambiguous, or with the nearest names if it is unknown.
  const Gpu& find_gpu(std::string_view name) const;

  // Splits the name of published files ("Qwen3-8B-AWQ", "Qwen3-8B-Q4_K_M.gguf", "qwen3:8b") into
  // model and format. The model is null if the name contains none.
  NamedModel read_model_name(std::string_view name) const;

  // Each `find_` throws Error with the nearest id if there is no record. Models, networks and
  // formats are also found by alias. For a part of a model's name the error lists the candidates.
  const Workload& find_workload(std::string_view id) const;
  const Model& find_model(std::string_view name) const;
  const Network& find_network(std::string_view name) const;
  bool has_model(std::string_view name) const;
  bool has_network(std::string_view name) const;
  const TaskDefaults& find_task(std::string_view id) const;
  const Ladder& find_ladder(std::string_view id) const;
  const Preference& find_preference(std::string_view id) const;
  const HostKind& find_host(std::string_view id) const;
  // Throws Error if the catalog has none.
  const ScoreScale& score_scale() const;
  const Quantisation& find_quantisation(std::string_view id) const;
  const CacheType& find_cache_type(std::string_view id) const;

 private:
  void view_prices();
  const PriceRows& rows_of(const Gpu& gpu) const {
    return price_rows()[static_cast<std::size_t>(&gpu - gpus().data())];
  }
  // Returns a view of the list, which lives as long as the catalog and its copies.
  template <class Value>
  std::span<const Value> keep(std::vector<Value> list) {
    const auto kept = std::make_shared<const std::vector<Value>>(std::move(list));
    kept_.push_back(kept);
    return *kept;
  }

  BuiltIn data_;  // views of constants, or of what is kept
  Calibration calibration_;
  std::vector<std::shared_ptr<const void>> kept_;  // records that are not built in, and their texts
};

}  // namespace gpupick
