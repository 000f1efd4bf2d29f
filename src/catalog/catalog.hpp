// The records in use (cards, prices, workloads, support rules, sources and more), and lookup by
// name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "catalog/records.hpp"
#include "schema/lookup.hpp"

namespace gpupick {

class Arena;
class CardFinder;
struct Dataset;

// A model, and the weight format if the name contains one.
struct NamedModel {
  const Model* model = nullptr;
  const Quantisation* format = nullptr;
};

// Names the card whose memory is nearest to this size, and the command that says what runs on it.
std::string nearest_memory_hint(Number gib, const std::vector<const Gpu*>& cards);

class Catalog {
 public:
  Catalog();
  // The constants must outlive the catalog.
  explicit Catalog(const RecordLists& constants);
  // Keeps the first of records with the same id; `validate` reports duplicates.
  explicit Catalog(Dataset data);

  // Adds records. Each replaces the one with its id; prices replace all prices of their card and
  // kind, the user's own only their own.
  void merge(Dataset data);

  // Returns the records by id; prices by card, kind and date, the user's own behind the others.
  template <class Kind>
  std::span<const Kind> of() const {
    return records_of<Kind>(lists_);
  }
  const RecordLists& lists() const { return lists_; }
  std::span<const Gpu> gpus() const { return of<Gpu>(); }
  std::span<const Workload> workloads() const { return of<Workload>(); }
  std::span<const SoftwareRule> software() const { return of<SoftwareRule>(); }
  std::span<const Model> models() const { return of<Model>(); }
  std::span<const Network> networks() const { return of<Network>(); }
  std::span<const Quantisation> quantisations() const { return of<Quantisation>(); }
  std::span<const CacheType> cache_types() const { return of<CacheType>(); }
  std::span<const TaskDefaults> tasks() const { return of<TaskDefaults>(); }
  const Calibration& calibration() const { return calibration_; }

  // Returns the observations of one of the cards, by kind, oldest first, then the user's own.
  Observations prices_of(const Gpu& gpu) const;

  // Returns the observations of a card with everything that weighs them.
  PriceHistory history_of(const Gpu& gpu) const;

  // Returns the card's price on the market on a day, as gpupick::price_on does, but computes it
  // once.
  std::optional<Price> price_on(const Gpu& gpu, Condition condition, Date day) const;

  // True if any price of the card is that of a whole computer.
  bool sells_computer(const Gpu& gpu) const;

  // Returns the age limits of prices, or no limits if no record sets them.
  PriceAges price_ages() const {
    return of<PriceAges>().empty() ? PriceAges() : of<PriceAges>().front();
  }

  template <class Kind>
  const Kind* find(std::string_view id) const {
    return with_id(of<Kind>(), id);
  }

  // Returns the day of the newest release. Records of later days count on this day too. Nothing if
  // no record sets it, or after drop_release.
  std::optional<Date> release_day() const;

  // Returns the day of the data:
  // - the day of the release;
  // - without one, the first day that the date of the newest observation can mean;
  // - without observations, the last of all days.
  Date day() const;

  // Prefers the prices of a region: a record's id or the region of an observation, in either case.
  // Throws Error if there is none.
  void prefer_region(std::string_view name);

  // Makes every day exclude what is later.
  void drop_release();

  // Finds a card by id, alias, PCI id, or its name as people shorten it, in any spelling. Throws
  // Error with the candidates if the name is ambiguous, or with the nearest names if it is unknown.
  const Gpu& find_gpu(std::string_view name) const;
  // Returns all cards that the name may mean; none if it means no card.
  std::vector<const Gpu*> gpus_meant(std::string_view name) const;
  // True if find_gpu finds a card.
  bool has_gpu(std::string_view name) const;

  // Splits the name of published files ("Qwen3-8B-AWQ", "Qwen3-8B-Q4_K_M.gguf", "qwen3:8b") into
  // model and format. The model is null if the name contains none.
  NamedModel read_model_name(std::string_view name) const;

  // Each `find_` throws Error with the nearest id if there is no record. Models, networks and
  // formats are also found by alias, models and networks behind a publisher's name. For a part of a
  // model's name the error lists the candidates.
  const Workload& find_workload(std::string_view id) const;
  const Model& find_model(std::string_view name) const;
  const Network& find_network(std::string_view name) const;
  bool has_model(std::string_view name) const;
  bool has_network(std::string_view name) const;
  const TaskDefaults& find_task(std::string_view id) const { return get<TaskDefaults>(id, "task"); }
  const Ladder& find_ladder(std::string_view id) const { return get<Ladder>(id, "ladder"); }
  const Preference& find_preference(std::string_view id) const {
    return get<Preference>(id, "preference");
  }
  const HostKind& find_host(std::string_view id) const {
    return get<HostKind>(id, "host", "; try desktop, workstation, rig, server, dedicated or any");
  }
  // Throws Error if the catalog has none.
  const ScoreScale& score_scale() const;
  const Quantisation& find_quantisation(std::string_view id) const {
    return get<Quantisation>(id, "format of weights", "; try q4_k_m, awq, nf4 or fp8");
  }
  const CacheType& find_cache_type(std::string_view id) const {
    return get<CacheType>(id, "format of the cache", "; try f16 or q8_0");
  }

 private:
  // Returns the record with this id or alias. Throws Error with the nearest id, or `otherwise`.
  template <class Kind>
  const Kind& get(std::string_view name, const char* what, std::string_view otherwise = "") const {
    if (const Kind* found = named(of<Kind>(), name)) return *found;
    refuse_unknown(name, what, all_ids(of<Kind>()), otherwise);
  }
  [[noreturn]] static void refuse_unknown(std::string_view name, const char* what,
                                          const Phrases& known, std::string_view otherwise);
  const CardFinder& finder() const;

  RecordLists lists_;
  Calibration calibration_;
  std::vector<std::string_view> home_;                // regions whose prices are preferred
  mutable std::shared_ptr<const CardFinder> finder_;  // null until a card is looked up
  mutable std::map<std::tuple<const Gpu*, Condition, Date>, std::optional<Price>> known_prices_;
  std::vector<std::shared_ptr<Arena>> arenas_;  // records that are not built in, and their texts
};

}  // namespace gpupick
