// What the ranking and the answer to --why share. Private to render_*.cpp.
#pragma once

#include "render/basis.hpp"
#include "render/job.hpp"

namespace gpupick {

inline std::size_t index(Outcome outcome) { return static_cast<std::size_t>(outcome); }

// "4 x RTX 3090" of the cards that stand in the ranking together.
inline std::string short_name(const Ranked& card) {
  return times(card.count, short_name(*card.gpu));
}

// "price +6.1, memory -1.4": where the points of two cards differ, largest first.
std::string differences(const Ranked& a, const Ranked& b);

// What would let a card in where none is; "" where nothing does.
std::string ways_in(const Ranking& ranking);

Json terms_json(const OutcomeValues& terms);
Json ranked_json(const Ranked& card, const Ranking& ranking);

}  // namespace gpupick
