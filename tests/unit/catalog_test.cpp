#include <sstream>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Figures that the catalog once had wrong, with the values of their sources.
TEST_CASE("figures that were wrong stay right") {
  const Catalog& catalog = shipped_catalog();
  CHECK(catalog.find_gpu("gtx-1650-super").l2_mib == 1.0);
  CHECK(catalog.find_gpu("rtx-5050").l2_mib == 32.0);
  CHECK(catalog.find_gpu("rtx-3050-laptop").l2_mib == 2.0);
  CHECK(catalog.find_gpu("radeon-pro-w6600").tdp_w == 130.0);
  CHECK(catalog.find_gpu("radeon-pro-w7800-48gb").tdp_w == 260.0);
  CHECK(catalog.find_gpu("rx-9070-gre").launch_date == Date{2025, 5, 8});
  CHECK(catalog.find_gpu("arc-a380").boost_mhz == 2050.0);
  CHECK(catalog.find_gpu("rtx-pro-5000-72gb").fp16_tensor_tflops !=
        catalog.find_gpu("rtx-pro-5000").fp16_tensor_tflops);
  CHECK(catalog.find_model("mixtral-8x22b").vocab_size == 32000.0);
  const auto level = [&](std::string_view tool, std::string_view capability) {
    for (const ToolRule& rule : catalog.of<ToolRule>())
      if (rule.tool == tool && rule.stack == "cuda" && contains(rule.scope, capability))
        return rule.level;
    return std::string_view("unknown");
  };
  CHECK(level("ktransformers", "12.0") == "full");
  CHECK(level("SageAttention", "10.0") == "partial");
}

TEST_CASE("a card is found by its id, its aliases and short forms of its name") {
  const Catalog& catalog = fixed_catalog();
  const std::pair<const char*, const char*> rows[] = {
      {"rtx-4090", "rtx-4090"},
      {"4090", "rtx-4090"},
      {"rtx 4090", "rtx-4090"},
      {"RTX-4090", "rtx-4090"},
      {"NVIDIA GeForce RTX 4090", "rtx-4090"},
      {"nvidia-geforce-rtx-4090", "rtx-4090"},
      {"7900 xtx", "rx-7900-xtx"},
      {"AMD Radeon RX 7900 XTX", "rx-7900-xtx"},
      {"rx 9070", "rx-9070"},
      {"L4", "l4"},
      {"l40s", "l40s"},
      {"mi300x", "mi300x"},
      {"Tesla T4", "t4"},
      {"A100-SXM4-80GB", "a100-sxm-80gb"},
      {"H100 PCIe", "h100-pcie"},
      {"DGX Spark 128 GB LPDDR5X", "dgx-spark"},
      {"AMD RX7900XTX 24GB", "rx-7900-xtx"},
      {"GeForce RTX 3060 (rev a1) (12GB)", "rtx-3060-12gb"},
      {"GeForce RTX 3060 (12GB) (rev a1)", "rtx-3060-12gb"},
      {"Apple M4 Max 40-core 128 GB", "m4-max-40c"},
  };
  for (const auto& [name, id] : rows) {
    INFO(name);
    CHECK(catalog.find_gpu(name).id == id);
  }
}

TEST_CASE("each name of a card finds that card") {
  for (const Gpu& gpu : fixed_catalog().gpus()) {
    std::vector<std::string_view> names(gpu.aliases.begin(), gpu.aliases.end());
    names.insert(names.end(), {gpu.id, gpu.name});
    for (const std::string_view name : names) {
      INFO(name);
      CHECK(fixed_catalog().find_gpu(name).id == gpu.id);
    }
  }
}

TEST_CASE("a full name finds that card, not one with a longer name") {
  std::mt19937 random(1);
  Gpu plain = random_gpu(random, "fast-6000"), later = plain;
  plain.name = "Fast 6000";
  later.id = "fast-6000-ada";
  later.name = "Fast 6000 Ada";
  const Catalog catalog = catalog_of({plain, later}, random);
  CHECK(catalog.find_gpu("Fast 6000 graphics card").id == "fast-6000");
  CHECK(catalog.find_gpu("Fast 6000 Ada graphics card").id == "fast-6000-ada");
}

TEST_CASE("a suffix joined to a model number is split off") {
  std::mt19937 random(1);
  Gpu old = random_gpu(random, "gtx-980-ti"), newer = random_gpu(random, "rtx-4070-ti-super");
  old.name = "GeForce GTX 980 Ti";
  newer.name = "GeForce RTX 4070 Ti SUPER";
  const Catalog catalog = catalog_of({old, newer}, random);
  for (const char* name : {"980ti graphics card", "GTX980Ti graphics card", "gtx 980ti"})
    CHECK(catalog.find_gpu(name).id == "gtx-980-ti");
  for (const char* name : {"4070tisuper graphics card", "RTX 4070TiSuper"})
    CHECK(catalog.find_gpu(name).id == "rtx-4070-ti-super");
}

TEST_CASE("an ambiguous name lists its matches, an unknown one suggests similar names") {
  const Catalog& catalog = fixed_catalog();
  const auto message = [&](const char* name) -> std::string {
    try {
      return "found " + std::string(catalog.find_gpu(name).id);
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK(message("h100") == "'h100' may be h100-nvl, h100-pcie or h100-sxm; name one of them");
  CHECK_THAT(message("rtx 3060"), ContainsSubstring("rtx-3060-12gb"));
  CHECK_THAT(message("rtx-4900"),
             ContainsSubstring("no card is called 'rtx-4900'; did you mean rtx-4090"));
  CHECK_THAT(message("RTX 5070 Laptop GPU"), ContainsSubstring("is a laptop part"));
  CHECK_THAT(message(""), ContainsSubstring("no card is called ''"));
  CHECK_THAT(message("AMD Radeon Graphics"), ContainsSubstring("says no model"));
  CHECK(message("[1002:1586]") ==
        "'[1002:1586]' may be strix-halo-8050s or strix-halo-8060s; name one of them");
  CHECK(message("apple m4 max") ==
        "'apple m4 max' may be m4-max-40c or m4-max-40c-48gb; name one of them");
  CHECK_THAT(message("\x1b[2J"), ContainsSubstring("\\x1b[2J"));
  // A part of a name finds nothing, and neither does a name with another card's figure.
  for (const char* name : {"M400", "T40", "rtx", "gb", "24", "geforce", "M4 Max 32-core 48 GB"}) {
    INFO(name);
    CHECK_FALSE(message(name).starts_with("found"));
  }
}

TEST_CASE("a laptop part is found only by a laptop name and cannot be joined with others") {
  std::mt19937 random(1);
  Gpu desktop = random_gpu(random, "rtx-4060"), laptop = random_gpu(random, "rtx-4060-laptop");
  desktop.name = "GeForce RTX 4060";
  desktop.form_factor = "pcie";
  laptop.name = "GeForce RTX 4060 Laptop GPU";
  laptop.form_factor = laptop.segment = "laptop";
  laptop.vendor = "nvidia";
  const Catalog catalog = catalog_of({desktop, laptop}, random);
  for (const char* name :
       {"4060 laptop", "NVIDIA GeForce RTX 4060 Laptop GPU", "RTX 4060 Mobile", "rtx 4060 notebook",
        "AD107M [GeForce RTX 4060 Max-Q / Mobile]", "4060 Max-Q"}) {
    INFO(name);
    CHECK(catalog.find_gpu(name).id == "rtx-4060-laptop");
  }
  for (const char* name : {"4060", "rtx 4060", "AD107 [GeForce RTX 4060]"})
    CHECK(catalog.find_gpu(name).id == "rtx-4060");
  CHECK_FALSE(joinable(catalog.find_gpu("4060 laptop"), {}));
}

// Names as drivers, pci.ids, clouds, shops and papers print them, each with the card it means.
// "refused" marks an ambiguous name or a card that the catalog lacks.
TEST_CASE("no name from the wild finds the wrong card", "[slow]") {
  std::istringstream lines(read_text(project_path("tests/unit/names.csv")));
  std::string line;
  std::getline(lines, line);
  std::size_t found = 0, named = 0;
  while (std::getline(lines, line)) {
    const std::size_t comma = line.rfind(',');
    const std::string card = line.substr(comma + 1);
    std::string name = line.substr(0, comma);
    if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
    named += card != "refused" ? 1 : 0;
    try {
      const std::string_view id = shipped_catalog().find_gpu(name).id;
      INFO(name);
      CHECK(id == card);
      ++found;
    } catch (const Error& error) {
      CHECK((holds(error.what(), "'") || holds(error.what(), "does not hold")));
    }
  }
  INFO(found << " of " << named << " found, the others refused");
  CHECK(named >= 450);
  CHECK(found * 10 >= named * 8);
}

TEST_CASE("an overlay replaces a card's prices of each kind that it holds") {
  Catalog catalog = fixed_catalog();
  const std::size_t before = catalog.gpus().size();
  Dataset more = dataset_from(
      R"({"prices": [{"card": "rtx-4090", "kind": "street_new", "usd": 1, "basis": "sold", "date": "2026-10",)"
      R"( "source": "x", "confidence": "high"}]})");
  catalog.merge(std::move(more));
  CHECK(catalog.gpus().size() == before);
  const auto of_kind = [&](std::string_view kind) {
    return std::ranges::count(catalog.prices_of(catalog.find_gpu("rtx-4090")), kind,
                              &Observation::kind);
  };
  CHECK(of_kind("street_new") == 1);
  CHECK(of_kind("cloud_on_demand") == 3);  // the overlay holds no rents
  CHECK(catalog.prices_of(catalog.find_gpu("rtx-3090")).size() > 1);
}

TEST_CASE("workloads are found by id") {
  CHECK(fixed_catalog().find_workload("general").id == "general");
  CHECK_THROWS_WITH(fixed_catalog().find_workload("llm-inferenze"),
                    "no workload is called 'llm-inferenze'; did you mean llm-inference?");
}

TEST_CASE("a card is sold as a computer if any of its prices covers one") {
  std::size_t sold = 0;
  for (const Catalog* catalog : {&fixed_catalog(), &shipped_catalog()})
    for (const Gpu& gpu : catalog->gpus()) {
      const Observations rows = catalog->prices_of(gpu);
      CHECK(catalog->sells_computer(gpu) ==
            (std::ranges::count(rows, "computer", &Observation::covers) > 0));
      sold += catalog->sells_computer(gpu);
    }
  CHECK(sold > 0);
}

}  // namespace
}  // namespace gpupick
