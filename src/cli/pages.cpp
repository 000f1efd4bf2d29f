#include "cli/pages.hpp"

#include <CLI/CLI.hpp>

#include "catalog/built_in.hpp"
#include "cli/options.hpp"

namespace gpupick {
namespace {

// Returns the words that shells offer for a flag without legal words.
Phrases usual_choices(const std::string& name, const std::string& type) {
  if (type.starts_with("CARD")) return built_in_ids<Gpu>();
  if (name == "--for" || name == "workload") return built_in_ids<Workload>();
  if (name == "--host") return built_in_ids<HostKind>();
  if (name == "--quant" || name == "--draft-quant") return built_in_ids<Quantisation>();
  if (name == "--kv-quant") return built_in_ids<CacheType>();
  if (name == "--draft-model") return built_in_ids<Model>();
  if (name != "--model") return {};
  Phrases models = built_in_ids<Model>(), networks = built_in_ids<Network>();
  models.insert(models.end(), networks.begin(), networks.end());
  return models;
}

FlagRow row_of(const CLI::Option& option, const Flags& flags) {
  FlagRow row{.type = option.get_type_size() == 0 ? "" : option.get_type_name(),
              .help = option.get_description(),
              .group = option.get_group(),
              .is_argument = option.get_positional(),
              .fewest = option.get_expected_min(),
              .most = option.get_expected_max()};
  if (row.is_argument) row.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  const auto [choices, range] = flags.legal(row.names.front());
  row.choices = choices;
  row.range = range;
  if (row.choices.empty())
    for (const std::string_view word : usual_choices(row.names.front(), row.type))
      row.choices.emplace_back(word);
  return row;
}

std::vector<FlagRow> rows_of(CLI::App& app, const Flags& flags) {
  std::vector<FlagRow> rows;
  for (const CLI::Option* option : app.get_options())
    if (option != app.get_help_ptr()) rows.push_back(row_of(*option, flags));
  return rows;
}

void add_pages(const CommandInfo& info, const Words& parents, std::vector<CommandPage>& pages) {
  Words name = parents;
  name.emplace_back(info.name);
  for (const CommandInfo* below : info.commands) add_pages(*below, name, pages);
  if (!info.make) return;
  CLI::App app;
  Flags flags(app);
  const std::unique_ptr<Command> command = info.make();
  command->declare(flags);
  pages.push_back({name, info.help, info.examples, rows_of(app, flags)});
}

}  // namespace

std::vector<CommandPage> command_pages() {
  CLI::App app;
  Flags flags(app);
  GlobalOptions options;
  bind(flags, options);
  std::vector<CommandPage> pages{
      {{},
       "which GPU to buy for AI work, why, and how much of that is known",
       "",
       rows_of(app, flags)}};
  pages.front().flags.push_back({{"-V", "--version"}, "", "print the version", "", false, {}});
  pages.front().flags.push_back({{"-h", "--help"}, "", "print help", "", false, {}});
  for (const CommandInfo* info : all_commands()) add_pages(*info, {}, pages);
  return pages;
}

}  // namespace gpupick
