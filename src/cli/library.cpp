// The library's functions for C. No exception leaves them.
#include <gpupick/ask.h>

#include <cstdlib>
#include <cstring>

#include "cli/ask.hpp"

// Makes a function visible outside the shared library. All others are hidden.
#ifdef _WIN32
#define GPUPICK_EXPORT __declspec(dllexport)
#else
#define GPUPICK_EXPORT __attribute__((visibility("default")))
#endif

GPUPICK_EXPORT char* gpupick_ask(const char* command, const char* arguments) {
  try {
    const std::string reply = gpupick::reply_to(command ? command : "", arguments ? arguments : "");
    auto* out = static_cast<char*>(std::malloc(reply.size() + 1));
    if (out) std::memcpy(out, reply.c_str(), reply.size() + 1);
    return out;
  } catch (...) {  // no memory
    return nullptr;
  }
}

GPUPICK_EXPORT void gpupick_free(char* reply) { std::free(reply); }
