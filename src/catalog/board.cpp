#include "catalog/board.hpp"

#include "catalog/gpu.hpp"

namespace gpupick {
namespace {

constexpr Field<Plug> plug_table[] = {
    {"id", &Plug::id, {.slug = true, .required = true}},
    {"watts", &Plug::watts, {.low = 1, .high = 2000, .required = true}},
    {"remark", &Plug::remark},
    {"source", &Plug::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<SoftwareStack> stack_table[] = {
    {"id", &SoftwareStack::id, {.choices = stack_words, .required = true}},
    {"remark", &SoftwareStack::remark},
    {"bf16_without_units", &SoftwareStack::bf16_without_units},
    {"measured", &SoftwareStack::measured},
    {"vector_matrices", &SoftwareStack::vector_matrices},
    {"ignores_power", &SoftwareStack::ignores_power},
    {"source", &SoftwareStack::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field<Plug>> Plug::fields() { return plug_table; }
std::span<const Field<SoftwareStack>> SoftwareStack::fields() { return stack_table; }

}  // namespace gpupick
