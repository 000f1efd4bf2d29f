#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr auto source_table = identified<Source, slug_id>({
    {"title", &Source::title, {.required = true}},
    {"publisher", &Source::publisher, {.required = true}},
    {"kind", &Source::kind, {.choices = source_kinds, .required = true}},
    {"url", &Source::url},
    {"read", &Source::read, {.required = true}},
});

constexpr auto release_table = identified<Release, slug_id>({
    {"day", &Release::day, {.required = true}},
});

}  // namespace

std::span<const Field> Source::fields() { return source_table; }
std::span<const Field> Release::fields() { return release_table; }

}  // namespace gpupick
