#include "render/ranking.hpp"

#include <algorithm>
#include <map>

#include "advice/gain.hpp"
#include "render/limits.hpp"
#include "render/remarks.hpp"

namespace gpupick {
namespace {

std::vector<Ranked> shown(const Ranking& ranking, const RankingView& view, const Page& page) {
  const bool prose = page.format == Format::text || page.format == Format::markdown;
  const std::size_t most = view.top.value_or(prose ? 5 : ranking.ranked.size());
  const auto end =
      ranking.ranked.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranking.ranked.size()));
  return {ranking.ranked.begin(), end};
}

// Of all cards.
std::string memory_text(const Ranked& card) {
  if (card.count == 1) return memory_text(*card.gpu);
  return fmt::format("{} x {}", card.count, memory_text(*card.gpu));
}

bool is_guess(const Estimate& speed) { return speed.evidence != Evidence::measured; }

// A rate as a person knows it: "148 tok/s", "7.9 s" an image.
std::string in_person(double rate, std::string_view unit) {
  if (unit == "images/s") return rounded(1 / rate) + " s";
  if (unit == "tokens/s") return rounded(rate) + " tok/s";
  return fmt::format("{}{}{}", rounded(rate), unit == "samples/s" ? "" : " ",
                     unit == "samples/s" ? "/s" : unit);
}

// "~7.9 s" of a guess, "12 tok/s*" where a step of its ladder was taken, "-" where it does not run.
std::string speed_text(const WorkResult& result) {
  if (!result.runs()) return "-";
  return fmt::format("{}{}{}", is_guess(result.speed) ? "~" : "",
                     in_person(result.speed.value, result.unit), result.fallback ? "*" : "");
}

// Of the job that was named: with its interval.
std::string speed_text(const Estimate& speed) {
  std::string value = (is_guess(speed) ? "~" : "") + rounded(speed.value);
  if (!speed.has_interval()) return value;
  return fmt::format("{} ({}-{})", value, rounded(speed.low), rounded(speed.high));
}

constexpr std::size_t most_job_columns = 4;

// The jobs that are shown, those of most weight, in the order of the mix.
std::vector<std::size_t> shown_jobs(const Mix& mix) {
  std::vector<std::size_t> jobs(mix.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i] = i;
  std::stable_sort(jobs.begin(), jobs.end(),
                   [&](std::size_t a, std::size_t b) { return mix[a].share > mix[b].share; });
  jobs.resize(std::min(jobs.size(), most_job_columns));
  std::sort(jobs.begin(), jobs.end());
  return jobs;
}

Table ranking_table(const Ranking& ranking, const std::vector<Ranked>& cards) {
  const Mix& mix = *ranking.mix;
  const bool named = mix.front().label.empty();
  const std::vector<std::size_t> jobs = shown_jobs(mix);
  Table table{{{"", Align::right}, {"card"}, {"price", Align::left, named ? 1 : 0}}, {}};
  if (named) table.columns.push_back({"memory", Align::left, 2});
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::string_view heading = named ? cards.front().work.front().unit : mix[jobs[i]].label;
    table.columns.push_back({std::string(heading), Align::right, static_cast<int>(i)});
  }
  const bool tools = cards.front().tools.all > 0;
  if (tools) table.columns.push_back({"software", Align::right, 4});
  table.columns.push_back(
      {fmt::format("{} years", exact(ranking.query.scale.years)), Align::right, 3});
  if (ranking.owned) table.columns.push_back({"x yours", Align::right});
  table.columns.push_back({"score", Align::right});
  for (const Ranked& card : cards) {
    std::vector<std::string> row{std::to_string(table.rows.size() + 1),
                                 times(card.count, card.gpu->name),
                                 card.price ? to_text(*card.price) : "-"};
    if (named) row.push_back(memory_text(card));
    for (const std::size_t job : jobs)
      row.push_back(named ? speed_text(card.work[job].speed) : speed_text(card.work[job]));
    if (tools) row.push_back(fmt::format("{} of {}", card.tools.full, card.tools.all));
    row.push_back(card.price ? rounded(card.cost_usd()) : "-");
    if (ranking.owned) {
      const std::optional<double> times_faster = gain_over(card, *ranking.owned).speed;
      row.push_back(times_faster ? fmt::format("{:.2f}", *times_faster) : "-");
    }
    row.push_back(fmt::format("{:.1f}", card.score));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// "lets in 32B chat; 100 W more; 640 USD after selling yours".
std::string gain_text(const Ranked& card, const Ranked& owned) {
  const Gain gain = gain_over(card, owned);
  std::vector<std::string> said;
  const auto jobs = [](const Phrases& labels) {
    return labels.front().empty() ? std::string("the job") : enumerate(labels, "and");
  };
  if (!gain.lets_in.empty()) said.push_back("lets in " + jobs(gain.lets_in));
  if (!gain.loses.empty()) said.push_back("no longer runs " + jobs(gain.loses));
  if (gain.watts && *gain.watts != 0)
    said.push_back(
        fmt::format("{} W {}", exact(std::fabs(*gain.watts)), *gain.watts > 0 ? "more" : "less"));
  if (gain.usd)
    said.push_back(*gain.usd >= 0
                       ? fmt::format("{} USD after selling yours", rounded(*gain.usd))
                       : fmt::format("leaves {} USD of what yours sells for", rounded(-*gain.usd)));
  return join(said, "; ");
}

// Where what the buyer has would stand.
std::string owned_sentence(const Ranking& ranking) {
  if (!ranking.owned || !ranking.owned->price) return "";
  const Ranked& owned = *ranking.owned;
  if (std::ranges::none_of(owned.work, &WorkResult::runs))
    return fmt::format("What you have, {}, does not run it.", short_name(owned));
  const auto ahead = std::ranges::count_if(
      ranking.ranked, [&](const Ranked& card) { return card.score > owned.score; });
  return fmt::format(
      "What you have, {}, {} {} with {:.1f} points, at the {} USD that it sells for.",
      short_name(owned), ahead == 0 ? "would still be" : "would be",
      ordinal(static_cast<std::size_t>(ahead) + 1), owned.score, rounded(owned.price->usd));
}

// The points of one card, and what each stands for.
Table terms_table(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  Table table{
      {{"points of " + short_name(card)}, {"at most", Align::right}, {"", Align::right}, {"for"}},
      {}};
  const auto add = [&](std::string name, double most, double points, std::string what) {
    table.rows.push_back({std::move(name), fmt::format("{:.1f}", most),
                          fmt::format("{:.1f}", points), std::move(what)});
  };
  const double speed = 100 * query.weights[index(Outcome::speed)];
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& result = card.work[i];
    const AskedWork& asked = *result.asked;
    std::string what = result.runs() ? fmt::format("{} {}", to_text(result.speed), result.unit)
                                     : std::string("does not run");
    if (result.fallback) what += fmt::format(", {}", result.fallback->label);
    add(asked.label.empty() ? "speed" : std::string(asked.label), speed * asked.share,
        card.points[i], what);
  }
  const double computer = card.computer_usd + (card.price ? card.price->host_usd : 0);
  if (card.price && query.weights[index(Outcome::cost)] > 0)
    add("cost", 100 * query.weights[index(Outcome::cost)], card.terms[index(Outcome::cost)],
        fmt::format("{} USD: {} to buy{}{}, {} of electricity", rounded(card.cost_usd()),
                    rounded(card.price->usd - card.price->host_usd),
                    card.price->high > card.price->usd
                        ? fmt::format(" (counted as {}, by {})",
                                      rounded(card.price->high - card.price->host_usd),
                                      counted(card.price->rows, "observation"))
                        : "",
                    computer > 0 ? fmt::format(", {} of the computer", rounded(computer)) : "",
                    rounded(card.electricity_usd)));
  if (query.weights[index(Outcome::software)] > 0 && card.tools.all > 0)
    add("software", 100 * query.weights[index(Outcome::software)],
        card.terms[index(Outcome::software)], tools_text(card.tools));
  if (query.weights[index(Outcome::electricity)] > 0)
    add("electricity", 100 * query.weights[index(Outcome::electricity)],
        card.terms[index(Outcome::electricity)],
        fmt::format("{} USD", rounded(card.electricity_usd)));
  table.rows.push_back({"score", "100.0", fmt::format("{:.1f}", card.score), ""});
  return table;
}

std::string counts_text(const CardCounts& counts) {
  const std::string most = counted(static_cast<std::size_t>(counts.most), "card");
  return counts.fewest == counts.most ? most : fmt::format("{} to {}", counts.fewest, most);
}

// "in a desktop PC", "in a desktop PC or a workstation".
std::string host_text(const Catalog& catalog, const Query& query) {
  const HostKind* fewest = host_for(catalog, query.host, query.counts.fewest);
  const HostKind* most = host_for(catalog, query.host, query.counts.most);
  if (!fewest) return "";
  return fewest == most ? fmt::format(" in {}", fewest->name)
                        : fmt::format(" in {} or {}", fewest->name, most->name);
}

std::string heading(const Catalog& catalog, const Query& query) {
  std::string out = query.job ? job_heading(*query.job) : std::string(query.workload->name);
  out += host_text(catalog, query);
  for (const std::string& limit : describe(query.limits)) out += ", " + limit;
  if (query.counts.most > 1) out += ", " + counts_text(query.counts);
  return fmt::format("{}. As of {}.", out, iso(query.day));
}

// The points that a card's price may be off by.
double price_doubt(const Query& query, const Ranked& card) {
  if (!card.price || card.price->usd <= 0) return 0;
  return 100 * query.weights[index(Outcome::cost)] *
         std::log10(card.price->high / card.price->usd) / query.scale.decades;
}

std::string lead(const Query& query, const std::vector<Ranked>& cards) {
  if (cards.size() < 2) return "";
  const Ranked& first = cards[0];
  const Ranked& second = cards[1];
  const double ahead = first.score - second.score;
  const bool toss_up = ahead < std::max(price_doubt(query, first), price_doubt(query, second));
  const std::string by = ahead > 0.04 ? fmt::format("{:.1f} points ahead of", ahead) : "level with";
  return fmt::format("{} is {} {}: {}.{}", short_name(first), by, short_name(second),
                     differences(first, second),
                     toss_up ? " Their prices are known less well than that: a toss-up." : "");
}

std::string support_remark(const Ranked& card) {
  const WorkloadSupport& support = card.support;
  if (support.software.empty() || support.level == Support::current) return "";
  if (!support.known) return fmt::format("support by {} is not known", support.software);
  return support.level == Support::legacy
             ? fmt::format("{} serves it with an older branch only", support.software)
             : fmt::format("{} does not serve it", support.software);
}

std::string remark_lines(const Ranking& ranking, const std::vector<Ranked>& cards,
                         const Page& page) {
  std::size_t margin = 0;
  for (const Ranked& card : cards) margin = std::max(margin, columns(short_name(card)));
  margin = std::min(margin, page.width / 4);
  std::string out;
  for (const Ranked& card : cards) {
    std::vector<std::string> said = remarks(ranking, card);
    if (const std::string remark = support_remark(card); !remark.empty())
      said.insert(said.begin(), remark);
    if (ranking.owned)
      if (std::string gain = gain_text(card, *ranking.owned); !gain.empty())
        said.insert(said.begin(), std::move(gain));
    if (said.empty()) continue;
    const std::string name = short_name(card);
    const std::string text = join(said, "; ");
    if (page.format == Format::markdown) {
      out += fmt::format("- {}: {}\n", name, text);
      continue;
    }
    const std::string spaces(margin - std::min(margin, columns(name)), ' ');
    out += wrapped(fmt::format("  {}{}  ", name, spaces), text, page.width, margin + 4);
  }
  return out;
}

std::string example(const Exclusion& nearest, const Excluded& card) {
  const std::string name = short_name(*card.gpu);
  if (nearest.limit == limit("budget") && nearest.margin)
    return fmt::format(" (nearest: {}, {} USD over)", times(card.count, name),
                       rounded(*nearest.margin));
  if (nearest.limit == limit("fit") && nearest.margin)
    return fmt::format(" (nearest: {}, {} GiB short)", times(card.count, name),
                       rounded(*nearest.margin));
  if (nearest.limit == limit("support") || nearest.unknown)
    return fmt::format(" (such as {})", name);
  return "";
}

// Of the cards without a price the one that would lead at the largest share of its launch price.
const Excluded* nearest_to_lead(const Ranking& ranking) {
  const Excluded* best = nullptr;
  double most = 0;
  for (const Excluded& card : ranking.excluded) {
    if (!card.leads_up_to) continue;
    const auto launch = launch_price(ranking.catalog->history_of(*card.gpu), ranking.query.day);
    const double share = launch ? *card.leads_up_to / (card.count * launch->usd) : 0;
    if (share > most) {
      most = share;
      best = &card;
    }
  }
  return best;
}

std::string left_out(const Ranking& ranking) {
  struct Group {
    std::size_t count = 0;
    const Exclusion* nearest = nullptr;
    const Excluded* card = nullptr;
  };
  // By all that their words depend on.
  std::vector<std::pair<std::pair<Limit, bool>, Group>> groups;
  for (const Excluded& card : ranking.excluded) {
    const Exclusion& failed = card.failed.front();
    const std::pair key(failed.limit, failed.unknown);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == key; });
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    ++group->second.count;
    const Exclusion* nearest = group->second.nearest;
    if (!nearest || failed.margin.value_or(0) < nearest->margin.value_or(0)) {
      group->second.nearest = &failed;
      group->second.card = &card;
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::vector<std::string> words;
  for (const auto& [key, group] : groups)
    words.push_back(fmt::format("{} {}{}", group.count, group_text(*group.nearest, ranking.query),
                                example(*group.nearest, *group.card)));
  std::string out = words.empty() ? "" : fmt::format("Left out: {}.", join(words, ", "));
  if (const Excluded* card = nearest_to_lead(ranking))
    out += fmt::format(" {} would lead up to {} USD.", times(card->count, short_name(*card->gpu)),
                       rounded(*card->leads_up_to));
  return out;
}

std::string footnote(const Ranking& ranking, const std::vector<Ranked>& cards) {
  bool guessed = false, stepped = false;
  for (const Ranked& card : cards)
    for (const WorkResult& result : card.work) {
      guessed = guessed || (result.runs() && is_guess(result.speed));
      stepped = stepped || result.fallback;
    }
  std::vector<std::string> notes;
  if (ranking.mix->front().label.empty())
    notes.emplace_back("In parentheses: where 80 % of measured cards lie");
  if (guessed) notes.emplace_back("~ a guess: few or none were measured at this work");
  if (stepped) notes.emplace_back("* with fewer bits, or in part from host memory (`--explain`)");
  const ScoreScale& use = ranking.query.scale;
  notes.push_back(fmt::format(
      "{} years: what purchase and electricity cost at {} hours a day of full load, {} USD/kWh",
      exact(use.years), exact(use.hours_per_day), exact(use.kwh_usd)));
  return join(notes, ". ") + ".";
}

// The points of each card, and what the speed of a named job rests on.
std::string explanation(const Ranking& ranking, const std::vector<Ranked>& cards,
                        const Page& page) {
  std::string out;
  for (const Ranked& card : cards) {
    out += to_page(terms_table(ranking, card), page);
    if (const JobEstimate* estimate = card.estimate())
      out += paragraph(page, "speed = " + basis_text(*estimate, estimate->speeds.front()));
    out += "\n";
  }
  return out;
}

// What the job takes of the memory, and how the cards share it.
std::string work_sentence(const Ranked& card) {
  const JobEstimate& estimate = *card.estimate();
  const std::string split = split_text(estimate);
  return fmt::format("The job needs {} of {} GiB on {}.{}{}",
                     rounded(in_gib(estimate.need.total())), rounded(in_gib(*estimate.usable)),
                     short_name(card), split.empty() ? "" : " ", split);
}

std::string answer(const Ranking& ranking, const std::vector<Ranked>& cards,
                   const RankingView& view, const Page& page) {
  std::string out = to_page(ranking_table(ranking, cards), page) + "\n";
  out += paragraph(page, footnote(ranking, cards)) + "\n";
  if (view.explain) out += explanation(ranking, cards, page);
  if (const std::string text = lead(ranking.query, cards); !text.empty())
    out += paragraph(page, text);
  if (const std::string text = owned_sentence(ranking); !text.empty()) out += paragraph(page, text);
  if (cards.front().estimate()) out += paragraph(page, work_sentence(cards.front()));
  if (const std::string lines = remark_lines(ranking, cards, page); !lines.empty())
    out += lines + "\n";
  return out;
}

std::string prose(const Ranking& ranking, const RankingView& view, const Page& page) {
  const std::vector<Ranked> cards = shown(ranking, view, page);
  std::string out = paragraph(page, heading(*ranking.catalog, ranking.query)) + "\n";
  out += cards.empty() ? paragraph(page, "No card meets all of this. " + ways_in(ranking)) + "\n"
                       : answer(ranking, cards, view, page);
  if (const std::string text = left_out(ranking); !text.empty()) out += paragraph(page, text);
  const std::size_t more = ranking.ranked.size() - cards.size();
  const std::string rest =
      more == 0 ? "" : fmt::format("{} more fit (`--top {}`). ", more, ranking.ranked.size());
  out += paragraph(
      page, rest +
                "`--why CARD` says more, `--explain` shows the points, `--for` changes the work" +
                (ranking.query.job ? "." : ", `--model NAME` ranks by one model."));
  if (ranking.query.job) out += "\n" + paragraph(page, assumed_text(*ranking.query.job));
  return out;
}

Json gain_json(const Gain& gain) {
  return {{"speed", gain.speed ? json_number(*gain.speed) : Json(nullptr)},
          {"lets_in", gain.lets_in},
          {"loses", gain.loses},
          {"watts", gain.watts ? json_number(*gain.watts) : Json(nullptr)},
          {"usd", gain.usd ? json_number(*gain.usd) : Json(nullptr)}};
}

std::string json(const Ranking& ranking, const RankingView& view, const Page& page) {
  Json out = {{"schema", "gpupick/recommend/2"},
              {"as_of", iso(ranking.query.day)},
              {"profile", ranking.query.workload->id},
              {"host", ranking.query.host.kind ? Json(ranking.query.host.kind->id) : Json(nullptr)},
              {"weights", terms_json(ranking.query.weights)},
              {"ranked", Json::array()},
              {"excluded", Json::array()}};
  if (ranking.query.job) out["job"] = assumed_json(*ranking.query.job);
  if (ranking.owned) out["owned"] = ranked_json(*ranking.owned, ranking);
  for (const Ranked& card : shown(ranking, view, page)) {
    out["ranked"].push_back(ranked_json(card, ranking));
    if (ranking.owned) out["ranked"].back()["gain"] = gain_json(gain_over(card, *ranking.owned));
  }
  for (const Excluded& card : ranking.excluded) {
    out["excluded"].push_back(exclusion_json(*card.gpu, card.failed.front()));
    if (ranking.query.job) out["excluded"].back()["count"] = card.count;
    if (card.leads_up_to)
      out["excluded"].back()["leads_up_to_usd"] = json_number(*card.leads_up_to);
  }
  return dump(out);
}

std::string csv(const Ranking& ranking, const RankingView& view, const Page& page) {
  Table table{{{"rank"}, {"id"}, {"name"}, {"count"}, {"score"}}, {}};
  for (const Outcome outcome : outcomes)
    table.columns.push_back({fmt::format("points_{}", name_of(outcome))});
  for (const char* key :
       {"memory_gib", "devices", "tdp_w", "price_usd", "price_kind", "price_date", "cost_usd"})
    table.columns.push_back({key});
  for (const AskedWork& asked : *ranking.mix)
    for (const char* end : {"", "_low", "_high"})
      table.columns.push_back(
          {"speed" + (asked.label.empty() ? "" : "_" + fold(asked.label)) + end});
  if (ranking.query.job) table.columns.push_back({"needed_gib"});
  for (const Ranked& card : shown(ranking, view, page)) {
    const Gpu all = combined(*card.gpu, card.count);
    std::vector<std::string> row{std::to_string(table.rows.size() + 1), std::string(card.gpu->id),
                                 std::string(card.gpu->name), std::to_string(card.count),
                                 plain(card.score)};
    const auto add = [&](const Estimate& estimate) {
      for (std::string& cell : csv_cells(estimate)) row.push_back(std::move(cell));
    };
    for (const double points : card.terms) row.push_back(plain(points));
    row.push_back(plain(card.count * all.memory_gib.value_or(0)));
    row.push_back(plain(card.count * all.devices.value_or(1)));
    row.push_back(plain(all.tdp_w));
    row.push_back(card.price ? plain(card.price->usd) : "");
    row.emplace_back(card.price ? card.price->kind : "");
    row.push_back(card.price && card.price->date ? iso(*card.price->date) : "");
    row.push_back(card.price ? plain(card.cost_usd()) : "");
    for (const WorkResult& result : card.work) {
      if (result.runs())
        add(result.speed);
      else
        row.insert(row.end(), 3, "");
    }
    if (const JobEstimate* estimate = card.estimate())
      row.push_back(plain(in_gib(estimate->need.total())));
    table.rows.push_back(std::move(row));
  }
  return to_csv(table);
}

}  // namespace

std::string render(const Ranking& ranking, const RankingView& view, const Page& page) {
  if (page.format == Format::json) return json(ranking, view, page);
  if (page.format == Format::csv) return csv(ranking, view, page);
  return prose(ranking, view, page);
}

}  // namespace gpupick
