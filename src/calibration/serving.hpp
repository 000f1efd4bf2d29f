// Serving many users (physics/inference.cpp), and weights in host memory (estimate/offload.cpp).
#pragma once

#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

struct ServingConstants : Sourced {
  static constexpr std::string_view list = "serving", noun = "the serving law",
                                    type_name = "ServingConstants";
  static std::span<const Field> fields();

  double most_streams = 0;  // most concurrent streams, unless given
  // For engines with `serves`.
  double activation_bytes = 0;  // moved per token, layer and hidden value
  // Speed of products with four-bit weights, relative to others, if the card unpacks them first:
  // experts in formats that pack only these, and all weights in classes with `unpacks_slowly`.
  double unpacked_share = 1;
};

// Weights in host memory that do not fit the cards.
struct OffloadConstants : Sourced {
  static constexpr std::string_view list = "offload", noun = "the offload law",
                                    type_name = "OffloadConstants";
  static std::span<const Field> fields();

  double host_efficiency = 0;  // share of the bandwidth of host memory
  double usual_host_gb_s = 0;  // bandwidth of host memory, unless given
  double bus_efficiency = 0;   // share of the slot's rate
  Number copy_gb_s;            // most that a host copies to its cards; absent: no limit
  // Share of the slot's rate from pinned memory, which the card reads itself.
  double pinned_efficiency = 0;
};

}  // namespace gpupick
