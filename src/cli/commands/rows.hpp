// `gpupick estimate --rows`: a CSV of jobs in, one line of JSON each out.
#pragma once

#include "cli/card_names.hpp"
#include "cli/question.hpp"
#include "ranking/mix.hpp"

namespace gpupick {

// The columns besides card.
Words row_columns();

// The job on so many cards, with what stands in its way besides memory; `joinable` says whether
// more of them might share it.
JobEstimate estimate_job(const CardGroup& cards, const AskedJob& asked, bool joinable,
                         const Question& question);

// How the job runs, as a ranking has it, whether it fits or not; its `asked` is null.
WorkResult way_to_run(const CardGroup& cards, const AskedJob& asked, const Catalog& catalog);

// Answers each row as it is read. A row that cannot be read gets its error as the answer, and makes
// the status nothing_fits. Throws Error where the header is wrong or the file cannot be read.
ExitStatus estimate_rows(const std::string& path, Question& question);

}  // namespace gpupick
