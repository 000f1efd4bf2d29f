// Prices themselves as text, JSON, CSV or Markdown.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ranking/prices.hpp"
#include "render/render.hpp"

namespace gpupick {

// With so many of the observations behind each price.
std::string render(const CardPrices& prices, std::size_t most, const Page& page);
// So many as `top`; 20 in text and Markdown, else all, where not given.
std::string render(const StalePrices& prices, std::optional<std::size_t> top, const Page& page);
std::string render(const Movers& movers, std::optional<std::size_t> top, const Page& page);
// As a data file holds them.
std::string render(std::span<const Observation> prices);

}  // namespace gpupick
