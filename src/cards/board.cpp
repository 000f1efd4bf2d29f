#include "cards/board.hpp"

namespace gpupick {
namespace {

constexpr Field plug_table[] = {
    {"id", &Plug::id, {.slug = true, .required = true}},
    {"watts", &Plug::watts, {.low = 1, .high = 2000, .required = true}},
    {"remark", &Plug::remark},
    {"source", &Plug::source, {.refers_to = "sources", .required = true}},
};

constexpr Field stack_table[] = {
    {"id", &SoftwareStack::id, {.slug = true, .required = true}},
    {"remark", &SoftwareStack::remark},
    {"framework", &SoftwareStack::framework},
    {"framework_name", &SoftwareStack::framework_name},
    {"bf16_without_units", &SoftwareStack::bf16_without_units},
    {"measured", &SoftwareStack::measured},
    {"vector_matrices", &SoftwareStack::vector_matrices},
    {"ignores_power", &SoftwareStack::ignores_power},
    {"source", &SoftwareStack::source, {.refers_to = "sources", .required = true}},
};

constexpr std::string_view trait_figures[] = {"form_factor", "cooling", "family"};
constexpr Field trait_table[] = {
    {"id", &BoardTrait::id, {.slug = true, .required = true}},
    {"figure", &BoardTrait::figure, {.choices = trait_figures, .required = true}},
    {"word", &BoardTrait::word, {.required = true}},
    {"module", &BoardTrait::module},
    {"board_cards", &BoardTrait::board_cards, {.low = 1, .high = 1024}},
    {"adaptable", &BoardTrait::adaptable},
    {"systems", &BoardTrait::systems, {.choices = systems}},
    {"remark", &BoardTrait::remark, {.required = true}},
    {"source", &BoardTrait::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field> Plug::fields() { return plug_table; }
std::span<const Field> SoftwareStack::fields() { return stack_table; }
std::span<const Field> BoardTrait::fields() { return trait_table; }

bool BoardTrait::covers(const Gpu& gpu) const {
  return value_as<std::string_view>(gpu, *find_figure(figure)) == word;
}

}  // namespace gpupick
