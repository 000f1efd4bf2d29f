// Facts about every card with a power plug, a software stack, a form factor, a kind of cooling or a
// family, and what a buyer must know of them.
#pragma once

#include <array>
#include <string_view>

#include "cards/gpu.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 3> systems = {"linux", "windows", "macos"};

// A power connector of a board; "slot" is the slot that holds the board.
struct Plug : Sourced {
  static constexpr std::string_view list = "plugs", noun = "the plug";
  static std::span<const Field> fields();

  double watts = 0;         // most that it may carry
  std::string_view remark;  // for buyers; "" if every power supply has the plug
};

struct SoftwareStack : Sourced {
  static constexpr std::string_view list = "stacks", noun = "the stack";
  static std::span<const Field> fields();

  std::string_view remark;  // for buyers; "" if software expects this stack
  // The software (of the support rules) that most other programs run on, and its name for readers.
  Text framework, framework_name;
  // True if software computes in BF16 on cards without units for it.
  bool bf16_without_units = false;
  bool measured = false;         // engines and training were measured on it (see the intervals)
  bool vector_matrices = false;  // programs multiply matrices in vector units
  bool ignores_power = false;    // the board's power does not limit the matrix rate
};

// The meaning of a form factor, a kind of cooling or a family for buyers.
struct BoardTrait : Sourced {
  static constexpr std::string_view list = "board_traits", noun = "the board trait";
  static std::span<const Field> fields();

  std::string_view figure, word;  // key of a figure, and its value
  bool module = false;            // plugs into a server board that is made for it
  Number board_cards;      // modules of such a board, which is sold as a whole; absent: sold singly
  bool adaptable = false;  // fits a PC with a part that its owner adds
  Texts systems;           // of systems: those that such a computer runs; empty: any
  std::string_view remark;

  bool covers(const Gpu& gpu) const;
};

}  // namespace gpupick
