#include "catalog/price_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "schema/csv.hpp"
#include "schema/read_record.hpp"

namespace gpupick {
namespace {

constexpr std::string_view digits = "0123456789";

// True if exactly three digits stand behind the only sign, and one to three before it: "1.250".
bool may_part_thousands(std::string_view text) {
  const std::size_t first = text.find_first_of(digits), sign = text.find_first_of(".,");
  if (sign == text.npos || first > sign || sign - first > 3 || text[first] == '0') return false;
  const std::size_t end = text.find_first_not_of(digits, sign + 1);
  return std::min(end, text.size()) - sign == 4 && text.find_first_of(".,", sign + 1) == text.npos;
}

// Returns the number with a decimal point and commas between thousands.
std::string with_decimal_point(std::string_view text) {
  std::string out(text);
  const std::size_t last = text.find_last_of(".,");
  if (last == text.npos || may_part_thousands(text)) return out;
  const char other = text[last] == ',' ? '.' : ',';
  const bool once = text.find(text[last]) == last;
  const bool decimal_comma = text[last] == ',' ? once : !once && text.find(other) == text.npos;
  if (decimal_comma)
    for (char& c : out) c = c == '.' ? ',' : c == ',' ? '.' : c;
  return out;
}

// Removes a currency's code or sign around a number.
std::string_view without_currency(std::string_view text, std::string_view code) {
  const auto is_sign = [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80; };
  const auto trim = [&] {
    while (!text.empty() && is_sign(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_sign(text.back())) text.remove_suffix(1);
  };
  trim();
  if (fold(text.substr(0, code.size())) == code) text.remove_prefix(code.size());
  if (text.size() > code.size() && fold(text.substr(text.size() - code.size())) == code)
    text.remove_suffix(code.size());
  trim();
  return text;
}

// Rounds a converted price to cents, and a rent to hundredths of a cent.
double rounded_usd(double usd, bool rent) {
  const double parts = rent ? 1e4 : 100;
  return std::round(usd * parts) / parts;
}

// Makes records of rows of cells.
class RowReader {
 public:
  RowReader(const PriceTableForm& form, ReadContext& context)
      : form_(form),
        context_(context),
        code_(fold(form.currency.code)),
        usual_{{"kind", form.kind},
               {"date", form.date},
               {"source", form.own ? form.own->id : form.source}} {
    if (form.own) usual_.insert(usual_.end(), {{"basis", "sold"}, {"confidence", "high"}});
  }

  // Returns nothing, with a diagnostic, if the row's card or price can't be read.
  std::optional<Observation> read(Node row) {
    auto& cells = std::get<Node::Object>(row.value);
    for (const auto& [key, text] : usual_)
      if (!text.empty() && !row.find(key)) cells.push_back({key, row.offset, {text, row.offset}});
    bool rent = false;
    for (KeyValue& cell : cells) {
      if (cell.key != "kind") continue;
      auto& word = std::get<std::string_view>(cell.value.value);
      if (word == "new" || word == "used") word = word == "new" ? "street_new" : "street_used";
      rent = word.starts_with("cloud");
    }
    for (KeyValue& cell : cells)
      if (!translate(cell, rent)) return {};
    Observation price;
    read_record(context_, row, kind_of<Observation>, price);
    return price;
  }

 private:
  // Replaces a card's name by its id, and the text of a price by USD.
  bool translate(KeyValue& cell, bool rent) {
    Rule rule = Rule::unknown_card;
    try {
      const auto text = [&] { return std::get<std::string_view>(cell.value.value); };
      if (cell.key == "card") cell.value.value = form_.catalog->find_gpu(text()).id;
      rule = Rule::malformed_csv;
      if (cell.key == "usd") {
        cell.value.value = parse_price(text(), rent);
      } else if (cell.key == code_) {
        const double own = parse_price(without_currency(text(), code_), rent);
        cell = {"usd", cell.offset, {rounded_usd(form_.currency.to_usd(own), rent), cell.offset}};
      }
      return true;
    } catch (const Error& error) {
      context_.report(rule, cell.value.offset, error.what());
      return false;
    }
  }

  const PriceTableForm& form_;
  ReadContext& context_;
  const std::string code_;
  std::vector<std::pair<std::string_view, std::string_view>> usual_;
};

// Reports a column that is called like a currency of which the rate was not given.
bool has_known_currency(const File& file, const PriceTableForm& form,
                        const std::vector<CsvColumn>& columns,
                        std::vector<Diagnostic>& diagnostics) {
  if (form.other_columns) return true;
  for (const std::string& name : header_of(file.text)) {
    if (name.size() != 3 || !std::ranges::all_of(name, is_letter) ||
        std::ranges::find(columns, name, &CsvColumn::key) != columns.end())
      continue;
    diagnostics.push_back({Rule::malformed_csv,
                           {file.name},
                           fmt::format("the column '{0}' needs what one of it is worth in USD, as "
                                       "`--currency {0}=1.08`",
                                       printable(name))});
    return false;
  }
  return true;
}

// Reports columns that a table needs and lacks.
bool has_all_columns(const File& file, const PriceTableForm& form, std::string_view code,
                     std::vector<Diagnostic>& diagnostics) {
  const std::vector<std::string> header = header_of(file.text);
  const auto lacks = [&](std::string_view column) {
    return std::ranges::find(header, column) == header.end();
  };
  std::vector<std::string> missing;
  if (lacks("card")) missing.emplace_back("card");
  if (lacks("usd") && lacks(code)) missing.emplace_back(code);
  if (lacks("kind") && form.kind.empty()) missing.emplace_back("kind (or `--kind used`)");
  if (lacks("date") && form.date.empty()) missing.emplace_back("date (or `--date today`)");
  if (lacks("source") && form.source.empty() && !form.own)
    missing.emplace_back("source (or `--source \"my shop\"`)");
  for (const char* column : {"basis", "confidence"})
    if (lacks(column) && !form.source.empty()) missing.emplace_back(column);
  if (!missing.empty())
    diagnostics.push_back(
        {Rule::malformed_csv, {file.name}, "the header lacks " + enumerate(missing, "and")});
  return missing.empty();
}

}  // namespace

Dataset read_price_table(const File& file, const PriceTableForm& form,
                         std::vector<Diagnostic>& diagnostics) {
  Dataset data;
  data.complete = !file.text.starts_with('{');
  if (!data.complete) {
    diagnostics.push_back({Rule::malformed_csv,
                           {file.name},
                           "this is JSON and no table; `--add` takes it into account"});
    return data;
  }
  const Document& document = data.documents.emplace_back(file);
  const std::string code = fold(form.currency.code);
  std::vector<CsvColumn> columns;
  for (const Field& field : Observation::fields())
    columns.push_back({field.key, field.type() == ValueType::number && field.key != "usd"});
  if (code != "usd") columns.push_back({data.arena->keep(std::string_view(code))});
  data.complete = has_known_currency(file, form, columns, diagnostics);
  if (!data.complete) return data;
  const auto rows = parse_table(document, columns, form.other_columns, *data.arena, diagnostics);
  data.complete = rows && has_all_columns(file, form, code, diagnostics);
  if (!data.complete) return data;
  if (form.own) data.add(*form.own, {&document, 0});
  ReadContext context{document, *data.arena, diagnostics};
  RowReader reader(form, context);
  for (const Node& row : *rows)
    if (const auto price = reader.read(row); price && !context.is_full())
      data.add(*price, {&document, row.offset});
  return data;
}

bool holds_observations(std::string_view text) {
  const std::vector<std::string> header = header_of(text);
  return std::ranges::find(header, "kind") != header.end();
}

double parse_price(std::string_view text, bool rent) {
  const auto value = parse_quantity(with_decimal_point(text), "USD");
  if (!value) throw Error(fmt::format("'{}' is no price such as 1200.50", printable(text)));
  if (!rent && may_part_thousands(text) && text.find('.') != text.npos)
    throw Error(fmt::format("'{}' may mean {} or {}; write {:.0f} or {:.2f}", printable(text),
                            exact(1000 * *value), exact(*value), 1000 * *value, *value));
  return *value;
}

}  // namespace gpupick
