#include <fmt/format.h>

#include <algorithm>
#include <gpupick/calibration.hpp>
#include <gpupick/error.hpp>
#include <gpupick/text.hpp>

namespace gpupick {
namespace {

template <class Value>
const Value* find_by_id(const std::vector<Value>& values, std::string_view id) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const Value& value) { return value.id == id; });
  return found == values.end() ? nullptr : &*found;
}

}  // namespace

double Law::at(std::string_view key) const {
  for (const auto& [name, value] : constants)
    if (name == key) return value;
  throw Error(fmt::format("the calibration's law '{}' has no constant '{}'", printable(id), key));
}

double Law::value_or(std::string_view key, double otherwise) const {
  for (const auto& [name, value] : constants)
    if (name == key) return value;
  return otherwise;
}

const Law* Calibration::find_law(std::string_view id) const { return find_by_id(laws, id); }

const Interval* Calibration::find_interval(std::string_view id) const {
  return find_by_id(intervals, id);
}

const Law& Calibration::law(std::string_view id) const {
  if (const Law* found = find_law(id)) return *found;
  throw Error(fmt::format("the calibration has no law '{}'", id));
}

const Runtime& Calibration::runtime(std::string_view id) const {
  if (const Runtime* found = find_by_id(runtimes, id)) return *found;
  std::vector<std::string> ids;
  for (const Runtime& one : runtimes) ids.push_back(one.id);
  throw Error(
      fmt::format("no runtime is called '{}'; known are {}", printable(id), enumerate(ids, "and")));
}

}  // namespace gpupick
