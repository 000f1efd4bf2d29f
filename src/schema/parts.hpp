// Parts of a record that are records themselves: one object, or a list of them.
#pragma once

#include "schema/read_record.hpp"

namespace gpupick {

template <auto member>
struct ListPart;
template <auto member>
struct ObjectPart;

// A member of type std::span<const Entry>. Entry has a table of fields and a name for messages.
template <class Record, class Entry, std::span<const Entry> Record::*member>
struct ListPart<member> {
  static void read(ObjectReader& in, std::string_view key, AnyRecord& out) {
    std::vector<Entry> entries;
    for (const Node* node : in.objects(key))
      read_record(in.context(), *node, kind_of<Entry>, entries.emplace_back());
    static_cast<Record&>(out).*member = in.context().arena.keep(entries);
  }
  static AnyRecords records(const AnyRecord& record) {
    return static_cast<const Record&>(record).*member;
  }
  static constexpr Part part{ValueType::objects, Entry::fields, true, read, records};
};

// A member of type Entry. An absent key leaves it unchanged.
template <class Record, class Entry, Entry Record::*member>
struct ObjectPart<member> {
  static void read(ObjectReader& in, std::string_view key, AnyRecord& out) {
    if (const Node* node = in.object(key))
      read_record(in.context(), *node, kind_of<Entry>, static_cast<Record&>(out).*member = {});
  }
  static AnyRecords records(const AnyRecord& record) {
    return {kind_of<Entry>, &(static_cast<const Record&>(record).*member), 1};
  }
  static constexpr Part part{ValueType::object, Entry::fields, false, read, records};
};

template <auto member>
constexpr const Part& records = ListPart<member>::part;
template <auto member>
constexpr const Part& record = ObjectPart<member>::part;

}  // namespace gpupick
