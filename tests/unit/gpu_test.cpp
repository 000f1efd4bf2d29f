#include "cards/gpu.hpp"

#include <limits>
#include <set>

#include "catch.hpp"

namespace gpupick {
namespace {

TEST_CASE("the figure table has unique keys, labels and ranges") {
  std::set<std::string_view> keys;
  for (const Figure& figure : figures()) {
    INFO(figure.key);
    CHECK(keys.insert(figure.key).second);
    CHECK(find_figure(figure.key) == &figure);
    CHECK_FALSE(figure.label.empty());
    const bool number = figure.type() == ValueType::number;
    CHECK(number == (figure.high < std::numeric_limits<double>::max()));
  }
  CHECK(find_figure("no_such_figure") == nullptr);
}

TEST_CASE("values print with their unit") {
  Gpu gpu;
  gpu.memory_gib = 24;
  gpu.bandwidth_gb_s = 1555.2;
  gpu.memory_ecc = true;
  gpu.power_connectors = Texts{};
  CHECK(format_value(gpu, *find_figure("memory_gib")) == "24 GiB");
  CHECK(format_value(gpu, *find_figure("bandwidth_gb_s")) == "1,555 GB/s");
  CHECK(format_value(gpu, *find_figure("bandwidth_gb_s"), true) == "1,555.2 GB/s");
  CHECK(format_value(gpu, *find_figure("memory_ecc")) == "yes");
  CHECK(format_value(gpu, *find_figure("power_connectors")) == "none");
  CHECK(format_value(gpu, *find_figure("tdp_w")) == "-");
}

TEST_CASE("the memory of a board with two GPUs is counted per GPU") {
  Gpu gpu;
  gpu.memory_gib = 24;
  gpu.memory_type = "GDDR5";
  CHECK(memory_text(gpu) == "24 GiB GDDR5");
  gpu.devices = 2;
  CHECK(memory_text(gpu) == "2 x 12 GiB GDDR5");
  CHECK(per_device(gpu, gpu.memory_gib) == 12.0);
  CHECK_FALSE(per_device(gpu, gpu.tdp_w));
}

}  // namespace
}  // namespace gpupick
