// Where a figure was read: a document that a reader can open.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace gpupick {

// Who speaks.
inline constexpr std::array<std::string_view, 4> source_kinds = {"maker", "measured", "press",
                                                                 "community"};

struct Source {
  std::string id;
  std::string title;
  std::string publisher;
  std::string kind;  // of source_kinds
  std::string url;   // "" where the publication has no public address
  std::string read;  // ISO date of reading
};

}  // namespace gpupick
