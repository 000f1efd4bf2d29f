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
     : record.role == "fault"     ? faults_
                                  : fillers_)
        .insert(record.words.begin(), record.words.end());
}

void Vocabulary::drop_filler(std::vector<std::string>& words) const {
  constexpr std::size_t longest = 3;
  std::vector<std::string> kept;
  std::size_t dropped = 0;  // end of the phrases so far, which may overlap
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string phrase;
    for (std::size_t end = i; end < std::min(i + longest, words.size()); ++end) {
      phrase += (end == i ? "" : " ") + words[end];
      const auto next = fillers_.lower_bound(phrase);
      if (next == fillers_.end() || !next->starts_with(phrase)) break;
      if (*next == phrase) dropped = std::max(dropped, end + 1);
    }
    if (i >= dropped) kept.push_back(words[i]);
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
