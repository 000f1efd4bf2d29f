#include "cards/name_words.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

bool fits(std::string_view pattern, std::string_view text) {
  if (pattern.ends_with('*'))
    return text.size() + 1 >= pattern.size() &&
           fits(pattern.substr(0, pattern.size() - 1), text.substr(0, pattern.size() - 1));
  return std::ranges::equal(pattern, text, [](char wanted, char given) {
    if (wanted == '#') return is_digit(given);
    if (wanted == '@') return is_letter(given);
    if (wanted == '.') return is_digit(given) || is_letter(given);
    return wanted == given || (is_letter(given) && wanted == (given | ' '));
  });
}

// Returns the end of the longest of the phrases that begins with the word at `from`, or `from`.
std::size_t end_of_phrase(const std::set<std::string_view>& phrases,
                          const std::vector<std::string>& words, std::size_t from) {
  constexpr std::size_t longest = 3;
  std::size_t found = from;
  std::string phrase;
  for (std::size_t end = from; end < std::min(from + longest, words.size()); ++end) {
    phrase += (end == from ? "" : " ") + words[end];
    const auto next = phrases.lower_bound(phrase);
    if (next == phrases.end() || !next->starts_with(phrase)) break;
    if (*next == phrase) found = end + 1;
  }
  return found;
}

bool hold_any(const std::vector<std::string>& words, const std::set<std::string_view>& phrases) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (end_of_phrase(phrases, words, i) > i) return true;
  return false;
}

// Replaces each of the phrases by one word.
void replace(const std::set<std::string_view>& phrases, const char* by,
             std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const std::size_t end = end_of_phrase(phrases, words, i); end > i) {
      words.erase(words.begin() + std::ptrdiff_t(i) + 1, words.begin() + std::ptrdiff_t(end));
      words[i] = by;
    }
}

}  // namespace

std::vector<std::string> words_for(std::span<const TableWords> records, std::string_view table,
                                   std::string_view key) {
  std::vector<std::string> out;
  for (const TableWords& record : records)
    if (record.table == table && record.key == key)
      for (const std::string_view word : record.words) out.push_back(fold(word));
  return out;
}

Vocabulary::Vocabulary(std::span<const NameWords> words, std::span<const Maker> makers) {
  for (const NameWords& record : words) add(record);
  for (const Maker& record : makers) add(record);
}

void Vocabulary::add(const Maker& record) {
  makers_.insert(record.id);
  makers_.insert(record.words.begin(), record.words.end());
}

void Vocabulary::add(const NameWords& record) {
  if (record.role == "part_number")
    part_numbers_.insert(part_numbers_.end(), record.words.begin(), record.words.end());
  else
    (record.role == "line"        ? lines_
     : record.role == "accessory" ? accessories_
     : record.role == "addition"  ? additions_
     : record.role == "purpose"   ? purposes_
     : record.role == "laptop"    ? laptops_
     : record.role == "computer"  ? computers_
     : record.role == "fault"     ? faults_
                                  : fillers_)
        .insert(record.words.begin(), record.words.end());
}

bool Vocabulary::names_accessory(const std::vector<std::string>& words) const {
  return hold_any(words, accessories_);
}

bool Vocabulary::names_fault(const std::vector<std::string>& words) const {
  return hold_any(words, faults_);
}

void Vocabulary::name_computers(std::vector<std::string>& words) const {
  replace(laptops_, "laptop", words);
  replace(computers_, "computer", words);
}

void Vocabulary::drop_filler(std::vector<std::string>& words) const {
  std::vector<std::string> kept;
  bool added = false;          // what follows comes with the card
  std::size_t dropped = 0;     // end of the phrases so far, which may overlap
  std::size_t kept_until = 0;  // end of an accessory that says more, such as "nur OVP"
  for (std::size_t i = 0; i < words.size(); ++i) {
    added = added || words[i] == feature_mark || additions_.contains(words[i]);
    std::size_t filler = i;
    for (const Phrases* phrases : {&fillers_, &additions_, &purposes_})
      filler = std::max(filler, end_of_phrase(*phrases, words, i));
    const std::size_t accessory = end_of_phrase(accessories_, words, i);
    if (added)
      filler = std::max(filler, accessory);
    else if (i >= dropped && accessory > filler)
      kept_until = std::max(kept_until, accessory);
    if (i >= kept_until) dropped = std::max(dropped, filler);
    if (i >= dropped && words[i] != feature_mark) kept.push_back(words[i]);
  }
  words = std::move(kept);
}

std::string Vocabulary::without_part_numbers(std::string_view text) const {
  std::string out;
  for (const std::string_view piece : split(text, " "))
    if (std::ranges::none_of(part_numbers_, [&](auto pattern) { return fits(pattern, piece); }))
      out.append(piece) += ' ';
  return out;
}

}  // namespace gpupick
