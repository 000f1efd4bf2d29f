// Asks gpupick from a C++ program.
#pragma once

#include <memory>
#include <new>
#include <string>

#include "ask.h"

namespace gpupick {

// Returns the reply to a question in JSON, as gpupick_ask does. Throws std::bad_alloc if there is
// no memory.
inline std::string ask(const std::string& command, const std::string& arguments) {
  const std::unique_ptr<char, void (*)(char*)> reply(
      gpupick_ask(command.c_str(), arguments.c_str()), gpupick_free);
  if (!reply) throw std::bad_alloc();
  return reply.get();
}

}  // namespace gpupick
