#include <chrono>
#include <cstdlib>
#include <gpupick/gpupick.hpp>
#include <iostream>
#include <streambuf>
#include <string>

#include "base/numbers.hpp"
#include "cli/system.hpp"

namespace {

using namespace gpupick;

std::chrono::year_month_day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

// Returns the columns of the terminal, or 0 if the output is not one. A plausible COLUMNS overrides
// it.
std::size_t width_of(const Screen& screen) {
  const char* columns = std::getenv("COLUMNS");
  const double width = columns ? parse_number(columns).value_or(0) : 0;
  return width >= 1 && width <= 10000 ? static_cast<std::size_t>(width) : screen.width;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value != '\0';
}

// NO_COLOR turns colours off; FORCE_COLOR and CLICOLOR_FORCE turn them on without a terminal.
bool wants_colour(const Screen& screen) {
  if (is_set("NO_COLOR")) return false;
  if (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE")) return true;
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return screen.out && !dumb;
}

// Standard output in pieces of 64 KiB. If the reader has gone away, writing stops without an error;
// a full disk is an error.
class Output : public std::streambuf {
 public:
  bool failed() const { return state_ == Written::failed; }

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
    if (state_ == Written::all) state_ = write_out(held_);
    held_.clear();
    return state_ == Written::all ? 0 : -1;
  }

 private:
  std::string held_;
  Written state_ = Written::all;
};

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args = begin_program(argc, argv);
  std::ios::sync_with_stdio(false);
  Output buffer;
  std::ostream out(&buffer);
  const Screen shown = screen();
  Environment environment{std::cin,
                          out,
                          std::cerr,
                          today(),
                          width_of(shown),
                          wants_colour(shown),
                          "/sys/bus/pci/devices",
                          config_file(),
                          shown.err,
                          shown.out,
                          shown.utf8,
                          shown.height};
  environment.output_of = output_of;
  const int status = run(args, environment);
  out.flush();
  if (!buffer.failed()) return status;
  std::cerr << "gpupick: error: the output could not be written\n";
  return 2;
}
