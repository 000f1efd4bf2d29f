// The flags and arguments of one command, in the order of its help. They are bound to variables
// that hold the defaults; parsing overwrites the given ones. CLI11 is behind this interface because
// its header costs seconds in each file that includes it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gpupick {

using Words = std::vector<std::string>;

struct NumberRange {
  double low = 0;
  std::optional<double> high = {};  // unset: any
  bool whole = false;
};

// The words or the numbers that a flag takes; neither if its value is any text.
struct LegalValues {
  Words choices = {};
  std::optional<NumberRange> range = {};
};

class Flags {
 public:
  explicit Flags(CLI::App& app) : app_(app) {}

  // Sets the heading of the help for the next flags; "" for the usual one.
  void group(std::string_view heading) { group_ = heading; }

  // A value as typed. `type` names it in the help, as in "GIB".
  void text(std::string_view flag, std::string& value, std::string_view type,
            std::string_view help);
  // One of the legal words, in either case. {} in the help is replaced by them.
  void word(std::string_view flag, std::string& value, std::string_view type, std::string_view help,
            std::span<const std::string_view> legal);
  // A number from 0 up in any usual spelling: "2,000", "24GB" or "0,35".
  void amount(std::string_view flag, std::optional<double>& value, std::string_view type,
              std::string_view help);
  // An amount of money as typed (see parse_money).
  void money(std::string_view flag, std::string& value, std::string_view help);
  // A whole number within these bounds.
  void whole(std::string_view flag, std::optional<std::size_t>& value, std::string_view type,
             std::string_view help, std::size_t low, std::size_t high);
  // A whole number within these bounds, as typed.
  void whole(std::string_view flag, std::string& value, std::string_view type,
             std::string_view help, std::size_t low, std::size_t high);
  // Returns what a flag such as "--top" or an argument takes.
  LegalValues legal(std::string_view name) const;

  void exclude(std::string_view flag, std::string_view other);
  void toggle(std::string_view flag, bool& value, std::string_view help);
  // Values between commas: any if no words are known. {} in the help is replaced by the known
  // words.
  enum class Others { refused, taken };
  void words(std::string_view flag, Words& values, std::string_view type, std::string_view help,
             std::span<const std::string_view> known = {}, Others others = Others::refused);
  // One value each time the flag is given.
  void repeated(std::string_view flag, Words& values, std::string_view type, std::string_view help);

  void argument(std::string_view name, std::string& value, std::string_view type,
                std::string_view help, bool required);
  // At least `fewest` and at most `most` arguments, or with 0 any number.
  void arguments(std::string_view name, Words& values, std::string_view type, std::string_view help,
                 int fewest = 0, int most = 0);

 private:
  template <class Value>
  CLI::Option& add(std::string_view flag, Value& value, std::string_view type,
                   std::string_view help) const;
  CLI::Option& described(CLI::Option* option, std::string_view type) const;
  LegalValues& legal_of(std::string_view flag) { return legal_[std::string(flag)]; }

  CLI::App& app_;
  std::string_view group_;
  std::map<std::string, LegalValues, std::less<>> legal_;  // by flag
};

}  // namespace gpupick
