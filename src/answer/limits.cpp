#include "answer/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answer/estimate_words.hpp"
#include "answer/job.hpp"

namespace gpupick {
namespace {

bool is_money(const FlagValue& change) {
  return std::ranges::any_of(limit_rows, [&](const LimitRow& row) {
    return row.kind == LimitKind::price && row.flag == change.flag;
  });
}

// Converts an amount of USD, rounded up to what a budget may be: whole from 100 up, else cents.
double least_money(double usd, const Currency& currency) {
  if (currency.is_usd()) return usd;
  const double amount = currency.from_usd(usd), steps = amount < 100 ? 100 : 1;
  return std::ceil(amount * steps) / steps;
}

// A flag's value; "" for a switch.
std::string flag_value_text(const FlagValue& flag, const Currency& currency) {
  const auto& value = flag.value;
  if (const auto* number = std::get_if<double>(&value))
    return fmt::format("{}", is_money(flag) ? least_money(*number, currency) : *number);
  if (const auto* word = std::get_if<std::string_view>(&value)) return std::string(*word);
  if (const auto* day = std::get_if<Date>(&value)) return iso(*day);
  if (const auto* price = std::get_if<OwnPrice>(&value))
    return price->usd
               ? fmt::format("{}={}", price->card, std::floor(currency.from_usd(*price->usd)))
               : fmt::format("{}={}", price->card, currency.code);
  return "";
}

// The words for each kind of reason.
class Reasons {
 public:
  Reasons(const LimitRow& row, const Currency& currency) : row_(row), currency_(currency) {}

  std::string operator()(NotListed) const {
    return fmt::format("it is not listed in {}", row_.flag);
  }
  std::string operator()(Listed) const { return fmt::format("{} lists it", row_.flag); }
  std::string operator()(const NotKnown& unknown) const {
    if (unknown.estimated)
      return fmt::format("it {} (the maker publishes none)", has_estimated(*unknown.estimated));
    return fmt::format("its {}{}{} {} not known", unknown.kind, unknown.kind.empty() ? "" : " ",
                       row_.label, row_.label.ends_with('s') ? "are" : "is");
  }
  std::string operator()(NotJoinable) const {
    return "it cannot be joined with others of its kind";
  }

  std::string operator()(const LeavesIdle& group) const {
    return idle_text(group.idle, group.cards);
  }
  std::string operator()(const MissesTarget& missed) const { return note_text(missed.note); }

  std::string operator()(const OutOfRange& range) const {
    return fmt::format("it {} (you {} {})",
                       range.estimated ? has_estimated(range.found) : has(exact(range.found)),
                       row_.kind == LimitKind::at_most ? "allow" : "ask for", exact(range.wanted));
  }

  std::string operator()(const OverBudget& over) const {
    const bool rent = over.price.kind == PriceKind::rent;
    const std::string more = rent ? currency_.text(over.usd) : currency_.text_above(over.usd);
    if (over.price.usd == over.price.host_usd)  // the price of the cards is not known
      return fmt::format("a computer for it costs {}, {} over the budget",
                         currency_.with_code(over.price.usd), more);
    return fmt::format("{} is {} over the budget", in_prose(over.price, currency_), more);
  }

  std::string operator()(const OtherWord& other) const {
    return fmt::format("its {} is {}, not {}", row_.label, other.found,
                       enumerate({other.wanted.begin(), other.wanted.end()}));
  }

  std::string operator()(const Lacks& lacks) const {
    const std::string what = lacks.unknown
                                 ? fmt::format("whether it has {} is not known", lacks.feature)
                                 : fmt::format("it has no {}", lacks.feature);
    return lacks.workload.empty() ? what : fmt::format("{} (needed for {})", what, lacks.workload);
  }

  std::string operator()(OtherBuild) const { return fmt::format("it {}", row_.has); }

  std::string operator()(const OlderVersion& version) const {
    return fmt::format("{} {} is below {}", row_.label, version.found, version.wanted);
  }

  std::string operator()(const LaunchedEarlier& launch) const {
    return fmt::format("it was launched in {}", month_of(launch.date));
  }

  // Cooling reads "passive cooling", a form factor "form factor sxm".
  std::string operator()(const Refused& refused) const {
    if (!refused.remark.empty())
      return fmt::format("{} does not take it ({})", refused.host, refused.remark);
    const bool after = refused.figure->key == "cooling";
    return fmt::format("{} does not take {} {}", refused.host,
                       after ? refused.word : refused.figure->label,
                       after ? refused.figure->label : refused.word);
  }

  std::string operator()(const TooMany& many) const {
    return fmt::format("{} holds {} at most", many.host,
                       counted(static_cast<std::size_t>(many.cards), "card"));
  }

  std::string operator()(const SoldElsewhere& sold) const {
    return fmt::format("it is sold only in {}", sold.market);
  }

  std::string operator()(const OtherSystem& other) const {
    return fmt::format("it runs {}, not {}",
                       enumerate({other.runs.begin(), other.runs.end()}, "or"), other.asked);
  }

  std::string operator()(Modified) const {
    return "third parties rebuild it with more memory, and no maker stands behind it";
  }

  std::string operator()(ComesAsComputer) const {
    return "it comes as a computer, and fits in no other";
  }

  std::string operator()(const SoldInBoards& sold) const {
    return fmt::format("it is sold only in boards of {}", exact(sold.cards));
  }

  std::string operator()(const RunsNoProgram& none) const {
    return fmt::format("none of the {} programs of the work runs on it", none.programs);
  }

  std::string operator()(const Unsupported& unsupported) const {
    const WorkloadSupport& support = unsupported.support;
    if (!support.known) return fmt::format("support by {} is unknown", support.software);
    if (!support.rule)
      return fmt::format("{} does not support its software stack", support.software);
    const std::string release =
        fmt::format("{}{}{}", support.software, support.rule->release.empty() ? "" : " ",
                    support.rule->release);
    return support.level == Support::legacy
               ? fmt::format("since {} ({}) only an older branch supports it", release,
                             month_of(support.rule->from))
               : fmt::format("{} ({}) does not support it", release, month_of(support.rule->from));
  }

  std::string operator()(const FormatNotRead& format) const { return note_text(format.note); }

  std::string operator()(RunsNothing) const { return "none of the work runs on it"; }

  std::string operator()(const TooLarge& job) const {
    return fmt::format("{} needs {} GiB ({} usable{})", job.work, rounded(job.needed_gib),
                       rounded(job.usable_gib),
                       job.cards > 1 ? fmt::format(" on {} cards", exact(job.cards)) : "");
  }

  std::string operator()(const ShortOfRam& job) const {
    return fmt::format("{} and the system take {} GiB of the computer's memory, which has {}",
                       job.work, rounded(job.needed_gib), rounded(job.ram_gib));
  }

  std::string operator()(const TooFew& few) const {
    return fmt::format("it holds {} at once; a ranking for serving asks for {} or more",
                       counted(static_cast<std::size_t>(few.batch), "request"), exact(few.least));
  }

  std::string operator()(const NotEstimated& job) const {
    const std::string missing = to_text(job.missing);
    return job.work.empty() ? missing : fmt::format("{}: {}", job.work, missing);
  }

 private:
  std::string has(const std::string& amount) const {
    return fmt::format(fmt::runtime(row_.has), amount);
  }
  std::string has_estimated(double amount) const { return has("an estimated " + exact(amount)); }

  const LimitRow& row_;
  const Currency& currency_;
};

std::string limit_value_text(const LimitRow& row, const LimitValue& value,
                             const Currency& currency) {
  if (const auto* amount = std::get_if<double>(&value))
    return row.kind == LimitKind::price
               ? fmt::format("{} {}", exact(currency.from_usd(*amount)), currency.code)
               : exact(*amount);
  if (const auto* version = std::get_if<std::string_view>(&value)) return std::string(*version);
  if (const auto* day = std::get_if<Date>(&value)) return iso(*day);
  if (std::holds_alternative<bool>(value)) return "";
  const auto& words = std::get<std::vector<std::string_view>>(value);
  return enumerate({words.begin(), words.end()}, row.kind == LimitKind::one_of ? "or" : "and");
}

std::string filled(std::string_view form, const std::string& value) {
  return fmt::format(fmt::runtime(form), value, value == "1" ? "" : "s");
}

}  // namespace

std::string to_flags(const Change& change, const Currency& currency) {
  std::string out;
  std::string_view last;
  for (const FlagValue& one : change) {
    const auto& flag = one.flag;
    const std::string text = flag_value_text(one, currency);
    if (flag == last)
      out += "," + text;
    else
      out += fmt::format("{}{}{}{}", out.empty() ? "" : " ", flag, text.empty() ? "" : " ", text);
    last = flag;
  }
  return out;
}

std::string described(Limit limit, const LimitValue& value, const Currency& currency) {
  return filled(row_of(limit).described, limit_value_text(row_of(limit), value, currency));
}

std::string reason_text(const Exclusion& failed, const Currency& currency) {
  return std::visit(Reasons(row_of(failed.limit), currency), failed.reason);
}

std::string group_text(const Exclusion& failed, const Query& query) {
  const LimitRow& row = row_of(failed.limit);
  const auto given = query.limits.find(failed.limit);
  const std::string value = given == query.limits.end()
                                ? std::string(query.workload->id)
                                : limit_value_text(row, given->second, query.currency);
  if (failed.is_unknown())
    return row.unknown.empty() ? fmt::format("with unknown {}", row.label)
                               : filled(row.unknown, value);
  return row.failed.empty() ? fmt::format("outside {}", row.flag) : filled(row.failed, value);
}

Data exclusion_data(const Gpu& gpu, const Exclusion& failed, const Currency& currency) {
  Data json = {{"id", gpu.id},
               {"limit", row_of(failed.limit).name()},
               {"reason", reason_text(failed, currency)},
               {"margin", failed.margin()}};
  if (const Change change = change_for(failed); !change.empty())
    json["change"] = to_flags(change, currency);
  return json;
}

Data exclusions_data(const Gpu& gpu, const std::vector<Exclusion>& failed,
                     const Currency& currency) {
  return Data::list_of(failed,
                       [&](const Exclusion& one) { return exclusion_data(gpu, one, currency); });
}

}  // namespace gpupick
