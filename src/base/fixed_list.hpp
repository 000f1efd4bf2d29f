// A short list that is stored inside its owner, so that a result with such a list allocates
// nothing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace gpupick {

// Holds up to `most` values; pushing more is a bug in the caller and throws std::out_of_range.
// Unused slots stay uninitialized.
template <class Value, std::size_t most>
class FixedList {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  FixedList() {}

  void push_back(const Value& value) {
    if (size_ == most) throw std::out_of_range("a fixed list is full");
    std::construct_at(end(), value);
    ++size_;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Value& front() { return *begin(); }
  const Value& front() const { return *begin(); }
  const Value& operator[](std::size_t i) const { return begin()[i]; }
  Value* begin() { return std::launder(reinterpret_cast<Value*>(places_.data())); }
  Value* end() { return begin() + size_; }
  const Value* begin() const {
    return std::launder(reinterpret_cast<const Value*>(places_.data()));
  }
  const Value* end() const { return begin() + size_; }

 private:
  alignas(Value) std::array<std::byte, most * sizeof(Value)> places_;
  std::size_t size_ = 0;
};

}  // namespace gpupick
