#include "cli/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// Blocks all signals during its lifetime.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// A new file that is removed unless it gets a name.
class NewFile {
 public:
  explicit NewFile(const fs::path& folder) {
    constexpr int most_tries = 100;  // others may have been left behind by a loss of power
    for (int i = 0; i < most_tries && descriptor_ < 0; ++i) {
      path_ = (folder / fmt::format(".gpupick-{}-{}", getpid(), i)).string();
      descriptor_ = open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    close(descriptor_);
    unlink(path_.c_str());
  }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0) fail();
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (fsync(descriptor_) != 0) fail();
  }

  void name(const std::string& path, Existing existing) const {
    const char *from = path_.c_str(), *to = path.c_str();
    bool done = existing == Existing::replaced ? rename(from, to) == 0 : link(from, to) == 0;
#ifdef RENAME_NOREPLACE
    // Some file systems have no hard links.
    if (!done && existing == Existing::kept && (errno == EPERM || errno == ENOTSUP))
      done = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0;
#endif
    if (!done) fail();
  }

 private:
  [[noreturn]] static void fail() { throw std::system_error(errno, std::generic_category()); }

  std::string path_;
  int descriptor_ = -1;
};

// Flushes a folder, so that a new name in it survives a loss of power. Not every file system can.
void sync_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// Returns the path that symbolic links lead to, whether or not a file is there.
fs::path target_of(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

}  // namespace

void write_file(const std::string& path, std::string_view text, Existing existing) {
  const fs::path target = target_of(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const SignalsHeld held;  // a signal would leave it behind
  try {
    const NewFile file(folder);
    file.write(text);
    file.name(target.string(), existing);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::file_exists)
      throw Error(fmt::format("'{}' exists; name a new file, or remove it first", printable(path)));
    throw Error(
        fmt::format("cannot write '{}': {}", printable(path), std::strerror(error.code().value())));
  }
  sync_folder(folder);
}

}  // namespace gpupick
