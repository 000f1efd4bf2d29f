#include "models/stored_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "schema/lookup.hpp"

namespace gpupick {
namespace {

// Returns the mean bits of a part. Its listed modules stand for all of it if the file is silent on
// the others.
double bits_of(ModelPart part, const StoredParts& parts, std::vector<std::string>& remarks) {
  const auto i = static_cast<std::size_t>(part);
  const bool outer = part == ModelPart::embedding || part == ModelPart::head;
  const bool covered =
      parts.usual && (!outer || !parts.usual->scheme || parts.usual->scheme->whole);
  double listed = 0, bits = 0;
  for (const StoredPart& one : parts.named) {
    listed += one.shares[i];
    bits += one.shares[i] * one.stored.bits;
  }
  if (listed == 0)
    return parts.kept[i] * 16 + (1 - parts.kept[i]) * (covered ? parts.usual->bits : 16);
  const double room = 1 - parts.kept[i];
  if (covered && listed < room) {
    bits += (room - listed) * parts.usual->bits;
    listed = room;
  } else if (listed < 0.95 * room) {
    remarks.push_back("modules that the file does not list are counted as those that it lists");
  }
  return parts.kept[i] * 16 + room * bits / listed;
}

bool is_uniform(const StoredParts& parts) {
  return parts.named.empty() && std::ranges::all_of(std::span(parts.kept).first(model_parts - 2),
                                                    [](double share) { return share == 0; });
}

// Returns the format of the catalog that has these bits, or null.
const Quantisation* known_format(const StoredParts& parts, const WeightScheme& scheme,
                                 std::span<const Quantisation> formats) {
  for (const std::string_view id : scheme.formats)
    if (const Quantisation* known = with_id(formats, id);
        known && is_uniform(parts) && known->expert_bits == 0 &&
        std::abs(known->linear_bits / parts.usual->bits - 1) < 0.03)
      return known;
  return nullptr;
}

}  // namespace

const WeightScheme* main_scheme(const StoredParts& parts) {
  if (parts.usual && parts.usual->scheme) return parts.usual->scheme;
  const auto fewest = std::ranges::min_element(
      parts.named, {}, [](const StoredPart& one) { return one.stored.bits; });
  return fewest == parts.named.end() || fewest->stored.bits >= 16 ? nullptr : fewest->stored.scheme;
}

void set_format(const StoredParts& parts, std::span<const Quantisation> formats, Model& model,
                std::vector<std::string>& remarks, Arena& arena) {
  if (!parts.unread.empty()) {
    model.unread_quant = arena.keep(printable(parts.unread));
    return;
  }
  const ModelParts sizes = parts_of(model);
  const std::pair<ModelPart, double> linear[] = {{ModelPart::attention, sizes.attention},
                                                 {ModelPart::mixer, sizes.mixer},
                                                 {ModelPart::dense, sizes.dense},
                                                 {ModelPart::shared, sizes.shared}};
  double stored = 16 * sizes.rest, all = sizes.rest;
  for (const auto& [part, values] : linear) {
    if (values == 0) continue;
    stored += values * bits_of(part, parts, remarks);
    all += values;
  }
  const WeightScheme* scheme = main_scheme(parts);
  if (!scheme) return;  // all modules keep 16 bit
  if (const Quantisation* known = known_format(parts, *scheme, formats)) {
    model.quant = known->id;
    Quantisation same = *known;
    same.mixture_bits = same.hybrid_bits = 0;  // the file says which parts keep more
    model.stored = &arena.keep_one(same);
    return;
  }
  Quantisation own;
  if (const Quantisation* like = with_id(formats, scheme->formats.front())) {
    own.files = like->files;
    own.units = like->units;
  }
  own.linear_bits = stored / all;
  own.embedding_bits = bits_of(ModelPart::embedding, parts, remarks);
  own.head_bits = bits_of(ModelPart::head, parts, remarks);
  if (sizes.experts > 0) own.expert_bits = bits_of(ModelPart::experts, parts, remarks);
  own.id = arena.keep(scheme->bits > 0 && parts.usual && parts.usual->plain_bits == scheme->bits
                          ? std::string(scheme->id)
                      : parts.usual && parts.usual->scheme
                          ? fmt::format("{}-{:.3g}bit", scheme->id, parts.usual->plain_bits)
                          : fmt::format("{}-mixed", scheme->id));
  own.source = model.source;
  model.stored = &arena.keep_one(own);
}

}  // namespace gpupick
