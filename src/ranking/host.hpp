// The computer around the cards: which one holds them, what it refuses, what their share of it
// costs.
#pragma once

#include <optional>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "ranking/exclusion.hpp"

namespace gpupick {

struct AskedHost {
  const HostKind* kind = nullptr;  // null: nothing is asked of it
  bool given = false;              // else the smallest that holds the cards takes its place
};

// The host for so many cards, whatever they are like; null where nothing is asked of it.
const HostKind* host_of_size(const Catalog& catalog, const AskedHost& asked, int cards);

// The host that the cards are put into; null where nothing is asked of it.
const HostKind* host_for(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards);

// The host that takes the cards for least money; null where none takes so many.
const HostKind* cheapest_host(const Catalog& catalog, const CardGroup& cards);

// The host that takes most cards of a kind; null where none takes it.
const HostKind* largest_host(const Catalog& catalog, const Gpu& gpu);

// Why the host does not take the cards; nothing where it does.
std::optional<Reason> refusal(const HostKind& host, const CardGroup& cards);

// Whether a part that is bought apart makes the card fit all the same.
bool is_adaptable(const Catalog& catalog, const Refused& refused);

// Watts of the supply that makers recommend for cards of such power, feeding the computer too;
// nothing where the power is not known or the card is no board of its own.
Number usual_supply_w(const Catalog& catalog, const CardGroup& cards);

// USD of the computer that the cards have to bear, beyond the one that the buyer has: their share
// of a larger one, and what a stronger PSU and more memory cost. `host_gib`: of its memory that the
// work takes.
double share_usd(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards,
                 double host_gib);

// USD of the computer that one replaces which is sold whole (a Mac, a mini PC): of the cheapest
// that a buyer would have for a card; 0 where none is known.
double replaced_usd(const Catalog& catalog);

}  // namespace gpupick
