#include "ranking/changed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/search.hpp"
#include "job/job_flags.hpp"
#include "job/usual_job.hpp"
#include "ranking/expense.hpp"

namespace gpupick {
namespace {

const LimitRow* find_limit(std::string_view flag) {
  const auto found = std::ranges::find(limit_rows, flag, &LimitRow::flag);
  return found == std::end(limit_rows) ? nullptr : found;
}

// Returns the limit's value: all words of the flag, of which each has an entry, or the one value.
LimitValue limit_value(const LimitRow& row, const Change& change, const FlagValue& flag) {
  if (const auto* number = std::get_if<double>(&flag.value)) return *number;
  if (const auto* day = std::get_if<Date>(&flag.value)) return *day;
  const auto* word = std::get_if<std::string_view>(&flag.value);
  if (!word) return true;
  if (row.kind == LimitKind::newer) return *word;
  std::vector<std::string_view> words;
  for (const FlagValue& one : change)
    if (one.flag == flag.flag) words.push_back(std::get<std::string_view>(one.value));
  return words;
}

void set_price(const Catalog& catalog, const OwnPrice& own, Query& query) {
  const std::optional<Price> known = price_under(catalog, query, catalog.find_gpu(own.card));
  query.own_prices[std::string(own.card)] = own.usd.value_or(known ? known->usd : 0);
}

std::string job_text(const FlagValue& flag) {
  if (const auto* number = std::get_if<double>(&flag.value)) return fmt::format("{}", *number);
  const auto* word = std::get_if<std::string_view>(&flag.value);
  return word ? std::string(*word) : "";
}

void set_job_flag(const Catalog& catalog, const FlagValue& flag, Query& query) {
  AskedJob asked{*query.job, query.host_memory, query.ladder};
  const JobFlag& row = job_flag(flag.flag);
  const std::string text = job_text(flag);
  if (row.value.set) {
    row.value.set(asked, catalog, flag.flag, text);
  } else {  // --task, as LoRA becomes QLoRA
    asked.job.task = find_task(text)->task;
    asked.job.format = &catalog.find_quantisation(catalog.find_task(text).quant);
  }
  // The speed of each of the users is also a limit, unless that is given, too.
  if (const auto least = query.limits.find(limit("min-speed"));
      least != query.limits.end() && least->second == LimitValue(query.job->each))
    least->second = asked.job.each;
  if (flag.flag == "--quant" || flag.flag == "--task")
    asked.ladder = usual_ladder(asked.job, flag.flag == "--quant", catalog);
  query.job = asked.job;
  query.ladder = asked.ladder;
}

// Sets a flag that is neither a limit nor part of a job; returns false if it is another.
bool set_query_flag(const Catalog& catalog, const FlagValue& flag, Query& query) {
  if (flag.flag == cards_flag) {
    const int count = static_cast<int>(std::get<double>(flag.value));
    query.counts = {count, count};
    query.pairs = false;
  } else if (flag.flag == "--host") {
    query.host.kind = &catalog.find_host(std::get<std::string_view>(flag.value));
    query.host.given = true;
  } else if (flag.flag == "--ram") {
    const double gib = std::get<double>(flag.value);
    query.scale.ram_gib = query.host_memory.ram_gib = query.host.ram_gib = gib;
  } else if (flag.flag == "--price") {
    set_price(catalog, std::get<OwnPrice>(flag.value), query);
  } else if (flag.flag == "--market") {
    query.market = std::get<std::string_view>(flag.value);
  } else if (flag.flag == "--os") {
    query.os = std::get<std::string_view>(flag.value);
  } else if (flag.flag == "--unsupported") {
    query.unsupported = true;
  } else if (flag.flag == "--boards") {
    query.boards = true;
  } else {
    return false;
  }
  return true;
}

}  // namespace

Query changed(const Catalog& catalog, Query query, const Change& change) {
  for (const FlagValue& flag : change) {
    if (set_query_flag(catalog, flag, query)) continue;
    if (const LimitRow* row = find_limit(flag.flag))
      query.limits[static_cast<Limit>(row - limit_rows)] = limit_value(*row, change, flag);
    else if (query.job)
      set_job_flag(catalog, flag, query);
    if (flag.flag == "--psu") query.host.psu_w = std::get<double>(flag.value);
  }
  take_described_computer(query);
  return query;
}

Change with_most_users(Change change, double asked, const Admits& admits) {
  for (FlagValue& flag : change)
    if (double* users = std::get_if<double>(&flag.value); users && flag.flag == "--users")
      *users = last_that(*users, asked, [&](double more) {
        *users = more;
        return admits(change);
      });
  return change;
}

Change softer_service(const Job& job, const SearchBounds& bounds, const Admits& admits) {
  if (!is_inference(job.task)) return {};
  struct Softer {
    std::string_view flag;
    double least, asked;
  };
  for (const auto& [flag, least, asked] :
       {Softer{"--users", 1, job.batch}, Softer{"--each", bounds.least_each, job.each}})
    if (asked > least && admits({{flag, least}}))
      return {{flag, last_that(least, asked, [&, name = flag](double most) {
                 return admits({{name, most}});
               })}};
  const double longest = bounds.longest_wait;
  const auto waits = [&](double seconds) { return admits({{"--ttft-limit", seconds}}); };
  if (job.ttft_limit == 0 || job.ttft_limit >= longest || !waits(longest)) return {};
  const double too_short = last_that(std::floor(job.ttft_limit), longest,
                                     [&](double seconds) { return !waits(seconds); });
  return {{"--ttft-limit", too_short + 1}};
}

}  // namespace gpupick
