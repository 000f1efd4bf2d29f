#include "advice/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "catalog/feature.hpp"

namespace gpupick {
namespace {

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Whether the figure is there and above zero or true; nothing where it is not known.
std::optional<bool> has(const Gpu& gpu, const Figure& figure) {
  if (!is_known(gpu, figure)) return {};
  if (const Number number = number_of(gpu, figure)) return *number > 0;
  return *(gpu.*std::get<Flag Gpu::*>(figure.member));
}

class Check {
 public:
  Check(const Gpu& gpu, std::vector<Exclusion>& failed) : gpu_(gpu), failed_(failed) {}

  void fail(std::string limit, std::string reason, std::optional<double> margin = {},
            std::string change = {}) {
    failed_.push_back({std::move(limit), std::move(reason), margin, std::move(change), false});
  }

  void fail_unknown(std::string_view limit, std::string_view what, std::string change = {}) {
    failed_.push_back(
        {std::string(limit), fmt::format("{} not known", what), {}, std::move(change), true});
  }

  void at_least(std::string_view limit, std::optional<double> wanted, Number value,
                std::string_view what, std::string_view unit) {
    if (!wanted) return;
    if (!value) return fail_unknown(limit, fmt::format("its {} is", what));
    if (*value < *wanted)
      fail(std::string(limit),
           fmt::format("{} {} of {} is {} under the {} asked for", exact(*value), unit, what,
                       exact(*wanted - *value), exact(*wanted)),
           *wanted - *value, fmt::format("--{} {}", limit, *value));
  }

  void at_most(std::string_view limit, std::optional<double> wanted, Number value,
               std::string_view what, std::string_view unit) {
    if (!wanted) return;
    if (!value) return fail_unknown(limit, fmt::format("its {} is", what));
    if (*value > *wanted)
      fail(
          std::string(limit),
          fmt::format("{}{}{} of {} is {} over the {} allowed", exact(*value),
                      unit.empty() ? "" : " ", unit, what, exact(*value - *wanted), exact(*wanted)),
          *value - *wanted, fmt::format("--{} {}", limit, *value));
  }

  void one_of(std::string_view limit, const std::vector<std::string>& wanted, const Text& value,
              std::string_view what) {
    if (wanted.empty() || (value && contains(wanted, *value))) return;
    if (!value) return fail_unknown(limit, fmt::format("its {} is", what));
    std::vector<std::string> wider = wanted;
    wider.emplace_back(*value);
    fail(std::string(limit), fmt::format("its {} is {}, not {}", what, *value, enumerate(wanted)),
         {}, fmt::format("--{} {}", limit, join(wider, ",")));
  }

  void budget(const std::optional<double>& wanted, const std::optional<Price>& price) {
    if (!wanted) return;
    if (!price) return fail_unknown("budget", "its price is", fmt::format("--price {}=USD", gpu_.id));
    if (price->usd > *wanted)
      fail("budget",
           fmt::format("{} is {} over the budget", in_prose(*price), rounded(price->usd - *wanted)),
           price->usd - *wanted, fmt::format("--budget {:.0f}", std::ceil(price->usd)));
  }

  void needs(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const Figure& figure = *find_figure(find_feature(word)->key);
      const std::optional<bool> there = has(gpu_, figure);
      if (!there)
        fail_unknown("needs", fmt::format("whether it has {} is", word));
      else if (!*there)
        fail("needs", fmt::format("it has no {}", word));
    }
  }

  void capability(const std::optional<std::string>& wanted) {
    if (!wanted) return;
    if (!gpu_.compute_capability)
      return fail_unknown("min-compute-capability", "its compute capability is");
    if (compare_versions(*gpu_.compute_capability, *wanted).value_or(-1) < 0)
      fail("min-compute-capability",
           fmt::format("compute capability {} is below {}", *gpu_.compute_capability, *wanted), {},
           fmt::format("--min-compute-capability {}", *gpu_.compute_capability));
  }

  void released(const std::optional<Date>& after) {
    if (!after) return;
    const Day launched = gpu_.launch_date;
    if (!launched) return fail_unknown("released-after", "its launch date is");
    if (last_day(*launched) <= last_day(*after))
      fail("released-after", fmt::format("it was launched in {}", month_of(*launched)), {},
           "--released-after " + iso(shifted(first_day(*launched), -1)));
  }

 private:
  const Gpu& gpu_;
  std::vector<Exclusion>& failed_;
};

}  // namespace

std::vector<std::string> describe(const Limits& limits) {
  std::vector<std::string> out;
  const auto bound = [&](const char* form, const std::optional<double>& value) {
    if (value) out.push_back(fmt::format(fmt::runtime(form), exact(*value)));
  };
  const auto words = [&](const char* form, const std::vector<std::string>& list, const char* last) {
    if (!list.empty()) out.push_back(fmt::format(fmt::runtime(form), enumerate(list, last)));
  };
  bound("at least {} GiB", limits.vram);
  bound("at most {} USD", limits.budget);
  bound("at most {} W", limits.max_power);
  bound("a supply of {} W", limits.psu);
  bound("at most {} slots", limits.max_slots);
  bound("at most {} mm", limits.max_length);
  words("vendor {}", limits.vendor, "or");
  words("stack {}", limits.stack, "or");
  words("segment {}", limits.segment, "or");
  words("form factor {}", limits.form_factor, "or");
  words("cooling {}", limits.cooling, "or");
  words("with {}", limits.needs, "and");
  if (limits.min_compute_capability)
    out.push_back("compute capability " + *limits.min_compute_capability + " or more");
  if (limits.released_after) out.push_back("launched after " + iso(*limits.released_after));
  words("only {}", limits.only, "and");
  words("without {}", limits.exclude, "and");
  return out;
}

std::vector<Exclusion> check(const Limits& limits, const Gpu& gpu,
                             const std::optional<Price>& price) {
  std::vector<Exclusion> failed;
  Check check(gpu, failed);
  if (!limits.only.empty() && !contains(limits.only, gpu.id))
    check.fail("only", "it is not among the cards of --only");
  if (contains(limits.exclude, gpu.id)) check.fail("exclude", "--exclude names it");
  check.at_least("vram", limits.vram, per_device(gpu, gpu.memory_gib), "memory", "GiB");
  check.one_of("vendor", limits.vendor, gpu.vendor, "vendor");
  check.one_of("stack", limits.stack, gpu.stack, "software stack");
  check.one_of("segment", limits.segment, gpu.segment, "segment");
  check.one_of("form-factor", limits.form_factor, gpu.form_factor, "form factor");
  check.one_of("cooling", limits.cooling, gpu.cooling, "cooling");
  check.needs(limits.needs);
  check.capability(limits.min_compute_capability);
  check.released(limits.released_after);
  check.at_most("max-power", limits.max_power, gpu.tdp_w, "board power", "W");
  check.at_most("psu", limits.psu, gpu.psu_w, "recommended supply", "W");
  check.at_most("max-slots", limits.max_slots, gpu.slots, "slots", "");
  check.at_most("max-length", limits.max_length, gpu.length_mm, "length", "mm");
  check.budget(limits.budget, price);
  return failed;
}

Limits widened(Limits limits, const Gpu& gpu, const std::optional<Price>& price) {
  const auto lower = [](std::optional<double>& limit, Number value) {
    if (limit && value) limit = std::min(*limit, *value);
  };
  const auto raise = [](std::optional<double>& limit, Number value) {
    if (limit && value) limit = std::max(*limit, *value);
  };
  const auto widen = [](std::vector<std::string>& words, const Text& word) {
    if (!words.empty() && word && !contains(words, *word)) words.emplace_back(*word);
  };
  lower(limits.vram, per_device(gpu, gpu.memory_gib));
  raise(limits.max_power, gpu.tdp_w);
  raise(limits.psu, gpu.psu_w);
  raise(limits.max_slots, gpu.slots);
  raise(limits.max_length, gpu.length_mm);
  if (price) raise(limits.budget, std::ceil(price->usd));
  widen(limits.vendor, gpu.vendor);
  widen(limits.stack, gpu.stack);
  widen(limits.segment, gpu.segment);
  widen(limits.form_factor, gpu.form_factor);
  widen(limits.cooling, gpu.cooling);
  if (limits.min_compute_capability && gpu.compute_capability &&
      compare_versions(*gpu.compute_capability, *limits.min_compute_capability).value_or(0) < 0)
    limits.min_compute_capability = std::string(*gpu.compute_capability);
  const Day launched = gpu.launch_date;
  if (limits.released_after && launched)
    limits.released_after = std::min(*limits.released_after, shifted(first_day(*launched), -1));
  return limits;
}

}  // namespace gpupick
