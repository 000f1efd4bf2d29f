#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "catalog/built_in.hpp"
#include "catalog/catalog.hpp"
#include "cli/foreign_words.hpp"
#include "cli/help.hpp"
#include "cli/pages.hpp"

namespace gpupick {
namespace {

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string flag_of(const std::string& arg) { return arg.substr(0, arg.find('=')); }

// Returns how to write several values, if a flag takes values between commas; else "".
std::string separator_hint(const Apps& apps, const Words& args, const std::string& word) {
  const auto at = std::ranges::find(args, word);
  if (at < args.begin() + 2 || at == args.end() || is_flag(at[-1]) || !is_flag(at[-2])) return "";
  const CLI::Option* option = find_option(apps, at[-2]);
  if (!option || option->get_delimiter() == '\0') return "";
  const std::string first = at[-1].substr(0, at[-1].find_last_not_of(',') + 1);
  return fmt::format("; put commas between values, as in {} {},{}", at[-2], printable(first),
                     printable(word));
}

// Returns the beginning of the argument's help: "a card", "two or more cards".
std::string noun_of(const CLI::Option& argument) {
  const std::string& help = argument.get_description();
  return help.substr(0, help.find_first_of(",;"));
}

std::string example_of(const CLI::App& command) {
  const std::string footer = command.get_footer();
  const std::size_t first = footer.find("gpupick ");
  return first == std::string::npos ? "" : footer.substr(first, footer.find('\n', first) - first);
}

// Returns how to write a value and its unit, if the word is the unit of the value in front of it.
std::string unit_hint(const Apps& apps, const Words& args, const std::string& word) {
  const auto at = std::ranges::find(args, word);
  if (at < args.begin() + 2 || at == args.end()) return "";
  if (!parse_number(at[-1]) || parse_number(word)) return "";
  const CLI::Option* option = find_option(apps, at[-2]);
  const std::string value = at[-1] + word;
  return option && parse_quantity(value, option->get_type_name())
             ? fmt::format("; write `{} {}`", at[-2], printable(value))
             : "";
}

bool is_model(const Catalog& catalog, const std::string& word) {
  return catalog.has_model(word) || catalog.has_network(word);
}

// Returns the question of a model on a card, if the arguments name both; else "".
std::string pair_hint(const Apps& apps, const Catalog& catalog, const Words& args) {
  const auto model =
      std::ranges::find_if(args, [&](const std::string& word) { return is_model(catalog, word); });
  const auto card =
      std::ranges::find_if(args, [&](const std::string& word) { return catalog.has_gpu(word); });
  if (model == args.end() || card == args.end()) return "";
  const bool takes_card =
      std::ranges::any_of(apps.back()->get_options(), [](const CLI::Option* option) {
        return option->get_positional() && option->get_type_name().starts_with("CARD");
      });
  return fmt::format(
      "; write `gpupick {} {} --model {}`",
      takes_card && find_option(apps, "--model") ? apps.back()->get_name() : "estimate",
      catalog.find_gpu(*card).id, printable(*model));
}

// Returns the flag that the word is for: a card, a model, an amount of money or memory; else "".
std::string missing_flag_hint(const Apps& apps, const Words& args, const std::string& word) {
  const Catalog catalog(built_in());
  const auto model_flag = [&](const char* flag) {
    return is_model(catalog, word) && find_option(apps, flag)
               ? fmt::format("; a model goes behind {0}, as in `{0} {1}`", flag, printable(word))
               : "";
  };
  if (std::string hint = model_flag("--model"); !hint.empty()) return hint;
  if (std::string hint = pair_hint(apps, catalog, args); !hint.empty()) return hint;
  if (std::string hint = model_flag("--match"); !hint.empty()) return hint;
  if (find_option(apps, "--why") && catalog.has_gpu(word))
    return fmt::format("; `--why {0}` says whether to buy it, `--have {0}` that you have it",
                       catalog.find_gpu(word).id);
  for (const char* flag : {"--budget", "--vram"})
    if (const CLI::Option* option = find_option(apps, flag);
        option && parse_quantity(word, option->get_type_name()))
      return fmt::format("; did you mean `{} {}`?", flag, printable(word));
  return "";
}

std::string word_hint(const Apps& apps, const Words& args, const std::string& word) {
  for (const auto hint_of : {separator_hint, unit_hint, missing_flag_hint})
    if (std::string hint = hint_of(apps, args, word); !hint.empty()) return hint;
  for (const CLI::Option* option : apps.back()->get_options())
    if (option->get_positional()) {
      const bool card =
          option->get_type_name().starts_with("CARD") && option->get_expected_max() <= 1;
      return fmt::format("; `{}` takes {}; {}put a name of several words in quotation marks",
                         apps.back()->get_name(), noun_of(*option),
                         card ? "`gpupick diff 3090 4090` compares several; " : "");
    }
  return fmt::format("; `{}` takes options only, as in `{}`", apps.back()->get_name(),
                     example_of(*apps.back()));
}

// Returns the commands that take the flag, as "; `gpupick list` takes it", or "" if none does.
std::string others_with(const std::string& flag) {
  std::vector<std::string> names;
  for (const CommandPage& page : command_pages())
    for (const FlagRow& row : page.flags)
      if (!page.name.empty() && contains(row.names, flag))
        names.push_back(fmt::format("`gpupick {}`", join(page.name, " ")));
  if (names.empty()) return "";
  return fmt::format("; {} {} it", enumerate(names, "and"), names.size() > 1 ? "take" : "takes");
}

std::string flag_hint(const Apps& apps, const Words& args, const std::string& flag) {
  if (std::string hint = foreign_hint(flag, apps.back()->get_name()); !hint.empty()) return hint;
  const Catalog catalog(built_in());
  const auto at = std::ranges::find(args, flag);
  if (args.end() - at > 1 && is_model(catalog, at[1]))
    if (std::string hint = pair_hint(apps, catalog, args); !hint.empty()) return hint;
  std::string hint = apps.size() == 1 ? "" : others_with(flag);
  if (hint.empty()) hint = did_you_mean(flag, long_names(apps));
  if (hint.empty() && apps.size() == 1)
    hint = "; those of a command go behind its name, as in `gpupick recommend --vram 24`";
  return hint;
}

std::string command_hint(const CLI::App& parent, const std::string& word) {
  if (parent.get_parent()) {
    const std::string_view advice = advice_on(fmt::format("{} {}", parent.get_name(), word));
    return advice.empty() ? did_you_mean(word, commands_of(parent)) : fmt::format("; {}", advice);
  }
  const std::string hint = foreign_hint(word, parent.get_name());
  return hint.empty() ? did_you_mean(word, words_for_commands()) : hint;
}

// Returns "name a card, as in `gpupick show rtx-4090`", with the first example of the command.
std::string argument_needed(const CLI::App& command, const CLI::Option& argument) {
  return fmt::format("name {}, as in `{}`", noun_of(argument), example_of(command));
}

// Returns an error in plain words for a value that is missing or given too often.
std::string count_error(const Apps& apps, const std::string& message) {
  const std::string name = message.substr(0, message.find_first_of(": "));
  const CLI::Option* option = find_option(apps, name);
  if (!option) return message;
  if (option->get_positional()) return argument_needed(*apps.back(), *option);
  return option->count() > 1
             ? fmt::format("{} was given more than once",
                           enumerate(split(option->get_name(false, true), ","), "or"))
             : fmt::format("{} needs a value: {} {}", name, name, option->get_type_name());
}

}  // namespace

std::string usage_error(CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& args) {
  const Apps apps = given_apps(app);
  const std::vector<std::string> commands = commands_of(*apps.back());
  const std::vector<std::string> rest = app.remaining(true);
  std::string name, message = printable(error.what(), 1000), hint;
  for (const CLI::App* one : apps) name += (name.empty() ? "" : " ") + one->get_name();
  const bool takes_argument =
      std::ranges::any_of(apps.back()->get_options(), &CLI::Option::get_positional);
  const bool lacks = dynamic_cast<const CLI::RequiredError*>(&error);
  const bool misplaced = !rest.empty() && (lacks || dynamic_cast<const CLI::ExtrasError*>(&error));
  if (misplaced && is_flag(rest.front())) {
    message = fmt::format("no option is called '{}'", printable(flag_of(rest.front())));
    hint = flag_hint(apps, args, flag_of(rest.front()));
  } else if (misplaced && !commands.empty() && !takes_argument) {
    message = fmt::format("no command is called '{}'", printable(rest.front()));
    hint = command_hint(*apps.back(), rest.front());
  } else if (misplaced) {
    message = fmt::format("'{}' was not expected", printable(rest.front()));
    hint = word_hint(apps, args, rest.front());
  } else if (lacks && !commands.empty()) {
    message = fmt::format("a command is needed: {}", enumerate(commands));
  } else if (const std::size_t excludes = message.find(" excludes ");
             dynamic_cast<const CLI::ExcludesError*>(&error) && excludes != std::string::npos) {
    message.replace(excludes, 10, " cannot be combined with ");
  } else if (lacks || dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    message = count_error(apps, message);
  } else if (message.ends_with('.')) {
    message.pop_back();
  }
  // CLI11 puts a colon behind the name of the option.
  const std::size_t colon = message.find(": takes ");
  if (dynamic_cast<const CLI::ValidationError*>(&error) && colon != std::string::npos)
    message.erase(colon, 1);
  return fmt::format("gpupick: error: {}{}\nsee `{} --help`\n", message, hint, name);
}

}  // namespace gpupick
