#include "catalog/computers.hpp"

#include "base/text.hpp"

namespace gpupick {

bool is_of_computer(const Observation& price, std::string_view text) {
  const std::string name = fold(text);
  return !name.empty() && price.covers == "computer" &&
         fold(price.what).find(name) != std::string::npos;
}

}  // namespace gpupick
