// The answer of a ranking in roles: which card to buy, and the ways down and up from it
// (docs/models.md#verdict).
//
// The score orders cards; it does not tell apart what its inputs can't. So cards that run the same
// work as asked and that draws of prices and speeds can't tell apart are one entry, and the
// cheapest stands for it. Only cards whose price can be trusted and whose speeds were measured are
// named, as long as there is one. Beside the card to buy stand the ways down and up.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ranking/gain.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// How sure the answer is. A matter of taste is one between cards that run different work, or at
// very different speeds.
enum class Certainty : std::uint8_t { clear, close, taste };
std::string_view name_of(Certainty certainty);

// A card beside the one to buy, and what it gains and loses against it.
struct Role {
  Ranked card;
  Gain gain;
};

// A card whose price is not trusted, and the price under which it would be the one to buy.
struct Untrusted {
  const Gpu* gpu = nullptr;
  int count = 1;
  double wins_below_usd = 0;
};

struct Verdict {
  std::optional<Ranked>
      buy;            // nothing if no card does the work, or the buyer keeps the one at hand
  bool keep = false;  // no card is worth its price beside the one at hand
  std::vector<Role> level_with;  // of the same entry, best first
  std::optional<Role> cheaper;   // much cheaper, for little less work
  std::optional<Role> step_up;   // more work or much more speed; may lie above the budget
  std::optional<Role> new_card;  // the best with a seller's warranty, where `buy` is used
  Certainty certainty = Certainty::clear;
  double leads = 1;                  // share of draws in which the entry leads
  std::optional<Role> rival;         // the other card that leads most often, where it is not clear
  std::vector<Untrusted> untrusted;  // that would win at what they seem to cost
  std::vector<std::shared_ptr<const Mix>> mixes;  // that results of the roles refer to
};

// Draws follow the seed.
Verdict verdict(const Ranking& ranking, std::uint32_t seed);

// Whether the card runs all that the other does as asked.
bool runs_as_much(const Ranked& card, const Ranked& other);

}  // namespace gpupick
