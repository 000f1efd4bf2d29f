#include "catalog/validate_references.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Names = std::set<std::string, std::less<>>;

template <class Value>
Names ids_of(const std::vector<Record<Value>>& records, const std::vector<Value>& context) {
  Names ids;
  for (const auto& record : records) ids.insert(record.value.id);
  for (const Value& value : context) ids.insert(value.id);
  return ids;
}

std::vector<std::string> listed(const Names& names) { return {names.begin(), names.end()}; }

class References {
 public:
  References(const Dataset& data, const Catalog& context)
      : data_(data),
        sources_(ids_of(data.sources, context.sources())),
        cards_(ids_of(data.gpus, context.gpus())),
        engines_(ids_of(data.engines, context.calibration().engines)),
        classes_(ids_of(data.classes, context.calibration().classes)),
        formats_(ids_of(data.quantisations, context.quantisations())) {}

  std::vector<Diagnostic> run() {
    forms_of_ids();
    owners_of_ids();
    named_sources();
    named_cards();
    named_records();
    unused_sources();
    return std::move(found_);
  }

 private:
  void report(Rule rule, Location where, std::string message) {
    found_.push_back({rule, std::move(where), std::move(message)});
  }

  void forms_of_ids() {
    id_forms(data_.gpus);
    id_forms(data_.workloads);
    id_forms(data_.models);
    id_forms(data_.networks);
    id_forms(data_.sources);
  }

  void owners_of_ids() {
    unique_names();
    unique_ids(data_.workloads);
    unique_ids(data_.software);
    unique_ids(data_.sources);
    unique_ids(data_.architectures);
    unique_ids(data_.memories);
    unique_ids(data_.lines);
    unique_ids(data_.models);
    unique_ids(data_.networks);
    unique_ids(data_.quantisations);
    unique_ids(data_.cache_types);
    unique_ids(data_.engines);
    unique_ids(data_.classes);
    unique_ids(data_.engine_builds);
    unique_ids(data_.training_classes);
    unique_ids(data_.image_classes);
    unique_ids(data_.fine_tuning_stacks);
    unique_ids(data_.dequantised_formats);
    unique_ids(data_.optimizers);
    unique_ids(data_.network_training);
    unique_ids(data_.training);
    unique_ids(data_.fine_tuning);
    unique_ids(data_.training_memory);
    unique_ids(data_.network_memory);
    unique_ids(data_.images);
    unique_ids(data_.offload);
    unique_ids(data_.serving);
    unique_ids(data_.intervals);
  }

  void named_sources() {
    for (const auto& record : data_.gpus)
      for (const Figure& figure : figures()) sourced(record, figure);
    sourced_records(data_.prices);
    sourced_records(data_.software);
    sourced_records(data_.architectures);
    sourced_records(data_.memories);
    sourced_records(data_.exceptions);
    sourced_records(data_.models);
    sourced_records(data_.networks);
    more_sources(data_.models);
    more_sources(data_.networks);
    sourced_records(data_.quantisations);
    sourced_records(data_.cache_types);
    sourced_records(data_.engines);
    sourced_records(data_.fine_tuning_stacks);
    sourced_records(data_.dequantised_formats);
    sourced_records(data_.optimizers);
    sourced_records(data_.network_training);
    sourced_records(data_.training);
    sourced_records(data_.fine_tuning);
    sourced_records(data_.training_memory);
    sourced_records(data_.network_memory);
    sourced_records(data_.images);
    sourced_records(data_.offload);
    sourced_records(data_.serving);
  }

  void named_cards() {
    for (const auto& price : data_.prices) known_card(price.value.card, price.where("card"));
    for (const auto& exception : data_.exceptions)
      known_card(exception.value.card, exception.where("card"));
    for (const auto& line : data_.lines)
      for (const std::string& id : line.value.cards) known_card(id, line.where("cards"));
  }

  template <class Value>
  void id_forms(const std::vector<Record<Value>>& records) {
    for (const auto& record : records) {
      const std::string& id = record.value.id;
      if (id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") != std::string::npos)
        report(Rule::id_form, record.where("id"),
               fmt::format("the id '{}' must be of lower-case letters, digits, points and hyphens",
                           id));
    }
  }

  template <class Value>
  void unique_ids(const std::vector<Record<Value>>& records) {
    Names seen;
    for (const auto& record : records)
      if (!record.value.id.empty() && !seen.insert(record.value.id).second)
        report(Rule::duplicate_name, record.where("id"),
               fmt::format("a record before has the id '{}' too", record.value.id));
  }

  // No two cards may answer to one id, alias or name.
  void unique_names() {
    std::map<std::string, const Record<Gpu>*> owners;
    for (const auto& record : data_.gpus) {
      const auto claim = [&](std::string_view name, std::string_view key) {
        const auto [owner, fresh] = owners.emplace(fold(name), &record);
        if (!name.empty() && !fresh && owner->second != &record)
          report(Rule::duplicate_name, record.where(key),
                 fmt::format("'{}' also names {}", name, owner->second->value.id));
      };
      claim(record.value.id, "id");
      for (const std::string& alias : record.value.aliases) claim(alias, "aliases");
      claim(record.value.name, "name");
    }
  }

  // Each figure that needs one names a source.
  void sourced(const Record<Gpu>& record, const Figure& figure) {
    const std::string_view source = source_of(record.value, figure.key);
    if (!source.empty()) {
      reference(record, source, record.node->find("sources")->find(figure.key));
    } else if (figure.sourced && is_known(record.value, figure)) {
      report(Rule::missing_source, record.where(figure.key),
             fmt::format("'{}' has no source", figure.key));
    }
  }

  template <class Value>
  void reference(const Record<Value>& record, std::string_view source, const Node* at) {
    used_.insert(std::string(source));
    if (!source.empty() && !sources_.contains(source))
      report(Rule::unknown_source, record.document->locate(at->offset),
             fmt::format("'{}' is no source{}", source, did_you_mean(source, listed(sources_))));
  }

  template <class Value>
  void sourced_records(const std::vector<Record<Value>>& records) {
    for (const auto& record : records)
      reference(record, record.value.source, record.node->find("source"));
  }

  // Further sources that a record's notes lean on.
  template <class Value>
  void more_sources(const std::vector<Record<Value>>& records) {
    for (const auto& record : records)
      for (const std::string& id : record.value.more_sources)
        reference(record, id, record.node->find("more_sources"));
  }

  void known_card(std::string_view id, Location where) {
    if (!id.empty() && !cards_.contains(id))
      report(Rule::unknown_card, std::move(where),
             fmt::format("no card has the id '{}'{}", id, did_you_mean(id, listed(cards_))));
  }

  // What records of the models call by its id.
  void named_records() {
    named(data_.classes, &SpeedClass::engine, "engine", engines_, "engine");
    named(data_.engine_builds, &EngineBuild::engine, "engine", engines_, "engine");
    named(data_.engines, &Engine::like, "like", engines_, "engine");
    named(data_.classes, &SpeedClass::like, "like", classes_, "class");
    named(data_.models, &Model::quant, "quant", formats_, "format of weights");
  }

  template <class Value>
  void named(const std::vector<Record<Value>>& records, std::string Value::*member,
             std::string_view key, const Names& known, std::string_view what) {
    for (const auto& record : records)
      if (const std::string& id = record.value.*member; !id.empty() && !known.contains(id))
        report(Rule::unknown_word, record.where(key),
               fmt::format("'{}' is no {}{}", id, what, did_you_mean(id, listed(known))));
  }

  // Only where there are records that might use them, and all could be read.
  void unused_sources() {
    if ((data_.gpus.empty() && data_.prices.empty()) || !data_.complete) return;
    for (const auto& record : data_.sources)
      if (!used_.contains(record.value.id))
        report(Rule::unused_source, record.where("id"),
               fmt::format("nothing uses '{}'", record.value.id));
  }

  const Dataset& data_;
  const Names sources_, cards_, engines_, classes_, formats_;
  Names used_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context) {
  return References(data, context).run();
}

}  // namespace gpupick
