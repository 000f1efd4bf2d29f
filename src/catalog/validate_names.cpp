// Checks of names: an alias that reads as another card, and words of boards in the names of cards.
#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

// Finds the cards that a name may mean. Cards are indexed by their core words, which a matching
// name contains in one piece.
class NameIndex {
 public:
  NameIndex(const NameReader& reader, const std::vector<const Gpu*>& gpus) {
    for (const Gpu* gpu : gpus) {
      CardName card = reader.read(*gpu);
      std::vector<CardName>& alike = by_core_[join(card.core, " ")];
      if (alike.size() < most_alike) alike.push_back(std::move(card));
    }
  }

  // Calls `use` with each card whose core words are among these.
  template <class Use>
  void for_each(const std::vector<std::string>& words, Use use) const {
    if (words.size() > longest_name) return;
    visit("", use);
    for (std::size_t from = 0; from < words.size(); ++from) {
      std::string core;
      for (std::size_t i = from; i < words.size(); ++i) {
        core += (core.empty() ? "" : " ") + words[i];
        visit(core, use);
      }
    }
  }

 private:
  static constexpr std::size_t longest_name = 32;  // in words
  static constexpr std::size_t most_alike = 100;   // limit on cards with the same core words

  template <class Use>
  void visit(const std::string& core, Use use) const {
    const auto alike = by_core_.find(core);
    if (alike == by_core_.end()) return;
    for (const CardName& card : alike->second) use(card);
  }

  std::unordered_map<std::string, std::vector<CardName>> by_core_;
};

}  // namespace

void check_names(const Dataset& data, const std::vector<const Gpu*>& gpus,
                 const std::vector<const NameWords*>& words,
                 const std::vector<const Maker*>& makers, const Report& report) {
  Vocabulary all;
  for (const NameWords* record : words) all.add(*record);
  for (const Maker* record : makers) all.add(*record);
  const NameReader reader(all), plain{Vocabulary()};
  const bool any_alias = std::ranges::any_of(
      data.of<Gpu>(), [](const Record<Gpu>& record) { return !record.value.aliases.empty(); });
  const NameIndex names(reader, any_alias ? gpus : std::vector<const Gpu*>());

  const auto check_alias = [&](const Record<Gpu>& record, std::string_view alias) {
    const std::vector<std::string> read = reader.words(alias);
    if (read.empty() || read.front() == record.value.vendor) return;
    names.for_each(read, [&](const CardName& other) {
      if (other.gpu->id != record.value.id && means(read, other) &&
          !means(read, reader.read(record.value)) && !is_named(alias, other))
        report(Rule::ambiguous_alias, record.where("aliases"), "the alias '{}' reads as {}", alias,
               other.gpu->id);
    });
  };
  for (const auto& record : data.of<Gpu>())
    for (const std::string_view alias : record.value.aliases) check_alias(record, alias);

  for (const auto& record : data.of<NameWords>()) {
    if (record.value.role != "board") continue;
    Vocabulary own;
    own.add(record.value);
    const NameReader without(own);
    for (const Gpu* gpu : gpus) {
      const std::vector<std::string> name = plain.words(gpu->name), left = without.words(gpu->name);
      const auto [word, end] = std::ranges::mismatch(name, left);
      if (word != name.end())
        report(Rule::ambiguous_alias, record.where("words"),
               "the board word '{}' is part of the name of {}", *word, gpu->id);
    }
  }
}

}  // namespace gpupick
