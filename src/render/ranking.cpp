#include "render/ranking.hpp"

#include <algorithm>
#include <map>

#include "ranking/frontier.hpp"
#include "render/limits.hpp"
#include "render/remarks.hpp"

namespace gpupick {
namespace {

// The cards in the order of the answer: the card to buy, those as good, then the rest by score.
std::vector<Ranked> in_order(const Ranking& ranking, const Verdict& verdict) {
  std::vector<Ranked> cards = ranking.ranked;
  const auto place = [&](const Ranked& card) {
    const auto is = [&](const Ranked& other) {
      return card.gpu == other.gpu && card.count == other.count;
    };
    if (verdict.buy && is(*verdict.buy)) return 0;
    return std::ranges::any_of(verdict.level_with, [&](const Role& one) { return is(one.card); })
               ? 1
               : 2;
  };
  std::ranges::stable_sort(cards, {}, place);
  return cards;
}

RankedCards shown(RankedCards all, const RankingView& view, const Page& page) {
  const bool prose = page.format == Format::text || page.format == Format::markdown;
  return all.first(std::min(view.top.value_or(prose ? 5 : all.size()), all.size()));
}

std::string counts_text(const CardCounts& counts) {
  const std::string most = counted(static_cast<std::size_t>(counts.most), "card");
  return counts.fewest == counts.most ? most : fmt::format("{} to {}", counts.fewest, most);
}

// "in a desktop PC", or "in a desktop PC or a workstation" if the number of cards decides.
std::string host_text(const Catalog& catalog, const Query& query) {
  const HostKind* fewest = host_of_size(catalog, query.host, query.counts.fewest);
  const HostKind* most = host_of_size(catalog, query.host, query.counts.most);
  if (!fewest) return "";
  return fewest == most ? fmt::format(" in {}", fewest->name)
                        : fmt::format(" in {} or {}", fewest->name, most->name);
}

std::string heading(const Catalog& catalog, const Query& query) {
  std::string out = query.job ? job_heading(*query.job) : std::string(query.workload->name);
  out += query.rent ? ", rented" : host_text(catalog, query);
  for (const std::string& limit : describe(query.limits)) out += ", " + limit;
  if (query.counts.most > 1) out += ", " + counts_text(query.counts);
  return fmt::format("{}. As of {}.", out, iso(query.day));
}

std::string support_remark(const Ranked& card) {
  const WorkloadSupport& support = card.support;
  if (support.software.empty() || support.level == Support::current) return "";
  if (!support.known) return fmt::format("support by {} is unknown", support.software);
  return support.level == Support::legacy
             ? fmt::format("only an older branch of {} supports it", support.software)
             : fmt::format("{} does not support it", support.software);
}

bool runs_from_host(const Ranked& card) {
  const WorkResult& work = card.work.front();
  return work.fallback && work.fallback->host_memory && !card.estimate()->fits;
}

std::string remark_lines(const Ranking& ranking, RankedCards shown, const Page& page) {
  std::vector<const Ranked*> cards;
  for (const Ranked& card : shown) cards.push_back(&card);
  std::size_t margin = 0;
  for (const Ranked* one : cards) margin = std::max(margin, columns(short_name(*one)));
  margin = std::min(margin, page.width / 4);
  std::string out;
  for (const Ranked* one : cards) {
    const Ranked& card = *one;
    std::vector<std::string> said = remarks(ranking, card);
    if (const std::string remark = support_remark(card); !remark.empty())
      said.insert(said.begin(), remark);
    if (ranking.query.job && card.work.front().fallback)
      said.insert(said.begin(), (card.work.front().as_asked ? "fastest with " : "to fit: ") +
                                    fallback_text(card));
    if (ranking.owned)
      if (std::string gain = gain_text(card, *ranking.owned); !gain.empty())
        said.insert(said.begin(), std::move(gain));
    if (said.empty()) continue;
    const std::string name = short_name(card);
    const std::string text = join(said, "; ");
    if (page.format == Format::markdown) {
      out += fmt::format("- {}", paragraph(page, fmt::format("{}: {}", name, text)));
      continue;
    }
    const std::string spaces(margin - std::min(margin, columns(name)), ' ');
    out += wrapped(fmt::format("  {}{}  ", name, spaces), text, page.width, margin + 4);
  }
  return out;
}

// How the score counts chats, since it counts more than the speed shown; "" without a chat.
std::string replies_text(const Mix& mix) {
  for (const AskedWork& asked : mix) {
    const Job* job = std::get_if<Job>(&asked.work);
    if (!job || job->task != Task::chat || job->batch > 1) continue;
    return fmt::format("{} whole replies: {} tokens read, {} written",
                       asked.label.empty() ? "The score counts" : "Chats count by",
                       exact(job->prompt), exact(job->generate));
  }
  return "";
}

bool has_stated_rates(const Mix& mix) {
  return std::ranges::any_of(
      mix, [](const AskedWork& asked) { return std::holds_alternative<StatedRate>(asked.work); });
}

// The meaning of the table's marks and headings.
std::string footnote(const Ranking& ranking, RankedCards cards, const Table& table) {
  const auto shows = [&](std::string_view mark) {
    return std::ranges::any_of(table.rows, [&](const std::vector<std::string>& row) {
      return std::ranges::any_of(
          row, [&](const std::string& cell) { return cell.find(mark) != std::string::npos; });
    });
  };
  std::vector<std::string> notes;
  if (ranking.mix->front().label.empty())
    notes.emplace_back("Ranges in parentheses hold 80 % of measured cards");
  if (shows(guess_mark))
    notes.emplace_back(
        "~ rough estimate, counted at the low end of its interval: few or no cards were measured "
        "on this work");
  if (shows(untrusted_mark)) notes.emplace_back("? too few recent prices to trust");
  if (shows(fallback_mark))
    notes.emplace_back(ranking.query.job
                           ? "* not run as asked; the lines below say how"
                           : "* at lower precision, or partly from host memory (see `--explain`)");
  if (ranking.query.job && std::ranges::any_of(cards, runs_from_host))
    notes.push_back(fmt::format("Host memory is taken as {} GiB of {} GB/s (`--ram`)",
                                exact(ranking.query.computer.ram_gib),
                                exact(ranking.query.computer.memory_gb_s)));
  if (has_stated_rates(*ranking.mix))
    notes.emplace_back("TFLOPS and GB/s are the peak rates that the makers state");
  if (std::string replies = replies_text(*ranking.mix); !replies.empty())
    notes.push_back(std::move(replies));
  const ScoreScale& use = ranking.query.scale;
  const std::string years = years_text(use);
  if (std::ranges::find(table.columns, years, &Column::heading) != table.columns.end()) {
    const std::string span = "at " + hours_text(use);
    notes.push_back(
        ranking.query.rent
            ? fmt::format("{}: USD for the rent, {}", years, span)
            : fmt::format("{}: USD for purchase, computer and electricity less resale, {} "
                          "and {} USD/kWh",
                          years, span, exact(use.kwh_usd)));
    notes.emplace_back("The order counts the upper end of each price, and no resale");
  }
  return notes.empty() ? "" : join(notes, ". ") + ".";
}

// The points of each card, and the formula of a named job's speed.
std::string explanation(const Ranking& ranking, RankedCards cards, const Page& page) {
  std::string out;
  for (const Ranked& card : cards) {
    out += to_page(terms_table(ranking, card), page);
    if (const JobEstimate* estimate = card.estimate())
      out += paragraph(page, "speed = " + (runs_from_host(card)
                                               ? basis_text(*estimate->offload)
                                               : basis_text(*estimate, estimate->speeds.front())));
    out += "\n";
  }
  return out;
}

// How much memory the job takes, and how the cards share it.
std::string work_sentence(const Ranked& card) {
  const JobEstimate& estimate = *card.estimate();
  const std::string split = split_text(estimate);
  if (runs_from_host(card))
    return fmt::format("The job needs {} GiB, and {} has {}: {}.",
                       rounded(in_gib(estimate.need.total())), short_name(card),
                       rounded(in_gib(*estimate.usable)), fallback_text(card));
  const std::string way =
      card.work.front().fallback ? fmt::format(" ({})", fallback_text(card)) : "";
  return fmt::format("The job needs {} of {} GiB on {}{}.{}{}",
                     rounded(in_gib(estimate.need.total())), rounded(in_gib(*estimate.usable)),
                     short_name(card), way, split.empty() ? "" : " ", split);
}

std::string answer(const Ranking& ranking, RankedCards cards, const RankingView& view,
                   const Page& page) {
  Table table = ranking_table(ranking, cards);
  if (page.format == Format::text) table = narrowed(std::move(table), page.table_width);
  std::string out = to_page(table, page) + "\n";
  if (const std::string text = footnote(ranking, cards, table); !text.empty())
    out += paragraph(page, text) + "\n";
  if (view.explain) out += explanation(ranking, cards, page);
  if (view.frontier) out += frontier_text(ranking, page) + "\n";
  if (view.costs) out += own_or_rent_text(*view.costs, page) + "\n";
  if (cards.front().estimate()) out += paragraph(page, work_sentence(cards.front()));
  if (const std::string lines = remark_lines(ranking, cards, page); !lines.empty())
    out += lines + "\n";
  if (const std::string text = owned_text(ranking, page); !text.empty()) out += text + "\n";
  return out;
}

std::string prose(const Ranking& ranking, const RankingView& view, const Page& page) {
  const Verdict found = verdict(ranking, view.seed);
  const std::vector<Ranked> all = in_order(ranking, found);
  const RankedCards cards = shown(all, view, page);
  std::string out = paragraph(page, heading(*ranking.catalog, ranking.query)) + "\n";
  if (const std::string text = verdict_text(found, ranking, page); !text.empty())
    out += text + "\n";
  out += cards.empty() ? paragraph(page, "No card meets all of this. " + ways_in(ranking)) + "\n"
                       : answer(ranking, cards, view, page);
  if (const std::string text = left_out(ranking); !text.empty()) out += paragraph(page, text);
  const std::size_t more = ranking.ranked.size() - cards.size();
  const std::string rest =
      more == 0 ? "" : fmt::format("{} more fit (`--top {}`). ", more, ranking.ranked.size());
  out += paragraph(
      page,
      rest + "`--why CARD` explains one card, `--explain` shows the points, `--for` sets the work" +
          (ranking.query.job ? "." : ", `--model NAME` ranks for one model."));
  if (ranking.query.job) out += "\n" + paragraph(page, assumed_text(*ranking.query.job));
  return out;
}

std::string json(const Ranking& ranking, const RankingView& view, const Page& page) {
  Data out = {{"schema", "gpupick/recommend/4"},
              {"as_of", iso(ranking.query.day)},
              {"profile", ranking.query.workload->id},
              {"host", ranking.query.host.kind ? Data(ranking.query.host.kind->id) : Data()},
              {"weights", terms_json(ranking.query.weights)},
              {"ranked", Data::list()},
              {"excluded", Data::list()}};
  if (ranking.query.job) out["job"] = assumed_json(*ranking.query.job);
  if (ranking.owned) out["owned"] = ranked_json(*ranking.owned, ranking);
  if (ranking.owned) out["upgrades"] = upgrades_json(ranking);
  if (view.frontier) out["frontier"] = frontier_json(ranking);
  if (view.costs) out["costs"] = costs_json(*view.costs);
  const Verdict found = verdict(ranking, view.seed);
  out["verdict"] = verdict_json(found);
  const std::vector<Ranked> ordered = in_order(ranking, found);
  for (const Ranked& card : shown(ordered, view, page)) {
    out["ranked"].push_back(ranked_json(card, ranking));
    if (ranking.owned) out["ranked"].back()["gain"] = gain_json(card, *ranking.owned);
  }
  for (const Excluded& card : ranking.excluded) {
    out["excluded"].push_back(exclusion_json(*card.gpu, card.failed.front()));
    if (ranking.query.job) out["excluded"].back()["count"] = card.count;
    if (card.leads_up_to) out["excluded"].back()["leads_up_to_usd"] = *card.leads_up_to;
  }
  return to_json(out);
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
  if (ranking.query.job) {
    table.columns.push_back({"needed_gib"});
    table.columns.push_back({"fallback"});
  }
  const std::vector<Ranked> ordered = in_order(ranking, verdict(ranking, view.seed));
  for (const Ranked& card : shown(ordered, view, page)) {
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
    row.emplace_back(card.price ? name_of(card.price->kind) : "");
    row.push_back(card.price && card.price->date ? iso(*card.price->date) : "");
    row.push_back(card.price ? plain(card.cost()->value) : "");
    for (const WorkResult& result : card.work) {
      if (result.runs())
        add(result.speed);
      else
        row.insert(row.end(), 3, "");
    }
    if (const JobEstimate* estimate = card.estimate()) {
      row.push_back(plain(in_gib(estimate->need.total())));
      const Fallback* fallback = card.work.front().fallback;
      row.emplace_back(fallback ? fallback->label : "");
    }
    table.rows.push_back(std::move(row));
  }
  return to_csv(table);
}

}  // namespace

std::string fallback_text(const Ranked& card) {
  if (!runs_from_host(card)) return std::string(card.work.front().fallback->label);
  return fmt::format("{:.0f} % of the weights in host memory",
                     100 * (1 - card.estimate()->offload->resident));
}

std::string render(const Ranking& ranking, const RankingView& view, const Page& page) {
  if (page.format == Format::json) return json(ranking, view, page);
  if (page.format == Format::csv) return csv(ranking, view, page);
  return prose(ranking, view, page);
}

}  // namespace gpupick
