// One run of the program: its environment, the files that it reads and the global flags.
#pragma once

#include <fmt/format.h>

#include <gpupick/gpupick.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/options.hpp"
#include "render/render.hpp"
#include "schema/diagnostic.hpp"

namespace gpupick {

enum class ExitStatus { done = 0, nothing_fits = 1, refused = 2 };

class Session {
 public:
  Session(const std::vector<std::string>& args, Environment& environment)
      : inputs(environment),
        out(environment.out),
        err(environment.err),
        args_(args),
        environment_(environment) {}

  // Returns the format and width of the answer.
  Page page() const;
  // Prints the answer, with its plot if `plots`.
  void print(const Answer& answer, bool plots = false);
  // Says something beside the answer.
  template <class... Values>
  void note(fmt::format_string<Values...> form, Values&&... values) {
    err << "gpupick: note: " << fmt::format(form, std::forward<Values>(values)...) << '\n';
  }
  // Returns today's date, used only for the age of prices.
  Date today() const { return date_of(environment_.today); }
  // True if the terminal has room for a plot beside an answer of 24 lines.
  bool has_room_for_plot() const { return environment_.height >= 24 + plot_lines; }
  bool out_is_terminal() const { return environment_.width > 0; }
  const Environment& environment() const { return environment_; }
  // Returns the default path of the user's defaults; "" if there is none.
  const std::string& usual_config() const { return environment_.config; }

  GlobalOptions global;
  Inputs inputs;
  std::ostream& out;
  std::ostream& err;
  std::string remark;                         // goes to `err` after the answer
  std::optional<Diagnostic> refused_default;  // of the defaults file, for a command that lists it

 private:
  const std::vector<std::string>& args_;
  const Environment& environment_;
};

}  // namespace gpupick
