// A list of a few values that lies where it stands, so that a result which holds it allocates
// nothing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace gpupick {

// At most `most` values; more is a fault of the program. Places that hold none are not written to.
template <class Value, std::size_t most>
class FixedList {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  FixedList() {}

  void push_back(const Value& value) { std::construct_at(&values_.at(size_++), value); }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Value& front() { return values_.front(); }
  const Value& front() const { return values_.front(); }
  const Value& operator[](std::size_t i) const { return values_.at(i); }
  Value* begin() { return values_.data(); }
  Value* end() { return values_.data() + size_; }
  const Value* begin() const { return values_.data(); }
  const Value* end() const { return values_.data() + size_; }

 private:
  union {
    std::array<Value, most> values_;
  };
  std::size_t size_ = 0;
};

}  // namespace gpupick
