// Parses the card arguments of the command line: "rtx-3090", "3090:2", "2 x 3090".
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the card. Throws Error if there is none, or if it does not exist on the query's day.
const Gpu& find_card(const std::string& name, const Catalog& catalog, const Query& query);

// Returns the GiB that a text such as "36GB" names, or nothing.
std::optional<double> memory_named(const std::string& name);

// Returns the card, whether or not it existed on the query's day. Throws Error for an unknown name,
// and for one with a count ("3090:2").
const Gpu& find_kind(const std::string& name, const Catalog& catalog);

// Splits "3090,4090" into "3090" and "4090". Returns any other text unchanged.
std::vector<std::string> listed_cards(const std::string& text, const Catalog& catalog);

// Returns the cards named by "CARD", "CARD:N", "N x CARD" or "CARD x N", or by several of these as
// in "3090+4090:2". Throws Error if a name is unknown or if the cards cannot share a job.
std::vector<CardGroup> find_box(const std::string& text, const Catalog& catalog,
                                const Query& query);

// Parses a count of cards; `text` is the whole argument. Throws Error if the count is not legal.
int parse_card_count(const std::string& count, const std::string& text);

// True if several of the card can share a job, at its price on the query's day.
bool are_joinable(const Gpu& gpu, const Catalog& catalog, const Query& query);

// Throws Error if the cards cannot share a job.
void check_joinable(const CardGroup& cards, const Catalog& catalog, const Query& query);

}  // namespace gpupick
