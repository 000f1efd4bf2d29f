// How far measurements fall from the estimate (estimate/accuracy.cpp).
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// 80 % of measured cards, each left out of the fit, fall between `low` and `high` times the
// estimate. The interval is for work that meets all its conditions. An absent condition excludes
// no work.
struct Interval : Identified {
  static constexpr std::string_view list = "intervals", noun = "the interval",
                                    type_name = "Interval";
  static std::span<const Field> fields();

  std::string_view work;
  Texts kinds;   // of model, network or training; empty: all
  Flag prompt;   // reading prompts, or writing answers
  Flag several;  // several users in inference, several devices in training; or one
  Flag in_turn;  // engines whose devices take turns (`pipeline_parallel`), or others
  Flag serves;   // the task is serving, or another
  Text stack, network, segment;
  bool measured = false;  // only cards that were measured at this work
  double low = 0, high = 0;
  double rows = 0;     // measured rows behind it
  bool guess = false;  // none of the rows is of the cards that it is used for
};

// Work for which an interval is sought, in the words of its conditions. "" and false: none of it.
struct IntervalKey {
  std::string_view work = {}, kind = {};
  bool prompt = false, several = false, in_turn = false, serves = false;
  std::string_view stack = {}, network = {}, segment = {};
  bool measured = false;
};

// Constants for all estimates.
struct EvidenceConstants : Sourced {
  static constexpr std::string_view list = "evidence", noun = "the law of evidence",
                                    type_name = "EvidenceConstants";
  static std::span<const Field> fields();

  double least_rows = 0;  // an interval of fewer rows is rough
};

}  // namespace gpupick
