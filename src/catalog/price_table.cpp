#include "catalog/price_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/money.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/price_columns.hpp"
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

// Removes words behind a price that leave it open: "650 € VB".
std::string_view without_offer(std::string_view text) {
  const std::size_t blank = text.find_last_of(' ');
  constexpr std::string_view words[] = {"vb", "vhb", "obo", "ono"};
  return blank != text.npos && contains(words, fold(text.substr(blank))) ? text.substr(0, blank)
                                                                         : text;
}

// Rounds a converted price to cents, and a rent to hundredths of a cent.
double rounded_usd(double usd, bool rent) {
  const double parts = rent ? 1e4 : 100;
  return std::round(usd * parts) / parts;
}

// `name`: how the text is given.
std::string_view parse_kind(std::string_view text, std::string_view name, const Catalog& catalog) {
  const std::string word = fold(text);
  for (const std::string_view kind : price_kinds)
    if (word == fold(kind) || word == fold(word_of_kind(kind)) ||
        contains(words_for(catalog.of<TableWords>(), "price_kinds", kind), word))
      return kind;
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
    if (!take_currency(row)) return {};
    for (const char* key : {"kind", "card", "usd", code_.c_str(), "date", "source"})
      if (!translate(row, key, is_rent(text_of("kind")))) return {};
    if (form_.own) {
      add_usual("basis", is_street(text_of("kind")) ? "asked" : "list");
      add_usual("confidence", "medium");
    }
    Observation price;
    read_record(context_, row, kind_of<Observation>, price);
    if (own && price.kind != launch_kind) price.own = true;
    if (any_kind) price.kind = {};
    return price;
  }

 private:
  // Takes the cell "currency" from the row, and moves a price in USD to its column.
  bool take_currency(Node& row) {
    auto& cells = std::get<Node::Object>(row.value);
    const auto cell = std::ranges::find(cells, currency_key, &KeyValue::key);
    if (cell == cells.end()) return true;
    const auto* text = std::get_if<std::string_view>(&cell->value.value);
    const std::string said = text ? std::string(without_spaces(*text)) : "";
    const std::string code = fold(said).size() == 3 ? fold(said) : fold(currency_of("1 " + said));
    const std::size_t offset = cell->value.offset;
    cells.erase(cell);
    const auto price = std::ranges::find(cells, code_, &KeyValue::key);
    if (code == code_ || price == cells.end()) return true;
    if (code == "usd") {
      price->key = "usd";
      return true;
    }
    context_.report(Rule::malformed_csv, offset,
                    fmt::format("the price is in '{0}'; `--currency {0}=RATE` says what one is "
                                "worth in USD",
                                printable(said)));
    return false;
  }

  // Replaces the words of people by those of data: a card's name by its id, a price by USD.
  bool translate(Node& row, std::string_view key, bool rent) {
    auto& cells = std::get<Node::Object>(row.value);
    const auto cell = std::ranges::find(cells, key, &KeyValue::key);
    if (cell == cells.end() || !std::holds_alternative<std::string_view>(cell->value.value))
      return true;
    const auto given = std::get<std::string_view>(cell->value.value);
    const bool price = key == "usd" || key == code_;
    const std::string_view text = price ? without_offer(given) : given;
    Rule rule = Rule::malformed_csv;
    try {
      if (key == "kind") {
        rule = Rule::unknown_word;
        cell->value.value = parse_kind(text, "'kind'", *form_.catalog);
      } else if (key == "card") {
        rule = Rule::unknown_card;
        cell->value.value = id_of(text);
      } else if (key == "date") {
        cell->value.value = context_.arena.keep(std::string_view(with_year_first(text)));
      } else if (key == "source") {
        rule = Rule::unknown_source;
        require_source(text);
      } else if (key == "usd") {
        require_currency(text, "USD");
        const std::size_t sign = text.find('$');
        const bool is_us = sign != text.npos && fold(text.substr(0, sign)) == "us";  // "US $700"
        cell->value.value = parse_price(is_us ? text.substr(sign) : text, rent);
      } else {
        require_currency(text, form_.currency.code);
        const double own = parse_price(without_currency(without_groups(text), code_), rent);
        *cell = {
            "usd", cell->offset, {rounded_usd(form_.currency.to_usd(own), rent), cell->offset}};
      }
      return true;
    } catch (const Error& error) {
      context_.report(rule, cell->value.offset, error.what());
      return false;
    }
  }

  // Returns the id of the card. A table repeats few names, and to find one takes a look at every
  // card.
  std::string_view id_of(std::string_view name) {
    const auto known = ids_.find(name);
    if (known != ids_.end()) return known->second;
    const Gpu& gpu = form_.catalog->find_gpu(name);
    if (counts_cards(name))
      throw Error("'{}' counts cards; give the price of one, as of {}", printable(name), gpu.id);
    return ids_.emplace(name, gpu.id).first->second;
  }

  static void require_currency(std::string_view text, std::string_view code) {
    // "nan" names no currency.
    const bool has_amount = std::ranges::any_of(text, is_digit);
    const std::string named = has_amount ? currency_of(without_groups(text)) : "";
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
  std::unordered_map<std::string_view, std::string_view> ids_;  // by the names in the table
};

// Returns what a file is that is no table, or "" if it may be one.
std::string other_than_table(std::string_view text) {
  if (text.starts_with('{')) return "this is JSON and no table; `--add` takes it into account";
  if (text.starts_with("PK\x03\x04"))
    return "this is a workbook of a spreadsheet and no table; save the sheet as CSV";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return "this is UTF-16; save it as CSV in UTF-8";
  return "";
}

}  // namespace

PriceTable read_price_table(const File& file, const PriceTableForm& form,
                            std::vector<Diagnostic>& diagnostics) {
  PriceTable out;
  Dataset& data = out.data;
  const std::string other = other_than_table(file.text);
  data.complete = other.empty();
  if (!data.complete) {
    diagnostics.push_back({Rule::malformed_csv, {file.name}, other});
    return out;
  }
  if (!form.kind.empty()) parse_kind(form.kind, "--kind", *form.catalog);
  const Document& document = data.documents.emplace_back(file);
  const std::string code = fold(form.currency.code);
  const PriceColumns columns(form.currency, *form.catalog);
  std::vector<std::string> header = header_of(file.text);
  for (std::string& name : header) name = column_name(name);
  const Phrases keys = columns.keys_of(header);
  for (std::size_t i = 0; i < header.size(); ++i)
    if (keys[i].empty()) add_text(out.other_columns, header[i]);
  const auto is_good = [&](const std::string& fault) {
    if (!fault.empty()) diagnostics.push_back({Rule::malformed_csv, {file.name}, fault});
    return fault.empty();
  };
  const bool blank = header == std::vector<std::string>{""};
  data.complete = is_good(blank ? "the table is empty; its first line names the columns"
                                : currency_fault(columns, header, keys, code));
  if (!data.complete) return out;
  const auto rows = parse_table(document, columns.all(), form.lenient, *data.arena, diagnostics);
  data.complete = rows && is_good(lack_of(keys, form, columns.all()));
  if (!data.complete) return out;
  if (form.own) data.add(*form.own, {&document, 0});
  ReadContext context{document, *data.arena, diagnostics};
  RowReader reader(form, context);
  for (const Node& row : *rows)
    if (const auto price = reader.read(row); price && !context.is_full())
      data.add(*price, {&document, row.offset});
  return out;
}

}  // namespace gpupick
