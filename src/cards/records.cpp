// Fields of the records of this room; those of a card are in gpu.cpp.
#include "cards/architecture.hpp"
#include "cards/board.hpp"
#include "cards/name_words.hpp"
#include "schema/parts.hpp"

namespace gpupick {

std::span<const Field> RateRatio::fields() {
  static constexpr Field table[] = {
      {"figure", &RateRatio::figure, {.refers_to = numeric_figures, .required = true}},
      {"of", &RateRatio::of, {.refers_to = numeric_figures, .required = true}},
      {"family", &RateRatio::family},
      {"allowed", &RateRatio::allowed, {.low = 0.001, .high = 1000, .required = true}},
  };
  return table;
}

std::span<const Field> Architecture::fields() {
  static constexpr auto table = sourced<Architecture>({
      {"vendor", &Architecture::vendor, {.refers_to = "makers", .required = true}},
      {"shaders_per_unit", &Architecture::shaders_per_unit, {.low = 1, .high = 4096}},
      {"tensor_cores_per_unit", &Architecture::tensor_cores_per_unit, {.low = 1, .high = 4096}},
      {"flops_per_shader_clock", &Architecture::flops_per_shader_clock, {.low = 1, .high = 16}},
      {"compute_capabilities", &Architecture::compute_capabilities},
      {"gfx_ids", &Architecture::gfx_ids},
      {"ratios", records<&Architecture::ratios>},
  });
  return table;
}

std::span<const Field> MemoryKind::fields() {
  static constexpr auto table = sourced<MemoryKind>({
      {"channel_bits", &MemoryKind::channel_bits, {.low = 1, .high = 4096, .required = true}},
      {"gib_per_channel", &MemoryKind::gib_per_channel, {.low = 0.001, .high = 1024}},
      {"gbps", &MemoryKind::gbps, {.low = 0.1, .high = 100, .required = true}},
  });
  return table;
}

std::span<const Field> ProductLine::fields() {
  static constexpr auto table = identified<ProductLine>({
      {"cards", &ProductLine::cards, {.refers_to = "gpus", .required = true}},
      {"figures", &ProductLine::figures, {.refers_to = numeric_figures, .required = true}},
  });
  return table;
}

std::span<const Field> RuleException::fields() {
  static constexpr Field table[] = {
      {"card", &RuleException::card, {.refers_to = "gpus", .required = true}},
      {"rule", &RuleException::rule, {.required = true}},
      {"figure", &RuleException::figure, {.required = true}},
      {"why", &RuleException::why, {.required = true}},
      {"source", &RuleException::source, {.refers_to = "sources", .required = true}},
  };
  return table;
}

std::span<const Field> Plug::fields() {
  static constexpr auto table = sourced<Plug, slug_id>({
      {"watts", &Plug::watts, {.low = 1, .high = 2000, .required = true}},
      {"remark", &Plug::remark},
  });
  return table;
}

std::span<const Field> SoftwareStack::fields() {
  static constexpr auto table = sourced<SoftwareStack, slug_id>({
      {"remark", &SoftwareStack::remark},
      {"framework", &SoftwareStack::framework},
      {"framework_name", &SoftwareStack::framework_name},
      {"bf16_without_units", &SoftwareStack::bf16_without_units},
      {"measured", &SoftwareStack::measured},
      {"vector_matrices", &SoftwareStack::vector_matrices},
      {"ignores_power", &SoftwareStack::ignores_power},
  });
  return table;
}

std::span<const Field> BoardTrait::fields() {
  static constexpr std::string_view trait_figures[] = {"form_factor", "cooling", "family"};
  static constexpr auto table = sourced<BoardTrait, slug_id>({
      {"figure", &BoardTrait::figure, {.choices = trait_figures, .required = true}},
      {"word", &BoardTrait::word, {.required = true}},
      {"module", &BoardTrait::module},
      {"board_cards", &BoardTrait::board_cards, {.low = 1, .high = 1024}},
      {"adaptable", &BoardTrait::adaptable},
      {"systems", &BoardTrait::systems, {.choices = gpupick::systems}},
      {"remark", &BoardTrait::remark, {.required = true}},
  });
  return table;
}

std::span<const Field> NameWords::fields() {
  static constexpr auto table = sourced<NameWords, slug_id>({
      {"role", &NameWords::role, {.choices = name_roles, .required = true}},
      {"words", &NameWords::words, {.required = true}},
  });
  return table;
}

std::span<const Field> TableWords::fields() {
  static constexpr auto table = sourced<TableWords, slug_id>({
      {"table", &TableWords::table, {.choices = worded_tables, .required = true}},
      {"key", &TableWords::key},
      {"words", &TableWords::words, {.required = true}},
  });
  return table;
}

std::span<const Field> Maker::fields() {
  static constexpr auto table = sourced<Maker, slug_id>({
      {"words", &Maker::words},
  });
  return table;
}

std::span<const Field> UnheldCard::fields() {
  static constexpr auto table = sourced<UnheldCard, slug_id>({
      {"name", &UnheldCard::name, {.required = true}},
      {"vendor", &UnheldCard::vendor, {.refers_to = "makers"}},
      {"memory_gib", &UnheldCard::memory_gib, {.unit = "GiB", .low = 0.25, .high = 4096}},
      {"remark", &UnheldCard::remark, {.required = true}},
      {"date", &UnheldCard::date, {.required = true}},
      {"nearest", &UnheldCard::nearest, {.refers_to = "gpus"}},
  });
  return table;
}

bool BoardTrait::covers(const Gpu& gpu) const {
  return value_as<std::string_view>(gpu, *find_figure(figure)) == word;
}

}  // namespace gpupick
