// Recorded output of tools, in tests/unit/tools, and the cards in it. Most tool_records are cut to
// what the readers need, after public reports; identifiers are replaced.
#include "cli/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "catch.hpp"
#include "cli/tool_output.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

struct ToolRecord {
  const char* file;
  const char* cards;    // ids, in order; "": none
  const char* unknown;  // part of the reason why a card is not identified; "": none
  const char* source;   // public report or layout that the record follows
};

constexpr ToolRecord tool_records[] = {
    {"smi-4070-laptop.txt", "rtx-4070-laptop", "", "pop-os/cosmic-comp#2621"},
    {"smi-4080-laptop.txt", "rtx-4080-laptop", "", "nvidia-smi 580"},
    {"smi-4070-super.txt", "rtx-4070-super", "", "nvidia-smi 580"},
    {"smi-5070-ti-laptop.txt", "rtx-5070-ti-laptop", "", "nvidia-smi 580"},
    {"smi-4080-changed.txt", "", "has other memory than", "nvidia-smi 580"},
    {"smi-a100-cut.txt", "a100-sxm-80gb a100-sxm-80gb", "", "XuehaiPan/nvitop#8"},
    {"smi-6000-ada.txt", "rtx-6000-ada", "", "nvidia-smi 580"},
    {"smi-p400.txt", "", "no card is called 'Quadro P400'", "DualCoder/vgpu_unlock#30"},
    {"smi-v100.txt", "v100-sxm-32gb v100-sxm-32gb", "", "nvidia-smi 580"},
    {"smi-processes.txt", "rtx-3080-10gb", "", "influxdata/telegraf#12996"},
    {"smi-mig.txt", "", "1 x 11.7 GiB and 1 x 5.81 GiB (MIG)", "nvidia-smi 535"},
    {"smi-list-mig.txt", "", "7 x 1g.10gb (MIG)", "DataDog/datadog-agent#33120"},
    {"smi-query.csv", "p100-pcie-16gb rtx-3080-10gb quadro-rtx-8000", "", "--query-gpu"},
    {"smi-query-noheader.csv", "rtx-4060-ti-16gb l4", "", "--query-gpu, noheader"},
    {"smi-query-names.csv", "rtx-4090 rtx-4090", "", "--query-gpu=name, noheader"},
    {"smi-q-5090.txt", "rtx-5090", "", "nvidia-smi -q 570"},
    {"smi-q-two.txt", "rtx-3080-10gb rtx-3080-12gb", "", "nvidia-smi -q 550"},
    {"smi-q-a2000.txt", "rtx-a2000-laptop-8gb", "", "nvidia-smi -q 560"},
    {"smi-q-vgpu.txt", "", "'NVIDIA A10-12Q'", "nvidia-smi -q 535"},
    {"smi-q.xml", "rtx-4000-sff-ada", "", "telegraf plugins/inputs/nvidia_smi/testdata"},
    {"gpustat.txt", "rtx-3090", "", "wookayin/gpustat"},
    {"collect-env.txt", "v100s-pcie-32gb v100s-pcie-32gb", "", "vllm-project/vllm#8185"},
    {"lspci-v-r9700.txt", "radeon-ai-pro-r9700", "", "clbr/radeontop#184"},
    {"lspci-v-4090.txt", "rtx-4090", "", "pciutils 3"},
    {"lspci-n.txt", "rtx-4090", "", "pciutils 3"},
    {"lspci-mm.txt", "rtx-3090", "", "pciutils 3"},
    {"lspci-vmm.txt", "t4", "", "pciutils 3"},
    {"lspci-number.txt", "", "may be rtx-5060-ti-16gb or rtx-5060-ti-8gb",
     "signerless/llm-checker#1"},
    {"rocm-smi.txt", "mi100", "", "ROCm/ROCm#1351"},
    {"rocm-smi.json", "", "may be rx-6700-xt or rx-6750-xt",
     "telegraf plugins/inputs/amd_rocm_smi/testdata"},
    {"rocm-smi.csv", "radeon-ai-pro-r9700 radeon-ai-pro-r9700", "", "rocm-smi of ROCm 7"},
    {"amd-smi.txt", "mi300x", "", "rocm.docs.amd.com amd-smi"},
    {"amd-smi.json", "mi300x mi300x", "", "rocm.docs.amd.com amd-smi"},
    {"rocminfo.txt", "rx-7900-xtx", "", "rocminfo of ROCm 6"},
    {"xpu-smi.txt", "", "may be arc-a770-16gb or arc-a770-8gb", "ggml-org/llama.cpp#28725"},
    {"xpu-smi-table.txt", "arc-a770-16gb", "", "intel/xpumanager discovery"},
    {"vulkaninfo.txt", "rx-6600-xt", "", "nix-community/nixGL#153"},
    {"vulkaninfo-two.txt", "rtx-4090", "", "vulkaninfo --summary"},
    {"llama-two-stacks.txt", "rtx-5060-ti-16gb rx-7900-xtx", "", "llama-server --list-devices"},
    {"clinfo.txt", "radeon-vii", "", "clinfo 3"},
    {"amd-smi-table.txt", "mi325x mi325x", "", "ROCm/rocm-install-on-linux#656"},
    {"amd-smi-cut.txt", "", "'860M Graphics'", "ROCm/rocm-systems#2563"},
    {"fastfetch.txt", "rx-9070-xt", "says no model", "fastfetch-cli/fastfetch#2146"},
    {"fastfetch-logo.txt", "", "may be rtx-3060-12gb or rtx-3060-8gb", "fastfetch 2"},
    {"fastfetch.json", "rx-9070-xt", "says no model", "fastfetch-cli/fastfetch#2146"},
    {"inxi.txt", "rtx-3090", "no card is called 'AMD Raphael'", "inxi -Gx 3.3"},
    {"lshw.txt", "rtx-3090", "no card is called 'AlderLake-S GT1'", "lshw -C display"},
    {"lshw.json", "rtx-3090 rtx-3090", "", "lyonel/lshw#48"},
    {"hwinfo.txt", "rtx-3090", "", "hwinfo --gfxcard"},
    {"glxinfo.txt", "rx-7900-xtx", "", "flightlessmango/MangoHud#965"},
    {"nvtop.json", "rtx-5060-ti-16gb", "no card is called 'DG2 (Arc A770)'", "Syllo/nvtop#438"},
    {"ollama.txt", "rtx-3090 rtx-4090", "", "ollama/ollama#9245"},
    {"nvidia-settings.txt", "rtx-3090", "may be rtx-3080-10gb or", "nvidia-settings -q gpus"},
    {"lact.txt", "rx-7900-xtx", "", "ilya-zlobintsev/LACT#533"},
    {"dxdiag.txt", "rtx-4090", "'Intel(R) UHD Graphics 770'", "dxdiag /t"},
    {"cim.json", "rtx-4070-ti", "'Intel(R) UHD Graphics 770'", "Get-CimInstance | ConvertTo-Json"},
    {"llama-rocm.txt", "rx-7900-gre", "'Radeon RX Vega'", "ROCm/ROCm#5104"},
    {"llama-rocm-memory.txt", "rx-7900-xtx", "", "llama.cpp b9037 on Windows"},
    {"llama-vulkan.txt", "radeon-ai-pro-r9700 radeon-ai-pro-r9700", "", "llama.cpp b8797"},
    {"llama-vulkan-laptop.txt", "rtx-4060-laptop", "", "whisper.cpp on Vulkan"},
    {"llama-metal.txt", "", "may be m4-10c", "ggml-org/ci"},
    {"clinfo-list.txt", "t4 t4", "no card is called 'Intel(R) UHD Graphics 620'", "clinfo -l"},
    {"clinfo-platforms.txt", "rtx-3060-12gb", "", "clinfo 3 of two platforms"},
    {"sycl-ls.txt", "a100-pcie-40gb", "", "llama.cpp docs/backend/SYCL.md"},
    {"sycl-ls-arc.txt", "arc-pro-b60", "", "llama.cpp docs/backend/SYCL.md"},
    {"lshw.xml", "rtx-3090", "", "lshw -xml -C display"},
    {"lspci-colour.txt", "rtx-3090 t4", "", "pciutils 3 through grep --color=always"},
    {"fastfetch-colour.txt", "rtx-4090", "", "fastfetch in the log of script"},
    {"smi-two-hosts.txt", "rtx-3090 rtx-4090 rtx-4080 rtx-4090", "", "nvidia-smi 570, twice"},
    {"smi-twice.txt", "rtx-3090 rtx-4090", "", "nvidia-smi 570, twice"},
    {"smi-lost.txt", "rtx-3090", "the tool says GPU is lost", "nvidia-smi of a lost GPU"},
    {"smi-cut.txt", "rtx-3090", "'NVIDIA GeForce RTX 4' is not read", "nvidia-smi 570, cut"},
    {"lspci-and-smi.txt", "rtx-3090 rtx-4090 t4", "AlderLake-S GT1", "pciutils, nvidia-smi 570"},
    {"rocm-and-smi.txt", "rx-7900-xtx rtx-3090", "", "rocm-smi 6, nvidia-smi 570"},
    {"kubectl-describe.txt", "a10g a10g a10g a10g", "", "NVIDIA/gpu-feature-discovery#76"},
    {"kubectl-labels.txt",
     "a100-sxm-80gb a100-sxm-80gb a100-sxm-80gb a100-sxm-80gb a100-sxm-80gb a100-sxm-80gb "
     "a100-sxm-80gb a100-sxm-80gb t4 t4",
     "", "kubectl get nodes --show-labels"},
    {"kubectl-mig.yaml", "", "56 x 1g.5gb (MIG)",
     "NVIDIA/k8s-device-plugin docs/gpu-feature-discovery"},
    {"kubectl-amd.txt", "mi300x mi300x mi300x mi300x mi300x mi300x mi300x mi300x", "",
     "ROCm/k8s-device-plugin cmd/k8s-node-labeller"},
    {"kubectl.json", "l4 l4", "", "kubectl get nodes -o json on GKE"},
    {"scontrol.txt", "a40 a40", "", "SlinkyProject/slurm-operator#45"},
    {"sinfo.txt", "rtx-3090 rtx-3090 rtx-2080-ti", "may be a100-pcie-40gb", "sinfo -o '%N %G'"},
    {"kubectl-mig-labels.txt", "", "2 x 3g.40gb (MIG)",
     "NVIDIA/k8s-device-plugin docs/gpu-feature-discovery"},
    {"smi-q-t4.txt", "t4", "", "NVIDIA/nvidia-docker#1628"},
    {"smi-q-titan-v.txt", "titan-v titan-v", "", "4paradigm/k8s-vgpu-scheduler#25"},
    {"smi-q-1080-ti.txt", "gtx-1080-ti gtx-1080-ti", "", "NVIDIA/nvidia-docker#756"},
    {"smi-titan-x.txt", "titan-x-pascal titan-x-pascal", "", "openmm/openmm#2386"},
    {"smi-rtx-4000.txt", "quadro-rtx-4000 quadro-rtx-4000", "",
     "akash-network/provider-configs#12"},
    {"smi-a100-40.txt", "a100-sxm-40gb a100-sxm-40gb", "", "Azure/azurehpc#537"},
    {"lspci-v-480.txt", "", "may be rx-470-4gb", "twifty/aura-gpu#5"},
    {"lspci-v-8000.txt", "", "may be quadro-rtx-6000 or quadro-rtx-8000",
     "geerlingguy/raspberry-pi-pcie-devices#480"},
    {"lspci-v-b580.txt", "arc-b580", "", "ilya-zlobintsev/LACT#890"},
    {"lspci-v-1080.txt", "gtx-1080", "", "geerlingguy/raspberry-pi-pcie-devices#123"},
    {"lspci-v-73df.txt", "", "may be rx-6700, rx-6700-xt",
     "geerlingguy/raspberry-pi-pcie-devices#222"},
    {"lspci-vmm-n.txt", "rtx-3090", "", "pciutils 3: lspci -vmm -n"},
    {"lspci-mm-n.txt", "rtx-3090", "", "pciutils 3: lspci -mm -n"},
    {"lspci-n-class.txt", "rtx-3090", "", "pciutils 2: lspci -n"},
    {"pci-ids.txt", "rtx-3090", "may be arc-a770-16gb", "ids alone"},
    {"lspci-number-2571.txt", "rtx-a2000-12gb", "", "geerlingguy/raspberry-pi-pcie-devices#509"},
    {"lspci-number-2684.txt", "rtx-4090", "", "geerlingguy/raspberry-pi-pcie-devices#504"},
    {"lspci-and-comment.txt", "rtx-3090 rtx-3090", "", "noonghunna/club-3090#594"},
    {"smi-prompt.txt", "rtx-3060-12gb", "", "geerlingguy/raspberry-pi-pcie-devices#790"},
    {"llmfit-and-smi.txt", "rtx-5080", "", "AlexsJones/llmfit#52, on WSL"},
    {"report-markdown.txt", "rtx-5090-laptop", "", "noonghunna/club-3090#102"},
    {"smi-a100-pcie-cut.txt", "a100-pcie-80gb a100-pcie-80gb", "", "NVIDIA/go-nvml#57"},
    {"smi-wddm-cut.txt", "", "may be gtx-1080-ti or rtx-2080-ti", "microsoft/WSL#9134"},
    {"smi-list-mig-3g.txt", "", "2 x 3g.40gb (MIG)", "NVIDIA/nvidia-container-toolkit#203"},
    {"smi-list-mig-one.txt", "a100-sxm-80gb a100-sxm-80gb a100-sxm-80gb", "4 x 1g.20gb (MIG)",
     "influxdata/telegraf#5812"},
    {"mac-list.txt", "m1-pro-14c-16gb", "", "a README: system_profiler in a Markdown list"},
    {"mac-m4-8.txt", "", "may be m4-8c", "ggml-org/llama.cpp#14966"},
    {"mac-m1-7.txt", "", "may be m1-7c", "a README: system_profiler"},
    {"comfyui.txt", "rtx-3090", "", "ComfyUI 0.3 log"},
    {"mac-m4-pro.txt", "", "may be m4-pro-20c", "system_profiler of macOS 13 or later"},
    {"mac-m4.txt", "", "may be m4-10c", "system_profiler of macOS 13 or later"},
    {"mac-hardware.txt", "m4-pro-20c-48gb", "", "system_profiler"},
    {"mac-m3-pro.json", "", "is sold with several sizes of memory, m3-pro-18c with",
     "Osmantic/ODS#3705"},
};

std::string tool_text(const char* file) {
  const std::ifstream stream(project_path(fmt::format("tests/unit/tools/{}", file)));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST_CASE("the output of tools gives the cards") {
  for (const auto& [file, cards, unknown, source] : tool_records) {
    INFO(file << ", after " << source);
    const std::string text = plain_text(tool_text(file));
    std::string ids, problems;
    for (const Found& found : cards_in_output(text, shipped_catalog()).cards)
      if (found.gpu)
        ids += (ids.empty() ? "" : " ") + std::string(found.gpu->id);
      else
        problems += found.problem;
    CHECK(ids == cards);
    CHECK_THAT(problems, ContainsSubstring(unknown));
    CHECK(problems.empty() == std::string(unknown).empty());
  }
}

TEST_CASE("a node in one line counts its cards, not those in use") {
  std::string text = tool_text("scontrol.txt");
  std::ranges::replace(text, '\n', ' ');
  CHECK(cards_in_output(text, shipped_catalog()).cards.size() == 2);
}

TEST_CASE("no node of a cluster is lost, and none counts twice") {
  const auto found = [](std::string_view text) {
    const FoundCards all = cards_in_output(text, shipped_catalog());
    return std::pair(all.cards.size(), all.computers);
  };
  const std::pair<std::string_view, std::pair<std::size_t, std::size_t>> rows[] = {
      {R"({"items": [{"labels": {"nvidia.com/gpu.count": "2", "nvidia.com/gpu.product": "NVIDIA-L4"}},)"
       R"( {"labels": {"nvidia.com/gpu.count": "4", "nvidia.com/gpu.product": "Tesla-T4"}}]})",
       {6, 2}},
      {"gpu[01-04] gpu:rtx_3090:4(S:0-1)\ngpu[05,07] gpu:rtx_4090:8\n", {32, 6}},
      {"gpu-a,gpu-b gpu:l4:2\n", {4, 2}},
      {"debug gpu[01-02] gpu:l4:2\nlong gpu[01-02] gpu:l4:2\n", {4, 2}},
      {"NodeName=n[1-4] CPUs=64 Gres=gpu:a40:4 State=UNKNOWN\n", {16, 4}},
      {"NodeName=a\n Gres=gpu:l40s:4\nNodeName=a\n Gres=gpu:l40s:4\n", {4, 1}},
      {"Gres=gpu:l4:2\nGres=gpu:l4:2\n", {4, 2}}};
  for (const auto& [text, cards] : rows) {
    INFO(text);
    CHECK(found(text) == cards);
  }
}

TEST_CASE("a number of cards or hosts that is not understood is said") {
  for (const char* count : {"-8", "abc", "99999999999999999999"}) {
    const Run run = run_gpupick(
        {"detect", "--from-file", "-"},
        fmt::format("nvidia.com/gpu.product=NVIDIA-L4\nnvidia.com/gpu.count={}\n", count));
    INFO(run.out);
    CHECK(run.status == 1);
    CHECK_THAT(unwrapped(run.out), ContainsSubstring("'NVIDIA-L4' has a number of cards that is "
                                                     "not understood"));
  }
  std::string deep = "gpu";
  for (int i = 0; i < 100000; ++i) deep += "[1]";
  for (const std::string& hosts : {std::string("gpu[1-999999999999]"), deep,
                                   std::string("r[1-999][1-999][1-999]"), std::string("gpu[4-1]")})
    CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, hosts + " gpu:l4:4\n").out,
               ContainsSubstring("Not identified, 4 cards:") &&
                   ContainsSubstring("hosts that are not understood"));
}

TEST_CASE("a table of cards may count them") {
  for (const char* text : {"| GPU | Count |\n|---|---|\n| RTX 3090 | 2 |\n",
                           "Qty,GPU\n2,RTX 3090\n", "name,count\nNVIDIA GeForce RTX 3090,2\n"}) {
    INFO(text);
    CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, text).out,
               ContainsSubstring("2  rtx-3090") && !ContainsSubstring("computers"));
  }
}

TEST_CASE("a card that is not identified is named with its PCI id and memory") {
  const Run run = run_gpupick({"detect", "--from-file", "-"},
                              "GPU[0]\t\t: Card Series: \t\tRadeon HD 9990\n"
                              "GPU[0]\t\t: GPU ID: \t\t0x1234\n"
                              "GPU[0]\t\t: VRAM Total Memory (B): 4294967296\n");
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("no card is called 'Radeon HD 9990'"));
  const Run data = run_gpupick({"detect", "--from-file", "-", "--format", "json"},
                               "GPU[0]\t\t: Card Series: \t\tRadeon HD 9990\n"
                               "GPU[0]\t\t: GPU ID: \t\t0x1234\n"
                               "GPU[0]\t\t: VRAM Total Memory (B): 4294967296\n");
  CHECK_THAT(data.out, ContainsSubstring("Radeon HD 9990 (PCI 1234, 4 GiB)"));
}

TEST_CASE("the cores of a Mac count before its memory, which is not guessed") {
  const auto detect = [](const std::string& memory) {
    return unwrapped(
        run_gpupick({"detect", "--from-file", "-"}, "      Chip: Apple M3 Max\n" + memory +
                                                        "      Chipset Model: Apple M3 Max\n"
                                                        "      Total Number of Cores: 40\n")
            .out);
  };
  CHECK_THAT(detect("      Memory: 128 GB\n"), ContainsSubstring("m3-max-40c"));
  CHECK_THAT(detect("      Memory: 64 GB\n"), ContainsSubstring("the nearest is m3-max-40c:"));
  CHECK_THAT(detect(""), ContainsSubstring("is sold with several sizes of memory"));
}

TEST_CASE("tools are read as they print without flags, and through a spreadsheet") {
  const std::pair<const char*, const char*> rows[] = {
      {"name; memory.total [MiB]\nNVIDIA GeForce RTX 3090; 24576 MiB\n", "rtx-3090"},
      {"NVIDIA GeForce RTX 3090; 24576 MiB\n", "rtx-3090"},
      {"================ ROCm System Management Interface ================\n"
       "Device  Node  IDs              Temp    Power\n"
       "              (DID,     GUID)  (Edge)  (Avg)\n"
       "0       1     0x738c,   54057  50.0C   13.0W\n",
       "mi100"}};
  for (const auto& [text, card] : rows) {
    INFO(text);
    CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, text).out, ContainsSubstring(card));
  }
}

TEST_CASE("Windows, llama.cpp and lists name cards too") {
  const std::pair<const char*, const char*> rows[] = {
      {"AdapterRAM  Name                     \r\n4293918720  NVIDIA GeForce RTX 3090  \r\n",
       "rtx-3090"},
      {"\r\n\r\nAdapterRAM=4293918720\r\nName=NVIDIA GeForce RTX 3090\r\n", "rtx-3090"},
      {"\nName                    AdapterRAM\n----                    ----------\n"
       "NVIDIA GeForce RTX 3090 4293918720\n",
       "rtx-3090"},
      {"Caption        : NVIDIA GeForce RTX 3090\nName           : NVIDIA GeForce RTX 3090\n",
       "rtx-3090"},
      {"Name\nNVIDIA GeForce RTX 3090\n", "rtx-3090"},
      {"\nName\n----\nNVIDIA GeForce RTX 3090\n", "rtx-3090"},
      {"Card name: NVIDIA GeForce RTX 3060\nDisplay Memory: 28000 MB\n"
       "Dedicated Memory: 12129 MB\nShared Memory: 16300 MB\n",
       "rtx-3060-12gb"},
      {"  Device 0: NVIDIA GeForce RTX 3090, compute capability 8.6, VMM: yes\n", "rtx-3090"},
      {"  Device 0: NVIDIA GeForce RTX 3060, compute capability 8.6, VMM: yes\n"
       "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3060 (12044 MiB, 11910 MiB free)\n",
       "rtx-3060-12gb"},
      {"OpenGL renderer string: NVIDIA GeForce RTX 3090/PCIe/SSE2\n", "rtx-3090"},
      {"[\"NVIDIA GeForce RTX 3090\"]", "rtx-3090"},
      {"{\"Name\": \"NVIDIA GeForce RTX 3090\"}", "rtx-3090"},
      {"[{\"name\": \"NVIDIA GeForce RTX 3060\", \"totalMemoryCapacityBytes\": 12884901888}]",
       "rtx-3060-12gb"},
      {"Memory info (GL_NVX_gpu_memory_info):\n    Dedicated video memory: 12288 MB\n"
       "OpenGL renderer string: NVIDIA GeForce RTX 3060/PCIe/SSE2\n",
       "rtx-3060-12gb"},
      {"/0/100/1/0    /dev/fb0    display        GA102 [GeForce RTX 3090]\n", "rtx-3090"},
      {"Device: cuda:0 NVIDIA GeForce RTX 3090 : cudaMallocAsync\n", "rtx-3090"},
      {"_CudaDeviceProperties(name='NVIDIA GeForce RTX 3060', major=8, total_memory=12036MB)\n",
       "rtx-3060-12gb"},
      {"GPU 1: NVIDIA GeForce RTX 3060 (11.76 GiB) [Discrete]\n", "rtx-3060-12gb"},
      {"      Chip: Apple M2 Ultra\n      Memory: 192 GB\n", "m2-ultra"},
      {"NVIDIA GeForce RTX 3080, 20480 MiB\n", "rtx-3080-20gb"},
      {"NVIDIA GeForce RTX 2080 Ti, 22528 MiB\n", "rtx-2080-ti-22gb"},
      {"NVIDIA GeForce RTX 4090, 49140 MiB\n", "rtx-4090-48gb"}};
  for (const auto& [text, card] : rows) {
    INFO(text);
    const std::string plain = run_gpupick({"detect", "--from-file", "-"}, text).out;
    CHECK_THAT(plain, ContainsSubstring(card));
    std::string wide = "\xFF\xFE";
    for (const char* c = text; *c; ++c) (wide += *c) += '\0';
    CHECK(run_gpupick({"detect", "--from-file", "-"}, wide).out == plain);
  }
}

TEST_CASE("a memory that is not understood is named, and no card taken for it") {
  for (const char* memory : {"1e30MiB", "0MiB", "0x10 MiB"}) {
    INFO(memory);
    for (const char* header : {"", "name, memory.total [MiB]\n"}) {
      const std::string text = fmt::format("{}NVIDIA GeForce RTX 3090, {}\n", header, memory);
      const Run run = run_gpupick({"detect", "--from-file", "-"}, text);
      CHECK(run.status == 1);
      CHECK_THAT(run.out, ContainsSubstring(fmt::format("not understood: '{}'", memory)));
    }
  }
  // A driver may not tell.
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"},
                         "name, memory.total [MiB]\nNVIDIA GeForce RTX 3090, [N/A]\n")
                 .out,
             ContainsSubstring("rtx-3090"));
}

TEST_CASE("no card is dropped: neither the thousandth nor, in CSV, one that is not identified") {
  std::string text;
  for (int i = 0; i < 1003; ++i) text += fmt::format("GPU {}: NVIDIA L4 (UUID: x)\n", i);
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, text).out, ContainsSubstring("l4:1003"));
  const Run run = run_gpupick({"detect", "--from-file", "-", "--format", "csv"},
                              "GPU 0: NVIDIA L4 (UUID: x)\nGPU 1: NVIDIA Foo 9 (UUID: y)\n");
  CHECK_THAT(run.out, ContainsSubstring("count,id,name,memory_gib,problem\n1,l4,") &&
                          ContainsSubstring("\n1,,NVIDIA Foo 9,,"));
}

TEST_CASE("the computers of a text and the lists that come again are said") {
  const auto detect = [](const char* file) {
    return run_gpupick({"detect", "--from-file", "-"}, tool_text(file)).out;
  };
  CHECK_THAT(detect("smi-two-hosts.txt"), ContainsSubstring("cards of 2 computers"));
  CHECK_THAT(detect("smi-two-hosts.txt"), !ContainsSubstring("gpupick recommend"));
  CHECK_THAT(detect("smi-twice.txt"), ContainsSubstring("appears again and counts once"));
  CHECK_THAT(detect("lspci-and-smi.txt"), !ContainsSubstring("computers"));
}

TEST_CASE("the prompt of a shell is no card") {
  const Run run =
      run_gpupick({"detect", "--from-file", "-"},
                  "root@node1:~# nvidia-smi --query-gpu=name,memory.total --format=csv\n"
                  "name, memory.total [MiB]\nNVIDIA GeForce RTX 3090, 24576 MiB\n"
                  "root@node1:~#\n");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("1  rtx-3090") && !ContainsSubstring("Not identified"));
}

TEST_CASE("a remark in brackets or a PCI id tells two cards of one name apart") {
  for (const char* text :
       {"  Device 0: NVIDIA TITAN X (Pascal), compute capability 6.1, VMM: yes\n",
        "GPU 0: NVIDIA TITAN X (Pascal) (UUID: GPU-1)\n",
        "01:00.0 VGA compatible controller [0300]: NVIDIA Corporation GP102 [TITAN X] [10de:1b00] "
        "(rev a1)\n"}) {
    INFO(text);
    CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, text).out,
               ContainsSubstring("titan-x-pascal"));
  }
}

TEST_CASE("a card that one tool names roughly and another exactly is one card") {
  const std::string pci =
      "01:00.0 VGA compatible controller: NVIDIA Corporation GA106 "
      "[GeForce RTX 3060 Lite Hash Rate] (rev a1)\n";
  const std::string smi = "GPU 0: NVIDIA GeForce RTX 3060 (12288 MiB)\n";
  for (const std::string& text : {pci + smi, smi + pci}) {
    const FoundCards found = cards_in_output(text, shipped_catalog());
    REQUIRE(found.cards.size() == 1);
    REQUIRE(found.cards[0].gpu);
    CHECK(found.cards[0].gpu->id == "rtx-3060-12gb");
  }
}

TEST_CASE("a list of names keeps those that are not known") {
  const Run run =
      run_gpupick({"detect", "--from-file", "-"}, "NVIDIA GeForce RTX 3090\nNVIDIA Quadro P400\n");
  CHECK_THAT(run.out, ContainsSubstring("rtx-3090") &&
                          ContainsSubstring("no card is called 'NVIDIA Quadro P400'"));
}

TEST_CASE("text without a card is refused with what is wrong with it") {
  const std::pair<std::string, const char*> rows[] = {
      {"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n",
       "the tool says: NVIDIA-SMI has failed because"},
      {"No devices were found\n", "the tool says: No devices were found"},
      {"[{\"gpu\": 0, \"asic\": {\"market_name\": \"AMD\n", "line 1: "},
      {std::string("\x7f"
                   "ELF\0\0",
                   6),
       "it is not text"},
      {" \n", "it is empty"},
      {"====== ROCm System Management Interface ======\nGPU  Temp\n0    40c\n",
       "`rocm-smi --showproductname --showmeminfo vram` does"},
      {"hello\n", "it names no card"}};
  for (const auto& [text, why] : rows) {
    const Run run = run_gpupick({"detect", "--from-file", "-"}, text);
    INFO(text);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(why));
  }
}

TEST_CASE("the adapter of WSL is no card, and the text says which tool names the card") {
  for (const char* file : {"lspci-wsl.txt", "lspci-wsl-vmm.txt", "lspci-wsl-2021.txt"}) {
    const Run run = run_gpupick({"detect", "--from-file", "-"}, tool_text(file));
    CHECK(run.status == 2);
    CHECK_THAT(unwrapped(run.err), ContainsSubstring("`nvidia-smi` inside WSL names the card"));
  }
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, "2b9e:00:00.0 0302: 1414:008e\n").err,
             ContainsSubstring("inside WSL"));
  // With nvidia-smi beside it, the card alone is named.
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"},
                         tool_text("lspci-wsl.txt") + tool_text("llmfit-and-smi.txt"))
                 .out,
             ContainsSubstring("1  rtx-5080") && !ContainsSubstring("Not identified"));
}

TEST_CASE("a card that is not held takes part by its memory") {
  const Run run = run_gpupick({"detect", "--from-file", "-"}, "RTX 6090, 36864 MiB\n");
  CHECK_THAT(unwrapped(run.out),
             ContainsSubstring("`gpupick fit 36GB` lists what fits its memory"));
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"}, "NVIDIA GeForce RTX 3090, 4096 MiB\n").out,
             !ContainsSubstring("gpupick fit 4GB"));
  const Run fit = run_gpupick({"fit", "36GB", "--match", "qwen3-32b"});
  CHECK(fit.status == 0);
  CHECK_THAT(fit.out, ContainsSubstring("Qwen3-32B") && !ContainsSubstring("tokens/s"));
  CHECK(run_gpupick({"fit", "0GB"}).status == 2);
}

TEST_CASE("damaged or foreign text is read without an error") {
  for (const auto& [file, cards, unknown, source] : tool_records) {
    const std::string text = tool_text(file);
    for (std::size_t size = 0; size < text.size(); size += 37)
      CHECK_NOTHROW(tool_runs_in(text.substr(0, size)));
    // Cells of tables that end after their first or second word.
    for (const char* begin : {R"((\| *\S+)[^|\n]*)", R"((\| *\S+ +\S+)[^|\n]*)"})
      CHECK_NOTHROW(tool_runs_in(std::regex_replace(text, std::regex(begin), "$1 ")));
  }
  CHECK(tool_runs_in("").empty());
  CHECK(tool_runs_in("{").empty());
  CHECK(cards_in_output("hello world\nthis is no tool\n", shipped_catalog()).cards.empty());
}

}  // namespace
}  // namespace gpupick
