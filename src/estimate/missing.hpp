// Why a job has no speed on a card: the cause, and the names and numbers for a sentence about it.
#pragma once

#include <string>
#include <string_view>

#include "physics/missing_cause.hpp"

namespace gpupick {

struct Missing {
  MissingCause cause = MissingCause::none;
  int heads = 0, devices = 0;
  int able = 0;  // next larger number of devices that can share the heads; 0 if none can
  std::string_view architecture = {};  // the card's; "" if unknown
  std::string_view name = {};          // the engine, network or figure

  explicit operator bool() const { return cause != MissingCause::none; }
};

// Returns a clause such as "its bandwidth is not known", or "" if nothing is missing.
std::string to_text(const Missing& missing);

}  // namespace gpupick
