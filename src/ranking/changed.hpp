// Applies the options that an answer proposes to the query, to try them before proposing them.
#pragma once

#include <functional>

#include "estimate/change.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the query as the command line would make it with these flags. A price of the user's own
// counts as the observed one, or as nothing if there is none: the lowest that the user may find.
Query changed(const Catalog& catalog, Query query, const Change& change);

// True if the change admits the card.
using Admits = std::function<bool(const Change& change)>;

// Takes a change that admits the card. Returns it with as many users, at most `asked`, as still
// admit the card.
Change with_most_users(Change change, double asked, const Admits& admits);

// Returns a milder service of an inference job that admits the card: the most users, else the
// highest speed of each, else the shortest wait for the first token. Returns an empty change if
// nothing within the bounds admits the card.
Change softer_service(const Job& job, const SearchBounds& bounds, const Admits& admits);

}  // namespace gpupick
