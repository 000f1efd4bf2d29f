#include "catalog/validate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cards/feature.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

// Returns the exceptions of the data and of the context; these have no ids to replace one another.
std::vector<const RuleException*> exceptions(const Dataset& data, const Catalog& context) {
  std::vector<const RuleException*> out;
  for (const auto& one : data.of<RuleException>()) out.push_back(&one.value);
  for (const RuleException& exception : context.of<RuleException>()) out.push_back(&exception);
  return out;
}

class Checker {
 public:
  Checker(const Dataset& data, const Catalog& context, std::optional<Date> today)
      : data_(data),
        context_(context),
        today_(today),
        gpus_(joined(data.of<Gpu>(), context.gpus())),
        lines_(joined(data.of<ProductLine>(), context.of<ProductLine>())),
        facts_{joined(data.of<Architecture>(), context.of<Architecture>()),
               joined(data.of<MemoryKind>(), context.of<MemoryKind>()),
               joined(data.of<Plug>(), context.of<Plug>())},
        peers_(data.of<Gpu>().empty() ? GpuList() : gpus_, facts_.memories),
        excused_(exceptions(data, context)) {
    for (const Gpu* gpu : gpus_) by_id_.emplace(gpu->id, gpu);
    for (const auto& [gpu, place] : data.of<Gpu>()) places_.emplace(&gpu, place);
    for (const auto& [source, place] : data.of<Source>()) read_on_[source.id] = source.read;
    for (const Source& source : context.of<Source>()) read_on_.emplace(source.id, source.read);
  }

  std::vector<Diagnostic> run() {
    for (const auto& gpu : data_.of<Gpu>()) card(gpu);
    check_names(data_, gpus_, joined(data_.of<NameWords>(), context_.of<NameWords>()),
                joined(data_.of<Maker>(), context_.of<Maker>()), report_);
    for (const ProductLine* line : lines_) order(*line);
    for (const auto& price : data_.of<Observation>()) future_price(price);
    for (const auto& price : data_.of<ApiPrice>()) future_price(price);
    repeated_api_prices();
    check_prices(
        data_.of<Observation>(), context_.of<Observation>(),
        [&](std::string_view id) { return find_card(id); }, excused_, report_);
    check_launches(data_.of<Gpu>(), context_.of<Observation>(), report_);
    check_sources(data_, context_, gpus_, today_, excused_, report_);
    check_exceptions(data_, report_);
    check_api_prices(data_, context_, report_);
    check_releases(data_, report_);
    for (const auto& workload : data_.of<Workload>()) profile(workload);
    for (const auto& one : data_.of<Preference>()) preference(one);
    for (const auto& factor : data_.of<PriceFactor>()) price_factor(factor);
    for (const auto& model : data_.of<Model>()) check_model(model);
    check_calibration(data_, context_, gpus_, report_);
    for (const auto& interval : data_.of<Interval>())
      if (interval.value.low > interval.value.high)
        report_(Rule::implausible_value, interval.where("low"), "'low' must not be above 'high'");
    for (const auto& kind : data_.of<MemoryKind>())
      if (kind.value.gbps.size() != 2)
        report_(Rule::wrong_type, kind.where("gbps"),
                "'gbps' must be the lowest and the highest data rate");
    for (const auto& rule : data_.of<SoftwareRule>()) support_ranges(rule);
    check_ranges(data_, context_, gpus_, facts_, report_);
    sorted(data_.of<Gpu>(), [](const Gpu& gpu) { return std::tie(gpu.id); });
    sorted(data_.of<ApiPrice>(), [](const ApiPrice& price) { return std::tie(price.id); });
    sorted(data_.of<Source>(), [](const Source& source) { return std::tie(source.id); });
    sorted(data_.of<SoftwareRule>(), [](const SoftwareRule& rule) { return std::tie(rule.id); });
    sorted(data_.of<Observation>(),
           [](const Observation& row) { return std::tie(row.card, row.kind, row.date); });
    return std::move(found_);
  }

 private:
  void card(const Record<Gpu>& record) {
    const Gpu& gpu = record.value;
    const std::size_t before = found_.size();
    bool plausible_card = true;
    for (const Figure& figure : figures()) {
      const Number value = number_of(gpu, figure);
      plausible_card = plausible_card && (!value || is_plausible(figure, *value));
    }
    future_launch(record);
    const FigureReport add{[&](Rule rule, std::string_view key, std::string message) {
      if (!excused_(gpu, rule, key)) report_.add(rule, record.where(key), std::move(message));
    }};
    peers_.check_pci_ids(gpu, add);
    // Further checks would only repeat the finding about an impossible figure.
    if (!plausible_card) return;
    check_physics(gpu, facts_, add);
    if (found_.size() == before) peers_.check(gpu, excused_, add);
  }

  std::optional<Date> read_day(std::string_view source) const {
    const auto found = read_on_.find(source);
    return found != read_on_.end() && found->second.year > 0 ? Day(found->second) : std::nullopt;
  }

  // A source cannot contain a launch dated after it was read.
  void future_launch(const Record<Gpu>& record) {
    const Day launched = record.value.launch_date;
    const auto read = read_day(source_of(record.value, *find_figure("launch_date")));
    if (launched && read && first_day(*launched) > last_day(*read))
      report_(Rule::future_launch, record.where("launch_date"),
              "launched on {}, but its source was read on {}", iso(*launched), iso(*read));
  }

  const Gpu* find_card(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }

  // No figure of the line may grow from one card to the next.
  void order(const ProductLine& line) {
    for (const std::string_view key : line.figures) {
      const Figure* figure = find_number(key);
      if (!figure) continue;
      const Gpu* above = nullptr;
      for (const std::string_view id : line.cards) {
        const Gpu* gpu = find_card(id);
        if (!gpu || !number_of(*gpu, *figure)) continue;
        if (above && *number_of(*gpu, *figure) > *number_of(*above, *figure))
          out_of_order(*above, *gpu, *figure);
        above = gpu;
      }
    }
  }

  // Reports the finding at a record of the checked data, at the lower card if both are.
  void out_of_order(const Gpu& above, const Gpu& below, const Figure& figure) {
    if (excused_(below, Rule::family_order, figure.key)) return;
    auto place = places_.find(&below);
    if (place == places_.end()) place = places_.find(&above);
    if (place == places_.end()) return;
    report_(Rule::family_order, place->second.of({figure.key}),
            "{} has {} {}, more than the {} of {} above it", below.id, figure.label,
            format_value(below, figure, true), format_value(above, figure, true), above.id);
  }

  // A source cannot contain a price dated after it was read.
  template <class PriceOfDay>
  void future_price(const Record<PriceOfDay>& record) {
    const auto read = read_day(record.value.source);
    if (read && record.value.date.year > 0 && first_day(record.value.date) > last_day(*read))
      report_(Rule::future_price, record.where("date"),
              "a price of {}, but its source was read on {}", iso(record.value.date), iso(*read));
  }

  // A provider has one price of a model on a day.
  void repeated_api_prices() {
    std::set<std::tuple<std::string_view, std::string_view, Date>> seen;
    for (const auto& record : data_.of<ApiPrice>()) {
      const ApiPrice& one = record.value;
      if (!seen.emplace(one.model, one.provider, one.date).second)
        report_(Rule::duplicate_name, record.where("provider"),
                "a record before has the price of {} by {} on {} too", one.model, one.provider,
                iso(one.date));
    }
  }

  void profile(const Record<Workload>& record) {
    const std::vector<std::string_view> features = feature_words();
    for (const std::string_view need : record.value.needs)
      if (!find_feature(need))
        report_(Rule::unknown_word, record.where("needs"),
                "'{}' is nothing a card can be asked for{}", need,
                did_you_mean(need, {features.begin(), features.end()}));
    if (record.value.jobs.empty() && record.has("jobs"))
      report_(Rule::missing_key, record.where("jobs"), "'jobs' must hold a job");
    for (const MixJob& job : record.value.jobs) mix_job(record, job);
  }

  // A job needs a task with a model or network, or a figure with a floor.
  void mix_job(const Record<Workload>& record, const MixJob& job) {
    const auto fail = [&](std::string_view what) {
      report_(Rule::missing_key, record.where("jobs"), "the job '{}' needs {}", job.label, what);
    };
    if (!job.task && !job.figure) fail("'task' or 'figure'");
    if (job.task && !job.model && !job.network) fail("'model' or 'network'");
    if (job.figure && !job.floor) fail("'floor'");
  }

  void preference(const Record<Preference>& record) {
    const Preference& one = record.value;
    if (!(one.speed + one.cost + one.electricity > 0))
      report_(Rule::implausible_value, record.where(), "the weights must add up to more than zero");
  }

  // Movements of prices depend on kind and segment only.
  void price_factor(const Record<PriceFactor>& record) {
    const PriceFactor& one = record.value;
    if (one.monthly.empty() && !one.wander) return;
    if (!one.monthly.empty() && !one.since)
      report_(Rule::missing_key, record.where("monthly"),
              "'monthly' of {} needs 'since', the first day of its first month", one.id);
    for (const auto& [key, given] :
         {std::pair("basis", one.basis.has_value()), std::pair("region", one.region.has_value()),
          std::pair("confidence", one.confidence.has_value()),
          std::pair("seen_by", one.seen_by.has_value()),
          std::pair("abroad", one.abroad.has_value())})
      if (given)
        report_(Rule::unknown_key, record.where(key),
                "'{}' has no part in how prices move; give {} to a factor of its own", key,
                one.monthly.empty() ? "'wander'" : "'monthly'");
  }

  void support_ranges(const Record<SoftwareRule>& record) {
    const SoftwareRule& rule = record.value;
    for (const auto& [key, ranges] :
         {std::pair("current", rule.current), std::pair("legacy", rule.legacy),
          std::pair("unstated", rule.unstated)})
      for (const std::string_view range : ranges)
        if (!is_support_range(range))
          report_(Rule::unknown_word, record.where(key),
                  "'{}' is no range of versions such as 7.5+ or 5.0-7.0", range);
  }

  void check_model(const Record<Model>& record) {
    const Model& model = record.value;
    const double counted = count_parameters(model);
    if (model.parameters > 0 && std::fabs(counted - model.parameters) > 0.01 * model.parameters)
      report_(Rule::parameter_count, record.where("parameters"),
              "{} billion parameters, but the dimensions add up to {} billion",
              exact(model.parameters / 1e9), rounded(counted / 1e9));
    const LinearParameters linear = linear_parameters(model);
    const double active = model.parameters - (linear.all - linear.active);
    if (model.active_parameters && std::fabs(*model.active_parameters - active) > 0.12 * active)
      report_(Rule::parameter_count, record.where("active_parameters"),
              "{} billion active parameters, but the dimensions give {} billion",
              exact(*model.active_parameters / 1e9), rounded(active / 1e9));
    const auto read = read_day(model.released_source.value_or(""));
    if (model.released && read && first_day(*model.released) > last_day(*read))
      report_(Rule::future_launch, record.where("released"),
              "released on {}, but its source was read on {}", iso(*model.released), iso(*read));
    CacheType f16;
    f16.bytes = 2;
    const double cached = cache_per_token(model, f16).value;
    const Number published = model.kv_bytes_per_token_f16;
    if (published && cached != *published)
      report_(Rule::cache_size, record.where("kv_bytes_per_token_f16"),
              "{} bytes of cache per token, but the dimensions give {}", exact(*published),
              exact(cached));
  }

  // Reports the first record of each document that is out of order.
  template <class Value, class Key>
  void sorted(const std::vector<Record<Value>>& records, Key key) {
    const Document* reported = nullptr;
    for (std::size_t i = 1; i < records.size(); ++i) {
      const Record<Value> before = records[i - 1], after = records[i];
      const Document* document = after.place.document;
      if (before.place.document != document || document == reported) continue;
      if (!(key(after.value) < key(before.value))) continue;
      report_(Rule::unsorted, after.where(), "'{}' stands behind '{}', which belongs after it",
              std::get<0>(key(after.value)), std::get<0>(key(before.value)));
      reported = document;
    }
  }

  const Dataset& data_;
  const Catalog& context_;
  const std::optional<Date> today_;
  const std::vector<const Gpu*> gpus_;
  const std::vector<const ProductLine*> lines_;
  const Facts facts_;
  const Peers peers_;
  const Excused excused_;
  std::unordered_map<std::string_view, const Gpu*> by_id_;  // of gpus_
  std::unordered_map<const Gpu*, Place> places_;            // of the data's cards
  std::unordered_map<std::string_view, Date> read_on_;      // by source id
  std::vector<Diagnostic> found_;
  const Report report_{[this](Rule rule, Location where, std::string message) {
    found_.push_back({rule, std::move(where), std::move(message)});
  }};
};

}  // namespace

std::vector<Diagnostic> validate(const Dataset& data, const Catalog& context,
                                 std::optional<Date> today) {
  std::vector<Diagnostic> found = check_references(data, context);
  std::vector<Diagnostic> more = Checker(data, context, today).run();
  found.insert(found.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  return found;
}

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& one) {
    return std::tie(one.where.file, one.where.line, one.where.column);
  });
}

}  // namespace gpupick
