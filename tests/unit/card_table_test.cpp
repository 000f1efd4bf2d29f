// `catalog import`: tables as spreadsheets, gpuhunt, skypilot and PCPartPicker have them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/lists.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

Run import(const std::string& table, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"catalog", "import", "-"});
  return run_fixed(more, table);
}

// Returns the entries of the data file that a table becomes, which must be valid.
Parsed entries(const std::string& table, const std::vector<std::string>& more = {}) {
  const Run run = import(table, more);
  INFO(run.err);
  REQUIRE(run.status == 0);
  const Run checked = run_fixed({"validate", "-"}, run.out);
  INFO(checked.out);
  CHECK(checked.status == 0);
  return Parsed::parse(run.out)["gpus"];
}

// Returns the errors of a table, which must become nothing.
std::string errors(const std::string& table, const std::vector<std::string>& more = {}) {
  const Run run = import(table, more);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  return run.err;
}

TEST_CASE("a spreadsheet of cards becomes valid records") {
  const Parsed cards = entries(
      "\xEF\xBB\xBFModel;Manufacturer;VRAM (GB);Memory Bandwidth;TDP;Boost clock;Released\r\n"
      "My Card;NVIDIA;16;512,5 GB/s;250 W;2,5 GHz;5.10.2024\r\n",
      {"--source", "our sheet"});
  CHECK(cards == Parsed::parse(R"([{"id": "my-card", "name": "My Card", "vendor": "nvidia",
    "launch_date": "2024-10-05", "memory_gib": 16, "bandwidth_gb_s": 512.5, "boost_mhz": 2500,
    "tdp_w": 250, "sources": {"launch_date": "our-sheet", "memory_gib": "our-sheet",
    "bandwidth_gb_s": "our-sheet", "boost_mhz": "our-sheet", "tdp_w": "our-sheet"}}])"));
}

TEST_CASE("a table of Markdown may have text around it") {
  const Parsed one = Parsed::parse(R"([{"id": "my-card", "name": "My Card", "memory_gib": 48}])");
  for (const char* text :
       {"# Cards\n\nSome | text\n\n| Name | VRAM (GB) |\n|---|---:|\n| My Card | 48 |\n\nnote: x\n",
        "```\n| Name | VRAM (GB) |\n|---|---:|\n| **My Card** | `48` |\n```\n",
        "Name | VRAM (GB)\n--- | ---\n[My Card](https://a.b/c) | 48\nnote: prices may vary\n",
        "Name|VRAM (GB)\nMy Card|48\n"}) {
    INFO(text);
    CHECK(entries(text) == one);
  }
  CHECK_THAT(errors("| Name |\n|---|\n| A |\n\n| Name |\n|---|\n| B |\n"),
             ContainsSubstring("-:5:1: error: a second table begins here"));
}

TEST_CASE("amounts of a table are read with their units", "[slow]") {
  const auto figure = [](const std::string& column, const std::string& cell) {
    const Parsed cards = entries("name\t" + column + "\nMy Card\t" + cell + "\n");
    Parsed out;
    for (const auto& [key, value] : cards.at(0).items())
      if (key != "id" && key != "name") out = value;
    return out;
  };
  for (const auto& [column, cell, value] : {std::tuple("vram", "24 GB", 24.0),
                                            {"vram", "24GiB", 24},
                                            {"vram", "24576 MiB", 24},
                                            {"VRAM (MiB)", "24576", 24},
                                            {"memory_gib", "24", 24},
                                            {"bandwidth", "1,008 GB/s", 1008},
                                            {"bandwidth", "1.008 GB/s", 1008},
                                            {"bandwidth", "1.008,5", 1008.5},
                                            {"bandwidth (TB/s)", "3.35", 3350},
                                            {"bandwidth_gb_s", "936.2", 936.2},
                                            {"power", "450W", 450},
                                            {"FP32 (TFLOPS)", "82,580", 82.58},
                                            {"fp32_tflops", "82580 GFLOPS", 82.58},
                                            {"length", "30.4 cm", 304},
                                            {"memory data rate", "21 Gbps", 21},
                                            {"memory bus", "384-bit", 384},
                                            {"cuda cores", "16,384", 16384}}) {
    INFO(column << " " << cell);
    CHECK(figure(column, cell).get<double>() == Approx(value));
  }
  for (const char* unknown : {"", "-", "n/a", "None", "NaN", "unknown"})
    CHECK(figure("vram", unknown).is_null());
  CHECK(figure("memory_ecc", "yes") == true);
  CHECK(figure("pci_ids", "10de:ffff") == Parsed{"10de:ffff"});
}

TEST_CASE("a row of a known card says only what differs") {
  const std::string table =
      "gpu_name,gpu_memory,tdp,launch_date\n"
      "RTX 4090,24,380,2022\n"
      "RTX3090,24,350,2020-09\n"
      "RTX3090,24,350,2020-09\n";
  CHECK(entries(table) == Parsed::parse(R"([{"id": "rtx-4090", "tdp_w": 380}])"));
  const Run show =
      run_fixed({"show", "rtx-4090", "--format", "json", "--add", "-"}, import(table).out);
  CHECK(Parsed::parse(show.out)["card"]["tdp_w"] == 380);
  CHECK_THAT(import("gpu\n3090\n").err, ContainsSubstring("the catalog has all that"));
}

TEST_CASE("tables of clouds tell the memory of a card from that of the computer") {
  const std::string cloud =
      "instance_name,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot\n"
      "a,0.5,8,61.0,1,RTX4090,24.0,False\n"
      "a,0.5,8,61.0,1,A100,80.0,False\n"
      "a,0.5,8,61.0,1,X9000,64.0,False\n"
      "b,0.5,8,61.0,0,,,False\n";
  CHECK(entries(cloud) == Parsed::parse(R"([{"id": "x9000", "name": "X9000", "memory_gib": 64}])"));
  CHECK_THAT(import(cloud).err,
             ContainsSubstring("no field is given by instance_name, price, cpu, memory, gpu_count "
                               "and spot; name one by --map COLUMN=FIELD"));
  CHECK(
      entries("InstanceType,AcceleratorName,vCPUs,MemoryGiB,Price\na,RTX4090,30,200,1\n").empty());
}

TEST_CASE("a list of objects is a table") {
  const Parsed cards = entries(R"([
    {"name": "Windforce", "chipset": "GeForce RTX 4090", "memory": 24, "length": 261, "price": null},
    {"name": "Ventus", "chipset": "GeForce RTX 9990", "memory": 12.0, "length": null}
  ])");
  CHECK(cards == Parsed::parse(R"([
    {"id": "geforce-rtx-9990", "name": "GeForce RTX 9990", "memory_gib": 12},
    {"id": "rtx-4090", "length_mm": 261}])"));
  CHECK_THAT(errors(R"({"gpus": []})"), ContainsSubstring("a table in JSON is a list of objects"));
  CHECK_THAT(errors(R"([1])"), ContainsSubstring("a table in JSON is a list of objects"));
  CHECK_THAT(errors(R"([{"name": "A"},)"), ContainsSubstring("malformed-json"));
  CHECK_THAT(errors(R"([{"name": "Foo", "memory_gib": {"a": 1}}])"),
             ContainsSubstring("-:1:32: error: 'memory_gib' holds an object"));
  CHECK_THAT(errors(R"([{"name": "Foo", "memory_gib": [{"a": 1}]}])"),
             ContainsSubstring("holds an object"));
  CHECK(entries(R"([{"name": "Foo", "memory_gib": 8, "shop": {"a": 1}}])").size() == 1);
  for (const char* empty : {"", "[]", "[{}]"})
    CHECK_THAT(errors(empty), ContainsSubstring("the table is empty"));
}

TEST_CASE("the flag --map names the field of a column") {
  const std::string table = "Ding;Speicher (MB);显存\nMy Card;8192;GDDR6\n";
  CHECK_THAT(errors(table), ContainsSubstring("no column names the cards; give one by `--map "
                                              "COLUMN=name`: Ding, Speicher (MB) or 显存"));
  CHECK(entries(table, {"--map", "ding=name", "--map", "Speicher (MB)=memory", "--map",
                        "显存=memory_type"}) ==
        Parsed::parse(R"([{"id": "my-card", "name": "My Card", "memory_gib": 8,
                         "memory_type": "GDDR6"}])"));
  const auto refused = [&](const char* pair) { return errors(table, {"--map", pair}); };
  CHECK_THAT(refused("Ding=nam"),
             ContainsSubstring("cards have no field 'nam'; did you mean name"));
  CHECK_THAT(refused("Kart=name"), ContainsSubstring("the table has Ding, Speicher (MB) and"));
  CHECK_THAT(refused("Ding"), ContainsSubstring("--map takes pairs"));
  CHECK_THAT(errors(table, {"--map", "ding=name", "--map", "Ding=family"}),
             ContainsSubstring("--map gives the column 'Ding' two fields"));
}

TEST_CASE("rows that can't be read are named, or left out on request") {
  const std::string good = "name,vram,power\nMy Card,24,450\n";
  for (const auto& [row, error] :
       {std::pair("Other,24576,450", "-:3:7: error: memory 24,576 is not between 2 and 1,024 GiB"),
        {"Other,24,450000", "-:3:10: error: power 450,000 is not between 5 and 3,000 W; 450 would"},
        {"Other,lots,1", "-:3:7: error: memory 'lots' is no number of GiB; leave the cell empty"},
        {"Other,24 W,1", "'24 W' is no number of GiB"},
        {",24,450", "-:3:1: error: the row does not name its card"},
        {"A100,41,450", "'A100' may mean a100-pcie-80gb or a100-sxm-80gb; write which"},
        {"\"Other,24,450", "-:3:1: error: the quote is not closed"},
        {"My Card,32,450", "'my-card' also names my-card"}}) {
    INFO(row);
    const std::string table = good + row + "\n";
    CHECK_THAT(errors(table), ContainsSubstring(error));
    CHECK_THAT(errors(table), ContainsSubstring("`gpupick catalog import --skip-bad`"));
    const Run run = import(table, {"--skip-bad"});
    CHECK(run.out == import(good).out);
    CHECK_THAT(run.err, ContainsSubstring("note: 1 row left out"));
  }
  const std::string list =
      R"([{"name": "A 1", "vram": "lots"}, {"name": "My Card", "vram": 24, "power": 450}])";
  CHECK_THAT(errors(list), ContainsSubstring("-:1:26: error: memory 'lots'"));
  CHECK(import(list, {"--skip-bad"}).out == import(good).out);
}

TEST_CASE("the words of tables stand for fields and kinds that exist") {
  const auto has = [](std::span<const Field> fields, std::string_view key) {
    return std::ranges::find(fields, key, &Field::key) != fields.end();
  };
  for (const Catalog* catalog : {&shipped_catalog(), &fixed_catalog()})
    for (const TableWords& record : catalog->of<TableWords>()) {
      INFO(record.id);
      CHECK((record.table == "gpus"     ? has(Gpu::fields(), record.key)
             : record.table == "prices" ? record.key.empty() || record.key == "currency" ||
                                              has(Observation::fields(), record.key)
                                        : contains(price_kinds, record.key)));
    }
}

// These are files that people brought, with the names of gpuhunt and skypilot.
TEST_CASE("one figure of a known card is enough, and a rent of an ambiguous one is named") {
  CHECK_THAT(run_gpupick({"show", "rtx-4090", "--add", "-"},
                         R"({"gpus": [{"id": "rtx-4090", "memory_gib": 48}]})")
                 .out,
             ContainsSubstring("48 GiB GDDR6X"));
  const Run rents = run_gpupick({"prices", "import", "-"},
                                "card,kind,usd,basis,date,source,confidence\n"
                                "A100-80GB,cloud_on_demand,1.39,list,2026-09-01,ebay,medium\n"
                                "RTX6000-Ada,cloud_on_demand,0.77,list,2026-09-01,ebay,medium\n"
                                "RTXPRO6000WS,cloud_on_demand,1.2,list,2026-09-01,ebay,medium\n");
  CHECK_THAT(rents.err, ContainsSubstring("may be a100-pcie-80gb or a100-sxm-80gb; name one"));
  CHECK_THAT(rents.err, ContainsSubstring("1 error; fix the lines above"));
}

// Records with one wrong figure, from public tables: memory of the H100 with the bandwidth of the
// H200, the sparse rate, and another generation of PCIe.
TEST_CASE("a wrong figure of a public table is found") {
  const auto found = [](const std::string& figures) {
    const std::string file = R"({"gpus": [{"id": "x", "name": "X", "vendor": "nvidia",
      "family": "X", "kind": "gpu", "status": "sold", "stack": "cuda", "launch_date": "2024",)" +
                             figures + "}]}";
    return run_gpupick({"validate", "-"}, file).out;
  };
  const std::string hopper = R"("architecture": "Hopper", "segment": "datacenter",
      "form_factor": "sxm", "memory_gib": 80, )";
  const std::string h200 = found(hopper + R"("bandwidth_gb_s": 4800, "fp16_tensor_tflops": 1979)");
  CHECK_THAT(h200, ContainsSubstring("memory-rate"));
  CHECK_THAT(h200, ContainsSubstring("tensor FP16 (FP32 acc) 1,979 TFLOPS; the like cards"));
  CHECK_THAT(found(hopper + R"("bandwidth_gb_s": 3350, "bf16_tensor_tflops": 1979)"),
             ContainsSubstring("tensor BF16 (FP32 acc) 1,979 TFLOPS; the like cards"));
  CHECK_THAT(found(R"("architecture": "Ampere", "segment": "consumer", "form_factor": "pcie",
      "memory_gib": 10, "bandwidth_gb_s": 760, "pcie_generation": 3)"),
             ContainsSubstring("PCIe generation 3; the like cards"));
}

TEST_CASE("a new card is held without figures, and ranked with them") {
  const std::string table =
      "name,vendor,architecture,kind,segment,status,stack,form factor,launch_date,memory,bandwidth,"
      "tdp,fp16_tensor_tflops,compute_capability\n"
      "My Card,NVIDIA,ada lovelace,GPU,Consumer,sold,CUDA,PCIe,2024,48,2000,300,200,8.9\n"
      "My Other,,,,,,,,,,,,,\n";
  const Run run = import(table);
  CHECK_THAT(run.err, ContainsSubstring("note: my-card lacks family\n"));
  CHECK_THAT(run.err, ContainsSubstring("note: my-other lacks vendor, family, architecture"));
  const Run ranked = run_fixed(
      {"recommend", "--vram", "48", "--price", "my-card=500", "--budget", "600", "--add", "-"},
      run.out);
  INFO(ranked.out << ranked.err);
  CHECK_THAT(ranked.out, ContainsSubstring("My Card"));
  const Run why = run_fixed({"recommend", "--why", "my-other", "--add", "-"}, run.out);
  CHECK_THAT(why.out, ContainsSubstring("not known"));
  for (const char* command : {"show", "estimate", "fit", "prices", "cost"}) {
    INFO(command);
    CHECK(run_fixed({command, "my-other", "--add", "-"}, run.out).status <= 2);
  }
}

}  // namespace
}  // namespace gpupick
