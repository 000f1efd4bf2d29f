// Cards in the output of tools, as text, CSV, JSON or XML (docs/cli.md#detect lists the tools). All
// that helps to tell cards apart is kept: names, PCI ids, memory, cores, watts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

struct SeenCard {
  std::string name = {};
  bool cut = false;         // the tool shows only the start of the name
  std::string pci_id = {};  // "10de:2684", or the device alone, ":2684"; "": not shown
  std::optional<double> memory_gib = {}, watts = {}, cores = {};
  std::string fault = {};                // why it can be no card of the catalog, after its name
  std::vector<std::string> slices = {};  // profiles of its MIG slices, such as "1g.10gb"
  bool is_card = true;                   // false: a processor that a tool lists among the cards
  bool sure = true;                      // false: a line that is a card only if the catalog has it

  std::size_t line = 0;              // of the text, where the tool begins with it
  std::optional<double> place = {};  // index or PCI address, ascending within a list
  std::string_view list = {};        // tells the lists of one reader apart
  std::string unit = {};             // its UUID
};

// The cards that one run of a tool lists.
struct ToolRun {
  std::string tool;  // the same for two runs of a tool
  std::vector<SeenCard> cards;
};

// Returns the runs of tools whose output the text holds, in its order.
std::vector<ToolRun> tool_runs_in(std::string_view text);

// Returns a text in UTF-8, without colours and with '\n' at the end of its lines. PowerShell writes
// UTF-16.
std::string plain_text(std::string_view text);

// Returns why a text without cards has none.
std::string fault_of_output(std::string_view text);

// True if lspci names the adapter that WSL shows instead of a card, by name or PCI id.
bool names_wsl_adapter(std::string_view text);

// The lines of a text that no reader has read. A reader returns the cards in them and clears the
// lines that it understands.
using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text);

// Tables of nvidia-smi, amd-smi and rocm-smi, and complaints of nvidia-smi about a card.
std::vector<SeenCard> in_smi_tables(Lines& lines);
std::vector<SeenCard> in_rocm_table(Lines& lines);
std::vector<SeenCard> in_complaints(Lines& lines);
// Lines of lspci with or without -v, -n, -nn, -mm and -vmm, and lines with a PCI id alone.
std::vector<SeenCard> in_lspci(Lines& lines);
// Nodes of Slurm and Kubernetes.
std::vector<SeenCard> in_schedulers(Lines& lines);
// Names behind labels, as of `nvidia-smi -L` and the log of llama.cpp.
std::vector<SeenCard> in_labels(Lines& lines);
// JSON, XML, lines such as "key : value", and CSV whose header names the columns.
std::vector<SeenCard> in_json(Lines& lines);
std::vector<SeenCard> in_xml(Lines& lines);
std::vector<SeenCard> in_pairs(Lines& lines);
std::vector<SeenCard> in_csv(Lines& lines);
// Video controllers of Windows, and rows of CSV without a header.
std::vector<SeenCard> in_windows(Lines& lines);
std::vector<SeenCard> in_rows(Lines& lines);

// True for JSON. Lines of gpustat and others begin with a number or a word in brackets.
bool begins_json(std::string_view text);

// Returns the text without blanks and quotes around it.
std::string trimmed(std::string_view text);

// Returns the number at the start of a text, such as "8188MiB", or nothing.
std::optional<double> leading_number(std::string_view text);

// Returns the PCI address at the start of a text as a number, or nothing.
std::optional<double> bus_number(std::string_view text);

// Returns an amount of memory in GiB, or nothing. `unit_gib` counts if the text has no unit.
std::optional<double> memory_of(std::string_view text, double unit_gib);

// Sets the memory, or the fault if it is not understood.
void set_memory(SeenCard& card, std::string_view text, double unit_gib);

// Returns the column of a header that counts the cards of each row, or npos.
std::size_t count_column(const std::vector<std::string>& cells);

// Adds as many of a card as a text counts, one if it is empty; one with a fault if the text is no
// number of cards. Returns how many.
int add_counted(SeenCard card, const std::string& count, std::vector<SeenCard>& out);

// Returns ":738c" for "0x738c" and "29772(0x744c)", "10de:2684" for NVIDIA's "0x268410DE", or "".
std::string device_id(std::string_view text);

}  // namespace gpupick
