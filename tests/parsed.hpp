// Answers of the program in JSON, parsed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {

using Parsed = nlohmann::json;

// Returns the answer to a command line on the fixed catalog, which must end with this status.
// Leaves out the version of the program.
inline Parsed parsed_answer(const std::string& line, int status = 0, const std::string& in = "") {
  const Run run = run_fixed(split_arguments(line + " --format json"), in);
  INFO(line << "\n" << run.err);
  REQUIRE(run.status == status);
  Parsed answer = Parsed::parse(run.out);
  answer.erase("version");
  return answer;
}

inline Parsed estimate_json(const std::string& arguments, int status = 0,
                            const std::string& in = "") {
  return parsed_answer("estimate " + arguments, status, in);
}

}  // namespace gpupick
