#include <cstddef>
#include <cstdint>

#include "fuzz/feed.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  gpupick::feed({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
