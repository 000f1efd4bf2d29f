#include "cards/names.hpp"

#include <algorithm>

#include "base/lists.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return contains(words, word);
}

bool is_laptop(std::string_view word) {
  return is_one_of(word, {"laptop", "mobile", "notebook", "maxq"});
}

// True for what follows the number of a card that is another chip: "4070 Ti", "4090D".
bool is_suffix(std::string_view word) {
  return is_one_of(word, {"ti", "super", "xt", "xtx", "gre", "d"});
}

// Splits words that people join to a number: "3090ti", "4070tisuper", "7900xtx", "rtx3080".
std::vector<std::string> parts_of(const std::string& word) {
  for (const std::string_view line : {"rtx", "gtx", "rx"})
    if (word.starts_with(line) && word.size() > line.size() + 2 &&
        is_digits(word.substr(line.size(), 3))) {
      std::vector<std::string> parts = parts_of(word.substr(line.size()));
      parts.insert(parts.begin(), std::string(line));
      return parts;
    }
  const std::size_t number = word.find_first_not_of("0123456789");
  if (number < 3 || number == std::string::npos) return {word};
  const std::string behind = word.substr(number);
  if (is_one_of(behind, {"tisuper", "tis"})) return {word.substr(0, number), "ti", "super"};
  if (is_suffix(behind)) return {word.substr(0, number), behind};
  return {word};
}

// Returns the words of the card's architecture that are no number: "ada", "lovelace".
Words architecture_words(const Gpu& gpu) {
  Words out;
  for (const std::string_view word : split(gpu.architecture.value_or(""), " "))
    if (!word.empty() && std::ranges::none_of(word, is_digit)) out.push_back(fold(word));
  return out;
}

// True for words at the end of a card's name that separate its variants and that people leave out.
bool is_qualifier(const std::string& word, const CardName& card) {
  return is_memory_size(word) || is_memory_type(word) || is_form(word) || is_laptop(word) ||
         !number_before(word, "core").empty() || contains(card.architecture, word) ||
         is_one_of(word, {"workstation", "server", "per"});
}

// True for words of trade that hold for the card without being part of its name: "Tesla A100", "RTX
// PRO 4500 Blackwell Workstation Edition", "A100 NVLink". Beside a card for games, NVLink is the
// bridge.
bool is_of_segment(std::string_view word, const Gpu& gpu) {
  const bool datacenter = gpu.segment == segment_word("datacenter"),
             workstation = gpu.segment == segment_word("workstation");
  if (gpu.vendor != "nvidia") return word == "workstation" && workstation;
  return (word == "tesla" && datacenter) || (word == "workstation" && workstation) ||
         (word == "nvlink" && (datacenter || workstation));
}

// Replaces the piece by one word, all but the first `kept` words of it.
void join(Words& words, const Words& piece, const char* word, std::ptrdiff_t kept = 0) {
  const auto found = std::search(words.begin(), words.end(), piece.begin(), piece.end());
  if (found == words.end()) return;
  const auto rest = words.erase(found + kept, found + std::ssize(piece));
  words.insert(rest, word);
}

bool holds(const Words& words, const Words& piece) {
  return std::search(words.begin(), words.end(), piece.begin(), piece.end()) != words.end();
}

}  // namespace

std::vector<std::string> NameReader::split_words(std::string_view name) const {
  Words out;
  std::string word, remark;
  bool inside = false;
  const auto end_word = [&] {
    std::string folded = fold(word);
    word.clear();
    const bool counts = !out.empty() && is_digits(out.back());
    if (counts && is_one_of(folded, {"gb", "gib", "go", "mb", "mib", "core", "bit"}))
      out.back() += folded;
    else if (folded == "cpu" && !out.empty() && !number_before(out.back(), "core").empty())
      out.pop_back();  // Apple counts the cores of both
    else if (!folded.empty())
      for (std::string& part : parts_of(folded)) out.push_back(std::move(part));
  };
  const auto is_of_card = [](std::string_view said) {
    return is_memory_size(said) || is_laptop(said) || is_suffix(said);
  };
  for (const char c : name) {
    if (c == '(') {
      inside = true;
    } else if (c == ')' && inside) {
      inside = false;
      // Remarks about the card count; remarks about drivers and revisions do not.
      Words said = split_words(vocabulary_.without_part_numbers(remark));
      if (std::ranges::any_of(said, is_of_card) || vocabulary_.names_fault(said) ||
          names_accessory(words(remark)))
        std::ranges::move(said, std::back_inserter(out));
      remark.clear();
    } else if (inside) {
      remark += c;
    } else if (c == ' ' || c == '-' || c == '_' || c == '/' || c == ',' || c == '+') {
      const bool listed = c == ',' || (c == '+' && word.empty());
      end_word();
      if (listed) out.emplace_back(feature_mark);
    } else {
      word += c;
    }
  }
  end_word();
  join(out, {"max", "q"}, "maxq");
  join(out, {"ti", "s"}, "super", 1);
  return out;
}

std::vector<std::string> NameReader::words(std::string_view name) const {
  Words words = split_words(vocabulary_.without_part_numbers(name));
  vocabulary_.name_computers(words);
  vocabulary_.drop_filler(words);
  return words;
}

std::vector<std::string> NameReader::possible_names(std::string_view text) const {
  std::vector<std::string> names;
  for (std::size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) break;
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    // Skips classes, PCI ids and makers.
    const std::string folded = fold(inside);
    const bool hex = folded.find_first_not_of("0123456789abcdef") == std::string::npos &&
                     (folded.size() == 8 || (folded.size() == 4 && is_digits(folded)));
    if (hex || vocabulary_.is_maker(folded)) continue;
    for (const std::string_view name : split(inside, "/"))
      if (!name.empty()) names.emplace_back(name);
  }
  if (names.empty()) names.emplace_back(text);
  return names;
}

std::vector<std::string> NameReader::without_line(std::vector<std::string> words) const {
  const auto first = std::ranges::find_if_not(words, [&](const std::string& word) {
    return vocabulary_.is_maker(word) || vocabulary_.is_line(word);
  });
  words.erase(words.begin(), first);
  return words;
}

bool NameReader::begins_with_accessory(std::string_view name) const {
  Phrases pieces = split(name, " ");
  std::erase(pieces, "");
  if (pieces.empty()) return false;
  const std::string first = fold(pieces[0]);
  return vocabulary_.is_accessory(first) ||
         (pieces.size() > 1 && vocabulary_.is_accessory(first + " " + fold(pieces[1])));
}

std::pair<std::string_view, std::string_view> NameReader::around_purpose(
    std::string_view name) const {
  for (std::size_t from = 0, to = 0; from < name.size(); from = to + 1) {
    to = std::min(name.find(' ', from), name.size());
    if (vocabulary_.is_purpose(fold(name.substr(from, to - from))))
      return {name.substr(0, from), name.substr(std::min(to + 1, name.size()))};
  }
  return {};
}

bool NameReader::says_no_model(const std::vector<std::string>& words) const {
  return !words.empty() && without_line(words).empty();
}

std::string pci_id_of(std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string found;
  const std::string lower = lower_case(text);
  for (std::size_t colon = lower.find(':'); colon != std::string::npos;
       colon = lower.find(':', colon + 1)) {
    // Counts the hexadecimal digits on each side of the colon: there must be four.
    const std::size_t before = lower.find_last_not_of(hex, colon - 1) + 1;
    const std::size_t behind = std::min(lower.find_first_not_of(hex, colon + 1), lower.size());
    if (colon >= 4 && colon - before == 4 && behind - colon == 5) found = lower.substr(before, 9);
  }
  return found;
}

CardName NameReader::read(const Gpu& gpu) const {
  CardName out{&gpu, words(gpu.name), {}, architecture_words(gpu), {fold(gpu.name)}};
  for (const std::string_view alias : gpu.aliases)
    if (!vocabulary_.is_maker(alias.substr(0, alias.find('-'))))
      out.spellings.push_back(fold(alias));
  // "TITAN X (Pascal)": the remark tells it from another card of that name.
  const std::string remark = fold(gpu.name.substr(std::min(gpu.name.find('('), gpu.name.size())));
  for (const std::string& word : out.architecture)
    if (gpupick::holds(remark, word)) out.words.push_back(word);
  auto first = out.words.begin(), last = out.words.end();
  while (last != first && is_qualifier(last[-1], out)) --last;
  while (first != last && first + 1 != last &&
         (vocabulary_.is_line(*first) || vocabulary_.is_maker(*first)))
    ++first;
  out.core.assign(first, last);
  return out;
}

bool has_words(const std::vector<std::string>& words, const CardName& card) {
  return std::ranges::all_of(words, [&](const std::string& word) {
    return contains(card.words, word) || contains(card.architecture, word) ||
           word == card.gpu->vendor || contains(card.spellings, word) ||
           (is_laptop(word) && in_laptop(*card.gpu)) || is_of_segment(word, *card.gpu) ||
           agrees_with_figures(word, *card.gpu, card.words);
  });
}

bool means(const std::vector<std::string>& words, const CardName& card) {
  return holds(words, card.core) && has_words(words, card);
}

bool is_named_in_full(const std::vector<std::string>& words, const CardName& card) {
  return std::ranges::all_of(card.words, [&](const std::string& word) {
    return is_memory_size(word) || is_memory_type(word) || is_form(word) ||
           (is_laptop(word) && in_laptop(*card.gpu)) || contains(words, word);
  });
}

bool resembles(const std::vector<std::string>& words, const CardName& card) {
  return holds(words, card.core);
}

std::string_view remark_in(std::string_view name) {
  const std::size_t open = name.find('(');
  if (open == name.npos) return {};
  name.remove_prefix(open + 1);
  return name.substr(0, name.find(')'));
}

bool counts_cards(std::string_view name) {
  Words words(1);
  for (const char c : lower_case(name))
    if (is_digit(c) || is_letter(c) || c == '*' || static_cast<unsigned char>(c) >= 0x80)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  const auto is_cross = [](std::string_view word) { return is_one_of(word, {"x", "*", "×"}); };
  const auto several = [](std::string_view word) {
    return is_digits(word) && word.size() < 4 && parse_number(word) > 1;
  };
  // Splits "2x" or "x2" at the end of its number.
  const auto is_counter = [&](std::string_view word, bool first) {
    const std::size_t edge =
        first ? word.find_first_not_of("0123456789") : word.find_last_not_of("0123456789") + 1;
    return edge < word.size() && several(first ? word.substr(0, edge) : word.substr(edge)) &&
           is_cross(first ? word.substr(edge) : word.substr(0, edge));
  };
  const std::size_t n = words.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::string_view word = words[i], next = i + 1 < n ? std::string_view(words[i + 1]) : "";
    for (const std::string_view unit : {"er", "pcs", "stk", "pack"})
      if (several(number_before(word, unit))) return true;
    if (several(word) && is_one_of(next, {"er", "pcs", "pieces", "stk", "stück", "cards", "pack"}))
      return true;
    if (is_one_of(word, {"pair", "set", "lot", "pack"}) && next == "of") return true;
  }
  if (is_counter(fold(remark_in(name)), true)) return true;
  if (n > 1 && (is_counter(words[0], true) || (n > 2 && several(words[0]) && is_cross(words[1]))))
    return true;
  const bool crossed = n > 2 && is_cross(words[n - 2]) && several(words[n - 1]);
  return n > 1 && (crossed || is_counter(words[n - 1], false)) &&
         std::ranges::none_of(words, [](std::string_view word) {
           return word.starts_with("pci") || word.starts_with("gen") ||
                  is_one_of(word, {"twin", "ichill", "inno3d", "dp", "hdmi", "displayport", "pin"});
         });
}

bool is_laptop_part(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, is_laptop);
}

std::vector<std::string> without_laptop_words(std::vector<std::string> words) {
  std::erase_if(words, is_laptop);
  return words;
}

std::string slug_of(std::string_view name) {
  std::string out;
  for (const char c : lower_case(name))
    if (is_letter(c) || is_digit(c))
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  if (out.ends_with('-')) out.pop_back();
  return out;
}

bool is_id(std::string_view text, const Gpu& gpu) { return lower_case(text) == gpu.id; }

bool is_named(std::string_view text, const CardName& card) {
  const Gpu& gpu = *card.gpu;
  const std::string folded = fold(text);
  const std::string_view maker = gpu.vendor.value_or("");
  return contains(card.spellings, folded) || contains(gpu.aliases, text) ||
         (!maker.empty() && folded.starts_with(maker) &&
          contains(card.spellings, folded.substr(maker.size())));
}

}  // namespace gpupick
