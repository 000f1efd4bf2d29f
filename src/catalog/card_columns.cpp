#include "catalog/card_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

// Names of a field in tables, besides its key and its label; the surest first.
struct OtherNames {
  std::string_view key, names;
};
constexpr OtherNames other_names[] = {
    {"name",
     "accelerator name,chipset,name,gpu name,gpu,gpu model,graphics card,card,model,product name,"
     "product,title,item,grafikkarte,karte,artikel"},
    {"vendor", "manufacturer,maker,gpu vendor,gpu manufacturer"},
    {"family", "series,generation"},
    {"architecture", "arch,microarchitecture,gpu architecture"},
    {"launch_date", "launch date,launch,release date,released,release year"},
    {"memory_gib", "gpu memory,gpu vram,vram,vram size,video memory,memory size"},
    {"memory_type", "vram type,gpu memory type"},
    {"bus_bits", "bus width,memory bus width,memory interface width"},
    {"bandwidth_gb_s", "memory bandwidth,gpu memory bandwidth"},
    {"shader_count", "cuda cores,stream processors,shading units"},
    {"compute_units", "sms,sm count,cus"},
    {"base_mhz", "core clock,gpu clock"},
    {"boost_mhz", "boost"},
    {"tdp_w", "tdp,tgp,tbp,board power,power consumption,thermal design power"},
    {"psu_w", "recommended psu,suggested psu,recommended power supply"},
    {"compute_capability", "cuda capability,cuda compute capability"},
};

// Columns of a table of computers, in which "memory" is that of the computer.
constexpr std::string_view computer_columns[] = {"cpu", "cpus", "vcpu", "vcpus", "instancetype"};

std::vector<std::string> names_of(const Field& field) {
  std::vector<std::string> out;
  for (const auto& [key, names] : other_names)
    if (key == field.key)
      for (const std::string_view name : split(names, ",")) out.push_back(fold(name));
  add_text(out, fold(field.key));
  // A column "link" mostly holds addresses.
  if (field.key != "link_type") add_text(out, fold(field.label));
  return out;
}

bool is_unit(std::string_view word, const Field& field) {
  return !field.unit.empty() && !is_digit(word.front()) &&
         parse_figure(fmt::format("1{}", word), field);
}

}  // namespace

std::optional<double> parse_figure(std::string_view text, const Field& field) {
  std::string unit(field.unit == "Gb/s" ? "GBPS" : field.unit);
  for (char& c : unit) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return parse_quantity(text, unit);
}

std::string usual_names_of_cards() {
  for (const Field& field : Gpu::fields())
    if (field.key == "name") return join(names_of(field), ",");
  return "";
}

CardColumns::CardColumns(const std::vector<std::string>& header,
                         std::span<const std::pair<std::string, std::string>> fields, Arena& arena)
    : arena_(arena) {
  for (const std::string& column : header) names_.push_back(column_name(column));
  for (const auto& [column, field] : fields) map(header, column, field);
  const bool computers = std::ranges::any_of(
      names_, [](const std::string& name) { return contains(computer_columns, name); });
  for (const Field& field : Gpu::fields())
    if (!field.part() && !gives(field)) find_column(field, computers);
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (!find(names_[i])) add_text(others_, header[i]);
}

const CardColumn* CardColumns::find(std::string_view name) const {
  const auto column = std::ranges::find(columns_, name, &CardColumn::name);
  return column == columns_.end() ? nullptr : &*column;
}

bool CardColumns::name_cards() const {
  return std::ranges::any_of(columns_, [](const CardColumn& column) {
    return column.field->key == "name" || column.field->key == "id";
  });
}

bool CardColumns::gives(const Field& field) const {
  return std::ranges::find(columns_, &field, &CardColumn::field) != columns_.end();
}

void CardColumns::map(const std::vector<std::string>& header, const std::string& column,
                      const std::string& key) {
  const auto name = std::ranges::find(names_, column_name(column));
  if (name == names_.end())
    throw Error("--map names the column '{}'; the table has {}", printable(column),
                printable(enumerate(header, "and")));
  const auto field = std::ranges::find_if(Gpu::fields(), [&](const Field& one) {
    return !one.part() && contains(names_of(one), fold(key));
  });
  if (field == Gpu::fields().end()) {
    Phrases known;
    for (const Field& one : Gpu::fields()) known.push_back(one.key);
    throw Error("cards have no field '{}'{}; docs/fields.md#gpus lists them", printable(key),
                did_you_mean(key, known));
  }
  if (find(*name))
    throw Error("--map gives the column '{}' two fields; keep one", printable(column));
  if (gives(*field)) throw Error("--map gives '{}' two columns; keep one", field->key);
  std::size_t end = name->size();
  for (std::size_t at = name->size(); at-- > 0;)
    if (is_unit(std::string_view(*name).substr(at), *field)) end = at;
  columns_.push_back({arena_.keep(std::string_view(*name)), &*field, name->substr(end)});
}

void CardColumns::find_column(const Field& field, bool computers) {
  for (const std::string& usual : names_of(field))
    for (const std::string& name : names_) {
      if (!name.starts_with(usual) || find(name)) continue;
      if (computers && name.starts_with("memory")) continue;
      const std::string unit = name.substr(usual.size());
      if (unit.empty() || is_unit(unit, field))
        return columns_.push_back({arena_.keep(std::string_view(name)), &field, unit});
    }
}

}  // namespace gpupick
