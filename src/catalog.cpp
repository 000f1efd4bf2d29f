#include <fmt/format.h>

#include <algorithm>
#include <gpupick/catalog.hpp>
#include <gpupick/error.hpp>
#include <gpupick/text.hpp>
#include <set>

namespace gpupick {
namespace {

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(name) + ' ') {
    if (c != ' ' && c != '-' && c != '_' && c != '/' && c != '(' && c != ')') {
      word += c;
      continue;
    }
    if (const std::string folded = fold(word); !folded.empty()) words.push_back(folded);
    word.clear();
  }
  return words;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Words of a maker or a line, which people leave out.
bool is_brand(std::string_view word) {
  return is_one_of(word, {"nvidia", "geforce", "rtx",   "gtx", "tesla",    "quadro", "amd",
                          "radeon", "rx",      "pro",   "ai",  "instinct", "intel",  "arc",
                          "apple",  "google",  "cloud", "aws", "data",     "center", "gpu"});
}

bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Words that tell variants of one card apart, which people leave out.
bool is_qualifier(std::string_view word) {
  if (word.ends_with("gb") && (word.size() == 2 || is_digits(word.substr(0, word.size() - 2))))
    return true;
  if (word.ends_with("core") && is_digits(word.substr(0, word.size() - 4))) return true;
  return is_one_of(word,
                   {"pcie", "sxm", "sxm2", "sxm3", "sxm4", "sxm5", "oam", "nvl", "gpu", "ada",
                    "generation", "blackwell", "workstation", "server", "edition", "per", "chip"});
}

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

bool answers_to(const Gpu& gpu, std::string_view folded) {
  if (fold(gpu.id) == folded || fold(gpu.name) == folded) return true;
  return std::any_of(gpu.aliases.begin(), gpu.aliases.end(),
                     [&](const std::string& alias) { return fold(alias) == folded; });
}

// What a person typed, without a maker's name in front.
std::string without_maker(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  while (words.size() > 1 &&
         is_one_of(words.front(), {"nvidia", "amd", "intel", "apple", "google"}))
    words.erase(words.begin());
  return join(words, "");
}

}  // namespace

std::vector<std::string> short_names(const Gpu& gpu) {
  const std::vector<std::string> words = words_of(gpu.name);
  std::set<std::string> names;
  for (std::size_t first = 0; first < words.size(); ++first) {
    for (std::size_t last = words.size(); last > first; --last) {
      std::string name;
      for (std::size_t i = first; i < last; ++i) name += words[i];
      names.insert(name);
      const bool size = last >= 2 && words[last - 1] == "gb" && is_digits(words[last - 2]);
      if (size)
        --last;  // the number goes with its "GB"
      else if (!is_qualifier(words[last - 1]))
        break;
    }
    if (!is_brand(words[first])) break;
  }
  // A name of brand words and digits that say nothing ("rtx", "16") is none.
  std::erase_if(names, [](const std::string& name) { return name.size() < 2 || is_brand(name); });
  return {names.begin(), names.end()};
}

void Catalog::lay_over(Dataset data) {
  replace_by_id(gpus_, data.gpus);
  replace_by_id(workloads_, data.workloads);
  replace_by_id(software_, data.software);
  replace_by_id(sources_, data.sources);
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

const Gpu& Catalog::find_gpu(std::string_view name) const {
  std::vector<const Gpu*> candidates;
  for (const std::string& wanted : {fold(name), without_maker(name)}) {
    if (wanted.empty()) break;
    for (const Gpu& gpu : gpus_)
      if (answers_to(gpu, wanted)) return gpu;
    for (const Gpu& gpu : gpus_) {
      const std::vector<std::string> names = short_names(gpu);
      if (std::find(names.begin(), names.end(), wanted) != names.end()) candidates.push_back(&gpu);
    }
    if (candidates.size() == 1) return *candidates.front();
    if (!candidates.empty())
      throw Error(fmt::format("'{}' may be {}; name one of them", printable(name),
                              enumerate(ids_of(candidates))));
  }
  std::vector<std::string> ids;
  for (const Gpu& gpu : gpus_) ids.push_back(gpu.id);
  const std::string hint = did_you_mean(name, ids);
  throw Error(fmt::format("no card is called '{}'{}", printable(name),
                          hint.empty() ? "; `gpupick list` names all" : hint));
}

const Workload& Catalog::find_workload(std::string_view id) const {
  std::vector<std::string> ids;
  for (const Workload& workload : workloads_) {
    if (workload.id == id) return workload;
    ids.push_back(workload.id);
  }
  const std::string hint = did_you_mean(id, ids);
  throw Error(fmt::format("no workload is called '{}'{}", printable(id),
                          hint.empty() ? "; `gpupick workloads` names all" : hint));
}

}  // namespace gpupick
