// The problem: who rents a node often sees only what its scheduler says of it. Slurm counts the
// cards of a node as "gpu:a100:4". Kubernetes has labels for their name, number and memory, which
// `kubectl` prints in lines, joined by commas, as YAML and as JSON.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cli/tool_output.hpp"

namespace gpupick {
namespace {

constexpr int most_of_node = 64;  // cards

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

// Returns the value behind a label, as in `label=value`, `label: value` and `"label": "value"`, or
// "". Longer labels that begin with this one have other values.
std::string value_of(std::string_view label, std::string_view line) {
  for (std::size_t at = line.find(label); !label.empty() && at != line.npos;
       at = line.find(label, at + 1)) {
    std::string_view rest = line.substr(at + label.size());
    if (rest.starts_with('"')) rest.remove_prefix(1);
    if (!rest.starts_with('=') && !rest.starts_with(':')) continue;
    rest.remove_prefix(std::min(rest.find_first_not_of("=: \"'"), rest.size()));
    rest = rest.substr(0, rest.find_first_of(", \"'\t\r"));
    if (std::ranges::any_of(rest, [](char c) { return is_digit(c) || is_letter(c); }))
      return std::string(rest);
  }
  return "";
}

struct LabelledNode {
  std::size_t line = 0;
  std::map<std::string_view, std::string> values;
};

// Returns the nodes of a family: a label that comes again is of the next node.
std::vector<LabelledNode> nodes_in(const NodeLabels& family, Lines& lines) {
  std::vector<LabelledNode> out;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (const std::string_view label :
         {family.product, family.count, family.memory, family.units}) {
      const std::string value = value_of(label, lines[i]);
      const bool of_label = label != family.units;
      if (value.empty() || (out.empty() && !of_label)) continue;
      if (out.empty() || (of_label && out.back().values.contains(label))) out.push_back({i, {}});
      out.back().values.try_emplace(label, value);
    }
  return out;
}

int cards_in(const std::string& count) {
  return static_cast<int>(std::min<double>(leading_number(count).value_or(1), most_of_node));
}

// Adds as many of a card, `before` of which its list has already.
void add_cards(SeenCard card, int count, int before, std::vector<SeenCard>& out) {
  card.unit = std::to_string(card.line);
  for (int i = 0; i < count; ++i) {
    card.place = before + i;
    out.push_back(card);
  }
}

void add_node(const NodeLabels& family, LabelledNode& node, std::vector<SeenCard>& out) {
  std::string& name = node.values[family.product];
  if (name.empty()) return;
  const std::string& count = node.values[family.count];
  SeenCard card{.line = node.line, .list = family.product};
  set_memory(card, node.values[family.memory], 1.0 / 1024);
  // "A100-SXM4-40GB-MIG-1g.5gb", of which the labels give the number and the memory.
  const std::size_t slice = name.find("-MIG-");
  card.name = name.substr(0, std::min(slice, name.find("-SHARED")));
  int cards = cards_in(count.empty() ? node.values[family.units] : count);
  if (slice != name.npos) {
    card.slices.assign(static_cast<std::size_t>(cards), name.substr(slice + 5));
    card.memory_gib.reset();
    cards = 1;
  }
  add_cards(card, cards, 0, out);
}

// Reads the "gpu:a100:4" of a line, but not what jobs of the node use.
void read_slurm(std::string line, std::size_t number, std::vector<SeenCard>& out) {
  constexpr std::string_view mark = "gpu:";
  for (const char* of_jobs : {"GresUsed=", "GresDrain="})
    line.resize(std::min(line.find(of_jobs), line.size()));
  int before = 0;
  for (std::size_t at = line.find(mark); at != line.npos; at = line.find(mark, at + 1)) {
    const std::size_t name = at + mark.size(), end = line.find_first_of(": ,=", name);
    if (end == line.npos || line[end] != ':' || end == name) continue;
    if (at > 0 && !holds(" =,\t", line[at - 1])) continue;
    const std::string count =
        line.substr(end + 1, line.find_first_not_of("0123456789", end + 1) - end - 1);
    if (count.empty()) continue;
    const int cards = cards_in(count);
    add_cards({.name = line.substr(name, end - name), .line = number, .list = mark}, cards, before,
              out);
    before += cards;
  }
}

}  // namespace

std::vector<SeenCard> in_schedulers(Lines& lines) {
  std::vector<SeenCard> out;
  for (const NodeLabels& family : families)
    for (LabelledNode& node : nodes_in(family, lines)) add_node(family, node, out);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t before = out.size();
    read_slurm(lines[i], i, out);
    if (out.size() > before) lines[i].clear();
  }
  return out;
}

}  // namespace gpupick
