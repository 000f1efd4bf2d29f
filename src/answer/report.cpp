// The report of `recommend`: the verdict, then the evidence.
#include <algorithm>
#include <map>

#include "answer/limits.hpp"
#include "answer/plots.hpp"
#include "answer/question.hpp"
#include "answer/ranking.hpp"
#include "answer/remarks.hpp"
#include "ranking/prices.hpp"

namespace gpupick {
namespace {

constexpr std::size_t best_cards = 10, most_roles = 5, most_offers = 8, most_misses = 5;

// The cards that the verdict names, without repeats.
std::vector<const Ranked*> cards_in_roles(const Verdict& verdict) {
  std::vector<const Ranked*> out;
  const auto add = [&](const Ranked& card) {
    const bool known =
        std::ranges::any_of(out, [&](const Ranked* one) { return one->gpu == card.gpu; });
    if (!known && out.size() < most_roles) out.push_back(&card);
  };
  if (verdict.buy) add(*verdict.buy);
  for (const RoleKind kind : {RoleKind::cheaper, RoleKind::step_up, RoleKind::new_card})
    if (const Role* role = verdict.find(kind)) add(role->card);
  for (const Role& one : verdict.level_with()) add(one.card);
  return out;
}

// Returns the cost of the cards at once and over the years, and the price up to which they are the
// ones to buy.
std::vector<Line> money_lines(const Ranked& buy, const Ranking& ranking, Number best_up_to) {
  if (!buy.price) return {};
  const Query& query = ranking.query;
  const Currency& currency = query.currency;
  const std::string years = years_text(query.scale),
                    all = fmt::format("{} {}", value_text(currency.from_usd(*buy.cost())),
                                      currency.code);
  std::vector<Line> out;
  const auto add = [&](std::string head, std::string said) {
    out.push_back(
        {.label = std::string(no_label), .head = std::move(head), .phrases = {std::move(said)}});
  };
  if (query.rent) {
    add(fmt::format("{} {}", all, query.rents_a_run() ? "for the run" : "over " + years),
        fmt::format("{} hours", rounded(buy.rented_hours)));
  } else {
    const std::string computer = computer_text(ranking, buy);
    add(currency.with_code(buy.price->usd + buy.computer_usd) + " to pay",
        fmt::format("{} for the {}{}{}", currency.text(buy.price->usd),
                    buy.count > 1 ? "cards" : "card", computer.empty() ? "" : ", ", computer));
    add(fmt::format("{} over {}", all, years),
        fmt::format("with {} of electricity, after selling it for {}",
                    currency.text(buy.electricity_usd), currency.text(buy.resale_usd)));
  }
  if (best_up_to)
    add(fmt::format("{} {}", whole_text(*best_up_to, currency), paid_unit(query)),
        "up to this price it stays the one to " + std::string(query.rent ? "rent" : "buy"));
  return out;
}

std::string offers_id(const Gpu& gpu) { return fmt::format("offers-{}", gpu.id); }

// The observations behind the price of a card; null if the buyer gave it.
const PriceLine* line_behind(const CardPrices& prices, const Price& price) {
  const auto found = std::ranges::find(prices.lines, price.kind,
                                       [](const PriceLine& line) { return line.price.kind; });
  return found == prices.lines.end() ? nullptr : &*found;
}

// The newest offers, each with its source.
Grid offers_grid(const PriceLine& line, const Ranking& ranking) {
  const Currency& currency = ranking.query.currency;
  Grid grid{
      {{{"day"}, {currency.code, Align::right}, {"basis"}, {"region"}, {"what"}, {"source"}}, {}}};
  Links links{5, {}};
  for (const Observation* row : line.rows) {
    if (grid.table.rows.size() == most_offers) break;
    const Source* source = ranking.catalog->find<Source>(row->source);
    grid.table.rows.push_back({iso(row->date), currency.text(row->usd), std::string(row->basis),
                               std::string(row->region), std::string(row->what),
                               std::string(source ? source->title : row->source)});
    links.targets.emplace_back(source ? source->url : "");
  }
  grid.links.push_back(std::move(links));
  return grid;
}

// The prices of a card in a role to buy or, in a ranking of rents, to rent; and the one that the
// ranking used.
struct PriceEvidence {
  CardPrices prices;
  const PriceLine* line = nullptr;  // one of `prices`
};

// The prices that the report shows; none that the buyer gave.
std::vector<PriceEvidence> price_evidence(const Ranking& ranking,
                                          const std::vector<const Ranked*>& roles) {
  std::vector<PriceEvidence> out;
  for (const Ranked* card : roles) {
    if (!card->price) continue;
    PriceEvidence one{prices_of(*ranking.catalog, *card->gpu, ranking.query.day), nullptr};
    std::erase_if(one.prices.lines, [&](const PriceLine& line) {
      return (line.price.kind == PriceKind::rent) != ranking.query.rent;
    });
    one.line = line_behind(one.prices, *card->price);
    if (one.line) out.push_back(std::move(one));
  }
  return out;
}

// Adds a year of each price and the offers behind it.
void add_prices(const std::vector<PriceEvidence>& evidence, const Ranking& ranking, Answer& out) {
  if (evidence.empty()) return;
  out.add(Section{"Prices over a year"});
  for (const auto& [prices, line] : evidence)
    for (TimePoints& plot : price_plots(prices, ranking.query.currency))
      out.add(Plot(std::move(plot)));
  for (const auto& [prices, line] : evidence) {
    const std::size_t all = line->rows.size(), most = std::min(all, most_offers);
    const std::string which =
        all > most ? fmt::format("the {} newest of {} offers", most, all) : counted(all, "offer");
    out.add(Section{fmt::format("{}: {} behind the price", short_name(*prices.gpu), which),
                    offers_id(*prices.gpu), true});
    out.add(offers_grid(*line, ranking));
  }
}

// Adds the first cards as a table. The number of offers leads to those that the report lists.
void add_best(const Ranking& ranking, const Verdict& verdict, const std::vector<Ranked>& ordered,
              std::size_t shown, const std::vector<PriceEvidence>& evidence, Answer& out) {
  Grid grid = ranking_grid(ranking, verdict, ordered, shown, true);
  Links links{
      static_cast<std::size_t>(std::ranges::find(grid.table.columns, "offers", &Column::heading) -
                               grid.table.columns.begin()),
      {}};
  for (const Ranked& card : RankedCards(ordered).first(shown))
    links.targets.push_back(
        std::ranges::any_of(evidence,
                            [&](const PriceEvidence& one) { return one.prices.gpu == card.gpu; })
            ? "#" + offers_id(*card.gpu)
            : "");
  grid.links.push_back(std::move(links));
  out.add(Section{shown > 1 ? fmt::format("The {} best", shown) : "The card"});
  std::vector<std::string> notes = method(ranking, RankedCards(ordered).first(shown), grid.table);
  if (std::string marks = legend(marked_cells(grid.table)); !marks.empty())
    notes.insert(notes.begin(), std::move(marks));
  out.add(std::move(grid));
  out.add(Line{.phrases = std::move(notes), .separator = ". ", .tone = Tone::dim});
}

// Adds the memory of a named job on the first cards.
void add_memory(RankedCards cards, Answer& out) {
  std::vector<const JobEstimate*> estimates;
  for (const Ranked& card : cards.first(std::min<std::size_t>(cards.size(), 3)))
    if (card.estimate()) estimates.push_back(card.estimate());
  if (estimates.empty()) return;
  out.add(Section{"Memory of the job"});
  out.add(Plot(memory_plot(estimates)));
  out.add(work_sentence(cards.front()));
}

void add_own_or_rent(const Costs& costs, Answer& out) {
  const bool rented =
      std::ranges::any_of(costs.cards, [](const Cost& cost) { return !cost.rented.empty(); });
  if (!rented) return;
  out.add(Section{"Own or rent"});
  if (std::optional<Curves> plot = cost_plot(costs.cards.front(), costs.query))
    out.add(Plot(std::move(*plot)));
  out.add(Grid{own_or_rent_table(costs)});
}

// How far a card is from the limit that it fails, as a share; nothing if the limit is no amount.
Number distance(const Exclusion& failed) {
  const Number margin = failed.margin();
  if (!margin) return {};
  if (const auto* range = std::get_if<OutOfRange>(&failed.reason))
    return *margin / std::max(range->found, range->wanted);
  if (const auto* over = std::get_if<OverBudget>(&failed.reason)) return *margin / over->price.usd;
  if (const auto* large = std::get_if<TooLarge>(&failed.reason)) return *margin / large->needed_gib;
  return {};
}

// The cards that one small change would admit, the nearest first.
Table misses_table(const Ranking& ranking) {
  std::vector<std::pair<double, const Excluded*>> misses;
  for (const Excluded& card : ranking.excluded)
    if (card.failed.size() == 1 && !change_for(card.failed.front()).empty())
      if (const Number far = distance(card.failed.front())) misses.emplace_back(*far, &card);
  std::ranges::stable_sort(misses, {}, [](const auto& miss) { return miss.first; });
  misses.resize(std::min(misses.size(), most_misses));
  const Currency& currency = ranking.query.currency;
  Table table{{{"nearest misses"}, {"reason"}, {"admitted by"}}};
  for (const auto& [far, card] : misses)
    table.rows.push_back(
        {short_name(*card), reason_text(card->failed.front(), currency),
         fmt::format("`{}`", to_flags(change_for(card->failed.front()), currency))});
  return table;
}

// Adds the cards that are left out: the nearest, the reasons, and all of them by reason.
void add_left_out(const Ranking& ranking, const Verdict& verdict, Answer& out) {
  if (ranking.excluded.empty()) return;
  out.add(Section{"Why not the others"});
  if (Table table = misses_table(ranking); !table.rows.empty()) out.add(Grid{std::move(table)});
  if (std::vector<std::string> said = untrusted(verdict, ranking.query); !said.empty())
    out.add(Line{.head = "Would lead, but their prices are few or old",
                 .phrases = std::move(said),
                 .separator = ", "});
  out.add(Line{.head = fmt::format("{} are left out", counted(ranking.excluded.size(), "card")),
               .phrases = left_out(ranking, verdict, true)});
  std::map<std::string, std::vector<std::string>> names;  // by reason
  for (const Excluded& card : ranking.excluded)
    names[group_text(card.failed.front(), ranking.query)].push_back(short_name(card));
  out.add(Section{.title = "All of them by reason", .folded = true});
  for (const auto& [reason, cards] : names)
    out.add(Line{
        .head = fmt::format("{} {}", cards.size(), reason), .phrases = cards, .separator = ", "});
}

// "-29 % to +28 %".
std::string spread_text(const Estimate& speed) {
  return speed.has_interval()
             ? fmt::format("{:+.0f} % to {:+.0f} %", 100 * (speed.low / speed.value - 1),
                           100 * (speed.high / speed.value - 1))
             : "not known";
}

// How well the speeds of a card are known, by job.
Table evidence_table(const Ranked& card) {
  Table table{{{"job"},
               {"speed of " + short_name(card), Align::right},
               {"4 in 5 measured cards within", Align::right},
               {"known"}}};
  for (const WorkResult& result : card.work) {
    if (!result.runs()) continue;
    const ShownRate shown = shown_rate(result.speed, result.unit, result.speed);
    table.rows.push_back({std::string(result.asked->name()),
                          fmt::format("{} {}", value_text(shown.estimate), shown.unit),
                          spread_text(shown.estimate),
                          result.speed.evidence == Evidence::stated ? "stated by the maker"
                          : result.speed.is_rough()                 ? "rough: hardly measured"
                                                                    : "measured on similar cards"});
  }
  return table;
}

void add_certainty(const Ranking& ranking, const Ranked& first, Answer& out) {
  out.add(Section{"How sure"});
  out.add(Grid{evidence_table(first)});
  if (ranking.query.job) out.add(assumed_text(*ranking.query.job));
}

// Adds the question, the day of its prices and the verdict.
void add_head(const Ranking& ranking, const Verdict& verdict, const std::vector<Ranked>& ordered,
              Answer& out) {
  out.add(question_text(ranking));
  if (std::string prices = prices_of_answer(ranking); !prices.empty())
    out.add(prices + ".", Tone::dim);
  if (ordered.empty()) out.add(Line{.phrases = {nothing_text(ranking)}, .tone = Tone::strong});
  std::vector<Line> money;
  if (verdict.buy)
    money = money_lines(*verdict.buy, ranking,
                        winning_prices(ranking, {&*verdict.buy, 1}, verdict.seed).front());
  add_full_verdict(verdict, ranking, std::move(money), out);
}

// Adds what a buyer has to know of the cards that the verdict names.
void add_remarks(const Ranking& ranking, const std::vector<const Ranked*>& roles, Answer& out) {
  if (roles.empty()) return;
  out.add(Section{ranking.query.rent ? "Before you rent" : "Before you order"});
  for (const Ranked* card : roles)
    out.add(Line{.label = short_name(*card), .phrases = all_remarks(ranking, *card)});
}

}  // namespace

Answer report(const Ranking& ranking, const RankingView& view, const Verdict& verdict) {
  RankingView shown = view;
  shown.top = view.top.value_or(best_cards);
  shown.no_excluded = true;  // the page names them
  const std::vector<Ranked> ordered = in_order(ranking, verdict);
  const std::size_t top = std::min(*shown.top, ordered.size());
  const std::vector<const Ranked*> roles = cards_in_roles(verdict);
  const std::vector<PriceEvidence> evidence = price_evidence(ranking, roles);
  if (!ranking.query.rent && !roles.empty()) {
    std::vector<CardGroup> cards;
    for (const Ranked* card : roles) cards.push_back(*card);
    shown.costs = costs(*ranking.catalog, cards, ranking.query, {}, false);
  }
  Answer out{.schema = "recommend/6"};
  add_head(ranking, verdict, ordered, out);
  if (top > 1) {
    out.add(Section{"Speed against cost"});
    out.add(Plot(speed_plot(ranking, verdict, shown.costs)));
    if (view.frontier) out.add(Grid{frontier_table(ranking)});
  }
  if (top > 0) add_best(ranking, verdict, ordered, top, evidence, out);
  add_memory(RankedCards(ordered), out);
  if (shown.costs) add_own_or_rent(*shown.costs, out);
  add_prices(evidence, ranking, out);
  add_remarks(ranking, roles, out);
  add_left_out(ranking, verdict, out);
  if (!ordered.empty()) add_certainty(ranking, ordered.front(), out);
  if (view.explain) {
    out.add(Section{"Points"});
    add_points(ranking, RankedCards(ordered).first(top), out);
  }
  out.data = [&ranking, &verdict, shown = std::move(shown)] {
    return ranking_data(ranking, shown, verdict);
  };
  return out;
}

}  // namespace gpupick
