// Helpers that the renderers share. Private to src/render.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/table.hpp"
#include "base/text.hpp"
#include "render/render.hpp"

namespace gpupick {

using Json = nlohmann::ordered_json;

// Prints keys in the order in which they were added. Malformed UTF-8 becomes replacement
// characters.
inline std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The text in a terminal colour, if the page has colours.
inline std::string paint(const Page& page, const char* colour, const std::string& text) {
  return page.colour ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}
inline constexpr const char* bold = "1";
inline constexpr const char* green = "32";
inline constexpr const char* red = "31";

// A paragraph: wrapped in text, one line in Markdown.
inline std::string paragraph(const Page& page, const std::string& text) {
  return page.format == Format::markdown ? to_markdown(text) + "\n"
                                         : wrapped("", text, page.width, 0);
}

// The table in the page's format.
inline std::string to_page(const Table& table, const Page& page) {
  if (page.format == Format::markdown) return to_markdown(table);
  if (page.format == Format::csv) return to_csv(table);
  return to_text(table, page.table_width);
}

// A number for CSV: every digit, without thousands separators.
inline std::string plain(double value) {
  std::string digits = exact(value);
  std::erase(digits, ',');
  return digits;
}
inline std::string plain(const std::optional<double>& value) { return value ? plain(*value) : ""; }

// Value, low and high of an estimate for CSV. Without an interval low and high are empty.
inline std::array<std::string, 3> csv_cells(const Estimate& estimate) {
  if (!estimate.has_interval()) return {plain(estimate.value), "", ""};
  return {plain(estimate.value), plain(estimate.low), plain(estimate.high)};
}

// An object with room for `keys` keys: growing would copy them.
inline Json object_for(std::size_t keys) {
  Json::object_t out;
  out.reserve(keys);
  return out;
}

inline Json json_number(double value) {
  if (std::fabs(value) < 0x1p53 && value == std::trunc(value)) return static_cast<long long>(value);
  return value;
}

Json to_json(const Price& price);
// {"value", "low", "high"}; low and high are absent without an interval. Adds "guess" for a rough
// estimate and "stated" for a figure of the maker's data sheet.
Json value_json(const Estimate& estimate);
// The value of a field as in a data file, or null if it is unknown.
Json to_json(const FieldValue& value);
// The whole record: the known figures and their sources.
Json to_json(const Gpu& gpu);

// "4 x GeForce RTX 3090", or the name alone for one.
std::string times(double count, std::string_view name);
// "RTX 4090": the name without the maker's brand, or the full name if the rest is no clear name.
std::string short_name(const Gpu& gpu);
// "4 x RTX 3090" for several cards.
std::string short_name(const CardGroup& cards);

}  // namespace gpupick
