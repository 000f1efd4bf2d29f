// The table of figures. Each range is as wide as real boards since 2012 need. It catches a wrong
// unit or a slip of a factor of ten; validate_cards.cpp has the sharper rules.
#include "cards/gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "schema/parts.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

using Word = std::string_view;
constexpr Word kinds[] = {"gpu", "accelerator"};
constexpr Word form_factors[] = {"pcie",   "sxm2",       "sxm",    "oam",    "mxm",
                                 "module", "integrated", "laptop", "server", "cloud"};
constexpr Word plugs[] = {"6-pin", "8-pin", "eps-8-pin", "12-pin", "12vhpwr", "12v-2x6"};
constexpr Word coolings[] = {"axial", "blower", "passive", "liquid", "system"};

constexpr Figure number(Word key, Word label, Word unit, Better better, Number Gpu::*member,
                        double low, double high) {
  const FieldFacts facts{
      .label = label, .unit = unit, .better = better, .low = low, .high = high, .sourced = true};
  return {key, member, facts};
}

template <class Pointer>
constexpr Figure words(Word key, Word label, Pointer member, Texts choices = {}) {
  return {key, member, {.label = label, .choices = choices, .sourced = true}};
}

// A word that classifies the card: wanted, and needs no source.
constexpr Figure class_word(Word key, Word label, Text Gpu::*member, Texts choices = {}) {
  return {key, member, {.label = label, .choices = choices, .wanted = true}};
}

constexpr Figure class_id(Word key, Word label, Text Gpu::*member, Word list) {
  return {key, member, {.label = label, .refers_to = list, .wanted = true}};
}

// Returns the figure with a fact set.
template <bool FieldFacts::*fact, bool is = true>
constexpr Figure with(Figure figure) {
  figure.*fact = is;
  return figure;
}
constexpr Figure wanted(Figure figure) { return with<&FieldFacts::wanted>(figure); }
constexpr Figure whole(Figure figure) { return with<&FieldFacts::whole>(figure); }
constexpr Figure positive(Figure figure) { return with<&FieldFacts::positive>(figure); }
constexpr Figure unsourced(Figure figure) { return with<&FieldFacts::sourced, false>(figure); }

std::span<const Field> source_fields() {
  static const std::vector<Field> fields = [] {
    std::vector<Field> out;
    for (const Figure& figure : figures())
      if (figure.sourced)
        out.push_back({figure.key, &Citation::source, {.refers_to = Source::list}});
    return out;
  }();
  return fields;
}

void read_sources(ObjectReader& in, Word key, AnyRecord& out) {
  const Node* node = in.object(key);
  if (!node) return;
  ObjectReader sources(in.context(), *node, "'sources'");
  std::map<Word, std::vector<Word>> figures;
  std::vector<Citation> read;
  for (const Field& field : source_fields()) {
    const Text source = sources.text(field.key);
    if (!source) continue;
    if (figures[*source].empty()) read.emplace_back().source = *source;
    figures[*source].push_back(field.key);
  }
  sources.refuse_other_keys();
  for (Citation& citation : read)
    citation.figures = in.context().arena.keep(figures[citation.source]);
  static_cast<Gpu&>(out).sources = in.context().arena.keep(read);
}

constexpr Part sources_part{ValueType::object, source_fields, true, read_sources,
                            ListPart<&Gpu::sources>::records};

std::string listed(Texts list) { return list.empty() ? "none" : join(list, ", "); }

}  // namespace

std::span<const Field> Citation::fields() {
  static constexpr Field table[] = {
      {"source", &Citation::source},
      {"figures", &Citation::figures},
  };
  return table;
}

std::span<const Field> Gpu::fields() {
  using enum Better;
  static constexpr auto table = identified<Gpu, slug_id>({
      {"name", &Gpu::name, {.required = true}},
      {"aliases", &Gpu::aliases},
      class_id("vendor", "vendor", &Gpu::vendor, "makers"),
      class_word("family", "family", &Gpu::family),
      class_word("architecture", "architecture", &Gpu::architecture),
      class_word("kind", "kind", &Gpu::kind, kinds),
      class_word("segment", "segment", &Gpu::segment, segments),
      class_word("status", "status", &Gpu::status, card_statuses),
      class_id("stack", "software stack", &Gpu::stack, "stacks"),
      words("market", "sold only in", &Gpu::market, markets),
      wanted(words("launch_date", "launched", &Gpu::launch_date)),
      positive(unsourced(whole(number("devices", "devices", "", neither, &Gpu::devices, 1, 16)))),
      positive(whole(number("shader_count", "shaders", "", more, &Gpu::shader_count, 64, 200000))),
      positive(whole(
          number("compute_units", "compute units", "", neither, &Gpu::compute_units, 1, 1000))),
      whole(number("tensor_cores", "tensor cores", "", neither, &Gpu::tensor_cores, 2, 5000)),
      whole(number("rt_cores", "ray tracing cores", "", neither, &Gpu::rt_cores, 2, 1000)),
      wanted(positive(number("memory_gib", "memory", "GiB", more, &Gpu::memory_gib, 2, 1024))),
      positive(number("visible_gib", "memory visible to programs", "GiB", more, &Gpu::visible_gib,
                      2, 1024)),
      words("memory_type", "memory type", &Gpu::memory_type),
      {"memory_ecc", &Gpu::memory_ecc, {.label = "memory ECC", .better = more, .sourced = true}},
      positive(whole(number("bus_bits", "memory bus", "bit", neither, &Gpu::bus_bits, 64, 16384))),
      positive(
          number("memory_gbps", "memory data rate", "Gb/s", neither, &Gpu::memory_gbps, 0.5, 40)),
      wanted(positive(
          number("bandwidth_gb_s", "bandwidth", "GB/s", more, &Gpu::bandwidth_gb_s, 30, 25000))),
      number("l2_mib", "L2 cache", "MiB", more, &Gpu::l2_mib, 0.25, 500),
      number("last_level_cache_mib", "last-level cache", "MiB", more, &Gpu::last_level_cache_mib, 4,
             1024),
      positive(number("base_mhz", "base clock", "MHz", neither, &Gpu::base_mhz, 200, 3500)),
      positive(number("boost_mhz", "boost clock", "MHz", neither, &Gpu::boost_mhz, 300, 4000)),
      number("fp64_tflops", "FP64", "TFLOPS", more, &Gpu::fp64_tflops, 0.02, 200),
      number("fp32_tflops", "FP32", "TFLOPS", more, &Gpu::fp32_tflops, 0.3, 500),
      number("fp16_vector_tflops", "FP16 vector", "TFLOPS", more, &Gpu::fp16_vector_tflops, 0.02,
             1000),
      number("fp64_tensor_tflops", "tensor FP64", "TFLOPS", more, &Gpu::fp64_tensor_tflops, 0.3,
             400),
      number("tf32_tensor_tflops", "tensor TF32", "TFLOPS", more, &Gpu::tf32_tensor_tflops, 2,
             3000),
      number("fp16_tensor_tflops", "tensor FP16 (FP32 acc)", "TFLOPS", more,
             &Gpu::fp16_tensor_tflops, 4, 6000),
      number("bf16_tensor_tflops", "tensor BF16 (FP32 acc)", "TFLOPS", more,
             &Gpu::bf16_tensor_tflops, 4, 6000),
      number("fp16_acc16_tensor_tflops", "tensor FP16 (FP16 acc)", "TFLOPS", more,
             &Gpu::fp16_acc16_tensor_tflops, 4, 6000),
      number("fp8_tensor_tflops", "tensor FP8", "TFLOPS", more, &Gpu::fp8_tensor_tflops, 10, 12000),
      number("fp4_tensor_tflops", "tensor FP4", "TFLOPS", more, &Gpu::fp4_tensor_tflops, 20, 25000),
      number("int8_tensor_tops", "tensor INT8", "TOPS", more, &Gpu::int8_tensor_tops, 8, 12000),
      positive(number("tdp_w", "power", "W", less, &Gpu::tdp_w, 5, 3000)),
      positive(number("psu_w", "PSU", "W", less, &Gpu::psu_w, 150, 2000)),
      words("power_connectors", "power connectors", &Gpu::power_connectors, plugs),
      positive(whole(
          number("pcie_generation", "PCIe generation", "", more, &Gpu::pcie_generation, 2, 7))),
      positive(whole(number("pcie_lanes", "PCIe lanes", "", more, &Gpu::pcie_lanes, 1, 16))),
      number("slots", "slots", "", less, &Gpu::slots, 1, 4),
      positive(number("length_mm", "length", "mm", less, &Gpu::length_mm, 60, 450)),
      {"low_profile", &Gpu::low_profile, {.label = "low profile", .better = more, .sourced = true}},
      class_word("form_factor", "form factor", &Gpu::form_factor, form_factors),
      words("cooling", "cooling", &Gpu::cooling, coolings),
      whole(number("display_outputs", "display outputs", "", neither, &Gpu::display_outputs, 1, 8)),
      words("link_type", "link", &Gpu::link_type),
      number("link_gb_s", "link bandwidth", "GB/s", more, &Gpu::link_gb_s, 20, 8000),
      words("compute_capability", "compute capability", &Gpu::compute_capability),
      words("gfx_id", "gfx id", &Gpu::gfx_id),
      words("pci_ids", "PCI ids", &Gpu::pci_ids),
      {"partner_boards", records<&Gpu::partner_boards>},
      {"notes", &Gpu::notes},
      {"sources", sources_part},
  });
  return table;
}

std::span<const Field> PartnerBoard::fields() {
  static constexpr Field table[] = {
      {"name", &PartnerBoard::name, {.required = true}},
      {"slots", &PartnerBoard::slots, {.low = 1, .high = 4, .required = true}},
      {"length_mm", &PartnerBoard::length_mm, {.low = 60, .high = 450, .required = true}},
      {"low_profile", &PartnerBoard::low_profile},
      {"source", &PartnerBoard::source, {.refers_to = Source::list, .required = true}},
  };
  return table;
}

std::span<const Figure> figures() {
  constexpr std::size_t before = 3;  // id, name, aliases
  constexpr std::size_t behind = 3;  // partner_boards, notes, sources
  const std::span<const Field> fields = Gpu::fields();
  return fields.subspan(before, fields.size() - before - behind);
}

const Figure* find_figure(std::string_view key) {
  static const auto by_key = [] {
    std::map<std::string_view, const Figure*> out;
    for (const Figure& figure : figures()) out.emplace(figure.key, &figure);
    return out;
  }();
  const auto found = by_key.find(key);
  return found == by_key.end() ? nullptr : found->second;
}

const Figure* find_number(std::string_view key) {
  const Figure* figure = find_figure(key);
  return figure && figure->type() == ValueType::number ? figure : nullptr;
}

Number number_of(const Gpu& gpu, const Figure& figure) { return value_as<double>(gpu, figure); }

bool is_known(const Gpu& gpu, const Figure& figure) {
  return !std::holds_alternative<std::monostate>(value_of(gpu, figure));
}

const PartnerBoard* shortest_board(const Gpu& gpu) {
  const auto found = std::ranges::min_element(gpu.partner_boards, {}, &PartnerBoard::length_mm);
  return found == gpu.partner_boards.end() ? nullptr : &*found;
}

Gpu built_as(const Gpu& gpu, const PartnerBoard* board) {
  Gpu out = gpu;
  if (!board) return out;
  out.slots = board->slots;
  out.length_mm = board->length_mm;
  out.low_profile = board->low_profile.value_or(false);
  return out;
}

std::string format_value(const Gpu& gpu, const Figure& figure, bool all_digits) {
  const FieldValue value = value_of(gpu, figure);
  if (const auto* number = std::get_if<double>(&value)) {
    if (*number == 0) return "none";
    const std::string digits = all_digits ? exact(*number) : rounded(*number);
    return figure.unit.empty() ? digits : fmt::format("{} {}", digits, figure.unit);
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const auto* list = std::get_if<Texts>(&value)) return listed(*list);
  if (const auto* day = std::get_if<Date>(&value)) return iso(*day);
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return "-";
}

std::string_view source_of(const Gpu& gpu, const Figure& figure) {
  for (const Citation& citation : gpu.sources)
    if (contains(citation.figures, figure.key)) return citation.source;
  return {};
}

Number per_device(const Gpu& gpu, Number board) {
  if (!board) return {};
  return *board / devices_of(gpu);
}

bool may_show(const Gpu& gpu, double memory_gib) {
  constexpr double least = 0.88, most = 1.03;
  return !gpu.memory_gib ||
         (memory_gib >= least * *gpu.memory_gib && memory_gib <= most * *gpu.memory_gib);
}

std::string memory_text(const Gpu& gpu) {
  if (!gpu.memory_gib) return "-";
  std::string out = rounded(*per_device(gpu, gpu.memory_gib)) + " GiB";
  if (devices_of(gpu) > 1) out = fmt::format("{} x {}", *gpu.devices, out);
  if (gpu.memory_type) out += fmt::format(" {}", *gpu.memory_type);
  return out;
}

}  // namespace gpupick
