// The words of a price.
#include <fmt/format.h>

#include "prices/price.hpp"

namespace gpupick {

std::string_view name_of(PriceKind kind) {
  static constexpr std::string_view names[] = {"new", "used", "launch", "given", "rent"};
  return names[static_cast<std::size_t>(kind)];
}

std::string to_text(const Price& price, const Currency& currency) {
  std::string out = price.kind == PriceKind::rent
                        ? currency.text(price.usd) + "/h"
                        : fmt::format("{} {}", currency.text(price.usd), name_of(price.kind));
  if (price.host_usd > 0) out += "+host";
  if (price.date) out += ", " + month_of(*price.date);
  return out;
}

std::string marked_text(const Price& price, const Currency& currency) {
  return to_text(price, currency) + (price.trusted ? "" : std::string(untrusted_mark));
}

std::string in_prose(const Price& price, const Currency& currency) {
  const std::string host =
      price.host_usd > 0 ? fmt::format(", with {} for the computer", currency.text(price.host_usd))
                         : "";
  return fmt::format("{}{} ({}{}{})", currency.with_code(price.usd),
                     price.kind == PriceKind::rent ? " an hour" : "", name_of(price.kind), host,
                     price.date ? ", " + month_of(*price.date) : "");
}

}  // namespace gpupick
