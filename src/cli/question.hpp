// What a command asks of which data, made from its flags.
#pragma once

#include <deque>

#include "cli/card_names.hpp"
#include "cli/job_flags.hpp"
#include "cli/session.hpp"

namespace gpupick {

// The data and the query. The query points into the rest, so both stay where they are made.
struct Question {
  // Throws Error where the data or a flag is wrong. Warns where the
  // command takes prices of the user and those of the data are old as of today.
  Question(const QuestionOptions& asked, Session& session);
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  // The name of the cards of this computer where the user wrote "here"; any other as it stands.
  // Throws Error where there are none, or several kinds.
  std::string card_name(const std::string& name) const;
  // The cards of that name, or of each. Throws Error as card_name and find_cards do.
  CardGroup cards(const std::string& name) const;
  std::vector<CardGroup> cards(const Words& names) const;
  // The job of the flags, with a note on those that have no part in it.
  AskedJob make_job();
  // Adds to the query what the cards are for: the workload, or the job where the flags name one.
  // Throws Error where they describe a job without a name.
  void add_work();

  const QuestionOptions options;
  Session& session;
  const Catalog catalog;
  std::deque<Dataset> own_data;  // of a workload that stands in a file
  JobMaker jobs;
  Query query;
};

}  // namespace gpupick
