#include "cli/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "estimate/card_group.hpp"
#include "physics/device.hpp"

namespace gpupick {
namespace {

// Returns what a tool shows of a card besides its name: "PCI 10de:2684, 8 GiB".
std::string figures_of(const SeenCard& seen) {
  std::vector<std::string> figures;
  const std::string pci = seen.pci_id.starts_with(':') ? seen.pci_id.substr(1) : seen.pci_id;
  if (!pci.empty() && !pci.ends_with(':')) figures.push_back("PCI " + pci);
  if (seen.memory_gib) figures.push_back(rounded(*seen.memory_gib) + " GiB");
  if (seen.cores) figures.push_back(exact(*seen.cores) + " cores");
  return join(figures, ", ");
}

std::string shown(const SeenCard& seen) {
  const std::string name = seen.name + (seen.cut ? "..." : "");
  std::string figures = figures_of(seen);
  if (name.empty()) return figures;
  return figures.empty() ? name : fmt::format("{} ({})", name, figures);
}

// Returns the cards with this PCI id. Without the vendor's number, its name must stand in a text
// that names a device by number.
std::vector<const Gpu*> with_id(const SeenCard& seen, const Catalog& catalog) {
  std::vector<const Gpu*> out;
  if (seen.pci_id.size() < 5) return out;
  const bool by_vendor = seen.pci_id.starts_with(':') && !seen.name.empty();
  for (const Gpu& gpu : catalog.gpus()) {
    if (!gpu.pci_ids) continue;
    const bool has = std::ranges::any_of(
        *gpu.pci_ids, [&](std::string_view id) { return id.ends_with(seen.pci_id); });
    if (has && (!by_vendor || !holds(seen.name, "Device ") ||
                holds(fold(seen.name), fold(gpu.vendor.value_or("")))))
      out.push_back(&gpu);
  }
  return out;
}

// Returns the cards with a name that goes on after what a tool shows of it. Not every name of a
// card begins with its maker.
std::vector<const Gpu*> beginning_with(const std::string& shown, const Catalog& catalog) {
  const std::string wanted = fold(shown);
  std::vector<const Gpu*> out;
  for (const Gpu& gpu : catalog.gpus()) {
    const std::string maker = fold(gpu.vendor.value_or(""));
    const auto goes_on = [&](std::string_view name) {
      const std::string whole = fold(name);
      const std::size_t skipped =
          wanted.starts_with(maker) && !whole.starts_with(maker) ? maker.size() : 0;
      const std::string_view rest = std::string_view(wanted).substr(skipped);
      return !rest.empty() && whole.size() > rest.size() && whole.starts_with(rest);
    };
    if (std::ranges::any_of(gpu.aliases, goes_on)) out.push_back(&gpu);
  }
  return out;
}

// The cap of a desktop card is mostly its nominal power; makers of laptops choose any.
bool has_power(const Gpu& gpu, double watts) {
  constexpr double tolerance = 0.05;
  return gpu.tdp_w && std::abs(watts / *gpu.tdp_w - 1) < tolerance;
}

// Drivers reserve up to 1 % of the memory.
bool has_memory(const Gpu& gpu, double memory_gib) {
  constexpr double tolerance = 0.01;
  return gpu.memory_gib && std::abs(memory_gib / *gpu.memory_gib - 1) < tolerance;
}

template <class Test>
void keep_if_any(std::vector<const Gpu*>& cards, const Test& test) {
  if (std::ranges::any_of(cards, test))
    std::erase_if(cards, [&](const Gpu* gpu) { return !test(gpu); });
}

std::vector<const Gpu*> candidates(const SeenCard& seen, const Catalog& catalog) {
  std::vector<const Gpu*> cards = seen.cut            ? beginning_with(seen.name, catalog)
                                  : seen.name.empty() ? std::vector<const Gpu*>()
                                                      : catalog.gpus_meant(seen.name);
  std::vector<const Gpu*> same_id = with_id(seen, catalog);
  if (cards.empty() && !same_id.empty()) return same_id;
  if (cards.empty() && !seen.cut && !seen.name.empty()) try {
      return {&catalog.find_gpu(seen.name)};
    } catch (const Error&) {
      return {};
    }
  keep_if_any(cards, [&](const Gpu* gpu) { return contains(same_id, gpu); });
  return cards;
}

// "7 x 1g.10gb", or "1 x 3g.40gb and 4 x 1g.10gb".
std::string slices_of(const SeenCard& seen) {
  std::vector<std::string> kinds, counts;
  for (const std::string& slice : seen.slices) add_once(kinds, slice);
  for (const std::string& kind : kinds)
    counts.push_back(
        fmt::format("{} x {}", std::ranges::count(seen.slices, kind), printable(kind)));
  return enumerate(counts, "and");
}

// Returns why no other tool can make a card of it, or "".
std::string fault_of(const SeenCard& seen, const std::string& name) {
  if (!seen.slices.empty())
    return fmt::format(
        "'{}' is split into {} (MIG): a job has one of them, not the card, and the "
        "catalog has no slices",
        printable(name), slices_of(seen));
  return seen.fault.empty() ? "" : fmt::format("'{}' {}", printable(name), seen.fault);
}

// Returns those of the named cards that have the memory, and if possible the power.
std::vector<const Gpu*> narrowed(const SeenCard& seen, const std::vector<const Gpu*>& named,
                                 const Catalog& catalog) {
  std::vector<const Gpu*> cards = named;
  if (seen.memory_gib) {
    const auto has_other = [&](const Gpu* gpu) { return !may_show(*gpu, *seen.memory_gib); };
    std::erase_if(cards, has_other);
    // A driver reports the original name of a card whose memory was replaced.
    if (cards.empty() && !named.empty()) {
      cards = catalog.gpus_meant(seen.name + " Modified");
      std::erase_if(cards, has_other);
    }
  }
  if (seen.watts) keep_if_any(cards, [&](const Gpu* gpu) { return has_power(*gpu, *seen.watts); });
  // A driver may keep a part of the memory, so those with exactly what it shows come first.
  if (seen.cut && seen.memory_gib)
    keep_if_any(cards, [&](const Gpu* gpu) { return has_memory(*gpu, *seen.memory_gib); });
  return cards;
}

// Returns the one card that is left, or the problem.
Found decided(const SeenCard& seen, const std::string& name, const std::vector<const Gpu*>& cards,
              const Catalog& catalog) {
  const auto unknown = [&](std::string why) {
    Found out{name, nullptr, std::move(why), cards};
    if (cards.empty()) out.memory_gib = seen.memory_gib;
    return out;
  };
  const auto called = [&](const std::string& text, const std::string& more = "") {
    try {
      return Found{name, &catalog.find_gpu(text)};
    } catch (const Error& error) {
      return unknown(error.what() + more);
    }
  };
  // On a Mac one tool prints the cores and another the memory.
  if (cards.size() == 1 && seen.cores && !seen.memory_gib && shares_host_memory(*cards.front()))
    return unknown(
        fmt::format("'{}' is sold with several sizes of memory, {} with {}; `system_profiler "
                    "SPHardwareDataType SPDisplaysDataType` prints the size",
                    printable(name), cards.front()->id, memory_text(*cards.front())));
  // Several chips of a Mac share name and memory and differ in cores.
  if (cards.size() == 1 && !seen.cores && seen.memory_gib && !seen.name.empty() &&
      cards.front()->vendor == "apple") {
    const auto memory = std::round(cards.front()->memory_gib.value_or(0));
    return called(fmt::format("{} {}GB", seen.name, exact(memory)));
  }
  if (cards.size() == 1) return {name, cards.front()};
  const bool has_figures =
      seen.memory_gib || seen.cores || seen.watts || seen.cut || !seen.pci_id.empty();
  if (cards.size() > 1 && has_figures)
    return unknown(fmt::format("'{}' may be {}; name one of them", printable(name),
                               enumerate(all_ids(cards))));
  const std::string figures = figures_of(seen);
  if (seen.name.empty()) return called(seen.pci_id);
  return called(seen.name, figures.empty() ? "" : fmt::format(" (it has {})", figures));
}

}  // namespace

Found identify(const SeenCard& seen, const Catalog& catalog) {
  const std::string name = shown(seen);
  const auto never = [&](std::string why) {
    return Found{name, nullptr, std::move(why), candidates(seen, catalog), true};
  };
  if (std::string fault = fault_of(seen, name); !fault.empty()) return never(std::move(fault));
  std::vector<const Gpu*> named = candidates(seen, catalog);
  if (seen.cores)
    keep_if_any(named, [&](const Gpu* gpu) { return gpu->compute_units == seen.cores; });
  const std::vector<const Gpu*> cards = narrowed(seen, named, catalog);
  if (cards.empty() && !named.empty())
    return never(fmt::format(
        "'{}' has other memory than {}: {}; {}", printable(name), enumerate(all_ids(named)),
        shares_host_memory(*named.front()) ? "it is sold with several sizes"
                                           : "it is another card, a part of one, or was changed",
        nearest_memory_hint(seen.memory_gib, named)));
  return decided(seen, name, cards, catalog);
}

}  // namespace gpupick
