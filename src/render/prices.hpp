// Prices as text, JSON, CSV or Markdown.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ranking/prices.hpp"
#include "render/render.hpp"

namespace gpupick {

// Lists at most `most` observations behind each price.
std::string render(const CardPrices& prices, std::size_t most, const Currency& currency,
                   const Page& page);
// Lists `top` cards. If unset, text and Markdown list 20 cards, JSON and CSV all.
std::string render(const StalePrices& prices, std::optional<std::size_t> top, const Page& page);
std::string render(const Movers& movers, std::optional<std::size_t> top, const Currency& currency,
                   const Page& page);
// The observations and their sources as a data file.
std::string render(std::span<const Observation> prices, std::span<const Source> sources);

}  // namespace gpupick
