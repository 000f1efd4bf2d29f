#include "catalog/price_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/money.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "schema/csv.hpp"
#include "schema/read_record.hpp"

namespace gpupick {
namespace {

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

// Returns the word for a kind of price in a table: "used" for street_used.
std::string_view word_of(std::string_view kind) {
  constexpr std::string_view street = "street_";
  return kind.starts_with(street) ? kind.substr(street.size()) : kind;
}

std::string kind_words() {
  Phrases words;
  for (const std::string_view kind : price_kinds) words.push_back(word_of(kind));
  return enumerate(words);
}

// `name`: how the text is given.
std::string_view parse_kind(std::string_view text, std::string_view name) {
  const std::string word = fold(text);
  for (const std::string_view kind : price_kinds)
    if (word == fold(kind) || word == fold(word_of(kind))) return kind;
  throw Error("{} must be {}, not '{}'", name, kind_words(), printable(text));
}

class RowReader {
 public:
  RowReader(const PriceTableForm& form, ReadContext& context)
      : form_(form), context_(context), code_(fold(form.currency.code)) {}

  // Returns nothing, with a diagnostic, if the row's card, kind or price can't be read.
  std::optional<Observation> read(Node row) {
    const auto text_of = [&](std::string_view key) {
      const auto* cell = row.get<std::string_view>(key);
      return cell ? *cell : std::string_view();
    };
    const auto add_usual = [&](std::string_view key, std::string_view text) {
      if (!text.empty() && !row.find(key))
        std::get<Node::Object>(row.value).push_back({key, row.offset, {text, row.offset}});
    };
    const bool any_kind = form_.lenient && !row.find("kind");
    add_usual("kind", any_kind ? used_kind : form_.kind);
    add_usual("date", form_.date);
    add_usual("source", form_.own ? form_.own->id : form_.source);
    const bool own = form_.own && text_of("source") == form_.own->id;
    for (const char* key : {"kind", "card", "usd", code_.c_str(), "date", "source"})
      if (!translate(row, key, text_of("kind").starts_with("cloud"))) return {};
    if (form_.own) {
      add_usual("basis", text_of("kind").starts_with("street") ? "asked" : "list");
      add_usual("confidence", "medium");
    }
    Observation price;
    read_record(context_, row, kind_of<Observation>, price);
    if (own && price.kind != launch_kind) price.own = true;
    if (any_kind) price.kind = {};
    return price;
  }

 private:
  // Replaces the words of people by those of data: a card's name by its id, a price by USD.
  bool translate(Node& row, std::string_view key, bool rent) {
    auto& cells = std::get<Node::Object>(row.value);
    const auto cell = std::ranges::find(cells, key, &KeyValue::key);
    if (cell == cells.end() || !std::holds_alternative<std::string_view>(cell->value.value))
      return true;
    const auto text = std::get<std::string_view>(cell->value.value);
    Rule rule = Rule::malformed_csv;
    try {
      if (key == "kind") {
        rule = Rule::unknown_word;
        cell->value.value = parse_kind(text, "'kind'");
      } else if (key == "card") {
        rule = Rule::unknown_card;
        const Gpu& gpu = form_.catalog->find_gpu(text);
        if (counts_cards(text))
          throw Error("'{}' counts cards; give the price of one, as of {}", printable(text),
                      gpu.id);
        cell->value.value = gpu.id;
      } else if (key == "date") {
        cell->value.value = context_.arena.keep(std::string_view(with_year_first(text)));
      } else if (key == "source") {
        rule = Rule::unknown_source;
        require_source(text);
      } else if (key == "usd") {
        require_currency(text, "USD");
        cell->value.value = parse_price(text, rent);
      } else {
        require_currency(text, form_.currency.code);
        const double own = parse_price(without_currency(text, code_), rent);
        *cell = {
            "usd", cell->offset, {rounded_usd(form_.currency.to_usd(own), rent), cell->offset}};
      }
      return true;
    } catch (const Error& error) {
      context_.report(rule, cell->value.offset, error.what());
      return false;
    }
  }

  static void require_currency(std::string_view text, std::string_view code) {
    const std::string named = currency_of(text);
    if (!named.empty() && named != code)
      throw Error("'{}' is in {}, but its column is in {}; put it in a column '{}'",
                  printable(text), named, code, fold(named));
  }

  void require_source(std::string_view id) const {
    if (!(form_.own && form_.own->id == id) && !form_.catalog->find<Source>(id))
      throw Error(
          "'{0}' is no source of the data; leave the cell empty for a price of your own (an import "
          "names it by `--source \"{0}\"`)",
          printable(id));
  }

  const PriceTableForm& form_;
  ReadContext& context_;
  const std::string code_;
};

std::vector<CsvColumn> columns_of(std::string_view code) {
  std::vector<CsvColumn> columns;
  for (const Field& field : Observation::fields())
    if (field.key != "own")
      columns.push_back({field.key, field.type() == ValueType::number && field.key != "usd",
                         field.key == "kind" ? kind_words() : ""});
  if (code != "usd") columns.push_back({code});
  return columns;
}

// Returns the fault of a second column of prices, or of one in a currency without a rate; "" if
// there is none.
std::string currency_fault(const std::vector<std::string>& header, const std::string& code) {
  if (contains(header, "usd") && code != "usd" && contains(header, code))
    return fmt::format("the columns usd and {} are both prices; keep one", code);
  if (contains(header, "usd") || contains(header, code)) return "";
  for (const std::string& name : header)
    if (name.size() == 3 && std::ranges::all_of(name, is_letter))
      return fmt::format(
          "the column '{0}' needs what one of it is worth in USD, as `--currency {0}=1.08`",
          printable(name));
  return "";
}

// Names the columns that the table needs and lacks. Returns "" if it has all.
std::string lack_of(const std::vector<std::string>& header, const PriceTableForm& form,
                    const std::vector<CsvColumn>& columns) {
  const auto lacks = [&](std::string_view column) { return !contains(header, column); };
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

}  // namespace

std::string with_year_first(std::string_view text) {
  const Phrases parts = split(text, ".");
  if (parts.size() != 3 || parts[2].size() != 4 || !std::ranges::all_of(parts, is_digits))
    return std::string(text);
  return fmt::format("{}-{:0>2}-{:0>2}", parts[2], parts[1], parts[0]);
}

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
  if (!form.kind.empty()) parse_kind(form.kind, "--kind");
  const Document& document = data.documents.emplace_back(file);
  const std::string code = fold(form.currency.code);
  const std::vector<CsvColumn> columns = columns_of(data.arena->keep(std::string_view(code)));
  const std::vector<std::string> header = header_of(file.text);
  const auto is_good = [&](const std::string& fault) {
    if (!fault.empty()) diagnostics.push_back({Rule::malformed_csv, {file.name}, fault});
    return fault.empty();
  };
  const bool blank = header == std::vector<std::string>{""};
  data.complete = is_good(blank ? "the table is empty; its first line names the columns"
                                : currency_fault(header, code));
  if (!data.complete) return data;
  const auto rows = parse_table(document, columns, form.lenient, *data.arena, diagnostics);
  data.complete = rows && is_good(lack_of(header, form, columns));
  if (!data.complete) return data;
  if (form.own) data.add(*form.own, {&document, 0});
  ReadContext context{document, *data.arena, diagnostics};
  RowReader reader(form, context);
  for (const Node& row : *rows)
    if (const auto price = reader.read(row); price && !context.is_full())
      data.add(*price, {&document, row.offset});
  return data;
}

std::vector<std::string> unknown_columns(std::string_view text, const Currency& currency) {
  const std::string code = fold(currency.code);
  const std::vector<CsvColumn> known = columns_of(code);
  std::vector<std::string> out = header_of(text);
  std::erase_if(out, [&](const std::string& name) {
    return name.empty() || std::ranges::find(known, name, &CsvColumn::key) != known.end();
  });
  return out;
}

}  // namespace gpupick
