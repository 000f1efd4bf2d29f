// Finds the record that a name means: cards as drivers, shops and papers write them, models with
// the suffixes of their publishers, others by id or alias. Errors suggest the nearest names.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {
namespace {

// Returns the ids of `cards`, for a message.
Phrases ids_of(const std::vector<const Gpu*>& cards) {
  Phrases ids;
  for (const Gpu* gpu : cards) ids.push_back(gpu->id);
  return ids;
}

// The cards that a name can mean, and those that resemble it.
struct Reading {
  std::vector<const Gpu*> meant, alike;
  std::string plain;       // the name without filler words, if the text holds only one
  bool understood = true;  // every name in the text matches a card
  bool no_model = true;    // no name in the text says a model
};

// Throws Error and names the desktop cards of the same number, which are faster.
[[noreturn]] void refuse_laptop_part(std::span<const Gpu> gpus, std::string_view name,
                                     const std::vector<std::string>& words) {
  const bool holds_others = std::ranges::any_of(gpus, in_laptop);
  std::vector<const Gpu*> desktop;
  for (const Gpu& gpu : gpus)
    if (!in_laptop(gpu) && means(words, gpu)) desktop.push_back(&gpu);
  throw Error(fmt::format(
      "'{}' is a laptop part that the catalog does not hold; {}{}", printable(name),
      desktop.empty()
          ? "desktop cards of the same number are other cards"
          : enumerate(ids_of(desktop)) +
                " has more power and often more memory: what it does is the most to expect",
      holds_others ? "; `gpupick list --segment laptop` names those that it holds" : ""));
}

Reading read_name(std::span<const Gpu> gpus, std::string_view name) {
  Reading out;
  const std::vector<std::string> texts = possible_names(name);
  for (const std::string& text : texts) {
    const std::vector<std::string> words = words_of_name(text);
    const bool laptop = is_laptop_part(words);
    if (laptop && words.size() == 1) continue;  // "GeForce RTX 4060 Max-Q / Mobile"
    std::vector<const Gpu*> meant, in_full, resembling;
    for (const Gpu& gpu : gpus) {
      if (in_laptop(gpu) != laptop) continue;
      if (means(words, gpu)) (is_named_in_full(words, gpu) ? in_full : meant).push_back(&gpu);
      if (resembles(words, gpu)) resembling.push_back(&gpu);
    }
    if (!in_full.empty()) meant = in_full;
    if (laptop && texts.size() == 1 && resembling.empty()) refuse_laptop_part(gpus, name, words);
    // Several names in one text: fall back to the cards that resemble this one.
    if (meant.empty() && texts.size() > 1) meant = resembling;
    out.understood = out.understood && !meant.empty();
    out.no_model = out.no_model && says_no_model(words);
    out.meant.insert(out.meant.end(), meant.begin(), meant.end());
    out.alike.insert(out.alike.end(), resembling.begin(), resembling.end());
    if (texts.size() == 1) out.plain = without_filler(words);
  }
  return out;
}

// Returns the cards with this PCI id.
std::vector<const Gpu*> with_pci_id(std::span<const Gpu> gpus, const std::string& id) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : gpus)
    if (gpu.pci_ids &&
        std::find(gpu.pci_ids->begin(), gpu.pci_ids->end(), id) != gpu.pci_ids->end())
      found.push_back(&gpu);
  return found;
}

[[noreturn]] void refuse_name(std::span<const Gpu> gpus, std::string_view name,
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
  std::vector<std::string> ids, cores;
  for (const Gpu& gpu : gpus) {
    ids.emplace_back(gpu.id);
    cores.push_back(join(core_words(gpu), " "));
  }
  std::string hint = did_you_mean(name, ids);
  // "4900" resembles no id, but it resembles "4090".
  if (hint.empty()) hint = did_you_mean(name, cores);
  throw Error(fmt::format("no card is called '{}'{}", shown,
                          hint.empty() ? "; `gpupick list` names all" : hint));
}

}  // namespace

const Gpu& Catalog::find_gpu(std::string_view name) const {
  // Bounds the time of matching; no tool prints a line of this length.
  if (name.size() > 1000)
    throw Error(fmt::format("no card is called '{}'; `gpupick list` names all", printable(name)));
  for (const Gpu& gpu : gpus())
    if (is_id(name, gpu) || is_named(name, gpu)) return gpu;
  const Reading reading = read_name(gpus(), name);
  std::vector<const Gpu*> candidates = reading.meant;
  if (candidates.empty())
    for (const Gpu& gpu : gpus())
      if (is_named(reading.plain, gpu)) candidates.push_back(&gpu);
  if (candidates.empty() && reading.alike.empty())
    candidates = with_pci_id(gpus(), pci_id_of(name));
  if (candidates.size() == 1 && (reading.understood || reading.meant.empty()))
    return *candidates.front();
  if (!candidates.empty())
    throw Error(fmt::format("'{}' may be {}; name one of them", printable(name),
                            enumerate(ids_of(candidates))));
  for (const Gpu& gpu : gpus())
    if (!fold(name).empty() && fold(name) == fold(gpu.id)) return gpu;
  refuse_name(gpus(), name, reading);
}

std::vector<const Gpu*> Catalog::gpus_meant(std::string_view name) const {
  if (name.size() > 1000) return {};
  try {
    return read_name(gpus(), name).meant;
  } catch (const Error&) {  // a laptop part that is not here
    return {};
  }
}

namespace {

// Returns the record with this id or alias. Throws Error with the nearest id, or with `otherwise`
// if none is near.
template <class Kind>
const Kind& by_name(std::span<const Kind> records, std::string_view name, const char* what,
                    std::string_view otherwise) {
  if (const Kind* found = named(records, name)) return *found;
  const std::string hint = did_you_mean(name, all_ids(records));
  throw Error(fmt::format("no {} is called '{}'{}", what, printable(name),
                          hint.empty() ? otherwise : std::string_view(hint)));
}

}  // namespace

const Workload& Catalog::find_workload(std::string_view id) const {
  return by_name(workloads(), id, "workload",
                 "; known are " + enumerate(all_ids(workloads()), "and"));
}

namespace {

// Words that publishers add to a model's name without changing its dimensions.
constexpr std::string_view publishing_words[] = {"gguf", "instruct", "chat", "it",  "hf",
                                                 "base", "mlx",      "qat",  "bnb", "dynamic"};

// The end of a folded name: a weight format, or a word of `publishing_words` (null).
struct Ending {
  std::size_t size = 0;
  const Quantisation* format = nullptr;
};

// Returns the longest known ending; size 0 if there is none.
Ending ending_of(std::string_view folded, std::span<const Quantisation> formats) {
  Ending out;
  const auto try_word = [&](const std::string& word, const Quantisation* format) {
    if (word.size() > out.size && folded.ends_with(word)) out = {word.size(), format};
  };
  for (const std::string_view word : publishing_words) try_word(std::string(word), nullptr);
  for (const Quantisation& format : formats) {
    try_word(fold(format.id), &format);
    for (const std::string_view alias : format.aliases) try_word(fold(alias), &format);
  }
  return out;
}

// Returns the ids that contain the text, the newest model or network first.
Phrases names_with(std::string_view text, std::span<const Model> models,
                   std::span<const Network> networks) {
  std::vector<std::pair<Date, std::string_view>> found;
  const auto gather = [&](const auto& records) {
    for (const auto& record : records)
      if (fold(record.id).find(fold(text)) != std::string::npos)
        found.emplace_back(record.released.value_or(Date{}), record.id);
  };
  gather(models);
  gather(networks);
  std::ranges::stable_sort(found, std::ranges::greater(),
                           [](const auto& one) { return one.first; });
  Phrases out;
  for (const auto& [date, id] : found) out.push_back(id);
  return out;
}

[[noreturn]] void refuse_part_of_name(std::string_view text, Phrases names) {
  constexpr std::size_t most = 6;
  const std::size_t all = names.size();
  if (all == 1)
    throw Error(
        fmt::format("no model is called '{}'; did you mean {}?", printable(text), names.front()));
  names.resize(std::min(all, most));
  const std::string several = all > most ? fmt::format("one of {} models, such as ", all) : "";
  throw Error(fmt::format("'{}' may be {}{}; name one of them{}", printable(text), several,
                          enumerate(names), all > most ? " (`gpupick models` lists all)" : ""));
}

}  // namespace

NamedModel Catalog::read_model_name(std::string_view name) const {
  if (const Model* found = named(models(), name)) return {found, nullptr};
  NamedModel out;
  std::string rest = fold(name.substr(0, 200));
  while (!out.model && !rest.empty()) {
    const Ending ending = ending_of(rest, quantisations());
    if (ending.size == 0) break;
    if (!out.format) out.format = ending.format;
    rest.resize(rest.size() - ending.size);
    out.model = named(models(), rest);
  }
  return out;
}

const Model& Catalog::find_model(std::string_view name) const {
  if (const Model* found = read_model_name(name).model) return *found;
  constexpr std::size_t shortest = 2;
  if (const std::string folded = fold(name); folded.size() >= shortest)
    if (Phrases names = names_with(folded, models(), networks()); !names.empty())
      refuse_part_of_name(name, std::move(names));
  return by_name(models(), name, "language model", "; `gpupick models` names all");
}

const Network& Catalog::find_network(std::string_view name) const {
  return by_name(networks(), name, "network", "; `gpupick models` names all");
}

bool Catalog::has_model(std::string_view name) const { return read_model_name(name).model; }

bool Catalog::has_network(std::string_view name) const { return named(networks(), name); }

const TaskDefaults& Catalog::find_task(std::string_view id) const {
  return by_name(tasks(), id, "task", "");
}

const Ladder& Catalog::find_ladder(std::string_view id) const {
  return by_name(of<Ladder>(), id, "ladder", "");
}

const Preference& Catalog::find_preference(std::string_view id) const {
  return by_name(of<Preference>(), id, "preference", "");
}

const HostKind& Catalog::find_host(std::string_view id) const {
  return by_name(of<HostKind>(), id, "host",
                 "; try desktop, workstation, server, dedicated or any");
}

const ScoreScale& Catalog::score_scale() const {
  if (of<ScoreScale>().empty()) refuse_missing_law();
  return of<ScoreScale>().front();
}

const Quantisation& Catalog::find_quantisation(std::string_view id) const {
  return by_name(quantisations(), id, "format of weights", "; try q4_k_m, awq, nf4 or fp8");
}

const CacheType& Catalog::find_cache_type(std::string_view id) const {
  return by_name(cache_types(), id, "format of the cache", "; try f16 or q8_0");
}

}  // namespace gpupick
