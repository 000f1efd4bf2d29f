#include "answer/values.hpp"

#include <cmath>

namespace gpupick {
namespace {

Data rounded_data(const Estimate& estimate, double (*round)(double)) {
  Data json = Data::object();
  json["value"] = round(estimate.value);
  if (estimate.has_interval()) {
    json["low"] = round(estimate.low);
    json["high"] = round(estimate.high);
  }
  if (estimate.is_rough()) json["rough"] = true;
  if (estimate.evidence == Evidence::stated) json["stated"] = true;
  return json;
}

}  // namespace

double figure(double value) { return to_digits(value, 4); }

double money(double usd) { return std::fabs(usd) < 1000 ? figure(usd) : std::round(usd); }

std::string plain(double value) {
  std::string digits = exact(value);
  std::erase(digits, ',');
  return digits;
}

std::string plain(const std::optional<double>& value) { return value ? plain(*value) : ""; }

std::array<std::string, 3> csv_cells(const Estimate& estimate) {
  if (!estimate.has_interval()) return {plain(estimate.value), "", ""};
  return {plain(estimate.value), plain(estimate.low), plain(estimate.high)};
}

std::string csv_cell(const Data& value) {
  if (const double* number = std::get_if<double>(&value.value())) return plain(*number);
  if (const bool* flag = std::get_if<bool>(&value.value())) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value.value())) return *text;
  std::vector<std::string> cells;
  if (const auto* list = std::get_if<Data::List>(&value.value()))
    for (const Data& entry : *list) cells.push_back(csv_cell(entry));
  return join(cells, ", ");
}

std::string factor_text(double ratio) {
  return ratio < 10 ? fmt::format("{:.1f} x", ratio) : rounded(ratio) + " x";
}

std::string as_fast_text(double times, double tolerance) {
  if (std::abs(times - 1) < tolerance) return "as fast";
  if (times >= 1.5) return factor_text(times) + " as fast";
  return fmt::format("{:.0f} % {}", 100 * std::abs(times - 1), times > 1 ? "faster" : "slower");
}

std::string support_text(std::string_view software, Support level, std::string_view what) {
  return level == Support::legacy
             ? fmt::format("only an older branch of {} supports {}", software, what)
             : fmt::format("{} does not support {}", software, what);
}

std::string_view kind_text(const Price& price) {
  return price.rows == 0 ? "by launch" : name_of(price.kind);
}

std::string usd_key(std::string_view what, bool rent) {
  return fmt::format("{}_usd{}", what, rent ? "_hour" : "");
}

Data cards_data(const Gpu& gpu, double count) { return {{"id", gpu.id}, {"count", count}}; }

void add_currency(const Currency& currency, Data& json) {
  if (!currency.is_usd())
    json["currency"] = {{"code", currency.code}, {"usd", currency.usd}, {"vat", currency.vat}};
}

std::string street_prices(const std::string& region) {
  constexpr const char* usual = "US street prices";
  return region.empty()
             ? usual
             : fmt::format("Prices of {} where enough are recent, else {}", region, usual);
}

std::string prices_text(const std::string& prices, const Currency& currency, Date day) {
  std::string out = fmt::format("{} of {}", prices, iso(day));
  if (currency.usd != 1)
    out += fmt::format(" at {} USD per {}", exact(currency.usd), currency.code);
  if (currency.vat == 0) return out + " before tax";
  return out +
         fmt::format("{} with {} % tax", currency.usd != 1 ? "," : "", exact(100 * currency.vat));
}

Data data_of(const Price& price) {
  const bool rent = price.kind == PriceKind::rent;
  Data json = {{usd_key("price", rent), money(price.usd)},
               {"price_kind", name_of(price.kind)},
               {"price_basis", price.basis.empty() ? Data() : Data(price.basis)},
               {"price_date", price.date},
               {usd_key("price_low", rent), money(price.low)},
               {usd_key("price_high", rent), money(price.high)},
               {"price_observations", price.rows},
               {"price_trusted", price.trusted}};
  if (price.whole_computer) json["price_covers"] = "computer";
  if (price.local) json["price_local"] = true;
  if (price.host_usd > 0) json["price_host_usd"] = price.host_usd;
  return json;
}

Data value_data(const Estimate& estimate) { return rounded_data(estimate, figure); }

Data value_data(const std::optional<Estimate>& estimate) {
  return estimate ? value_data(*estimate) : Data();
}

Data money_data(const std::optional<Estimate>& usd) {
  return usd ? rounded_data(*usd, money) : Data();
}

Data data_of(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string_view>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* texts = std::get_if<Texts>(&value)) return Data(*texts);
  if (const auto* numbers = std::get_if<Numbers>(&value)) return Data(*numbers);
  if (const auto* date = std::get_if<Date>(&value)) return iso(*date);
  return nullptr;
}

Data record_data(const RecordKind& kind, const AnyRecord& record) {
  Data out = Data::object();
  for (const Field& field : kind.fields()) {
    const std::string key(field.key);
    if (const Part* part = field.part()) {
      const AnyRecords entries = part->records(record);
      out[key] = Data::list_of(entries.all(), [&](const AnyRecord* entry) {
        return record_data(entries.kind(), *entry);
      });
    } else if (const FieldValue value = value_of(record, field);
               field.required || differs(value, value_of(*kind.empty, field))) {
      out[key] = data_of(value);
    }
  }
  return out;
}

Data data_of(const Gpu& gpu) {
  Data json = {{"id", gpu.id}, {"name", gpu.name}, {"aliases", gpu.aliases}};
  for (const Figure& figure : figures())
    if (is_known(gpu, figure)) json[std::string(figure.key)] = data_of(value_of(gpu, figure));
  for (const PartnerBoard& board : gpu.partner_boards)
    json["partner_boards"].push_back({{"name", board.name},
                                      {"slots", board.slots},
                                      {"length_mm", board.length_mm},
                                      {"low_profile", board.low_profile.value_or(false)},
                                      {"source", board.source}});
  json["notes"] = gpu.notes;
  json["sources"] = Data::object();
  for (const Figure& figure : figures())
    if (const std::string_view source = source_of(gpu, figure); !source.empty())
      json["sources"][std::string(figure.key)] = source;
  return json;
}

std::string slots_text(const Gpu& gpu) {
  return gpu.slots ? fmt::format("{} {}", *gpu.slots, *gpu.slots == 1 ? "slot" : "slots") : "";
}

Number active_parameters(const Model& model) {
  if (model.experts == 0 || model.active_parameters) return model.active_parameters;
  const LinearParameters linear = linear_parameters(model);
  return std::round(model.parameters - (linear.all - linear.active));
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

std::string price_kind_text(std::string_view kind) {
  for (const RentKind& rent : rent_kinds)
    if (rent.kind == kind) return fmt::format("rent {}", rent.words);
  return std::string(kind.substr(kind.find('_') + 1));
}

}  // namespace gpupick
