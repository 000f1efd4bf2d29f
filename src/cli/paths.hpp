// Paths as texts in UTF-8, on every system. The standard library takes a plain text for one in the
// encoding of the system.
#pragma once

#include <filesystem>
#include <string>

namespace gpupick {

inline std::filesystem::path path_of(const std::string& text) {
  return std::u8string(text.begin(), text.end());
}

// Returns the path with slashes, which every system reads.
inline std::string text_of(const std::filesystem::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

// True if the text is more than the name of a file: it has a folder or a drive.
inline bool has_folder(const std::string& text) { return path_of(text).has_parent_path(); }

}  // namespace gpupick
