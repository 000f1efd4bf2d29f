// The speed of a job in a ranking. Private to score*.cpp.
#pragma once

#include "advice/score.hpp"

namespace gpupick {

// The query's job on the profile's reference card, as if that had memory enough. Throws Error where
// the card is not in the catalog, or its speed not known.
Speed reference_speed(const Catalog& catalog, const Query& query);

// Adds what the query's job needs and reaches on as many cards as `out` counts, and why it would be
// left out.
void add_job_speed(const Catalog& catalog, const Query& query, const Speed& reference,
                   Assessment& out);

}  // namespace gpupick
