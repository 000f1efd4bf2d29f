// Where a figure was read: a document that a reader can open.
#pragma once

#include <string>

namespace gpupick {

struct Source {
  std::string id;
  std::string title;
  std::string publisher;
  std::string kind;  // maker | measured | press | community
  std::string url;   // "" where the publication has no public address
  std::string read;  // ISO date of reading
};

}  // namespace gpupick
