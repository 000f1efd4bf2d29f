#include "catalog/records.hpp"

namespace gpupick {
namespace {

template <class... Kinds>
std::span<const RecordKind> described(KindList<Kinds...>) {
  static constexpr RecordKind kinds[] = {kind_of<Kinds>...};
  return kinds;
}

}  // namespace

std::span<const RecordKind> record_kinds() { return described(RecordKinds()); }

}  // namespace gpupick
