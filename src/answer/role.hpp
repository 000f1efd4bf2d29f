// One card of the verdict in words: the card to buy, or another compared with it.
#pragma once

#include <string>

#include "answer/ranking.hpp"
#include "ranking/verdict.hpp"

namespace gpupick {

// "used, 1,300 USD", or "1,300 USD" if the kind goes without saying.
std::string price_text(const Ranked& card, const Currency& currency, bool says_kind = true);
// "a used RTX 3090, 1,300 USD (1,245-1,357)".
std::string buy_text(const Ranked& card, const Currency& currency);
// "24 GiB, 350 W, 750 W PSU".
std::string build_text(const Ranked& card, const Ranking& ranking);
// "59.3 tokens/s (49.3-70), takes 9.8 of 11.8 GiB" of a named job.
std::string named_text(const Ranked& card);
// "Runs 8 of 10 jobs as asked and 14 of 15 programs", "Runs both jobs".
std::string runs_text(const Ranked& card);

// "17 % slower"; of a named chat, "replies 17 % slower".
std::string speed_text(const Role& role, const ScoreScale& scale);
// "ROCm, no CUDA", "8 GiB less", "17 % slower", "without 32B chat". What the card lacks comes first
// and is kept in any room.
Line compared(const Role& role, const Ranked& buy, const Ranking& ranking);
// "RX 7900 XTX, used, 897 USD: 17 % slower", "without 32B chat".
Line role_line(const char* label, const Role& role, const Ranked& buy, const Ranking& ranking,
               bool says_kind);

}  // namespace gpupick
