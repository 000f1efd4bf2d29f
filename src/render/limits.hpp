// Limits and why cards fail them, in words.
#pragma once

#include "ranking/limits.hpp"
#include "render/parts.hpp"

namespace gpupick {

// As a person types it: "--gpus 3 --zero 3", "--vendor amd,intel"; "" for an empty change.
std::string to_flags(const Change& change);

// "at least 24 GiB", "at most 2,000 USD", in the order of the table.
std::vector<std::string> describe(const Limits& limits);

// "24 GiB of memory is 8 under the 32 asked for".
std::string reason_text(const Exclusion& failed);

// What cards that fail as this one does have in common: "under 32 GiB".
std::string group_text(const Exclusion& failed, const Query& query);

Json exclusion_json(const Gpu& gpu, const Exclusion& failed);

}  // namespace gpupick
