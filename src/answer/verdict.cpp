// The verdict in words: first the card to buy, then those as good, cheaper, faster or new.
#include "ranking/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "answer/ranking.hpp"
#include "answer/remarks.hpp"
#include "answer/role.hpp"

namespace gpupick {
namespace {

// "none up to 60,000 USD is 1.5 x as fast, or as fast with more jobs".
std::string no_step_up_text(const Query& query) {
  return fmt::format("none up to {} is {} x as fast{}",
                     query.currency.with_code(query.scale.far * *query.budget_usd()),
                     exact(query.scale.step_up_speed),
                     query.job ? "" : ", or as fast with more jobs");
}

bool leaves_half(const Ranked& card, const Query& query) {
  return card.price && 2 * card.price->usd < query.budget_usd().value_or(0);
}

// True if both roles name the same cards at a price of the same kind.
bool is_same_offer(const Role* one, const Role* other) {
  return one && other && one->card == other->card &&
         one->card.price->kind == other->card.price->kind;
}

// True if another role has a line about the rival. An owner sees none of cheaper and new cards.
bool has_line(const Role& rival, const Verdict& verdict, const Ranking& ranking) {
  return std::ranges::any_of(verdict.roles, [&](const Role& role) {
    const bool shown =
        role.kind == RoleKind::step_up || role.kind == RoleKind::near_miss ||
        (!ranking.owned && (role.kind == RoleKind::cheaper || role.kind == RoleKind::new_card));
    return shown && is_same_offer(&role, &rival);
  });
}

// "RTX 3090 Ti (9 % faster, 98 USD more) and 2 more"; "" if no card is as good.
std::string level_text(const Verdict& verdict, const Ranking& ranking) {
  const Query& query = ranking.query;
  constexpr std::size_t most = 2;
  std::vector<std::string> said;
  for (const Role& one : verdict.level_with()) {
    if (said.size() == most) break;
    const double more = query.currency.from_usd(
        one.card.price && verdict.buy->price ? one.card.price->usd - verdict.buy->price->usd : 0);
    std::vector<std::string> points = compared(one, *verdict.buy, ranking).phrases;
    const bool whole = !query.rent;
    const std::string money =
        whole && std::abs(more) < 1
            ? "at the same price"
            : fmt::format("{} {} {}", rounded(whole ? std::round(std::abs(more)) : std::abs(more)),
                          paid_unit(query), more < 0 ? "less" : "more");
    const std::optional<Estimate> cost = one.card.cost(), bought = verdict.buy->cost();
    const bool known = cost && bought;
    const char* later = known && more < 0 && cost->value > bought->value   ? " but dearer to run"
                        : known && more > 0 && cost->value < bought->value ? " but cheaper to run"
                                                                           : "";
    points.push_back(money + later);
    said.push_back(fmt::format("{} ({})", short_name(one.card), join(points, ", ")));
  }
  if (said.empty()) return "";
  const std::size_t rest = verdict.level_with().size() - said.size();
  return fmt::format("{}{}", join(said, ", "), rest > 0 ? fmt::format(" and {} more", rest) : "");
}

// "79 %"; rounded down, so that a share below a limit does not seem to reach it.
std::string share_text(double share) {
  return fmt::format("{:.0f} %", std::floor(100 * share + 1e-9));
}

// Why a rival that wins more draws is not the card to buy; "" if its jobs show that.
std::string drawback(const Ranked& rival, const Ranked& buy) {
  if (!jobs_run_by(buy, rival).empty()) return "";
  if (!does_as_much(rival, buy)) return shortfall(rival, buy);
  return is_better_value(buy, rival) ? "less work per dollar" : "";
}

// "Clear: wins in 97 % of draws of prices and speeds", "Close: wins in 63 % of draws; next RX
// 9060 XT 16 GB (20 %), 467 USD, 26 % slower", "Close: several are level, it wins in 10 % of draws;
// next ...".
Line certainty_line(const Verdict& verdict, const Ranking& ranking) {
  const auto sentence = [](std::string text) { return Line{.phrases = {std::move(text)}}; };
  if (verdict.too_slow)
    return sentence("Too slow: within these limits no card runs it at a speed that counts");
  if (verdict.doubtful)
    return sentence(
        "In doubt: no card within these limits has a price known well enough; compare offers "
        "first");
  // A small share would read as a wrong answer if it stood alone.
  const bool wins_most = verdict.leads >= verdict.rival_leads;
  const bool many = wins_most && verdict.leads < 1 - ranking.query.scale.told_apart;
  const char* subject = !verdict.level_with().empty() ? "it or one as good " : many ? "it " : "";
  const std::string leads =
      fmt::format("{}{}wins in {} of draws", many ? "several are level, " : "", subject,
                  share_text(verdict.leads));
  if (verdict.alone && !verdict.untrusted.empty())
    return sentence(fmt::format("Clear: no other card that {} has a well-known price",
                                ranking.owned ? "is worth the change" : "does this"));
  if (verdict.certainty == Certainty::clear)
    return sentence(fmt::format("{}: {} of prices and speeds",
                                verdict.untrusted.empty() ? "Clear" : "Clear among known prices",
                                leads));
  const Role& next = *verdict.find(RoleKind::rival);
  const Ranked& rival = next.card;
  const bool close = verdict.certainty == Certainty::close;
  std::string first =
      fmt::format("{}: {}; {} {} ({})", close ? "Close" : "A matter of taste", leads,
                  close ? "next" : "or", short_name(rival), share_text(verdict.rival_leads));
  Line out{.separator = ", ", .most_lines = 2};
  if (!has_line(next, verdict, ranking)) {
    out = compared(next, *verdict.buy, ranking);
    first += ", " + price_text(rival, ranking.query.currency, false);
  }
  out.phrases.insert(out.phrases.begin(), std::move(first));
  out.kept = 1;
  // A card that is bought for its work may win fewer draws than its rival.
  const std::string why = wins_most ? "" : drawback(rival, *verdict.buy);
  if (!why.empty()) {
    out.phrases.insert(out.phrases.begin() + 1, why);
    out.kept = 2;
  }
  return out;
}

// " with a computer of 1,200 USD (`--host-cost`)" if one has to be bought for the cards, since the
// buyer's card is part of a laptop; else "".
std::string computer_for_cards(const Ranking& ranking) {
  const Query& query = ranking.query;
  const HostKind* host = query.host.kind;
  if (!in_laptop(*ranking.owned->gpu) || query.host_usd || !host) return "";
  return fmt::format(" with a computer of {} (`--host-cost`)", query.currency.with_code(host->usd));
}

// "RTX 3080: no other card within the limits is worth its price".
std::string keep_text(const Verdict& verdict, const Ranking& ranking) {
  return fmt::format("{}: no other card within the limits is worth its price{}{}",
                     short_name(*ranking.owned), computer_for_cards(ranking),
                     verdict.untrusted.empty() ? "" : ", as far as prices are known");
}

// Adds the card to buy, `money` and what it runs.
void add_pick(const Verdict& verdict, const Ranking& ranking, std::vector<Line> money,
              Answer& out) {
  if (verdict.keep)
    out.add(Line{.label = "Keep", .phrases = {keep_text(verdict, ranking)}, .tone = Tone::strong});
  if (!verdict.buy) return;
  const Ranked& buy = *verdict.buy;
  if (verdict.add) {
    Line line = addition(*verdict.add, ranking);
    line.tone = Tone::strong;
    out.add(std::move(line));
  }
  const bool is_more = verdict.add && buy.gpu == ranking.owned->gpu;
  if (!is_more)
    out.add(Line{.label = verdict.add          ? "Instead"
                          : ranking.query.rent ? "Rent"
                                               : "Buy",
                 .phrases = {buy_text(buy, ranking.query.currency)},
                 .aside = build_text(buy, ranking),
                 .most_lines = 2,
                 .tone = verdict.add ? Tone::plain : Tone::strong});
  for (Line& line : money) out.add(std::move(line));
  out.add(Line{.label = std::string(no_label), .phrases = {runs_text(buy)}, .most_lines = 2});
  if (ranking.owned && !is_more) out.add(gain_line(buy, ranking));
}

// "TITAN RTX under 1,000 USD".
std::string found_text(const Untrusted& card, const Query& query) {
  return fmt::format("{} under {}", short_name(card), paid_text(query, card.wins_below_usd));
}

bool is_if_found(const Untrusted& card, const Verdict& verdict) {
  const Role* found = verdict.find(RoleKind::if_found);
  return found && card == found->card;
}

// Adds a card with few prices that is much better: "M2 Max, used, 1,900 USD by few prices: 2.4 x as
// fast".
void add_if_found(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  const Role* found = verdict.find(RoleKind::if_found);
  if (!found) return;
  Line line = role_line("If found", *found, *verdict.buy, ranking, true);
  line.head += " by few prices";
  out.add(std::move(line));
}

// Adds the cards beside the one to buy.
void add_roles(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  if (!verdict.buy) return;
  const auto add = [&](const char* label, const Role* role, bool says_kind) {
    if (role) out.add(role_line(label, *role, *verdict.buy, ranking, says_kind));
  };
  const Role *cheaper = verdict.find(RoleKind::cheaper), *step_up = verdict.find(RoleKind::step_up),
             *fresh = verdict.find(RoleKind::new_card);
  if (!ranking.owned) add("Cheaper", cheaper, true);
  add("Step up", step_up, true);
  if (!step_up && !verdict.keep && leaves_half(*verdict.buy, ranking.query))
    out.add(Line{.label = "Step up", .phrases = {no_step_up_text(ranking.query)}});
  const bool said = is_same_offer(fresh, cheaper) || is_same_offer(fresh, step_up);
  if (fresh && !ranking.owned && !said) {
    Line line = role_line("New", *fresh, *verdict.buy, ranking, false);
    const auto is_fresh = [&](const Role* role) { return role && role->card == fresh->card; };
    if (is_fresh(cheaper) || is_fresh(step_up)) line.phrases.clear();  // its line says them
    out.add(std::move(line));
  }
  add_if_found(verdict, ranking, out);
  add("If it fits", verdict.find(RoleKind::unmeasured), true);
}

void add_near_miss(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  const Role* near_miss = verdict.find(RoleKind::near_miss);
  if (!near_miss) return;
  const Ranked& other = verdict.buy ? *verdict.buy : *ranking.owned;
  Line line = role_line("Nearly", *near_miss, other, ranking, true);
  const Ranked& card = near_miss->card;
  const auto add = [&](std::string exceeds) {
    line.phrases.insert(line.phrases.begin(), std::move(exceeds));
    ++line.kept;
  };
  if (ranking.query.limits.contains(limit("psu"))) add(supply_text(*ranking.catalog, card));
  const PartnerBoard* board = card.gpu->length_mm ? nullptr : shortest_board(*card.gpu);
  const Number length = built_as(*card.gpu, board).length_mm;
  if (ranking.query.limits.contains(limit("max-length")) && length)
    add(fmt::format("{} mm long", exact(*length)));
  if (const HostKind* host = host_for(*ranking.catalog, ranking.query.host, card)) {
    const std::optional<Reason> reason = refusal(*host, card);
    if (const auto* refused = reason ? std::get_if<Refused>(&*reason) : nullptr) {
      const std::string_view remark = remark_on(*ranking.catalog, *refused);
      add(fmt::format("{} (`--host any`)", remark.substr(0, remark.find(':'))));
    }
  }
  out.add(std::move(line));
}

// Adds the cards that are as good as the one to buy: the first with what they gain, and the names
// of the others.
void add_level(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  constexpr std::size_t most = 3;
  std::vector<std::string> others;
  const std::span<const Role> level = verdict.level_with();
  for (const Role& one : level)
    if (&one - level.data() < std::ptrdiff_t{most})
      out.add(role_line("As good", one, *verdict.buy, ranking, true));
    else
      others.push_back(short_name(one.card));
  out.add(Line{.label = "As good too", .phrases = std::move(others), .separator = ", "});
}

}  // namespace

std::string jobs_phrase(std::string_view verb, const Phrases& jobs) {
  if (jobs.empty()) return "";
  return fmt::format("{} {}", verb,
                     jobs.size() == 1 ? jobs.front() : fmt::format("{} jobs", jobs.size()));
}

Phrases jobs_run_by(const Ranked& card, const Ranked& not_by) {
  Phrases out;
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (card.work[i].as_asked && !not_by.work[i].as_asked && !card.work[i].asked->label.empty())
      out.push_back(card.work[i].asked->label);
  return out;
}

std::vector<std::string> untrusted(const Verdict& verdict, const Query& query) {
  std::vector<std::string> said;
  for (const Untrusted& one : verdict.untrusted)
    if (!is_if_found(one, verdict)) said.push_back(found_text(one, query));
  return said;
}

void add_verdict(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  add_pick(verdict, ranking, {}, out);
  if (std::string level = level_text(verdict, ranking); !level.empty())
    out.add(Line{.label = "As good", .phrases = {std::move(level)}, .most_lines = 1});
  add_roles(verdict, ranking, out);
  add_near_miss(verdict, ranking, out);
  add_owned(ranking, verdict, out);
  if (verdict.buy && !verdict.add) out.add(certainty_line(verdict, ranking));
}

void add_full_verdict(const Verdict& verdict, const Ranking& ranking, std::vector<Line> money,
                      Answer& out) {
  add_pick(verdict, ranking, std::move(money), out);
  if (verdict.buy) {
    Line certainty = certainty_line(verdict, ranking);
    certainty.label = no_label;
    certainty.most_lines = 0;
    out.add(std::move(certainty));
    add_level(verdict, ranking, out);
  }
  add_roles(verdict, ranking, out);
  add_near_miss(verdict, ranking, out);
  add_owned(ranking, verdict, out);
}

std::string brief_text(const Ranking& ranking, const Verdict& verdict) {
  if (verdict.keep) return fmt::format("Keep the {}", short_name(*ranking.owned));
  if (!verdict.buy) return nothing_text(ranking);
  if (verdict.add) return "Add " + join(addition(*verdict.add, ranking).phrases, ", ");
  const Ranked& buy = *verdict.buy;
  const std::string speed = buy.estimate() ? ", " + named_text(buy) : "";
  return fmt::format("{}, {}{}: {}", short_name(buy), price_text(buy, ranking.query.currency),
                     speed,
                     verdict.too_slow                        ? "too slow"
                     : verdict.doubtful                      ? "in doubt"
                     : verdict.certainty == Certainty::taste ? "a matter of taste"
                                                             : name_of(verdict.certainty));
}

}  // namespace gpupick
