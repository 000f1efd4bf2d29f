// Writes files completely or not at all.
#pragma once

#include <string>
#include <string_view>

namespace gpupick {

// Writes the text to a temporary file in the same folder and renames it. Readers of `path` see the
// old file or the new one, and a failure leaves nothing behind. Throws Error if it fails.
void write_file(const std::string& path, std::string_view text);

}  // namespace gpupick
