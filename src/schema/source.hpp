// Where data is from: the sources of figures, and the day of the data.
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 4> source_kinds = {"maker", "measured", "press",
                                                                 "community"};

// A document that a reader can open.
struct Source : Identified {
  static constexpr std::string_view list = "sources", noun = "the source";
  static std::span<const Field> fields();

  std::string_view title;
  std::string_view publisher;
  std::string_view kind;  // of source_kinds
  std::string_view url;   // "" if the publication has no public address
  Date read;              // day on which it was read
};

// The day of the data: answers are as of this day unless the user asks for another.
struct Release : Identified {
  static constexpr std::string_view list = "releases", noun = "the release";
  static std::span<const Field> fields();

  Date day;
};

}  // namespace gpupick
