// The commands that answer with models: estimate, fit, models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <gpupick/error.hpp>
#include <gpupick/text.hpp>

#include "cli_program.hpp"

namespace gpupick {

void Program::add_estimate() {
  CLI::App& estimate =
      command("estimate", "whether a model fits a card, and how fast it chats",
              "  gpupick estimate rtx-4090 --model llama-3.1-8b --quant q4_k_m --context 8k\n"
              "  gpupick estimate 3090:2 --model llama-3-70b --explain",
              [this] {
                load();
                const auto [gpu, count] = configuration(name_);
                const Chat chat = make_chat(*catalog_, chat_);
                const ChatEstimate result =
                    gpupick::estimate(gpu, count, chat, catalog_->calibration(),
                                      catalog_->quantisations(), catalog_->cache_types());
                environment_.out << render(result, count, chat, view_.explain, page());
                return result.fits ? done : nothing_fits;
              });
  estimate.add_option("card", name_, "a card, or CARD:N for N of them")
      ->required()
      ->type_name("CARD");
  bind(estimate, chat_);
  estimate.add_flag("--explain", view_.explain, "the formulas with their numbers");
}

void Program::add_fit() {
  CLI::App& fit = command("fit", "which models fit a card, largest first",
                          "  gpupick fit rtx-3060-12gb\n  gpupick fit 3090:2 --context 32k",
                          [this] { return fit_models(); });
  fit.add_option("card", name_, "a card, or CARD:N for N of them")->required()->type_name("CARD");
  bind(fit, chat_);
}

void Program::add_models() {
  command("models", "the models that are known by their dimensions", "  gpupick models", [this] {
    load();
    environment_.out << render_models(catalog_->models(), page());
    return done;
  });
}

std::pair<const Gpu&, double> Program::configuration(const std::string& text) const {
  const std::size_t colon = text.rfind(':');
  const auto count =
      colon == std::string::npos ? std::nullopt : parse_number(text.substr(colon + 1));
  if (!count) return {card(text), 1};
  if (*count < 1 || *count > 64 || *count != std::floor(*count))
    throw Error(fmt::format("'{}' must name 1 to 64 cards", printable(text)));
  return {card(text.substr(0, colon)), *count};
}

// Of every model the format of most bits, up to eight, that fits with the context asked for.
int Program::fit_models() {
  load();
  const auto [gpu, count] = configuration(name_);
  std::vector<std::pair<Chat, ChatEstimate>> rows;
  for (const Model& model : catalog_->models()) {
    Chat chat = make_chat(*catalog_, chat_);
    chat.model = &model;
    chat.context = std::min(chat.context, model.context);
    for (const char* format : {"q8_0", "q6_k", "q5_k_m", "q4_k_m"}) {
      chat.quant = &catalog_->find_quantisation(format);
      ChatEstimate result = gpupick::estimate(gpu, count, chat, catalog_->calibration(), {}, {});
      if (!result.fits) continue;
      rows.emplace_back(chat, std::move(result));
      break;
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.first.model->parameters > b.first.model->parameters;
  });
  environment_.out << render_fits(rows, page());
  return rows.empty() ? nothing_fits : done;
}

}  // namespace gpupick
