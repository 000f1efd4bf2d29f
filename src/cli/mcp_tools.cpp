#include "cli/mcp_tools.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/shapes.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"
#include "cli/defaults.hpp"

namespace gpupick {
namespace {

constexpr std::string_view model_words =
    "task model params quant kv-quant context prompt generate batch each ttft-limit runtime "
    "precision tokens resolution";
constexpr std::string_view limit_words =
    "budget max-hourly vram max-power psu max-slots max-length low-profile no-plug min-speed "
    "vendor stack segment needs only exclude";
constexpr std::string_view money_words =
    "condition price currency region vat years hours-per-day kwh";

// An enum of more words would fill the context of a model.
constexpr std::size_t most_choices = 40;

// Replaces the help of a flag that speaks of files, of this computer or of formats.
struct Wording {
  std::string_view flag, type, help;
};
constexpr Wording wordings[] = {
    {"--for", "NAME,...", "the kinds of work; several count alike"},
    {"--have", "CARD[:N]",
     "the card of the buyer, as rtx-3060-12gb or CARD:N for several; the answer shows what each "
     "card gains over it, and ways to upgrade"},
    {"--model", "NAME",
     "a model by its name, as qwen3-8b, Qwen/Qwen3-8B-AWQ or flux.1-dev; the error about an "
     "unknown one names the nearest"},
    {"--top", "N", "how many entries to list"}};

std::string name_of(const FlagRow& flag) {
  std::string out = flag.names.front().substr(flag.is_argument ? 0 : 2);
  std::ranges::replace(out, '-', '_');
  return out;
}

Data value_schema(const FlagRow& flag) {
  if (flag.type.empty()) return {{"type", "boolean"}};
  if (flag.range) {
    Data out = {{"type", flag.range->whole ? "integer" : "number"}, {"minimum", flag.range->low}};
    if (flag.range->high) out["maximum"] = *flag.range->high;
    return out;
  }
  Data out = {{"type", "string"}};
  if (!flag.choices.empty() && flag.choices.size() <= most_choices) out["enum"] = flag.choices;
  return out;
}

// Returns the help of the flag, behind its TYPE unless it is a switch, an argument or a choice.
std::string meaning_of(const FlagRow& flag) {
  for (const Wording& one : wordings)
    if (one.flag == flag.names.front() && one.type == flag.type) return std::string(one.help);
  const bool plain = flag.is_argument || flag.type.empty() || !flag.choices.empty();
  return plain ? flag.help : fmt::format("{}: {}", flag.type, flag.help);
}

Data argument_schema(const ToolArgument& argument, const McpTool& tool) {
  const FlagRow& flag = argument.flag;
  Data out = value_schema(flag);
  if (flag.most > 1) {
    out = {{"type", "array"}, {"items", std::move(out)}, {"minItems", flag.fewest}};
    if (flag.is_argument) out["maxItems"] = flag.most;
  }
  out["description"] = meaning_of(flag);
  if (argument.name == "top" && tool.top) out["default"] = *tool.top;
  return out;
}

// Returns the values of an argument as they are typed; none for null and for a switch that is off.
Words values_of(const std::string& argument, const Node& given) {
  if (std::holds_alternative<std::nullptr_t>(given.value)) return {};
  if (std::optional<Words> values = typed(given)) return *values;
  throw Error("{} takes a text, a number, true, false or a list of texts, not {}", argument,
              given.type_name());
}

// Returns the schema of the answer. It does not name its dialect, which is the usual one, since
// some clients know no other by name.
Data answer_schema(const McpTool& tool) {
  const auto answer = std::ranges::find(answer_shapes().answers, tool.name, &AnswerShape::name);
  Data out = Data::object();
  const Data whole = schema_of(*answer);
  for (const auto& [key, value] : std::get<Data::Object>(whole.value()))
    if (key != "$schema") out[key] = value;
  return out;
}

constexpr McpTool tools[] = {
    {"recommend",
     "Recommend a GPU",
     "Ranks all GPUs for a kind of work or for one model, within limits, and names the one to "
     "buy, a cheaper one and a step up, with prices, speeds and how sure that is. Use it when "
     "the question is which card to get, also as an upgrade (have) or to rent (rent). Name the "
     "model if there is one in mind, else the kind of work (for). If nothing fits, ways_in says "
     "which limits to change. For cards that are named already, use diff.",
     {"for have gpus rent own-or-rent prefer host os top", limit_words, model_words, money_words},
     5,
     "--no-excluded"},
    {"estimate",
     "Estimate a job on a card",
     "Says whether a job (a model with its format, context and users, a training or images) fits "
     "a given card or several, how fast it runs, what fills the memory and what would make it "
     "fit. Use it when card and model are both named. For all models that a card runs, use fit; "
     "for the card that suits a model, recommend.",
     {"card", model_words, "draft-model draft ram pcie"}},
    {"fit",
     "List the models that run on a card",
     "Lists the models that run on a card, those that fit first, with format, memory and speed. "
     "Use it when the card is named and the model is not, or to find the name of a model (match).",
     {"card for match context kv-quant batch runtime sort top"},
     15},
    {"diff",
     "Compare GPUs",
     "Compares 2 to 16 cards figure by figure: memory, bandwidth, compute, power, price; with "
     "model or for also speed and score. Use it when the cards are named and the question is "
     "which of them.",
     {"cards for", model_words, money_words}},
    {"cost",
     "Cost to own or rent",
     "Says what cards cost a month to own and to rent, with computer, electricity and resale, "
     "and from how many hours a day owning is cheaper; with model also the cost of a million "
     "tokens. Use it for questions of buying against renting or the cloud.",
     {"cards for resale", model_words, money_words, "utilization host-cost"}},
    {"show",
     "Show a GPU",
     "Shows the figures of one card, its price and its software, each figure as published. Use "
     "it for a fact about one card.",
     {"card currency region vat"}},
    {"prices",
     "Show the prices of a GPU",
     "Shows what a card cost and costs, new, used and rented, and the observations behind that "
     "with their sources and dates. Use it to judge an offer or to see how prices moved.",
     {"card top currency region vat"},
     8}};

}  // namespace

std::span<const McpTool> mcp_tools() { return tools; }

const McpTool& find_tool(std::string_view name) {
  const auto tool = std::ranges::find(mcp_tools(), name, &McpTool::name);
  if (tool != mcp_tools().end()) return *tool;
  Phrases known;
  for (const McpTool& one : mcp_tools()) known.push_back(one.name);
  throw Error("no tool is called '{}'{}", printable(name), known_are(known));
}

std::vector<ToolArgument> arguments_of(const McpTool& tool, const std::vector<CommandPage>& pages) {
  const CommandPage& page =
      *std::ranges::find(pages, Words{std::string(tool.name)}, &CommandPage::name);
  std::vector<ToolArgument> out;
  for (const std::string_view words : tool.words)
    for (const std::string_view word : words.empty() ? Phrases() : split(words, " ")) {
      const FlagRow& flag = *std::ranges::find_if(page.flags, [&](const FlagRow& row) {
        return row.names.front() == (row.is_argument ? word : fmt::format("--{}", word));
      });
      out.push_back({name_of(flag), flag});
    }
  return out;
}

Data description_of(const McpTool& tool, const std::vector<CommandPage>& pages) {
  Data properties = Data::object();
  std::vector<std::string> required;
  for (const ToolArgument& argument : arguments_of(tool, pages)) {
    properties[argument.name] = argument_schema(argument, tool);
    if (argument.flag.is_argument) required.push_back(argument.name);
  }
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.help},
          {"inputSchema",
           {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", required},
            {"additionalProperties", false}}},
          {"outputSchema", answer_schema(tool)},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

Words command_line_of(const McpTool& tool, const std::vector<CommandPage>& pages,
                      const Node::Object& given) {
  const std::vector<ToolArgument> known = arguments_of(tool, pages);
  Words names, flags{std::string(tool.name)}, cards;
  for (const ToolArgument& argument : known) names.push_back(argument.name);
  for (const auto& [key, offset, value] : given) {
    const auto argument = std::ranges::find(known, key, &ToolArgument::name);
    if (argument == known.end()) {
      const std::string hint = did_you_mean(key, names);
      throw Error("{} takes no '{}'{}", tool.name, printable(key),
                  hint.empty() ? "; it takes " + enumerate(names, "and") : hint);
    }
    const std::string& flag = argument->flag.names.front();
    for (const std::string& text : values_of(argument->name, value))
      if (argument->flag.is_argument)
        cards.push_back(text);
      else
        flags.push_back(fmt::format("{}={}", flag, text));
  }
  const auto is_top = [](const std::string& flag) { return flag.starts_with("--top="); };
  if (tool.top && std::ranges::none_of(flags, is_top))
    flags.push_back(fmt::format("--top={}", *tool.top));
  if (!tool.always.empty()) flags.emplace_back(tool.always);
  // Keeps a name that begins with a dash from being read as a flag.
  if (!cards.empty()) flags.emplace_back("--");
  flags.insert(flags.end(), cards.begin(), cards.end());
  return flags;
}

}  // namespace gpupick
