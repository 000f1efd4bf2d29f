// A progress line for long work, on the error stream if that is a terminal. It is erased when the
// work is done, before anything else is printed.
#pragma once

#include <ostream>
#include <string>

namespace gpupick {

class Progress {
 public:
  // `terminal`: null shows nothing.
  explicit Progress(std::ostream* terminal) : terminal_(terminal) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) *terminal_ << "\r\033[K" << std::flush;
  }

  void show(const std::string& text) {
    if (terminal_) *terminal_ << "\r\033[Kgpupick: " << text << std::flush;
    shown_ = terminal_ != nullptr;
  }

 private:
  std::ostream* terminal_;
  bool shown_ = false;
};

}  // namespace gpupick
