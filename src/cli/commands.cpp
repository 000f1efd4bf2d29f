#include "cli/command.hpp"

namespace gpupick {

extern const CommandInfo recommend_command, cost_command, diff_command, show_command, list_command,
    prices_command, workloads_command, validate_command, estimate_command, fit_command,
    models_command, detect_command, words_command, catalog_command, generate_command, mcp_command;

namespace {

constexpr const CommandInfo* command_list[] = {
    &recommend_command, &cost_command,      &diff_command,     &estimate_command,
    &fit_command,       &show_command,      &list_command,     &prices_command,
    &models_command,    &workloads_command, &detect_command,   &words_command,
    &validate_command,  &catalog_command,   &generate_command, &mcp_command};
constexpr std::span<const CommandInfo* const> command_span = command_list;
constexpr CommandGroup group_list[] = {{"Decide", command_span.subspan(0, 3)},
                                       {"Check a card", command_span.subspan(3, 2)},
                                       {"Look up", command_span.subspan(5, 7)},
                                       {"Data", command_span.subspan(12, 2)},
                                       {"For other programs", command_span.subspan(14)}};

}  // namespace

std::span<const CommandGroup> command_groups() { return group_list; }

std::span<const CommandInfo* const> all_commands() { return command_span; }

}  // namespace gpupick
