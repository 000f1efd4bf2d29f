#include "cli/command.hpp"

namespace gpupick {

extern const CommandInfo recommend_command, cost_command, diff_command, show_command, list_command,
    prices_command, workloads_command, validate_command, estimate_command, fit_command,
    models_command, detect_command, catalog_command, generate_command;

std::span<const CommandInfo* const> all_commands() {
  static constexpr const CommandInfo* list[] = {
      &recommend_command, &cost_command,      &diff_command,     &prices_command,   &show_command,
      &list_command,      &workloads_command, &validate_command, &estimate_command, &fit_command,
      &models_command,    &detect_command,    &catalog_command,  &generate_command};
  return list;
}

}  // namespace gpupick
