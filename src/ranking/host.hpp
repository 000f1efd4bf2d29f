// The computer around the cards: which one holds them, which cards it refuses, and what their share
// of it costs.
#pragma once

#include <optional>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "ranking/exclusion.hpp"

namespace gpupick {

struct AskedHost {
  const HostKind* kind = nullptr;  // null: no host is required
  bool given = false;              // if not, the smallest host that holds the cards may replace it
  double psu_w = 0, ram_gib = 0;   // what the buyer's computer has at least, if that is known
  // The computer of the buyer's own cards (--have). Null: they are a whole computer, which takes no
  // cards. Absent: the buyer names no cards.
  std::optional<const HostKind*> has = {};
};

// Returns the host for this number of cards, whatever their kind; null if no host is required.
const HostKind* host_of_size(const Catalog& catalog, const AskedHost& asked, int cards);

// Returns the host that holds the cards; null if no host is required.
const HostKind* host_for(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards);

// Returns the cheapest host that takes the cards; null if none takes this many.
const HostKind* cheapest_host(const Catalog& catalog, const CardGroup& cards);

// Returns the asked host for these cards. If the user gave none and the usual one refuses them, the
// cheapest that takes them replaces it, or the one that takes the most of them.
AskedHost host_that_takes(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards);

// Returns why the host does not take the cards; nothing if it does.
std::optional<Reason> refusal(const HostKind& host, const CardGroup& cards);

// True if the card fits the host with a part that the buyer adds.
bool is_adaptable(const Catalog& catalog, const Refused& refused);
// True if the cards need such a part in the host that the buyer asks for.
bool needs_adapting(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards);

// Returns the watts of the power supply that makers recommend for cards of this power, including
// the computer. Nothing if the power is unknown or the card is not a PCIe board.
Number usual_supply_w(const Catalog& catalog, const CardGroup& cards);

// True if buyers of the card get a computer with it.
bool comes_as_computer(const Catalog& catalog, const Gpu& gpu);

// Returns the GiB of the card's memory that the host's system takes for a monitor on it. 0 if the
// host has none, the card has no outputs, or it comes as a computer, whose memory counts without.
double monitor_gib(const Catalog& catalog, const AskedHost& host, const Gpu& gpu);

// Returns what cards that a host refuses for this reason need; "" if the data says nothing.
std::string_view remark_on(const Catalog& catalog, const Refused& refused);

// Returns the trait of a module that is sold only with others on a board; null for other cards.
const BoardTrait* board_of(const Catalog& catalog, const Gpu& gpu);

// Returns how the cards are usually built and fed. A card that comes as a computer needs no PSU
// of the buyer.
UsualBuild usual_build(const Catalog& catalog, const CardGroup& cards);

// Returns the watts of the PSU that the cards need: what the maker recommends, or else the usual
// ones. Nothing if neither is known.
Number supply_w(const Catalog& catalog, const CardGroup& cards);

// Returns the price of the cheapest computer that buyers usually have; 0 if none is known.
double pc_usd(const Catalog& catalog);

// Returns the price of the computer that the cards need, in USD: their share of a larger one than
// the buyer has, or a PC if the buyer has none.
double share_usd(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards);

// The cost, in USD, of parts that are better than those of the usual computer of its kind.
struct Extras {
  double supply_usd = 0, memory_usd = 0;
  double memory_gib = 0;  // bought for that

  double usd() const { return supply_usd + memory_usd; }
};

// Returns the cost of a stronger PSU for the cards, and of `ram_gib` of memory in all, beyond what
// the computer has. A buyer's own computer gets a new PSU; one that is bought gets the larger one.
Extras extras(const Catalog& catalog, const AskedHost& asked, const CardGroup& cards,
              double ram_gib);

}  // namespace gpupick
