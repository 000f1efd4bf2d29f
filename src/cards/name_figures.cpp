#include "cards/name_figures.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

// Returns the type of a memory, with "d6" and "g6" as gddr6, or "" if the word is none.
std::string memory_type(std::string_view word) {
  for (const std::string_view type : {"gddr", "hbm", "lpddr"})
    if (word.starts_with(type)) return std::string(word);
  const bool brief = word.size() > 1 && word.size() < 4 && (word[0] == 'd' || word[0] == 'g') &&
                     is_digits(word.substr(1, 1)) && (word.size() == 2 || word[2] == 'x');
  return brief ? "gddr" + std::string(word.substr(1)) : "";
}

}  // namespace

std::string_view number_before(std::string_view word, std::string_view unit) {
  if (!word.ends_with(unit)) return {};
  word.remove_suffix(unit.size());
  return is_digits(word) ? word : std::string_view();
}

Number memory_size(std::string_view word) {
  constexpr std::size_t least_digits = 4;
  for (const std::string_view unit : {"mb", "mib"})
    if (const std::string_view mib = number_before(word, unit); mib.size() >= least_digits)
      return *parse_number(mib) / 1024;
  if (word.starts_with('o')) word.remove_prefix(1);
  for (const std::string_view unit : {"gb", "gib", "go", "g", "gt", "gd", "gd5", "gd6", "gd6x"})
    if (const std::string_view gib = number_before(word, unit); !gib.empty())
      return parse_number(gib);
  return {};
}

bool is_memory_size(std::string_view word) { return memory_size(word).has_value(); }

bool is_memory_type(std::string_view word) { return !memory_type(word).empty(); }

bool is_form(std::string_view word) {
  if (word == "pcie" || word == "oam" || word == "nvl") return true;
  return word.starts_with("sxm") && (word.size() == 3 || is_digits(word.substr(3)));
}

bool agrees_with_figures(std::string_view word, const Gpu& gpu,
                         const std::vector<std::string>& name) {
  if (is_memory_size(word)) {
    const Number gib = memory_size(word);
    // MB are what a driver shows.
    if (holds(word, 'm')) return may_show(gpu, *gib);
    return !gpu.memory_gib || gib == gpu.memory_gib || gib == per_device(gpu, gpu.memory_gib);
  }
  if (is_memory_type(word)) return !gpu.memory_type || fold(*gpu.memory_type) == memory_type(word);
  if (is_form(word)) {
    // A name that states a form allows only that form, but plain SXM may mean any SXM.
    const auto own = std::ranges::find_if(name, is_form);
    if (own != name.end())
      return word.starts_with("sxm") && own->starts_with("sxm") && (word == "sxm" || *own == "sxm");
    return gpu.form_factor && word.starts_with(*gpu.form_factor);
  }
  for (const std::string_view unit : {"core", "gpu", "c"})
    if (const std::string_view cores = number_before(word, unit); !cores.empty())
      return gpu.compute_units && parse_number(cores) == gpu.compute_units;
  if (const std::string_view bits = number_before(word, "bit"); !bits.empty())
    return parse_number(bits) == gpu.bus_bits;
  if (const std::string_view watts = number_before(word, "w"); !watts.empty())
    return parse_number(watts) == gpu.tdp_w;
  // A count of cards ("8x"), or the other cores of an Apple chip ("8p", "4e").
  return !number_before(word, "x").empty() ||
         (gpu.vendor == "apple" &&
          (!number_before(word, "p").empty() || !number_before(word, "e").empty()));
}

std::vector<std::string> without_memory_sizes(std::vector<std::string> words) {
  std::erase_if(words, is_memory_size);
  return words;
}

bool states_cores(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return !number_before(word, "core").empty() || !number_before(word, "gpu").empty() ||
           !number_before(word, "c").empty();
  });
}

Number stated_memory(const std::vector<std::string>& words) {
  const auto size = std::ranges::find_if(words, is_memory_size);
  return size == words.end() ? Number() : memory_size(*size);
}

}  // namespace gpupick
