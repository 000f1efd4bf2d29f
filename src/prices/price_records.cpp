// Field tables of the records that prices are estimated from.
#include "base/text.hpp"
#include "cards/gpu.hpp"
#include "prices/price.hpp"
#include "schema/source.hpp"

namespace gpupick {

std::span<const Field> Observation::fields() {
  static constexpr Field table[] = {
      {"card", &Observation::card, {.refers_to = "gpus", .required = true}},
      {"kind", &Observation::kind, {.choices = price_kinds, .required = true}},
      {"usd", &Observation::usd, {.low = 0.01, .required = true}},
      {"basis", &Observation::basis, {.choices = price_bases, .required = true}},
      {"date", &Observation::date, {.required = true}},
      {"region", &Observation::region},
      {"covers", &Observation::covers, {.choices = price_covers}},
      {"n", &Observation::n, {.low = 0, .high = 1e9}},
      {"what", &Observation::what},
      {"source", &Observation::source, {.refers_to = "sources", .required = true}},
      {"confidence", &Observation::confidence, {.choices = confidences, .required = true}},
      {"own", &Observation::own},
  };
  return table;
}

std::span<const Field> PriceFactor::fields() {
  static constexpr auto table = sourced<PriceFactor, slug_id>({
      {"kind", &PriceFactor::kind, {.choices = price_kinds}},
      {"basis", &PriceFactor::basis, {.choices = price_bases}},
      {"region", &PriceFactor::region},
      {"confidence", &PriceFactor::confidence, {.choices = confidences}},
      {"seen_by", &PriceFactor::seen_by, {.refers_to = "sources"}},
      {"abroad", &PriceFactor::abroad},
      {"segment", &PriceFactor::segment, {.choices = segments}},
      {"factor", &PriceFactor::factor, {.low = 0.1, .high = 10}},
      {"spread", &PriceFactor::spread, {.low = 0, .high = 2}},
      {"monthly", &PriceFactor::monthly, {.low = -0.2, .high = 0.2}},
      {"since", &PriceFactor::since},
      {"wander", &PriceFactor::wander, {.low = 0, .high = 1}},
      {"observations", &PriceFactor::observations, {.low = 0, .high = 1e9}},
  });
  return table;
}

std::span<const Field> ApiPrice::fields() {
  static constexpr FieldFacts per_million{
      .unit = "USD for 1M tokens", .low = 0.001, .high = 1000, .required = true};
  static constexpr auto table = sourced<ApiPrice, slug_id>({
      {"model", &ApiPrice::model, {.refers_to = "models", .required = true}},
      {"provider", &ApiPrice::provider, {.required = true}},
      {"prompt_usd", &ApiPrice::prompt_usd, per_million},
      {"cached_usd", &ApiPrice::cached_usd, {.unit = "USD for 1M tokens", .low = 0, .high = 1000}},
      {"answer_usd", &ApiPrice::answer_usd, per_million},
      {"date", &ApiPrice::date, {.required = true}},
  });
  return table;
}

std::span<const Field> PriceAges::fields() {
  static constexpr FieldFacts age{.low = 0, .high = 36525};
  static constexpr auto table = sourced<PriceAges, slug_id>({
      {"observation", &PriceAges::observation, age},
      {"launch", &PriceAges::launch, age},
      {"offer", &PriceAges::offer, age},
      {"retention", &PriceAges::retention, age},
      {"evidence", &PriceAges::evidence, age},
      {"sale", &PriceAges::sale, age},
      {"trusted_rows", &PriceAges::trusted_rows, {.low = 1, .high = 1000}},
  });
  return table;
}

std::span<const Field> Region::fields() {
  static constexpr auto table = identified<Region, slug_id>({
      {"countries", &Region::countries, {.required = true}},
  });
  return table;
}

std::span<const Field> Retention::fields() {
  static constexpr FieldFacts segment_id{.choices = segments, .required = true};
  static constexpr auto table = sourced<Retention, segment_id>({
      {"yearly", &Retention::yearly, {.low = 0.01, .high = 2, .required = true}},
      {"spread", &Retention::spread, {.low = 0, .high = 2, .required = true}},
      {"cards", &Retention::cards, {.low = 0, .high = 1e9}},
  });
  return table;
}

bool Observation::is_of_computer(std::string_view text) const {
  constexpr std::size_t shortest = 3;  // as "mac"; "ti" names no computer
  const std::string name = fold(text);
  if (name.size() < shortest || name == "gpu" || covers != "computer") return false;
  const Phrases words = split(what, " ");
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string found;
    for (std::size_t i = first; i < words.size() && found.size() < name.size(); ++i)
      found += fold(words[i]);
    if (found == name) return true;
  }
  return false;
}

}  // namespace gpupick
