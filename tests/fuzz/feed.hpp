// What the fuzzer and the corpus test feed: any bytes as data, as CSV and as a model's config,
// through every step that a file of a person's own goes through.
#pragma once

#include <string_view>

namespace gpupick {

void feed(std::string_view bytes);

}  // namespace gpupick
