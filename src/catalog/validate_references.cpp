#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

using Names = std::unordered_set<std::string_view>;

// Limit on hints for misspelt names: the search among all names is the slowest check.
constexpr int most_hints = 100;

// Returns the name by which other records refer to a record.
std::string_view reference_name(const RecordKind& kind, const AnyRecord& record) {
  if (kind.list == SoftwareRule::list) return static_cast<const SoftwareRule&>(record).software;
  if (kind.list == ToolRule::list) return static_cast<const ToolRule&>(record).tool;
  return id_of(kind, record);
}

// Returns a noun without its article: "card" for "the card".
std::string_view bare(std::string_view noun) { return noun.substr(noun.find(' ') + 1); }

class References {
 public:
  References(const Dataset& data, const Catalog& context) : data_(data), context_(context) {
    for (std::size_t i = 0; i < record_kinds().size(); ++i) {
      const RecordKind& kind = record_kinds()[i];
      Names& names = known_[kind.list];
      for (const auto& record : data.records[i]) names.insert(reference_name(kind, record.value));
      for (const AnyRecord* record : context.lists()[i].all())
        names.insert(reference_name(kind, *record));
      nouns_[kind.list] = bare(kind.noun);
    }
    known_[SoftwareRule::list].insert("stack");  // the card's own toolkit
    nouns_[SoftwareRule::list] = "software";
    for (const Figure& figure : figures())
      if (find_number(figure.key)) known_[numeric_figures].insert(figure.key);
    nouns_[numeric_figures] = numeric_figures;
  }

  std::vector<Diagnostic> run() {
    for (std::size_t i = 0; i < record_kinds().size(); ++i) {
      const RecordKind& kind = record_kinds()[i];
      for (const auto& record : data_.records[i])
        for (const Field& field : kind.fields())
          check(record.value, field, [&] { return record.where(field.key); });
      if (kind.list != Gpu::list && kind.list != Workload::list) unique_ids(kind, data_.records[i]);
    }
    unique_names<Gpu>(names_of_context());
    unique_names<Workload>();
    for (const auto& record : data_.of<Gpu>()) check_sources(record);
    unused_sources();
    return std::move(found_);
  }

 private:
  using Where = std::function<Location()>;  // position of the text

  // Checks the texts of a field: the form of ids, and references to other records.
  void check(const AnyRecord& record, const Field& field, const Where& where) {
    if (const Part* part = field.part()) {
      const AnyRecords parts = part->records(record);
      for (const AnyRecord* one : parts.all())
        for (const Field& inner : parts.kind().fields()) check(*one, inner, where);
      return;
    }
    if (!field.slug && field.refers_to.empty()) return;
    if (const auto text = value_as<std::string_view>(record, field)) check(field, *text, where);
    for (const std::string_view text : value_as<Texts>(record, field).value_or(Texts()))
      check(field, text, where);
  }

  void check(const FieldFacts& facts, std::string_view text, const Where& where) {
    if (text.empty()) return;
    if (facts.slug &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") != std::string_view::npos)
      report_(Rule::id_form, where(),
              "the id '{}' must be of lower-case letters, digits, points and hyphens", text);
    if (!facts.refers_to.empty()) reference(facts.refers_to, text, where);
  }

  void reference(std::string_view list, std::string_view name, const Where& where) {
    if (list == Source::list) used_.insert(name);
    const Names& known = known_.at(list);
    if (known.contains(name)) return;
    const std::string hint =
        ++hints_ > most_hints ? "" : did_you_mean(name, Phrases(known.begin(), known.end()));
    if (list == Source::list)
      report_(Rule::unknown_source, where(), "'{}' is no source{}", name, hint);
    else if (list == Gpu::list)
      report_(Rule::unknown_card, where(), "no card has the id '{}'{}", name, hint);
    else
      report_(Rule::unknown_word, where(), "'{}' is no {}{}", name, nouns_.at(list), hint);
  }

  void unique_ids(const RecordKind& kind, const std::vector<Record<AnyRecord>>& records) {
    Names seen;
    for (const auto& record : records)
      if (const auto id = id_of(kind, record.value); !id.empty() && !seen.insert(id).second)
        report_(Rule::duplicate_name, record.where("id"), "a record before has the id '{}' too",
                id);
  }

  // Returns who owns the names of the context's cards, but for those that the data replace.
  std::unordered_map<std::string, const Gpu*> names_of_context() const {
    std::unordered_map<std::string, const Gpu*> owners;
    Names replaced;
    for (const auto& record : data_.of<Gpu>()) replaced.insert(record.value.id);
    for (const Gpu& other : context_.of<Gpu>()) {
      if (replaced.contains(other.id)) continue;
      owners.emplace(fold(other.id), &other);
      for (const std::string_view alias : other.aliases) owners.emplace(fold(alias), &other);
      owners.emplace(fold(other.name), &other);
    }
    return owners;
  }

  // No two records of a kind may share an id, alias or name, nor be named as an owner is.
  template <class Kind>
  void unique_names(std::unordered_map<std::string, const Kind*> owners = {}) {
    for (const auto& record : data_.of<Kind>()) {
      const auto claim = [&](std::string_view name, std::string_view key) {
        const auto [owner, fresh] = owners.emplace(fold(name), &record.value);
        if (!name.empty() && !fresh && owner->second != &record.value)
          report_(Rule::duplicate_name, record.where(key), "'{}' also names {}", name,
                  owner->second->id);
      };
      claim(record.value.id, "id");
      for (const std::string_view alias : record.value.aliases) claim(alias, "aliases");
      claim(record.value.name, "name");
    }
  }

  // Every figure that needs a source must name a known one.
  void check_sources(const Record<Gpu>& record) {
    for (const Figure& figure : figures()) {
      const std::string_view source = source_of(record.value, figure);
      if (!source.empty())
        reference(Source::list, source, [&] { return record.where({"sources", figure.key}); });
      else if (figure.sourced && is_known(record.value, figure))
        report_(Rule::missing_source, record.where(figure.key), "'{}' has no source", figure.key);
    }
  }

  // Checks only if there are records that could use a source, and if all could be read.
  void unused_sources() {
    const bool used_by_any = !data_.of<Gpu>().empty() || !data_.of<Observation>().empty();
    if (!used_by_any || !data_.complete) return;
    for (const auto& record : data_.of<Source>())
      if (!used_.contains(record.value.id))
        report_(Rule::unused_source, record.where("id"), "nothing uses '{}'", record.value.id);
  }

  const Dataset& data_;
  const Catalog& context_;
  std::map<std::string_view, Names> known_;             // by list
  std::map<std::string_view, std::string_view> nouns_;  // by list
  Names used_;
  int hints_ = 0;  // number given so far
  std::vector<Diagnostic> found_;
  const Report report_{[this](Rule rule, Location where, std::string message) {
    found_.push_back({rule, std::move(where), std::move(message)});
  }};
};

}  // namespace

std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context) {
  return References(data, context).run();
}

}  // namespace gpupick
