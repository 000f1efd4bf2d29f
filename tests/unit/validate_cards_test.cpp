// Wrong figures of a card, one at a time: the facts of its architecture or memory find each, under
// its own rule. Figures that are rounded like those of data sheets pass.
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

// Returns the rules, in order, that a copy of the card breaks with this figure changed. Null
// removes the figure.
std::string broken_by(const char* name, const char* key, const Parsed& value) {
  Parsed card = Parsed::parse(run_fixed({"show", name, "--format", "json"}).out)["card"];
  card["id"] = "mine";
  card["name"] = "Mine";
  card.erase("aliases");
  if (!card.contains(key)) card["sources"][key] = card["sources"]["memory_gib"];
  card[key] = value;
  if (value.is_null()) {
    card.erase(key);
    card["sources"].erase(key);
  }
  const Parsed file = {{"gpus", {card}}};
  const Run run = run_fixed({"validate", "-", "--format", "json"}, file.dump());
  std::vector<std::string> rules;
  const Parsed findings = Parsed::parse(run.out)["findings"];
  for (const Parsed& finding : findings) rules.push_back(finding["rule"]);
  return join(rules, " ");
}

struct Slip {
  const char* card;
  const char* key;
  Parsed value;
  const char* rules;
};

void check_slips(const std::vector<Slip>& slips) {
  for (const Slip& slip : slips) {
    INFO(slip.key << " of " << slip.card << " as " << slip.value.dump());
    CHECK(broken_by(slip.card, slip.key, slip.value) == slip.rules);
  }
}

TEST_CASE("unit counts follow from the architecture") {
  check_slips({{"rtx-4090", "shader_count", 16256, "shaders-per-unit"},  // 127 a unit
               {"rtx-4090", "tensor_cores", 511, "tensor-cores-per-unit"},
               {"rtx-4090", "tensor_cores", 256, "tensor-cores-per-unit"},  // 2 a unit, as in RDNA
               {"p40", "tensor_cores", 120, "tensor-cores-per-unit"},       // Pascal has none
               {"gtx-1660-super", "tensor_cores", 0, "copied-card"},  // Turing has none or eight
               {"gtx-1660-super", "tensor_cores", 176, ""},
               {"rtx-4090", "compute_units", nullptr, ""},
               {"rtx-4090", "tensor_cores", nullptr, ""}});
}

TEST_CASE("an identifier of another generation is reported") {
  check_slips({{"rtx-4090", "compute_capability", "8.6", "generation-id"},
               {"rtx-3090", "compute_capability", "8.9", "generation-id"},
               {"rtx-3090", "compute_capability", "8.0", ""},  // also Ampere
               {"rx-7900-xtx", "gfx_id", "gfx1151", "generation-id"},
               {"rx-7900-xtx", "gfx_id", "gfx1102", ""},
               {"mi300x", "gfx_id", "gfx90a", "generation-id"},
               {"mi300x", "gfx_id", nullptr, ""},
               {"mi300x", "compute_capability", "9.4", ""}});  // none is known for CDNA
}

TEST_CASE("FP32 follows from shaders, clock and operations per clock") {
  // 2 x 16,384 shaders x 2,520 MHz are 82.58 TFLOPS; 2 % may be rounding.
  check_slips({{"rtx-4090", "fp32_tflops", 80.5, "fp32-mismatch"},
               {"rtx-4090", "fp32_tflops", 81.2, ""},
               {"rtx-4090", "fp32_tflops", 84.0, ""},
               {"rtx-4090", "fp32_tflops", 84.6, "fp32-mismatch"},
               {"rtx-4090", "boost_mhz", 2600, "fp32-mismatch"},
               {"rtx-4090", "boost_mhz", nullptr, ""},
               // 4 x 6,144 shaders: RDNA 3 issues two operations at once.
               {"rx-7900-xtx", "boost_mhz", 1250, "fp32-mismatch"}});
}

TEST_CASE("the architecture fixes the ratios between rates") {
  check_slips({{"rtx-4090", "fp64_tflops", 1.4, "precision-ratio"},
               {"rtx-4090", "fp64_tflops", 1.31, ""},
               {"rtx-4090", "fp64_tflops", 2.58, "sparse-figure"},
               {"rtx-4090", "fp16_vector_tflops", 41.3, "precision-ratio"},
               {"rtx-4090", "bf16_tensor_tflops", 82.6, "precision-ratio"},
               {"rtx-4090", "bf16_tensor_tflops", 330.4, "sparse-figure"},
               {"rtx-4090", "fp16_acc16_tensor_tflops", 165.2, "precision-ratio"},
               {"rtx-4090", "fp8_tensor_tflops", 660.6, "sparse-figure"},
               {"rtx-4090", "fp8_tensor_tflops", 0, ""},  // no such units
               {"rtx-4090", "fp8_tensor_tflops", nullptr, ""},
               {"rx-7900-xtx", "fp64_tflops", 3.84, "sparse-figure"}});
}

TEST_CASE("a ratio of a family overrides that of the architecture") {
  // Ada GeForce cards accumulate in FP32 at half the rate of the L40S.
  check_slips({{"rtx-4090", "int8_tensor_tops", 330.3, "precision-ratio precision-ratio"},
               {"l40s", "int8_tensor_tops", 1466, "sparse-figure sparse-figure"},
               {"l40s", "tf32_tensor_tflops", 91.6, "precision-ratio precision-ratio"},
               {"rtx-4090", "tf32_tensor_tflops", 165.2, "sparse-figure sparse-figure"}});
}

TEST_CASE("an unknown architecture, maker or memory type of a card is reported") {
  check_slips({{"rtx-4090", "architecture", "Ada", "unknown-architecture pci-id"},
               {"rtx-4090", "vendor", "amd", "unknown-architecture pci-id"},
               {"rtx-4090", "memory_type", "GDDR7X", "unknown-memory"}});
}

TEST_CASE("memory and bandwidth follow from the bus") {
  check_slips({{"rtx-4090", "bandwidth_gb_s", 984, "bandwidth-mismatch"},
               {"rtx-4090", "bandwidth_gb_s", 990, ""},  // the bus gives 1,008
               {"rtx-4090", "bandwidth_gb_s", 1030, "bandwidth-mismatch"},
               {"rtx-4090", "memory_gbps", nullptr, ""},
               {"rtx-4090", "memory_gib", 20, "memory-size"},
               {"rtx-4090", "memory_gib", 12, ""},  // chips of half the size
               {"rtx-4090", "visible_gib", 24, ""},
               {"rtx-4090", "visible_gib", 25, "memory-size"},
               {"rtx-4090", "bus_bits", nullptr, ""},
               {"rtx-4090", "bus_bits", 0, "implausible-value"},
               {"rtx-4090", "compute_units", 0, "implausible-value"},
               {"rtx-4090", "fp32_tflops", 0, "fp32-mismatch"}});
}

TEST_CASE("only plug-in cards have slots, length, lanes and connectors") {
  check_slips({{"dgx-spark", "slots", 2, "form-factor-mismatch"},
               {"dgx-spark", "length_mm", 150, "form-factor-mismatch"},
               {"dgx-spark", "pcie_lanes", 16, "form-factor-mismatch"},
               {"h100-sxm", "slots", 2, "form-factor-mismatch"},
               {"h100-sxm", "length_mm", 150, "form-factor-mismatch"},
               {"h100-sxm", "power_connectors", Parsed::array({"8-pin"}), "form-factor-mismatch"}});
}

TEST_CASE("slot, connectors and supply must carry the power") {
  check_slips({{"rtx-4090", "psu_w", 599, "supply-below-power"},
               {"rtx-4090", "psu_w", 600, ""},
               {"rtx-4090", "psu_w", 1250, ""},
               {"rtx-4090", "psu_w", 1251, "supply-above-need"},
               {"rtx-3060-12gb", "power_connectors", Parsed::array({"6-pin"}), "power-connectors"},
               {"rtx-3060-12gb", "power_connectors", Parsed::array({"8-pin"}), ""},
               {"rtx-3060-12gb", "power_connectors", Parsed::array(), "power-connectors"}});
}

}  // namespace
}  // namespace gpupick
