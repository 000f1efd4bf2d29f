// Storage for the texts and lists of records read at run time. Records hold views: built-in records
// into constant tables, others into an arena, which must live as long as they do.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gpupick {

class Arena {
 public:
  std::string_view keep(std::string_view text) {
    const std::span<const char> kept = keep(std::span<const char>(text.data(), text.size()));
    return {kept.data(), kept.size()};
  }

  template <class Value>
  std::span<const Value> keep(std::span<const Value> values) {
    static_assert(std::is_trivially_destructible_v<Value>);
    if (values.empty()) return {};
    auto* out = static_cast<Value*>(memory_.allocate(values.size_bytes(), alignof(Value)));
    std::uninitialized_copy(values.begin(), values.end(), out);
    return {out, values.size()};
  }

  template <class Value>
  std::span<const Value> keep(const std::vector<Value>& values) {
    return keep(std::span<const Value>(values));
  }

  // Returns memory that is aligned for any type.
  void* allocate(std::size_t bytes) { return memory_.allocate(bytes); }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

}  // namespace gpupick
