#include "cli/foreign_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/built_in.hpp"
#include "catalog/catalog.hpp"
#include "cli/command.hpp"
#include "cli/foreign_word_table.hpp"
#include "cli/pages.hpp"

namespace gpupick {
namespace {

template <class Strings>
void append(Words& words, const Strings& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Returns the word with hyphens for underscores if it is a flag, as programs in Python read flags.
std::string spelt(std::string_view word) {
  std::string out(word);
  if (is_flag(word)) std::ranges::replace(out, '_', '-');
  return out;
}

bool has_value(const ForeignWord& row) { return holds(row.typed, ' '); }

// True if the row is about this word, or about this flag with its value in either case. A row that
// ends in a star is about all words that begin so.
bool means(const ForeignWord& row, std::string_view typed) {
  if (row.typed.ends_with('*'))
    return lower_case(typed).starts_with(row.typed.substr(0, row.typed.size() - 1));
  return has_value(row) ? fold(row.typed) == fold(typed) : row.typed == typed;
}

bool is_command(std::string_view word) {
  return std::ranges::any_of(all_commands(),
                             [&](const CommandInfo* command) { return command->name == word; });
}

const ForeignWord* command_for(std::string_view word) {
  for (const ForeignWord& row : foreign_words())
    if (!is_flag(row.typed) && !row.ours.empty() && row.typed == word) return &row;
  return nullptr;
}

bool has_digit(const std::string& word) {
  return word.find_first_of("0123456789") != std::string::npos;
}

bool is_versus(std::string_view word) {
  const std::string folded = fold(word);
  return folded == "vs" || folded == "versus";
}

// Returns the names of cards in words without a command: those between "vs"; else a single name if
// one word has a number, as in "rx 7900 xtx"; else one name a word.
Words card_names(const Words& words) {
  if (std::ranges::none_of(words, is_versus) && std::ranges::count_if(words, has_digit) > 1)
    return words;
  Words names{""};
  for (const std::string& word : words)
    if (is_versus(word))
      names.emplace_back();
    else
      names.back() += (names.back().empty() ? "" : " ") + word;
  std::erase(names, "");
  return names;
}

bool is_built_in_card(std::string_view name) {
  static const Catalog catalog(built_in());
  return catalog.has_gpu(name);
}

// Returns the question about cards that are named without a command; the arguments if none are. A
// name with a number counts as a card's, so that the error of a wrong one suggests cards.
Words question_about_cards(const Words& args) {
  const auto flags = std::ranges::find_if(args, is_flag);
  const Words words(args.begin(), flags);
  const Words cards = std::ranges::all_of(words, is_built_in_card) ? words : card_names(words);
  const bool misspelt =
      !has_digit(args.front()) && !nearest(args.front(), words_for_commands()).empty();
  if (std::ranges::none_of(cards, is_built_in_card) &&
      (misspelt || std::ranges::none_of(words, has_digit)))
    return args;
  Words out{cards.size() > 1 ? "diff" : "show"};
  append(out, cards);
  out.insert(out.end(), flags, args.end());
  return out;
}

// Returns the arguments of `diff` with one name each: those between "vs" or commas are several.
Words compared(const Words& args) {
  if (args.front() != "diff") return args;
  const auto flags = std::ranges::find_if(args, is_flag);
  Words names(args.begin() + 1, flags);
  if (std::ranges::any_of(names, is_versus)) names = card_names(names);
  Words out{args.front()};
  for (const std::string& name : names)
    if (const Phrases parts = split(name, ","); std::ranges::all_of(parts, is_built_in_card))
      append(out, parts);
    else
      out.push_back(name);
  out.insert(out.end(), flags, args.end());
  return out;
}

using Known = std::function<bool(const std::string&)>;

// True if our words for the row can stand in these arguments.
bool is_taken(const ForeignWord& row, const Words& args, const Known& known) {
  if (row.ours.empty()) return false;
  if (row.ours != count_of_card) return known(std::string(split(row.ours, " ").front()));
  return args.size() > 1 && (args.front() == "estimate" || args.front() == "fit") &&
         !is_flag(args[1]) && !holds(args[1], '+');
}

}  // namespace

std::span<const ForeignWord> foreign_words() {
  static const std::vector<ForeignWord> words = [] {
    std::vector<ForeignWord> out;
    Phrases refused;  // until their advice follows
    for (const std::string_view line : split(foreign_word_table, "\n")) {
      if (line.starts_with(' ')) {
        for (const std::string_view word : refused) out.push_back({word, "", line.substr(4)});
        refused.clear();
      } else if (!line.empty() && !line.starts_with('#')) {
        const Phrases sides = split(line, " = ");
        for (const std::string_view word : split(sides.front(), ", "))
          if (sides.size() == 1)
            refused.push_back(word);
          else
            out.push_back({word, sides.back()});
      }
    }
    return out;
  }();
  return words;
}

std::string_view advice_on(std::string_view typed) {
  const std::string word = spelt(typed);
  for (const ForeignWord& row : foreign_words())
    if (!row.advice.empty() && means(row, word)) return row.advice;
  return {};
}

Words words_for_commands() {
  Words out;
  for (const CommandInfo* command : all_commands()) out.emplace_back(command->name);
  for (const ForeignWord& row : foreign_words())
    if (!is_flag(row.typed) && !row.ours.empty()) out.emplace_back(row.typed);
  return out;
}

Words with_our_command(const Words& args) {
  if (args.empty() || is_flag(args.front())) return args;
  if (is_command(args.front())) return compared(args);
  const Words rest(args.begin() + 1, args.end());
  if (args.front() == "help") {
    Words out = with_our_command(rest);
    if (rest.empty() || rest.front() != "words") out.emplace_back("--help");
    return out;
  }
  const ForeignWord* row = command_for(args.front());
  if (!row) return advice_on(args.front()).empty() ? question_about_cards(args) : args;
  Words out;
  append(out, split(row->ours, " "));
  append(out, rest);
  return compared(out);
}

Words with_our_command_behind_flags(const Words& args) {
  std::size_t first = 0;
  while (first < args.size() && is_flag(args[first])) {
    const std::size_t sign = args[first].find('=');
    const FlagRow* found = nullptr;
    static const std::vector<CommandPage> pages = command_pages();
    for (const CommandPage& page : pages)
      for (const FlagRow& row : page.flags)
        if (page.name.empty() && contains(row.names, args[first].substr(0, sign))) found = &row;
    if (!found) return args;
    first += found->takes_value() && sign == std::string::npos ? 2 : 1;
  }
  if (first >= args.size()) return args;
  const auto command = args.begin() + static_cast<std::ptrdiff_t>(first);
  Words out(args.begin(), command);
  append(out, with_our_command(Words(command, args.end())));
  return out;
}

Words with_our_flags(const Words& args, const Known& known) {
  Words out;
  std::string count;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::size_t sign = args[i].find('=');
    const bool joined = sign != std::string::npos;
    const std::string name = spelt(args[i].substr(0, sign));
    const std::string value = joined                ? args[i].substr(sign + 1)
                              : i + 1 < args.size() ? args[i + 1]
                                                    : "";
    const auto row = std::ranges::find_if(foreign_words(), [&](const ForeignWord& one) {
      const bool foreign = has_value(one) ? means(one, name + value) : means(one, name);
      return foreign && (has_value(one) || !known(name)) && is_taken(one, args, known);
    });
    if (!is_flag(name) || row == foreign_words().end()) {
      out.push_back(args[i]);
      continue;
    }
    const bool counts = row->ours == count_of_card;
    if (counts)
      count = ":" + value;
    else
      append(out, split(row->ours, " "));
    const bool takes_value = counts || has_value(*row);
    if (takes_value && !joined) ++i;
    if (!takes_value && joined) out.push_back(value);
  }
  if (!count.empty()) out[1] += count;
  return out;
}

std::string foreign_hint(std::string_view typed, std::string_view command) {
  if (const std::string_view advice = advice_on(typed); !advice.empty())
    return fmt::format("; {}", advice);
  for (const ForeignWord& row : foreign_words())
    if (row.typed == spelt(typed))
      return is_flag(typed)
                 ? fmt::format("; it means `{}`, which `{}` does not take", row.ours, command)
                 : fmt::format("; here it is `gpupick {}`", row.ours);
  return "";
}

}  // namespace gpupick
