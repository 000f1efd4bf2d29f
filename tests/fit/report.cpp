#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "physics/inference.hpp"
#include "support.hpp"

namespace gpupick::fit {
namespace {

std::string line_of(const Summary& one, const std::string& left_out) {
  return fmt::format(
      "| {} | {} | {} | {} | {:.1f} % | {:.0f} % | {:.3f} | {:.2f} | {:.2f} to {:.2f} | {:.0f} % "
      "|\n",
      one.name, left_out, one.cards, one.rows, 100 * one.median, 100 * one.p90, one.rho, one.tau,
      one.low, one.high, 100 * one.inside);
}

std::string describe(const Measured& row) {
  const Job& job = row.job;
  if (!is_language(job.task)) return fmt::format("batch {}", job.batch);
  if (is_training(job.task) || job.task == Task::embed)
    return fmt::format("batch {} x {:.0f} tokens", job.batch, job.context);
  return job.task == Task::serve ? "" : fmt::format("{} tokens", job.prompt + job.generate);
}

// The worst row of each of the five cards with the largest errors.
std::string worst_of(const std::string& name, std::vector<Predicted> predicted) {
  std::sort(predicted.begin(), predicted.end(), [](const Predicted& a, const Predicted& b) {
    return std::fabs(std::log(a.ratio)) > std::fabs(std::log(b.ratio));
  });
  std::set<const Gpu*> shown;
  std::string out;
  for (const Predicted& one : predicted) {
    if (!shown.insert(one.row->gpu).second) continue;
    const Measured& row = *one.row;
    const std::string details = describe(row);
    out += fmt::format("| {} | {}{} | {}{}{} | {:.2f} |\n", name,
                       row.count > 1 ? fmt::format("{} x ", row.count) : "", row.gpu->name, row.set,
                       details.empty() ? "" : ", ", details, one.ratio);
    if (shown.size() == 5) break;
  }
  return out;
}

// Predicts decode as most calculators do: bandwidth over the size of the weights, times one
// constant. The constant here is the best one for these rows.
std::vector<Predicted> by_size_alone(const std::vector<Predicted>& predicted) {
  std::vector<Predicted> out;
  for (const Predicted& one : predicted) {
    const Measured& row = *one.row;
    const Number bandwidth = per_device(*row.gpu, row.gpu->bandwidth_gb_s);
    if (!bandwidth) continue;
    const Seconds step = active_weights(row.job.model, *row.job.format) / gb_per_second(*bandwidth);
    out.push_back({&row, row.value * step.value});
  }
  const double constant = quantile(out, 0.5);
  for (Predicted& one : out) one.ratio /= constant;
  return out;
}

// An error small enough to choose cards by: upper bounds of the median and of the 90th percentile.
struct Aim {
  double median, p90;
};
constexpr Aim of_chats{0.08, 0.2}, of_prompts{0.12, 0.3}, of_hosts{0.25, 0.6}, of_users{0.18, 0.4},
    of_training{0.1, 0.25}, of_tuning{0.15, 0.4}, of_images = of_tuning, of_mixtures = of_prompts;

// Work in a buyer's words, and the lines of the table of errors that belong to it.
struct Expectation {
  const char* work;
  std::vector<std::string_view> lines;
  std::optional<Aim> aim = {};
};

const std::vector<Expectation>& expectations() {
  static const std::vector<Expectation> all = {
      {"chat under llama.cpp, one card", {"decode: one card"}, of_chats},
      {"chat with mixtures of experts, hybrids",
       {"decode of mixtures", "decode of hybrids"},
       of_mixtures},
      {"reading prompts, one card", {"prefill: one card"}, of_prompts},
      {"reading prompts with mixtures of experts", {"prompts of mixtures"}, of_prompts},
      {"writing partly from host memory", {"partly in host memory: decode"}, of_hosts},
      {"reading prompts partly from host memory", {"partly in host memory: prompts"}, of_hosts},
      {"speculative decoding under llama.cpp", {"speculative decoding under llama.cpp"}},
      {"draft models under vLLM", {"draft models under vLLM"}},
      {"chat under MLX", {"decode under MLX"}},
      {"several users under llama.cpp", {"users under llama.cpp"}, of_users},
      {"several users under vLLM or TensorRT-LLM, data center", {"batched: one card"}, of_users},
      {"as many users as fit under TensorRT-LLM, data center",
       {"serving under TensorRT-LLM, 2025"},
       of_users},
      {"several users under vLLM, other cards", {"users under vLLM, 2026"}, of_users},
      {"one user under vLLM, other cards", {"one user under vLLM, 2026"}},
      {"as many users as fit under MLPerf's rules, data center", {"serving"}, of_users},
      {"tensor parallel over PCIe under vLLM", {"users under vLLM, 2026: several"}, of_users},
      {"fine-tuning on one card", {"fine-tuning: one card"}, of_tuning},
      {"fine-tuning on several cards", {"fine-tuning: several"}, of_tuning},
      {"images", {"image", "images, 2024 to 2026"}, of_images},
      {"videos", {"videos"}, of_images},
      {"networks that look at images", {"images looked at"}},
      {"training of networks that look at images", {"training of networks that look at images"}},
      {"texts made into vectors", {"texts made into vectors"}},
      {"training networks on one card",
       {"training: ResNet-50, SSD", "training: BERT", "training: sequences"},
       of_training},
      {"pre-training under llm-foundry", {"pre-training of MPT"}, of_training},
      {"pre-training under Megatron", {"pre-training under Megatron: dense"}, of_training},
      {"pre-training of mixtures under Megatron",
       {"pre-training under Megatron: mixtures"},
       of_training}};
  return all;
}

// "6 to 8 %".
std::string span_of(const std::vector<double>& shares) {
  const auto [low, high] = std::ranges::minmax(shares);
  const std::string from = fmt::format("{:.0f}", 100 * low), to = fmt::format("{:.0f}", 100 * high);
  return (from == to ? to : from + " to " + to) + " %";
}

// "8 and 20 %: met", by the worst line.
std::string judged(const Aim& aim, const std::vector<double>& medians,
                   const std::vector<double>& p90s) {
  const bool half = std::ranges::max(medians) <= aim.median,
             most = std::ranges::max(p90s) <= aim.p90;
  return fmt::format("{:.0f} and {:.0f} %: {}", 100 * aim.median, 100 * aim.p90,
                     half && most ? "met"
                     : half       ? "the first met"
                     : most       ? "the second met"
                                  : "missed");
}

Number price_of(const Gpu& gpu, const Catalog& catalog) {
  const auto price = catalog.price_on(gpu, Condition::any, catalog.day());
  return price ? Number(price->usd) : Number();
}

std::string rankings_of(const std::string& name, const std::vector<Predicted>& predicted) {
  const auto figure = [](Number Gpu::*member) {
    return [member](const Predicted& one) { return (*one.row->gpu).*member; };
  };
  std::string out = "| " + name;
  for (const std::function<Number(const Predicted&)>& one :
       {std::function([](const Predicted& o) { return Number(o.row->value / o.ratio); }),
        std::function<Number(const Predicted&)>(figure(&Gpu::bandwidth_gb_s)),
        std::function<Number(const Predicted&)>(figure(&Gpu::fp16_tensor_tflops)),
        std::function<Number(const Predicted&)>(figure(&Gpu::fp32_tflops)),
        std::function<Number(const Predicted&)>(figure(&Gpu::memory_gib)),
        std::function(
            [](const Predicted& o) { return price_of(*o.row->gpu, shipped_catalog()); })}) {
    const Number rank = ranking_by(predicted, one);
    if (!rank) return "";
    out += fmt::format(" | {:.2f}", *rank);
  }
  return out + " |\n";
}

Summary summarised(const std::string& name, const std::vector<Predicted>& predicted,
                   bool by_group = false) {
  return summary_of(name, predicted, quantile(predicted, 0.1, by_group),
                    quantile(predicted, 0.9, by_group));
}

}  // namespace

void Report::add(const Check& check, const std::vector<Predicted>& predicted) {
  const Summary whole = summarised(check.name, predicted, check.by_group);
  add_line(whole, check.left_out);
  for (const char* id : check.intervals) widen(id, whole);
  for (const Subset& part : check.parts) {
    std::vector<Predicted> mine;
    for (const Predicted& one : predicted)
      if (part.holds(*one.row)) mine.push_back(one);
    if (mine.empty()) continue;
    const std::string name = fmt::format("{}: {}", check.name, part.name);
    const bool own = *part.interval != 0;
    const Summary summary =
        own ? summarised(name, mine) : summary_of(name, mine, whole.low, whole.high);
    add_line(summary, check.left_out);
    if (own) widen(part.interval, summary);
  }
  if (!named_.insert(check.name).second) return;
  if (predicted.front().row->workload == "decode")
    errors_ += line_of(
        summarised("decode, bandwidth / weights x a constant", by_size_alone(predicted)), "-");
  rankings_ += rankings_of(check.name, predicted);
  worst_ += worst_of(check.name, predicted);
}

void Report::add_line(const Summary& summary, const char* left_out) {
  errors_ += line_of(summary, left_out);
  // The aims are for unmeasured cards, models and sources, not for unmeasured generations of cards.
  const std::string_view what = left_out;
  if (what != "class" && what != "architecture") lines_.push_back(summary);
}

// If several checks set one interval, it covers the errors of all of them.
void Report::widen(const std::string& id, const Summary& summary) {
  const auto [found, fresh] = intervals_.try_emplace(id, summary);
  if (fresh) return;
  Summary& all = found->second;
  all.low = std::min(all.low, summary.low);
  all.high = std::max(all.high, summary.high);
  all.rows = std::max(all.rows, summary.rows);
  all.sources = std::max(all.sources, summary.sources);
}

// An interval includes its own estimate. New software makes cards faster, so it is as wide upward
// as downward, up to twice the estimate, unless enough rows of two sources show otherwise. An
// interval for unseen classes covers the one for seen classes, and the one for unseen classes of
// the wider kind of work: "decode-mixture-unseen" covers "decode-mixture" and "decode-unseen".
void Report::cover(const std::string& id, double least_rows, Interval& out) const {
  const auto found = intervals_.find(id);
  if (found == intervals_.end()) return;
  const Summary& errors = found->second;
  const bool few = static_cast<double>(errors.rows) < least_rows;
  out.low = std::min(out.low, errors.low);
  out.high = std::max(out.high, errors.high);
  if (few || errors.sources < 2) out.high = std::max(out.high, std::min(1 / out.low, 2.0));
  const std::string suffix = "-unseen";
  if (!id.ends_with(suffix)) return;
  const std::string seen = id.substr(0, id.size() - suffix.size());
  cover(seen, least_rows, out);
  if (const std::size_t kind = seen.rfind('-'); kind != std::string::npos)
    cover(seen.substr(0, kind) + suffix, least_rows, out);
}

void Report::set_intervals(CalibrationCopy& calibration) const {
  const double least_rows = calibration.of<EvidenceConstants>().front().least_rows;
  for (Interval& interval : calibration.of<Interval>()) {
    const auto found = intervals_.find(interval.id);
    if (found == intervals_.end()) continue;
    interval.low = interval.high = 1;
    cover(found->first, least_rows, interval);
    interval.rows = static_cast<double>(found->second.rows);
  }
}

std::string Report::overview() const {
  std::string out = "| speed of | half within | nine in ten within | aim |\n|---|--:|--:|---|\n";
  for (const Expectation& one : expectations()) {
    std::vector<double> medians, p90s;
    for (const Summary& line : lines_)
      if (std::ranges::find(one.lines, line.name) != one.lines.end()) {
        medians.push_back(line.median);
        p90s.push_back(line.p90);
      }
    if (!medians.empty())
      out += fmt::format("| {} | {} | {} | {} |\n", one.work, span_of(medians), span_of(p90s),
                         one.aim ? judged(*one.aim, medians, p90s) : "");
  }
  return out;
}

std::string Report::tables(const Rows& rows, bool leaves_out) const {
  std::string out =
      leaves_out ? "The fit left out each item under \"left out\" in turn, then predicted it;"
                   "\n\"-\" means that it left out nothing.\n\n"
                 : "In sample: every row was part of the fit.\n\n";
  out +=
      "| workload | left out | cards | rows | median error | 90 % within | Spearman | Kendall | 80 "
      "% "
      "interval | of rows inside |\n|---|---|--:|--:|--:|--:|--:|--:|---|--:|\n";
  out += errors_;
  out +=
      "\nRank correlation within rows of one model and format, one card: of the estimate, and of "
      "single figures\nof the data sheet.\n\n| workload | estimate | bandwidth | tensor FP16 | "
      "FP32 | memory | price |\n|---|--:|--:|--:|--:|--:|--:|\n";
  out += rankings_;
  out +=
      "\nFurthest off, measured over estimated, the worst row of a card:\n\n"
      "| workload | card | row | ratio |\n|---|---|---|--:|\n" +
      worst_ + "\nLeft out:";
  for (const auto& [reason, n] : rows.left_out)
    out += fmt::format(" {} rows ({}){}", n, reason,
                       reason == rows.left_out.rbegin()->first ? "." : ",");
  return out + "\n";
}

}  // namespace gpupick::fit
