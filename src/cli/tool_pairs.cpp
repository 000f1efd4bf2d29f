// The problem: most tools print a card as pairs of key and value. JSON, XML and CSV become such
// pairs too, and tool_facts.cpp says what they mean.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "cli/tool_facts.hpp"
#include "schema/csv.hpp"
#include "schema/document.hpp"

namespace gpupick {

namespace {

// True if the members are those of a card whose name has the key "name" or "product": of fastfetch,
// lshw, PowerShell and LM Studio.
bool are_of_card(const Node::Object& members) {
  return std::ranges::any_of(members, [&](const KeyValue& member) {
    const auto* text = member.value.as<std::string_view>();
    const std::string key = fold(member.key);
    return (key == "type" && text && *text == "GPU") ||
           (key == "id" && text && text->starts_with("display")) || key == "adapterram" ||
           key == "videoprocessor" || key == "totalmemorycapacitybytes" ||
           (key == "name" && members.size() == 1);
  });
}

// Adds the pairs of a JSON tree. The entries of a list are cards, or else the members of the root.
// Keys below "vram" and "dedicated" get its name, since theirs alone say "size" and "total".
void add_tree(const Node& node, const std::string& key, const std::string& block, Collector& out,
              bool of_card = false) {
  if (const auto* members = node.as<Node::Object>()) {
    of_card = (of_card && key != "children") || are_of_card(*members);
    for (const KeyValue& member : *members) {
      const std::string name(member.key);
      const bool is_name = of_card && (name == "name" || name == "Name" || name == "product");
      add_tree(member.value,
               is_name                               ? "card name"
               : name == "value"                     ? key
               : key == "vram" || key == "dedicated" ? fmt::format("{} {}", key, name)
                                                     : name,
               block.empty() ? name : block, out, of_card);
    }
  } else if (const auto* entries = node.as<Node::Array>()) {
    for (std::size_t i = 0; i < entries->size(); ++i)
      add_tree((*entries)[i], key, fmt::format("{}/{}", block, i), out, of_card);
  } else if (const auto* text = node.as<std::string_view>()) {
    out.add(key, *text, block);
  } else if (const auto* number = node.as<double>()) {
    // A number of a device in decimal digits is no PCI id.
    if (key != "deviceId") out.add(key, fmt::format("{}", *number), block);
  }
}

// Returns the number of lines from `first` on that hold one JSON value, or 0 if it does not end.
std::size_t lines_of_json(const Lines& lines, std::size_t first) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = first; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (quoted && line[k] == '\\')
        ++k;
      else if (line[k] == '"')
        quoted = !quoted;
      else if (!quoted)
        depth += holds("[{", line[k]) ? 1 : holds("]}", line[k]) ? -1 : 0;
    }
    if (depth <= 0) return i + 1 - first;
  }
  return 0;
}

// Adds the cards of one JSON value; returns false if it has none.
bool read_json(std::string_view text, std::size_t line, std::vector<SeenCard>& out) {
  Arena arena;
  std::vector<Diagnostic> diagnostics;
  Document document({"", text});
  if (!document.parse(arena, diagnostics)) return false;
  Collector pairs;
  pairs.line = line;
  if (const auto* names = document.root().as<Node::Array>())
    for (std::size_t i = 0; i < names->size(); ++i)
      if (const auto* name = (*names)[i].as<std::string_view>())
        pairs.add("cardname", *name, fmt::format("entry {}", i));
  add_tree(document.root(), "", "", pairs);
  double place = 0;
  for (SeenCard& card : pairs.cards()) {
    card.place = place++;
    out.push_back(std::move(card));
  }
  return place > 0;
}

}  // namespace

std::vector<SeenCard> in_json(Lines& lines) {
  std::vector<SeenCard> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!begins_json(lines[i])) continue;
    const std::size_t count = lines_of_json(lines, i);
    if (count == 0) break;
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (read_json(join(Lines(begin, end), "\n"), i, out))
      std::for_each(begin, end, [](std::string& line) { line.clear(); });
    i += count - 1;
  }
  return out;
}

// Reads "<key>value</key>". Totals are those of the frame buffer, products those of lshw's
// displays.
std::vector<SeenCard> in_xml(Lines& lines) {
  Collector out;
  bool frame_buffer = false, display = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (!trimmed(line).starts_with("<")) continue;
    out.line = i;
    if (holds(line, "<fb_memory_usage>")) frame_buffer = true;
    for (std::size_t at = line.find('<'); at != std::string::npos; at = line.find('<', at + 1)) {
      const std::size_t close = line.find('>', at);
      if (close == std::string::npos) break;
      const std::string key = line.substr(at + 1, close - at - 1);
      if (key.starts_with("node ")) display = holds(key, "class=\"display\"");
      const std::size_t end = line.find("</", close);
      if (end == std::string::npos) break;
      const std::string value = line.substr(close + 1, end - close - 1);
      if (holds(key, ' ') || holds(value, '<')) continue;
      if (key == "product" && display)
        out.add("card name", value);
      else if (key != "total")
        out.add(key, value);
      else if (frame_buffer)
        out.add("fb memory usage total", value);
      if (key == "total") frame_buffer = false;
    }
    lines[i].clear();
  }
  return out.cards();
}

namespace {

struct Pair {
  std::string key, value;  // the value is "" in the title of a section
};

// Splits "key : value", "key = value" and "key    value".
Pair pair_in(std::string_view plain) {
  std::size_t split = plain.find(':'), width = 1;
  if (const std::size_t equals = plain.find(" = "); equals < split) split = equals, width = 3;
  if (split == std::string::npos) {
    split = plain.find("  ");
    width = 2;
  }
  if (split == std::string::npos || split == plain.size() - 1)
    return {std::string(plain.substr(0, plain.find(':'))), ""};
  Pair out{trimmed(plain.substr(0, split)), trimmed(plain.substr(split + width))};
  // The last words before a wide gap are the key, as in "0     Device Name: Arc".
  if (const std::size_t gap = out.key.rfind("  "); gap != std::string::npos)
    out.key = trimmed(std::string_view(out.key).substr(gap));
  return out;
}

// Returns a line without the bars around it; xpu-smi has a column of numbers in front.
std::string without_bars(std::string_view line) {
  std::string plain = trimmed(line);
  if (plain.starts_with("|")) plain = trimmed(std::string_view(plain).substr(1));
  if (const std::size_t bar = plain.find("| "); bar != std::string::npos && bar < 8)
    plain = trimmed(std::string_view(plain).substr(bar + 1));
  if (plain.ends_with("|")) plain = trimmed(std::string_view(plain).substr(0, plain.size() - 1));
  return plain;
}

}  // namespace

// Reads lines such as "key : value", "key = value", "key    value" and "GPU[0] : key : value".
std::vector<SeenCard> in_pairs(Lines& lines) {
  Collector out;
  std::string section;
  std::set<std::string> seen;  // numbers and keys of names
  int lists = 0;               // of numbered cards
  bool skipping = false;       // clinfo repeats names after its list of devices
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out.line = i;
    skipping = holds(lines[i], "NULL platform behavior") || (skipping && lines[i].starts_with(' '));
    if (skipping) continue;
    std::string plain = without_bars(lines[i]);
    if (plain.starts_with("*-")) {  // lshw
      section = plain.substr(0, plain.find_first_of(" :"));
      continue;
    }
    std::string block;
    out.place.reset();
    if (plain.starts_with("GPU[")) {
      const std::size_t colon = plain.find(':');
      if (colon == std::string::npos) continue;
      block = trimmed(std::string_view(plain).substr(0, colon));
      plain = trimmed(std::string_view(plain).substr(colon + 1));
      out.place = leading_number(std::string_view(block).substr(4));
    }
    auto [key, value] = pair_in(plain);
    if (value.empty()) {
      section = key;
      continue;
    }
    if (key == "Total" || key == "SIZE") key = fmt::format("{} {}", section, key);
    if (key == "product" && section == "*-display") key = "card name";
    if (!block.empty()) {
      // A name that comes again is of another computer's card.
      if (is_name_key(key) && !seen.insert(block + key).second) seen = {block + key}, ++lists;
      block += fmt::format(" {}", lists);
    }
    if (out.add(key, value, block)) lines[i].clear();
  }
  return out.cards();
}

namespace {

// Returns the key of a column; short names are those of `nvidia-smi --query-gpu`.
std::string query_key(std::string_view cell) {
  const std::string key = lower_case(trimmed(cell));
  const bool plain = key.starts_with("name") || key.starts_with("gpu_name") ||
                     key.starts_with("memory.total") || key.starts_with("power.limit");
  return plain ? "csv " + key : key;
}

// Returns the keys of the columns if the line is a header with a column of names. A capital letter
// begins the header of a table that is no CSV.
std::vector<std::string> header_in(const std::string& line) {
  std::vector<std::string> out;
  const std::vector<std::string> cells = cells_of(line, separator_in(line));
  if (!holds(line, ',') && !holds(line, ';') && trimmed(line) != "name") return {};
  for (const std::string& cell : cells) out.push_back(query_key(cell));
  return std::ranges::any_of(out, is_name_key) ? out : std::vector<std::string>();
}

}  // namespace

// Reads the rows of CSV below a header that names the columns, up to an empty line.
std::vector<SeenCard> in_csv(Lines& lines) {
  Collector cards;
  std::vector<std::string> header;
  std::map<std::size_t, std::string> counts;  // of cards, by line
  char separator = ',';
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (std::vector<std::string> found = header_in(lines[i]); !found.empty()) {
      header = std::move(found);
      separator = separator_in(lines[i]);
      cards.place = 0;
    } else if (trimmed(lines[i]).empty()) {
      header.clear();
    } else if (!header.empty()) {
      const std::vector<std::string> cells = cells_of(lines[i], separator);
      cards.line = i;
      ++*cards.place;
      for (std::size_t k = 0; k < std::min(cells.size(), header.size()); ++k)
        cards.add(header[k], cells[k], fmt::format("row {}", i));
      if (const std::size_t column = count_column(header); column < cells.size())
        counts[i] = cells[column];
    }
    if (!header.empty()) lines[i].clear();
  }
  std::vector<SeenCard> out;
  for (SeenCard card : cards.cards()) {
    const std::string& count = counts[card.line];
    if (!count.empty()) card.place.reset();  // equal places would be those of another list
    add_counted(std::move(card), count, out);
  }
  return out;
}

}  // namespace gpupick
