#include "estimate/missing.hpp"

#include <fmt/format.h>

namespace gpupick {

std::string to_text(const Missing& missing) {
  const std::string architecture(missing.architecture.empty() ? "its architecture"
                                                              : missing.architecture);
  switch (missing.cause) {
    case MissingCause::none:
      break;
    case MissingCause::trained_states:
      return "the training memory of layers with a state is not known";
    case MissingCause::attention_width:
      return "the width of its attention is not known";
    case MissingCause::network_activations:
      return "the activations that its training keeps are not known";
    case MissingCause::bandwidth:
      return "its bandwidth is not known";
    case MissingCause::matrix_rate:
      return "its matrix rate is not known";
    case MissingCause::link:
      return "its link is not known";
    case MissingCause::heads:
      return fmt::format("{} heads can't be shared evenly by {} devices{}", missing.heads,
                         missing.devices,
                         missing.able > 0 ? fmt::format("; {} can", missing.able) : "");
    case MissingCause::class_under_engine:
      return fmt::format("no card of {} was measured under {}", architecture, missing.name);
    case MissingCause::class_in_training:
      return fmt::format("training on {} was not measured", architecture);
    case MissingCause::network_training:
      return fmt::format("the training of {} was not measured", missing.name);
    case MissingCause::image_figures:
      return "a rate, the bandwidth or the work of the network is not known";
    case MissingCause::card_figures:
      return "a rate or the bandwidth of the card is not known";
    case MissingCause::hearing:
      return "turning speech into text was not measured";
    case MissingCause::figure:
      return fmt::format("its {} is not known", missing.name);
  }
  return "";
}

}  // namespace gpupick
