// Shell completion scripts, one per shell. All words are written out, so that completing starts no
// program.
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/pages.hpp"

namespace gpupick {
namespace {

bool takes_file(const FlagRow& row) {
  return row.type == "PATH" || row.type == "FILE" || row.type == "OLD" || row.type == "NEW";
}

// Returns the page of each command, or of its first subcommand.
std::vector<const CommandPage*> first_pages(const std::vector<CommandPage>& pages) {
  std::vector<const CommandPage*> out;
  for (const CommandPage& page : pages)
    if (!page.name.empty() && (out.empty() || out.back()->name.front() != page.name.front()))
      out.push_back(&page);
  return out;
}

// Returns all words that may follow a command: flags, choices of its arguments, subcommands.
Words words_after(const std::string& command, const std::vector<CommandPage>& pages) {
  Words out;
  for (const CommandPage& page : pages) {
    if (!page.name.empty() && page.name.front() != command) continue;
    if (page.name.size() > 1) out.push_back(page.name.back());
    for (const FlagRow& row : page.flags) {
      const Words& words = row.is_argument ? row.choices : row.names;
      out.insert(out.end(), words.begin(), words.end());
    }
  }
  return out;
}

std::string quoted(std::string text) {
  std::erase(text, '\'');
  return "'" + text + "'";
}

// Escapes a text for _arguments, where brackets and colons have a meaning.
std::string zsh_text(std::string text) {
  std::erase_if(text, [](char c) { return c == '\'' || c == '`'; });
  return escaped(text, "[]:\\");
}

std::string zsh_action(const FlagRow& row) {
  if (takes_file(row)) return "_files";
  return row.choices.empty() ? " " : fmt::format("({})", join(row.choices, " "));
}

std::string zsh_specs(const CommandPage& page) {
  std::string out;
  for (const FlagRow& row : page.flags) {
    const std::string value =
        row.takes_value() ? fmt::format(":{}:{}", zsh_text(row.type), zsh_action(row)) : "";
    if (row.is_argument) {
      out += fmt::format(" \\\n        '*:{}:{}'", zsh_text(row.names.front()), zsh_action(row));
      continue;
    }
    for (const std::string& name : row.names)
      out += fmt::format(" \\\n        '{}[{}]{}'", name, zsh_text(row.help), value);
  }
  return out;
}

}  // namespace

std::string bash_completion(const std::vector<CommandPage>& pages) {
  Words commands;
  for (const CommandPage* page : first_pages(pages)) commands.push_back(page->name.front());
  std::string values, after;
  for (const CommandPage& page : pages)
    for (const FlagRow& row : page.flags) {
      if (row.is_argument || !row.takes_value()) continue;
      const std::string command = page.name.empty() ? "*" : page.name.front();
      for (const std::string& name : row.names)
        values += fmt::format("    {}:{}) {} ;;\n", command, name,
                              takes_file(row) ? "compopt -o default; return"
                                              : "words=" + quoted(join(row.choices, " ")));
    }
  for (const std::string& command : commands)
    after += fmt::format("    {}) words={} ;;\n", command,
                         quoted(join(words_after(command, pages), " ")));
  return fmt::format(R"(# bash completion for gpupick
_gpupick() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words= word
  COMPREPLY=()
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
      {}) command=$word; break ;;
    esac
  done
  case $command in
    '') words={} ;;
{}  esac
  case $command:$before in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _gpupick gpupick
)",
                     join(commands, "|"), quoted(join(commands, " ") + " help --help --version"),
                     after, values);
}

std::string zsh_completion(const std::vector<CommandPage>& pages) {
  std::string commands, cases;
  for (const CommandPage* first : first_pages(pages)) {
    const std::string& name = first->name.front();
    commands += fmt::format("    '{}:{}'\n", name, zsh_text(first->help));
    std::string specs;
    Words below;
    for (const CommandPage& page : pages) {
      if (page.name.empty() || page.name.front() != name) continue;
      if (page.name.size() > 1) below.push_back(page.name.back());
      if (specs.empty()) specs = zsh_specs(page);
    }
    if (!below.empty())
      specs = fmt::format(" \\\n        '1:command:({})' '*:file:_files'", join(below, " "));
    cases +=
        fmt::format("    {})\n      _arguments{}{} ;;\n", name, zsh_specs(pages.front()), specs);
  }
  return fmt::format(R"(#compdef gpupick
_gpupick() {{
  local -a commands=(
{}  )
  local curcontext=$curcontext state line
  _arguments -C '1: :->command' '*:: :->rest'
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $line[1] in
{}  esac
}}
_gpupick "$@"
)",
                     commands, cases);
}

std::string fish_completion(const std::vector<CommandPage>& pages) {
  std::string out = "# fish completion for gpupick\ncomplete -c gpupick -f\n";
  for (const CommandPage* page : first_pages(pages))
    out += fmt::format("complete -c gpupick -n __fish_use_subcommand -a {} -d {}\n",
                       page->name.front(), quoted(page->help));
  for (const CommandPage& page : pages) {
    const std::string condition =
        page.name.empty() ? ""
                          : fmt::format(" -n '__fish_seen_subcommand_from {}'", page.name.front());
    if (page.name.size() > 1)
      out += fmt::format("complete -c gpupick{} -a {} -d {}\n", condition, page.name.back(),
                         quoted(page.help));
    for (const FlagRow& row : page.flags) {
      const std::string choices =
          row.choices.empty() ? "" : fmt::format(" -a {}", quoted(join(row.choices, " ")));
      if (row.is_argument) {
        if (!choices.empty() || takes_file(row))
          out += fmt::format("complete -c gpupick{}{}\n", condition,
                             takes_file(row) ? " -F" : choices);
        continue;
      }
      const std::string value = !row.takes_value() ? "" : takes_file(row) ? " -r -F" : " -x";
      for (const std::string& name : row.names)
        out += fmt::format("complete -c gpupick{} {} {}{}{} -d {}\n", condition,
                           name.starts_with("--") ? "-l" : "-s",
                           name.substr(name.starts_with("--") ? 2 : 1), value, choices,
                           quoted(row.help));
    }
  }
  return out;
}

}  // namespace gpupick
