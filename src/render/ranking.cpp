#include "render/ranking.hpp"

#include <algorithm>
#include <map>

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

std::string bar(double score) {
  return std::string(static_cast<std::size_t>(std::lround(score / 10)), '#');
}

std::string power_text(const Ranked& card) {
  const Number power = combined(*card.gpu, card.count).tdp_w;
  return power ? rounded(*power) + " W" : "-";
}

// Of all cards, "72 GiB", where a job shares it.
std::string memory_text(const Ranked& card) {
  if (!card.estimate) return memory_text(*card.gpu);
  return rounded(card.count * card.gpu->memory_gib.value_or(0)) + " GiB";
}

bool is_guess(const Estimate& speed) { return speed.evidence != Evidence::measured; }

std::string speed_text(const Ranked& card) {
  if (!card.estimate)
    return fmt::format("{}{:.2f}", card.speed.has_interval() ? "" : "~", card.speed.value);
  const Estimate& speed = card.estimate->speeds.front().estimate;
  std::string value = (is_guess(speed) ? "~" : "") + rounded(speed.value);
  if (!speed.has_interval()) return value;
  return fmt::format("{} ({}-{})", value, rounded(speed.low), rounded(speed.high));
}

// `unit` is that of the job's speed.
Table ranking_table(const std::vector<Ranked>& cards, const std::string& unit) {
  Table table{{{"", Align::right},
               {"card"},
               {"price", Align::left, unit.empty() ? 0 : 1},
               {"memory", Align::left, 2},
               {unit.empty() ? "speed*" : unit, Align::right, unit.empty() ? 1 : 0},
               {"power", Align::right, 3},
               {"score", Align::right},
               {"", Align::left, 4}},
              {}};
  for (const Ranked& card : cards)
    table.rows.push_back({std::to_string(table.rows.size() + 1), times(card.count, card.gpu->name),
                          card.price ? to_text(*card.price) : "-", memory_text(card),
                          speed_text(card), power_text(card), fmt::format("{:.1f}", card.score),
                          bar(card.score)});
  return table;
}

Table terms_table(const std::vector<Ranked>& cards, const OutcomeValues& weights) {
  Table table{{{"points from", Align::left}}, {}};
  for (const Outcome outcome : outcomes)
    table.columns.push_back({std::string(name_of(outcome)), Align::right});
  table.columns.push_back({"score", Align::right});
  std::vector<std::string> most{"at most"};
  for (const double weight : weights) most.push_back(fmt::format("{:.1f}", 100 * weight));
  most.emplace_back("100.0");
  for (const Ranked& card : cards) {
    std::vector<std::string> row{times(card.count, card.gpu->name)};
    for (const double points : card.terms) row.push_back(fmt::format("{:.1f}", points));
    row.push_back(fmt::format("{:.1f}", card.score));
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back(std::move(most));
  return table;
}

std::string counts_text(const CardCounts& counts) {
  const std::string most = counted(static_cast<std::size_t>(counts.most), "card");
  return counts.fewest == counts.most ? most : fmt::format("{} to {}", counts.fewest, most);
}

std::string heading(const Query& query) {
  std::string out = query.job ? job_heading(*query.job) : std::string(query.workload->name);
  for (const std::string& limit : describe(query.limits)) out += ", " + limit;
  if (query.counts.most > 1) out += ", " + counts_text(query.counts);
  return fmt::format("{}. As of {}.", out, iso(query.day));
}

std::string speed_footnote(const SpeedLaw& law, const std::vector<Ranked>& cards) {
  std::string out = fmt::format("* {} = 1", law.reference);
  if (law.high > 0)
    out += fmt::format("; 80 % of measured cards lie between {} and {} times the figure",
                       rounded(law.low), rounded(law.high));
  if (std::any_of(cards.begin(), cards.end(),
                  [](const Ranked& card) { return !card.speed.has_interval(); }))
    out += "; ~ a guess: no card of this software stack was measured at this work";
  return out;
}

std::string lead(const std::vector<Ranked>& cards) {
  if (cards.size() < 2) return "";
  const Ranked& first = cards[0];
  const Ranked& second = cards[1];
  return fmt::format("{} is {:.1f} points ahead of {}: {}.", short_name(first),
                     first.score - second.score, short_name(second), differences(first, second));
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
  return words.empty() ? "" : fmt::format("Left out: {}.", join(words, ", "));
}

std::string footnote(const Ranking& ranking, const std::vector<Ranked>& cards) {
  if (!ranking.reference) return speed_footnote(ranking.query.workload->speed, cards);
  const bool guessed = std::any_of(cards.begin(), cards.end(), [](const Ranked& card) {
    return is_guess(card.estimate->speeds.front().estimate);
  });
  return fmt::format("In parentheses: where 80 % of measured cards lie{}.",
                     guessed ? "; ~ a guess: few or none were measured at this work" : "");
}

// The points of each card, and what the speeds rest on.
std::string explanation(const Ranking& ranking, const std::vector<Ranked>& cards,
                        const Page& page) {
  std::string out = to_page(terms_table(cards, ranking.query.weights), page) + "\n";
  for (const Ranked& card : cards) {
    out += paragraph(
        page, fmt::format("speed of {} = {} = {:.2f}", short_name(card),
                          speed_basis(ranking.query, ranking.reference, card), card.speed.value));
    if (card.estimate)
      out += paragraph(page, "  = " + basis_text(*card.estimate, card.estimate->speeds.front()));
  }
  const SpeedLaw& law = ranking.query.workload->speed;
  return out + "\n" +
         paragraph(page,
                   ranking.reference
                       ? fmt::format("Speed 1: {} {}, what one {} reaches if its memory is enough.",
                                     rounded(ranking.reference->estimate.value),
                                     ranking.reference->unit, law.reference)
                       : std::string(law.basis)) +
         "\n";
}

// What the job takes of the memory, and how the cards share it.
std::string work_sentence(const Ranked& card) {
  const JobEstimate& estimate = *card.estimate;
  const std::string split = split_text(estimate);
  return fmt::format("The job needs {} of {} GiB on {}.{}{}",
                     rounded(in_gib(estimate.need.total())), rounded(in_gib(*estimate.usable)),
                     short_name(card), split.empty() ? "" : " ", split);
}

std::string answer(const Ranking& ranking, const std::vector<Ranked>& cards,
                   const RankingView& view, const Page& page) {
  const std::string unit(ranking.reference ? ranking.reference->unit : "");
  std::string out = to_page(ranking_table(cards, unit), page) + "\n";
  out += paragraph(page, footnote(ranking, cards)) + "\n";
  if (view.explain) out += explanation(ranking, cards, page);
  if (const std::string text = lead(cards); !text.empty()) out += paragraph(page, text);
  if (cards.front().estimate) out += paragraph(page, work_sentence(cards.front()));
  if (const std::string lines = remark_lines(ranking, cards, page); !lines.empty())
    out += lines + "\n";
  return out;
}

std::string prose(const Ranking& ranking, const RankingView& view, const Page& page) {
  const std::vector<Ranked> cards = shown(ranking, view, page);
  std::string out = paragraph(page, heading(ranking.query)) + "\n";
  out += cards.empty() ? paragraph(page, "No card meets all of this. " + ways_in(ranking)) + "\n"
                       : answer(ranking, cards, view, page);
  if (const std::string text = left_out(ranking); !text.empty()) out += paragraph(page, text);
  const std::size_t more = ranking.ranked.size() - cards.size();
  const std::string rest =
      more == 0 ? "" : fmt::format("{} more fit (`--top {}`). ", more, ranking.ranked.size());
  out += paragraph(
      page,
      rest + "`--why CARD` says more, `--explain` shows the points, `--for` changes the work" +
          (ranking.query.job ? "." : ", `--model` names it: its speed is told more closely."));
  if (ranking.query.job) out += "\n" + paragraph(page, assumed_text(*ranking.query.job));
  return out;
}

std::string json(const Ranking& ranking, const RankingView& view, const Page& page) {
  Json out = {{"schema", "gpupick/recommend/1"},
              {"as_of", iso(ranking.query.day)},
              {"profile", ranking.query.workload->id},
              {"weights", terms_json(ranking.query.weights)},
              {"ranked", Json::array()},
              {"excluded", Json::array()}};
  if (ranking.query.job) out["job"] = assumed_json(*ranking.query.job);
  for (const Ranked& card : shown(ranking, view, page))
    out["ranked"].push_back(ranked_json(card, ranking));
  for (const Excluded& card : ranking.excluded) {
    out["excluded"].push_back(exclusion_json(*card.gpu, card.failed.front()));
    if (ranking.query.job) out["excluded"].back()["count"] = card.count;
  }
  return dump(out);
}

std::string csv(const Ranking& ranking, const RankingView& view, const Page& page) {
  Table table{{{"rank"}, {"id"}, {"name"}, {"count"}, {"score"}}, {}};
  for (const Outcome outcome : outcomes)
    table.columns.push_back({fmt::format("points_{}", name_of(outcome))});
  for (const char* key : {"speed", "speed_low", "speed_high", "memory_gib", "devices", "tdp_w",
                          "price_usd", "price_kind", "price_date"})
    table.columns.push_back({key});
  if (ranking.reference)
    for (const char* end : {"", "_low", "_high"})
      table.columns.push_back({fmt::format("{}{}", ranking.reference->key(), end)});
  if (ranking.reference) table.columns.push_back({"needed_gib"});
  for (const Ranked& card : shown(ranking, view, page)) {
    const Gpu all = combined(*card.gpu, card.count);
    std::vector<std::string> row{std::to_string(table.rows.size() + 1), std::string(card.gpu->id),
                                 std::string(card.gpu->name), std::to_string(card.count),
                                 plain(card.score)};
    const auto add = [&](const Estimate& estimate) {
      for (std::string& cell : csv_cells(estimate)) row.push_back(std::move(cell));
    };
    for (const double points : card.terms) row.push_back(plain(points));
    add(card.speed);
    row.push_back(plain(card.count * all.memory_gib.value_or(0)));
    row.push_back(plain(card.count * all.devices.value_or(1)));
    row.push_back(plain(all.tdp_w));
    row.push_back(card.price ? plain(card.price->usd) : "");
    row.emplace_back(card.price ? card.price->kind : "");
    row.push_back(card.price && card.price->date ? iso(*card.price->date) : "");
    if (card.estimate) {
      add(card.estimate->speeds.front().estimate);
      row.push_back(plain(in_gib(card.estimate->need.total())));
    }
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
