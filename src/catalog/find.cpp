// Finds the record that a name means: models with the suffixes of their publishers, others by id or
// alias. Errors suggest the nearest names.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "catalog/catalog.hpp"

namespace gpupick {
namespace {

// Words that publishers add to a model's name without changing its dimensions.
constexpr std::string_view publishing_words[] = {
    "gguf",      "instruct", "thinking",   "chat",     "it",     "hf",   "base", "mlx",
    "bnb",       "dynamic",  "unsloth",    "dwq",      "latest", "128k", "1m",   "abliterated",
    "quantized", "cloud",    "uncensored", "terminus", "i1",     "exp"};

// The end of a folded name: a weight format, or a word of `publishing_words` or a month (null).
struct Ending {
  std::size_t size = 0;
  const Quantisation* format = nullptr;
  bool is_month = false;  // of publishing, as in "Qwen3-235B-A22B-Instruct-2507"
};

bool ends_with_month(std::string_view folded) {
  constexpr std::size_t size = 4;
  return folded.size() > size && !is_digit(folded[folded.size() - size - 1]) &&
         std::ranges::all_of(folded.substr(folded.size() - size), is_digit);
}

// Returns the longest known ending; size 0 if there is none. In files for MLX, "4bit" means MLX's
// format.
Ending ending_of(std::string_view folded, std::span<const Quantisation> formats, bool of_mlx) {
  Ending out;
  const auto try_word = [&](const std::string& word, const Quantisation* format) {
    if (word.size() <= out.size || !folded.ends_with(word)) return;
    const Quantisation* own = of_mlx && format ? named(formats, "mlx" + word) : nullptr;
    out = {word.size(), own ? own : format};
  };
  for (const std::string_view word : publishing_words) try_word(std::string(word), nullptr);
  for (const Quantisation& format : formats) {
    try_word(fold(format.id), &format);
    for (const std::string_view alias : format.aliases) try_word(fold(alias), &format);
  }
  if (out.size == 0 && ends_with_month(folded)) return {4, nullptr, true};
  return out;
}

// True if the id goes on with one of the signs: qwen3-next-80b-a3b behind "qwen3next80b".
bool goes_on(std::string_view id, std::string_view folded, std::string_view signs = "-") {
  std::size_t same = 0;
  for (const char c : id) {
    if (same == folded.size()) return holds(signs, c);
    if (!is_digit(c) && !is_letter(c)) continue;
    if (c != folded[same++]) return false;
  }
  return false;
}

// Returns the only model whose id begins with the name, or null. "e5" is also a word of
// multilingual-e5-large.
const Model* begun_by(std::string_view folded, const Catalog& catalog) {
  const auto begins = [&](const auto& record) { return goes_on(record.id, folded); };
  const auto has_word = [&](const Model& model) { return contains(split(model.id, "-"), folded); };
  const auto found = std::ranges::find_if(catalog.models(), begins);
  const bool alone = std::ranges::count_if(catalog.models(), begins) == 1 &&
                     std::ranges::count_if(catalog.models(), has_word) <= 1 &&
                     std::ranges::none_of(catalog.networks(), begins);
  return alone ? &*found : nullptr;
}

// Returns the name without the folders or the publisher in front of it, as in "Qwen/Qwen3-8B", and
// without the ends of links, "?download=true" and "/tree/main".
std::string_view without_publisher(std::string_view name) {
  name = name.substr(0, std::min(name.find('?'), name.find("/tree/")));
  name = name.substr(0, name.find_last_not_of("/\\") + 1);
  return name.substr(name.find_last_of("/\\") + 1);
}

// Returns the network of this name, also as published: "Wan-AI/Wan2.1-T2V-14B-Diffusers". Some
// names have a slash and no publisher, such as ViT-B/16. Returns null if there is none.
const Network* network_named(std::string_view name, std::span<const Network> networks) {
  if (const Network* found = named(networks, name)) return found;
  name = without_publisher(name);
  if (const Network* found = named(networks, name)) return found;
  constexpr std::string_view pipeline = "diffusers";
  const std::string folded = fold(name);
  return folded.ends_with(pipeline)
             ? named(networks, folded.substr(0, folded.size() - pipeline.size()))
             : nullptr;
}

// Returns "model.gguf" for "model-00001-of-00003.gguf".
std::string without_part(std::string_view name) {
  constexpr std::string_view of = "-of-";
  constexpr std::size_t digits = 5;
  const std::size_t at = name.find(of), end = at + of.size() + digits;
  if (at == name.npos || at < digits + 1 || end > name.size() || name[at - digits - 1] != '-' ||
      !is_digits(name.substr(at - digits, digits)) ||
      !is_digits(name.substr(at + of.size(), digits)))
    return std::string(name);
  return std::string(name.substr(0, at - digits - 1)) += name.substr(end);
}

// Returns the words of a name in lower case: deepseek, r1 and 14b of "DeepSeek-R1:14b".
std::vector<std::string> name_parts(std::string_view name) {
  std::vector<std::string> out(1);
  for (const char c : lower_case(name.substr(0, 200)))
    if (is_digit(c) || is_letter(c) || c == '.')
      out.back() += c;
    else if (!out.back().empty())
      out.emplace_back();
  if (out.back().empty()) out.pop_back();
  return out;
}

// Returns the word that says how many parameters the model has, such as "14b", or "".
std::string size_in(std::string_view name) {
  for (const std::string& word : name_parts(name))
    if (word.size() > 1 && word.back() == 'b' && parse_number(word.substr(0, word.size() - 1)))
      return word;
  return "";
}

bool has_parts(std::string_view name, const std::vector<std::string>& wanted) {
  const std::vector<std::string> parts = name_parts(name);
  return std::ranges::all_of(wanted,
                             [&](const std::string& word) { return contains(parts, word); });
}

// Returns the ids that have all words of the text: first those that begin with it, then those with
// the fewest other words, then the newest. Without any, returns those that contain the text, or
// whose names have its words, and without any of these those whose aliases have them.
Phrases names_with(std::string_view text, std::span<const Model> models,
                   std::span<const Network> networks) {
  const std::vector<std::string> parts = name_parts(text);
  std::vector<std::pair<Date, std::string_view>> found;
  enum class By { id, name, alias };
  const auto gather = [&](const auto& records, By by) {
    const auto fits = [&](const auto& record) {
      if (by == By::id) return has_parts(record.id, parts);
      if (by == By::name)
        return holds(fold(record.id), fold(text)) || has_parts(record.name, parts);
      return std::ranges::any_of(record.aliases,
                                 [&](std::string_view alias) { return has_parts(alias, parts); });
    };
    for (const auto& record : records)
      if (fits(record)) found.emplace_back(record.released.value_or(Date{}), record.id);
  };
  for (const By by : {By::id, By::name, By::alias}) {
    if (!found.empty()) break;
    gather(models, by);
    gather(networks, by);
  }
  std::ranges::stable_sort(found, [folded = fold(text)](const auto& left, const auto& right) {
    const auto rank = [&](std::string_view id) {
      return std::pair(!goes_on(id, folded, "-."), std::ranges::count(id, '-'));
    };
    return std::pair(rank(left.second), right.first) < std::pair(rank(right.second), left.first);
  });
  Phrases out;
  for (const auto& [date, id] : found) out.push_back(id);
  return out;
}

// True for "deepseek-r1:latest": Ollama chooses among several models of that name, and none has it
// alone.
bool is_open_tag(std::string_view name, std::span<const Model> models) {
  constexpr std::string_view tag = ":latest";
  if (!name.ends_with(tag)) return false;
  const std::string family = fold(name.substr(0, name.size() - tag.size()));
  const auto begins = [&](const Model& model) { return goes_on(model.id, family); };
  return std::ranges::count_if(models, begins) > 1 &&
         std::ranges::none_of(models, [&](const Model& model) { return fold(model.id) == family; });
}

// Splits a name without its publisher into model and format.
NamedModel model_in(std::string_view name, bool of_mlx, const Catalog& catalog) {
  if (const Model* found = named(catalog.models(), name)) return {found, nullptr};
  // A whole name goes before the beginning of another: DeepSeek-R1-0528 is R1 of that month and
  // not DeepSeek-R1-0528-Qwen3-8B.
  for (const bool by_beginning : {false, true}) {
    NamedModel out;
    bool whole = true;  // no month was left out, behind which a name may be that of another model
    for (std::string rest = fold(name); !rest.empty();) {
      out.model = !by_beginning ? named(catalog.models(), rest)
                  : whole       ? begun_by(rest, catalog)
                                : nullptr;
      if (out.model) return out;
      const Ending ending = ending_of(rest, catalog.quantisations(), of_mlx);
      if (ending.size == 0) break;
      if (!out.format) out.format = ending.format;
      whole = whole && !ending.is_month;
      rest.resize(rest.size() - ending.size);
    }
  }
  return {};
}

// Returns the folded name without formats and the words of publishers: "qwen3" of "qwen3:latest".
std::string without_endings(std::string_view name, std::span<const Quantisation> formats) {
  std::string out = fold(name);
  while (const std::size_t size = ending_of(out, formats, false).size)
    out.resize(out.size() - size);
  return out;
}

[[noreturn]] void refuse_part_of_name(std::string_view text, Phrases names) {
  constexpr std::size_t most = 6;
  const std::size_t all = names.size();
  if (all == 1)
    throw Error("no model is called '{}'; did you mean {}?", printable(text), names.front());
  names.resize(std::min(all, most));
  const std::string several = all > most ? fmt::format("one of {} models, such as ", all) : "";
  throw Error("'{}' may be {}{}; name one of them{}", printable(text), several, enumerate(names),
              all > most ? " (`gpupick models` lists all)" : "");
}

}  // namespace

void Catalog::refuse_unknown(std::string_view name, const char* what, const Phrases& known,
                             std::string_view otherwise) {
  const std::string hint = did_you_mean(name, known);
  throw Error("no {} is called '{}'{}", what, printable(name), hint.empty() ? otherwise : hint);
}

const Workload& Catalog::find_workload(std::string_view id) const {
  const Phrases known = all_ids(workloads());
  return get<Workload>(
      id, "workload",
      known_are(known) + (known.empty() ? "" : "; `gpupick workloads` says what each is"));
}

NamedModel Catalog::read_model_name(std::string_view name) const {
  const std::string own_name = without_part(without_publisher(name.substr(0, 200)));
  if (is_open_tag(own_name, models())) return {};
  const bool of_mlx = contains(name_parts(name), "mlx");
  const NamedModel found = model_in(own_name, of_mlx, *this);
  // "Qwen_Qwen3-14B-GGUF": some publish models of others with the publisher's name in front.
  const std::size_t sign = own_name.find('_');
  if (found.model || sign == own_name.npos) return found;
  return model_in(std::string_view(own_name).substr(sign + 1), of_mlx, *this);
}

const Model& Catalog::find_model(std::string_view name) const {
  if (const Model* found = read_model_name(name).model) return *found;
  name = without_publisher(name);
  constexpr std::size_t shortest = 2;
  for (const std::string& text : {std::string(name), without_endings(name, quantisations())})
    if (fold(text).size() >= shortest)
      if (Phrases names = names_with(text, models(), networks()); !names.empty())
        refuse_part_of_name(name, std::move(names));
  const std::string size = size_in(name);
  Phrases alike = all_ids(models());
  std::erase_if(alike, [&](std::string_view id) { return !has_parts(id, {size}); });
  std::string hint;
  if (size.empty() || alike.empty()) {
    Phrases all = all_ids(models());
    for (const std::string_view id : all_ids(networks())) all.push_back(id);
    hint = did_you_mean(name, all);
    // An unknown variant, such as "flux-kontext", has a family that is known.
    const std::vector<std::string> parts = name_parts(name);
    Phrases family;
    if (!parts.empty() && parts.front().size() > shortest)
      family = names_with(parts.front(), models(), networks());
    family.resize(std::min<std::size_t>(family.size(), 3));
    if (hint.empty() && !family.empty())
      hint = fmt::format("; did you mean {}?", enumerate(family));
    if (hint.empty()) hint = "; `gpupick models` names all";
  } else {
    hint = did_you_mean(name, alike);
    if (hint.empty()) hint = fmt::format("; `gpupick models {}` names those of this size", size);
  }
  throw Error("no model is called '{}'{}", printable(name), hint);
}

bool Catalog::has_model(std::string_view name) const { return read_model_name(name).model; }

const Network& Catalog::find_network(std::string_view name) const {
  if (const Network* found = network_named(name, networks())) return *found;
  return get<Network>(without_publisher(name), "network", "; `gpupick models` names all");
}

bool Catalog::has_network(std::string_view name) const { return network_named(name, networks()); }

const ScoreScale& Catalog::score_scale() const {
  if (of<ScoreScale>().empty()) refuse_missing_law();
  return of<ScoreScale>().front();
}

}  // namespace gpupick
