// Words of other programs, and what they mean here. A word with a certain meaning is an alias: ours
// replaces it. Any other is refused, and the error names our words. A word of ours never changes.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/flags.hpp"

namespace gpupick {

// True for a word that is typed as a flag.
inline bool is_flag(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

struct ForeignWord {
  std::string_view typed;  // a command, a flag, or a flag with its value: "compare", "--os mac"
  std::string_view ours;   // the words that replace it; "" if it is refused
  std::string_view advice = {};  // for a refused word: completes "no option is called '-q'; "
};

// Stands in `ours` for a count: `estimate 4090 --gpus 2` means `estimate 4090:2`.
inline constexpr std::string_view count_of_card = "CARD:N";

// All words, from foreign_words.txt. The first row that the command can take counts.
std::span<const ForeignWord> foreign_words();

// Returns the advice on a refused word, as "--for gaming", or "" if there is none.
std::string_view advice_on(std::string_view typed);

// Returns the arguments with a foreign command replaced by ours. The names of cards alone ask to
// show one card or to compare several; "help COMMAND" is "COMMAND --help",
// and "help words" is "words".
Words with_our_command(const Words& args);

// Returns the same for arguments that begin with flags of every command, as in "--format json
// compare". Takes milliseconds, so it is for arguments that were not understood.
Words with_our_command_behind_flags(const Words& args);

// Returns the arguments with foreign flags replaced by those that `known` accepts.
Words with_our_flags(const Words& args, const std::function<bool(const std::string&)>& known);

// Returns a hint for an unknown command or flag in the form "; ...", or "" if the word is not in
// the table. `command` is the command that does not take the flag.
std::string foreign_hint(std::string_view typed, std::string_view command);

// Returns the commands and their aliases, for suggestions.
Words words_for_commands();

}  // namespace gpupick
