// Limits and why cards fail them, in words.
#pragma once

#include "answer/values.hpp"
#include "ranking/limits.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// The change as a user types it: "--gpus 3 --zero 3", "--vendor amd,intel"; "" for an empty change.
std::string to_flags(const Change& change, const Currency& currency = {});

// A limit in words: "at least 24 GiB", "at most 2,000 USD".
std::string described(Limit limit, const LimitValue& value, const Currency& currency);

// The reason for one exclusion: "it has 24 GiB of memory (you ask for 32)".
std::string reason_text(const Exclusion& failed, const Currency& currency = {});

// The group of cards that fail for this reason: "under 32 GiB".
std::string group_text(const Exclusion& failed, const Query& query);

Data exclusion_data(const Gpu& gpu, const Exclusion& failed, const Currency& currency);
Data exclusions_data(const Gpu& gpu, const std::vector<Exclusion>& failed,
                     const Currency& currency);

}  // namespace gpupick
