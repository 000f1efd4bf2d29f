// The problem: a figure may be possible, agree with the others of its card, and still be that of
// another card. The cards of the same architecture give it away: their clocks, caches, power and
// dates lie close together. Each figure is compared with that of its peers, as such or per another
// figure, and must lie within their range, widened by the slack of its row. The slacks are the
// smallest that few shipped cards exceed; those are exceptions in data/architectures.json.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

// Limit on the peers of a card, since each card is compared with each.
constexpr std::size_t most_peers = 200;

// Fewer peers prove nothing: for a number, and for a word or a date.
constexpr std::size_t least_peers = 3, least_for_words = 8;

// A figure to compare, divided by the geometric mean of others.
struct Measure {
  std::string_view figure;
  std::array<std::string_view, 2> per;  // keys; "": none
  std::string_view alike;               // key of a word that the peers share too; "": none
  double bandwidth;                     // largest ratio of a peer's bandwidth to the card's; 0: any
  double slack;                         // widens the range of the peers
};

constexpr double any_bandwidth = 0;
constexpr Measure measures[] = {
    {"tdp_w", {"fp32_tflops", "bandwidth_gb_s"}, "segment", 2, 1.41},
    {"tdp_w", {"compute_units", "bandwidth_gb_s"}, "", 2, 1.31},
    {"base_mhz", {}, "segment", any_bandwidth, 1.4},
    {"boost_mhz", {}, "", 2, 1.26},
    {"l2_mib", {"bus_bits"}, "", 1.3, 1.34},
    {"last_level_cache_mib", {"bus_bits"}, "", 2, 1.35},
    {"rt_cores", {"compute_units"}, "", any_bandwidth, 1.01},
    {"pcie_generation", {}, "", any_bandwidth, 1.01},
    {"pcie_lanes", {}, "segment", 2, 1.01},
    {"length_mm", {}, "", 2, 1.15},
    {"display_outputs", {}, "", 3, 1.55},
    {"link_gb_s", {}, "form_factor", any_bandwidth, 1.51},
};

bool is_near(Number one, Number other, double ratio) {
  return ratio == any_bandwidth ||
         (one && other && *one <= *other * ratio && *other <= *one * ratio);
}

Number measured(const Gpu& gpu, const Measure& measure) {
  const Number value = number_of(gpu, *find_number(measure.figure));
  if (!value || *value <= 0) return {};
  double product = 1, factors = 0;
  for (const std::string_view key : measure.per) {
    if (key.empty()) continue;
    product *= number_of(gpu, *find_number(key)).value_or(0);
    ++factors;
  }
  if (factors == 0) return value;
  return product > 0 ? Number(*value / std::pow(product, 1 / factors)) : std::nullopt;
}

void check_measure(const Gpu& gpu, const GpuList& peers, const Measure& measure,
                   const FigureReport& report) {
  const Number own = measured(gpu, measure);
  if (!own) return;
  const Figure* alike = find_figure(measure.alike);
  double low = *own, high = *own;
  std::size_t count = 0;
  for (const Gpu* peer : peers) {
    if (alike && differs(value_of(gpu, *alike), value_of(*peer, *alike))) continue;
    if (!is_near(gpu.bandwidth_gb_s, peer->bandwidth_gb_s, measure.bandwidth)) continue;
    const Number other = measured(*peer, measure);
    if (!other) continue;
    low = count == 0 ? *other : std::min(low, *other);
    high = count == 0 ? *other : std::max(high, *other);
    ++count;
  }
  low /= measure.slack;
  high *= measure.slack;
  if (count < least_peers || (*own >= low && *own <= high)) return;
  const Figure& figure = *find_number(measure.figure);
  const double scale = *number_of(gpu, figure) / *own;
  report(Rule::unlike_peers, measure.figure, "{} {}; the like cards of {} would have {} to {}{}",
         figure.label, format_value(gpu, figure, true), gpu.architecture.value_or(""),
         rounded(low * scale), rounded(high * scale),
         figure.unit.empty() ? "" : fmt::format(" {}", figure.unit));
}

void check_memory(const Gpu& gpu, const GpuList& peers, const FigureReport& report) {
  std::set<std::string_view> words;
  for (const Gpu* peer : peers)
    if (peer->memory_type) words.insert(*peer->memory_type);
  if (!gpu.memory_type || peers.size() < least_for_words || words.empty() ||
      words.contains(*gpu.memory_type))
    return;
  report(Rule::unlike_peers, "memory_type", "{} {}; the other cards of {} have {}",
         find_figure("memory_type")->label, *gpu.memory_type, gpu.architecture.value_or(""),
         enumerate({words.begin(), words.end()}));
}

// The cards of an architecture appear within a few years.
void check_launch(const Gpu& gpu, const GpuList& peers, const FigureReport& report) {
  constexpr int days_before = 180, days_after = 366;
  if (!gpu.launch_date || peers.size() < least_for_words) return;
  std::vector<Date> days;
  for (const Gpu* peer : peers)
    if (peer->launch_date) days.push_back(*peer->launch_date);
  if (days.empty()) return;
  const Date first = *std::ranges::min_element(days, {}, first_day);
  const Date last = *std::ranges::max_element(days, {}, last_day);
  if (days_between(last_day(*gpu.launch_date), first_day(first)) <= days_before &&
      days_between(last_day(last), first_day(*gpu.launch_date)) <= days_after)
    return;
  report(Rule::unlike_peers, "launch_date", "launched on {}; the other cards of {} from {} to {}",
         iso(*gpu.launch_date), gpu.architecture.value_or(""), iso(first), iso(last));
}

// True if each figure that describes the card has the same value for both.
bool is_copy(const Gpu& one, const Gpu& other) {
  const auto is_word_of_trade = [](std::string_view key) {
    return key == "family" || key == "status" || key == "launch_date" || key == "pci_ids";
  };
  return std::ranges::none_of(figures(), [&](const Figure& figure) {
    return !is_word_of_trade(figure.key) && differs(value_of(one, figure), value_of(other, figure));
  });
}

std::string_view vendor_part(std::string_view pci_id) { return pci_id.substr(0, 4); }

bool has_form_of_pci_id(std::string_view id) {
  return id.size() == 9 && id[4] == ':' && id.find_first_not_of("0123456789abcdef:") == id.npos &&
         id.rfind(':') == 4;
}

}  // namespace

Peers::Peers(const GpuList& gpus) {
  for (const Gpu* gpu : gpus) {
    if (gpu->architecture && by_architecture_[*gpu->architecture].size() < most_peers)
      by_architecture_[*gpu->architecture].push_back(gpu);
    for (const std::string_view note : gpu->notes)
      if (by_note_[note].size() < most_peers) by_note_[note].push_back(gpu);
    for (const std::string_view id : gpu->pci_ids.value_or(Texts())) {
      if (by_pci_id_[id].size() < most_peers) by_pci_id_[id].push_back(gpu);
      if (gpu->vendor) ++vendor_parts_[*gpu->vendor][vendor_part(id)];
    }
  }
}

GpuList Peers::of(const Gpu& gpu) const {
  GpuList out;
  const auto found = by_architecture_.find(gpu.architecture.value_or(""));
  if (found == by_architecture_.end()) return out;
  for (const Gpu* other : found->second)
    if (other->id != gpu.id && other->vendor == gpu.vendor) out.push_back(other);
  return out;
}

void Peers::check(const Gpu& gpu, const FigureReport& report) const {
  const GpuList peers = of(gpu);
  for (const Measure& measure : measures) check_measure(gpu, peers, measure, report);
  check_memory(gpu, peers, report);
  check_launch(gpu, peers, report);
  for (const std::string_view note : gpu.notes) {
    GpuList holders = by_note_.at(note);
    std::erase_if(holders, [&](const Gpu* other) { return other->id == gpu.id; });
    if (!holders.empty() && std::ranges::none_of(holders, [&](const Gpu* other) {
          return other->architecture == gpu.architecture ||
                 (other->vendor == gpu.vendor && other->segment == gpu.segment);
        }))
      report(Rule::note_contradiction, "notes",
             "'{}' has the note of {}, a card of another architecture", gpu.id,
             holders.front()->id);
  }
  for (const Gpu* peer : peers)
    if (peer->id < gpu.id && is_copy(gpu, *peer))
      return report(Rule::copied_card, "id", "'{}' has every figure of {}; give it its own", gpu.id,
                    peer->id);
}

void Peers::check_pci_ids(const Gpu& gpu, const FigureReport& report) const {
  const Texts ids = gpu.pci_ids.value_or(Texts());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::string problem;
    if (!has_form_of_pci_id(ids[i]))
      problem = "is not a PCI id such as 10de:2684";
    else if (contains(ids.first(i), ids[i]))
      problem = "is listed twice";
    else
      problem = wrong_owner(gpu, ids[i]);
    if (!problem.empty()) report(Rule::pci_id, "pci_ids", "'{}' {}", ids[i], problem);
  }
}

std::string Peers::wrong_owner(const Gpu& gpu, std::string_view id) const {
  const auto parts = vendor_parts_.find(gpu.vendor.value_or(""));
  if (parts == vendor_parts_.end()) return {};
  // Ids of the card itself prove nothing.
  const auto of_others = [&](const auto& part) {
    return part.second > std::ranges::count(*gpu.pci_ids, part.first, vendor_part);
  };
  const auto part = parts->second.find(vendor_part(id));
  if (std::ranges::any_of(parts->second, of_others) && !of_others(*part))
    return fmt::format("does not begin like the other ids of {}", *gpu.vendor);
  for (const Gpu* other : by_pci_id_.at(id))
    if (other->architecture != gpu.architecture)
      return fmt::format("is that of {}, a card of another architecture", other->id);
  return {};
}

}  // namespace gpupick
