#include "cards/names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_maker(std::string_view word) {
  return is_one_of(word,
                   {"nvidia", "amd", "intel", "apple", "google", "aws", "ati", "tenstorrent"});
}

// Words for a product line, which people leave out.
bool is_line(std::string_view word) {
  return is_one_of(
      word, {"geforce", "rtx", "gtx", "tesla", "quadro", "radeon", "rx", "pro", "ai", "instinct",
             "arc", "cloud", "data", "center", "gpu", "jetson", "wormhole", "blackhole"});
}

// Words that do not say which card is meant.
bool is_filler(std::string_view word) {
  return is_one_of(word, {"gpu", "gpus", "graphics", "card", "accelerator", "corporation", "inc",
                          "series", "vf", "sse2", "the", "superchip", "developer", "kit",
                          "generation", "edition", "mesa", "chip", "lhr"});
}

bool is_laptop(std::string_view word) { return is_one_of(word, {"laptop", "mobile", "notebook"}); }

bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Returns the number before a unit, as in "24gb", or "" if the word has another form.
std::string_view amount(std::string_view word, std::string_view unit) {
  if (!word.ends_with(unit)) return {};
  word.remove_suffix(unit.size());
  return is_digits(word) ? word : std::string_view();
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
  if (behind == "tisuper") return {word.substr(0, number), "ti", "super"};
  if (is_one_of(behind, {"ti", "super", "xt", "xtx", "gre", "d"}))
    return {word.substr(0, number), behind};
  return {word};
}

bool is_memory_size(std::string_view word) {
  return !amount(word, "gb").empty() || !amount(word, "gib").empty();
}

bool is_memory_type(std::string_view word) {
  return word.starts_with("gddr") || word.starts_with("hbm") || word.starts_with("lpddr");
}

bool is_form(std::string_view word) {
  if (is_one_of(word, {"pcie", "oam", "nvl"})) return true;
  return word.starts_with("sxm") && (word.size() == 3 || is_digits(word.substr(3)));
}

// Words at the end of a card's name that separate its variants and that people leave out.
bool is_qualifier(std::string_view word) {
  return is_memory_size(word) || is_memory_type(word) || is_form(word) || is_filler(word) ||
         is_laptop(word) || !amount(word, "core").empty() ||
         is_one_of(word, {"ada", "blackwell", "workstation", "server", "per"});
}

// True if a word of the query agrees with a figure of the card.
bool agrees(std::string_view word, const Words& name, const Gpu& gpu) {
  for (const std::string_view unit : {"gb", "gib"})
    if (const std::string_view gib = amount(word, unit); !gib.empty())
      return gpu.memory_gib && (parse_number(gib) == gpu.memory_gib ||
                                parse_number(gib) == per_device(gpu, gpu.memory_gib));
  if (is_memory_type(word)) return gpu.memory_type && fold(*gpu.memory_type) == word;
  if (is_form(word)) {
    // A name that states a form allows only that form, but plain SXM may mean SXM2 or SXM4.
    const auto own = std::find_if(name.begin(), name.end(), is_form);
    if (own != name.end()) return word == "sxm" && own->starts_with("sxm");
    return gpu.form_factor && word.starts_with(*gpu.form_factor);
  }
  for (const std::string_view unit : {"core", "gpu"})
    if (const std::string_view cores = amount(word, unit); !cores.empty())
      return gpu.compute_units && parse_number(cores) == gpu.compute_units;
  // A count of cards ("8x"), or the other cores of an Apple chip ("8p", "4e").
  return !amount(word, "x").empty() ||
         (gpu.vendor == "apple" && (!amount(word, "p").empty() || !amount(word, "e").empty()));
}

// Returns the words that a query must contain: the name without the product line in front and the
// qualifiers at the end.
Words core_of(const Words& name) {
  auto first = name.begin(), last = name.end();
  while (last != first && is_qualifier(last[-1])) --last;
  while (first != last && first + 1 != last && (is_line(*first) || is_maker(*first))) ++first;
  return {first, last};
}

bool holds(const Words& words, const Words& piece) {
  return std::search(words.begin(), words.end(), piece.begin(), piece.end()) != words.end();
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  Words words;
  std::string word, remark;
  bool inside = false;
  const auto end_word = [&] {
    std::string folded = fold(word);
    word.clear();
    if (is_one_of(folded, {"gb", "gib", "core"}) && !words.empty() && is_digits(words.back()))
      words.back() += folded;
    else if (!folded.empty())
      for (std::string& part : parts_of(folded)) words.push_back(std::move(part));
  };
  for (const char c : std::string(name) + ' ') {
    if (c == '(') {
      inside = true;
    } else if (c == ')' && inside) {
      inside = false;
      // Remarks about memory count; remarks about drivers and revisions do not.
      if (remark.find("GB") != std::string::npos)
        for (std::string& more : words_of_name(remark)) words.push_back(std::move(more));
      remark.clear();
    } else if (inside) {
      remark += c;
    } else if (c == ' ' || c == '-' || c == '_' || c == '/' || c == ',' || c == '+') {
      end_word();
    } else {
      word += c;
    }
  }
  // "Lite hash rate" cards of the RTX 30 series mine more slowly and compute at the same speed.
  // "Lite" alone stays, because a TPU v4 lite is another chip.
  static const Words less_mining{"lite", "hash", "rate"};
  const auto found =
      std::search(words.begin(), words.end(), less_mining.begin(), less_mining.end());
  if (found != words.end()) words.erase(found, found + 3);
  static const Words low_power{"max", "q"};
  const auto slim = std::search(words.begin(), words.end(), low_power.begin(), low_power.end());
  if (slim != words.end()) *words.erase(slim) = "mobile";
  return words;
}

std::vector<std::string> possible_names(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) break;
    std::string_view inside = text.substr(open + 1, close - open - 1);
    // Skips classes, PCI ids and makers.
    const std::string folded = fold(inside);
    const bool hex = folded.find_first_not_of("0123456789abcdef") == std::string::npos &&
                     folded.size() <= 8 &&
                     (folded.size() == 8 || (folded.size() == 4 && is_digits(folded)));
    if (hex || is_one_of(folded, {"amdati", "amd", "nvidia", "intel"})) continue;
    while (!inside.empty()) {
      const std::size_t slash = std::min(inside.find('/'), inside.size());
      names.emplace_back(inside.substr(0, slash));
      inside.remove_prefix(std::min(inside.size(), slash + 1));
    }
  }
  if (names.empty()) names.emplace_back(text);
  return names;
}

std::string without_filler(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words)
    if (!is_filler(word)) out += word + ' ';
  return out;
}

bool says_no_model(const std::vector<std::string>& words) {
  const auto plain = [](const std::string& word) {
    return is_maker(word) || is_line(word) || is_filler(word);
  };
  return words.size() > 1 && std::all_of(words.begin(), words.end(), plain);
}

std::string pci_id_of(std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string found, lower;
  for (const char c : text) lower += c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  for (std::size_t colon = lower.find(':'); colon != std::string::npos;
       colon = lower.find(':', colon + 1)) {
    // Counts the hexadecimal digits on each side of the colon: there must be four.
    const std::size_t before = lower.find_last_not_of(hex, colon - 1) + 1;
    const std::size_t behind = std::min(lower.find_first_not_of(hex, colon + 1), lower.size());
    if (colon >= 4 && colon - before == 4 && behind - colon == 5) found = lower.substr(before, 9);
  }
  return found;
}

std::vector<std::string> core_words(const Gpu& gpu) { return core_of(words_of_name(gpu.name)); }

bool means(const std::vector<std::string>& words, const Gpu& gpu) {
  const Words name = words_of_name(gpu.name);
  if (!holds(words, core_of(name))) return false;
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    if (std::find(name.begin(), name.end(), word) != name.end()) return true;
    return is_filler(word) || is_laptop(word) || word == gpu.vendor || agrees(word, name, gpu);
  });
}

bool is_named_in_full(const std::vector<std::string>& words, const Gpu& gpu) {
  const Words name = words_of_name(gpu.name);
  return std::all_of(name.begin(), name.end(), [&](const std::string& word) {
    return is_memory_size(word) || is_memory_type(word) || is_form(word) || is_filler(word) ||
           is_laptop(word) || std::find(words.begin(), words.end(), word) != words.end();
  });
}

bool resembles(const std::vector<std::string>& words, const Gpu& gpu) {
  return holds(words, core_words(gpu));
}

bool is_laptop_part(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), is_laptop);
}

bool is_id(std::string_view text, const Gpu& gpu) {
  return std::equal(
      text.begin(), text.end(), gpu.id.begin(), gpu.id.end(), [](char given, char own) {
        return given == own || (given >= 'A' && given <= 'Z' && given - 'A' + 'a' == own);
      });
}

bool is_named(std::string_view text, const Gpu& gpu) {
  std::string folded = fold(text);
  if (folded.empty()) return false;
  const auto matches = [&](std::string_view name) { return fold(name) == folded; };
  if (matches(gpu.name)) return true;
  for (const std::string_view alias : gpu.aliases) {
    const std::string_view maker = alias.substr(0, alias.find('-'));
    if (is_maker(maker) ? alias == text : matches(alias)) return true;
  }
  const std::string_view maker = gpu.vendor.value_or("");
  return !maker.empty() && folded.starts_with(maker) && folded.size() > maker.size() &&
         is_named(std::string_view(folded).substr(maker.size()), gpu);
}

}  // namespace gpupick
