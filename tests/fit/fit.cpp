// Fits data/calibration.json to published measurements, and says how far off it is.
//
//   gpupick_fit [--leave-one-gpu-out] [--write] CSV...
//
// Without --write it changes nothing. Every card is left out of the fit in turn and then predicted;
// a class of which no other card was measured takes the mean of the classes of its stack, as it
// would if it were new. Constants of workloads that the rows do not hold stay as they are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <gpupick/error.hpp>
#include <gpupick/inference.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "solve.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

struct Outcome {
  const Measured* row;
  double ratio;  // measured over predicted
};

// Quantile over rows of which those of one card together weigh one.
double weighted(const std::vector<Outcome>& outcomes, double share, double (*value)(double)) {
  std::map<const Gpu*, double> counts;
  for (const Outcome& outcome : outcomes) ++counts[outcome.row->gpu];
  std::vector<std::pair<double, double>> rows;
  for (const Outcome& outcome : outcomes)
    rows.emplace_back(value(outcome.ratio), 1 / counts[outcome.row->gpu]);
  std::sort(rows.begin(), rows.end());
  double sum = 0;
  for (const auto& [size, weight] : rows) {
    sum += weight;
    if (sum >= share * static_cast<double>(counts.size())) return size;
  }
  return rows.empty() ? 0 : rows.back().first;
}

double error_of(double ratio) { return std::fabs(1 / ratio - 1); }

// Quantile of the ratios, every row counting the same.
double quantile(const std::vector<Outcome>& outcomes, double share) {
  std::vector<double> ratios;
  for (const Outcome& outcome : outcomes) ratios.push_back(outcome.ratio);
  std::sort(ratios.begin(), ratios.end());
  return ratios.empty()
             ? 1
             : ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
}

// Spearman's and Kendall's rank correlation of two values over all rows.
std::pair<double, double> rank_correlation(const std::vector<std::pair<double, double>>& pairs) {
  const auto n = static_cast<double>(pairs.size());
  double concordant = 0, difference = 0;
  for (const auto& a : pairs) {
    double rank_x = 0, rank_y = 0;
    for (const auto& b : pairs) {
      const double x = b.first < a.first ? 1 : b.first == a.first ? 0.5 : 0;
      const double y = b.second < a.second ? 1 : b.second == a.second ? 0.5 : 0;
      rank_x += x;
      rank_y += y;
      concordant += (x - 0.5) * (y - 0.5) * 4;
    }
    difference += (rank_x - rank_y) * (rank_x - rank_y);
  }
  if (pairs.size() < 3) return {0, 0};
  return {1 - 6 * difference / (n * (n * n - 1)), concordant / (n * (n - 1))};
}

std::pair<double, double> rank_correlation(const std::vector<Outcome>& outcomes) {
  std::vector<std::pair<double, double>> pairs;
  for (const Outcome& outcome : outcomes)
    pairs.emplace_back(outcome.row->value, outcome.row->value / outcome.ratio);
  return rank_correlation(pairs);
}

// How well a figure alone ranks the rows of each set (model, format) of one card; the mean by rows.
double ranking_by(const std::vector<Outcome>& outcomes,
                  const std::function<Number(const Outcome&)>& figure) {
  std::map<std::string, std::vector<std::pair<double, double>>> sets;
  for (const Outcome& outcome : outcomes)
    if (const Number value = figure(outcome); value && outcome.row->count == 1)
      sets[outcome.row->set].emplace_back(outcome.row->value, *value);
  double sum = 0, rows = 0;
  for (const auto& [name, pairs] : sets) {
    if (pairs.size() < 5) continue;
    sum += static_cast<double>(pairs.size()) * rank_correlation(pairs).first;
    rows += static_cast<double>(pairs.size());
  }
  return rows > 0 ? sum / rows : 0;
}

struct Summary {
  std::string name;
  std::size_t cards = 0, rows = 0;
  double median = 0, p90 = 0, rho = 0, tau = 0, low = 1, high = 1, inside = 0;
};

Summary summary_of(const std::string& name, const std::vector<Outcome>& outcomes, double low,
                   double high) {
  std::set<const Gpu*> cards;
  double inside = 0;
  for (const Outcome& outcome : outcomes) {
    cards.insert(outcome.row->gpu);
    inside += outcome.ratio >= low && outcome.ratio <= high;
  }
  const auto [rho, tau] = rank_correlation(outcomes);
  return {name,
          cards.size(),
          outcomes.size(),
          weighted(outcomes, 0.5, error_of),
          weighted(outcomes, 0.9, error_of),
          rho,
          tau,
          low,
          high,
          inside / static_cast<double>(std::max<std::size_t>(outcomes.size(), 1))};
}

std::string line_of(const Summary& one) {
  return fmt::format(
      "| {} | {} | {} | {:.1f} % | {:.0f} % | {:.3f} | {:.2f} | {:.2f} to {:.2f} | {:.0f} % |\n",
      one.name, one.cards, one.rows, 100 * one.median, 100 * one.p90, one.rho, one.tau, one.low,
      one.high, 100 * one.inside);
}

// The five cards that are furthest off, each with its worst row.
std::string worst_of(const std::string& name, std::vector<Outcome> outcomes) {
  std::sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) {
    return std::fabs(std::log(a.ratio)) > std::fabs(std::log(b.ratio));
  });
  std::set<const Gpu*> shown;
  std::string out;
  for (const Outcome& outcome : outcomes) {
    if (!shown.insert(outcome.row->gpu).second) continue;
    const Measured& row = *outcome.row;
    out += fmt::format("| {} | {}{} | {}, {} | {:.2f} |\n", name,
                       row.count > 1 ? fmt::format("{} x ", row.count) : "", row.gpu->name, row.set,
                       row.workload == "image" || row.workload == "training"
                           ? fmt::format("batch {}", row.job.batch)
                           : fmt::format("{} tokens", row.job.prompt + row.job.generate),
                       outcome.ratio);
    if (shown.size() == 5) break;
  }
  return out;
}

// What the class of a card that nobody measured would take: the mean of its stack's others.
void forget_class(Calibration& calibration, const Gpu& gpu,
                  const std::vector<const Measured*>& others) {
  for (SpeedClass& one : calibration.classes) {
    const auto belongs = [&](const Gpu& card) {
      const auto constants = card.stack ? &one : nullptr;
      return constants && one.stack == card.stack && one.runtime == "llama.cpp" &&
             std::find(one.architectures.begin(), one.architectures.end(),
                       card.architecture.value_or("")) != one.architectures.end() &&
             (one.memory.empty() ||
              (one.memory == "hbm") ==
                  (card.memory_type && card.memory_type->starts_with("HBM"))) &&
             (!one.tensor || *one.tensor == (card.fp16_tensor_tflops.value_or(0) > 0));
    };
    if (!belongs(gpu)) continue;
    for (const Measured* row : others)
      if (belongs(*row->gpu)) return;
    double decode = 0, reading = 0, n = 0;
    for (const SpeedClass& other : calibration.classes)
      if (&other != &one && other.stack == one.stack && other.runtime == one.runtime &&
          other.cards > 0) {
        decode += std::log(other.decode_efficiency);
        reading += std::log(other.prefill_efficiency);
        ++n;
      }
    if (n == 0) return;
    one.decode_efficiency = std::exp(decode / n);
    one.prefill_efficiency = std::exp(reading / n);
    return;
  }
}

std::vector<Outcome> leave_one_out(const std::vector<const Measured*>& rows,
                                   const std::vector<Parameter>& parameters,
                                   const Calibration& whole) {
  std::set<const Gpu*> cards;
  for (const Measured* row : rows) cards.insert(row->gpu);
  std::vector<Outcome> outcomes;
  for (const Gpu* card : cards) {
    std::vector<const Measured*> others;
    for (const Measured* row : rows)
      if (row->gpu != card) others.push_back(row);
    Calibration without = fitted(whole, parameters, others);
    forget_class(without, *card, others);
    for (const Measured* row : rows)
      if (row->gpu == card) outcomes.push_back({row, std::exp(log_ratio(*row, without))});
  }
  return outcomes;
}

// The file with the fitted numbers in the place of the old ones, everything else as it stood.
std::string rewritten(const std::string& text, const Calibration& before,
                      const Calibration& after) {
  using Json = nlohmann::ordered_json;
  Json file = Json::parse(text);
  const auto put = [](Json& record, const char* key, double old, double now) {
    if (old == now) return;
    const double shown = std::stod(fmt::format("{:.3g}", now));
    if (shown == std::floor(shown))
      record[key] = static_cast<long>(shown);
    else
      record[key] = shown;
  };
  const auto find = [&](const char* list, const std::string& id) -> Json& {
    for (Json& record : file[list])
      if (record["id"] == id) return record;
    throw Error("the file has no " + id);
  };
  for (std::size_t i = 0; i < after.classes.size(); ++i) {
    Json& record = find("classes", after.classes[i].id);
    put(record, "decode_efficiency", before.classes[i].decode_efficiency,
        after.classes[i].decode_efficiency);
    put(record, "cards", before.classes[i].cards, after.classes[i].cards);
    put(record, "prefill_efficiency", before.classes[i].prefill_efficiency,
        after.classes[i].prefill_efficiency);
  }
  for (std::size_t i = 0; i < after.engines.size(); ++i) {
    Json& record = find("engines", after.engines[i].id);
    put(record, "layer_seconds", before.engines[i].layer_seconds, after.engines[i].layer_seconds);
    put(record, "attention_share", before.engines[i].attention_share,
        after.engines[i].attention_share);
  }
  for (std::size_t i = 0; i < after.runtimes.size(); ++i) {
    Json& record = find("runtimes", after.runtimes[i].id);
    put(record, "tflops_per_watt", before.runtimes[i].tflops_per_watt,
        after.runtimes[i].tflops_per_watt);
    put(record, "pipeline_exponent", before.runtimes[i].pipeline_exponent,
        after.runtimes[i].pipeline_exponent);
    put(record, "f16_gain", before.runtimes[i].f16_gain, after.runtimes[i].f16_gain);
  }
  for (std::size_t i = 0; i < after.training_classes.size(); ++i) {
    Json& record = find("training_classes", after.training_classes[i].id);
    put(record, "matrix", before.training_classes[i].matrix, after.training_classes[i].matrix);
    put(record, "memory_bandwidth", before.training_classes[i].memory_bandwidth,
        after.training_classes[i].memory_bandwidth);
  }
  for (std::size_t i = 0; i < after.laws.size(); ++i)
    for (std::size_t k = 0; k < after.laws[i].constants.size(); ++k)
      put(find("laws", after.laws[i].id)["constants"], after.laws[i].constants[k].first.c_str(),
          before.laws[i].constants[k].second, after.laws[i].constants[k].second);
  for (std::size_t i = 0; i < after.intervals.size(); ++i) {
    Json& record = find("intervals", after.intervals[i].id);
    put(record, "low", before.intervals[i].low, after.intervals[i].low);
    put(record, "high", before.intervals[i].high, after.intervals[i].high);
    put(record, "rows", before.intervals[i].rows, after.intervals[i].rows);
  }
  // One record a line.
  std::string out = "{\n";
  for (auto list = file.begin(); list != file.end(); ++list) {
    out += fmt::format("{}  \"{}\": [\n", list == file.begin() ? "" : ",\n", list.key());
    for (std::size_t i = 0; i < list->size(); ++i) {
      std::string line = list.value()[i].dump(-1, ' ', false);
      std::string spaced;
      bool quoted = false;
      for (const char c : line) {
        if (c == '"') quoted = !quoted;
        spaced += c;
        if (!quoted && (c == ',' || c == ':')) spaced += ' ';
      }
      out += "    " + spaced + (i + 1 < list->size() ? ",\n" : "\n");
    }
    out += "  ]";
  }
  return out + "\n}\n";
}

// Rows of every class predicted without any card of it.
std::vector<Outcome> leave_one_class_out(const std::vector<const Measured*>& rows,
                                         const std::vector<Parameter>& parameters,
                                         const Calibration& whole) {
  std::map<std::string, std::vector<const Measured*>> classes;
  for (const Measured* row : rows)
    if (const auto constants = constants_for(*row->gpu, "llama.cpp", whole, row->stack, row->day))
      classes[constants->speed_class->id].push_back(row);
  std::vector<Outcome> outcomes;
  for (const auto& [id, mine] : classes) {
    std::vector<const Measured*> others;
    for (const Measured* row : rows)
      if (std::find(mine.begin(), mine.end(), row) == mine.end()) others.push_back(row);
    Calibration without = fitted(whole, parameters, others);
    for (const Measured* row : mine) forget_class(without, *row->gpu, others);
    for (const Measured* row : mine) outcomes.push_back({row, std::exp(log_ratio(*row, without))});
  }
  return outcomes;
}

// The parameters that a workload decides: times per layer and shares of bandwidth come from
// decoding, and reading a prompt takes them over.
std::vector<Parameter> parameters_for(const std::string& workload, const Calibration& calibration,
                                      const std::vector<Measured>& rows) {
  std::vector<Parameter> out = parameters_of(calibration, rows);
  std::erase_if(out, [&](const Parameter& parameter) {
    const bool of_decoding =
        parameter.name.ends_with("layer_seconds") || parameter.name.ends_with("decode_efficiency");
    return (workload == "decode" && !of_decoding) || (workload == "prefill" && of_decoding);
  });
  return out;
}

// The number of cards behind each class.
void count_cards(Calibration& calibration, const std::vector<const Measured*>& rows) {
  std::map<std::string, std::set<const Gpu*>> cards;
  for (const Measured* row : rows)
    if (const auto constants =
            constants_for(*row->gpu, "llama.cpp", calibration, row->stack, row->day))
      cards[constants->speed_class->id].insert(row->gpu);
  for (SpeedClass& one : calibration.classes)
    if (cards.contains(one.id)) one.cards = static_cast<double>(cards[one.id].size());
}

void set_interval(Calibration& calibration, const std::string& id,
                  const std::vector<Outcome>& outcomes) {
  for (Interval& interval : calibration.intervals)
    if (interval.id == id)
      interval = {id, quantile(outcomes, 0.1), quantile(outcomes, 0.9),
                  static_cast<double>(outcomes.size())};
}

// What fitting one workload says: lines of the tables of docs/accuracy.md.
// Rows of decoding by what most calculators use: bandwidth over the size of the weights, times one
// constant, here the best there is.
std::vector<Outcome> by_size_alone(const std::vector<Outcome>& outcomes) {
  std::vector<Outcome> out;
  for (const Outcome& outcome : outcomes) {
    const Measured& row = *outcome.row;
    const Number bandwidth = per_device(*row.gpu, row.gpu->bandwidth_gb_s);
    if (!bandwidth) continue;
    const Seconds step = active_weights(*row.job.model, *row.job.quant) / gb_per_second(*bandwidth);
    out.push_back({&row, row.value * step.value});
  }
  const double constant = quantile(out, 0.5);
  for (Outcome& outcome : out) outcome.ratio /= constant;
  return out;
}

Number price_of(const Gpu& gpu, const Catalog& catalog) {
  const auto price = price_on(catalog.prices_of(gpu.id), Condition::any,
                              catalog.newest_observation().value_or(Date{9999, 12, 31}), false);
  return price ? Number(price->usd) : Number();
}

struct Report {
  std::string errors, rankings, worst;
};

void fit_workload(const std::string& workload, const std::vector<Measured>& rows, bool leave_out,
                  Calibration& calibration, Report& report) {
  std::vector<const Measured*> all;
  for (const Measured& row : rows) all.push_back(&row);
  if (workload == "decode") count_cards(calibration, all);
  const std::vector<Parameter> parameters = parameters_for(workload, calibration, rows);
  calibration = fitted(calibration, parameters, all);
  std::vector<Outcome> outcomes;
  if (leave_out) {
    outcomes = leave_one_out(all, parameters, calibration);
    set_interval(calibration, workload, outcomes);
  } else {
    for (const Measured* row : all)
      outcomes.push_back({row, std::exp(log_ratio(*row, calibration))});
  }
  const double low = quantile(outcomes, 0.1), high = quantile(outcomes, 0.9);
  report.errors += line_of(summary_of(workload, outcomes, low, high));
  std::vector<Outcome> one, several;
  for (const Outcome& outcome : outcomes)
    (outcome.row->count > 1 ? several : one).push_back(outcome);
  if (!several.empty()) {
    report.errors += line_of(summary_of(workload + ", one card", one, low, high));
    report.errors += line_of(summary_of(workload + ", several", several, low, high));
  }
  if (workload == "decode") {
    const std::vector<Outcome> naive = by_size_alone(outcomes);
    report.errors += line_of(summary_of("decode, bandwidth / weights x a constant", naive,
                                        quantile(naive, 0.1), quantile(naive, 0.9)));
  }
  if (leave_out && (workload == "decode" || workload == "prefill")) {
    const std::vector<Outcome> unseen = leave_one_class_out(all, parameters, calibration);
    set_interval(calibration, workload + "-unseen", unseen);
    report.errors += line_of(summary_of(workload + ", class never seen", unseen,
                                        quantile(unseen, 0.1), quantile(unseen, 0.9)));
  }
  const auto figure = [](Number Gpu::*member) {
    return [member](const Outcome& outcome) { return (*outcome.row->gpu).*member; };
  };
  report.rankings += fmt::format(
      "| {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", workload,
      ranking_by(outcomes, [](const Outcome& o) { return Number(o.row->value / o.ratio); }),
      ranking_by(outcomes, figure(&Gpu::bandwidth_gb_s)),
      ranking_by(outcomes, figure(&Gpu::fp16_tensor_tflops)),
      ranking_by(outcomes, figure(&Gpu::fp32_tflops)),
      ranking_by(outcomes, figure(&Gpu::memory_gib)), ranking_by(outcomes, [](const Outcome& o) {
        return price_of(*o.row->gpu, shipped_catalog());
      }));
  report.worst += worst_of(workload, outcomes);
}

std::string tables_of(const Report& report, const Rows& rows, bool leave_out) {
  std::string out = fmt::format(
      "{}\n\n| workload | cards | rows | median error | 90 % within | Spearman | Kendall | 80 % "
      "interval | "
      "of rows inside |\n|---|--:|--:|--:|--:|--:|--:|---|--:|\n",
      leave_out ? "Every card was left out of the fit in turn and then predicted."
                : "In sample: every card was part of the fit.");
  out += report.errors;
  out +=
      "\nRank correlation within rows of one model and format, one card: of the estimate, and of "
      "single "
      "figures\nof the data sheet.\n\n| workload | estimate | bandwidth | tensor FP16 | FP32 | "
      "memory | price |\n|---|--:|--:|--:|--:|--:|--:|\n";
  out += report.rankings;
  out +=
      "\nFurthest off, measured over estimated, the worst row of a card:\n\n| workload | card | "
      "row | ratio "
      "|\n|---|---|---|--:|\n" +
      report.worst + "\nLeft out:";
  for (const auto& [reason, n] : rows.left_out)
    out += fmt::format(" {} rows ({}){}", n, reason,
                       reason == rows.left_out.rbegin()->first ? "." : ",");
  return out + "\n";
}

// The text between the marks of a document replaced.
void write_between(const std::string& path, const std::string& text) {
  std::string document = read_text(path);
  const std::string begin = "<!-- written by gpupick_fit -->\n", end = "<!-- end -->";
  const std::size_t from = document.find(begin), to = document.find(end);
  if (from == std::string::npos || to == std::string::npos)
    throw Error("'" + path + "' has no place for the tables");
  document.replace(from + begin.size(), to - from - begin.size(), text);
  std::ofstream(path) << document;
}

int main_of(const std::vector<std::string>& args) {
  bool leave_out = false, write = false;
  std::vector<std::string> paths;
  for (const std::string& arg : args) {
    if (arg == "--leave-one-gpu-out")
      leave_out = true;
    else if (arg == "--write")
      write = true;
    else if (arg.starts_with("-"))
      throw Error("usage: gpupick_fit [--leave-one-gpu-out] [--write] CSV...");
    else
      paths.push_back(arg);
  }
  if (paths.empty()) throw Error("give CSV files of measurements");
  const Catalog& catalog = shipped_catalog();
  Rows rows;
  for (const std::string& path : paths) read_rows(path, catalog, rows);
  Calibration calibration = catalog.calibration();
  Report report;
  for (const char* workload : {"decode", "prefill", "training", "image"}) {
    std::vector<Measured> mine;
    for (const Measured& row : rows.rows)
      if (row.workload == workload) mine.push_back(row);
    if (!mine.empty()) fit_workload(workload, mine, leave_out, calibration, report);
  }
  const std::string tables = tables_of(report, rows, leave_out);
  fmt::print("{}", tables);
  for (SpeedClass& one : calibration.classes)
    for (const SpeedClass& other : calibration.classes)
      if (one.like == other.id) {
        one.decode_efficiency = other.decode_efficiency;
        one.prefill_efficiency = other.prefill_efficiency;
      }
  if (write) {
    const std::string path = project_path("data/calibration.json");
    const std::string text = rewritten(read_text(path), catalog.calibration(), calibration);
    std::ofstream(path) << text;
    if (leave_out) write_between(project_path("docs/accuracy.md"), tables);
  }
  return 0;
}

}  // namespace
}  // namespace gpupick

int main(int argc, char** argv) {
  try {
    return gpupick::main_of({argv + 1, argv + argc});
  } catch (const gpupick::Error& error) {
    std::cerr << "gpupick_fit: " << error.what() << '\n';
    return 2;
  }
}
