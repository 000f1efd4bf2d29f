#include <algorithm>
#include <random>
#include <sstream>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "cards/name_words.hpp"
#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Returns the id of the card that the name finds, or the message of the refusal.
std::string found_by(std::string_view name) {
  try {
    return std::string(shipped_catalog().find_gpu(name).id);
  } catch (const Error& error) {
    return std::string("refused: ") + error.what();
  }
}

bool is_refused(std::string_view answer) { return answer.starts_with("refused: "); }

// Names that shops, marketplaces, clouds and benchmark tables print, each with its public source.
// "refused" marks an ambiguous name, a whole computer, or a card that the catalog lacks.
TEST_CASE("the titles of shops and clouds find their card and no other") {
  std::istringstream lines(read_text(project_path("tests/unit/shop_names.csv")));
  std::string line;
  std::getline(lines, line);
  std::size_t found = 0, named = 0;
  while (std::getline(lines, line)) {
    const std::size_t source = line.rfind(','), card = line.rfind(',', source - 1);
    std::string name = line.substr(0, card);
    if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
    const std::string wanted = line.substr(card + 1, source - card - 1), got = found_by(name);
    INFO(name << ": " << got);
    CHECK((is_refused(got) || got == wanted));
    named += wanted != "refused" ? 1 : 0;
    found += got == wanted ? 1 : 0;
  }
  INFO(found << " of " << named << " found");
  CHECK(named >= 300);
  CHECK(found * 100 >= named * 95);
}

TEST_CASE("a board's words and size around a card's name find that card") {
  std::vector<std::string_view> words;
  for (const NameWords& record : shipped_catalog().of<NameWords>())
    if (record.role == "board") words.insert(words.end(), record.words.begin(), record.words.end());
  REQUIRE(words.size() > 300);
  // At the start of a title they name an accessory.
  for (const NameWords& record : shipped_catalog().of<NameWords>())
    if (record.role == "accessory")
      std::erase_if(words, [&](std::string_view word) {
        return contains(record.words, word) ||
               contains(record.words, word.substr(0, word.find(' ')));
      });
  std::erase(words, "for");
  // Behind a number it would be a count of cores.
  std::erase_if(words, [](std::string_view word) { return word.starts_with("core"); });
  std::mt19937 random(7);
  const auto word = [&] { return std::string(words[draw(random, words.size())]); };
  for (const Gpu& gpu : shipped_catalog().gpus()) {
    if (gpu.form_factor != "pcie") continue;
    const std::string name = std::string(gpu.name) + " " + memory_text(gpu);
    if (found_by(name) != gpu.id) continue;
    const std::string title = word() + " / " + word() + " / " + name + " / " + word();
    INFO(title << ": " << found_by(title));
    CHECK(found_by(title) == gpu.id);
  }
}

TEST_CASE("a size, a suffix or a form that a card lacks never finds it") {
  for (const char* name :
       {"RTX 3090 48GB", "GeForce RTX 5090 Ti", "RTX 5090 Super", "RTX 5070 Ti Super 24GB",
        "RTX 4080 Ti", "RX 7900 XTX 16GB", "Tesla T4 32GB", "A100-40C", "GRID A100-10C",
        "RTX A6000-48Q", "RTX PRO 6000 Mobile", "L40S SXM", "RX 9070 Pro", "M5 Ultra"}) {
    INFO(name << ": " << found_by(name));
    CHECK(is_refused(found_by(name)));
  }
  for (const char* name :
       {"RTX 4090 (16G)", "RTX 3090 (broken)", "RTX 3090 (box only)", "RTX 3090 (for parts)",
        "RTX 3090 (no core)", "RTX 3090 (defekt)", "RTX 3080 (Super)"}) {
    INFO(name << ": " << found_by(name));
    CHECK(is_refused(found_by(name)));
  }
  CHECK(found_by("RTX 4090 (Laptop)") == "rtx-4090-laptop");
  CHECK(found_by("RX 6800 (XT)") == "rx-6800-xt");
  CHECK(found_by("AMD Radeon RX 7900 XTX (RADV NAVI31)") == "rx-7900-xtx");
  CHECK(found_by("RTX 4090 laptop") == "rtx-4090-laptop");
  CHECK(
      found_by("RTX 3090 48GB") ==
      "refused: no card is called 'RTX 3090 48GB': its memory is not that of rtx-3090 with "
      "24 GiB GDDR6X; the nearest is rtx-3090: `gpupick fit rtx-3090` lists what runs on it, with "
      "the memory that each takes");
}

TEST_CASE("an accessory of a card is not the card") {
  for (const char* name :
       {"Water block for RTX 4090", "Waterblock RTX 4090", "Cooler for RTX 4090",
        "Fan for NVIDIA GeForce RTX 3090", "Box for RTX 4090", "RTX 4090 box", "Riser for RTX 4090",
        "Hybrid kit for EVGA RTX 3080 Ti", "NVLink RTX 3090", "Backplate for MSI RX 7900 XTX"}) {
    INFO(name << ": " << found_by(name));
    CHECK(is_refused(found_by(name)));
  }
  CHECK(found_by("Fan RTX 4090") ==
        "refused: 'Fan RTX 4090' is an accessory and not the card; name the card alone");
  for (const char* name : {"MSI Dual Fan RTX 3090", "RTX 3090 with water block",
                           "RTX 3090 for gaming", "RTX 3090 Founders Edition for deep learning"}) {
    INFO(name << ": " << found_by(name));
    CHECK(found_by(name) == "rtx-3090");
  }
  for (const char* name : {"RTX 3090 waterblock",     "RTX 3090 fan",
                           "RTX 3090 cooler fan",     "MSI RTX 3090 fans",
                           "RTX 3090 liquid cooling", "RTX 3090 (water block)",
                           "RTX 3090 (fan only)",     "Wasserkühler für RTX 3090",
                           "RTX 3090 Wasserkühler",   "EKWB Vector für RTX 3090",
                           "EK Vector pour RTX 3090", "Grafikkarten-Halterung RTX 3090",
                           "RTX 3090 Lüfter",         "Kühlkörper RTX 3090",
                           "RTX 3090 Backplate",      "Riser-Kabel RTX 3090",
                           "Stromkabel RTX 3090",     "RTX 3090 OVP leer",
                           "RTX 3090 nur OVP",        "RTX 3090 leere OVP",
                           "RTX 3090 box only",       "RTX 3090 ventilateur",
                           "ventilador RTX 3090",     "RTX 3090 nvlink",
                           "RTX 3090 NVLink Brücke",  "RTX A6000 NVLink Bridge"}) {
    INFO(name << ": " << found_by(name));
    CHECK_THAT(found_by(name), ContainsSubstring("is an accessory and not the card"));
  }
  for (const char* name :
       {"RTX 3090 Gaming Trio 3 fans", "hybrid liquid cooled RTX 3090", "RTX 3090 with backplate",
        "RTX 3090 (with waterblock)", "RTX 3090 w/ fan shroud", "RTX 3090 with NVLink",
        "RTX 3090 + NVLink", "RTX 3090 mit Wasserkühler", "RTX 3090 3 Lüfter", "RTX 3090 OVP",
        "RTX 3090 für Gaming",
        "EVGA RTX 3090 FTW3 Ultra Gaming, 24GB GDDR6X, ARGB LED, Metal Backplate"}) {
    INFO(name << ": " << found_by(name));
    CHECK(found_by(name) == "rtx-3090");
  }
}

TEST_CASE("a laptop means the laptop card, and another computer no card") {
  for (const auto& [name, id] : {std::pair("MSI Katana RTX 4070", "rtx-4070-laptop"),
                                 {"ASUS ROG Strix G16 RTX 4060", "rtx-4060-laptop"},
                                 {"Alienware m18 RTX 4090", "rtx-4090-laptop"},
                                 {"Alienware RTX 4090 laptop", "rtx-4090-laptop"},
                                 {"Gaming-Notebook mit RTX 4060", "rtx-4060-laptop"},
                                 {"Laptop mit RTX 4060", "rtx-4060-laptop"},
                                 {"PC portable RTX 4060", "rtx-4060-laptop"},
                                 {"portátil RTX 4060", "rtx-4060-laptop"},
                                 {"GALAX KATANA GeForce GTX 1070", "gtx-1070"},
                                 {"Acer Nitro OC Radeon RX 9070 16 GB", "rx-9070"},
                                 {"MacBook Pro M4 Max 128GB", "m4-max-40c"},
                                 {"ASUS Ascent GX10 1TB", "dgx-spark"}}) {
    INFO(name);
    CHECK(found_by(name) == id);
  }
  for (const char* name : {"RTX 4090 MacBook Pro", "Mini PC RTX 4060", "RTX 4070 1TB SSD",
                           "Acer Nitro RTX 4060", "Lenovo Legion RTX 4070", "RTX 3090 gaming PC"}) {
    INFO(name << ": " << found_by(name));
    CHECK_THAT(found_by(name), ContainsSubstring("is a computer; name the card in it"));
  }
  CHECK_THAT(found_by("Alienware RTX 4090"), ContainsSubstring("rtx-4090 or rtx-4090-laptop"));
  CHECK_THAT(found_by("MSI Katana RTX 3090"), ContainsSubstring("is a laptop part"));
}

TEST_CASE("a remark in parentheses decides, or the name is refused") {
  for (const auto& [name, id] : {std::pair("RTX 4090 (48)", "rtx-4090-48gb"),
                                 {"RTX 3080 (20)", "rtx-3080-20gb"},
                                 {"H100 (SXM)", "h100-sxm"},
                                 {"H100 (NVL)", "h100-nvl"},
                                 {"H100 NVL Tensor Core GPU (PCIe)", "h100-nvl"},
                                 {"RTX 3090 (rev a2)", "rtx-3090"},
                                 {"RTX 3090 (24)", "rtx-3090"}}) {
    INFO(name);
    CHECK(found_by(name) == id);
  }
  for (const auto& [name, answer] :
       {std::pair("RTX 3090 (48)", "its memory is not that of rtx-3090"),
        {"A100 (SXM4)", "may be a100-sxm-40gb or a100-sxm-80gb"},
        {"RTX 3090 (not RTX 5090)", "may be rtx-3090 or rtx-5090"},
        {"(RTX 5090) RTX 3090", "may be rtx-3090 or rtx-5090"},
        {"RTX 3090 (no display)", "refused"},
        {"RTX 3090 (artifacts)", "refused"}}) {
    INFO(name);
    CHECK_THAT(found_by(name), ContainsSubstring(answer));
  }
  CHECK_THAT(run_gpupick({"show", "RTX 3090 (2x)"}).err, ContainsSubstring("counts cards"));
}

TEST_CASE("a size that a chip with more cores may have does not choose between them") {
  for (const auto& [name, ids] :
       {std::pair("M2 Max 64GB", "m2-max-30c with this memory, and m2-max-38c may"),
        {"Apple M3 Ultra 96 GB", "m3-ultra-60c-96gb"},
        {"H800", "may be h800-pcie or h800-sxm"},
        {"Strix Halo [Radeon Graphics / Radeon 8050S Graphics / Radeon 8060S Graphics]",
         "strix-halo-8050s"}}) {
    INFO(name << ": " << found_by(name));
    CHECK(is_refused(found_by(name)));
    CHECK_THAT(found_by(name), ContainsSubstring(ids));
  }
  for (const auto& [name, id] : {std::pair("M2 Max 38-core 96GB", "m2-max-38c"),
                                 {"Apple M4 Max 16-core CPU, 40-core GPU, 128GB", "m4-max-40c"},
                                 {"M4 Max 64GB", "m4-max-40c-64gb"},
                                 {"Mac Studio M4 Max 128GB", "m4-max-40c"},
                                 {"M2 Max 30-Core GPU 64 GB", "m2-max-30c"},
                                 {"NVIDIA H800", "h800-sxm"},
                                 {"AMD Ryzen AI Max+ 395 128GB", "strix-halo-8060s"},
                                 {"Strix Halo", "strix-halo-8060s"},
                                 {"Strix Halo 128GB", "strix-halo-8060s"}}) {
    INFO(name << ": " << found_by(name));
    CHECK(found_by(name) == id);
  }
}

TEST_CASE("names of rebuilt cards, computers, schedulers and trade find their card") {
  for (const auto& [name, id] : {std::pair("RTX 4090 48G", "rtx-4090-48gb"),
                                 {"RTX 4090 48GB blower", "rtx-4090-48gb"},
                                 {"4090D 48G", "rtx-4090-d-48gb"},
                                 {"RTX 2080 Ti Turbo 22GB", "rtx-2080-ti-22gb"},
                                 {"2080 Ti 22G modded", "rtx-2080-ti-22gb"},
                                 {"4070TiS", "rtx-4070-ti-super"},
                                 {"Dell Pro Max with GB10", "dgx-spark"},
                                 {"Lenovo ThinkStation PGX", "dgx-spark"},
                                 {"HP ZGX Nano", "dgx-spark"},
                                 {"ASUS Ascent GX10", "dgx-spark"},
                                 {"MSI EdgeXpert", "dgx-spark"},
                                 {"Gigabyte AI TOP ATOM", "dgx-spark"},
                                 {"gpu:rtx3090", "rtx-3090"},
                                 {"gres/gpu:rtx_2080_ti", "rtx-2080-ti"},
                                 {"gpu:nvidia_a100-sxm4-80gb", "a100-sxm-80gb"},
                                 {"nvidia-tesla-a100 40GB PCIe", "a100-pcie-40gb"},
                                 {"nvidia-h100-mega-80gb SXM", "h100-sxm"},
                                 {"RTX PRO 4500 Blackwell Workstation Edition", "rtx-pro-4500"}}) {
    INFO(name << ": " << found_by(name));
    CHECK(found_by(name) == id);
  }
  for (const char* name :
       {"RTX 4090 modded", "Tesla M4", "Tesla RTX 4090", "RTX 4090 workstation"}) {
    INFO(name << ": " << found_by(name));
    CHECK(is_refused(found_by(name)));
  }
  CHECK_THAT(found_by("gpu:a100"), ContainsSubstring("may be a100-pcie-40gb"));
  CHECK_THAT(run_gpupick({"show", "a100:2"}).err, ContainsSubstring("may be a100-pcie-40gb"));
}

TEST_CASE("short names with one reading find their card") {
  for (const auto& [name, id] : {std::pair{"1660s", "gtx-1660-super"},
                                 {"RTX 4070S", "rtx-4070-super"},
                                 {"3060 12", "rtx-3060-12gb"},
                                 {"RTX 3060 (12)", "rtx-3060-12gb"},
                                 {"3080 (10)", "rtx-3080-10gb"},
                                 {"RTX 3090 (2)", "rtx-3090"},
                                 {"RTX 3090 24576 MB", "rtx-3090"},
                                 {"RTX 4090 24564MiB", "rtx-4090"},
                                 {"NVIDIA GeForce RTX 4060 Ti, 16380 MiB", "rtx-4060-ti-16gb"},
                                 {"NVIDIA A10 23028 MiB", "a10"},
                                 {"NVIDIA Blackwell GPU (GB200)", "gb200"},
                                 {"4060 ti 16", "rtx-4060-ti-16gb"},
                                 {"4070 Ti S", "rtx-4070-ti-super"},
                                 {"RTX 3060 12 Go", "rtx-3060-12gb"},
                                 {"RTX 3090 OVP", "rtx-3090"},
                                 {"NVIDIA TITAN X (Pascal)", "titan-x-pascal"},
                                 {"GTX TITAN X", "gtx-titan-x"},
                                 {"RTX 4060 low profile", "rtx-4060"}}) {
    INFO(name);
    CHECK(shipped_catalog().find_gpu(name).id == id);
  }
  for (const auto& [name, answer] : {std::pair{"A100-80", "may be a100-pcie-80gb or a100-sxm-80gb"},
                                     {"M4 Pro (20)", "may be m4-pro-20c"},
                                     {"RTX 3090 12288 MB", "the nearest is rtx-3090"},
                                     {"V100 32", "may be v100-pcie-32gb or v100-sxm-32gb"},
                                     {"Titan X", "may be gtx-titan-x or titan-x-pascal"},
                                     {"RTX 4090M", "did you mean rtx-4090-laptop?"},
                                     {"RTX 3050 Ti", "did you mean rtx-3050-ti-laptop?"},
                                     {"4090-48", "did you mean rtx-4090-48gb?"},
                                     {"MI300", "did you mean mi300a or mi300x?"}}) {
    INFO(name);
    CHECK_THAT(found_by(name), ContainsSubstring(answer));
  }
  CHECK_THROWS_AS(shipped_catalog().find_gpu("3060 13"), Error);
}

TEST_CASE("a chip that was never made is refused with the nearest") {
  for (const char* name : {"M4 Ultra", "Apple M4 Ultra 128GB", "Mac Studio M4 Ultra"}) {
    INFO(name);
    CHECK_THAT(found_by(name), ContainsSubstring("Apple made none") &&
                                   ContainsSubstring("the nearest that it holds is m3-ultra-80c"));
  }
}

TEST_CASE("a name of several models lists them, whatever publishers add to it") {
  const auto refusal = [](const char* name) {
    return run_gpupick({"estimate", "rtx-4090", "--model", name}).err;
  };
  CHECK_THAT(refusal("qwen3:latest"), ContainsSubstring("'qwen3:latest' may be one of") &&
                                          ContainsSubstring("qwen3-8b") &&
                                          !ContainsSubstring("qwen3.8"));
  CHECK_THAT(refusal("llama3.1:latest"), ContainsSubstring("llama-3.1-8b"));
  CHECK_THAT(refusal("deepseek-r1:latest"), ContainsSubstring("may be one of 8 models"));
  CHECK_THAT(refusal("llama3"), ContainsSubstring("such as llama-3"));
  CHECK_THAT(refusal("vicuna"),
             ContainsSubstring("llama-2-13b") && ContainsSubstring("llama-2-7b"));
  CHECK_THAT(refusal("sora-2"), ContainsSubstring("its weights are not published"));
  for (const auto& [name, ids] :
       {std::pair{"wan2.2", "wan2.2-i2v-a14b, wan2.2-t2v-a14b or wan2.2-ti2v-5b"},
        {"wan2.1", "wan2.1-t2v-1.3b or wan2.1-t2v-14b"},
        {"sd3.5", "sd3.5-medium or sd3.5-large"},
        {"flux.2-klein", "flux.2-klein-4b or flux.2-klein-9b"},
        {"cogvideox", "cogvideox-5b or cogvideox-2b"}}) {
    INFO(name);
    CHECK_THAT(refusal(name), ContainsSubstring(ids));
  }
}

TEST_CASE("words of models list all that have them") {
  const auto listed = [](std::vector<std::string> words) {
    words.insert(words.begin(), "models");
    words.insert(words.end(), {"--format", "csv"});
    return run_gpupick(words).out;
  };
  for (const char* words : {"llama 8b", "llama-8b"})
    CHECK_THAT(listed({words}), ContainsSubstring("llama-3.1-8b") &&
                                    ContainsSubstring("deepseek-r1-distill-llama-8b"));
  CHECK_THAT(listed({"13b"}),
             ContainsSubstring("llama-2-13b") && !ContainsSubstring("deepseek-coder-1.3b"));
}

TEST_CASE("an amount of memory is no card") {
  for (const char* amount : {"24GB", "24576 MB", "24576 MiB"})
    CHECK_THAT(run_gpupick({"show", amount}).err, ContainsSubstring("is an amount of memory"));
}

TEST_CASE("the nearest memory of a chip is the next step") {
  CHECK_THAT(found_by("M2 Ultra 72GB"), ContainsSubstring("the nearest is m2-ultra-76c-64gb"));
  CHECK_THAT(found_by("M2 Ultra 160GB"), ContainsSubstring("the nearest is m2-ultra"));
}

TEST_CASE("the name of a computer names the cards in it") {
  const auto refusal = [](std::string_view name) -> std::string {
    try {
      return std::string(shipped_catalog().find_gpu(name).id);
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK_THAT(refusal("Framework Desktop"), ContainsSubstring("have strix-halo-8060s"));
  CHECK_THAT(refusal("mac studio"), ContainsSubstring("`gpupick list --match 'mac studio'`"));
  CHECK_THAT(refusal("ai max 395 128gb"), ContainsSubstring("did you mean strix-halo-8060s?"));
  CHECK_THAT(refusal("ai max 395"), ContainsSubstring("strix-halo-8060s-64gb"));
  CHECK_THAT(refusal("amd"), ContainsSubstring("says no model"));
  CHECK(run_gpupick({"list", "--match", "mac studio"}).status == 0);
}

TEST_CASE("the beginning of one model's name finds it, as do the names of its publisher") {
  const Catalog& catalog = shipped_catalog();
  const std::pair<const char*, const char*> rows[] = {
      {"qwen3-next-80b", "qwen3-next-80b-a3b"},
      {"Qwen3-Next-80B-Instruct", "qwen3-next-80b-a3b"},
      {"qwen3-235b", "qwen3-235b-a22b"},
      {"Qwen/Qwen3-235B-A22B-Instruct-2507", "qwen3-235b-a22b"},
      {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
      {"deepseek-ai/DeepSeek-R1-0528", "deepseek-r1-671b"},
      {"unsloth/DeepSeek-R1-0528-GGUF", "deepseek-r1-671b"},
      {"deepseek-r1-0528-qwen3", "deepseek-r1-0528-qwen3-8b"},
      {"Qwen/Qwen3-30B-A3B-Thinking-2507", "qwen3-30b-a3b"},
      {"unsloth/Qwen3-14B-128K-GGUF", "qwen3-14b"},
      {"https://huggingface.co/Qwen/Qwen3-8B/tree/main", "qwen3-8b"},
      {"llama4:16x17b", "llama-4-scout"},
      {"models/gpt-oss-120b-mxfp4-00001-of-00003.gguf", "gpt-oss-120b"},
      {"bartowski/Qwen_Qwen3-14B-GGUF", "qwen3-14b"},
      {"Qwen_Qwen3-14B-Q4_K_M.gguf?download=true", "qwen3-14b"},
      {"Qwen2.5-14B-Instruct-1M", "qwen2.5-14b"},
      {"deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-v3.2"},
      {"C:\\models\\Qwen3-14B-Q4_K_M.gguf", "qwen3-14b"}};
  for (const auto& [name, id] : rows) {
    INFO(name);
    REQUIRE(catalog.read_model_name(name).model);
    CHECK(catalog.read_model_name(name).model->id == id);
  }
  // A number that goes on, or several models, are no beginning of one.
  for (const char* name :
       {"llama-3", "llama-3.1", "qwen3-2", "llama-3.1-8b-2", "Qwen/nothing", "e5"}) {
    INFO(name);
    CHECK_FALSE(catalog.has_model(name));
  }
}

TEST_CASE("tags of Ollama find the model that it runs") {
  const Catalog& catalog = shipped_catalog();
  const std::pair<const char*, const char*> rows[] = {
      {"deepseek-r1:1.5b", "deepseek-r1-distill-qwen-1.5b"},
      {"deepseek-r1:8b", "deepseek-r1-0528-qwen3-8b"},
      {"deepseek-r1:70b", "deepseek-r1-distill-llama-70b"},
      {"deepseek-r1:671b", "deepseek-r1-671b"},
      {"deepseek-coder:6.7b", "deepseek-coder-6.7b"},
      {"deepseek-coder-v2:16b", "deepseek-v2-lite"},
      {"llava:7b", "llava-1.6-7b"},
      {"llava:13b", "llava-1.6-13b"},
      {"qwen2.5vl:7b", "qwen2.5-vl-7b"},
      {"starcoder2:15b", "starcoder2-15b"},
      {"granite3.3:8b", "granite-3.3-8b"},
      {"phi3.5", "phi-3-mini-128k"},
      {"phi4-mini:3.8b", "phi-4-mini"},
      {"llama3.2-vision", "llama-3.2-vision-11b"},
      {"codestral:22b", "mistral-small-22b"},
      {"hermes3:8b", "llama-3.1-8b"},
      {"dolphin3:8b", "llama-3.1-8b"}};
  for (const auto& [tag, id] : rows) {
    INFO(tag);
    CHECK(catalog.find_model(tag).id == id);
  }
  // Without a size it is the one that gave the others their name.
  CHECK(catalog.find_model("deepseek-r1").id == "deepseek-r1-671b");
}

TEST_CASE("the format of published files follows from the end of their name") {
  const std::pair<const char*, const char*> rows[] = {
      {"mlx-community/Qwen3-14B-4bit", "mlx-4bit"},
      {"mlx-community/Qwen3-14B-8bit", "mlx-8bit"},
      {"mlx-community/Qwen3-14B-3bit", "mlx-3bit"},
      {"mlx-community/Qwen3-14B-MXFP4-Q8", "mlx-mxfp4"},
      {"mradermacher/Qwen3-14B-i1-GGUF:IQ4_XS", "iq4_xs"},
      {"mlx-community/Qwen3-14B-4bit-DWQ", "mlx-4bit"},
      {"lmstudio-community/Qwen3-14B-MLX-4bit", "mlx-4bit"},
      {"Qwen3-14B-4bit", "q4_k_m"},
      {"nvidia/Qwen3-14B-FP4", "nvfp4"},
      {"RedHatAI/Qwen3-14B-quantized.w4a16", "gptq"},
      {"RedHatAI/Qwen3-14B-quantized.w8a8", "int8"},
      {"gemma3:27b-it-qat", "q4_0"},
      {"DeepSeek-V3-0324-UD-Q3_K_XL-00001-of-00007.gguf", "ud-q3_k_xl"}};
  for (const auto& [name, format] : rows) {
    INFO(name);
    const NamedModel named = shipped_catalog().read_model_name(name);
    REQUIRE(named.model);
    REQUIRE(named.format);
    CHECK(named.format->id == format);
  }
}

TEST_CASE("networks are found by their ids on Hugging Face") {
  const std::pair<const char*, const char*> rows[] = {
      {"black-forest-labs/FLUX.1-dev", "flux.1-dev"},
      {"Wan-AI/Wan2.2-T2V-A14B", "wan2.2-t2v-a14b"},
      {"Wan-AI/Wan2.2-T2V-A14B-Diffusers", "wan2.2-t2v-a14b"},
      {"Qwen/Qwen-Image", "qwen-image"},
      {"stabilityai/stable-diffusion-3.5-large", "sd3.5-large"},
      {"microsoft/resnet-50", "resnet-50"},
      {"ViT-B/16", "vit-b-16"}};
  for (const auto& [name, id] : rows) {
    INFO(name);
    REQUIRE(shipped_catalog().has_network(name));
    CHECK(shipped_catalog().find_network(name).id == id);
  }
}

TEST_CASE("fine-tunes of SDXL are found as SDXL") {
  for (const char* name : {"juggernautXL", "ponyDiffusionV6XL", "illustriousXL", "noobaiXL",
                           "animagine-xl-4.0", "sd_xl_base_1.0"}) {
    INFO(name);
    CHECK(shipped_catalog().find_network(name).id == "sdxl-base-1.0");
  }
}

TEST_CASE("the size in a model's name decides what is suggested") {
  const Catalog& catalog = shipped_catalog();
  const auto refusal = [&](std::string_view name) -> std::string {
    try {
      return std::string(catalog.find_model(name).id);
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK_THAT(refusal("qwen3x-14b"), ContainsSubstring("did you mean qwen3-14b"));
  CHECK_THAT(refusal("nonsense:14b"), ContainsSubstring("`gpupick models 14b`"));
  const NamedModel named = catalog.read_model_name("Qwen3-14B-unsloth-bnb-4bit");
  REQUIRE(named.model);
  CHECK(named.model->id == "qwen3-14b");
  CHECK(named.format->id == "nf4");
}

TEST_CASE("a card that is known but not held is refused with the reason") {
  REQUIRE(shipped_catalog().of<UnheldCard>().size() > 10);
  for (const UnheldCard& one : shipped_catalog().of<UnheldCard>()) {
    INFO(found_by(one.name));
    CHECK(found_by(one.name).find(one.remark) != std::string::npos);
  }
  CHECK(found_by("PNY Quadro 5000 GDDR5").find("not the Quadro RTX 5000") != std::string::npos);
  CHECK(found_by("RX 9070 GRE 16 GB").find("not sold") != std::string::npos);
  CHECK(found_by("RX 9070 GRE") == "rx-9070-gre");
  for (const char* name : {"RTX 2000E", "NVIDIA RTX 2000E Ada Generation"})
    CHECK(found_by(name).find("rtx-2000-ada") != std::string::npos);
  for (const char* name : {"N1X", "RTX Spark N1X"})
    CHECK_THAT(found_by(name), ContainsSubstring("did you mean n1x-650 or n1x-675"));
}

// Returns the words of a name in lower case, each between spaces.
std::string spaced(std::string_view name) {
  std::string out = " " + lower_case(name) + " ";
  std::ranges::replace(out, '-', ' ');
  return out;
}

TEST_CASE("no card is both held and known as not held") {
  for (const UnheldCard& one : shipped_catalog().of<UnheldCard>())
    for (const Gpu& gpu : shipped_catalog().gpus()) {
      INFO(one.name << " and " << gpu.name);
      const bool same_kind = in_laptop(gpu) == holds(lower_case(one.name), "laptop");
      CHECK((!same_kind || spaced(gpu.name).find(spaced(one.name)) == std::string::npos));
    }
}

TEST_CASE("a maker and a stack are records, so that a file of one's own can bring new ones") {
  const std::string file = R"({
    "makers": [{"id": "my-maker", "words": ["mine"], "source": "judgement"}],
    "stacks": [{"id": "my-stack", "source": "judgement"}],
    "architectures": [{"id": "My Cores", "vendor": "my-maker", "source": "judgement"}],
    "gpus": [{"id": "my-card", "name": "Mine 9000 64 GB", "vendor": "my-maker", "family": "Mine",
      "architecture": "My Cores", "kind": "accelerator", "segment": "datacenter", "status": "sold",
      "stack": "my-stack", "launch_date": "2025-05", "memory_gib": 64, "bandwidth_gb_s": 1600,
      "tdp_w": 300, "form_factor": "pcie", "sources": {"launch_date": "judgement",
      "memory_gib": "judgement", "bandwidth_gb_s": "judgement", "tdp_w": "judgement"}}]})";
  CHECK(run_gpupick({"validate", "-"}, file).status == 0);
  const Run run = run_gpupick({"list", "--vendor", "My-Maker", "--add", "-"}, file);
  CHECK(run.status == 0);
  CHECK(run.out.find("my-card") != std::string::npos);
  CHECK(run_gpupick({"show", "9000", "--add", "-"}, file).status == 0);
  CHECK(run_gpupick({"list", "--vendor", "my-maker"}).err.find("not 'my-maker'") !=
        std::string::npos);
}

}  // namespace
}  // namespace gpupick
