#include "cli/question.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "cli/card_names.hpp"
#include "cli/detect.hpp"
#include "cli/own_prices.hpp"

namespace gpupick {
namespace {

// Adds a card of which only the memory is known.
void add_card_by_memory(double gib, Catalog& catalog) {
  Dataset data;
  Gpu card;
  card.id = card_by_memory;
  card.name = data.arena->keep(fmt::format("a card with {} GiB", exact(gib)));
  card.memory_gib = gib;
  data.add(card, {});
  catalog.merge(std::move(data));
}

Catalog load_catalog(Session& session, const QuestionOptions& asked) {
  const PriceOptions& prices = asked.prices;
  Catalog catalog = load_catalog(session.global, session.inputs, session.err);
  if (asked.memory_gib) add_card_by_memory(*asked.memory_gib, catalog);
  merge_own_prices(catalog, prices, session);
  if (!session.global.as_of.empty()) catalog.drop_release();
  if (!prices.region.empty()) catalog.prefer_region(prices.region);
  return catalog;
}

}  // namespace

Question::Question(const QuestionOptions& asked, Session& in)
    : options(asked),
      session(in),
      catalog(load_catalog(in, asked)),
      jobs(catalog, in.inputs),
      query(make_query(catalog, in.global, options.limits, options.prices)) {
  if (!query.currency.is_usd() && session.page().format == Format::csv)
    session.note("amounts in CSV stay in USD before tax");
}

void Question::warn_of_old_prices() const {
  const Number oldest = catalog.price_ages().sale;
  const Date day = asked_day(session.global).value_or(session.today());
  if (oldest && days_between(catalog.day(), day) > *oldest)
    session.remark =
        fmt::format("gpupick: warning: prices are {} days old; give today's with --price CARD={}\n",
                    days_between(catalog.day(), day), query.currency.code);
}

std::string Question::card_name(const std::string& name) const {
  return name == "here" ? name_of_all(cards_of_computer(session.environment(), catalog)) : name;
}

CardGroup Question::cards(const std::string& name) const {
  const std::vector<CardGroup> box = find_box(card_name(name), catalog, query);
  if (box.size() > 1)
    throw Error("'{}' names several kinds of cards; `gpupick estimate` takes them",
                printable(name));
  return box.front();
}

std::vector<CardGroup> Question::cards(const Words& names) const {
  std::vector<CardGroup> out;
  for (const std::string& text : names)
    for (const std::string& name : listed_cards(text, catalog)) {
      const CardGroup group = cards(name);
      if (contains(out, group)) throw Error("{} is named twice; name each card once", id_of(group));
      out.push_back(group);
    }
  return out;
}

AskedJob Question::make_job() {
  AskedJob asked = jobs.make(options.job);
  if (const std::string idle = idle_flags(options.job, asked.job.task); !idle.empty())
    session.note("{}", idle);
  return asked;
}

void Question::add_work() {
  add_workload();
  if (!options.work.workload.empty())
    take_task_of(*query.workload, query.day, catalog, options.job);
  if (options.job.named()) {
    const AskedJob asked = make_job();
    query.job = asked.job;
    query.ladder = asked.ladder;
    if (asked.job.batch > 0 && asked.job.each > 0)
      query.limits.emplace(limit("min-speed"), asked.job.each);
  } else if (const JobFlag* flag = options.job.first_given()) {
    throw Error("{} describes a job; name its model or task too, as in `--model {}`",
                flag->any_name(), catalog.tasks().front().model);
  }
  query.pairs = options.gpus.empty();
  if (!query.pairs) query.counts = parse_counts(options.gpus);
}

}  // namespace gpupick
