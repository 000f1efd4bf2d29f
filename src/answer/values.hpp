// Names, prices and estimates as answers print them, and as programs read them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "answer/data.hpp"
#include "base/currency.hpp"
#include "base/estimate.hpp"
#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "models/model.hpp"
#include "schema/record_kind.hpp"

namespace gpupick {

// Rounds a computed figure to four significant digits. Its interval is wider than the rest.
double figure(double value);
// Rounds an amount of money to whole units from 1,000 up, below to four significant digits.
double money(double usd);

// A number for CSV: every digit, without thousands separators.
std::string plain(double value);
std::string plain(const std::optional<double>& value);

// A text, number or flag for CSV, or the entries of a list between commas; "" for null and objects.
std::string csv_cell(const Data& value);

// Value, low and high of an estimate for CSV. Without an interval low and high are empty.
std::array<std::string, 3> csv_cells(const Estimate& estimate);

// "4.6 x", "12 x".
std::string factor_text(double ratio);
// "2.4 x as fast", "17 % slower"; "as fast" if the difference is less than the share `tolerance`.
std::string as_fast_text(double times, double tolerance);

// "used"; "by launch" for a price that is guessed from the launch price.
std::string_view kind_text(const Price& price);

// "only an older branch of PyTorch supports it", "PyTorch does not support Volta".
std::string support_text(std::string_view software, Support level, std::string_view what = "it");

// The key of an amount in USD: "price_usd", or "price_usd_hour" of an hour of rent.
std::string usd_key(std::string_view what, bool rent);
// The kind of a price: "used", "rent on demand".
std::string price_kind_text(std::string_view kind);
Data data_of(const Price& price);
// The id of a card and how many of it.
Data cards_data(const Gpu& gpu, double count);
inline Data cards_data(const CardGroup& cards) { return cards_data(*cards.gpu, cards.count); }
// Adds the currency of texts and questions, if it is not USD before tax. Numbers stay in USD.
void add_currency(const Currency& currency, Data& json);
// "US street prices", with those of the buyer's region if there is one.
std::string street_prices(const std::string& region);
// "US street prices of 2026-10-10 before tax" or "... at 1.08 USD per EUR, with 19 % tax".
std::string prices_text(const std::string& prices, const Currency& currency, Date day);
// {"value", "low", "high"}; low and high are absent without an interval. Adds "rough" for a rough
// estimate and "stated" for a figure of the maker's data sheet.
Data value_data(const Estimate& estimate);
// Returns the same of an estimate, or null without one.
Data value_data(const std::optional<Estimate>& estimate);
// Returns the same with an amount of money; null if it is unknown.
Data money_data(const std::optional<Estimate>& usd);
// The value of a field as in a data file, or null if it is not known.
Data data_of(const FieldValue& value);
// A record as in a data file. Its parts must be lists.
Data record_data(const RecordKind& kind, const AnyRecord& record);
template <class Kind>
Data records_data(std::span<const Kind> records) {
  return Data::list_of(records,
                       [](const Kind& record) { return record_data(kind_of<Kind>, record); });
}
// The whole record: the known figures and their sources.
Data data_of(const Gpu& gpu);

// "2 slots", or "" if they are not known.
std::string slots_text(const Gpu& gpu);

// Parameters that one token uses in a mixture of experts, as published or else counted; nothing for
// other models, which use all.
Number active_parameters(const Model& model);

// "4 x GeForce RTX 3090", or the name alone for one.
std::string times(double count, std::string_view name);
// "RTX 4090": the name without the maker's brand, or the full name if the rest is no clear name.
std::string short_name(const Gpu& gpu);
// "4 x RTX 3090" for several cards.
std::string short_name(const CardGroup& cards);

}  // namespace gpupick
