// What a card costs: dated observations, and the one rule that makes a price of them
// (docs/models.md#prices). A price is never shown without its kind, month and spread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/field.hpp"

namespace gpupick {

// The legal words of an observation.
inline constexpr std::array<std::string_view, 6> price_kinds = {
    "launch", "street_new", "street_used", "cloud_on_demand", "cloud_spot", "cloud_reserved"};
inline constexpr std::array<std::string_view, 5> price_bases = {"sold", "typical", "asked", "floor",
                                                                "list"};
inline constexpr std::array<std::string_view, 2> price_covers = {"card", "computer"};
inline constexpr std::array<std::string_view, 3> confidences = {"high", "medium", "low"};

// One sighting of a price.
struct Observation {
  static constexpr std::string_view list = "prices", noun = "the price", type_name = "Observation";
  static std::span<const Field<Observation>> fields();

  std::string_view card;   // catalog id
  std::string_view kind;   // of price_kinds
  double usd = 0;          // cloud kinds: per GPU and hour
  std::string_view basis;  // of price_bases
  Date date;
  std::string_view region;           // "" where not known
  std::string_view covers = "card";  // of price_covers
  Number n;                          // listings or sales behind it
  std::string_view what;             // they were of, for readers
  std::string_view source;           // source id
  std::string_view confidence;       // of confidences
};

// Of one card by kind, oldest first.
using Observations = std::span<const Observation>;

// The middle value, or the mean of the two in the middle. There must be one.
double median(std::vector<double> values);

// The condition in which a card is bought. `any` takes the lower of new and used.
enum class Condition { any, new_card, used };

// A price to reckon with.
struct Price {
  double usd = 0;
  double low = 0, high = 0;  // all trustworthy observations of the window
  std::string_view kind;     // new | used | launch | given | rent
  std::optional<Date> date;  // newest observation behind it; none for a given price
  std::size_t rows = 0;      // observations behind the median
  bool whole_computer = false;
  double host_usd = 0;  // of it for the computer around the card

  // Too few observations to lean on.
  bool thin() const { return (kind == "new" || kind == "used") && rows < 3; }
};

// The card's price on a day. `observations` are those of this card; `still_sold` lets the launch
// price stand in where nothing newer is known. Nothing where no price is known.
std::optional<Price> price_on(Observations observations, Condition condition, Date day,
                              bool still_sold);

// The rent per GPU and hour by the same rule, from the observations of one cloud kind.
std::optional<Price> rent_on(Observations observations, std::string_view kind, Date day);

// "1,143 used, Sep 2026".
std::string to_text(const Price& price);

// "1,143 USD (used, Sep 2026)".
std::string in_prose(const Price& price);

}  // namespace gpupick
