#include "catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/names.hpp"

namespace gpupick {
namespace {

template <class Value>
void replace_by_id(std::vector<Value>& base, std::vector<Record<Value>>& records) {
  std::vector<Value> fresh;
  std::set<std::string, std::less<>> ids;
  for (auto& record : records)
    if (ids.insert(record.value.id).second) fresh.push_back(std::move(record.value));
  std::erase_if(base, [&](const Value& old) { return ids.contains(old.id); });
  std::move(fresh.begin(), fresh.end(), std::back_inserter(base));
  std::sort(base.begin(), base.end(), [](const Value& a, const Value& b) { return a.id < b.id; });
}

// Replaces whole cards' observations: prices that a person brings stand instead of the shipped
// ones.
void replace_prices(std::multimap<std::string, Observation, std::less<>>& base,
                    std::vector<Record<Observation>>& records) {
  for (const auto& record : records) base.erase(record.value.card);
  for (auto& record : records) {
    std::string card = record.value.card;
    base.emplace(std::move(card), std::move(record.value));
  }
}

// The ids in `cards`, for a message.
std::vector<std::string> ids_of(const std::vector<const Gpu*>& cards) {
  std::vector<std::string> ids;
  for (const Gpu* gpu : cards) ids.push_back(gpu->id);
  return ids;
}

}  // namespace

void Catalog::lay_over(Dataset data) {
  replace_by_id(gpus_, data.gpus);
  replace_by_id(workloads_, data.workloads);
  replace_by_id(software_, data.software);
  replace_by_id(sources_, data.sources);
  replace_by_id(architectures_, data.architectures);
  replace_by_id(memories_, data.memories);
  replace_by_id(lines_, data.lines);
  replace_by_id(models_, data.models);
  replace_by_id(networks_, data.networks);
  replace_by_id(quantisations_, data.quantisations);
  replace_by_id(cache_types_, data.cache_types);
  replace_by_id(calibration_.engines, data.engines);
  replace_by_id(calibration_.classes, data.classes);
  replace_by_id(calibration_.engine_builds, data.engine_builds);
  replace_by_id(calibration_.training_classes, data.training_classes);
  replace_by_id(calibration_.image_classes, data.image_classes);
  replace_by_id(calibration_.fine_tuning_stacks, data.fine_tuning_stacks);
  replace_by_id(calibration_.dequantised_formats, data.dequantised_formats);
  replace_by_id(calibration_.optimizers, data.optimizers);
  replace_by_id(calibration_.network_training, data.network_training);
  replace_by_id(calibration_.training, data.training);
  replace_by_id(calibration_.fine_tuning, data.fine_tuning);
  replace_by_id(calibration_.training_memory, data.training_memory);
  replace_by_id(calibration_.network_memory, data.network_memory);
  replace_by_id(calibration_.images, data.images);
  replace_by_id(calibration_.offload, data.offload);
  replace_by_id(calibration_.serving, data.serving);
  replace_by_id(calibration_.intervals, data.intervals);
  for (auto& record : data.exceptions) exceptions_.push_back(std::move(record.value));
  replace_prices(prices_, data.prices);
}

std::vector<const Observation*> Catalog::prices_of(std::string_view id) const {
  std::vector<const Observation*> rows;
  const auto [first, last] = prices_.equal_range(id);
  for (auto row = first; row != last; ++row) rows.push_back(&row->second);
  std::stable_sort(rows.begin(), rows.end(), [](const Observation* a, const Observation* b) {
    return std::tie(a->date, a->kind, a->usd, a->source) <
           std::tie(b->date, b->kind, b->usd, b->source);
  });
  return rows;
}

const Source* Catalog::find_source(std::string_view id) const {
  const auto source =
      std::lower_bound(sources_.begin(), sources_.end(), id,
                       [](const Source& a, std::string_view b) { return a.id < b; });
  return source != sources_.end() && source->id == id ? &*source : nullptr;
}

std::optional<Date> Catalog::newest_observation() const {
  std::optional<Date> newest;
  for (const auto& [card, row] : prices_)
    if (!newest || first_day(row.date) > *newest) newest = first_day(row.date);
  return newest;
}

namespace {

// What a name may mean.
struct Reading {
  std::vector<const Gpu*> meant, alike;
  std::string plain;       // the only name in the text, without words that say nothing
  bool understood = true;  // each of the names in the text
  bool no_model = true;    // none of them says a model
};

Reading read_name(const std::vector<Gpu>& gpus, std::string_view name) {
  Reading out;
  const std::vector<std::string> texts = possible_names(name);
  for (const std::string& text : texts) {
    const std::vector<std::string> words = words_of_name(text);
    if (is_laptop_part(words))
      throw Error(fmt::format(
          "'{}' is a laptop part, which the catalog does not hold; desktop cards of the "
          "same number are other cards",
          printable(name)));
    std::vector<const Gpu*> meant, in_full, resembling;
    for (const Gpu& gpu : gpus) {
      if (means(words, gpu)) (is_named_in_full(words, gpu) ? in_full : meant).push_back(&gpu);
      if (resembles(words, gpu)) resembling.push_back(&gpu);
    }
    if (!in_full.empty()) meant = in_full;
    // Of several names in one text each counts, as far as it is understood.
    if (meant.empty() && texts.size() > 1) meant = resembling;
    out.understood = out.understood && !meant.empty();
    out.no_model = out.no_model && says_no_model(words);
    out.meant.insert(out.meant.end(), meant.begin(), meant.end());
    out.alike.insert(out.alike.end(), resembling.begin(), resembling.end());
    if (texts.size() == 1) out.plain = without_filler(words);
  }
  return out;
}

// The cards of a PCI id.
std::vector<const Gpu*> with_pci_id(const std::vector<Gpu>& gpus, const std::string& id) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : gpus)
    if (gpu.pci_ids &&
        std::find(gpu.pci_ids->begin(), gpu.pci_ids->end(), id) != gpu.pci_ids->end())
      found.push_back(&gpu);
  return found;
}

[[noreturn]] void refuse_name(const std::vector<Gpu>& gpus, std::string_view name,
                              const Reading& reading) {
  const std::string shown = printable(name);
  if (!reading.alike.empty() && reading.alike.size() <= 6)
    throw Error(fmt::format("no card is called '{}'; did you mean {}?", shown,
                            enumerate(ids_of(reading.alike))));
  if (reading.no_model)
    throw Error(
        fmt::format("'{}' says no model; add it, or give the PCI id that `lspci -nn` "
                    "prints",
                    shown));
  std::vector<std::string> ids;
  for (const Gpu& gpu : gpus) ids.push_back(gpu.id);
  const std::string hint = did_you_mean(name, ids);
  throw Error(fmt::format("no card is called '{}'{}", shown,
                          hint.empty() ? "; `gpupick list` names all" : hint));
}

}  // namespace

const Gpu& Catalog::find_gpu(std::string_view name) const {
  // No line of any tool is so long; reading one would take as long as it likes.
  if (name.size() > 1000)
    throw Error(fmt::format("no card is called '{}'; `gpupick list` names all", printable(name)));
  for (const Gpu& gpu : gpus_)
    if (is_id(name, gpu) || is_named(name, gpu)) return gpu;
  const Reading reading = read_name(gpus_, name);
  std::vector<const Gpu*> candidates = reading.meant;
  if (candidates.empty())
    for (const Gpu& gpu : gpus_)
      if (is_named(reading.plain, gpu)) candidates.push_back(&gpu);
  if (candidates.empty() && reading.alike.empty()) candidates = with_pci_id(gpus_, pci_id_of(name));
  if (candidates.size() == 1 && (reading.understood || reading.meant.empty()))
    return *candidates.front();
  if (!candidates.empty())
    throw Error(fmt::format("'{}' may be {}; name one of them", printable(name),
                            enumerate(ids_of(candidates))));
  for (const Gpu& gpu : gpus_)
    if (!fold(name).empty() && fold(name) == fold(gpu.id)) return gpu;
  refuse_name(gpus_, name, reading);
}

namespace {

// The record with this id, or Error with the nearest.
template <class Value>
const Value& find_by_id(const std::vector<Value>& values, std::string_view id, const char* what,
                        const char* otherwise) {
  std::vector<std::string> ids;
  for (const Value& value : values) {
    if (fold(value.id) == fold(id)) return value;
    ids.push_back(value.id);
  }
  const std::string hint = did_you_mean(id, ids);
  throw Error(
      fmt::format("no {} is called '{}'{}", what, printable(id), hint.empty() ? otherwise : hint));
}

}  // namespace

const Workload& Catalog::find_workload(std::string_view id) const {
  return find_by_id(workloads_, id, "workload", "; `gpupick workloads` names all");
}

namespace {

// The record with this id or alias; null for none.
template <class Value>
const Value* named(const std::vector<Value>& values, std::string_view name) {
  const std::string folded = fold(name);
  for (const Value& value : values) {
    const auto is_it = [&](const std::string& other) { return fold(other) == folded; };
    if (!folded.empty() &&
        (is_it(value.id) || std::any_of(value.aliases.begin(), value.aliases.end(), is_it)))
      return &value;
  }
  return nullptr;
}

// The same, or Error with the nearest id.
template <class Value>
const Value& find_by_name(const std::vector<Value>& values, std::string_view name, const char* what,
                          const char* otherwise) {
  const Value* found = named(values, name);
  return found ? *found : find_by_id(values, name, what, otherwise);
}

}  // namespace

const Model& Catalog::find_model(std::string_view name) const {
  return find_by_name(models_, name, "language model", "; `gpupick models` names all");
}

const Network& Catalog::find_network(std::string_view name) const {
  return find_by_name(networks_, name, "network", "; `gpupick models` names all");
}

bool Catalog::has_network(std::string_view name) const { return named(networks_, name); }

const Quantisation& Catalog::find_quantisation(std::string_view id) const {
  return find_by_id(quantisations_, id, "quantisation", "; try q4_k_m, awq, nf4 or fp8");
}

const CacheType& Catalog::find_cache_type(std::string_view id) const {
  return find_by_id(cache_types_, id, "cache type", "; try f16 or q8_0");
}

}  // namespace gpupick
