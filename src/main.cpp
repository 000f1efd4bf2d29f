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

// Standard output, written when it is flushed. A reader that has gone away is no error; a full disk
// is.
class Output : public std::stringbuf {
 public:
  bool failed() const { return failed_; }

 protected:
  int sync() override {
    const std::string held = str();
    str("");
    std::string_view text = held;
    while (!text.empty() && !failed_) {
      const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0 && errno == EPIPE) break;
      failed_ = written < 0;
      if (!failed_) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return failed_ ? -1 : 0;
  }

 private:
  bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  Output buffer;
  std::ostream out(&buffer);
  gpupick::Environment environment{std::cin,         out,           std::cerr, today(),
                                   terminal_width(), wants_colour()};
  const int status = gpupick::run({argv + 1, argv + argc}, environment);
  out.flush();
  if (!buffer.failed()) return status;
  std::cerr << "gpupick: error: the output could not be written\n";
  return 2;
}
