#include "job/job_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"

namespace gpupick {

std::string JobFlag::any_name() const {
  const std::size_t comma = names.find(',');
  return comma == std::string_view::npos ? std::string(names)
                                         : fmt::format("{} or {}", name(), names.substr(comma + 1));
}

std::string JobFlag::key() const {
  std::string out(name().substr(is_flag() ? 2 : 0));
  std::ranges::replace(out, '-', '_');
  return out;
}

bool JobFlag::has_part_in(Task task) const { return !part_in || part_in(task); }

bool JobFlag::is_called(std::string_view flag) const {
  return flag == name() || flag == names.substr(names.find(',') + 1);
}

const JobFlag& job_flag(std::string_view name) {
  return *std::ranges::find_if(job_flags(),
                               [&](const JobFlag& flag) { return flag.is_called(name); });
}

void check_word(const JobFlag& flag, const std::string& word) {
  const auto& words = flag.words;
  if (!words.empty() && !contains(words, word))
    throw Error("no {} is called '{}'{}", flag.key(), printable(word), known_are(words));
}

std::vector<std::pair<std::string, Assumed>> assumptions(const Job& job) {
  std::vector<std::pair<std::string, Assumed>> out;
  for (const std::string_view name : assumed_flags(job.task)) {
    const JobFlag& flag = job_flag(name);
    if (!flag.has_part_in(job.task)) continue;
    if (std::optional<Assumed> value = flag.value.assumed(job))
      out.emplace_back(flag.key(), *value);
  }
  return out;
}

}  // namespace gpupick
