// Writes files completely or not at all.
#pragma once

#include <string>
#include <string_view>

namespace gpupick {

// Whether a file of the same path is replaced by a new one.
enum class Existing { replaced, kept };

// Writes the text to a temporary file in the same folder and gives it its name. Readers of `path`
// see the old file or the whole new one, also after a loss of power, and a failure leaves nothing
// behind. A symbolic link stays; its target is written. Throws Error if it fails, or if the file
// exists and is to be kept.
void write_file(const std::string& path, std::string_view text, Existing existing);

}  // namespace gpupick
