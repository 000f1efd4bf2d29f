#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr Field source_table[] = {
    {"id", &Source::id, {.slug = true, .required = true}},
    {"title", &Source::title, {.required = true}},
    {"publisher", &Source::publisher, {.required = true}},
    {"kind", &Source::kind, {.choices = source_kinds, .required = true}},
    {"url", &Source::url},
    {"read", &Source::read, {.required = true}},
};

constexpr Field release_table[] = {
    {"id", &Release::id, {.slug = true, .required = true}},
    {"day", &Release::day, {.required = true}},
};

}  // namespace

std::span<const Field> Source::fields() { return source_table; }
std::span<const Field> Release::fields() { return release_table; }

}  // namespace gpupick
