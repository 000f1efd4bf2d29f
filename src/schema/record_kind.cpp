#include "schema/record_kind.hpp"

#include <algorithm>

namespace gpupick {

std::string_view id_of(const RecordKind& kind, const AnyRecord& record) {
  const std::span<const Field> fields = kind.fields();
  const auto id = std::ranges::find(fields, "id", &Field::key);
  return id == fields.end() ? "" : value_as<std::string_view>(record, *id).value_or("");
}

std::vector<const AnyRecord*> AnyRecords::all() const {
  std::vector<const AnyRecord*> out;
  for (std::size_t i = 0; i < size_; ++i) {
    const void* record = static_cast<const std::byte*>(first_) + i * kind_->size;
    out.push_back(static_cast<const AnyRecord*>(record));
  }
  return out;
}

}  // namespace gpupick
