#include "catalog/release.hpp"

namespace gpupick {
namespace {

constexpr Field release_table[] = {
    {"id", &Release::id, {.slug = true, .required = true}},
    {"day", &Release::day, {.required = true}},
};

}  // namespace

std::span<const Field> Release::fields() { return release_table; }

}  // namespace gpupick
