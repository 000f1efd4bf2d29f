#include "render_ranking.hpp"

#include <algorithm>
#include <map>

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

std::string power_text(const Gpu& gpu) { return gpu.tdp_w ? rounded(*gpu.tdp_w) + " W" : "-"; }

Table ranking_table(const std::vector<Ranked>& cards) {
  Table table{{{"", Align::right},
               {"card"},
               {"price"},
               {"memory"},
               {"speed*", Align::right},
               {"power", Align::right},
               {"score", Align::right},
               {""}},
              {}};
  for (const Ranked& card : cards)
    table.rows.push_back({std::to_string(table.rows.size() + 1), card.gpu->name,
                          card.price ? to_text(*card.price) : "-", memory_text(*card.gpu),
                          fmt::format("{}{:.2f}", card.speed.guess() ? "~" : "", card.speed.value),
                          power_text(*card.gpu), fmt::format("{:.1f}", card.score),
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
    std::vector<std::string> row{card.gpu->name};
    for (const double points : card.terms) row.push_back(fmt::format("{:.1f}", points));
    row.push_back(fmt::format("{:.1f}", card.score));
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back(std::move(most));
  return table;
}

std::string heading(const Query& query) {
  std::string out = query.workload->name;
  for (const std::string& limit : describe(query.limits)) out += ", " + limit;
  return fmt::format("{}. As of {}.", out, iso(query.day));
}

std::string speed_footnote(const SpeedLaw& law, const std::vector<Ranked>& cards) {
  std::string out = fmt::format("* {} = 1", law.reference);
  if (law.high > 0)
    out += fmt::format("; 80 % of measured cards lie between {} and {} times the figure",
                       rounded(law.low), rounded(law.high));
  if (std::any_of(cards.begin(), cards.end(),
                  [](const Ranked& card) { return card.speed.guess(); }))
    out += "; ~ a guess: no card of this software stack was measured at this work";
  return out;
}

std::string lead(const std::vector<Ranked>& cards) {
  if (cards.size() < 2) return "";
  const Ranked& first = cards[0];
  const Ranked& second = cards[1];
  return fmt::format("{} is {:.1f} points ahead of {}: {}.", short_name(*first.gpu),
                     first.score - second.score, short_name(*second.gpu),
                     differences(first, second));
}

std::string support_remark(const Ranked& card) {
  const WorkloadSupport& support = card.support;
  if (support.software.empty() || support.level == Support::current) return "";
  if (!support.known) return fmt::format("support by {} is not known", support.software);
  return support.level == Support::legacy
             ? fmt::format("{} serves it with an older branch only", support.software)
             : fmt::format("{} does not serve it", support.software);
}

std::string advice_lines(const std::vector<Ranked>& cards, const Page& page) {
  std::size_t margin = 0;
  for (const Ranked& card : cards) margin = std::max(margin, columns(short_name(*card.gpu)));
  margin = std::min(margin, page.width / 4);
  std::string out;
  for (const Ranked& card : cards) {
    std::vector<std::string> remarks = card.advice;
    if (const std::string remark = support_remark(card); !remark.empty())
      remarks.insert(remarks.begin(), remark);
    if (remarks.empty()) continue;
    const std::string name = short_name(*card.gpu);
    const std::string text = join(remarks, "; ");
    if (page.format == Format::markdown) {
      out += fmt::format("- {}: {}\n", name, text);
      continue;
    }
    const std::string spaces(margin - std::min(margin, columns(name)), ' ');
    out += wrapped(fmt::format("  {}{}  ", name, spaces), text, page.width, margin + 4);
  }
  return out;
}

// What a group of excluded cards has in common, in words.
std::string group_text(const Exclusion& sample, const Query& query) {
  const Limits& limits = query.limits;
  if (sample.unknown) {
    if (sample.limit == "budget" || sample.limit == "price") return "without a known price";
    if (sample.limit == "workload")
      return fmt::format("of which it is not known whether they are up to {}", query.workload->id);
    return fmt::format("whose {} is not known",
                       sample.limit == "support" ? "software support" : sample.limit);
  }
  if (sample.limit == "vram") return fmt::format("under {} GiB", exact(*limits.vram));
  if (sample.limit == "budget") return fmt::format("over {} USD", exact(*limits.budget));
  if (sample.limit == "max-power") return fmt::format("over {} W", exact(*limits.max_power));
  if (sample.limit == "workload") return fmt::format("not up to {}", query.workload->id);
  if (sample.limit == "support") return "without current software support for it";
  if (sample.limit == "speed") return "without units for it";
  return fmt::format("outside --{}", sample.limit);
}

std::string example(const Exclusion& nearest, const Gpu& gpu) {
  if (nearest.limit == "budget" && nearest.margin)
    return fmt::format(" (nearest: {}, {} USD over)", short_name(gpu), rounded(*nearest.margin));
  if (nearest.limit == "support" || nearest.unknown)
    return fmt::format(" (such as {})", short_name(gpu));
  return "";
}

std::string left_out(const Ranking& ranking) {
  struct Group {
    std::size_t count = 0;
    const Exclusion* nearest = nullptr;
    const Gpu* gpu = nullptr;
  };
  std::vector<std::pair<std::string, Group>> groups;
  for (const Excluded& card : ranking.excluded) {
    const Exclusion& failed = card.failed.front();
    const std::string text = group_text(failed, ranking.query);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == text; });
    if (group == groups.end()) group = groups.insert(groups.end(), {text, {}});
    ++group->second.count;
    const Exclusion* nearest = group->second.nearest;
    if (!nearest || failed.margin.value_or(0) < nearest->margin.value_or(0)) {
      group->second.nearest = &failed;
      group->second.gpu = card.gpu;
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::vector<std::string> words;
  for (const auto& [text, group] : groups)
    words.push_back(fmt::format("{} {}{}", group.count, text, example(*group.nearest, *group.gpu)));
  return words.empty() ? "" : fmt::format("Left out: {}.", join(words, ", "));
}

std::string prose(const Ranking& ranking, const RankingView& view, const Page& page) {
  const std::vector<Ranked> cards = shown(ranking, view, page);
  std::string out = paragraph(page, heading(ranking.query)) + "\n";
  if (cards.empty()) {
    out += "No card meets all of this.\n\n";
  } else {
    out += to_page(ranking_table(cards), page) + "\n";
    out += paragraph(page, speed_footnote(ranking.query.workload->speed, cards)) + "\n";
    if (view.explain) {
      out += to_page(terms_table(cards, ranking.query.weights), page) + "\n";
      for (const Ranked& card : cards)
        out += paragraph(page, fmt::format("speed of {} = {} = {:.2f}", short_name(*card.gpu),
                                           card.speed.basis, card.speed.value));
      out += "\n" + paragraph(page, ranking.query.workload->speed.basis) + "\n";
    }
    if (const std::string text = lead(cards); !text.empty()) out += paragraph(page, text);
    if (const std::string lines = advice_lines(cards, page); !lines.empty()) out += lines + "\n";
  }
  if (const std::string text = left_out(ranking); !text.empty()) out += paragraph(page, text);
  const std::size_t more = ranking.ranked.size() - cards.size();
  const std::string rest =
      more == 0 ? "" : fmt::format("{} more fit (`--top {}`). ", more, ranking.ranked.size());
  return out +
         paragraph(
             page,
             rest +
                 "`--why CARD` says more, `--explain` shows the points, `--for` changes the work.");
}

std::string json(const Ranking& ranking, const RankingView& view, const Page& page) {
  Json out = {{"schema", "gpupick/recommend/1"},
              {"as_of", iso(ranking.query.day)},
              {"profile", ranking.query.workload->id},
              {"weights", terms_json(ranking.query.weights)},
              {"ranked", Json::array()},
              {"excluded", Json::array()}};
  for (const Ranked& card : shown(ranking, view, page)) out["ranked"].push_back(ranked_json(card));
  for (const Excluded& card : ranking.excluded)
    out["excluded"].push_back(exclusion_json(*card.gpu, card.failed.front()));
  return dump(out);
}

std::string csv(const Ranking& ranking, const RankingView& view, const Page& page) {
  Table table{{{"rank"}, {"id"}, {"name"}, {"count"}, {"score"}}, {}};
  for (const Outcome outcome : outcomes)
    table.columns.push_back({fmt::format("points_{}", name_of(outcome))});
  for (const char* key : {"speed", "speed_low", "speed_high", "memory_gib", "devices", "tdp_w",
                          "price_usd", "price_kind", "price_date"})
    table.columns.push_back({key});
  for (const Ranked& card : shown(ranking, view, page)) {
    std::vector<std::string> row{std::to_string(table.rows.size() + 1), card.gpu->id,
                                 card.gpu->name, std::to_string(card.count), plain(card.score)};
    for (const double points : card.terms) row.push_back(plain(points));
    for (const double value : {card.speed.value, card.speed.low, card.speed.high})
      row.push_back(plain(value));
    for (const Number& value :
         {card.gpu->memory_gib, Number(card.gpu->devices.value_or(1)), card.gpu->tdp_w})
      row.push_back(plain(value));
    row.push_back(card.price ? plain(card.price->usd) : "");
    row.emplace_back(card.price ? card.price->kind : "");
    row.push_back(card.price && card.price->date ? iso(*card.price->date) : "");
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
