// The operating system, as the program needs it. Each has one source: system_posix.cpp,
// system_windows.cpp. Texts and paths are UTF-8.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files.hpp"

namespace gpupick {

// Prepares the standard streams: bytes pass unchanged, a reader that goes away sends no signal, and
// a console shows UTF-8 and colours. Returns the arguments without the program's name.
std::vector<std::string> begin_program(int argc, char** argv);

// The terminal that shows standard output and standard error.
struct Screen {
  bool out = false, err = false;      // false: the stream goes to a file or a pipe
  std::size_t width = 0, height = 0;  // in columns and lines; 0 if standard output is no terminal
  bool utf8 = false;                  // it shows UTF-8
};
Screen screen();

enum class Written { all, failed, reader_gone };
Written write_out(std::string_view text);

// Returns the path of the user's defaults, or "" if the user has no folder for them.
std::string config_file();

// Creates the file under a temporary name and gives it its name. Throws std::system_error.
void create_file(const std::filesystem::path& target, std::string_view text, Existing existing);

// Returns what the command prints, or "" if it is not in the path or fails.
std::string output_of(const std::string& command);

}  // namespace gpupick
