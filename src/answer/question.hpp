// The words for the question of a ranking, and for its prices. Private to src/answer.
#pragma once

#include <string>

#include "ranking/score.hpp"

namespace gpupick {

// "General AI work in a desktop PC, at least 24 GiB, used cards."
std::string question_text(const Ranking& ranking);

// True if the prices printed are not those of the data, which the first lines then say.
bool converts(const Query& query);
// "US street prices", and how many are of the buyer's region; "" for rents in USD.
std::string prices_used(const Ranking& ranking);
// The day, the region and the currency of the prices; "" for rents in USD.
std::string prices_of_answer(const Ranking& ranking);

}  // namespace gpupick
