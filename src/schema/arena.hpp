// Storage for the texts and lists of records read at run time. Records hold views: built-in records
// into constant tables, others into an arena, which must live as long as they do.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
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

  std::span<const std::string_view> keep(const std::vector<std::string>& texts) {
    std::vector<std::string_view> kept;
    for (const std::string& text : texts) kept.push_back(keep(std::string_view(text)));
    return keep(kept);
  }

  template <class Value>
  const Value& keep_one(const Value& value) {
    return keep(std::span<const Value>(&value, 1)).front();
  }

  // Returns memory that is aligned for any type.
  void* allocate(std::size_t bytes) { return memory_.allocate(bytes); }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

}  // namespace gpupick
