#include "render/parts.hpp"

#include <array>

namespace gpupick {

Json to_json(const Price& price) {
  Json json = {{"price_usd", price.usd},
               {"price_kind", name_of(price.kind)},
               {"price_basis", price.basis.empty() ? Json(nullptr) : Json(price.basis)},
               {"price_date", price.date ? Json(iso(*price.date)) : Json(nullptr)},
               {"price_low_usd", price.low},
               {"price_high_usd", price.high},
               {"price_observations", price.rows},
               {"price_trusted", price.trusted}};
  if (price.whole_computer) json["price_covers"] = "computer";
  if (price.host_usd > 0) json["price_host_usd"] = price.host_usd;
  return json;
}

Json value_json(const Estimate& estimate) {
  Json json = object_for(4);
  json["value"] = estimate.value;
  if (estimate.has_interval()) {
    json["low"] = estimate.low;
    json["high"] = estimate.high;
  }
  if (estimate.is_guess()) json["guess"] = true;
  if (estimate.evidence == Evidence::stated) json["stated"] = true;
  return json;
}

Json to_json(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return json_number(*number);
  if (const auto* text = std::get_if<std::string_view>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* texts = std::get_if<Texts>(&value)) return Json(*texts);
  if (const auto* numbers = std::get_if<Numbers>(&value)) return Json(*numbers);
  if (const auto* date = std::get_if<Date>(&value)) return iso(*date);
  return nullptr;
}

Json to_json(const Gpu& gpu) {
  Json json = {{"id", gpu.id}, {"name", gpu.name}, {"aliases", gpu.aliases}};
  for (const Figure& figure : figures())
    if (is_known(gpu, figure)) json[std::string(figure.key)] = to_json(value_of(gpu, figure));
  json["notes"] = gpu.notes;
  json["sources"] = Json::object();
  for (const Figure& figure : figures())
    if (const std::string_view source = source_of(gpu, figure); !source.empty())
      json["sources"][std::string(figure.key)] = source;
  return json;
}

std::string times(double count, std::string_view name) {
  return count > 1 ? fmt::format("{} x {}", exact(count), name) : std::string(name);
}

std::string short_name(const Gpu& gpu) {
  static constexpr std::array<std::string_view, 4> brands = {"GeForce ", "Radeon ", "Tesla ",
                                                             "Instinct "};
  for (const std::string_view brand : brands) {
    if (!gpu.name.starts_with(brand)) continue;
    const std::string_view rest = gpu.name.substr(brand.size());
    // "VII" alone identifies no card.
    if (rest.find_first_of(" 0123456789") != std::string_view::npos) return std::string(rest);
  }
  return std::string(gpu.name);
}

std::string short_name(const CardGroup& cards) {
  return times(cards.count, short_name(*cards.gpu));
}

}  // namespace gpupick
