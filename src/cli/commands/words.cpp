#include "answer/answers.hpp"
#include "cli/command.hpp"

namespace gpupick {
namespace {

class HelpWords : public Command {
 public:
  ExitStatus run(Session& session) override {
    session.print(words_answer());
    return ExitStatus::done;
  }
};

}  // namespace

extern const CommandInfo words_command = {"words", "what the words and signs of answers mean",
                                          "  gpupick help words", make_command<HelpWords>};

}  // namespace gpupick
