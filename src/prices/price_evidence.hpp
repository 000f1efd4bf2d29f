// Selects the observations that support a price on a day, and decides whether they are enough to
// trust it. Days given as an int are day numbers.
#pragma once

#include <optional>
#include <string_view>

#include "prices/price.hpp"

namespace gpupick {

// True if the price was observed outside the US.
bool is_abroad(const Observation& row);

// True if the history prefers the region of this observation.
bool is_at_home(const PriceHistory& history, const Observation& row);

// True if the history prefers the regions of all these observations, and enough of them are recent
// to trust a price.
bool are_local(const PriceRows& rows, const PriceHistory& history, int day);

// True if the number of days is within the limit, or if there is no limit.
bool is_within(int days, Number most);

// Returns the day on which an observation counts: the end of its day, month or year, or `day` if
// that is earlier within it.
int seen_on(const Observation& row, int day);

// Returns the day for which prices of this kind are estimated: the day asked, or on the day of the
// release that of the newest observation if it is later.
Date day_of_price(const PriceHistory& history, std::string_view kind, Date asked);

// True for a price on a maker's list, which holds until the next one.
bool is_listed(const Observation& row);

// Drops observations from abroad unless those at home are older by months.
void keep_at_home(PriceRows& rows, const PriceAges& ages, int day);

// Returns the observations of this kind that determine the price on a day: made by then and young
// enough, with only the newest of a maker's list prices, and from abroad only if those of the US
// are older by months. If enough of the preferred regions are recent, these alone.
PriceRows rows_behind(const PriceHistory& history, std::string_view kind, Date day);

// True if enough recent observations support the price to name the card to a buyer.
bool is_trusted(const PriceRows& rows, const PriceHistory& history, int day);

// Returns the lowest recent ask, or nothing if there is none or a recent sale.
std::optional<double> lowest_ask(const PriceRows& rows, const PriceHistory& history, int day);

// True if the card can be bought new. A few listings of a card that its maker no longer sells are
// old stock or a marketplace. A card without observations counts as sold new.
bool is_sold_new(const PriceHistory& history, Date day);

}  // namespace gpupick
