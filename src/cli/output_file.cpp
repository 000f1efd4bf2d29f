#include "cli/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

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

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  // The name is unique to this process, and "x" never overwrites an existing file.
  const std::string part = fmt::format("{}.{}.part", path, getpid());
  const SignalsHeld held;  // a signal would leave the part behind
  std::FILE* file = std::fopen(part.c_str(), "wbx");
  bool whole = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) whole = std::fclose(file) == 0 && whole;
  std::error_code error;
  if (whole) fs::rename(part, path, error);
  if (whole && !error) return;
  const std::string reason = whole ? error.message() : std::strerror(errno);
  if (file) fs::remove(part, error);
  throw Error(fmt::format("cannot write '{}': {}", printable(path), reason));
}

}  // namespace gpupick
