// A question that `gpupick generate site` answers on a page of its own. The list is data, so that
// others can ask theirs.
#pragma once

#include "schema/record_kind.hpp"

namespace gpupick {

struct SiteQuestion : AnyRecord {
  static constexpr std::string_view list = "questions", noun = "the question",
                                    type_name = "SiteQuestion";
  static std::span<const Field> fields();

  std::string_view id;     // of the page: "chat-600"
  double place = 0;        // in the index, from 1
  std::string_view group;  // the heading above it
  std::string_view title;
  Texts command;  // words of the command line: "recommend", "--budget", "600"
};

}  // namespace gpupick
