// The flags and arguments of one command, in the order of its help. They are bound to variables
// that hold the defaults; parsing overwrites what was given. CLI11 does the work behind this
// interface, because its header costs seconds in each file that includes it. It compares each flag
// with all before it, so a command line that asks for no help declares only those that it names.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gpupick {

using Words = std::vector<std::string>;

class Flags {
 public:
  // `given`: what stands on the command line, of which only the flags that it names are declared;
  // null where all are.
  explicit Flags(CLI::App& app, const Words* given = nullptr) : app_(app), given_(given) {}

  // Whether a flag of these names, "--batch,--users", is declared. One that holds what was given as
  // a part is, too.
  bool wants(std::string_view names) const;

  // The heading of the help under which the next flags stand; "" for the usual one.
  void group(std::string_view heading) { group_ = heading; }

  // A value as it was written. `type` names it in the help, as in "GIB".
  void text(const std::string& flag, std::string& value, const std::string& type,
            const std::string& help);
  // One of the legal words, in either case.
  void word(const std::string& flag, std::string& value, const std::string& type,
            const std::string& help, const Words& legal);
  // A number from 0 up as people write it: "2,000", "2k", "24GB" or "$2,000" (see parse_quantity).
  void amount(const std::string& flag, std::optional<double>& value, const std::string& type,
              const std::string& help);
  // A whole number within these bounds.
  void whole(const std::string& flag, std::optional<std::size_t>& value, const std::string& type,
             const std::string& help, std::size_t low, std::size_t high);
  // The same as it was written.
  void whole(const std::string& flag, std::string& value, const std::string& type,
             const std::string& help, std::size_t low, std::size_t high);
  // The words that a flag or an argument may take, where there is a list of them; "--vendor".
  Words choices(const std::string& name) const;

  // Refuses the two flags together.
  void exclude(const std::string& flag, const std::string& other);
  // Given or not.
  void toggle(const std::string& flag, bool& value, const std::string& help);
  // Values between commas; of the legal words where there are any.
  void words(const std::string& flag, Words& values, const std::string& type,
             const std::string& help, const Words& legal = {});
  // One value each time the flag is given.
  void repeated(const std::string& flag, Words& values, const std::string& type,
                const std::string& help);

  void argument(const std::string& name, std::string& value, const std::string& type,
                const std::string& help, bool required);
  // Any number of arguments.
  void arguments(const std::string& name, Words& values, const std::string& type,
                 const std::string& help);
  // At least `fewest` and at most `most` of them.
  void arguments(const std::string& name, Words& values, const std::string& type,
                 const std::string& help, int fewest, int most);

 private:
  CLI::Option& add(CLI::Option* option, const std::string& type) const;

  CLI::App& app_;
  const Words* given_;
  std::string group_;
  std::map<std::string, Words> choices_;  // by flag
};

}  // namespace gpupick
