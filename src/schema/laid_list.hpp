// A list of records: a view of constants that is copied before the first change, or a vector.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace gpupick {

template <class Kind>
class LaidList {
 public:
  LaidList() = default;
  // The constants must outlive the list.
  explicit LaidList(std::span<const Kind> constants) : constants_(constants) {}
  explicit LaidList(std::vector<Kind> own) : own_(std::move(own)), is_own_(true) {}

  std::span<const Kind> all() const { return is_own_ ? std::span<const Kind>(own_) : constants_; }
  // Returns the records for changes, after copying constants.
  std::vector<Kind>& own() {
    if (!std::exchange(is_own_, true)) own_.assign(constants_.begin(), constants_.end());
    return own_;
  }

  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const Kind* data() const { return all().data(); }
  const Kind* begin() const { return data(); }
  const Kind* end() const { return data() + size(); }
  const Kind& front() const { return all().front(); }
  const Kind& operator[](std::size_t i) const { return all()[i]; }

 private:
  std::span<const Kind> constants_;
  std::vector<Kind> own_;
  bool is_own_ = false;
};

}  // namespace gpupick
