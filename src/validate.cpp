#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <gpupick/limits.hpp>
#include <gpupick/text.hpp>
#include <gpupick/validate.hpp>
#include <map>
#include <set>

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

class Checker {
 public:
  Checker(const Dataset& data, const Catalog& context)
      : data_(data),
        sources_(ids_of(data.sources, context.sources())),
        cards_(ids_of(data.gpus, context.gpus())) {}

  std::vector<Diagnostic> run() {
    unique_names();
    for (const auto& gpu : data_.gpus) card(gpu);
    for (const auto& price : data_.prices) check_price(price);
    for (const auto& rule : data_.software) {
      id_form(rule, rule.value.id);
      reference(rule, rule.value.source, rule.node->find("source"));
    }
    for (const auto& workload : data_.workloads) profile(workload);
    for (const auto& source : data_.sources) id_form(source, source.value.id);
    unique_ids(data_.workloads);
    unique_ids(data_.software);
    unique_ids(data_.sources);
    return std::move(found_);
  }

 private:
  void report(Rule rule, Location where, std::string message) {
    found_.push_back({rule, std::move(where), std::move(message)});
  }

  template <class Value>
  void id_form(const Record<Value>& record, std::string_view id) {
    const bool good =
        !id.empty() &&
        id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string_view::npos;
    if (!good && record.node->find("id"))
      report(
          Rule::id_form, record.where("id"),
          fmt::format("the id '{}' must be of lower-case letters, digits, points and hyphens", id));
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

  void card(const Record<Gpu>& record) {
    id_form(record, record.value.id);
    for (const Figure& figure : figures()) {
      plausible(record, figure);
      sourced(record, figure);
    }
    bandwidth(record);
  }

  void plausible(const Record<Gpu>& record, const Figure& figure) {
    const Number value = number_of(record.value, figure);
    if (!value || (*value == 0 && !figure.required) ||
        (*value >= figure.low && *value <= figure.high))
      return;
    report(Rule::implausible_value, record.where(figure.key),
           fmt::format("{} {} is not between {} and {}{}{}", figure.label, exact(*value),
                       exact(figure.low), exact(figure.high), figure.unit.empty() ? "" : " ",
                       figure.unit));
  }

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
    if (!source.empty() && !sources_.contains(source))
      report(Rule::unknown_source, record.document->locate(at->offset),
             fmt::format("'{}' is no source{}", source, did_you_mean(source, listed(sources_))));
  }

  // bandwidth = bus width x data rate / 8, the arithmetic that data sheets round.
  void bandwidth(const Record<Gpu>& record) {
    const Gpu& gpu = record.value;
    if (!gpu.bus_bits || !gpu.memory_gbps || !gpu.bandwidth_gb_s) return;
    const double expected = *gpu.bus_bits * *gpu.memory_gbps / 8;
    if (std::fabs(*gpu.bandwidth_gb_s - expected) <= 0.02 * expected) return;
    report(Rule::bandwidth_mismatch, record.where("bandwidth_gb_s"),
           fmt::format("bandwidth {} GB/s does not follow from {} bit x {} Gb/s / 8 = {} GB/s",
                       exact(*gpu.bandwidth_gb_s), exact(*gpu.bus_bits), exact(*gpu.memory_gbps),
                       rounded(expected)));
  }

  void check_price(const Record<Observation>& record) {
    const Observation& price = record.value;
    reference(record, price.source, record.node->find("source"));
    if (!price.card.empty() && !cards_.contains(price.card))
      report(Rule::unknown_card, record.where("card"),
             fmt::format("no card has the id '{}'{}", price.card,
                         did_you_mean(price.card, listed(cards_))));
    const bool rent = price.kind.starts_with("cloud");
    const double low = rent ? 0.01 : 10, high = rent ? 1000 : 1e6;
    if (record.node->find("usd") && !(price.usd >= low && price.usd <= high))
      report(Rule::implausible_value, record.where("usd"),
             fmt::format("{} USD{} is not between {} and {}", exact(price.usd),
                         rent ? " per hour" : "", exact(low), exact(high)));
  }

  void profile(const Record<Workload>& record) {
    id_form(record, record.value.id);
    for (const std::string& need : record.value.needs)
      if (!find_need(need))
        report(Rule::unknown_word, record.where("needs"),
               fmt::format("'{}' is nothing a card can be asked for{}", need,
                           did_you_mean(need, need_words())));
  }

  const Dataset& data_;
  const Names sources_;
  const Names cards_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> validate(const Dataset& data, const Catalog& context) {
  return Checker(data, context).run();
}

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return std::tie(a.where.file, a.where.line, a.where.column) <
                            std::tie(b.where.file, b.where.line, b.where.column);
                   });
}

}  // namespace gpupick
