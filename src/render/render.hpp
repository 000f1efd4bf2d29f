// Results as text, JSON, CSV or Markdown. The functions return strings and decide nothing. JSON
// carries "schema" with the format's name and version; its keys are those of the field table.
#pragma once

#include <string>
#include <vector>

#include "answer/answer.hpp"
#include "answer/shapes.hpp"
#include "catalog/changes.hpp"
#include "catalog/coverage.hpp"
#include "estimate/estimate.hpp"
#include "estimate/model_fit.hpp"
#include "ranking/score.hpp"
#include "schema/diagnostic.hpp"

namespace gpupick {

// github (workflow annotations), gitlab (Code Quality) and sarif (2.1.0) are for findings only.
enum class Format { text, json, csv, markdown, github, gitlab, sarif };
constexpr bool is_of_findings(Format format) { return format >= Format::github; }

struct Page {
  Format format = Format::text;
  std::size_t width = 80, table_width = 80;
  bool colour = false;
  bool bars = false;     // numbers that are compared get bars
  bool unicode = false;  // bars are drawn in eighths of a column
};

std::string render(const Answer& answer, const Page& page);

// A table of cards with the requested columns: figure keys and "price_usd".
std::string render_list(const std::vector<PricedCard>& cards,
                        const std::vector<std::string>& columns, const Query& query,
                        const Page& page);

// The result of `detect`: cards of the catalog, and names that it lacks, each with the reason.
struct DetectedCards {
  std::vector<const Gpu*> known;
  std::vector<std::pair<std::string, std::string>> unknown;
};
std::string render(const DetectedCards& found, const Page& page);

// Lists `top` of the models that fit. If unset, text and Markdown list 15 models, JSON and CSV all.
std::string render(const ModelFits& fits, std::optional<std::size_t> top, const Page& page);
std::string render_models(std::span<const Model> models, std::span<const Network> networks,
                          const Page& page);

std::string render_workloads(std::span<const Workload> workloads, const Page& page);
std::string render_workload(const Workload& workload, const Page& page);

// The findings of `validate` in `cards` cards and `prices` prices.
struct Findings {
  std::vector<Diagnostic> diagnostics;
  std::size_t cards = 0, prices = 0;
};
std::string render(const Findings& findings, const Page& page);

std::string render(const Coverage& coverage, const Page& page);
std::string render(const Changes& changes, const Page& page);

// The JSON Schema of a data file.
std::string render_schema();

// Every kind of record with its fields, in Markdown.
std::string render_reference();

// The JSON Schema of an answer, and the keys of every answer in Markdown.
std::string render_schema(const AnswerForm& form);
std::string render_answers();

}  // namespace gpupick
