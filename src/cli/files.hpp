// Paths as texts in UTF-8, on every system, and files that are written completely or not at all.
// The standard library takes a plain text for one in the encoding of the system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

inline std::filesystem::path path_of(const std::string& text) {
  return std::u8string(text.begin(), text.end());
}

// Returns the path with slashes, which every system reads.
inline std::string text_of(const std::filesystem::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

// True if a regular file is there, or a folder.
bool is_file(const std::filesystem::path& path);
bool is_folder(const std::filesystem::path& path);

// Returns the paths in a folder, sorted; none if it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

// True if the text is more than the name of a file: it has a folder or a drive.
inline bool has_folder(const std::string& text) { return path_of(text).has_parent_path(); }

// Whether a file of the same path is replaced by a new one.
enum class Existing { replaced, kept };

// Writes the text to a temporary file in the same folder and gives it its name. Readers of `path`
// see the old file or the whole new one, also after a loss of power, and a failure leaves nothing
// behind. A symbolic link stays; its target is written. Throws Error if it fails, or if the file
// exists and is to be kept.
void write_file(const std::string& path, std::string_view text, Existing existing);

// Writes the text to a file of this name in the folder, which is made if there is none, as are
// those of the name. Returns true if it replaces a file. Throws Error if it fails.
bool write_in_folder(const std::string& folder, const std::string& name, std::string_view text);

// Returns ", in place of 3 files", or "" for none.
std::string in_place_of(std::size_t files);

}  // namespace gpupick
