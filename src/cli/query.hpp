// Turns flags into a query.
#pragma once

#include <deque>

#include "catalog/dataset.hpp"
#include "cli/options.hpp"
#include "cli/session.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the day of --as-of, or that of the data if none is given or it is earlier.
Date day_of(const Catalog& catalog, const GlobalOptions& global);

// Returns the last day that --as-of can mean; nothing without it.
std::optional<Date> asked_day(const GlobalOptions& global);

Query make_query(const Catalog& catalog, const GlobalOptions& global, const LimitOptions& limits,
                 const PriceOptions& prices);

// Adds the purpose of the cards to the query: workload, weights, host and use. A workload read from
// a file is kept in `own_data`.
void add_work(const Catalog& catalog, const WorkOptions& work, const PriceOptions& prices,
              Session& session, std::deque<Dataset>& own_data, Query& query);

}  // namespace gpupick
