// Applies the options that an answer proposes to the query, to try them before proposing them.
#pragma once

#include "estimate/change.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the query as the command line would make it with these flags. A price of the user's own
// counts as the observed one, or as nothing if there is none: the lowest that the user may find.
Query changed(const Catalog& catalog, Query query, const Change& change);

}  // namespace gpupick
