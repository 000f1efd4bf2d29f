#include "fuzz/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/text.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

bool has_format(const std::vector<std::string>& args, std::string_view format) {
  const auto flag = std::ranges::find(args, "--format");
  return flag != args.end() && std::next(flag) != args.end() && *std::next(flag) == format;
}

// The first line for which `is_bad` is true; "" if there is none.
template <class Test>
std::string first_line(const std::string& text, Test is_bad) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (is_bad(line)) return line;
  return "";
}

// True if the line has control characters other than colours.
bool acts_on_terminal(const std::string& line) {
  static const std::regex colour("\x1b\\[[0-9;]*m");
  return !is_printable(std::regex_replace(line, colour, ""));
}

// True if the line has a number that is not finite. JSON writes null for it, so null is an error
// for these keys, except for the cost of a unit by a way that is not to be had.
bool is_not_finite(const std::string& line) {
  static const std::regex words(
      R"re((^|[^a-z0-9_'"-])-?(inf|nan)([^a-z0-9_'"-]|$)|"(?!owned_usd|rented_usd|api_usd)(value|low|high|score|[a-z_]*_(usd|gib|s|w|gb_s))": null)re",
      std::regex::icase);
  return std::regex_search(line, words);
}

bool has_formula(const std::string& line) {
  return std::ranges::any_of(cells_of(line), [](const std::string& cell) {
    return cell.size() > 1 && std::string_view("=+-@").find(cell.front()) != std::string::npos &&
           !parse_number(cell);
  });
}

// True if the line has markup from the texts of `value_for` that is neither escaped by a backslash
// nor inside code.
bool has_markup(const std::string& line) {
  static const std::regex code("`[^`]*`"), markup(R"((^|[^\\])(\[a\]\(b\)|</?b>))");
  return std::regex_search(std::regex_replace(line, code, ""), markup);
}

// True if the line has an element from the texts of `value_for`.
bool has_element(const std::string& line) {
  return line.find("<b>") != std::string::npos || line.find("</b>") != std::string::npos;
}

// Returns the first tag that closes no open element or leaves one open; "" if all elements nest.
std::string wrong_tag(std::string_view page) {
  static constexpr std::string_view empty_elements[] = {"meta", "link", "br",    "hr",
                                                        "img",  "col",  "input", "wbr"};
  std::vector<std::string_view> open;
  for (std::size_t at = page.find('<'); at < page.size(); at = page.find('<', at + 1)) {
    const std::string_view tag = page.substr(at, page.find('>', at) - at);
    const std::string_view name = tag.substr(1, tag.find_first_of(" \n/", 2) - 1);
    if (tag.starts_with("<!") || tag.ends_with('/') || std::ranges::count(empty_elements, name) > 0)
      continue;
    if (!tag.starts_with("</")) {
      open.push_back(name);
      if (name == "script" || name == "style") at = page.find(fmt::format("</{}", name), at) - 1;
      continue;
    }
    if (open.empty() || tag.substr(2) != open.back()) return std::string(tag);
    open.pop_back();
  }
  return open.empty() ? "" : std::string(open.back());
}

// Returns the first interval whose low end is above its value or its high end; "" if there is none.
std::string wrong_interval(const nlohmann::json& answer) {
  if (answer.is_object() && answer.contains("low") && answer.contains("high")) {
    const double low = answer["low"], high = answer["high"];
    const double value = answer.value("value", answer.value("usd", low));
    if (!(low <= value && value <= high)) return answer.dump();
  }
  for (const auto& [key, part] : answer.items())
    if (part.is_structured())
      if (std::string wrong = wrong_interval(part); !wrong.empty()) return wrong;
  return "";
}

std::string said(const char* fault, const std::string& line) {
  return line.empty() ? "" : fmt::format("{}: {}", fault, printable(line));
}

}  // namespace

std::string fault_of(const std::vector<std::string>& args, const Run& run) {
  if (run.status < 0 || run.status > 2) return fmt::format("exit status {}", run.status);
  if (run.status == 2 && run.err.empty()) return "refused without a reason";
  const auto is_no_json = [](const std::string& text) { return !nlohmann::json::accept(text); };
  const bool is_json = run.out.starts_with('{');
  const bool in_lines =
      std::ranges::count(args, "--rows") > 0 || args == std::vector<std::string>{"mcp"};
  if (is_json && in_lines) {
    if (std::string line = first_line(run.out, is_no_json); !line.empty())
      return said("no JSON", line);
  } else if (is_json && has_format(args, "json") && is_no_json(run.out)) {
    return "no JSON: " + printable(run.out);
  }
  return said("acts on a terminal", first_line(run.out + run.err, acts_on_terminal));
}

std::string fault_of_known(const std::vector<std::string>& args, const Run& run) {
  if (std::string fault = fault_of(args, run); !fault.empty()) return fault;
  if (std::string line = first_line(run.out, is_not_finite); !line.empty())
    return said("not finite", line);
  if (run.out.starts_with('{')) {
    std::istringstream lines(run.out);
    for (nlohmann::json answer; (lines >> std::ws).good() && lines.peek() == '{';) {
      lines >> answer;
      if (std::string wrong = wrong_interval(answer); !wrong.empty())
        return said("low above high", wrong);
    }
  }
  if (has_format(args, "csv")) return said("a formula", first_line(run.out, has_formula));
  if (has_format(args, "markdown")) return said("markup", first_line(run.out, has_markup));
  if (has_format(args, "html") || has_format(args, "svg")) {
    if (std::string tag = wrong_tag(run.out); !tag.empty())
      return said("elements do not nest", tag);
    return said("an element", first_line(run.out, has_element));
  }
  return "";
}

}  // namespace gpupick
