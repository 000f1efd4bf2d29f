#include "constants.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace gpupick::fit {
namespace {

using Json = nlohmann::ordered_json;

// Returns the number of the field in the record, or null if it is another value or not known.
double* number_in(AnyRecord& record, const Field& field) {
  if (const auto* number = std::get_if<double AnyRecord::*>(&field.member))
    return &(record.**number);
  const auto* optional = std::get_if<Number AnyRecord::*>(&field.member);
  return optional && record.**optional ? &*(record.**optional) : nullptr;
}

template <class Record>
void add(CalibrationCopy& calibration, std::vector<Constant>& out) {
  std::vector<Record>& records = calibration.of<Record>();
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const Field& field : Record::fields())
      if (number_in(records[i], field))
        out.push_back({std::string(Record::list), std::string(records[i].id),
                       std::string(field.key), [i, &field](CalibrationCopy& c) -> double& {
                         return *number_in(c.of<Record>()[i], field);
                       }});
}

template <class... Kinds>
std::vector<Constant> constants_of(CalibrationCopy& calibration, KindList<Kinds...>) {
  std::vector<Constant> out;
  (add<Kinds>(calibration, out), ...);
  return out;
}

Json& record_of(Json& file, const Constant& constant) {
  for (Json& record : file[constant.list])
    if (record["id"] == constant.id) return record;
  throw Error("the file has no " + constant.id);
}

// Adds a blank after each comma and colon.
std::string spaced(const std::string& line) {
  std::string out;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    out += c;
    if (!quoted && (c == ',' || c == ':')) out += ' ';
  }
  return out;
}

}  // namespace

std::vector<Constant> constants_of(CalibrationCopy calibration) {
  return constants_of(calibration, ConstantKinds());
}

void round_moved(CalibrationCopy before, CalibrationCopy& after) {
  for (const Constant& constant : constants_of(before))
    if (double& value = constant.in(after); value != constant.in(before))
      value = std::stod(fmt::format("{:.3g}", value));
}

std::string rewritten(const std::string& text, CalibrationCopy before, CalibrationCopy after) {
  Json file = Json::parse(text);
  round_moved(before, after);
  for (const Constant& constant : constants_of(before)) {
    if (constant.in(before) == constant.in(after)) continue;
    const double shown = constant.in(after);
    Json& value = record_of(file, constant)[constant.key];
    if (shown == std::floor(shown))
      value = static_cast<long>(shown);
    else
      value = shown;
  }
  // One record a line.
  std::string out = "{\n";
  for (auto list = file.begin(); list != file.end(); ++list) {
    out += fmt::format("{}  \"{}\": [\n", list == file.begin() ? "" : ",\n", list.key());
    for (std::size_t i = 0; i < list->size(); ++i)
      out += "    " + spaced(list.value()[i].dump(-1, ' ', false)) +
             (i + 1 < list->size() ? ",\n" : "\n");
    out += "  ]";
  }
  return out + "\n}\n";
}

}  // namespace gpupick::fit
