// How two ranked cards differ, with the points that each difference makes.
#include <algorithm>
#include <cmath>

#include "answer/ranking.hpp"
#include "ranking/gain.hpp"

namespace gpupick {
namespace {

// "343 USD cheaper"; "about the same cost" below 0.5 % of the other card's, where rounded points
// may go the other way.
std::string usd_text(std::string_view what, double usd, double than, std::string_view less,
                     std::string_view more, const Currency& currency) {
  const double over = currency.from_usd(usd) - currency.from_usd(than);
  if (std::round(over) == 0 || std::abs(over) < 0.005 * currency.from_usd(than))
    return fmt::format("about the same {}", what);
  return fmt::format("{} {} {}", rounded(std::abs(std::round(over))), currency.code,
                     over < 0 ? less : more);
}

// The ways in which a card is better than another, and those in which it is worse.
struct Sides {
  std::vector<std::string> better, worse;

  void add(bool is_better, std::string text) {
    (is_better ? better : worse).push_back(std::move(text));
  }
};

// Returns the share of the programs of all jobs that the score counts.
double programs_of(const Ranked& card) {
  double share = 0;
  for (const WorkResult& result : card.work) share += result.asked->share * result.tools;
  return share;
}

// "12 % slower" or "1.8 x as fast", and the jobs that only one of the cards runs. The score counts
// a rough speed at its low end. The text says so if that changes the ratio noticeably or reverses
// it.
Sides speed_sides(const Ranked& a, const Ranked& b) {
  const Gain gain = gain_over(a, b);
  Sides said;
  const double times_faster = gain.speed ? gain.speed->value : 1;
  const bool unlike = std::abs(times_faster - 1) >= 0.005;
  if (unlike) said.add(times_faster > 1, of_replies(a, as_fast_text(times_faster, 0)));
  const bool jobs_alike = gain.lets_in.empty() && gain.loses.empty();
  const double rougher = times_faster / gain.counted_speed;
  const bool is_surer = rougher < 1;
  const bool against = (times_faster > 1) != (gain.counted_speed > 1);
  if (jobs_alike && unlike && (against || std::abs(std::log(rougher)) > 0.1))
    said.add(is_surer, is_surer ? "better measured" : "hardly measured");
  if (const double programs = programs_of(a) - programs_of(b); std::abs(programs) > 1e-9)
    said.add(programs > 0, programs > 0 ? "more programs" : "fewer programs");
  const auto more = [&](double (Ranked::*share)() const) { return (a.*share)() - (b.*share)(); };
  if (const double asked = more(&Ranked::as_asked); std::abs(asked) > 1e-9)
    said.add(asked > 0, asked > 0 ? "runs more as asked" : "runs less as asked");
  else if (const double whole = more(&Ranked::kept); std::abs(whole) > 1e-9)
    said.add(whole > 0, runs_in_other_ways(a, b)
                            ? whole > 0 ? "fewer compromises" : "more compromises"
                        : whole > 0 ? "more of it with room"
                                    : "less of it with room");
  if (!gain.lets_in.empty()) said.add(true, "also runs " + jobs_text(gain.lets_in));
  if (!gain.loses.empty()) said.add(false, "does not run " + jobs_text(gain.loses));
  return said;
}

// "36 % slower (-0.9), though better measured": first the ways in which the card gains or loses the
// points.
std::string speed_difference(const Ranked& a, const Ranked& b, double points) {
  const auto [better, worse] = speed_sides(a, b);
  const bool gains = worse.empty() || (points > 0 && !better.empty());
  std::string first = join(gains ? better : worse, ", ");
  if (first.empty())
    first = gain_over(a, b).speed ? "about as fast"
                                  : "at another resolution, so the speeds do not compare";
  const std::string other = join(gains ? worse : better, ", ");
  return fmt::format("{} ({:+.1f}){}", first, points, other.empty() ? "" : ", though " + other);
}

// "343 USD cheaper over 3 years before resale", which the score counts, ", 12 USD dearer after it"
// if resale reverses that.
std::string cost_difference(const Ranked& a, const Ranked& b, const Query& query) {
  const auto text = [&](double usd, double than) {
    return usd_text("cost", usd, than, "cheaper", "dearer", query.currency);
  };
  const double usd = *a.counted_usd(), than = *b.counted_usd();
  const double after = a.cost()->value, after_than = b.cost()->value;
  const std::string out = fmt::format("{} over {}{}", text(usd, than), years_text(query.scale),
                                      query.rent ? "" : " before resale");
  return (usd < than) == (after < after_than)
             ? out
             : fmt::format("{}, {} after it", out, text(after, after_than));
}

// How the first card differs from the second in an outcome, in the outcome's unit, with the points
// that it makes.
std::string difference(Outcome outcome, const Ranked& a, const Ranked& b, const Query& query,
                       double points) {
  if (outcome == Outcome::speed) return speed_difference(a, b, points);
  const std::string text = outcome == Outcome::electricity
                               ? usd_text("electricity", a.electricity_usd, b.electricity_usd,
                                          "less electricity", "more electricity", query.currency)
                           : a.price && b.price ? cost_difference(a, b, query)
                                                : "cost";
  return fmt::format("{} ({:+.1f})", text, points);
}

}  // namespace

std::string differences(const Ranked& a, const Ranked& b, const Query& query) {
  OutcomeValues more{};
  for (const Outcome outcome : outcomes)
    more[index(outcome)] = a.terms[index(outcome)] - b.terms[index(outcome)];
  // Money that is saved counts for the work that runs. Points for more work belong to the work.
  if (const double saved = a.terms[index(Outcome::cost)]; query.scale_usd() && saved > 0) {
    const double for_work = saved * (1 - b.useful() / a.useful());
    more[index(Outcome::cost)] -= for_work;
    more[index(Outcome::speed)] += for_work;
  }
  std::vector<std::pair<double, Outcome>> rows;
  for (const Outcome outcome : outcomes)
    if (const double points = more[index(outcome)]; std::abs(points) > 0.04)
      rows.emplace_back(points, outcome);
  std::ranges::stable_sort(
      rows, [](const auto& x, const auto& y) { return std::abs(x.first) > std::abs(y.first); });
  std::vector<std::string> words;
  for (const auto& [points, outcome] : rows)
    words.push_back(difference(outcome, a, b, query, points));
  return words.empty() ? "no difference in points" : join(words, "; ");
}

}  // namespace gpupick
