// The problem: who rents a node often sees only what its scheduler says of it. Slurm counts the
// cards of a node as "gpu:a100:4". Kubernetes has labels for their name, number and memory, which
// `kubectl` prints in lines, joined by commas, as YAML and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/tool_output.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_nodes = 1024;    // of a line
constexpr std::size_t longest_list = 8192;  // of nodes

// The labels of a node; `units` counts the cards where no label does.
struct NodeLabels {
  std::string_view product, count, memory, units;
};
constexpr NodeLabels families[] = {
    // GPU feature discovery of NVIDIA, the node labeller of AMD, GKE, and Karpenter on AWS
    {"nvidia.com/gpu.product", "nvidia.com/gpu.count", "nvidia.com/gpu.memory", "nvidia.com/gpu"},
    {"amd.com/gpu.product-name", "", "", "amd.com/gpu"},
    {"cloud.google.com/gke-accelerator", "cloud.google.com/gke-accelerator-count", "",
     "nvidia.com/gpu"},
    {"karpenter.k8s.aws/instance-gpu-name", "karpenter.k8s.aws/instance-gpu-count",
     "karpenter.k8s.aws/instance-gpu-memory", "nvidia.com/gpu"},
};

struct LabelValue {
  std::size_t at = 0;  // in the line
  std::string_view label;
  std::string value;
};

// Adds the values behind a label, as in `label=value`, `label: value` and `"label": "value"`.
// Longer labels that begin with this one have other values.
void add_values(std::string_view label, std::string_view line, std::vector<LabelValue>& out) {
  for (std::size_t at = line.find(label); !label.empty() && at != line.npos;
       at = line.find(label, at + 1)) {
    std::string_view rest = line.substr(at + label.size());
    if (rest.starts_with('"')) rest.remove_prefix(1);
    if (!rest.starts_with('=') && !rest.starts_with(':')) continue;
    rest.remove_prefix(std::min(rest.find_first_not_of("=: \"'"), rest.size()));
    rest = rest.substr(0, rest.find_first_of(", \"'\t\r"));
    if (std::ranges::any_of(rest, [](char c) { return is_digit(c) || is_letter(c); }))
      out.push_back({at, label, std::string(rest)});
  }
}

struct LabelledNode {
  std::size_t line = 0;
  std::map<std::string_view, std::string> values;
};

// Returns the nodes of a family: a label that comes again is of the next node. JSON may have all
// nodes in one line.
std::vector<LabelledNode> nodes_in(const NodeLabels& family, const Lines& lines) {
  std::vector<LabelledNode> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<LabelValue> values;
    for (const std::string_view label : {family.product, family.count, family.memory, family.units})
      add_values(label, lines[i], values);
    std::ranges::sort(values, {}, &LabelValue::at);
    for (const auto& [at, label, value] : values) {
      const bool of_label = label != family.units;
      if (out.empty() && !of_label) continue;
      if (out.empty() || (of_label && out.back().values.contains(label))) out.push_back({i, {}});
      out.back().values.try_emplace(label, value);
    }
  }
  return out;
}

// Adds as many of a card as the count says, `before` of which its list has already. Returns how
// many.
int add_cards(const SeenCard& card, const std::string& count, int before,
              std::vector<SeenCard>& out) {
  const std::size_t first = out.size();
  const int added = add_counted(card, count, out);
  for (int i = 0; i < added; ++i) out[first + static_cast<std::size_t>(i)].place = before + i;
  return added;
}

void add_node(const NodeLabels& family, LabelledNode& node, std::size_t number,
              std::vector<SeenCard>& out) {
  std::string& name = node.values[family.product];
  if (name.empty()) return;
  const std::string& labelled = node.values[family.count];
  const std::string& count = labelled.empty() ? node.values[family.units] : labelled;
  SeenCard card{.line = node.line, .list = family.product, .unit = std::to_string(number)};
  set_memory(card, node.values[family.memory], 1.0 / 1024);
  // "A100-SXM4-40GB-MIG-1g.5gb", of which the labels give the number and the memory.
  const std::size_t slice = name.find("-MIG-");
  card.name = name.substr(0, std::min(slice, name.find("-SHARED")));
  const std::size_t first = out.size();
  const int added = add_cards(card, count, 0, out);
  if (slice == name.npos || added == 0) return;
  out.resize(first + 1);
  out.back().slices.assign(static_cast<std::size_t>(added), name.substr(slice + 5));
  out.back().memory_gib.reset();
}

// Returns the hosts of a group such as "gpu[01-03,07]"; none if it is not understood.
std::vector<std::string> hosts_of_group(std::string_view group) {
  const std::size_t open = group.find('['), close = group.find(']', open);
  if (close == group.npos) return {std::string(group)};
  const std::vector<std::string> ends = hosts_of_group(group.substr(close + 1));
  if (ends.empty()) return {};
  std::vector<std::string> out;
  for (const std::string_view range : split(group.substr(open + 1, close - open - 1), ",")) {
    const std::size_t dash = range.find('-');
    const std::string_view first = range.substr(0, dash);
    const auto from = parse_number(first), to = parse_number(range.substr(dash + 1));
    if (!from || !to || *to < *from || *to - *from >= most_nodes) return {};
    const auto more = static_cast<std::size_t>(*to - *from);
    for (std::size_t i = 0; i <= more; ++i)
      for (const std::string& end : ends) {
        if (out.size() == most_nodes) return {};
        const double number = *from + static_cast<double>(i);
        out.push_back(fmt::format("{}{:0>{}}{}", group.substr(0, open), number, first.size(), end));
      }
  }
  return out;
}

struct HostList {
  std::string_view names;
  bool sure = false;  // they are hosts, so that another line with them is about the same ones
};

// Returns the hosts that a line of Slurm names: behind "NodeName=", in brackets as in "long*
// gpu[01-04] gpu:l4:2", or else in the first word.
std::optional<HostList> hosts_in(std::string_view line) {
  constexpr std::string_view key = "NodeName=";
  for (const std::string_view word : split(line, " ")) {
    if (word.starts_with(key)) return HostList{word.substr(key.size()), true};
    if (holds(word, '[') && !holds(word, '=') && !holds(word, ':')) return HostList{word, true};
  }
  const std::string_view first = line.substr(0, line.find(' '));
  if (first.empty() || !is_letter(first.front()) || first.find_first_of(":=") != first.npos)
    return {};
  return HostList{first};
}

// Returns the names of a list: gpu01, gpu02 and n7 for "gpu[01-02],n7"; none if it is not
// understood.
std::vector<std::string> hosts_of(std::string_view list) {
  if (list.empty()) return {""};
  if (list.size() > longest_list) return {};
  std::vector<std::string> out;
  for (std::size_t begin = 0, end = 0; begin < list.size(); begin = end + 1) {
    bool inside = false;
    for (end = begin; end < list.size() && (inside || list[end] != ','); ++end)
      inside = list[end] == '[' || (inside && list[end] != ']');
    const std::vector<std::string> hosts = hosts_of_group(list.substr(begin, end - begin));
    if (hosts.empty() || out.size() + hosts.size() > most_nodes) return {};
    out.insert(out.end(), hosts.begin(), hosts.end());
  }
  return out;
}

// Reads the "gpu:a100:4" of a line, but not what jobs of the node use.
void read_slurm(std::string_view line, const SeenCard& of_node, std::vector<SeenCard>& out) {
  constexpr std::string_view mark = "gpu:";
  for (const char* of_jobs : {"GresUsed=", "GresDrain="}) line = line.substr(0, line.find(of_jobs));
  int before = 0;
  for (std::size_t at = line.find(mark); at != line.npos; at = line.find(mark, at + 1)) {
    const std::size_t name = at + mark.size(), end = line.find_first_of(": ,=", name);
    if (end == line.npos || line[end] != ':' || end == name) continue;
    if (at > 0 && !holds(" =,\t", line[at - 1])) continue;
    const std::string_view count =
        line.substr(end + 1, line.find_first_of(" ,(\t;|\"'", end + 1) - end - 1);
    if (count.empty() || (!is_digit(count.front()) && count.front() != '-')) continue;
    SeenCard card = of_node;
    card.name = line.substr(name, end - name);
    card.list = mark;
    before += add_cards(card, std::string(count), before, out);
  }
}

void read_slurm(const Lines& lines, std::vector<SeenCard>& out) {
  HostList list;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::optional<HostList> hosts = hosts_in(lines[i])) list = *hosts;
    if (!holds(lines[i], "gpu:")) continue;
    const std::size_t before = out.size();
    SeenCard node{.line = i};
    std::vector<std::string> hosts = hosts_of(list.names);
    if (hosts.empty()) {
      hosts.emplace_back(list.names);
      node.fault = fmt::format("is of hosts that are not understood: '{}'", printable(list.names));
    }
    for (const std::string& host : hosts) {
      node.unit = list.sure ? host : fmt::format("{} {}", i, host);
      read_slurm(lines[i], node, out);
    }
    if (out.size() > before) list = {};
  }
}

}  // namespace

std::vector<SeenCard> in_schedulers(Lines& lines) {
  std::vector<SeenCard> out;
  for (const NodeLabels& family : families) {
    std::size_t number = 0;
    for (LabelledNode& node : nodes_in(family, lines)) add_node(family, node, number++, out);
  }
  const std::size_t labelled = out.size();
  read_slurm(lines, out);
  for (std::size_t i = labelled; i < out.size(); ++i) lines[out[i].line].clear();
  return out;
}

}  // namespace gpupick
