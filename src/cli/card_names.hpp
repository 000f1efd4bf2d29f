// What the command line calls cards: "rtx-3090", "3090:2", "2 x 3090".
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// The card of this name. Throws Error where there is none, or none yet on the query's day.
const Gpu& find_card(const std::string& name, const Catalog& catalog, const Query& query);

// The cards that "CARD", "CARD:N" or "N x CARD" names. Throws Error where it names none, or where
// so many of it can't work together.
CardGroup find_cards(const std::string& text, const Catalog& catalog, const Query& query);

// "3090", "4090" of "3090,4090"; any other text as it stands.
std::vector<std::string> listed_cards(const std::string& text, const Catalog& catalog);

// Those of one kind, or of several as in "3090+4090:2". Throws Error as find_cards does.
std::vector<CardGroup> find_box(const std::string& text, const Catalog& catalog,
                                const Query& query);

// A count of cards. Throws Error where it is none; `text` is what the user wrote.
int parse_card_count(const std::string& count, const std::string& text);

// Whether several of the card can work together, at its price as of the query's day.
bool are_joinable(const Gpu& gpu, const Catalog& catalog, const Query& query);

// Throws Error where so many of it can't.
void check_joinable(const CardGroup& cards, const Catalog& catalog, const Query& query);

}  // namespace gpupick
