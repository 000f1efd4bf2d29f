#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gpupick/gpupick.hpp>
#include <iostream>
#include <streambuf>
#include <string>

namespace {

std::chrono::year_month_day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

// Returns the columns of the terminal, or 0 if the output is not one. COLUMNS overrides it.
std::size_t terminal_width() {
  if (const char* columns = std::getenv("COLUMNS"))
    if (const int width = std::atoi(columns); width > 0) return static_cast<std::size_t>(width);
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 0;
}

// Returns the lines of the terminal, or 0 if the output is not one.
std::size_t terminal_height() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

// True if the variable is set and not empty.
bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value != '\0';
}

// NO_COLOR turns colours off; FORCE_COLOR and CLICOLOR_FORCE turn them on without a terminal.
bool wants_colour() {
  if (is_set("NO_COLOR")) return false;
  if (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE")) return true;
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && !dumb;
}

// True if the locale's encoding is UTF-8. The first variable that is set decides.
bool has_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    const std::string_view locale = std::getenv(variable);
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos;
  }
  return false;
}

// Returns the path of the user's defaults by the XDG base directories, or "" if there is no home.
std::string config_file() {
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder == '/')
    return std::string(folder) + "/gpupick/config.json";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.config/gpupick/config.json" : "";
}

// Standard output in pieces of 64 KiB. If the reader has gone away, writing stops without an error;
// a full disk is an error.
class Output : public std::streambuf {
 public:
  bool failed() const { return failed_; }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    held_.append(text, static_cast<std::size_t>(size));
    return held_.size() < 65536 || sync() == 0 ? size : 0;
  }
  int_type overflow(int_type one) override {
    const char letter = traits_type::to_char_type(one);
    return xsputn(&letter, 1) == 1 ? one : traits_type::eof();
  }
  int sync() override {
    std::string_view text = held_;
    while (!text.empty() && !gone_ && !failed_) {
      const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
      if (written >= 0) text.remove_prefix(static_cast<std::size_t>(written));
      gone_ = written < 0 && errno == EPIPE;
      failed_ = written < 0 && errno != EPIPE && errno != EINTR;
    }
    held_.clear();
    return gone_ || failed_ ? -1 : 0;
  }

 private:
  std::string held_;
  bool gone_ = false, failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  Output buffer;
  std::ostream out(&buffer);
  gpupick::Environment environment{std::cin,
                                   out,
                                   std::cerr,
                                   today(),
                                   terminal_width(),
                                   wants_colour(),
                                   "/sys/bus/pci/devices",
                                   config_file(),
                                   isatty(STDERR_FILENO) != 0,
                                   isatty(STDOUT_FILENO) != 0,
                                   has_utf8(),
                                   terminal_height()};
  const int status = gpupick::run({argv + 1, argv + argc}, environment);
  out.flush();
  if (!buffer.failed()) return status;
  std::cerr << "gpupick: error: the output could not be written\n";
  return 2;
}
