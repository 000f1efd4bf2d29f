// The answer of `help words`: the words and signs of the other answers.
#include <fmt/format.h>

#include "answer/answers.hpp"

namespace gpupick {
namespace {

// One line of 80 columns each, and one screen together.
constexpr Explained explained[] = {
    {"card", "a GPU as it is sold; `2 x RTX 3090` is two that share the work"},
    {"computer", "all around the card: board, memory, PSU; it is part of the cost"},
    {"PSU", "power supply; its watts are the maker's advice or follow from power"},
    {"GiB", "memory, 2^30 bytes: what makers sell as GB"},
    {"tokens/s", "tokens written or read a second; a word is about 1.3 tokens"},
    {"writes", "making a reply, token by token: mostly limited by memory bandwidth"},
    {"reads", "working through the prompt before the first token is written"},
    {"context", "tokens that a conversation holds: prompt and replies"},
    {"KV cache", "memory of the context, besides that of the model's weights"},
    {"format", "how many bits a weight has: q4_k_m 4 to 5, q8_0 8, f16 and bf16 16"},
    {"QLoRA", "tuning a model in little memory: weights of 4 bits, small additions"},
    {"(29-41)", "range of an estimate: 4 in 5 measured cards or prices lie in it"},
    {"rough, ~", "hardly measured; the order of cards counts its low end"},
    {"?", "few prices: bought only if no card with a sure price does the work"},
    {"q", "runs with fewer bits per weight than asked, as its memory is small"},
    {"m", "runs partly in the computer's memory, which is slow"},
    {"*", "runs in another way than asked, such as with a smaller batch"},
    {"best below", "price, if well known, up to which this is the card to buy; -: none"},
    {"cost", "price, computer and electricity less resale, over the years of use"},
    {"1=", "shares the place: prices and speeds do not tell these cards apart"},
    {"draws", "trials with prices and speeds within their ranges: 80 % won is clear"},
    {"step up", "a dearer card that runs more jobs, or is 1.5 x as fast"},
    {"programs", "software for the work that runs on the card, such as PyTorch"},
    {"new, used", "street price in this condition; `new` has a warranty"},
};

}  // namespace

std::span<const Explained> glossary() { return explained; }

Answer words_answer() {
  Answer out{.schema = "words/1"};
  Listing list{"words", {{"word", Column{"word"}}, {"meaning", Column{"meaning"}}}};
  for (const Explained& row : explained) {
    list.add({{row.word}, {row.meaning}});
    list.rows.back().line = fmt::format("{:12}{}", row.word, row.meaning);
  }
  out.add(std::move(list));
  return out;
}

}  // namespace gpupick
