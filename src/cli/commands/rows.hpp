// `gpupick estimate --rows`: reads a CSV of jobs and prints one line of JSON per job.
#pragma once

#include "cli/card_names.hpp"
#include "cli/question.hpp"
#include "ranking/mix.hpp"

namespace gpupick {

// Returns the names of the columns except card.
Words row_columns();

// A job on one or several kinds of cards as asked, and the best way to run it.
struct BoxEstimate {
  JobEstimate result;
  WorkResult way;
};

// Estimates the job on these cards, with the obstacles besides memory. `joinable`: true if more of
// the first could share the job.
BoxEstimate estimate_job(const std::vector<CardGroup>& box, const AskedJob& asked, bool joinable,
                         const Question& question);

// Answers each row as it is read. A row that cannot be read gets its error as the answer and makes
// the status nothing_fits. Throws Error if the header is wrong or the file cannot be read.
ExitStatus estimate_rows(const std::string& path, Question& question);

}  // namespace gpupick
