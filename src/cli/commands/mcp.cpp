// A server of the Model Context Protocol, https://modelcontextprotocol.io: JSON-RPC 2.0 on standard
// input and output, one message a line. A tool runs the command of its name, so that an assistant
// and a person get the same answer. No message depends on those before it.
#include <fmt/format.h>

#include <algorithm>

#include "answer/data.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/ask.hpp"
#include "cli/command.hpp"
#include "cli/mcp_tools.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

constexpr std::string_view protocols[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr const char* instructions =
    "gpupick answers which GPU to buy or rent for AI work, from data of {}. Ask recommend which "
    "card to get, diff to compare named cards, estimate whether a model fits a card and how fast "
    "it runs, fit which models a card runs, cost what cards cost to own and to rent, show and "
    "prices about one card. Speeds and prices are estimates: give their range (low to high, which "
    "holds 4 in 5 measured values) and the day of the prices. Amounts are US dollars unless "
    "currency is given; a price that is known better goes into price. Cards answer to their usual "
    "names, `rtx-4090:2` is two. Error messages name the options of the command line: `--kv-quant` "
    "is the argument kv_quant.";

struct Resource {
  std::string_view uri, name, title, description, type;
};
constexpr Resource glossary = {"gpupick://words", "words", "Glossary",
                               "what the words and signs of the answers mean", "text/markdown"};
constexpr Resource day_of_data = {"gpupick://data", "data", "Day of the data",
                                  "the day that answers are as of, and how much is known on it",
                                  "application/json"};

// An error of the protocol. Errors of a question are results instead, which an assistant reads.
struct Failure {
  int code;
  std::string message;
};
constexpr int malformed = -32700, no_request = -32600, no_method = -32601, bad_params = -32602,
              no_resource = -32002;

std::string text_in(const Node& object, std::string_view key) {
  const auto* text = object.get<std::string_view>(key);
  return text ? std::string(*text) : "";
}

// Returns the object that is a member, or an empty one. Throws Failure for another value.
const Node& object_in(const Node& object, std::string_view key) {
  static const Node none{Node::Object{}};
  const Node* node = object.find(key);
  if (!node) return none;
  if (!std::holds_alternative<Node::Object>(node->value))
    throw Failure{bad_params, fmt::format("{} are an object, not {}", key, node->type_name())};
  return *node;
}

Data text_content(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

class Server {
 public:
  explicit Server(Session& session)
      : runner_{session.environment().today, session.usual_config()},
        flags_(flags_of(session.global)),
        catalog_(load_catalog(session.global, session.inputs, session.err)),
        pages_(command_pages()) {}

  // Returns the answer to a line, which is a message or a list of them; "" if it has none.
  std::string answer(const std::string& line) const {
    Arena arena;
    Document document({"message", line});
    std::vector<Diagnostic> found;
    if (!document.parse(arena, found, {}, true))
      return failure({}, {malformed, found.front().message});
    const auto* list = document.root().as<Node::Array>();
    if (!list || list->empty()) return answer(document.root());
    std::string all;
    for (const Node& message : *list)
      if (const std::string one = answer(message); !one.empty())
        all += (all.empty() ? "" : ", ") + one;
    return all.empty() ? "" : "[" + all + "]";
  }

 private:
  static std::string failure(const Data& id, const Failure& failure) {
    return to_json_line({{"jsonrpc", "2.0"},
                         {"id", id},
                         {"error", {{"code", failure.code}, {"message", failure.message}}}});
  }

  // Returns the answer to a message; "" if it is a notification or an answer itself.
  std::string answer(const Node& message) const {
    const Node* given = message.find("id");
    Data id;
    if (const std::string text = text_in(message, "id"); !text.empty() && is_printable(text))
      id = text;
    else if (const auto* number = message.get<double>("id"))
      id = *number;
    const std::string method = text_in(message, "method");
    const bool is_id = !std::holds_alternative<std::monostate>(id.value());
    if (method.empty() && is_id && (message.find("result") || message.find("error"))) return "";
    if (method.empty() || (given && !is_id))
      return failure(id, {no_request, "a request has a method, and a text or a number as id"});
    if (!given) return "";
    try {
      return fmt::format(R"({{"jsonrpc": "2.0", "id": {}, "result": {}}})", to_json_line(id),
                         result(method, object_in(message, "params")));
    } catch (const Failure& found) {
      return failure(id, found);
    } catch (const Error& error) {
      return failure(id, {bad_params, error.what()});
    }
  }

  std::string result(const std::string& method, const Node& params) const {
    if (method == "initialize") return to_json_line(initialize(params));
    if (method == "ping") return "{}";
    if (method == "tools/list") return to_json_line(list_tools());
    if (method == "tools/call") return call(params);
    if (method == "resources/list") return to_json_line(list_resources());
    if (method == "resources/read") return to_json_line(read(text_in(params, "uri")));
    throw Failure{no_method, fmt::format("no method is called '{}'", printable(method))};
  }

  Data initialize(const Node& params) const {
    const auto known = std::ranges::find(protocols, text_in(params, "protocolVersion"));
    return {{"protocolVersion", known == std::end(protocols) ? protocols[0] : *known},
            {"capabilities", {{"tools", Data::object()}, {"resources", Data::object()}}},
            {"serverInfo", {{"name", "gpupick"}, {"version", version}}},
            {"instructions", fmt::format(fmt::runtime(instructions), iso(catalog_.day()))}};
  }

  Data list_tools() const {
    Data list = Data::list();
    for (const McpTool& tool : mcp_tools()) list.push_back(description_of(tool, pages_));
    return {{"tools", std::move(list)}};
  }

  // Returns the result of a question: the answer as data and as text, then remarks.
  std::string call(const Node& params) const {
    const Node& arguments = object_in(params, "arguments");
    const Reply reply = ask(find_tool(text_in(params, "name")), pages_,
                            std::get<Node::Object>(arguments.value), flags_, runner_);
    if (reply.status == 2)
      return to_json_line(
          {{"content", Data::list({text_content(reply.remarks)})}, {"isError", true}});
    Data content = Data::list({text_content(reply.answer)});
    if (!reply.remarks.empty()) content.push_back(text_content(reply.remarks));
    return fmt::format(R"({{"content": {}, "structuredContent": {}}})", to_json_line(content),
                       reply.answer);
  }

  static Data list_resources() {
    Data list = Data::list();
    for (const Resource& one : {glossary, day_of_data})
      list.push_back({{"uri", one.uri},
                      {"name", one.name},
                      {"title", one.title},
                      {"description", one.description},
                      {"mimeType", one.type}});
    return {{"resources", std::move(list)}};
  }

  Data read(const std::string& uri) const {
    const auto contents = [](const Resource& one, std::string text) -> Data {
      return {
          {"contents",
           Data::list({{{"uri", one.uri}, {"mimeType", one.type}, {"text", std::move(text)}}})}};
    };
    if (uri == glossary.uri)
      return contents(glossary, runner_.run({"words", "--format=markdown"}).answer);
    if (uri == day_of_data.uri)
      return contents(day_of_data, to_json({{"day", iso(catalog_.day())},
                                            {"version", version},
                                            {"cards", catalog_.gpus().size()},
                                            {"prices", catalog_.of<Observation>().size()},
                                            {"models", catalog_.models().size()}}));
    throw Failure{uri.empty() ? bad_params : no_resource,
                  fmt::format("no resource is called '{}'", printable(uri))};
  }

  const CommandRunner runner_;
  const Words flags_;
  const Catalog catalog_;
  const std::vector<CommandPage> pages_;
};

class Mcp : public Command {
 public:
  ExitStatus run(Session& session) override {
    const Server server(session);
    std::istream& in = session.inputs.open("-");
    for (std::string line; session.out && std::getline(in, line);)
      if (const std::string answer = server.answer(line); !answer.empty())
        session.out << answer << '\n' << std::flush;
    return ExitStatus::done;
  }
};

}  // namespace

extern const CommandInfo mcp_command = {
    "mcp", "answer an AI assistant, as a server of the Model Context Protocol",
    "  gpupick mcp\n"
    "  gpupick mcp --add prices.json",
    make_command<Mcp>};

}  // namespace gpupick
