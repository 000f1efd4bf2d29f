// What cards gain over those that the buyer has, and where these would stand.
#include "advice/gain.hpp"

#include <algorithm>
#include <cmath>

#include "render/ranking.hpp"

namespace gpupick {

namespace {

std::string jobs_text(const Phrases& labels) {
  return labels.front().empty() ? std::string("the job") : enumerate(labels, "and");
}

}  // namespace

std::string gain_text(const Ranked& card, const Ranked& owned) {
  const Gain gain = gain_over(card, owned);
  std::vector<std::string> said;
  if (!gain.lets_in.empty()) said.push_back("lets in " + jobs_text(gain.lets_in));
  if (!gain.loses.empty()) said.push_back("no longer runs " + jobs_text(gain.loses));
  if (gain.watts && *gain.watts != 0)
    said.push_back(
        fmt::format("{} W {}", exact(std::fabs(*gain.watts)), *gain.watts > 0 ? "more" : "less"));
  if (gain.usd)
    said.push_back(*gain.usd >= 0
                       ? fmt::format("{} USD after selling yours", rounded(*gain.usd))
                       : fmt::format("leaves {} USD of what yours sells for", rounded(-*gain.usd)));
  return join(said, "; ");
}

namespace {

// " One more of it for 272 USD: 1.2 times as fast; lets in 32B chat; 170 W more."
std::string extension_text(const Ranking& ranking) {
  if (!ranking.extended) return "";
  const Ranked &more = *ranking.extended, &owned = *ranking.owned;
  const Gain gain = gain_over(more, owned);
  std::vector<std::string> said;
  if (gain.speed) said.push_back(fmt::format("{:.2f} times as fast", *gain.speed));
  if (!gain.lets_in.empty()) said.push_back("lets in " + jobs_text(gain.lets_in));
  if (gain.watts && *gain.watts != 0) said.push_back(exact(*gain.watts) + " W more");
  return fmt::format(" One more of it for {} USD: {}.", rounded(more.price->usd / more.count),
                     join(said, "; "));
}

}  // namespace

std::string owned_sentence(const Ranking& ranking) {
  if (!ranking.owned || !ranking.owned->price) return "";
  const Ranked& owned = *ranking.owned;
  if (std::ranges::none_of(owned.work, &WorkResult::runs))
    return fmt::format("What you have, {}, does not run it.", short_name(owned));
  const auto ahead = std::ranges::count_if(
      ranking.ranked, [&](const Ranked& card) { return card.score > owned.score; });
  return fmt::format(
      "What you have, {}, {} {} with {:.1f} points, at the {} USD that it sells for.{}",
      short_name(owned), ahead == 0 ? "would still be" : "would be",
      ordinal(static_cast<std::size_t>(ahead) + 1), owned.score, rounded(owned.price->usd),
      extension_text(ranking));
}

Json gain_json(const Ranked& card, const Ranked& owned) {
  const Gain gain = gain_over(card, owned);
  return {{"speed", gain.speed ? json_number(*gain.speed) : Json(nullptr)},
          {"lets_in", gain.lets_in},
          {"loses", gain.loses},
          {"watts", gain.watts ? json_number(*gain.watts) : Json(nullptr)},
          {"usd", gain.usd ? json_number(*gain.usd) : Json(nullptr)}};
}

}  // namespace gpupick
