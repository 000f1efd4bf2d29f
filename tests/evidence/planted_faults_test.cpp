// Measures the lint: changes every figure of 40 shipped cards, one at a time, by errors found in
// other catalogs, and checks whether validate reports them. docs/catalog.md has the table of
// shares; the build's target refresh_docs writes it there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "catalog/validate.hpp"
#include "catch.hpp"
#include "render/formats.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

struct Fault {
  const char* name;
  // Returns the wrong value of a figure; nothing if the fault does not apply to it.
  std::optional<double> (*make)(const Figure& figure, double value, const Gpu* neighbour);
};

bool is_tensor_rate(const Figure& figure) {
  return figure.key.find("_tensor_t") != std::string_view::npos;
}

const Fault faults[] = {
    {"twice", [](const Figure&, double value, const Gpu*) { return std::optional(value * 2); }},
    {"half", [](const Figure&, double value, const Gpu*) { return std::optional(value / 2); }},
    {"x 1,000",
     [](const Figure&, double value, const Gpu*) { return std::optional(value * 1000); }},
    {"GB for GiB",
     [](const Figure& figure, double value, const Gpu*) {
       return figure.key == "memory_gib" ? std::optional(value * 1.073741824) : std::nullopt;
     }},
    {"sparse for dense",
     [](const Figure& figure, double value, const Gpu*) {
       return is_tensor_rate(figure) ? std::optional(value * 2) : std::nullopt;
     }},
    {"neighbour's value",
     [](const Figure& figure, double value, const Gpu* neighbour) {
       const Number other = neighbour ? number_of(*neighbour, figure) : std::nullopt;
       const bool differs = other && *other > 0 && std::abs(*other - value) > 0.05 * value;
       return differs ? other : std::nullopt;
     }},
};

std::string group_of(const Figure& figure) {
  static const std::map<std::string_view, const char*> groups = {
      {"bandwidth_gb_s", "bandwidth"},
      {"memory_gib", "memory"},
      {"bus_bits", "memory"},
      {"memory_gbps", "memory"},
      {"shader_count", "units"},
      {"compute_units", "units"},
      {"tensor_cores", "units"},
      {"fp64_tflops", "vector rates"},
      {"fp32_tflops", "vector rates"},
      {"fp16_vector_tflops", "vector rates"},
      {"tdp_w", "power"},
      {"psu_w", "power"}};
  if (is_tensor_rate(figure)) return "tensor rates";
  const auto group = groups.find(figure.key);
  return group == groups.end() ? "the rest" : group->second;
}

struct FoundShare {
  std::size_t caught = 0, of = 0;
};

class Planting {
 public:
  void run() {
    const std::size_t step = gpus_.size() / 40;
    for (std::size_t i = 0; i < 40; ++i) plant_in(gpus_[i * step]);
  }

  Table table() const {
    Table out{{{"figure"}}, {}};
    for (const Fault& fault : faults) out.columns.push_back({fault.name, Align::right});
    out.columns.push_back({"all", Align::right});
    for (const auto& [group, shares] : shares_) {
      std::vector<std::string> row{group};
      FoundShare all;
      for (const Fault& fault : faults) {
        const auto found = shares.find(fault.name);
        const FoundShare share = found == shares.end() ? FoundShare{} : found->second;
        row.push_back(text(share));
        all.caught += share.caught;
        all.of += share.of;
      }
      row.push_back(text(all));
      out.rows.push_back(std::move(row));
    }
    std::vector<std::string> row{"form factor swapped"};
    row.insert(row.end(), std::size(faults), "-");
    row.push_back(text(swapped_));
    out.rows.push_back(std::move(row));
    return out;
  }

  double caught(const std::string& group) const {
    FoundShare all;
    for (const auto& [fault, share] : shares_.at(group)) {
      all.caught += share.caught;
      all.of += share.of;
    }
    return static_cast<double>(all.caught) / static_cast<double>(all.of);
  }

 private:
  static std::string text(const FoundShare& share) {
    if (share.of == 0) return "-";
    return fmt::format("{:.0f} % of {}",
                       100.0 * static_cast<double>(share.caught) / static_cast<double>(share.of),
                       share.of);
  }

  // The next card of the same maker and segment by id: the neighbouring line of a table.
  const Gpu* neighbour_of(const Gpu& gpu) const {
    for (const Gpu& other : gpus_)
      if (other.id > gpu.id && other.vendor == gpu.vendor && other.segment == gpu.segment)
        return &other;
    return nullptr;
  }

  // True if validating a file with the card reports anything.
  static bool is_seen(const Parsed& card) {
    const Parsed file = {{"gpus", {card}}};
    const std::string text = file.dump();
    std::vector<Diagnostic> found;
    const Dataset data = read_data({{"card.json", text}}, found);
    return !found.empty() || !validate(data, shipped_catalog()).empty();
  }

  void plant_in(const Gpu& gpu) {
    Parsed card =
        Parsed::parse(run_gpupick({"show", std::string(gpu.id), "--format", "json"}).out)["card"];
    card.erase("aliases");  // no figure decides what they mean, and to check them takes long
    const Gpu* neighbour = neighbour_of(gpu);
    for (const Figure& figure : figures()) {
      const Number value = number_of(gpu, figure);
      if (!value || *value == 0) continue;
      for (const Fault& fault : faults) {
        const std::optional<double> wrong = fault.make(figure, *value, neighbour);
        if (!wrong) continue;
        Parsed broken = card;
        broken[std::string(figure.key)] = *wrong;
        FoundShare& share = shares_[group_of(figure)][fault.name];
        ++share.of;
        if (is_seen(broken)) ++share.caught;
      }
    }
    const bool board = gpu.form_factor == "pcie";
    if (!board && !gpu.form_factor.value_or("").starts_with("sxm")) return;
    Parsed broken = card;
    broken["form_factor"] = board ? "sxm" : "pcie";
    ++swapped_.of;
    if (is_seen(broken)) ++swapped_.caught;
  }

  const std::span<const Gpu> gpus_ = shipped_catalog().gpus();
  std::map<std::string, std::map<std::string, FoundShare>> shares_;  // by group and fault
  FoundShare swapped_;
};

// Whole records of the shipped data with the faults that people make when they enter them, each
// planted in records that a generator with a fixed seed chooses. A file holds the record with the
// fault and what replaces the record in the catalog.
class RecordPlanting {
 public:
  RecordPlanting() {
    std::set<std::string> paths;  // in an order that no file system changes
    for (const char* folder : {"data", "data/gpus", "data/prices", "data/models"})
      for (const auto& entry : std::filesystem::directory_iterator(project_path(folder)))
        if (entry.path().extension() == ".json") paths.insert(entry.path().string());
    for (const std::string& path : paths) read(path);
  }

  void run() {
    prices();
    cards();
    rest();
  }

  Table table() const {
    Table out{{{"kind of fault"}, {"planted", Align::right}, {"found", Align::right}}, {}};
    FoundShare all;
    for (const auto& [kind, share] : shares_) {
      out.rows.push_back({kind, fmt::format("{}", share.of), percent(share)});
      all.caught += share.caught;
      all.of += share.of;
    }
    out.rows.push_back({"all", fmt::format("{}", all.of), percent(all)});
    return out;
  }

 private:
  static std::string percent(const FoundShare& share) {
    return fmt::format("{:.0f} %",
                       100.0 * static_cast<double>(share.caught) / static_cast<double>(share.of));
  }

  void read(const std::string& path) {
    const Parsed file = Parsed::parse(read_text(path));
    for (const auto& [list, records] : file.items())
      for (const Parsed& record : records) lists_[list].push_back(record);
  }

  std::size_t below(std::size_t count) { return random_() % count; }

  template <class Values>
  auto one_of(const Values& values) {
    return *(std::begin(values) + static_cast<std::ptrdiff_t>(below(std::size(values))));
  }

  const Parsed& any(const std::string& list) { return one_of_list(lists_.at(list)); }
  const Parsed& one_of_list(const std::vector<Parsed>& records) {
    return records[below(records.size())];
  }

  template <class Object>
  auto& any_value(Object& object) {
    return *std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size())));
  }

  static bool is_seen(const Parsed& file) {
    const std::string text = file.dump();
    std::vector<Diagnostic> found;
    const Dataset data = read_data({{"planted.json", text}}, found);
    return !found.empty() || !validate(data, shipped_catalog(), Date{2026, 11, 28}).empty();
  }

  void plant(const std::string& kind, const Parsed& file) {
    FoundShare& share = shares_[kind];
    ++share.of;
    if (is_seen(file)) ++share.caught;
  }

  // Plants `times` faults by a function that returns a file, or null where the fault makes no
  // difference.
  template <class Make>
  void plant_all(const std::string& kind, Make make) {
    constexpr std::size_t times = 20, most_tries = 2000;
    for (std::size_t tried = 0; shares_[kind].of < times && tried < most_tries; ++tried)
      if (const Parsed file = make(); !file.is_null()) plant(kind, file);
  }

  // Returns the prices of the cards, with one replaced.
  Parsed prices_with(const Parsed& old, const Parsed& wrong) const {
    Parsed rows = Parsed::array();
    for (const Parsed& row : lists_.at("prices"))
      if (row["card"] == old["card"] || row["card"] == wrong["card"])
        rows.push_back(row == old ? wrong : row);
    const auto key = [](const Parsed& row) {
      return std::tuple(row["card"].get<std::string>(), row["kind"].get<std::string>(),
                        row["date"].get<std::string>());
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const Parsed& one, const Parsed& other) { return key(one) < key(other); });
    return {{"prices", rows}};
  }

  // Plants a change of a price whose kind begins so.
  template <class Change>
  void plant_price(const std::string& kind, const std::string& of, Change change) {
    plant_all(kind, [&]() -> Parsed {
      const Parsed& old = any("prices");
      if (!old["kind"].get<std::string>().starts_with(of)) return {};
      Parsed wrong = old;
      change(wrong);
      return wrong == old ? Parsed() : prices_with(old, wrong);
    });
  }

  static Parsed& scale(Parsed& row, double factor) {
    return row["usd"] = std::round(row["usd"].get<double>() * factor * 100) / 100;
  }

  static void move_year(Parsed& date, int years) {
    std::string text = date;
    text.replace(0, 4, std::to_string(std::stoi(text.substr(0, 4)) + years));
    date = text;
  }

  void prices() {
    plant_price("price of a lot for one card", "street", [&](Parsed& row) {
      scale(row, one_of(std::array{2, 3, 4, 5, 8, 10}));
    });
    plant_price("rent of a node for one GPU", "cloud", [&](Parsed& row) {
      scale(row, one_of(std::array{4, 8}));
    });
    // CNY, JPY, KRW, INR, RUB, TWD, EUR, GBP and CAD for a USD.
    plant_price("price in another currency", "street", [&](Parsed& row) {
      scale(row, one_of(std::array{7.1, 150.0, 1380.0, 85.0, 85.0, 32.0, 0.87, 0.75, 1.4}));
    });
    plant_price("slipped decimal point of a price", "", [&](Parsed& row) {
      scale(row, one_of(std::array{0.01, 0.1, 10.0, 100.0}));
    });
    plant_price("a digit of a price left out or twice", "street", [&](Parsed& row) {
      std::string digits = fmt::format("{:.0f}", std::round(row["usd"].get<double>()));
      const std::size_t at = below(digits.size());
      if (below(2) == 0)
        digits.erase(at, 1);
      else
        digits.insert(at, 1, digits[at]);
      row["usd"] = digits.empty() ? 0.0 : std::stod(digits);
    });
    plant_price("price of another card", "",
                [&](Parsed& row) { row["card"] = any("prices")["card"]; });
    plant_price("used for new, or new for used", "street", [&](Parsed& row) {
      row["kind"] = row["kind"] == "street_new" ? "street_used" : "street_new";
    });
    plant_price("spot for on demand, or the reverse", "cloud", [&](Parsed& row) {
      row["kind"] = row["kind"] == "cloud_spot" ? "cloud_on_demand" : "cloud_spot";
    });
    plant_price("year of a price", "", [&](Parsed& row) {
      move_year(row["date"], one_of(std::array{-10, -3, -2, 1, 2, 10}));
    });
    plant_all("price entered twice", [&]() -> Parsed {
      const Parsed& row = any("prices");
      Parsed file = prices_with(row, row);
      const auto at = std::find(file["prices"].begin(), file["prices"].end(), row);
      file["prices"].insert(at, row);
      return file;
    });
    plant_all("price by the 1,000 tokens, or in and out swapped", [&]() -> Parsed {
      Parsed row = any("api_prices");
      if (below(2) == 0)
        for (const char* key : {"prompt_usd", "answer_usd"})
          row[key] = row[key].get<double>() / 1000;
      else
        std::swap(row["prompt_usd"], row["answer_usd"]);
      return row["prompt_usd"] == row["answer_usd"] ? Parsed() : Parsed{{"api_prices", {row}}};
    });
  }

  // Plants a change of a card that has the key.
  template <class Change>
  void plant_card(const std::string& kind, const std::string& key, Change change) {
    plant_all(kind, [&]() -> Parsed {
      const Parsed& old = any("gpus");
      if (!old.contains(key)) return {};
      Parsed wrong = old;
      change(wrong);
      return wrong == old ? Parsed() : Parsed{{"gpus", {wrong}}};
    });
  }

  // Returns a card of the same maker that has the key.
  const Parsed& like(const Parsed& card, const std::string& key) {
    for (;;)
      if (const Parsed& other = any("gpus");
          other.contains(key) && other["vendor"] == card["vendor"])
        return other;
  }

  void cards() {
    plant_card("PCI id: a digit, the maker or the form", "pci_ids", [&](Parsed& card) {
      std::string id = card["pci_ids"][0];
      switch (below(4)) {
        case 0:
          id[below(4)] = 'f';
          break;
        case 1:
          id[5 + below(4)] = 'f';
          break;
        case 2:
          id = id.substr(5);
          break;
        default:
          id[4] = '-';
      }
      card["pci_ids"][0] = id;
    });
    plant_card("PCI id of another card", "pci_ids",
               [&](Parsed& card) { card["pci_ids"] = like(card, "pci_ids")["pci_ids"]; });
    plant_card("link of another card", "link_gb_s",
               [&](Parsed& card) { card["link_gb_s"] = like(card, "link_gb_s")["link_gb_s"]; });
    plant_card("memory type of another card", "memory_type", [&](Parsed& card) {
      card["memory_type"] = like(card, "memory_type")["memory_type"];
    });
    plant_card("memory of the sibling card", "memory_gib",
               [&](Parsed& card) { card["memory_gib"] = like(card, "memory_gib")["memory_gib"]; });
    plant_card("power or PSU of another card", "tdp_w", [&](Parsed& card) {
      const char* key = card.contains("psu_w") && below(2) == 0 ? "psu_w" : "tdp_w";
      card[key] = like(card, key)[key];
    });
    plant_card("year of the launch", "launch_date", [&](Parsed& card) {
      move_year(card["launch_date"], one_of(std::array{-10, -3, -2, 2, 3, 10}));
    });
    plant_card("source of another card's figure", "sources", [&](Parsed& card) {
      any_value(card["sources"]) = any_value(any("gpus")["sources"]);
    });
    plant_card("misspelt reference", "sources", [&](Parsed& card) {
      Parsed& source = any_value(card["sources"]);
      std::string id = source;
      source = id.erase(below(id.size()), 1);
    });
    plant_card("note of another card", "notes",
               [&](Parsed& card) { card["notes"] = any("gpus").value("notes", card["notes"]); });
    plant_card("number of devices", "id", [&](Parsed& card) {
      card["devices"] = one_of(std::array{0.0, 0.5, 1.5, 100.0});
    });
    plant_all("copied record with another name", [&]() -> Parsed {
      Parsed card = any("gpus");
      card["id"] = "zz-my-card";
      card["name"] = "My Card";
      card.erase("aliases");
      return {{"gpus", {card}}};
    });
  }

  void rest() {
    const std::array<std::string, 8> dimensions = {"layers",   "hidden_size", "heads",
                                                   "kv_heads", "head_dim",    "ffn_size",
                                                   "experts",  "vocab_size"};
    plant_all("dimension of another model", [&]() -> Parsed {
      Parsed model = any("models");
      const std::string key = one_of(dimensions);
      const Parsed& other = any("models");
      if (!model.contains(key) || !other.contains(key) || model[key] == other[key]) return {};
      model[key] = other[key];
      return {{"models", {model}}};
    });
    plant_all("parameters of a model in another unit", [&]() -> Parsed {
      Parsed model = any("models");
      model["parameters"] =
          model["parameters"].get<double>() * one_of(std::array{1e-9, 1e-6, 1e-3, 1e3});
      return {{"models", {model}}};
    });
    plant_all("day to come of a source", [&]() -> Parsed {
      Parsed source = any("sources");
      move_year(source["read"], one_of(std::array{1, 2, 10}));
      return {{"sources", {source}}};
    });
    plant_all("exception from no rule or for no figure", [&]() -> Parsed {
      Parsed exception = any("exceptions");
      const char* key = one_of(std::array{"rule", "figure", "card"});
      std::string text = exception[key];
      exception[key] = text.erase(below(text.size()), 1);
      return {{"exceptions", {exception}}};
    });
  }

  std::map<std::string, std::vector<Parsed>> lists_;
  std::mt19937 random_{20261128};
  std::map<std::string, FoundShare> shares_;
};

// Compares the table behind the mark in docs/catalog.md, or writes it if the environment asks for
// that.
void check_table(const std::string& mark, const Table& found) {
  const std::string table = to_markdown(found);
  const std::string path = project_path("docs/catalog.md");
  const std::string document = read_text(path);
  const std::size_t begin = document.find(mark) + mark.size();
  const std::size_t end = std::min(document.find("\n\n", begin), document.size() - 1) + 1;
  if (const char* update = std::getenv("GPUPICK_UPDATE_GOLDEN"); update && *update == '1')
    std::ofstream(path, std::ios::binary)
        << document.substr(0, begin) << table << document.substr(end);
  else
    CHECK(document.substr(begin, end - begin) == table);
}

TEST_CASE("faults planted in records are found, to the share that the documents state",
          "[documents][slow]") {
  RecordPlanting planting;
  planting.run();
  check_table("<!-- planted records -->\n", planting.table());
}

TEST_CASE("planted faults are found, to the share that the documents state", "[documents][slow]") {
  Planting planting;
  planting.run();
  check_table("<!-- planted faults -->\n", planting.table());
  for (const char* group : {"bandwidth", "tensor rates", "units"}) {
    INFO(group);
    CHECK(planting.caught(group) >= 0.9);
  }
}

}  // namespace
}  // namespace gpupick
