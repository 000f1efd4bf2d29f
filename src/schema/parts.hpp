// Parts of a record that are records themselves: one object, or a list of them.
#pragma once

#include "schema/constant_writer.hpp"
#include "schema/read_record.hpp"

namespace gpupick {

template <class Member>
struct MemberOf;
template <class Record_, class Value_>
struct MemberOf<Value_ Record_::*> {
  using Record = Record_;
  using Value = Value_;
};

// A list of records: a member of type std::span<const Entry>. Entry has a table of fields and a
// name for messages.
template <auto member>
struct PartList {
  using Record = typename MemberOf<decltype(member)>::Record;
  using Entry = std::remove_const_t<typename MemberOf<decltype(member)>::Value::element_type>;

  static void read(ObjectReader& in, std::string_view key, Record& out) {
    out.*member = read_records<Entry>(in, key, Entry::noun);
  }
  static void write(ConstantWriter& out, const Record& record) { out.list<Entry>(record.*member); }
  static void visit(const Record& record, const TextVisitor& visitor) {
    for (const Entry& entry : record.*member)
      for (const Field<Entry>& field : Entry::fields()) visit_texts(field, entry, visitor);
  }
  static Shape shape() { return {{}, {}, ValueType::objects, shapes_of<Entry>()}; }
  static constexpr Part<Record> part{read, write, visit, shape};
};
template <auto member>
constexpr const Part<typename PartList<member>::Record>* records = &PartList<member>::part;

// One record: a member of a type that has a table of fields. An absent key leaves it unchanged.
template <auto member>
struct PartObject {
  using Record = typename MemberOf<decltype(member)>::Record;
  using Entry = typename MemberOf<decltype(member)>::Value;

  static void read(ObjectReader& in, std::string_view key, Record& out) {
    const Node* node = in.object(key);
    if (!node) return;
    ObjectReader entry(in.context(), *node, Entry::noun);
    out.*member = read_record<Entry>(entry);
  }
  static void write(ConstantWriter& out, const Record& record) { out.record(record.*member); }
  static void visit(const Record& record, const TextVisitor& visitor) {
    for (const Field<Entry>& field : Entry::fields()) visit_texts(field, record.*member, visitor);
  }
  static Shape shape() { return {{}, {}, ValueType::object, shapes_of<Entry>()}; }
  static constexpr Part<Record> part{read, write, visit, shape};
};
template <auto member>
constexpr const Part<typename PartObject<member>::Record>* record = &PartObject<member>::part;

}  // namespace gpupick
