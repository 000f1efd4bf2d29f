// Selects the observations that support a price on a day, and decides whether they are enough to
// trust it. Days given as an int are day numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "prices/price.hpp"

namespace gpupick {

template <std::size_t size>
std::uint8_t place_in(const std::array<std::string_view, size>& words, std::string_view word) {
  return static_cast<std::uint8_t>(std::ranges::find(words, word) - words.begin());
}

// True if the number of days is within the limit, or if there is no limit.
bool is_within(int days, Number most);

// Returns the day on which an observation counts: the last day of its date, but not after `day` if
// the date includes `day`.
int seen_on(const PriceView& view, int day);

// True for a price on a maker's list, which holds until the next one.
bool is_listed(const PriceView& view);

// Drops observations from abroad unless those at home are older by months.
void keep_at_home(PriceViews& rows, const PriceAges& ages, int day);

// Returns the observations of this kind that determine the price on a day: made by then and young
// enough, with only the newest of a maker's list prices, and from abroad only if those of the US
// are older by months.
PriceViews rows_behind(const PriceHistory& history, std::string_view kind, Date day);

// True if enough recent observations support the price to name the card to a buyer.
bool is_trusted(const PriceViews& rows, const PriceHistory& history, int day);

// Returns the lowest recent ask, or nothing if there is none or a recent sale.
std::optional<double> lowest_ask(const PriceViews& rows, const PriceHistory& history, int day);

// True if the card can be bought new. A few listings of a card that its maker no longer sells are
// old stock or a marketplace. A card without observations counts as sold new.
bool is_sold_new(const PriceHistory& history, Date day);

}  // namespace gpupick
