// The day of the data: answers are as of this day unless the user asks for another.
#pragma once

#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

struct Release : AnyRecord {
  static constexpr std::string_view list = "releases", noun = "the release", type_name = "Release";
  static std::span<const Field> fields();

  std::string_view id;
  Date day;
};

}  // namespace gpupick
