// Bounds of the search for a change that makes a job fit (estimate/change.cpp).
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Limits of useful suggestions, for the search for a change that makes a job fit.
struct SearchBounds : Sourced {
  static constexpr std::string_view list = "search", noun = "the search",
                                    type_name = "SearchBounds";
  static std::span<const Field> fields();

  double least_bits = 0;         // per weight; formats with no more are not suggested
  double shortest_context = 0;   // tokens, inference
  double shortest_sequence = 0;  // tokens, training
  double token_step = 0;
  double training_cards = 0;  // most cards for training
  Numbers image_shares;       // shares of an image's side to try
  double image_step = 0;      // pixels to which the side is rounded down
  double ram_step_gib = 0;    // the memory of a computer is a multiple of it
};

}  // namespace gpupick
