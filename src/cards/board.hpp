// What is true of every card with a plug or a software stack: how much the plug carries, and what a
// buyer must know of it.
#pragma once

#include "cards/gpu.hpp"

namespace gpupick {

// A power connector of a board; "slot" is the slot it stands in.
struct Plug {
  static constexpr std::string_view list = "plugs", noun = "the plug", type_name = "Plug";
  static std::span<const Field<Plug>> fields();

  std::string_view id;
  double watts = 0;         // that it may carry
  std::string_view remark;  // to a buyer; "" where the plug is on every power supply
  std::string_view source;
};

// A maker's software stack.
struct SoftwareStack {
  static constexpr std::string_view list = "stacks", noun = "the stack",
                                    type_name = "SoftwareStack";
  static std::span<const Field<SoftwareStack>> fields();

  std::string_view id;
  std::string_view remark;  // to a buyer; "" where software takes the stack for granted
  // The software of the support rules that most other work runs on, and its name for readers.
  Text framework, framework_name;
  // Whether software computes in BF16 on cards without units for it.
  bool bf16_without_units = false;
  bool measured = false;         // engines and training were measured on it, as intervals say
  bool vector_matrices = false;  // programs multiply matrices in vector units
  bool ignores_power = false;    // the board's power does not limit the matrix rate
  std::string_view source;
};

// What a word of a card's board (its form factor, its cooling) means to a buyer.
struct BoardTrait {
  static constexpr std::string_view list = "board_traits", noun = "the board trait",
                                    type_name = "BoardTrait";
  static std::span<const Field<BoardTrait>> fields();

  std::string_view id;
  std::string_view figure, word;  // a figure of the card, and its value
  bool module = false;            // sits on a board of a server that is made for it
  Number board_cards;             // modules of such a board, which is sold whole; absent: singly
  bool adaptable = false;         // fits a PC with a part that its owner adds
  std::string_view remark;
  std::string_view source;

  bool covers(const Gpu& gpu) const;
};

}  // namespace gpupick
