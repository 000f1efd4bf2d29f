#include "answer/data.hpp"

#include <algorithm>

namespace gpupick {
Data Data::list(List entries) {
  Data out;
  out.value_ = std::move(entries);
  return out;
}

Data& Data::operator[](std::string_view key) {
  if (!std::holds_alternative<Object>(value_)) value_ = Object();
  Object& members = std::get<Object>(value_);
  const auto found = std::ranges::find(members, key, &Member::first);
  return found != members.end() ? found->second : members.emplace_back(key, Data()).second;
}

void Data::push_back(Data entry) {
  if (std::holds_alternative<std::monostate>(value_)) value_ = List();
  std::get<List>(value_).push_back(std::move(entry));
}

const Data* Data::find(std::string_view key) const {
  const Object* members = std::get_if<Object>(&value_);
  if (!members) return nullptr;
  const auto found = std::ranges::find(*members, key, &Member::first);
  return found != members->end() ? &found->second : nullptr;
}

void Data::add(const Data& members) {
  for (const Member& member : std::get<Object>(members.value_))
    (*this)[member.first] = member.second;
}

}  // namespace gpupick
