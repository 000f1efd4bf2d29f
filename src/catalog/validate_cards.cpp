// The problem: figures are copied from page to page, and the copies go wrong in a few ways. They
// take another precision's rate, a sparse rate for a dense one, one GPU of a board for the board, a
// neighbour's line, or another unit. Each error breaks arithmetic that the chip must obey:
//
//   bandwidth = bus width x data rate / 8
//   FP32 = operations per clock x shaders x boost clock
//   rate A = k x rate B, k fixed by the architecture
//   shaders = units x k, tensor cores = units x k
//   memory = channels x a size that chips come in
//   plugs + slot >= board power, and not far above it
//   board power + 150 W <= recommended supply <= 2 x board power + 350 W
//
// The tolerances cover the rounding in data sheets: 2 %, and 3 % for rates. A card whose maker
// deviates is an exception in data/architectures.json, with the reason.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

bool near(double value, double expected, double tolerance) {
  return std::fabs(value - expected) <= tolerance * expected;
}

bool is_near_any(double value, Numbers legal, double tolerance) {
  return std::ranges::any_of(legal, [&](double one) { return near(value, one, tolerance); });
}

std::string listed(Numbers values) {
  std::vector<std::string> words;
  for (const double value : values) words.push_back(rounded(value));
  return enumerate(words);
}

// Checks bandwidth against bus and data rate, and the rate against the memory type.
void check_bandwidth(const Gpu& gpu, const MemoryKind* memory, const FigureReport& report) {
  if (!gpu.bus_bits || *gpu.bus_bits <= 0 || !gpu.bandwidth_gb_s) return;
  if (gpu.memory_gbps) {
    const double expected = *gpu.bus_bits * *gpu.memory_gbps / 8;
    if (!near(*gpu.bandwidth_gb_s, expected, 0.02))
      report(Rule::bandwidth_mismatch, "bandwidth_gb_s",
             "bandwidth {} GB/s does not follow from {} bit x {} Gb/s / 8 = {} GB/s",
             exact(*gpu.bandwidth_gb_s), exact(*gpu.bus_bits), exact(*gpu.memory_gbps),
             rounded(expected));
  }
  if (!memory || memory->gbps.size() != 2) return;
  const double rate = *gpu.bandwidth_gb_s * 8 / *gpu.bus_bits;
  if (rate < memory->gbps[0] * 0.99 || rate > memory->gbps[1] * 1.01)
    report(Rule::memory_rate, "bandwidth_gb_s",
           "bandwidth {} GB/s over {} bit needs {} Gb/s a pin; {} runs at {} to {}",
           exact(*gpu.bandwidth_gb_s), exact(*gpu.bus_bits), rounded(rate), memory->id,
           rounded(memory->gbps[0]), rounded(memory->gbps[1]));
}

// Checks bandwidth against memory size if the bus is unknown, by what chips of that size reach in
// total.
void check_bandwidth_by_size(const Gpu& gpu, const MemoryKind* memory, const FigureReport& report) {
  if (!memory || gpu.bus_bits || !gpu.bandwidth_gb_s || !gpu.memory_gib) return;
  const auto range = rate_per_gib(*memory);
  const double each = *gpu.bandwidth_gb_s / *gpu.memory_gib;
  if (range && (each < range->first || each > range->second))
    report(Rule::memory_rate, "bandwidth_gb_s",
           "bandwidth {} GB/s of {} GiB is {} GB/s a GiB; chips of {} have {} to {}",
           exact(*gpu.bandwidth_gb_s), exact(*gpu.memory_gib), rounded(each), memory->id,
           rounded(range->first), rounded(range->second));
}

void check_memory_size(const Gpu& gpu, const MemoryKind* memory, const FigureReport& report) {
  if (gpu.memory_gib && gpu.visible_gib && *gpu.visible_gib > *gpu.memory_gib)
    report(Rule::memory_size, "visible_gib", "programs see {} GiB of {}", exact(*gpu.visible_gib),
           exact(*gpu.memory_gib));
  if (!memory || !gpu.bus_bits || !gpu.memory_gib || memory->gib_per_channel.empty()) return;
  const double channels = *gpu.bus_bits / memory->channel_bits;
  const double each = *gpu.memory_gib / channels;
  if (is_near_any(each, memory->gib_per_channel, 0.001)) return;
  report(Rule::memory_size, "memory_gib",
         "{} GiB on {} bit of {} is {} GiB a channel; channels hold {}", exact(*gpu.memory_gib),
         exact(*gpu.bus_bits), memory->id, rounded(each), listed(memory->gib_per_channel));
}

// Returns the sizes in GB or GiB that a name states.
std::vector<double> sizes_in(std::string_view name) {
  std::vector<double> sizes;
  const std::string text = lower_case(name);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = text.find_first_of("0123456789", i);
    if (begin == std::string::npos) break;
    i = std::min(text.find_first_not_of("0123456789.", begin), text.size());
    std::string_view unit = std::string_view(text).substr(i);
    if (unit.starts_with(' ')) unit.remove_prefix(1);
    if (unit.starts_with("gb") || unit.starts_with("gib"))
      if (const auto size = parse_number(text.substr(begin, i - begin))) sizes.push_back(*size);
  }
  return sizes;
}

void check_name(const Gpu& gpu, const FigureReport& report) {
  if (!gpu.memory_gib) return;
  for (const std::string_view name : {gpu.id, gpu.name}) {
    const std::vector<double> sizes = sizes_in(name);
    if (!sizes.empty() && !contains(sizes, *gpu.memory_gib) &&
        !contains(sizes, *per_device(gpu, gpu.memory_gib)))
      return report(Rule::name_memory, "memory_gib", "memory {} GiB, but the name '{}' says {} GB",
                    exact(*gpu.memory_gib), name, exact(sizes.front()));
  }
}

// A link has a name and a bandwidth, or neither.
void check_link(const Gpu& gpu, const FigureReport& report) {
  if (!gpu.link_gb_s || gpu.link_type.has_value() == (*gpu.link_gb_s > 0)) return;
  if (gpu.link_type)
    report(Rule::link_mismatch, "link_gb_s", "a link by {}, but without bandwidth", *gpu.link_type);
  else
    report(Rule::link_mismatch, "link_gb_s", "link bandwidth {} GB/s, but no 'link_type'",
           exact(*gpu.link_gb_s));
}

// Checks the notes that repeat a figure or describe the form.
void check_notes(const Gpu& gpu, const FigureReport& report) {
  constexpr std::string_view at = "figures at ", up_to = "up to ";
  for (const std::string_view note : gpu.notes) {
    if (note.starts_with("memory is shared with") && gpu.bus_bits && is_pcie_board(gpu))
      report(Rule::note_contradiction, "notes",
             "the note says that memory is shared, which no plug-in card does");
    if (!note.starts_with(at) || !gpu.tdp_w) continue;
    std::string_view watts = note.substr(at.size());
    if (watts.starts_with(up_to)) watts.remove_prefix(up_to.size());
    const auto stated = parse_number(std::string(watts.substr(0, watts.find(" W"))));
    if (stated && *stated != *gpu.tdp_w)
      report(Rule::note_contradiction, "notes", "the note says {} W, but the power is {} W",
             exact(*stated), exact(*gpu.tdp_w));
  }
}

void check_units(const Gpu& gpu, const Architecture& architecture, const FigureReport& report) {
  struct Row {
    Rule rule;
    std::string_view key;
    Number count;
    Numbers legal;
  };
  const Row rows[] = {
      {Rule::shaders_per_unit, "shader_count", gpu.shader_count, architecture.shaders_per_unit},
      {Rule::tensor_cores_per_unit, "tensor_cores", gpu.tensor_cores,
       architecture.tensor_cores_per_unit}};
  for (const auto& [rule, key, count, legal] : rows) {
    if (!count || !gpu.compute_units || *gpu.compute_units <= 0 || legal.empty()) continue;
    const double each = *count / *gpu.compute_units;
    if (!contains(legal, each))
      report(rule, key, "{} {} on {} compute units is {} each; {} has {}", exact(*count),
             find_figure(key)->label, exact(*gpu.compute_units), rounded(each), architecture.id,
             listed(legal));
  }
}

void check_generation(const Gpu& gpu, const Architecture& architecture,
                      const FigureReport& report) {
  const auto check = [&](std::string_view key, const Text& id, Texts legal) {
    if (id && !legal.empty() && !contains(legal, *id))
      report(Rule::generation_id, key, "{} {} is not of {}, which has {}", find_figure(key)->label,
             *id, architecture.id, enumerate(legal));
  };
  check("compute_capability", gpu.compute_capability, architecture.compute_capabilities);
  check("gfx_id", gpu.gfx_id, architecture.gfx_ids);
}

void check_fp32(const Gpu& gpu, const Architecture& architecture, const FigureReport& report) {
  const Number per_clock = architecture.flops_per_shader_clock;
  if (!per_clock || !gpu.fp32_tflops || !gpu.shader_count || !gpu.boost_mhz) return;
  const double expected = *per_clock * *gpu.shader_count * *gpu.boost_mhz / 1e6;
  if (near(*gpu.fp32_tflops, expected, 0.02)) return;
  report(Rule::fp32_mismatch, "fp32_tflops",
         "FP32 {} TFLOPS does not follow from {} x {} shaders x {} MHz = {} TFLOPS",
         exact(*gpu.fp32_tflops), exact(*per_clock), exact(*gpu.shader_count),
         exact(*gpu.boost_mhz), rounded(expected));
}

void check_ratios(const Gpu& gpu, const Architecture& architecture, const FigureReport& report) {
  std::vector<std::pair<const Figure*, const Figure*>> done;
  for (const RateRatio& ratio : architecture.ratios) {
    const std::pair pair(find_number(ratio.figure), find_number(ratio.of));
    if (!pair.first || !pair.second || ratio.allowed.empty()) continue;
    if (!gpu.family.value_or("").starts_with(ratio.family)) continue;
    if (contains(done, pair)) continue;
    done.push_back(pair);
    const Number value = number_of(gpu, *pair.first), base = number_of(gpu, *pair.second);
    if (!value || !base || *value <= 0 || *base <= 0) continue;
    const double found = *value / *base;
    if (is_near_any(found, ratio.allowed, 0.03)) continue;
    const bool doubled = is_near_any(found / 2, ratio.allowed, 0.03);
    report(doubled ? Rule::sparse_figure : Rule::precision_ratio, ratio.figure,
           "{} {} is {} x {}; on {} it is {} x{}", pair.first->label, exact(*value), rounded(found),
           pair.second->label, architecture.id, listed(ratio.allowed),
           doubled ? ": a sparse figure must be halved" : "");
  }
}

// Returns the watts of each plug and of the slot, which is the last; empty if a plug is unknown.
std::vector<double> watts_of(Texts connectors, const Facts& facts) {
  std::vector<std::string_view> names(connectors.begin(), connectors.end());
  names.emplace_back("slot");
  std::vector<double> watts;
  for (const std::string_view name : names) {
    const auto plug = std::ranges::find(facts.plugs, name, &Plug::id);
    if (plug == facts.plugs.end()) return {};
    watts.push_back((*plug)->watts);
  }
  return watts;
}

// Checks the recommended supply, which carries the computer as well: 150 W and more beside the
// card, and no more than twice the card's power and 350 W.
void check_supply(const Gpu& gpu, const FigureReport& report) {
  constexpr double least_beside = 150, most_beside = 350;
  if (!gpu.psu_w || !gpu.tdp_w) return;
  const double least = *gpu.tdp_w + least_beside, most = 2 * *gpu.tdp_w + most_beside;
  if (*gpu.psu_w < least)
    report(Rule::supply_below_power, "psu_w",
           "a PSU of {} W is too small for {} W of board power; expected {} W or more",
           exact(*gpu.psu_w), exact(*gpu.tdp_w), exact(least));
  if (*gpu.psu_w > most)
    report(Rule::supply_above_need, "psu_w",
           "a PSU of {} W is too large for {} W of board power; expected {} W at most",
           exact(*gpu.psu_w), exact(*gpu.tdp_w), exact(most));
}

void check_connectors(const Gpu& gpu, const Facts& facts, const FigureReport& report) {
  constexpr double usual_reserve = 1.7, largest_old_plug = 150;
  if (!gpu.power_connectors || !gpu.tdp_w || !is_pcie_board(gpu)) return;
  const std::vector<double> watts = watts_of(*gpu.power_connectors, facts);
  if (watts.empty()) return;
  const double sum = std::accumulate(watts.begin(), watts.end(), 0.0);
  if (sum < *gpu.tdp_w)
    report(Rule::power_connectors, "power_connectors",
           "slot and plugs carry {} W, less than {} W of board power", exact(sum),
           exact(*gpu.tdp_w));
  // Newer plugs have one size for all cards.
  const auto [least, most] = std::ranges::minmax(watts);
  if (watts.size() > 1 && most <= largest_old_plug && sum - least > usual_reserve * *gpu.tdp_w)
    report(Rule::spare_connector, "power_connectors",
           "without one plug, slot and plugs carry {} W, far above {} W of board power",
           exact(sum - least), exact(*gpu.tdp_w));
}

void check_form(const Gpu& gpu, const FigureReport& report) {
  const std::string_view form = gpu.form_factor.value_or("");
  const std::string name = fold(gpu.name);
  const bool module = is_module(gpu);
  const bool built_in = form == "integrated" || in_laptop(gpu);
  const auto fail = [&](const std::string& why) {
    report(Rule::form_factor_mismatch, "form_factor", "form factor {} contradicts {}", form, why);
  };
  if (module && (gpu.slots || gpu.length_mm || !gpu.partner_boards.empty()))
    fail("a width in slots or a length");
  else if (module && gpu.power_connectors && !gpu.power_connectors->empty())
    fail("power plugs");
  else if (module && holds(name, "pcie"))
    fail("PCIe in its name");
  else if (is_pcie_board(gpu) && holds(name, "sxm"))
    fail("SXM in its name");
  else if (module && gpu.segment != segment_word("datacenter"))
    fail("a segment other than datacenter");
  else if (is_pcie_board(gpu) && is_integrated(gpu))
    fail("the segment integrated");
  else if (in_laptop(gpu) != (gpu.segment == segment_word("laptop")))
    fail(fmt::format("the segment {}", gpu.segment.value_or("")));
  else if (built_in && (gpu.slots || gpu.length_mm || gpu.psu_w))
    fail("figures of a plug-in card");
  else if (form == "integrated" && gpu.pcie_lanes)
    fail("PCIe lanes");
  else if (is_cloud_card(gpu) && gpu.status != status_word("rent-only"))
    fail("a status other than rent-only");
}

}  // namespace

// Skips soldered LPDDR, which comes in too many sizes.
std::optional<std::pair<double, double>> rate_per_gib(const MemoryKind& memory) {
  constexpr double tolerance = 0.02;
  if (memory.gbps.size() != 2 || memory.gib_per_channel.empty() || memory.channel_bits < 32)
    return {};
  const auto [least, most] = std::ranges::minmax(memory.gib_per_channel);
  const double each_bit = memory.channel_bits / 8;
  return std::pair(each_bit * memory.gbps[0] / most * (1 - tolerance),
                   each_bit * memory.gbps[1] / least * (1 + tolerance));
}

void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report) {
  const auto memory = std::ranges::find_if(
      facts.memories, [&](const MemoryKind* kind) { return kind->id == gpu.memory_type; });
  const MemoryKind* kind = memory == facts.memories.end() ? nullptr : *memory;
  if (!kind && gpu.memory_type && !facts.memories.empty())
    report(Rule::unknown_memory, "memory_type", "nothing is known of the memory type '{}'{}",
           *gpu.memory_type, did_you_mean(*gpu.memory_type, all_ids(facts.memories)));
  check_bandwidth(gpu, kind, report);
  check_bandwidth_by_size(gpu, kind, report);
  check_memory_size(gpu, kind, report);
  check_name(gpu, report);
  check_link(gpu, report);
  check_notes(gpu, report);
  check_supply(gpu, report);
  check_connectors(gpu, facts, report);
  check_form(gpu, report);
  const auto architecture = std::ranges::find_if(facts.architectures, [&](const Architecture* one) {
    return one->id == gpu.architecture && one->vendor == gpu.vendor;
  });
  if (architecture != facts.architectures.end()) {
    check_units(gpu, **architecture, report);
    check_generation(gpu, **architecture, report);
    check_fp32(gpu, **architecture, report);
    check_ratios(gpu, **architecture, report);
  } else if (gpu.architecture && gpu.vendor && !facts.architectures.empty()) {
    report(Rule::unknown_architecture, "architecture",
           "nothing is known of the architecture '{}' of {}{}", *gpu.architecture, *gpu.vendor,
           did_you_mean(*gpu.architecture, all_ids(facts.architectures)));
  }
}

}  // namespace gpupick
