#include "fuzz/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mcp_tools.hpp"
#include "cli/pages.hpp"
#include "fuzz/mutate.hpp"
#include "job/job_flags.hpp"
#include "prices/price.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

// The commands that read input (all except generate), by name, with their flags.
const std::vector<CommandPage>& commands() {
  static const std::vector<CommandPage> all = [] {
    std::vector<CommandPage> pages = command_pages();
    std::erase_if(pages, [](const CommandPage& page) {
      return page.name.empty() || page.name.front() == "generate";
    });
    return pages;
  }();
  return all;
}

const CommandPage& command(const Words& name) {
  return *std::ranges::find(commands(), name, &CommandPage::name);
}

const CommandPage& any_command_with(const std::string& flag, Decisions& decisions) {
  std::vector<const CommandPage*> having;
  for (const CommandPage& page : commands())
    for (const FlagRow& row : page.flags)
      if (row.names.back() == flag) having.push_back(&page);
  return *decisions.any_of(having);
}

std::string any_id(const char* list, Decisions& decisions) {
  return decisions.any_of(loose_data().at(list)).value("id", "");
}

std::string any_card(Decisions& decisions) {
  const std::string id = any_id("gpus", decisions);
  switch (decisions.below(8)) {
    case 1:
      return id + ":2";
    case 2:
      return id + ":8";
    case 3:
      return id + "+" + any_id("gpus", decisions);
    case 4:
      return "here";
    default:
      return id;
  }
}

// Values by their type in the help. Types that are not listed take a number.
const std::map<std::string_view, Phrases>& values_by_type() {
  static const std::map<std::string_view, Phrases> values = {
      {"CARD=USD", {"rtx-3090=900", "rtx-4090=10", "rtx-4090=1e6", "rtx-3090=5e-324"}},
      {"COLUMN=FIELD", {"card=name", "usd=memory", "kind=tdp_w"}},
      {"CODE=USD", {"EUR=1.08", "JPY=0.0067", "ABC=1e4"}},
      {"REGION", {"EU", "US"}},
      {"KIND", {"used", "new", "cloud_spot"}},
      {"OUTCOME=W,...", {"speed=1,cost=2", "electricity=1", "software=1e6,cost=1e-9"}},
      {"DATE", {"2026-09-30", "2019", "1970-01-01", "9999-12-31"}},
      {"DAYS", {"60d", "1", "3650d"}},
      {"KEY", {"price_usd", "bandwidth_gb_s", "vendor", "launch_date"}},
      {"KEY,...", {"price_usd,name", "memory_gib,fp8_tensor_tflops,tdp_w,idle_w"}},
      {"X.Y", {"8.0", "12", "7.5.0"}},
      {"N|A-B", {"1-4", "2", "1-8", "1024"}},
      {"PCT|auto", {"auto", "0", "40%", "100"}},
      {"SLOT", {"4x8", "5x16", "1x1", "12.5", "0.001"}},
      {"COUNT", {"13B", "1", "300B", "1e15", "7M"}},
      {"TOKENS", {"1", "512", "8k", "1M", "1e9"}},
      {"WORD", {"a", "llama"}}};
  return values;
}

constexpr std::string_view numbers[] = {"1",    "2",    "8",   "24GB", "0.5", "2k",
                                        "1000", "1e-9", "1e6", "0",    "100", "3"};
constexpr std::string_view amounts[] = {"950", "1e6", "10.5", "1.2k", "950,5", "1.200", "0", "$12"};
constexpr const char* named_lists[] = {
    "engines", "optimizers", "fine_tuning_stacks", "pretraining_stacks", "models", "networks"};

bool reads_file(const FlagRow& flag) {
  return flag.type == "FILE" || flag.type == "PATH" || flag.type == "OLD" || flag.type == "NEW";
}

// True for an argument that is a file. The command reads standard input for it.
bool reads_input(const FlagRow& flag) { return flag.is_argument && reads_file(flag); }

std::string value_for(const FlagRow& flag, Decisions& decisions) {
  if (flag.type.starts_with("CARD") && !flag.type.ends_with("USD")) return any_card(decisions);
  if (reads_file(flag)) return "-";
  if (!flag.choices.empty()) return decisions.any_of(flag.choices);
  if (flag.type == "NAME") return any_id(decisions.any_of(named_lists), decisions);
  const auto values = values_by_type().find(flag.type);
  return std::string(values == values_by_type().end() ? decisions.any_of(numbers)
                                                      : decisions.any_of(values->second));
}

using ValueMaker = std::string (*)(const FlagRow& flag, Decisions& decisions);

void add(const FlagRow& flag, ValueMaker value, Decisions& decisions, Words& args) {
  if (!flag.is_argument) args.push_back(flag.names.back());
  if (flag.is_argument || flag.takes_value()) args.push_back(value(flag, decisions));
}

// Returns a value that the flag takes.
std::string legal_value(const FlagRow& flag, Decisions& decisions) {
  static const std::map<std::string_view, Phrases> lists = {{"--model", {"models", "networks"}},
                                                            {"--draft-model", {"models"}},
                                                            {"--runtime", {"engines"}},
                                                            {"--optimizer", {"optimizers"}},
                                                            {"--quant", {"quantisations"}},
                                                            {"--kv-quant", {"cache_types"}},
                                                            {"--for", {"workloads"}},
                                                            {"workload", {"workloads"}},
                                                            {"name", {"models", "networks"}},
                                                            {"--only", {"gpus"}},
                                                            {"--exclude", {"gpus"}},
                                                            {"--host", {"hosts"}}};
  if (const auto list = lists.find(flag.names.front()); list != lists.end())
    return any_id(std::string(decisions.any_of(list->second)).c_str(), decisions);
  if (!flag.range || !flag.choices.empty()) return value_for(flag, decisions);
  const double low = flag.range->low, high = flag.range->high.value_or(1e6);
  static constexpr double shares[] = {0, 1e-6, 0.001, 0.01, 0.1, 0.5, 1};
  const double number = low + decisions.any_of(shares) * (high - low);
  return fmt::format("{}", flag.range->whole ? std::round(number) : number);
}

// The command with its arguments and some of its flags.
Words line_of(const CommandPage& page, Decisions& decisions, ValueMaker value = value_for) {
  static const FlagRow format{
      {"--format"}, "FORM", "", "", false, {"text", "json", "csv", "markdown", "html", "svg"}};
  Words args = page.name;
  std::vector<const FlagRow*> flags;
  for (const FlagRow& flag : page.flags) {
    const bool many = flag.names.front() == "cards";
    for (int i = 0; flag.is_argument && i < (many ? 2 : 1); ++i) add(flag, value, decisions, args);
    if (!flag.is_argument && flag.type != "FILE" && flag.type != "PATH") flags.push_back(&flag);
  }
  add(format, value, decisions, args);
  for (std::size_t more = decisions.below(6); more > 0 && !flags.empty(); --more)
    add(*decisions.any_of(flags), value, decisions, args);
  return args;
}

Asked about_changed_data(Decisions& decisions) {
  Words args = line_of(decisions.any_of(commands()), decisions);
  args.insert(args.end(), {"--catalog", "-"});
  Parsed data = loose_data();
  mutate(data, decisions);
  return {std::move(args), data.dump()};
}

// A CSV with some of these columns; `value` makes a cell.
template <class Columns, class Key, class Value>
std::string table_of(const Columns& columns, Key key, Value value, Decisions& decisions) {
  std::vector<const typename Columns::value_type*> shown;
  std::string text;
  for (const auto& column : columns)
    if (!decisions.one_in(4)) {
      text += (shown.empty() ? "" : ",") + std::string(key(column));
      shown.push_back(&column);
    }
  for (std::size_t rows = 1 + decisions.below(4); rows > 0; --rows) {
    text += '\n';
    for (const auto* column : shown) {
      if (column != shown.front()) text += ',';
      if (!decisions.one_in(4)) text += '"' + value(*column) + '"';
    }
  }
  return text + '\n';
}

std::string any_prices(Decisions& decisions) {
  const std::span<const Field> fields = Observation::fields();
  const auto value = [&](const Field& field) {
    const Parsed any = gpupick::value_for(field, loose_data(), decisions);
    return any.is_string() ? any.get<std::string>() : any.dump();
  };
  return table_of(
      fields, [](const Field& field) { return field.key; }, value, decisions);
}

Asked about_prices(Decisions& decisions) {
  if (decisions.one_in(3)) return {{"prices", "import", "-"}, any_prices(decisions)};
  Words args = line_of(any_command_with("--prices", decisions), decisions);
  args.insert(args.end(), {"--prices", "-"});
  if (decisions.one_in(2)) return {args, any_prices(decisions)};
  return {args, "card,usd\n" + any_id("gpus", decisions) + ",10\n" + any_id("gpus", decisions) +
                    "," + std::string(decisions.any_of(amounts)) + "\n"};
}

Asked about_rows(Decisions& decisions) {
  using Column = std::pair<std::string, FlagRow>;
  static const std::vector<Column> columns = [] {
    std::vector<Column> all = {{"card", {{"card"}, "CARD", "", "", true, {}}}};
    for (const FlagRow& flag : command({"estimate"}).flags)
      for (const JobFlag& job : job_flags())
        if (job.is_column() && job.name() == flag.names.front()) all.emplace_back(job.key(), flag);
    return all;
  }();
  const auto value = [&](const Column& column) { return value_for(column.second, decisions); };
  return {{"estimate", "--rows", "-"},
          table_of(
              columns, [](const Column& column) { return column.first; }, value, decisions)};
}

// A published config with changed numbers.
Asked about_config(Decisions& decisions) {
  static const std::vector<Parsed> good = [] {
    std::vector<Parsed> all;
    for (const File& file : data_files("tests/fuzz/corpus"))
      if (file.text.starts_with("{\"model_type\"")) all.push_back(Parsed::parse(file.text));
    return all;
  }();
  static const Parsed others = {0, 1, 3, 128, 1e6, 1e15, 0.5, -1};
  Parsed config = decisions.any_of(good).flatten();
  for (std::size_t changes = decisions.below(4); changes > 0; --changes) {
    auto entry = config.begin();
    std::advance(entry, decisions.below(config.size()));
    if (entry->is_number())
      *entry = decisions.any_of(others);
    else
      config.erase(entry);
  }
  static const std::vector<Words> lines = {{"estimate"}, {"recommend"}, {"diff"}, {"cost"}};
  Words args = line_of(command(decisions.any_of(lines)), decisions);
  args.insert(args.end(), {"--model", "-"});
  return {std::move(args), config.unflatten().dump()};
}

// A user's defaults: any flag with any value. Most are rejected.
Asked about_defaults(Decisions& decisions) {
  const CommandPage& page = any_command_with("--kwh", decisions);
  Parsed defaults = Parsed::object();
  for (std::size_t more = 1 + decisions.below(3); more > 0; --more) {
    const FlagRow& flag = decisions.any_of(page.flags);
    if (flag.is_argument) continue;
    Parsed& value = defaults[flag.names.back().substr(2)];
    if (!flag.takes_value())
      value = decisions.one_in(2);
    else if (decisions.one_in(2))
      value = static_cast<double>(decisions.below(1000)) / 8;
    else
      value = value_for(flag, decisions);
  }
  Words args = line_of(page, decisions);
  args.insert(args.end(), {"--config", "-"});
  return {std::move(args), defaults.dump()};
}

// Messages of an assistant: a few questions, and a line with one changed byte.
Asked about_messages(Decisions& decisions) {
  std::string lines;
  for (std::size_t more = 1 + decisions.below(2); more > 0; --more) {
    const McpTool& tool = decisions.any_of(mcp_tools());
    const std::vector<ToolArgument> known = arguments_of(tool, commands());
    Parsed given = Parsed::object();
    for (const ToolArgument& argument : known) {
      const FlagRow& flag = argument.flag;
      if (!flag.is_argument && !decisions.one_in(8)) continue;
      Parsed& value = given[argument.name];
      if (decisions.one_in(16))
        value = decisions.below(1000);
      else if (!flag.takes_value())
        value = decisions.one_in(2);
      else if (flag.most > 1)
        value = {value_for(flag, decisions), value_for(flag, decisions)};
      else
        value = value_for(flag, decisions);
    }
    const Parsed message = {{"jsonrpc", "2.0"},
                            {"id", more},
                            {"method", "tools/call"},
                            {"params", {{"name", tool.name}, {"arguments", given}}}};
    lines += message.dump() + "\n";
  }
  if (decisions.one_in(4))
    lines[decisions.below(lines.size())] = static_cast<char>(decisions.below(256));
  return {{"mcp"}, lines};
}

}  // namespace

Words legal_line(Decisions& decisions) {
  static const std::vector<const CommandPage*> pages = [] {
    std::vector<const CommandPage*> all;
    for (const CommandPage& page : commands())
      if (std::ranges::none_of(page.flags, reads_input)) all.push_back(&page);
    return all;
  }();
  return line_of(*decisions.any_of(pages), decisions, legal_value);
}

Asked any_question(Decisions& decisions) {
  switch (decisions.below(8)) {
    case 0:
      return about_prices(decisions);
    case 1:
      return about_rows(decisions);
    case 2:
      return about_config(decisions);
    case 3:
      return about_defaults(decisions);
    case 4:
      return about_messages(decisions);
    case 5:
      return {line_of(decisions.any_of(commands()), decisions), ""};
    default:
      return about_changed_data(decisions);
  }
}

}  // namespace gpupick
