#include "catalog/card_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/lists.hpp"
#include "base/money.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/card_columns.hpp"
#include "schema/csv.hpp"
#include "schema/read_record.hpp"

namespace gpupick {
namespace {

constexpr std::string_view unknown_words[] = {"-",    "?",    "n/a",     "na",  "nan",
                                              "null", "none", "unknown", "tbd", "tba"};

class CardReader {
 public:
  CardReader(const File& file, const CardTableForm& form, std::vector<Diagnostic>& diagnostics)
      : form_(form),
        document_(out_.data.documents.emplace_back(file)),
        context_{document_, *out_.data.arena, diagnostics} {}

  CardTable read() {
    const auto rows = is_json(document_.file().text) ? objects() : lines();
    out_.data.complete = rows.has_value();
    if (!rows) return std::move(out_);
    if (form_.own) out_.data.add(*form_.own, {&document_, 0});
    for (const Node& row : *rows)
      if (!context_.is_full()) read_row(row);
    std::ranges::sort(out_.entries, {}, &Gpu::id);
    return std::move(out_);
  }

 private:
  std::optional<Node::Array> lines() {
    const std::string_view text = document_.file().text;
    if (text.empty()) return refuse("the table is empty");
    if (!find_columns(header_of(text))) return {};
    std::vector<CsvColumn> legal;
    for (const CardColumn& column : columns_->all()) legal.push_back({column.name});
    return parse_table(document_, legal, true, context_.arena, context_.diagnostics);
  }

  // Returns the rows of a list of objects as those of a CSV: all values are texts.
  std::optional<Node::Array> objects() {
    if (!document_.parse(context_.arena, context_.diagnostics)) return {};
    const auto* list = document_.root().as<Node::Array>();
    if (!list ||
        !std::ranges::all_of(*list, [](const Node& row) { return row.as<Node::Object>(); }))
      return refuse("a table in JSON is a list of objects; data files go behind --add as they are");
    std::vector<std::string> header;
    std::set<std::string_view> keys;
    for (const Node& row : *list)
      for (const KeyValue& cell : *row.as<Node::Object>())
        if (keys.insert(cell.key).second) header.emplace_back(cell.key);
    if (header.empty()) return refuse("the table is empty");
    if (!find_columns(header)) return {};
    Node::Array rows;
    for (const Node& row : *list) {
      Node::Object& cells =
          std::get<Node::Object>(rows.emplace_back(Node{Node::Object(), row.offset}).value);
      for (const auto& [key, offset, value] : *row.as<Node::Object>()) {
        const std::string_view name = context_.arena.keep(column_name(key));
        if (has_object(value) && columns_->find(name))
          context_.report(
              Rule::wrong_type, value.offset,
              fmt::format("'{}' holds an object, of which no figure is read", printable(key)));
        else if (const std::string_view text = text_of(value); !text.empty())
          cells.push_back({name, value.offset, {text, value.offset}});
      }
    }
    return rows;
  }

  static bool has_object(const Node& node) {
    const auto* list = node.as<Node::Array>();
    return node.as<Node::Object>() || (list && std::ranges::any_of(*list, has_object));
  }

  // Returns the value as it stands in the file; a list as its texts between commas.
  std::string_view text_of(const Node& node) const {
    if (const auto* text = node.as<std::string_view>()) return *text;
    if (const auto* list = node.as<Node::Array>()) {
      std::string out;
      for (const Node& entry : *list)
        out += fmt::format("{}{}", out.empty() ? "" : ",", text_of(entry));
      return context_.arena.keep(std::string_view(out));
    }
    if (node.as<Node::Object>() || node.as<std::nullptr_t>()) return {};
    const std::string_view rest = document_.file().text.substr(node.offset);
    return rest.substr(0, rest.find_first_of(",]} \t\r\n"));
  }

  std::nullopt_t refuse(std::string message) {
    context_.report(Rule::malformed_csv, 0, std::move(message));
    return std::nullopt;
  }

  bool find_columns(const std::vector<std::string>& header) {
    columns_.emplace(header, form_.fields, form_.catalog->of<TableWords>(), context_.arena);
    out_.other_columns = columns_->others();
    if (columns_->name_cards()) return true;
    refuse(fmt::format("no column names the cards; give one by `--map COLUMN=name`: {}",
                       printable(enumerate(header))));
    return false;
  }

  void read_row(const Node& row) {
    const std::size_t found = context_.diagnostics.size();
    Node::Object values;
    std::string said;
    for (const KeyValue& cell : std::get<Node::Object>(row.value)) {
      const CardColumn* column = columns_->find(cell.key);
      const auto text = std::get<std::string_view>(cell.value.value);
      if (!column || contains(unknown_words, lower_case(text))) continue;
      if (std::ranges::find(values, column->field->key, &KeyValue::key) != values.end()) continue;
      said += fmt::format("{}\n{}\n", cell.key, text);
      if (auto value = value_of_cell(*column, text, cell.value.offset))
        values.push_back({column->field->key, cell.offset, std::move(*value)});
    }
    const Node node{std::move(values), row.offset};
    if (std::get<Node::Object>(node.value).empty() || seen_.contains(said)) return;
    Gpu given;
    read_changes(context_, node, kind_of<Gpu>, given);
    if (given.name.empty()) given.name = given.id;
    if (given.name.empty() && context_.diagnostics.size() == found)
      context_.report(Rule::missing_key, row.offset, "the row does not name its card");
    if (context_.diagnostics.size() == found) add(given, row);
    if (context_.diagnostics.size() == found) seen_.insert(std::move(said));
  }

  std::optional<Node> value_of_cell(const CardColumn& column, std::string_view text,
                                    std::size_t offset) {
    const Field& field = *column.field;
    switch (field.type()) {
      case ValueType::number:
        return number(column, text, offset);
      case ValueType::flag: {
        const std::string word = lower_case(text);
        const bool yes = contains(Phrases{"yes", "true", "1"}, word);
        if (!yes && !contains(Phrases{"no", "false", "0"}, word)) break;
        return Node{yes, offset};
      }
      case ValueType::texts: {
        Node::Array out;
        for (const std::string_view one : split(text, ","))
          out.push_back({spelt(field, one), offset});
        return Node{std::move(out), offset};
      }
      case ValueType::date:
        return Node{context_.arena.keep(std::string_view(with_year_first(text))), offset};
      default:
        return Node{field.key == "id" || field.key == "name" ? text : spelt(field, text), offset};
    }
    return wrong(field, text, offset, "neither yes nor no");
  }

  std::optional<Node> number(const CardColumn& column, std::string_view text, std::size_t offset) {
    const Field& field = *column.field;
    const auto value = parse_figure(
        is_digit(text.back()) ? fmt::format("{}{}", text, column.unit) : std::string(text), field);
    if (!value)
      return wrong(field, text, offset,
                   field.unit.empty() ? "no number" : fmt::format("no number of {}", field.unit));
    if (!may_part_thousands(text)) return Node{*value, offset};
    // The field's range says whether "1,008" means 1008 or 1.008.
    const double other = !holds(text, '.') ? *value / 1000 : *value * 1000;
    if (is_plausible(field, *value) && is_plausible(field, other))
      return wrong(field, text, offset,
                   fmt::format("either {} or {}", exact(*value), exact(other)));
    return Node{is_plausible(field, other) ? other : *value, offset};
  }

  std::nullopt_t wrong(const Field& field, std::string_view text, std::size_t offset,
                       std::string_view what) {
    context_.report(
        Rule::wrong_type, offset,
        fmt::format("{} '{}' is {}; leave the cell empty if it is not known",
                    field.label.empty() ? field.key : field.label, printable(text), what));
    return std::nullopt;
  }

  // Returns the word as the cards of the catalog spell it.
  std::string_view spelt(const Field& field, std::string_view text) const {
    text = without_spaces(text);
    const std::string folded = fold(text);
    for (const std::string_view word : field.choices)
      if (fold(word) == folded) return word;
    for (const Gpu& gpu : form_.catalog->gpus())
      if (const auto word = value_as<std::string_view>(gpu, field);
          word && fold(*word) == folded && !folded.empty())
        return *word;
    return text;
  }

  // Adds the card of a row, or what it changes in a card of the catalog.
  void add(const Gpu& given, const Node& row) {
    const std::vector<const Gpu*> meant = meant_by(given);
    const auto says_no_more = [&](const Gpu* one) { return changes(*one, given).empty(); };
    if (std::ranges::any_of(meant, says_no_more)) return;
    if (meant.size() > 1)
      return context_.report(Rule::unknown_card, row.offset,
                             fmt::format("'{}' may mean {}; write which", printable(given.name),
                                         enumerate(all_ids(meant))));
    Gpu entry = given;
    if (entry.id.find_first_not_of("0123456789") == entry.id.npos)  // none, or the row's number
      entry.id = context_.arena.keep(std::string_view(slug_of(given.name)));
    if (entry.id.empty())
      return context_.report(Rule::id_form, row.offset,
                             fmt::format("'{}' makes no id of Latin letters; add a column 'id'",
                                         printable(given.name)));
    if (meant.empty()) add_shared(entry);
    Gpu whole = entry;
    if (!meant.empty()) {
      entry = {};
      whole = *meant.front();
      entry.id = whole.id;
      for (const Figure* figure : changes(whole, given)) {
        set_value(entry, *figure, value_of(given, *figure));
        set_value(whole, *figure, value_of(given, *figure));
      }
    }
    entry.sources = whole.sources = cited(entry, given);
    const auto twin = std::ranges::find(out_.entries, entry.id, &Gpu::id);
    if (twin != out_.entries.end() && changes(*twin, entry).empty()) return;
    out_.data.add(whole, {&document_, row.offset});
    out_.entries.push_back(entry);
  }

  // Returns the cards of the catalog that a row can mean, those with its memory if there are any.
  std::vector<const Gpu*> meant_by(const Gpu& given) const {
    if (const Gpu* one = form_.catalog->find<Gpu>(given.id)) return {one};
    std::vector<const Gpu*> out;
    if (given.memory_gib)
      out = form_.catalog->gpus_meant(fmt::format("{} {} GB", given.name, *given.memory_gib));
    return out.empty() ? form_.catalog->gpus_meant(given.name) : out;
  }

  // Returns the given figures that the card lacks. Rounded numbers agree, and a year with its days.
  static std::vector<const Figure*> changes(const Gpu& card, const Gpu& given) {
    std::vector<const Figure*> out;
    for (const Figure& figure : figures()) {
      const std::string had = format_value(card, figure), now = format_value(given, figure);
      const bool same = figure.type() == ValueType::date ? had.starts_with(now) : had == now;
      if (is_known(given, figure) && !same) out.push_back(&figure);
    }
    return out;
  }

  // Adds what all cards of the catalog with this architecture share of what follows from the chip.
  void add_shared(Gpu& card) const {
    for (const char* key : {"vendor", "kind", "stack", "compute_capability", "gfx_id"}) {
      const Figure& figure = *find_figure(key);
      std::set<std::string> values;
      FieldValue shared;
      for (const Gpu& one : form_.catalog->gpus())
        if (card.architecture && one.architecture == card.architecture) {
          shared = value_of(one, figure);
          values.insert(format_value(one, figure));
        }
      if (values.size() == 1 && !is_known(card, figure)) set_value(card, figure, shared);
    }
  }

  // Returns the table's source with the figures of an entry that it gives.
  std::span<const Citation> cited(const Gpu& entry, const Gpu& given) const {
    std::vector<std::string_view> keys;
    for (const Figure& figure : figures())
      if (figure.sourced && is_known(entry, figure) && is_known(given, figure))
        keys.push_back(figure.key);
    if (form_.source.empty() || keys.empty()) return {};
    Citation out;
    out.source = form_.source;
    out.figures = context_.arena.keep(keys);
    return context_.arena.keep(std::vector{out});
  }

  const CardTableForm& form_;
  CardTable out_;
  Document& document_;
  ReadContext context_;
  std::optional<CardColumns> columns_;
  std::set<std::string> seen_;  // rows that were read, as one text
};

}  // namespace

CardTable read_card_table(const File& file, const CardTableForm& form,
                          std::vector<Diagnostic>& diagnostics) {
  return CardReader(file, form, diagnostics).read();
}

}  // namespace gpupick
