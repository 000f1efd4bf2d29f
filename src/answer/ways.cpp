// Changes that admit a card if nothing fits, or make the job faster if nothing is fast enough.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "answer/limits.hpp"
#include "answer/ranking.hpp"
#include "ranking/changed.hpp"

namespace gpupick {
namespace {

// Orders the kinds of change: more memory in the computer, a change of the job on one card, other
// limits, and last more cards or another computer.
int trouble(std::string_view flag) {
  if (flag == "--ram") return 0;
  if (flag == cards_flag || flag == "--host") return 3;
  const bool limits =
      std::ranges::any_of(limit_rows, [&](const LimitRow& row) { return row.flag == flag; });
  return limits ? 2 : 1;
}

// True if the query has --min-speed and the flag changes the job or the computer's memory, so that
// the new speed is not known here.
bool may_be_too_slow(const Ranking& ranking, std::string_view flag) {
  return ranking.query.limits.contains(limit("min-speed")) && trouble(flag) < 2;
}

// True if the change alone admits the card. Behind the one reason that it changes others may show.
bool admits(const Ranking& ranking, const Excluded& card, const Change& change) {
  const Query query = changed(*ranking.catalog, ranking.query, change);
  return assess(*ranking.catalog, query, *card.gpu).failed.empty();
}

// Returns the smallest budget that admits cards, or nothing if the query has no budget or if no
// budget admits any. Tries each number of cards, since the best number may not be the cheapest.
std::optional<WayIn> smallest_budget(const Ranking& ranking) {
  const Number budget = ranking.query.budget_usd();
  if (!budget) return {};
  Query query = ranking.query;
  query.limits.erase(query.price_limit());
  std::optional<WayIn> out;
  double least = std::numeric_limits<double>::infinity();
  for (int count = ranking.query.counts.fewest; count <= ranking.query.counts.most; ++count) {
    query.counts = {count, count};
    for (const Ranked& card : rank_admitted(*ranking.catalog, query).ranked) {
      const Number usd = card.budgeted_usd();
      const double memory_usd = card.other_memory ? 0 : card.extras.memory_usd;
      if (!usd || *usd + memory_usd >= least) continue;
      least = *usd + memory_usd;
      out = WayIn{row_of(query.price_limit()).flag, "", card};
    }
  }
  if (!out) return {};
  const double admitting = admitting_usd(least, query.rent);
  out->flags = to_flags({{out->flag, admitting}}, query.currency);
  out->margin = admitting - *budget;
  out->cards = 1;
  return out;
}

// "20 tokens/s", the speed of the named job on the cards that the change admits; "" if the change
// is one of the job.
std::string speed_text(const Ranking& ranking, const WayIn& way) {
  if (!ranking.query.job) return "";
  HostMemory host = ranking.query.host_memory;
  if (way.flag == "--ram") host.ram_gib = way.margin;
  const WorkResult result =
      work_on(way.nearest, ranking.mix->front(), ranking.catalog->calibration(), host).first;
  if (!result.runs()) return "";
  return short_speed(result);
}

// "in a server" if the cards need a larger computer than the one asked for, else "".
std::string larger_host(const Ranking& ranking, const CardGroup& cards) {
  const AskedHost& asked = ranking.query.host;
  const HostKind* host = host_of_size(*ranking.catalog, asked, cards.count);
  return host && host != asked.kind ? fmt::format("in {}", host->name) : "";
}

}  // namespace

// Many changes would admit a card. For each flag ("--gpus", "--budget") the one with the smallest
// margin counts, and of several the one that admits most cards.
std::vector<WayIn> ways_in(const Ranking& ranking) {
  std::map<std::string_view, std::map<std::string, WayIn>> kinds;  // by flag, by flag and value
  for (const Excluded& card : ranking.excluded) {
    const Exclusion& failed = card.failed.front();
    const Change change = change_for(failed);
    if (change.empty() || card.failed.size() > 1 || failed.is_unknown()) continue;
    const FlagValue& first = change.front();
    if (failed.limit == ranking.query.price_limit() || may_be_too_slow(ranking, first.flag) ||
        !admits(ranking, card, change))
      continue;
    const std::string flags = to_flags(change, ranking.query.currency);
    WayIn& way = kinds[first.flag].try_emplace(flags, WayIn{first.flag, flags, card}).first->second;
    // Missing GiB do not measure a change of the job, so `fit` keeps the margin 0, and the number
    // of cards decides.
    if (first.flag == cards_flag || first.flag == "--ram")
      way.margin = std::get<double>(first.value);
    else if (failed.limit != limit("fit"))
      way.margin = failed.margin().value_or(0);
    if (first.flag == cards_flag) way.nearest.count = static_cast<int>(way.margin);
    ++way.cards;
  }
  std::vector<WayIn> best;
  if (std::optional<WayIn> way = smallest_budget(ranking)) best.push_back(*std::move(way));
  for (const auto& [kind, ways] : kinds)
    best.push_back(std::min_element(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
                     return std::pair(a.second.margin, b.second.cards) <
                            std::pair(b.second.margin, a.second.cards);
                   })->second);
  std::ranges::stable_sort(best, {}, [](const WayIn& way) {
    return std::pair(trouble(way.flag), -static_cast<double>(way.cards));
  });
  return best;
}

// Returns the figure that the named job lacks, without which no card has a speed; null if none.
const Exclusion* gap_of_job(const Ranking& ranking) {
  for (const Excluded& card : ranking.excluded)
    for (const Exclusion& failed : card.failed)
      if (const auto* unknown = std::get_if<NotEstimated>(&failed.reason);
          unknown && ranking.query.job && is_of_job(unknown->missing.cause))
        return &failed;
  return nullptr;
}

std::string nothing_text(const Ranking& ranking) {
  if (const Exclusion* gap = gap_of_job(ranking))
    return fmt::format("No answer for {}.", reason_text(*gap, ranking.query.currency));
  std::vector<std::string> words;
  for (const WayIn& way : ways_in(ranking)) {
    std::vector<std::string> said = {way.flag == cards_flag ? short_name(*way.nearest.gpu)
                                                            : short_name(way.nearest)};
    for (const std::string& more : {larger_host(ranking, way.nearest), speed_text(ranking, way)})
      if (!more.empty()) said.push_back(more);
    words.push_back(way.cards > 1 ? fmt::format("`{}` (one of {} cards, such as {})", way.flags,
                                                way.cards, join(said, ", "))
                                  : fmt::format("`{}` ({})", way.flags, join(said, ", ")));
  }
  return words.empty()
             ? "Nothing fits. No single change admits a card; `--why CARD` says what one lacks."
             : fmt::format("Nothing fits. It takes {}.", enumerate(words));
}

std::string faster_text(const Ranking& ranking, const Verdict& found, std::uint32_t seed) {
  const auto is_slow = [](const Verdict& one) {
    return one.buy && (one.too_slow || runs_from_host(*one.buy));
  };
  const Query& query = ranking.query;
  if (!query.job || !is_inference(query.job->task) || !is_slow(found)) return "";
  const CacheType* smaller = nullptr;
  for (const CacheType& type : ranking.catalog->cache_types())
    if (type.files == query.job->engine->files && type.bytes < query.job->cache_type->bytes &&
        (!smaller || type.bytes > smaller->bytes))
      smaller = &type;
  if (!smaller) return "";
  Query changed = query;
  changed.job->cache_type = smaller;
  const Ranking other = rank_admitted(*ranking.catalog, changed);
  const Verdict faster = verdict(other, seed);
  return !faster.buy || is_slow(faster)
             ? ""
             : fmt::format("With `--kv-quant {}`: {}", smaller->id, brief_text(other, faster));
}

}  // namespace gpupick
