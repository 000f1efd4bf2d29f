// What the fuzzer and the corpus test feed: any bytes as data, as a price list and as a model's
// config, through every step that a file of a person's own goes through. After % they are a CSV of
// jobs, after $ a command line, after ! they choose a change of the fixed catalog and a question.
#pragma once

#include <string_view>

namespace gpupick {

void feed(std::string_view bytes);

}  // namespace gpupick
