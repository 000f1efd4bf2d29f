// Measures the lint: changes every figure of 40 shipped cards, one at a time, by errors found in
// other catalogs, and checks whether validate reports them. docs/catalog.md has the table of
// shares; the build's target refresh_docs writes it there.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "catalog/validate.hpp"
#include "catch.hpp"
#include "render/formats.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

struct Fault {
  const char* name;
  // Returns the wrong value of a figure; nothing if the fault does not apply to it.
  std::optional<double> (*make)(const Figure& figure, double value, const Gpu* neighbour);
};

bool is_tensor_rate(const Figure& figure) {
  return figure.key.find("_tensor_t") != std::string_view::npos;
}

const Fault faults[] = {
    {"twice", [](const Figure&, double value, const Gpu*) { return std::optional(value * 2); }},
    {"half", [](const Figure&, double value, const Gpu*) { return std::optional(value / 2); }},
    {"x 1,000",
     [](const Figure&, double value, const Gpu*) { return std::optional(value * 1000); }},
    {"GB for GiB",
     [](const Figure& figure, double value, const Gpu*) {
       return figure.key == "memory_gib" ? std::optional(value * 1.073741824) : std::nullopt;
     }},
    {"sparse for dense",
     [](const Figure& figure, double value, const Gpu*) {
       return is_tensor_rate(figure) ? std::optional(value * 2) : std::nullopt;
     }},
    {"neighbour's value",
     [](const Figure& figure, double value, const Gpu* neighbour) {
       const Number other = neighbour ? number_of(*neighbour, figure) : std::nullopt;
       const bool differs = other && *other > 0 && std::abs(*other - value) > 0.05 * value;
       return differs ? other : std::nullopt;
     }},
};

std::string group_of(const Figure& figure) {
  static const std::map<std::string_view, const char*> groups = {
      {"bandwidth_gb_s", "bandwidth"},
      {"memory_gib", "memory"},
      {"bus_bits", "memory"},
      {"memory_gbps", "memory"},
      {"shader_count", "units"},
      {"compute_units", "units"},
      {"tensor_cores", "units"},
      {"fp64_tflops", "vector rates"},
      {"fp32_tflops", "vector rates"},
      {"fp16_vector_tflops", "vector rates"},
      {"tdp_w", "power"},
      {"psu_w", "power"}};
  if (is_tensor_rate(figure)) return "tensor rates";
  const auto group = groups.find(figure.key);
  return group == groups.end() ? "the rest" : group->second;
}

struct FoundShare {
  std::size_t caught = 0, of = 0;
};

class Planting {
 public:
  void run() {
    const std::size_t step = gpus_.size() / 40;
    for (std::size_t i = 0; i < 40; ++i) plant_in(gpus_[i * step]);
  }

  Table table() const {
    Table out{{{"figure"}}, {}};
    for (const Fault& fault : faults) out.columns.push_back({fault.name, Align::right});
    out.columns.push_back({"all", Align::right});
    for (const auto& [group, shares] : shares_) {
      std::vector<std::string> row{group};
      FoundShare all;
      for (const Fault& fault : faults) {
        const auto found = shares.find(fault.name);
        const FoundShare share = found == shares.end() ? FoundShare{} : found->second;
        row.push_back(text(share));
        all.caught += share.caught;
        all.of += share.of;
      }
      row.push_back(text(all));
      out.rows.push_back(std::move(row));
    }
    std::vector<std::string> row{"form factor swapped"};
    row.insert(row.end(), std::size(faults), "-");
    row.push_back(text(swapped_));
    out.rows.push_back(std::move(row));
    return out;
  }

  double caught(const std::string& group) const {
    FoundShare all;
    for (const auto& [fault, share] : shares_.at(group)) {
      all.caught += share.caught;
      all.of += share.of;
    }
    return static_cast<double>(all.caught) / static_cast<double>(all.of);
  }

 private:
  static std::string text(const FoundShare& share) {
    if (share.of == 0) return "-";
    return fmt::format("{:.0f} % of {}",
                       100.0 * static_cast<double>(share.caught) / static_cast<double>(share.of),
                       share.of);
  }

  // The next card of the same maker and segment by id: the neighbouring line of a table.
  const Gpu* neighbour_of(const Gpu& gpu) const {
    for (const Gpu& other : gpus_)
      if (other.id > gpu.id && other.vendor == gpu.vendor && other.segment == gpu.segment)
        return &other;
    return nullptr;
  }

  // True if validating a file with the card reports anything.
  static bool is_seen(const Parsed& card) {
    const Parsed file = {{"gpus", {card}}};
    const std::string text = file.dump();
    std::vector<Diagnostic> found;
    const Dataset data = read_data({{"card.json", text}}, found);
    return !found.empty() || !validate(data, shipped_catalog()).empty();
  }

  void plant_in(const Gpu& gpu) {
    const Parsed card =
        Parsed::parse(run_gpupick({"show", std::string(gpu.id), "--format", "json"}).out)["card"];
    const Gpu* neighbour = neighbour_of(gpu);
    for (const Figure& figure : figures()) {
      const Number value = number_of(gpu, figure);
      if (!value || *value == 0) continue;
      for (const Fault& fault : faults) {
        const std::optional<double> wrong = fault.make(figure, *value, neighbour);
        if (!wrong) continue;
        Parsed broken = card;
        broken[std::string(figure.key)] = *wrong;
        FoundShare& share = shares_[group_of(figure)][fault.name];
        ++share.of;
        if (is_seen(broken)) ++share.caught;
      }
    }
    const bool board = gpu.form_factor == "pcie";
    if (!board && !gpu.form_factor.value_or("").starts_with("sxm")) return;
    Parsed broken = card;
    broken["form_factor"] = board ? "sxm" : "pcie";
    ++swapped_.of;
    if (is_seen(broken)) ++swapped_.caught;
  }

  const std::span<const Gpu> gpus_ = shipped_catalog().gpus();
  std::map<std::string, std::map<std::string, FoundShare>> shares_;  // by group and fault
  FoundShare swapped_;
};

TEST_CASE("planted faults are found, to the share that the documents state", "[documents][slow]") {
  Planting planting;
  planting.run();
  const std::string table = to_markdown(planting.table());
  const std::string path = project_path("docs/catalog.md");
  const std::string document = read_text(path);
  const std::string mark = "<!-- planted faults -->\n";
  const std::size_t begin = document.find(mark) + mark.size();
  const std::size_t end = document.find("\n\n", begin) + 1;
  if (const char* update = std::getenv("GPUPICK_UPDATE_GOLDEN"); update && *update == '1')
    std::ofstream(path, std::ios::binary)
        << document.substr(0, begin) << table << document.substr(end);
  else
    CHECK(document.substr(begin, end - begin) == table);
  for (const char* group : {"bandwidth", "tensor rates", "units"}) {
    INFO(group);
    CHECK(planting.caught(group) >= 0.9);
  }
}

}  // namespace
}  // namespace gpupick
