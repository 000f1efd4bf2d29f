#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gpupick/cli.hpp>
#include <iostream>
#include <sstream>

namespace {

gpupick::Date today() {
  const std::chrono::year_month_day date(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day()))};
}

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 100;
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && (!no_colour || *no_colour == '\0') && !dumb;
}

// Writes the whole text. A reader that has gone away is no error; a full disk is.
bool write_out(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno == EPIPE;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  std::ostringstream out;
  gpupick::Environment environment{std::cin,         out,           std::cerr, today(),
                                   terminal_width(), wants_colour()};
  const int status = gpupick::run({argv + 1, argv + argc}, environment);
  if (write_out(out.str())) return status;
  std::cerr << "gpupick: error: the output could not be written\n";
  return 2;
}
