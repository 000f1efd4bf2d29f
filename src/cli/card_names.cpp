#include "cli/card_names.hpp"

#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "cli/foreign_words.hpp"

namespace gpupick {
namespace {

struct CountedName {
  std::string name, count;
};

constexpr std::size_t most_kinds = 4;

// Splits "2x 3090", "2 x 3090" and "2*3090". A longer number is part of a name, as in "7900 XTX".
std::optional<CountedName> count_first(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || digits > 3) return {};
  const std::size_t cross = text.find_first_not_of(' ', digits);
  if (cross == std::string::npos || !holds("xX*", text[cross]) || cross + 1 == text.size())
    return {};
  return CountedName{text.substr(cross + 1), text.substr(0, digits)};
}

// Splits "3090 x2", "3090 x 2", "3090x2" and "3090*2". An x that ends a word is part of a name, as
// in "rtx 3090" and "A100X 80". Throws Error for "A100 PCIe x4", which may mean lanes.
std::optional<CountedName> crossed_last(const std::string& text) {
  const std::size_t sign = text.find_last_not_of("0123456789 ");
  if (sign == std::string::npos || sign == 0 ||
      text.find_first_not_of(' ', sign + 1) == std::string::npos)
    return {};
  const bool apart = text[sign - 1] == ' ', joined = text[sign + 1] != ' ';
  const bool cross =
      (text[sign] == 'x' || text[sign] == 'X') && (apart || (joined && is_digit(text[sign - 1])));
  if (text[sign] != '*' && !cross) return {};
  const std::string name = text.substr(0, text.find_last_not_of(' ', sign - 1) + 1);
  const std::string count = text.substr(text.find_first_not_of(' ', sign + 1));
  if (holds(fold(name), "pci"))
    throw Error("'{}' may mean cards or lanes; write {}:{} for so many cards", printable(text),
                printable(name), count);
  for (const std::string_view cooler : {"twin", "inno3d", "ichill"})
    if (holds(fold(name), cooler)) return {};
  return CountedName{name, count};
}

// Splits "3090:2" and the like. A PCI id also has a colon, between two groups of four digits.
std::optional<CountedName> count_last(const std::string& text, const Catalog& catalog) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return crossed_last(text);
  CountedName counted{text.substr(0, colon), text.substr(colon + 1)};
  if (!counted.count.empty() && !parse_number(counted.count)) return {};
  const bool may_be_pci_id = colon == 4 && text.size() == 9;
  if (may_be_pci_id && !catalog.has_gpu(counted.name)) return {};
  return counted;
}

std::optional<CountedName> counted_name(const std::string& text, const Catalog& catalog) {
  const std::optional<CountedName> first = count_first(text);
  return first ? first : count_last(text, catalog);
}

// True for "4090,4090:2", which names two kinds; false for "Device 2684, rev a1".
bool lists_cards(const std::string& text, const Catalog& catalog) {
  const Phrases parts = split(text, ",");
  const auto names_cards = [&](std::string_view part) {
    const std::optional<CountedName> found = counted_name(std::string(part), catalog);
    return catalog.has_gpu(found ? found->name : part);
  };
  return parts.size() > 1 && names_cards(parts[0]) && names_cards(parts[1]);
}

void refuse_memory(const std::string& name) {
  if (const auto gib = memory_named(name))
    throw Error(
        "'{0}' is an amount of memory, not a card; `gpupick list --vram {1}` lists the cards that "
        "have it, and `gpupick fit {1}GB` what fits it",
        printable(name), exact(*gib));
}

std::optional<Price> street_price(const Gpu& gpu, const Catalog& catalog, const Query& query) {
  return catalog.price_on(gpu, query.condition, query.day);
}

CardGroup find_cards(const std::string& text, const Catalog& catalog, const Query& query) {
  if (lists_cards(text, catalog))
    throw Error(
        "'{}' lists several cards; join them with a plus, as in 3090+4090, or count them, as in "
        "4090:2",
        printable(text));
  const std::optional<CountedName> found = counted_name(text, catalog);
  if (!found) return {&find_card(text, catalog, query)};
  const CardGroup cards{&find_card(found->name, catalog, query),
                        parse_card_count(found->count, text)};
  check_joinable(cards, catalog, query);
  return cards;
}

}  // namespace

std::optional<double> memory_named(const std::string& name) {
  const std::string folded = fold(name);
  const std::optional<double> gib = parse_quantity(name, "GIB");
  const auto ends = [&](std::string_view unit) { return folded.ends_with(unit); };
  const bool named = gib && *gib > 0 && (ends("gb") || ends("gib") || ends("mb") || ends("mib"));
  return named ? gib : std::nullopt;
}

const Gpu& find_card(const std::string& name, const Catalog& catalog, const Query& query) {
  refuse_memory(name);
  if (const std::string_view advice = advice_on(name); !advice.empty())
    throw Error("no card is called '{}'; {}", printable(name), advice);
  if (!catalog.has_gpu(name) && (catalog.has_model(name) || catalog.has_network(name)))
    throw Error(
        "'{0}' is a model, not a card; `gpupick models {0}` shows it, and `gpupick recommend "
        "--model {0}` ranks cards for it",
        printable(name));
  const Gpu& gpu = find_kind(name, catalog);
  require_existence(catalog, gpu, query.day);
  return gpu;
}

const Gpu& find_kind(const std::string& name, const Catalog& catalog) {
  const Gpu* gpu = nullptr;
  try {
    gpu = &catalog.find_gpu(name);
    if (!counts_cards(name)) return *gpu;
  } catch (const Error&) {
    const std::optional<CountedName> found = counted_name(name, catalog);
    if (!found || !parse_number(found->count)) throw;
    gpu = &catalog.find_gpu(found->name);
  }
  throw Error("'{}' counts cards; name the kind alone: {}", printable(name), gpu->id);
}

std::vector<std::string> listed_cards(const std::string& text, const Catalog& catalog) {
  if (!lists_cards(text, catalog)) return {text};
  const Phrases names = split(text, ",");
  return {names.begin(), names.end()};
}

std::vector<CardGroup> find_box(const std::string& text, const Catalog& catalog,
                                const Query& query) {
  std::vector<CardGroup> box;
  try {
    for (const std::string_view name : split(text, "+")) {
      const CardGroup cards = find_cards(std::string(name), catalog, query);
      const auto same = std::ranges::find(box, cards.gpu, &CardGroup::gpu);
      if (same == box.end())
        box.push_back(cards);
      else
        same->count += cards.count;
    }
  } catch (const Error&) {
    // The plus may be part of a name, as in "Ryzen AI Max+ 395". Two plus signs never are.
    if (holds(text, "++")) throw;
    return {find_cards(text, catalog, query)};
  }
  if (box.size() > most_kinds) throw Error("at most {} kinds of cards share a job", most_kinds);
  for (const CardGroup& cards : box) check_joinable(cards, catalog, query);
  for (const CardGroup& cards : box)
    if (box.size() > 1 && is_whole_computer(*cards.gpu, street_price(*cards.gpu, catalog, query)))
      throw Error("{} is part of a computer, so other cards can't join it", cards.gpu->id);
  return box;
}

int parse_card_count(const std::string& count, const std::string& text) {
  const double value = parse_number(count).value_or(0);
  if (value < 1 || value > 1024 || value != std::floor(value))
    throw Error("'{}' must name 1 to 1,024 cards", printable(text));
  return static_cast<int>(value);
}

bool are_joinable(const Gpu& gpu, const Catalog& catalog, const Query& query) {
  return joinable(gpu, street_price(gpu, catalog, query));
}

void check_joinable(const CardGroup& cards, const Catalog& catalog, const Query& query) {
  if (cards.count > 1 && !are_joinable(*cards.gpu, catalog, query))
    throw Error(
        "{} is part of a computer without a link to others, so {} can't share a job; name one, as "
        "in `gpupick estimate {}`",
        cards.gpu->id, cards.count, cards.gpu->id);
}

}  // namespace gpupick
