#include "cli/files.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/system.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// Returns the path that symbolic links lead to, whether or not a file is there.
fs::path target_of(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

}  // namespace

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    out.push_back(entry->path());
  std::ranges::sort(out);
  return out;
}

void write_file(const std::string& path, std::string_view text, Existing existing) {
  try {
    create_file(target_of(path_of(path)), text, existing);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::file_exists)
      throw Error("'{}' exists; name a new file, or remove it first", printable(path));
    throw Error("cannot write '{}': {}", printable(path), std::strerror(error.code().value()));
  }
}

bool write_in_folder(const std::string& folder, const std::string& name, std::string_view text) {
  const fs::path path = path_of(folder) / path_of(name);
  std::error_code error;  // write_file reports the failure
  fs::create_directories(path.parent_path(), error);
  const bool replaces = fs::exists(path, error);
  write_file(text_of(path), text, Existing::replaced);
  return replaces;
}

std::string in_place_of(std::size_t files) {
  return files == 0 ? "" : ", in place of " + counted(files, "file");
}

}  // namespace gpupick
