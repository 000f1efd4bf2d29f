#include <fmt/format.h>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "cli/pages.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

// Escapes a text for roff, so that no line is a request and no hyphen becomes a dash.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool line_begins = out.empty() || out.back() == '\n';
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string full_name(const CommandPage& page, std::string_view separator) {
  std::string out = "gpupick";
  for (const std::string& word : page.name) out.append(separator).append(word);
  return out;
}

std::string synopsis(const CommandPage& page) {
  std::string out = fmt::format(".SH SYNOPSIS\n.B {}\n", roff(full_name(page, " ")));
  out += page.name.empty() ? "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n" : "[\\fIOPTIONS\\fR]\n";
  for (const FlagRow& row : page.flags)
    if (row.is_argument) out += fmt::format("[\\fI{}\\fR]\n", roff(row.names.front()));
  return out;
}

std::string option(const FlagRow& row) {
  const std::string value = row.takes_value() ? fmt::format(" \\fI{}\\fR", roff(row.type)) : "";
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(join(row.names, ", ")), value, roff(row.help));
}

// Returns the options by heading, in the order in which the headings first appear.
std::string options(const CommandPage& page) {
  Words groups;
  for (const FlagRow& row : page.flags) add_once(groups, row.group);
  std::string out = page.flags.empty() ? "" : ".SH OPTIONS\n";
  for (const std::string& group : groups) {
    if (!group.empty() && group != "Options") out += fmt::format(".SS {}\n", roff(group));
    for (const FlagRow& row : page.flags)
      if (row.group == group) out += option(row);
  }
  return out;
}

std::string commands(const std::vector<CommandPage>& all) {
  std::string out = ".SH COMMANDS\n";
  for (const CommandPage& page : all)
    if (!page.name.empty())
      out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(join(page.name, " ")), roff(page.help));
  return out;
}

}  // namespace

std::string man_page(const CommandPage& page, const std::vector<CommandPage>& all) {
  const std::string name = full_name(page, "-");
  std::string out =
      fmt::format(".TH \"{}\" 1 \"\" \"gpupick {}\" \"User Commands\"\n", roff(name), version);
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(page.help));
  out += synopsis(page);
  if (page.name.empty()) out += commands(all);
  out += options(page);
  if (!page.examples.empty())
    out += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(page.examples));
  out +=
      ".SH EXIT STATUS\n0 done; 1 done, but nothing fits or the data has errors; 2 usage, unknown "
      "name or unreadable input.\n";
  if (!page.name.empty()) out += ".SH SEE ALSO\n.BR gpupick (1)\n";
  return out;
}

}  // namespace gpupick
