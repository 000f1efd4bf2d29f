#include "schema/source.hpp"

namespace gpupick {

std::span<const Field> Source::fields() {
  static constexpr auto table = identified<Source, slug_id>({
      {"title", &Source::title, {.required = true}},
      {"publisher", &Source::publisher, {.required = true}},
      {"kind", &Source::kind, {.choices = source_kinds, .required = true}},
      {"url", &Source::url},
      {"read", &Source::read, {.required = true}},
  });
  return table;
}

std::span<const Field> Release::fields() {
  static constexpr auto table = identified<Release, slug_id>({
      {"day", &Release::day, {.required = true}},
  });
  return table;
}

}  // namespace gpupick
