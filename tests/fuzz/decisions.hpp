// Decisions made by bytes: a fuzzer that changes a byte changes one decision and keeps the others.
#pragma once

#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

namespace gpupick {

class Decisions {
 public:
  explicit Decisions(std::string_view bytes) : left_(bytes) {}

  // True if the bytes are used up. All further decisions are 0.
  bool made() const { return left_.empty(); }

  // A number from 0 up to, but not including, `end`.
  std::size_t below(std::size_t end) {
    std::size_t number = next();
    if (end > 256) number = number * 256 + next();
    return number % end;
  }

  bool one_in(std::size_t n) { return below(n) == n - 1; }

  template <class List>
  const auto& any_of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  unsigned char next() {
    if (left_.empty()) return 0;
    const char byte = left_.front();
    left_.remove_prefix(1);
    return static_cast<unsigned char>(byte);
  }

  std::string_view left_;
};

// `size` random bytes, the same on every platform.
inline std::string random_bytes(std::mt19937& random, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random() % 256);
  return bytes;
}

}  // namespace gpupick
