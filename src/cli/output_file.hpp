// Files that the program writes: whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace gpupick {

// Writes the text under another name in the same folder, and then renames it: who reads `path`
// finds the old file or the new one, and after a failure nothing is left. Throws Error where it
// can't.
void write_file(const std::string& path, std::string_view text);

}  // namespace gpupick
