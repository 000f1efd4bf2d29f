// Where a figure was read: a document that a reader can open.
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Who speaks.
inline constexpr std::array<std::string_view, 4> source_kinds = {"maker", "measured", "press",
                                                                 "community"};

struct Source {
  static constexpr std::string_view list = "sources", noun = "the source", type_name = "Source";
  static std::span<const Field<Source>> fields();

  std::string_view id;
  std::string_view title;
  std::string_view publisher;
  std::string_view kind;  // of source_kinds
  std::string_view url;   // "" where the publication has no public address
  Date read;              // the day of reading
};

}  // namespace gpupick
