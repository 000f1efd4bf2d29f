#include "cli/detect.hpp"

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"
#include "cli/tool_output.hpp"

namespace gpupick {
namespace {

class Detect : public Command {
 public:
  void declare(Flags& flags) override {
    flags.text("--from-file", file_, "FILE",
               "what nvidia-smi, rocm-smi, lspci, system_profiler or a like tool printed; - reads "
               "standard input");
  }

  ExitStatus run(Session& session) override {
    const Question question({}, session);
    const std::string text = plain_text(file_.empty() ? "" : session.inputs.read_one(file_).text);
    const FoundCards found =
        file_.empty() ? FoundCards{cards_of_computer(session.environment(), question.catalog)}
                      : cards_in_output(text, question.catalog);
    if (found.cards.empty() && !file_.empty())
      throw Error("no card was found in {}: {}", quoted_path(file_), fault_of_output(text));
    DetectedCards cards{.computers = found.computers, .repeats = found.repeats};
    for (const Found& one : found.cards) {
      if (one.gpu)
        cards.known.push_back(one.gpu);
      else
        cards.unknown.push_back({one.name, one.problem, one.memory_gib});
    }
    session.print(answer(cards));
    return cards.known.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  std::string file_;
};

}  // namespace

extern const CommandInfo detect_command = {
    "detect", "the cards of this computer; `here` names them in other commands",
    "  gpupick detect\n"
    "  gpupick detect --from-file nvidia-smi.txt\n"
    "  gpupick fit here",
    make_command<Detect>};

}  // namespace gpupick
