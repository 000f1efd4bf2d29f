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

// Fewer peers prove nothing: for a number, for a word of a family, and for a memory type.
constexpr std::size_t least_peers = 3, least_in_family = 4, least_for_words = 8;

// Cards launched further apart are not compared across architectures, in years.
constexpr int contemporary_years = 3;

// A figure to compare, divided by the geometric mean of others.
struct Measure {
  std::string_view figure;
  std::array<std::string_view, 2> per;  // keys; "": none
  std::string_view alike;               // key of a word that the peers share too; "": none
  double bandwidth;                     // largest ratio of a peer's bandwidth to the card's; 0: any
  double slack;                         // widens the range of the peers
  std::size_t least = least_peers;
};

constexpr double any_bandwidth = 0;
constexpr Measure measures[] = {
    {"tdp_w", {"fp32_tflops", "bandwidth_gb_s"}, "segment", 2, 1.41},
    {"tdp_w", {"compute_units", "bandwidth_gb_s"}, "", 2, 1.31},
    {"tdp_w", {"bandwidth_gb_s"}, "segment", 1.5, 1.51},
    {"fp16_tensor_tflops", {}, "segment", 2, 1.65},
    {"bf16_tensor_tflops", {}, "segment", 2, 1.65},
    {"psu_w", {"tdp_w"}, "", 1.5, 1.45},
    {"fp64_tflops", {"fp32_tflops"}, "compute_capability", any_bandwidth, 1.05},
    {"fp16_vector_tflops", {"fp32_tflops"}, "compute_capability", any_bandwidth, 1.05},
    {"base_mhz", {}, "segment", any_bandwidth, 1.4},
    {"boost_mhz", {}, "", 2, 1.26},
    {"l2_mib", {"bus_bits"}, "", 1.3, 1.34},
    {"last_level_cache_mib", {"bus_bits"}, "", 2, 1.35},
    {"rt_cores", {"compute_units"}, "", any_bandwidth, 1.01},
    {"pcie_generation", {}, "", any_bandwidth, 1.01},
    {"pcie_lanes", {}, "segment", 2, 1.01},
    {"length_mm", {}, "", 2, 1.15},
    {"slots", {}, "segment", 1.3, 1.01},
    {"display_outputs", {}, "", 3, 1.55},
    {"link_gb_s", {}, "form_factor", any_bandwidth, 1.51, 1},
};

// Compares with the cards of the maker and segment at the time, whatever their architecture.
constexpr Measure measure_of_the_time = {"tdp_w", {"bandwidth_gb_s"}, "segment", 3, 1.65, 4};

// Words that the cards of a family share.
constexpr std::string_view words_of_families[] = {"architecture", "segment", "form_factor",
                                                  "stack"};

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

// Compares a figure with that of the peers, which `who` describes in the message. Excused cards are
// no peers.
void check_measure(const Gpu& gpu, const GpuList& peers, const Measure& measure,
                   std::string_view who, const Excused& excused, const FigureReport& report) {
  const Number own = measured(gpu, measure);
  if (!own) return;
  const Figure* alike = find_figure(measure.alike);
  double low = *own, high = *own;
  std::size_t count = 0;
  for (const Gpu* peer : peers) {
    if (alike && differs(value_of(gpu, *alike), value_of(*peer, *alike))) continue;
    if (!is_near(gpu.bandwidth_gb_s, peer->bandwidth_gb_s, measure.bandwidth)) continue;
    const Number other = measured(*peer, measure);
    if (!other || excused(*peer, Rule::unlike_peers, measure.figure)) continue;
    low = count == 0 ? *other : std::min(low, *other);
    high = count == 0 ? *other : std::max(high, *other);
    ++count;
  }
  low /= measure.slack;
  high *= measure.slack;
  if (count < measure.least || (*own >= low && *own <= high)) return;
  const Figure& figure = *find_number(measure.figure);
  const double scale = *number_of(gpu, figure) / *own;
  report(Rule::unlike_peers, measure.figure, "{} {}; the like cards of {} would have {} to {}{}",
         figure.label, format_value(gpu, figure, true), who, rounded(low * scale),
         rounded(high * scale), figure.unit.empty() ? "" : fmt::format(" {}", figure.unit));
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

// Compares bandwidth with memory size where the type is unknown, by the types of the peers.
void check_untyped_memory(const Gpu& gpu, const GpuList& peers,
                          const std::vector<const MemoryKind*>& memories,
                          const FigureReport& report) {
  if (gpu.memory_type || gpu.bus_bits || !gpu.bandwidth_gb_s || !gpu.memory_gib) return;
  double low = 0, high = 0;
  for (const MemoryKind* kind : memories) {
    const auto range = rate_per_gib(*kind);
    if (!range || std::ranges::find(peers, kind->id, &Gpu::memory_type) == peers.end()) continue;
    low = high == 0 ? range->first : std::min(low, range->first);
    high = std::max(high, range->second);
  }
  const double each = *gpu.bandwidth_gb_s / *gpu.memory_gib;
  if (high > 0 && (each < low || each > high))
    report(Rule::memory_rate, "bandwidth_gb_s",
           "bandwidth {} GB/s of {} GiB is {} GB/s a GiB; the memories of {} have {} to {}",
           exact(*gpu.bandwidth_gb_s), exact(*gpu.memory_gib), rounded(each),
           gpu.architecture.value_or(""), rounded(low), rounded(high));
}

// The cards of an architecture appear within a few years; few cards tell less of them.
void check_launch(const Gpu& gpu, const GpuList& peers, const FigureReport& report) {
  const bool many = peers.size() >= least_for_words;
  const int days_before = many ? 180 : 545, days_after = many ? 366 : 545;
  if (!gpu.launch_date) return;
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

void check_family(const Gpu& gpu, const GpuList& family, const FigureReport& report) {
  for (const std::string_view key : words_of_families) {
    const Figure& figure = *find_figure(key);
    const auto has_word = [&](const Gpu* one) { return is_known(*one, figure); };
    if (!has_word(&gpu) ||
        static_cast<std::size_t>(std::ranges::count_if(family, has_word)) < least_in_family)
      continue;
    if (std::ranges::any_of(family, [&](const Gpu* one) {
          return !differs(value_of(gpu, figure), value_of(*one, figure));
        }))
      continue;
    report(Rule::unlike_peers, key, "{} {}; no other card of the family {} has it", figure.label,
           format_value(gpu, figure, true), gpu.family.value_or(""));
  }
}

// A fan of one slot cools less than this, in W.
void check_slots(const Gpu& gpu, const FigureReport& report) {
  constexpr double most = 175;
  if (gpu.slots == 1 && gpu.tdp_w.value_or(0) > most && gpu.cooling != "liquid")
    report(Rule::unlike_peers, "slots", "1 slot for {} W; cards of one slot take {} W at most",
           exact(*gpu.tdp_w), exact(most));
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

// True if the devices of both cards have different numbers of units.
bool differ_in_units(const Gpu& one, const Gpu& other) {
  const Number a = per_device(one, one.compute_units), b = per_device(other, other.compute_units);
  return a && b && *a != *b;
}

}  // namespace

Peers::Peers(const GpuList& gpus, std::vector<const MemoryKind*> memories)
    : memories_(std::move(memories)) {
  const auto add = [](GpuList& to, const Gpu* gpu) {
    if (to.size() < most_peers) to.push_back(gpu);
  };
  for (const Gpu* gpu : gpus) {
    if (gpu->architecture) add(by_architecture_[*gpu->architecture], gpu);
    if (gpu->family) add(by_family_[*gpu->family], gpu);
    if (gpu->launch_date)
      add(by_time_[{gpu->vendor.value_or(""), gpu->segment.value_or(""), gpu->launch_date->year}],
          gpu);
    for (const std::string_view note : gpu->notes) add(by_note_[note], gpu);
    for (const std::string_view id : gpu->pci_ids.value_or(Texts())) {
      add(by_pci_id_[id], gpu);
      const Gpu* first = by_pci_id_[id].front();
      if (gpu->vendor && differ_in_units(*first, *gpu))
        sharing_[*gpu->vendor].emplace_back(first, gpu);
      if (gpu->vendor) ++vendor_parts_[*gpu->vendor][vendor_part(id)];
    }
  }
}

GpuList Peers::others(const std::unordered_map<std::string_view, GpuList>& lists, const Text& name,
                      const Gpu& gpu) {
  GpuList out;
  const auto found = lists.find(name.value_or(""));
  if (found == lists.end()) return out;
  for (const Gpu* other : found->second)
    if (other->id != gpu.id && other->vendor == gpu.vendor) out.push_back(other);
  return out;
}

GpuList Peers::of_the_time(const Gpu& gpu) const {
  GpuList out;
  if (!gpu.launch_date) return out;
  const int year = gpu.launch_date->year;
  for (int of = year - contemporary_years; of <= year + contemporary_years; ++of) {
    const auto found = by_time_.find({gpu.vendor.value_or(""), gpu.segment.value_or(""), of});
    if (found == by_time_.end()) continue;
    for (const Gpu* other : found->second)
      if (other->id != gpu.id) out.push_back(other);
  }
  return out;
}

void Peers::check(const Gpu& gpu, const Excused& excused, const FigureReport& report) const {
  const GpuList peers = others(by_architecture_, gpu.architecture, gpu);
  bool like = true;  // one finding in a figure is enough
  const FigureReport note_unlike{[&](Rule rule, std::string_view key, std::string message) {
    like = like && key != measure_of_the_time.figure;
    report.add(rule, key, std::move(message));
  }};
  for (const Measure& measure : measures)
    check_measure(gpu, peers, measure, gpu.architecture.value_or(""), excused, note_unlike);
  if (like) check_measure(gpu, of_the_time(gpu), measure_of_the_time, "the time", excused, report);
  check_memory(gpu, peers, report);
  check_untyped_memory(gpu, peers, memories_, report);
  check_launch(gpu, peers, report);
  check_family(gpu, others(by_family_, gpu.family, gpu), report);
  check_slots(gpu, report);
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
  // Some makers give one id to cards with more and fewer units of a chip; few ids prove nothing.
  constexpr std::ptrdiff_t enough_ids = 50;
  std::ptrdiff_t ids = 0;
  for (const auto& [half, count] : parts->second) ids += count;
  const auto sharing = sharing_.find(*gpu.vendor);
  if (ids < enough_ids ||
      (sharing != sharing_.end() && std::ranges::any_of(sharing->second, [&](const auto& pair) {
         return pair.first->id != gpu.id && pair.second->id != gpu.id;
       })))
    return {};
  for (const Gpu* other : by_pci_id_.at(id))
    if (other->id != gpu.id && differ_in_units(gpu, *other))
      return fmt::format("is that of {}, a card with other units", other->id);
  return {};
}

}  // namespace gpupick
