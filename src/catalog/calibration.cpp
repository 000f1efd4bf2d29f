#include "catalog/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

template <class Value>
const Value* find_by_id(const std::vector<Value>& values, std::string_view id) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const Value& value) { return value.id == id; });
  return found == values.end() ? nullptr : &*found;
}

constexpr std::string_view optimizer_prefix = "optimizer-";

std::vector<std::string_view> names_of(const std::vector<const Law*>& optimizers) {
  std::vector<std::string_view> names;
  for (const Law* one : optimizers)
    names.push_back(std::string_view(one->id).substr(optimizer_prefix.size()));
  return names;
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

const Engine& Calibration::engine(std::string_view id) const {
  if (const Engine* found = find_by_id(engines, id)) return *found;
  std::vector<std::string> ids;
  for (const Engine& one : engines) ids.push_back(one.id);
  throw Error(
      fmt::format("no runtime is called '{}'; known are {}", printable(id), enumerate(ids, "and")));
}

const Law& Calibration::optimizer(std::string_view name) const {
  if (const Law* found = find_law(fmt::format("{}{}", optimizer_prefix, name))) return *found;
  std::vector<const Law*> all;
  for (const Law& one : laws)
    if (one.id.starts_with(optimizer_prefix)) all.push_back(&one);
  const std::vector<std::string_view> names = names_of(all);
  throw Error(fmt::format("no optimizer is called '{}'; known are {}", printable(name),
                          enumerate({names.begin(), names.end()}, "and")));
}

std::vector<std::string_view> Calibration::smaller_optimizers(std::string_view name) const {
  const double bytes = optimizer(name).at("bytes_32");
  std::vector<const Law*> smaller;
  for (const Law& one : laws)
    if (one.id.starts_with(optimizer_prefix) && one.value_or("adapts", 0) > 0 &&
        one.at("bytes_32") < bytes)
      smaller.push_back(&one);
  std::stable_sort(smaller.begin(), smaller.end(), [](const Law* a, const Law* b) {
    return a->at("bytes_32") > b->at("bytes_32");
  });
  return names_of(smaller);
}

}  // namespace gpupick
