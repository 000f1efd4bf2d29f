// Remarks that a buyer needs besides a card's figures: how it is cooled, plugged and powered, what
// its price includes, and whether software still supports it. Each remark follows from the data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "answer/answer.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// The remarks on a ranked card that decide whether a buyer can use and pay it: software that does
// not run, money beside its price, memory. The most important first, in lower case and without a
// full stop.
std::vector<std::string> first_remarks(const Ranking& ranking, const Ranked& card);
// All remarks on it: the first ones, then how it is built and priced.
std::vector<std::string> all_remarks(const Ranking& ranking, const Ranked& card);

// Returns how well the main framework of the card's stack (PyTorch) supports the card; `current` if
// the stack has none, or if the workload names that framework itself.
Support framework_support(const Catalog& catalog, const Workload& workload, Date day,
                          const Gpu& gpu);
// "PyTorch"; "" if there is none.
std::string framework_name(const SoftwareStack& stack);

// Lists what may keep a buyer from using the card: software that no longer supports it, how it is
// built, where it is sold.
std::vector<std::string> warnings(const Catalog& catalog, const Workload& workload, Date day,
                                  const Gpu& gpu);

// Returns by how many USD the card exceeds the budget with the memory that it needs, and `more` for
// parts that the budget does not limit; 0 if it does not.
double over_budget(const Ranked& card, const Query& query, double more = 0);

// "5 GiB more RAM".
std::string more_memory_text(const Extras& extras);

// "850 W PSU"; "about 850 W PSU" if the maker publishes none; "" if it is unknown.
std::string supply_text(const Catalog& catalog, const CardGroup& cards);

// The computer that cards are bought with: "a rig", "1 of the 8 places in a server".
std::string host_share_text(const HostKind& host, int cards);

// The cost of the computer beside the cards: "165 USD for a stronger PSU (60) and 6.6 GiB more RAM
// (105)", or "less 1,199 USD for the computer that it replaces"; "" if there is none.
std::string computer_text(const Ranking& ranking, const Ranked& card);

// Adds "Costs include a stronger PSU and more RAM: 99 USD for RTX 3090, 30 USD for RTX 4080", if
// any does.
void add_extras(const std::vector<std::pair<CardGroup, Extras>>& cards, const Currency& currency,
                Answer& out);

// "9 of 13 programs", or "3 of 13 programs in full, 6 in part".
std::string count_text(const ToolCoverage& tools);

// "9 of 13 programs in full (lacks vLLM, MLX in part)".
std::string tools_text(const ToolCoverage& tools);

}  // namespace gpupick
