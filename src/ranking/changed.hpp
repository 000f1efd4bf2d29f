// Applies the options that an answer proposes to the query, to try them before proposing them.
#pragma once

#include <functional>

#include "estimate/change.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the query as the command line would make it with these flags. A price of the user's own
// counts as the observed one, or as nothing if there is none: the lowest that the user may find.
Query changed(const Catalog& catalog, Query query, const Change& change);

// True if the change does what is wanted of it.
using Admits = std::function<bool(const Change& change)>;

// Returns the change, which admits, with the most users up to `asked` with which it still does.
Change with_most_users(Change change, double asked, const Admits& admits);

// Returns the mildest change of an inference job's users or of their targets that admits: the most
// users, else the highest speed of each from `least_each` tokens/s on, else the shortest wait.
// Returns an empty one if none does.
Change softer_service(const Job& job, double least_each, const Admits& admits);

}  // namespace gpupick
