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

Phrases ids_of(const RecordLists& lists, std::string_view list) {
  Phrases ids;
  for (const AnyRecords& records : lists)
    if (records.kind().list == list)
      for (const AnyRecord* record : records.all()) ids.push_back(id_of(records.kind(), *record));
  return ids;
}

}  // namespace gpupick
