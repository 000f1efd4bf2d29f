#include "advice/remarks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Remarks = std::vector<std::string>;

void add_fit(const Gpu& gpu, Remarks& out) {
  if (gpu.form_factor == "sxm" || gpu.form_factor == "oam")
    out.push_back(fmt::format("{} module: fits only a server board made for it, no PCIe slot",
                              *gpu.form_factor == "sxm" ? "SXM" : "OAM"));
  if (gpu.form_factor == "cloud") out.push_back("cannot be bought: rented in a cloud only");
  if (gpu.cooling == "passive")
    out.push_back("passive cooling: needs the airflow of a server chassis");
  if (gpu.devices.value_or(1) > 1)
    out.push_back(fmt::format("{} GPUs of {} GiB to software: one job sees one of them",
                              *gpu.devices, rounded(*per_device(gpu, gpu.memory_gib))));
  if (gpu.display_outputs == 0.0) out.push_back("no display output");
}

void add_power(const Catalog& catalog, const Gpu& gpu, Remarks& out) {
  std::vector<std::string> size;
  if (gpu.slots)
    size.push_back(fmt::format("{} {}", *gpu.slots, *gpu.slots == 1 ? "slot" : "slots"));
  if (gpu.length_mm) size.push_back(fmt::format("{:.0f} mm", *gpu.length_mm));
  if (gpu.psu_w) size.push_back(fmt::format("{:.0f} W supply", *gpu.psu_w));
  if (gpu.cooling == "blower") size.push_back("blower");
  if (gpu.power_connectors)
    for (const std::string_view id : *gpu.power_connectors)
      if (const Plug* plug = catalog.find<Plug>(id); plug && !plug->remark.empty())
        size.emplace_back(plug->remark);
  if (!size.empty()) out.push_back(join(size, ", "));
}

void add_price(const Price& price, Remarks& out) {
  if (price.whole_computer) out.push_back("the price buys a whole computer");
  if (price.kind == "launch")
    out.push_back("no price of the last twelve months: the launch price stands in");
  if (price.thin())
    out.push_back(price.rows == 1 ? "one price seen: thin" : "two prices seen: thin");
  else if (price.high > 1.25 * price.low)
    out.push_back(fmt::format("prices spread {}-{}", rounded(price.low), rounded(price.high)));
}

}  // namespace

std::vector<std::string> advice(const Catalog& catalog, const Gpu& gpu,
                                const std::optional<Price>& price) {
  Remarks out;
  if (price && price->kind == "used" && gpu.status == "discontinued") out.push_back("used only");
  add_fit(gpu, out);
  add_power(catalog, gpu, out);
  const SoftwareStack* stack = gpu.stack ? catalog.find<SoftwareStack>(*gpu.stack) : nullptr;
  if (stack && !stack->remark.empty()) out.emplace_back(stack->remark);
  if (price) add_price(*price, out);
  for (const std::string_view note : gpu.notes) out.emplace_back(note);
  return out;
}

std::string pytorch_remark(const Gpu& gpu, std::span<const SoftwareRule> rules, Date day) {
  const auto answer = support_of(rules, gpu, "pytorch", day);
  if (!answer || !answer->rule || answer->level == Support::current) return "";
  return answer->level == Support::legacy ? "PyTorch serves it with an older branch only"
                                          : "PyTorch does not serve it";
}

void add_obstacles(const Catalog& catalog, Date day, JobEstimate& estimate) {
  const Gpu& gpu = *estimate.gpu;
  const Job& job = estimate.job;
  const TaskDefaults& defaults = catalog.find_task(name_of(job.task));
  const std::string_view software =
      job.engine ? job.engine->software : defaults.software.value_or("");
  const auto answer = support_of(catalog.software(), gpu, software, day);
  const std::string_view architecture =
      gpu.architecture ? std::string_view(*gpu.architecture) : "this card";
  Notes& out = estimate.notes;
  if (answer && answer->level == Support::none)
    out.push_back({NoteKind::software_ended, software, architecture});
  if (answer && answer->level == Support::legacy)
    out.push_back({NoteKind::software_legacy, software, architecture});
  if (is_training(job.task) && job.precision == Precision::bf16 && gpu.stack != "metal" &&
      gpu.bf16_tensor_tflops == 0.0)
    out.push_back({NoteKind::no_bf16, architecture});
  if (is_inference(job.task) && !job.model->by_size && job.context > job.model->context)
    out.push_back({NoteKind::beyond_context, job.model->name, "", job.model->context});
}

WorkloadSupport support_for(const Workload& workload, std::span<const SoftwareRule> rules,
                            const Gpu& gpu, Date day) {
  WorkloadSupport weakest;
  for (const SoftwareNeed& need : workload.software) {
    const std::string_view software = need.name == "stack" ? gpu.stack.value_or("") : need.name;
    const std::optional<SupportAnswer> answer = support_of(rules, gpu, software, day);
    const Support level = answer ? answer->level : Support::none;
    // Shortfall first, so that of several needs the one that fails is named.
    if (weakest.software.empty() ||
        static_cast<int>(level) - static_cast<int>(need.least()) <
            static_cast<int>(weakest.level) - static_cast<int>(weakest.at_least))
      weakest = {level, need.least(), software, answer ? answer->rule : nullptr,
                 answer.has_value()};
  }
  return weakest;
}

}  // namespace gpupick
