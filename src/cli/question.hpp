// The question that a command asks: its data and its query, made from the flags.
#pragma once

#include <deque>

#include "cli/card_names.hpp"
#include "cli/job_flags.hpp"
#include "cli/session.hpp"

namespace gpupick {

// The id of a card of which only the memory is known.
inline constexpr const char* card_by_memory = "card-by-memory";

// The data and the query. It cannot be copied, because the query points into the data.
struct Question {
  // Throws Error if the data or a flag is wrong.
  Question(const QuestionOptions& asked, Session& session);
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  // Returns the name of this computer's cards for "here", and any other name unchanged. Throws
  // Error if this computer has no cards, or several kinds.
  std::string card_name(const std::string& name) const;
  // Returns the cards with each of these names. Throws Error as card_name and find_box do.
  CardGroup cards(const std::string& name) const;
  std::vector<CardGroup> cards(const Words& names) const;
  // Leaves a warning for after the answer if the prices of the data are old today.
  void warn_of_old_prices() const;
  // Returns the job of the flags. Prints a note on flags that have no part in it.
  AskedJob make_job();
  // Adds the workload to the query, the one named or the one that suits the job, with its weights,
  // host and use.
  void add_workload();
  // Adds the purpose of the cards to the query: the workload, and the job if the flags name one.
  // Throws Error if flags describe a job without naming it.
  void add_work();

  QuestionOptions options;
  Session& session;
  const Catalog catalog;
  std::deque<Dataset> own_data;  // of a workload read from a file
  JobMaker jobs;
  Query query;
};

// Returns the day of --as-of, or that of the data if none is given or it is earlier.
Date day_of(const Catalog& catalog, const GlobalOptions& global);

// Returns the last day that --as-of can mean; nothing without it.
std::optional<Date> asked_day(const GlobalOptions& global);

Query make_query(const Catalog& catalog, const GlobalOptions& global, const LimitOptions& limits,
                 const PriceOptions& prices);

}  // namespace gpupick
