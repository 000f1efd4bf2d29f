// Linux, macOS and other systems with POSIX.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/text.hpp"
#include "cli/system.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// True if the locale's encoding is UTF-8. The first variable that is set decides.
bool has_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (!value || *value == '\0') continue;
    return holds(value, "UTF-8") || holds(value, "utf8");
  }
  return false;
}

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

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
    // Some file systems have no hard links. There an empty file takes the name first.
    if (!done && existing == Existing::kept && (errno == EPERM || errno == ENOTSUP)) {
      const int taken = open(to, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      done = taken >= 0 && close(taken) == 0 && rename(from, to) == 0;
    }
    if (!done) fail();
  }

 private:
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

}  // namespace

std::vector<std::string> begin_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond a limit is an error of writing
  return {argv + 1, argv + argc};
}

Screen screen() {
  Screen out{isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0, 0, 0, has_utf8()};
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    out.width = size.ws_col;
    out.height = size.ws_row;
  }
  return out;
}

namespace {

// Waits until a standard output that does not block, as some programs hand it on, takes more.
void wait_for_room() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  poll(&out, 1, -1);
}

}  // namespace

Written write_out(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      wait_for_room();
    else if (errno != EINTR)
      return errno == EPIPE ? Written::reader_gone : Written::failed;
  }
  return Written::all;
}

// Follows the XDG base directories.
std::string config_file() {
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder == '/')
    return std::string(folder) + "/gpupick/config.json";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.config/gpupick/config.json" : "";
}

void create_file(const fs::path& target, std::string_view text, Existing existing) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const BlockedSignals held;  // a signal would leave it behind
  {
    const NewFile file(folder);
    file.write(text);
    file.name(target.string(), existing);
  }
  sync_folder(folder);
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (!pipe) return "";
  std::string out;
  std::array<char, 4096> chunk{};
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), pipe))
    out.append(chunk.data(), size);
  return pclose(pipe) == 0 ? out : "";
}

}  // namespace gpupick
