// The answer of `show`: the figures of a card that matter most; all with their sources on request.
#include <algorithm>

#include "answer/answers.hpp"
#include "answer/remarks.hpp"
#include "answer/values.hpp"
#include "base/lists.hpp"

namespace gpupick {
namespace {

std::string software_text(const SupportAnswer& answer) {
  return fmt::format("{}{}", name_of(answer.level),
                     answer.rule->release.empty() ? ""
                                                  : fmt::format(" ({}, {})", answer.rule->release,
                                                                month_of(answer.rule->from)));
}

std::vector<std::string> software_names(const Catalog& catalog, const Gpu& gpu) {
  std::vector<std::string> names;
  for (const SoftwareRule& rule : catalog.software())
    if (rule.stack == gpu.stack) add_once(names, std::string(rule.software));
  std::ranges::sort(names);
  return names;
}

struct NamedPrice {
  std::string key;
  std::optional<Price> price;
};

std::vector<NamedPrice> prices_of(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  const PriceHistory history = catalog.history_of(gpu);
  const auto street = [&](Condition condition) {
    if (const auto own = own_price(history, condition, query.day)) return std::optional(*own);
    auto price = price_on(history, condition, query.day);
    return price && price->kind != PriceKind::launch ? price : std::nullopt;
  };
  return {{"new", street(Condition::new_card)},
          {"used", street(Condition::used)},
          {"launch", launch_price(history, query.day)}};
}

std::string price_line(const Price& price, const Currency& currency) {
  std::string out = to_text(price, currency);
  if (price.high > price.low && price.kind != PriceKind::launch)
    out += fmt::format(" ({}, by {})", currency.range(price.low, price.high),
                       counted(price.rows, "observation"));
  if (price.whole_computer) out += ", includes the computer";
  if (price.few_rows) out += ", few observations";
  return out;
}

std::vector<NamedPrice> rents_of(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  std::vector<NamedPrice> out;
  for (const RentKind& row : rent_kinds)
    if (const auto rent = rent_on(catalog.history_of(gpu), row.kind, query.day))
      out.push_back({std::string(row.words), rent});
  return out;
}

// The figures that are known, as phrases: "936 GB/s".
void add_figure_phrases(const Gpu& gpu, std::initializer_list<const char*> keys,
                        std::vector<std::string>& out) {
  for (const char* key : keys)
    if (const Figure& figure = *find_figure(key); is_known(gpu, figure))
      out.push_back(format_value(gpu, figure));
}

std::vector<std::string> compute_phrases(const Gpu& gpu) {
  static constexpr std::pair<const char*, const char*> precisions[] = {
      {"FP32", "fp32_tflops"},      {"FP16", "fp16_tensor_tflops"}, {"BF16", "bf16_tensor_tflops"},
      {"FP8", "fp8_tensor_tflops"}, {"FP4", "fp4_tensor_tflops"},   {"INT8", "int8_tensor_tops"}};
  std::vector<std::string> out;
  for (const auto& [name, key] : precisions)
    if (const Number rate = number_of(gpu, *find_figure(key)); rate.value_or(0) > 0)
      out.push_back(fmt::format("{} {}", name, rounded(*rate)));
  if (!out.empty()) out.back() += " TFLOPS (TOPS), dense";
  return out;
}

// "supported: cuda, pytorch".
std::vector<std::string> software_phrases(const Catalog& catalog, const Gpu& gpu,
                                          const Query& query) {
  std::vector<std::pair<std::string, std::vector<std::string>>> levels;
  for (const std::string& name : software_names(catalog, gpu)) {
    const auto found = support_of(catalog.software(), gpu, name, query.day);
    if (!found) continue;
    const std::string level = found->level == Support::legacy    ? "only by an older branch"
                              : found->level == Support::current ? "supported"
                                                                 : "not supported";
    auto group = std::ranges::find(levels, level, [](const auto& one) { return one.first; });
    if (group == levels.end()) group = levels.insert(levels.end(), {level, {}});
    group->second.push_back(name);
  }
  std::vector<std::string> out;
  for (const auto& [level, names] : levels)
    out.push_back(fmt::format("{}: {}", level, join(names, ", ")));
  return out;
}

// "MSI Ventus 2X OC (2 slots, 242 mm)".
std::string board_text(const Gpu& gpu, const PartnerBoard& board) {
  return fmt::format("{} ({}, {} mm{})", board.name, slots_text(built_as(gpu, &board)),
                     exact(board.length_mm), board.low_profile == true ? ", low profile" : "");
}

std::vector<std::string> memory_phrases(const Gpu& gpu) {
  std::vector<std::string> out;
  if (gpu.memory_gib) out.push_back(memory_text(gpu));
  add_figure_phrases(gpu, {"bandwidth_gb_s"}, out);
  return out;
}

std::vector<std::string> power_phrases(const Catalog& catalog, const Gpu& gpu) {
  std::vector<std::string> out;
  add_figure_phrases(gpu, {"tdp_w"}, out);
  add_text(out, supply_text(catalog, {&gpu, 1}));
  if (gpu.power_connectors && gpu.power_connectors->empty())
    out.emplace_back("no power plug");
  else
    add_figure_phrases(gpu, {"power_connectors"}, out);
  return out;
}

std::vector<std::string> size_phrases(const Gpu& gpu) {
  std::vector<std::string> out;
  add_text(out, slots_text(gpu));
  add_figure_phrases(gpu, {"length_mm", "form_factor", "cooling"}, out);
  return out;
}

std::vector<std::string> link_phrases(const Gpu& gpu) {
  std::vector<std::string> out;
  if (gpu.pcie_generation && gpu.pcie_lanes)
    out.push_back(fmt::format("PCIe {} x{}", *gpu.pcie_generation, *gpu.pcie_lanes));
  if (gpu.link_gb_s != 0.0) add_figure_phrases(gpu, {"link_type", "link_gb_s"}, out);
  return out;
}

std::vector<std::string> note_phrases(const Catalog& catalog, const Gpu& gpu) {
  std::vector<std::string> out;
  for (const BoardTrait& trait : catalog.of<BoardTrait>())
    if (trait.figure == "family" && trait.covers(gpu)) out.emplace_back(trait.remark);
  out.insert(out.end(), gpu.notes.begin(), gpu.notes.end());
  return out;
}

void add_summary(const Catalog& catalog, const Gpu& gpu, const Query& query, Answer& out) {
  const auto add = [&](std::string label, std::vector<std::string> phrases,
                       std::string_view separator = ", ") {
    out.add(Line{.label = std::move(label), .phrases = std::move(phrases), .separator = separator});
  };
  std::vector<std::string> heading = {fmt::format("{} ({})", gpu.name, gpu.id)};
  add_figure_phrases(gpu, {"architecture"}, heading);
  if (gpu.launch_date) heading.push_back("launched " + month_of(*gpu.launch_date));
  out.add(Line{.phrases = std::move(heading), .separator = ", ", .tone = Tone::strong});
  out.add_break();
  std::vector<std::string> boards, prices, rents;
  for (const PartnerBoard& board : gpu.partner_boards) boards.push_back(board_text(gpu, board));
  for (const auto& [key, price] : prices_of(catalog, gpu, query))
    if (price) prices.push_back(price_line(*price, query.currency));
  for (const auto& [key, rent] : rents_of(catalog, gpu, query))
    rents.push_back(fmt::format("{} {}", key, query.currency.text(rent->usd)));
  add("Memory", memory_phrases(gpu));
  add("Compute", compute_phrases(gpu));
  add("Power", power_phrases(catalog, gpu));
  add("Size", size_phrases(gpu));
  add("Small boards", std::move(boards));
  add("Links", link_phrases(gpu));
  add("Price, " + query.currency.code, std::move(prices), "; ");
  add(fmt::format("Rent, {}/h", query.currency.code), std::move(rents));
  add("Software", software_phrases(catalog, gpu, query), "; ");
  out.add(Line{.label = "Note", .phrases = note_phrases(catalog, gpu), .most_lines = 2});
  out.add_break();
  if (!query.currency.is_usd() || !query.region.empty())
    out.add(prices_text(street_prices(query.region), query.currency, query.prices_day()) + ".");
  const auto known =
      std::ranges::count_if(figures(), [&](const Figure& figure) { return is_known(gpu, figure); });
  out.add(fmt::format("All {} figures with their sources: `--all`", known), Tone::dim);
}

// Every figure with its source, then the sources.
void add_figure_rows(const Catalog& catalog, const Gpu& gpu, const Query& query, Answer& out) {
  std::vector<std::string> cited;
  const auto mark = [&](std::string_view source) -> std::string {
    if (source.empty()) return "";
    auto found = std::ranges::find(cited, source);
    if (found == cited.end()) found = cited.insert(cited.end(), std::string(source));
    return fmt::format("[{}]", found - cited.begin() + 1);
  };
  Table table{{{""}, {std::string(gpu.name)}, {"source", Align::left, 1}}};
  table.rows.push_back({"id", std::string(gpu.id), ""});
  for (const Figure& figure : figures())
    if (is_known(gpu, figure))
      table.rows.push_back({std::string(figure.label), format_value(gpu, figure, true),
                            mark(source_of(gpu, figure))});
  for (const PartnerBoard& board : gpu.partner_boards)
    table.rows.push_back({"partner's board", board_text(gpu, board), mark(board.source)});
  for (const auto& [key, price] : prices_of(catalog, gpu, query))
    if (price) table.rows.push_back({"price " + key, price_line(*price, query.currency), ""});
  for (const auto& [key, rent] : rents_of(catalog, gpu, query))
    table.rows.push_back(
        {"rent " + key,
         fmt::format("{} per GPU and hour, {} ({})", query.currency.with_code(rent->usd),
                     month_of(*rent->date), query.currency.range(rent->low, rent->high)),
         ""});
  for (const std::string& name : software_names(catalog, gpu)) {
    const auto found = support_of(catalog.software(), gpu, name, query.day);
    table.rows.push_back({name, found ? software_text(*found) : "not known",
                          found ? mark(found->rule->source) : ""});
  }
  out.add(Grid{std::move(table)});
  out.add_break();
  for (const std::string_view note : gpu.notes) out.add(fmt::format("note: {}", note));
  for (std::size_t i = 0; i < cited.size(); ++i)
    if (const Source* source = catalog.find<Source>(cited[i]))
      out.add(Line{
          .label = fmt::format("[{}]", i + 1),
          .phrases = {fmt::format("{}, {}, {}{}{}", source->title, source->publisher, source->kind,
                                  source->url.empty() ? "" : ", ", source->url)}});
}

Data card_data(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  Data out = {{"as_of", iso(query.day)}, {"card", data_of(gpu)},       {"prices", Data::object()},
              {"rents", Data::object()}, {"software", Data::object()}, {"sources", Data::list()}};
  add_currency(query.currency, out);
  for (const auto& [key, price] : prices_of(catalog, gpu, query))
    if (price) out["prices"][key] = data_of(*price);
  for (const auto& [key, rent] : rents_of(catalog, gpu, query))
    out["rents"][key] = {{"usd_per_hour", rent->usd},
                         {"low", rent->low},
                         {"high", rent->high},
                         {"date", iso(*rent->date)}};
  for (const std::string& name : software_names(catalog, gpu))
    if (const auto answer = support_of(catalog.software(), gpu, name, query.day))
      out["software"][name] = {{"level", name_of(answer->level)},
                               {"release", answer->rule->release},
                               {"from", iso(answer->rule->from)},
                               {"source", answer->rule->source}};
  std::vector<std::string> cited;
  for (const Citation& citation : gpu.sources) cited.emplace_back(citation.source);
  for (const PartnerBoard& board : gpu.partner_boards) add_once(cited, std::string(board.source));
  std::ranges::sort(cited);
  for (const std::string& id : cited)
    if (const Source* source = catalog.find<Source>(id))
      out["sources"].push_back({{"id", source->id},
                                {"title", source->title},
                                {"publisher", source->publisher},
                                {"kind", source->kind},
                                {"url", source->url},
                                {"read", iso(source->read)}});
  return out;
}

Table csv_rows(const Gpu& gpu) {
  Table table{{{"figure"}, {"value"}, {"unit"}, {"source"}}};
  for (const Figure& figure : figures()) {
    if (!is_known(gpu, figure)) continue;
    const Number number = number_of(gpu, figure);
    table.rows.push_back({std::string(figure.key),
                          number ? plain(*number) : format_value(gpu, figure),
                          std::string(figure.unit), std::string(source_of(gpu, figure))});
  }
  return table;
}

}  // namespace

Answer answer(const Catalog& catalog, const Gpu& gpu, const Query& query, bool all) {
  Answer out{.schema = "show/2", .one_screen = !all};
  out.data = [&] { return card_data(catalog, gpu, query); };
  out.csv = [&gpu] { return csv_rows(gpu); };
  if (all)
    add_figure_rows(catalog, gpu, query, out);
  else
    add_summary(catalog, gpu, query, out);
  return out;
}

Data card_file(std::span<const Gpu> cards, std::span<const Source> sources) {
  const auto says_nothing = [](const auto& value) {
    if constexpr (requires { value.empty(); }) return value.empty();
    return false;
  };
  Data out = {{"gpus", Data::list()}};
  for (const Gpu& card : cards) {
    const Data all = data_of(card);
    Data entry = Data::object();
    for (const auto& [key, value] : std::get<Data::Object>(all.value()))
      if (!std::visit(says_nothing, value.value())) entry[key] = value;
    out["gpus"].push_back(std::move(entry));
  }
  if (!sources.empty()) out["sources"] = records_data(sources);
  return out;
}

}  // namespace gpupick
