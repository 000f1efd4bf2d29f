#include "catalog/price_columns.hpp"

#include <fmt/format.h>

#include "base/lists.hpp"
#include "cards/gpu.hpp"
#include "catalog/card_columns.hpp"

namespace gpupick {
namespace {

// Codes of currencies by which people name a column of prices.
constexpr std::string_view currency_codes =
    "aed,ars,aud,brl,cad,chf,clp,cny,czk,dkk,eur,gbp,hkd,huf,idr,ils,inr,jpy,krw,mxn,myr,nok,nzd,"
    "php,pln,ron,rub,sar,sek,sgd,thb,try,twd,uah,usd,vnd,zar";

}  // namespace

std::string_view word_of_kind(std::string_view kind) {
  constexpr std::string_view street = "street_";
  return kind.starts_with(street) ? kind.substr(street.size()) : kind;
}

std::string kind_words() {
  Phrases words;
  for (const std::string_view kind : price_kinds) words.push_back(word_of_kind(kind));
  return enumerate(words);
}

PriceColumns::PriceColumns(const Currency& currency, const Catalog& catalog)
    : words_(catalog.of<TableWords>()), code_(fold(currency.code)) {
  for (const Field& field : Observation::fields())
    if (field.key != "own")
      all_.push_back({field.key, field.type() == ValueType::number && field.key != "usd",
                      field.key == "kind" ? kind_words() : "", keep(names_for(field.key))});
  if (code_ != "usd") all_.push_back({code_, false, "", keep(names_for(code_))});
  all_.push_back({currency_key, false, "", keep(names_for(currency_key))});
  for (std::string& name : words_for(words_, Observation::list, ""))
    all_.push_back({keep(std::move(name)), false, "", "", true});
}

Phrases PriceColumns::keys_of(const std::vector<std::string>& header) const {
  Phrases out;
  for (const CsvColumn* column : columns_named(header, all_))
    out.push_back(column && !column->ignored ? column->key : "");
  return out;
}

std::string PriceColumns::names_of_price(std::string_view code) const {
  std::string out;
  for (const std::string& word : words_for(words_, Observation::list, "usd"))
    out += fmt::format("{0}{1},{1}{0},", word, code);
  return out;
}

std::string PriceColumns::names_for(std::string_view key) const {
  if (key == "card") return usual_names_of_cards(words_);
  if (key != "usd" && key != code_) return words(key);
  return names_of_price(key) + (key == code_ ? words("usd") : "");
}

std::string PriceColumns::words(std::string_view key) const {
  return join(words_for(words_, Observation::list, key), ",");
}

std::string currency_fault(const PriceColumns& columns, const std::vector<std::string>& header,
                           const Phrases& keys, const std::string& code) {
  if (contains(keys, "usd") && code != "usd" && contains(keys, code))
    return fmt::format("the columns usd and {} are both prices; keep one", code);
  if (contains(keys, "usd") || contains(keys, code)) return "";
  for (const std::string_view other : split(currency_codes, ",")) {
    const std::string names = fmt::format("{}{}", columns.names_of_price(other), other);
    const Phrases of_other = split(names, ",");
    for (const std::string& name : header)
      if (contains(of_other, std::string_view(name)))
        return fmt::format(
            "the column '{}' needs what one of it is worth in USD, as `--currency {}=1.08`",
            printable(name), other);
  }
  return "";
}

std::string lack_of(const Phrases& keys, const PriceTableForm& form,
                    const std::vector<CsvColumn>& columns) {
  const auto lacks = [&](std::string_view column) { return !contains(keys, column); };
  const std::string code = fold(form.currency.code);
  std::vector<std::string> missing;
  if (lacks("card")) missing.emplace_back("card");
  if (lacks("usd") && lacks(code)) missing.push_back(code);
  const std::string known = missing.empty() ? "" : "; known are " + names_of(columns);
  if (lacks("kind") && form.kind.empty() && !form.lenient)
    missing.emplace_back("kind (or `--kind used`)");
  if (lacks("date") && form.date.empty()) missing.emplace_back("date (or `--date today`)");
  if (lacks("source") && form.source.empty() && !form.own)
    missing.emplace_back("source (or `--source \"my shop\"`)");
  for (const char* column : {"basis", "confidence"})
    if (lacks(column) && !form.source.empty()) missing.emplace_back(column);
  return missing.empty() ? "" : "the header lacks " + enumerate(missing, "and") + known;
}

}  // namespace gpupick
