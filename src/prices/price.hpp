// What a card costs: dated observations, and the model that makes an estimate of them
// (docs/models.md#prices). A price is never shown without its kind and month.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/field.hpp"

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

// The kinds of rent, the one first that anybody can have at any time.
struct RentKind {
  std::string_view kind, words;
};
inline constexpr std::array<RentKind, 3> rent_kinds = {{
    {"cloud_on_demand", "on demand"},
    {"cloud_spot", "spot"},
    {"cloud_reserved", "reserved"},
}};

// What observations of a sort differ by from a sale in the US today. Each observation has all the
// factors whose words it has; an absent word covers every observation.
struct PriceFactor {
  static constexpr std::string_view list = "price_factors", noun = "the price factor",
                                    type_name = "PriceFactor";
  static std::span<const Field<PriceFactor>> fields();

  std::string_view id;
  Text kind, basis, region, confidence;  // of the observation
  Text seen_by;                          // its source
  Flag abroad;                           // seen outside of the US
  Text segment;                          // of the card
  Number factor;                         // times what is paid
  Number spread;  // of single observations, as the logarithm's standard deviation
  // How prices move, where of the words only the kind and the segment decide: the logarithm of what
  // they rise by in each month from `since` on (before and after these they are level), and the
  // standard deviation of the logarithm of a card's own price in a month.
  Numbers monthly;
  std::optional<Date> since;  // first day of the first of these months; absent: no rise
  Number wander;
  double observations = 0;  // behind it
  std::string_view source;

  // What it asks of the kind and the card, and what of the observation alone.
  bool is_of(std::string_view kind_of_row, std::string_view segment_of_card) const;
  bool is_met_by(const Observation& row) const;
};

// For how long a price tells something, in days. An absent number sets no bound.
struct PriceAges {
  static constexpr std::string_view list = "price_ages", noun = "the ages of prices",
                                    type_name = "PriceAges";
  static std::span<const Field<PriceAges>> fields();

  std::string_view id;
  Number trusted_rows;  // observations that make a price trusted together
  Number observation;   // older ones say nothing of today's price
  Number launch;        // after it, that the launch price stands in where nothing newer is known
  Number offer;         // older offers of rent are not to be had any more
  Number retention;     // of a card that tells how it keeps its price, at least: younger ones tell
                        // of a boom or a shortage
  Number evidence;      // oldest of the observations that make a price trusted together
  Number sale;          // oldest sale, or usual price, that makes a price trusted alone; an answer
                        // warns if the newest price of all is older
  std::string_view source;
};

// How the cards of a segment keep their price, by those of which the launch price and that of used
// ones are known.
struct Retention {
  static constexpr std::string_view list = "retentions", noun = "retention",
                                    type_name = "Retention";
  static std::span<const Field<Retention>> fields();

  std::string_view id;  // the segment
  double yearly = 1;    // share of the price that is left after a year
  double spread = 0;    // of that share between cards, as its logarithm's standard deviation
  double cards = 0;     // behind it
  std::string_view source;
};

// The middle value, or the mean of the two in the middle. There must be one.
double median(std::vector<double> values);

// The condition in which a card is bought. `any` takes the lower of new and used.
enum class Condition { any, new_card, used };

// What is paid: for a new card, for a used one, at launch, what the buyer says, for an hour.
enum class PriceKind : std::uint8_t { new_card, used, launch, given, rent };
std::string_view name_of(PriceKind kind);  // "new"

// A price to reckon with.
struct Price {
  double usd = 0;
  double low = 0, high = 0;  // it lies between them in four of five cases
  std::string_view basis;    // the best of price_bases behind it; "" for a given price
  std::optional<Date> date;  // newest observation behind it; none for a given price
  std::uint32_t rows = 0;    // observations behind it
  PriceKind kind = PriceKind::given;
  bool whole_computer = false;
  bool trusted = false;  // by enough observations of the last weeks, or given by the buyer
  double host_usd = 0;   // of it for the computer around the card

  // Too few observations to lean on.
  bool thin() const { return (kind == PriceKind::new_card || kind == PriceKind::used) && rows < 3; }
};

// An observation as prices are told by it. Made when the data is compiled, since a ranking asks for
// the prices of all cards.
struct PriceView {
  std::uint8_t kind = 0, basis = 0;  // places in price_kinds and price_bases
  bool abroad = false, computer = false;
  int first = 0, last = 0;  // numbers of the days that its date may mean
  double usd = 0;           // as if it were a sale in the US on its day
  double variance = 0;      // of the logarithm
  double risen = 0;         // by the last of its days, along the index, as a logarithm
};
using PriceViews = std::vector<const PriceView*>;
std::vector<PriceView> views_of(Observations rows, std::span<const PriceFactor> factors,
                                std::string_view segment);

// How prices of a kind and a segment move by a factor. Made when the data is compiled, too.
struct PriceMove {
  std::uint8_t kind = 0;     // place in price_kinds
  std::string_view segment;  // "" for all
  Numbers monthly;
  int since = 0;      // number of the day on which the first month begins
  double wander = 0;  // variance of the logarithm in a month
};
std::vector<PriceMove> moves_of(std::span<const PriceFactor> factors);

// All that is known of one card's price.
struct PriceHistory {
  Observations observations;
  std::span<const PriceView> views;  // of each observation
  std::span<const PriceMove> moves;
  std::string_view segment;         // of the card
  std::optional<Date> launch = {};  // of the card
  bool discontinued = false;        // its maker no longer sells it
  PriceAges ages = {};
  const Retention* retention = nullptr;  // of the segment; null: not known

  const PriceView& view_of(const Observation& row) const {
    return views[static_cast<std::size_t>(&row - observations.data())];
  }
  const Observation& row_of(const PriceView& view) const {
    return observations[static_cast<std::size_t>(&view - views.data())];
  }
};

// What an observation of the history says of the price on another day, in USD, if the card's own
// price did not wander.
double usd_on(const PriceHistory& history, const Observation& row, Date day);

// The estimate for the day of this number from some observations of the history, all of one kind,
// whenever they were made; there must be one. Those from abroad count as in rows_behind.
Price price_from(PriceViews rows, const PriceHistory& history, int day);

// The middle 80 % of a normal distribution lie within so many standard deviations.
inline constexpr double middle_80 = 1.2816;

// The card's price on a day. The launch price of a young card stands in where nothing newer is
// known. Nothing where no price is known.
std::optional<Price> price_on(const PriceHistory& history, Condition condition, Date day);

// What the maker asked at launch, by the most trusted observations.
std::optional<Price> launch_price(const PriceHistory& history, Date day);

// The rent per GPU and hour from the observations of one cloud kind.
std::optional<Price> rent_on(const PriceHistory& history, std::string_view kind, Date day);

// The lowest rent of one cloud kind that was seen in the three months before; null where none was.
const Observation* cheapest_offer(const PriceHistory& history, std::string_view kind, Date day);

// "1,143 used, Sep 2026".
std::string to_text(const Price& price);

// "1,143 USD (used, Sep 2026)".
std::string in_prose(const Price& price);

}  // namespace gpupick
