#include "job/task.hpp"

#include <algorithm>

namespace gpupick {
namespace {

constexpr bool in_order() {
  for (std::size_t i = 0; i < task_rows.size(); ++i)
    if (task_rows[i].task != static_cast<Task>(i)) return false;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].output != static_cast<Output>(i)) return false;
  return true;
}
static_assert(in_order(), "rows stand in the order of the enumerators");

}  // namespace

const TaskRow* find_task(std::string_view name) {
  const auto found = std::ranges::find(task_rows, name, &TaskRow::name);
  return found == task_rows.end() ? nullptr : &*found;
}

}  // namespace gpupick
