// Checks what records refer to: sources, and the rules from which exceptions are made.

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

// Limit on the cards compared for a source.
constexpr std::size_t most_uses = 200;

// The clock of a computer may be behind.
constexpr int days_ahead = 31;

struct Use {
  const Gpu* gpu;
  Texts figures;
};
using Uses = std::unordered_map<std::string_view, std::vector<Use>>;  // by source

// Returns the uses of the sources that give one of these cards a single figure.
Uses uses_of(const std::vector<Record<Gpu>>& cards, const GpuList& gpus) {
  Uses out;
  for (const auto& record : cards)
    for (const Citation& one : record.value.sources)
      if (one.figures.size() == 1) out[one.source];
  if (out.empty()) return out;
  for (const Gpu* gpu : gpus)
    for (const Citation& one : gpu->sources)
      if (const auto uses = out.find(one.source);
          uses != out.end() && uses->second.size() < most_uses)
        uses->second.push_back({gpu, one.figures});
  return out;
}

// True if the catalog has enough cards of the architecture; to one alone, each source is foreign.
bool has_kin(const Gpu& gpu, const GpuList& gpus) {
  constexpr std::ptrdiff_t enough = 6;
  return std::ranges::count(gpus, gpu.architecture, &Gpu::architecture) > enough;
}

// True if the source is published by the maker of other cards.
bool is_of_another_maker(const Gpu& gpu, std::string_view source,
                         const std::vector<const Source*>& sources,
                         const std::vector<const Maker*>& makers) {
  const auto found = std::ranges::find(sources, source, &Source::id);
  if (found == sources.end()) return false;
  const std::string publisher = lower_case((*found)->publisher);
  return publisher != gpu.vendor &&
         std::ranges::find(makers, publisher, &Maker::id) != makers.end();
}

// True if a source that gives the card this figure alone is foreign to it: no card of the
// architecture has it, and it is used for other makers only, or for other figures.
bool is_foreign(const Gpu& gpu, std::string_view figure, const std::vector<Use>& uses,
                const GpuList& gpus) {
  constexpr std::size_t enough = 20;
  std::size_t others = 0;
  bool of_maker = false, same_figure = false;
  std::set<Text> makers;
  for (const Use& use : uses) {
    if (use.gpu->id == gpu.id) continue;
    if (use.gpu->architecture == gpu.architecture) return false;
    ++others;
    makers.insert(use.gpu->vendor);
    of_maker = of_maker || use.gpu->vendor == gpu.vendor;
    same_figure = same_figure || contains(use.figures, figure);
  }
  if (others >= enough && makers.size() == 1 && !of_maker) return true;
  if (uses.size() == most_uses) return false;  // a list of all cards
  return others > 0 && !(of_maker && same_figure) && has_kin(gpu, gpus);
}

}  // namespace

void check_sources(const Dataset& data, const Catalog& context, const GpuList& gpus,
                   std::optional<Date> today, const Excused& excused, const Report& report) {
  for (const auto& source : data.of<Source>())
    if (today && source.value.read.year > 0 &&
        days_between(*today, first_day(source.value.read)) > days_ahead)
      report(Rule::future_source, source.where("read"), "'{}' was read on {}, in the future",
             source.value.id, iso(source.value.read));
  const auto cards = data.of<Gpu>();
  const Uses uses = uses_of(cards, gpus);
  const auto sources = joined(data.of<Source>(), context.of<Source>());
  const auto makers = joined(data.of<Maker>(), context.of<Maker>());
  for (const auto& record : cards)
    for (const Citation& one : record.value.sources) {
      if (one.figures.size() != 1 || excused(record.value, Rule::foreign_source, one.figures[0]))
        continue;
      if (is_foreign(record.value, one.figures[0], uses.at(one.source), gpus) ||
          is_of_another_maker(record.value, one.source, sources, makers))
        report(Rule::foreign_source, record.where({"sources", one.figures[0]}),
               "'{}' gives {} nothing else, and is otherwise a source for other cards", one.source,
               record.value.id);
    }
}

bool Excused::operator()(const Gpu& gpu, Rule rule, std::string_view figure) const {
  return std::ranges::any_of(all_, [&](const RuleException* one) {
    return one->card == gpu.id && one->figure == figure && one->rule == text_of(rule).id;
  });
}

bool Excused::for_price(const Gpu& gpu, Rule rule, std::string_view source) const {
  return std::ranges::any_of(all_, [&](const RuleException* one) {
    return one->card == gpu.id && one->source == source && one->rule == text_of(rule).id;
  });
}

void check_exceptions(const Dataset& data, const Report& report) {
  Phrases ids;
  for (const RuleText& rule : rules()) ids.push_back(rule.id);
  for (const auto& record : data.of<RuleException>()) {
    const RuleException& one = record.value;
    if (!contains(ids, one.rule))
      report(Rule::unknown_rule, record.where("rule"), "'{}' is no rule{}", one.rule,
             did_you_mean(one.rule, ids));
    if (std::ranges::find(Gpu::fields(), one.figure, &Field::key) == Gpu::fields().end() &&
        one.figure != "usd")
      report(Rule::unknown_rule, record.where("figure"), "'{}' is no figure of a card, nor usd",
             one.figure);
  }
}

}  // namespace gpupick
