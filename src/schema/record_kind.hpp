// Describes a kind of record as data, and the parts of records that are records themselves.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "schema/field.hpp"

namespace gpupick {

struct RecordKind {
  std::string_view list;       // name of its list in a data file; "" if only a part of records
  std::string_view noun;       // "the card", for messages
  const std::type_info* type;  // of the C++ type
  std::size_t size;            // of the C++ type, in bytes
  const AnyRecord* empty;      // a record with the default of each member
  std::span<const Field> (*fields)();
};

template <class Record>
inline constexpr Record empty_record{};

template <class Record>
constexpr std::string_view list_name() {
  if constexpr (requires { Record::list; })
    return Record::list;
  else
    return {};
}

// The description of a C++ type, which has a noun and a table of fields.
template <class Record>
inline constexpr RecordKind kind_of = {list_name<Record>(), Record::noun,          &typeid(Record),
                                       sizeof(Record),      &empty_record<Record>, Record::fields};

template <class... Kinds>
struct KindList {
  static constexpr std::size_t size = sizeof...(Kinds);

  template <class Kind>
  static constexpr std::size_t place() {
    std::size_t out = 0;
    static_cast<void>(((std::is_same_v<Kind, Kinds> || (++out, false)) || ...));
    return out;
  }
};

template <class... First, class... Second>
KindList<First..., Second...> operator+(KindList<First...>, KindList<Second...>) {
  return {};
}

std::string_view id_of(const RecordKind& kind, const AnyRecord& record);

class AnyRecords {
 public:
  constexpr AnyRecords() = default;
  constexpr AnyRecords(const RecordKind& kind, const void* first, std::size_t size)
      : kind_(&kind), first_(first), size_(size) {}
  template <class Record>
  constexpr AnyRecords(std::span<const Record> records)
      : AnyRecords(kind_of<Record>, records.data(), records.size()) {}

  const RecordKind& kind() const { return *kind_; }
  std::vector<const AnyRecord*> all() const;
  // The records must be of this type.
  template <class Record>
  std::span<const Record> as() const {
    return {static_cast<const Record*>(first_), size_};
  }

 private:
  const RecordKind* kind_ = nullptr;
  const void* first_ = nullptr;
  std::size_t size_ = 0;
};

class ObjectReader;

// A member that is a record or a list of records. Its form in data files may be a special one.
struct Part {
  ValueType type;                      // of the value in a data file
  std::span<const Field> (*fields)();  // of the value, or of each entry
  bool is_list;                        // the member is a std::span of records
  void (*read)(ObjectReader& in, std::string_view key, AnyRecord& out);
  AnyRecords (*records)(const AnyRecord& record);
};

}  // namespace gpupick
