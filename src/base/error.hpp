// The only exception class of the program: gpupick cannot do what the user wants. `run`
// (gpupick.hpp) prints the message and exits with 2. Problems in data are values (diagnostic.hpp),
// not exceptions.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace gpupick {

// The message is lower case, has no full stop, says what was given and what would work.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
  template <class... Values>
  explicit Error(fmt::format_string<Values...> form, Values&&... values)
      : std::runtime_error(fmt::format(form, std::forward<Values>(values)...)) {}
};

}  // namespace gpupick
