// Changes that admit a card if nothing fits, or make the job faster if nothing is fast enough.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

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

// Returns how the change admits the card. Nothing if it does not, or if the card then runs the
// named job too slowly to be of use.
std::optional<WayIn> way_in(const Ranking& ranking, const Gpu& gpu, const Change& change) {
  const Catalog& catalog = *ranking.catalog;
  const Assessment found = assess(catalog, changed(catalog, ranking.query, change), gpu);
  if (!found.failed.empty()) return {};
  WayIn out{change.front().flag, to_flags(change, ranking.query.currency), change, found.card};
  if (!ranking.query.job) return out;
  const WorkResult& work = found.card.work.front();
  if (!is_worth_proposing(work, catalog.calibration())) return {};
  out.speed = short_speed(work);
  return out;
}

// Returns how the card is admitted by the change that its reason names, or by a milder service.
std::optional<WayIn> way_in(const Ranking& ranking, const Excluded& card) {
  const Exclusion& failed = card.failed.front();
  const Query& query = ranking.query;
  if (failed.limit == query.price_limit() || card.failed.size() > 1 || failed.is_unknown())
    return {};
  const auto& bounds = ranking.catalog->calibration().only<SearchBounds>();
  const auto admits = [&](const Change& change) {
    return way_in(ranking, *card.gpu, change).has_value();
  };
  Change change = change_for(failed);
  if (!change.empty() && admits(change))
    change = with_most_users(std::move(change), query.job ? query.job->batch : 0, admits);
  else
    change = query.job ? softer_service(*query.job, bounds, admits) : Change();
  return change.empty() ? std::nullopt : way_in(ranking, *card.gpu, change);
}

// Returns the users that the change leaves; nothing if it does not limit them.
Number users_of(const Change& change) {
  for (const FlagValue& one : change)
    if (one.flag == "--users") return std::get<double>(one.value);
  return {};
}

// Returns how much the change changes: the limit, the memory or cards in all, or the users.
double margin_of(const Ranking& ranking, const Exclusion& failed, const Change& change) {
  const FlagValue& first = change.front();
  if (first.flag == cards_flag || first.flag == "--ram") return std::get<double>(first.value);
  if (const Number users = users_of(change)) return ranking.query.job->batch - *users;
  if (first.flag == "--each") return ranking.query.job->each - std::get<double>(first.value);
  if (first.flag == "--ttft-limit") return std::get<double>(first.value);
  // Missing GiB do not measure a change of the job, so the number of cards decides.
  return failed.limit == limit("fit") ? 0 : failed.margin().value_or(0);
}

// Drops changes of several options that leave no more users than fewer users alone would.
void drop_needless(std::vector<WayIn>& ways) {
  const auto fewer = std::ranges::find_if(
      ways, [](const WayIn& way) { return way.change.size() == 1 && users_of(way.change); });
  if (fewer == ways.end()) return;
  const double most = *users_of(fewer->change);
  std::erase_if(ways, [&](const WayIn& way) {
    return way.change.size() > 1 && users_of(way.change).value_or(most + 1) <= most;
  });
}

// Returns the smallest budget that admits cards, or nothing if the query has no budget or if no
// budget admits any. Tries each number of cards, since the best number may not be the cheapest.
std::optional<WayIn> smallest_budget(const Ranking& ranking) {
  const Number budget = ranking.query.budget_usd();
  if (!budget) return {};
  const Catalog& catalog = *ranking.catalog;
  Query query = ranking.query;
  query.limits.erase(query.price_limit());
  std::optional<WayIn> out;
  double least = std::numeric_limits<double>::infinity();
  for (int count = ranking.query.counts.fewest; count <= ranking.query.counts.most; ++count) {
    query.counts = {count, count};
    const Ranking admitted = rank_admitted(catalog, query);
    for (const Ranked& card : admitted.ranked) {
      const Number usd = card.other_memory ? card.budgeted_usd() : card.least_budget_usd();
      if (!usd || *usd >= least) continue;
      if (query.job && !is_worth_proposing(card.work.front(), catalog.calibration())) continue;
      least = *usd;
      out.emplace();
      out->nearest = card;
      if (query.job) out->speed = short_speed(card.work.front());
    }
  }
  if (!out) return {};
  const double admitting = admitting_usd(least, query.rent);
  out->flag = row_of(query.price_limit()).flag;
  out->change = {{out->flag, admitting}};
  out->flags = to_flags(out->change, query.currency);
  out->margin = admitting - *budget;
  return out;
}

// Counts all cards that the change admits, also those that a smaller one would, and names the best
// of them.
void show_admitted(const Ranking& ranking, WayIn& way) {
  const Query query = changed(*ranking.catalog, ranking.query, way.change);
  const Ranking admitted = rank_admitted(*ranking.catalog, query);
  way.cards = admitted.ranked.size();
  if (admitted.ranked.empty()) return;
  const auto trusted = std::ranges::find_if(admitted.ranked, &Ranked::is_trusted);
  const Ranked& best = trusted == admitted.ranked.end() ? admitted.ranked.front() : *trusted;
  way.nearest = best;
  way.too_slow = best.too_slow;
  if (query.job) way.speed = short_speed(best.work.front());
}

// Returns the largest smaller type of KV cache that the engine has, or null.
const CacheType* smaller_cache(const Job& job, const Catalog& catalog) {
  const CacheType* out = nullptr;
  for (const CacheType& type : catalog.cache_types())
    if (type.files == job.engine->files && type.bytes < job.cache_type->bytes &&
        (!out || type.bytes > out->bytes))
      out = &type;
  return out;
}

// Returns the smaller KV cache that admits cards, beside the ladder of the named job; nothing if
// none does.
std::optional<WayIn> smaller_cache_way(const Ranking& ranking) {
  const std::optional<Job>& job = ranking.query.job;
  const CacheType* cache =
      job && is_inference(job->task) ? smaller_cache(*job, *ranking.catalog) : nullptr;
  if (!cache) return {};
  WayIn out;
  out.flag = "--kv-quant";
  out.change = {{out.flag, std::string_view(cache->id)}};
  out.flags = to_flags(out.change, ranking.query.currency);
  show_admitted(ranking, out);
  return out.cards > 0 && !out.too_slow ? std::optional(std::move(out)) : std::nullopt;
}

// "in a server" if the cards need a larger computer than the one asked for, else "".
std::string larger_host(const Ranking& ranking, const CardGroup& cards) {
  const AskedHost& asked = ranking.query.host;
  const HostKind* host = host_of_size(*ranking.catalog, asked, cards.count);
  return host && host != asked.kind ? fmt::format("in {}", host->name) : "";
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

}  // namespace

// Many changes would admit a card. For each flag ("--gpus", "--budget") the one with the smallest
// margin counts, and of several the one of most cards.
std::vector<WayIn> ways_in(const Ranking& ranking) {
  std::map<std::string_view, std::map<std::string, WayIn>> kinds;  // by flag, by flag and value
  for (const Excluded& card : ranking.excluded) {
    const std::optional<WayIn> found = way_in(ranking, card);
    if (!found) continue;
    WayIn& way = kinds[found->flag].try_emplace(found->flags, *found).first->second;
    way.margin = margin_of(ranking, card.failed.front(), way.change);
    ++way.cards;
  }
  std::vector<WayIn> best;
  if (std::optional<WayIn> way = smallest_budget(ranking)) best.push_back(*std::move(way));
  if (!kinds.contains("--kv-quant"))
    if (std::optional<WayIn> way = smaller_cache_way(ranking)) best.push_back(*std::move(way));
  for (const auto& [kind, ways] : kinds)
    best.push_back(std::min_element(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
                     return std::pair(a.second.margin, b.second.cards) <
                            std::pair(b.second.margin, a.second.cards);
                   })->second);
  drop_needless(best);
  for (WayIn& way : best) show_admitted(ranking, way);
  std::ranges::stable_sort(best, {}, [](const WayIn& way) {
    return std::tuple(way.too_slow, trouble(way.flag), -static_cast<double>(way.cards));
  });
  return best;
}

std::string nothing_text(const Ranking& ranking) {
  if (const Exclusion* gap = gap_of_job(ranking))
    return fmt::format("No answer for {}.", reason_text(*gap, ranking.query.currency));
  std::vector<std::string> words;
  for (const WayIn& way : ways_in(ranking)) {
    std::vector<std::string> said = {way.flag == cards_flag ? short_name(*way.nearest.gpu)
                                                            : short_name(way.nearest)};
    for (const std::string& more : {larger_host(ranking, way.nearest), way.speed})
      if (!more.empty()) said.push_back(more);
    words.push_back(way.cards > 1 ? fmt::format("`{}` (one of {} cards, such as {})", way.flags,
                                                way.cards, join(said, ", "))
                                  : fmt::format("`{}` ({})", way.flags, join(said, ", ")));
  }
  return words.empty()
             ? "Nothing fits. No single change is enough; `--why CARD` says what a card lacks."
             : fmt::format("Nothing fits. It takes {}.", enumerate(words));
}

namespace {

// Returns the format of the fewest bits that is proposed for these weights, or null.
const Quantisation* smallest_format(const Job& job, const Catalog& catalog) {
  const double least = catalog.calibration().only<SearchBounds>().least_bits;
  const Quantisation* out = nullptr;
  for (const Quantisation& format : catalog.quantisations())
    if (format.files == job.engine->files && format.linear_bits > least && format.perplexity &&
        format.linear_bits < (out ? out : job.format)->linear_bits)
      out = &format;
  return out;
}

struct SmallerFormat {
  Query query;
  std::string option;
};

// Returns the query with smaller formats, each alone: that of the KV cache and, if the buyer leaves
// it open, that of the weights of a server, or of a chat that is slow.
std::vector<SmallerFormat> with_smaller_formats(const Query& query, const Catalog& catalog,
                                                bool slow) {
  std::vector<SmallerFormat> out;
  Query other = query;
  Job& job = *other.job;
  const auto add_quant = [&](const Quantisation& format) {
    job.format = &format;
    out.push_back({other, fmt::format("--quant {}", format.id)});
  };
  const bool serves = job.task == Task::serve;
  if (serves && query.ladder) {
    const auto step = std::ranges::find_if(
        query.ladder->steps, [](const Fallback& one) { return one.quant && !one.host_memory; });
    if (step != query.ladder->steps.end()) add_quant(catalog.find_quantisation(*step->quant));
    job.format = query.job->format;
  }
  if (const CacheType* cache = smaller_cache(job, catalog)) {
    job.cache_type = cache;
    out.push_back({other, fmt::format("--kv-quant {}", cache->id)});
    job.cache_type = query.job->cache_type;
  }
  const bool open = job.format && job.format->id == catalog.find_task(name_of(job.task)).quant;
  if (const Quantisation* format =
          open && slow && !serves ? smallest_format(job, catalog) : nullptr)
    add_quant(*format);
  return out;
}

// True if the second card does as much of the job with room, is no slower, and does much more work
// per dollar.
bool is_better_buy(const Ranked& buy, const Ranked& other, const ScoreScale& scale) {
  if (!buy.price || !other.price || other.with_room() < buy.with_room()) return false;
  const double faster = times_as_fast(other, buy), dearer = *other.outlay_usd() / *buy.outlay_usd();
  return faster >= 1 && scale.cheaper * faster >= dearer;
}

}  // namespace

std::string faster_text(const Ranking& ranking, const Verdict& found, std::uint32_t seed) {
  const auto is_slow = [](const Verdict& one) { return one.too_slow || runs_from_host(*one.buy); };
  const Query& query = ranking.query;
  if (!query.job || !is_inference(query.job->task) || !found.buy) return "";
  for (const SmallerFormat& smaller :
       with_smaller_formats(query, *ranking.catalog, is_slow(found))) {
    const Ranking other = rank_admitted(*ranking.catalog, smaller.query);
    const Verdict faster = brief_verdict(other, seed);
    if (faster.buy &&
        (is_slow(found) ? !is_slow(faster) : is_better_buy(*found.buy, *faster.buy, query.scale)))
      return fmt::format("With `{}`: {}", smaller.option, brief_text(other, faster));
  }
  return "";
}

}  // namespace gpupick
