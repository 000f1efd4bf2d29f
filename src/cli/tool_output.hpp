// Cards in the output of tools, as text, CSV, JSON or XML (docs/cli.md#detect lists the tools). All
// that helps to tell cards apart is kept: names, PCI ids, memory, cores, watts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

struct SeenCard {
  std::string name;
  bool cut = false;    // the tool shows only the start of the name
  std::string pci_id;  // "10de:2684", or the device alone, ":2684"; "": not shown
  std::optional<double> memory_gib, watts, cores;
  std::string odd_memory;           // a memory that is not understood, as shown
  std::vector<std::string> slices;  // profiles of its MIG slices, such as "1g.10gb"
  bool is_card = true;              // false: a processor that a tool lists among the cards
  bool sure = true;                 // false: a line that is a card only if the catalog has it
};

std::vector<SeenCard> cards_seen_in(std::string_view text);

// Returns a text in UTF-16, as PowerShell writes it, in UTF-8, and any other text unchanged.
std::string utf8_of(std::string_view text);

// Returns why a text without cards has none.
std::string fault_of_output(std::string_view text);

// The helpers that all readers share, in tool_pairs.cpp.
using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text);

// Returns the text without blanks and quotes around it.
std::string trimmed(std::string_view text);

// Returns the number at the start of a text, such as "8188MiB", or nothing.
std::optional<double> leading_number(std::string_view text);

// Returns an amount of memory in GiB, or nothing. `unit_gib` counts if the text has no unit.
std::optional<double> memory_of(std::string_view text, double unit_gib);

// Returns ":738c" for "0x738c" and "29772(0x744c)", "10de:2684" for NVIDIA's "0x268410DE", or "".
std::string device_id(std::string_view text);

// Return the cards in JSON, in lines of XML, in lines such as "key : value", and in CSV whose
// header names the columns.
std::vector<SeenCard> in_json(std::string_view text);
std::vector<SeenCard> in_xml(const Lines& lines);
std::vector<SeenCard> in_pairs(const Lines& lines);
std::vector<SeenCard> in_csv(const Lines& lines);

}  // namespace gpupick
