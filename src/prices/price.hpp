// Prices of cards: dated observations, and the model that estimates a price from them
// (docs/models.md#prices). Every price is shown with its kind and month.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/currency.hpp"
#include "schema/field.hpp"

namespace gpupick {

// Legal words of an observation.
inline constexpr std::string_view launch_kind = "launch", new_kind = "street_new",
                                  used_kind = "street_used", on_demand_kind = "cloud_on_demand";
inline constexpr std::array<std::string_view, 6> price_kinds = {
    launch_kind, new_kind, used_kind, on_demand_kind, "cloud_spot", "cloud_reserved"};
inline constexpr std::array<std::string_view, 5> price_bases = {"sold", "typical", "asked", "floor",
                                                                "list"};
inline constexpr std::array<std::string_view, 2> price_covers = {"card", "computer"};
inline constexpr std::array<std::string_view, 3> confidences = {"high", "medium", "low"};

// True for the kinds of rents, and of street prices.
inline bool is_rent(std::string_view kind) { return kind.starts_with("cloud"); }
inline bool is_street(std::string_view kind) { return kind.starts_with("street"); }

// Returns the lowest and the highest plausible price of a kind, USD.
std::pair<double, double> plausible_prices(std::string_view kind);

// True if a price is so far from the usual one that it needs a second look.
bool is_outlier(double usd, double usual);

// One observed price.
struct Observation : AnyRecord {
  static constexpr std::string_view list = "prices", noun = "the price";
  static std::span<const Field> fields();

  std::string_view card;   // catalog id
  std::string_view kind;   // of price_kinds
  double usd = 0;          // cloud kinds: per GPU and hour
  std::string_view basis;  // of price_bases
  Date date;
  std::string_view region;           // "" if unknown
  std::string_view covers = "card";  // of price_covers
  Number n;                          // number of listings or sales
  std::string_view what;             // what was on offer, for readers
  std::string_view source;           // source id
  std::string_view confidence;       // of confidences
  Flag own;                          // what the card costs the user, whatever others pay

  // True if it is the price of a computer whose name has the words of the text, in any spelling:
  // "mac studio" of "64 GB Mac Studio M5 Max".
  bool is_of_computer(std::string_view text) const;
};

// Observations of one card, sorted by kind and then by date, oldest first.
using Observations = std::span<const Observation>;

using PriceRows = std::vector<const Observation*>;

// Kinds of rent. On demand comes first, because it is always available.
struct RentKind {
  std::string_view kind, words;
};
inline constexpr std::array<RentKind, 3> rent_kinds = {{
    {on_demand_kind, "on demand"},
    {"cloud_spot", "spot"},
    {"cloud_reserved", "reserved"},
}};

// Correction from one sort of observation to a sale in the US. An observation gets every factor
// whose fields it matches; an absent field matches every observation.
struct PriceFactor : Sourced {
  static constexpr std::string_view list = "price_factors", noun = "the price factor";
  static std::span<const Field> fields();

  Text kind, basis, region, confidence;  // fields of the observation
  Text seen_by;                          // source of the observation
  Flag abroad;                           // observed outside the US
  Text segment;                          // segment of the card
  Number factor;                         // observed price as a multiple of the sale price
  // Standard deviation of the logarithm of a single observation.
  Number spread;
  // The movement of prices, which depends on kind and segment only. `monthly` has the logarithm of
  // the rise in each month from `since` on; prices are level before and after. `wander` is the
  // standard deviation of the logarithm of a card's own drift in a month.
  Numbers monthly;
  std::optional<Date> since;  // first day of the first month; absent: no rise
  Number wander;
  double observations = 0;  // number of observations in the fit

  // True if the fields for kind and segment match.
  bool is_of(std::string_view kind_of_row, std::string_view segment_of_card) const;
  // True if all fields but kind and segment match.
  bool is_met_by(const Observation& row) const;
};

// The region of a price of no country.
inline constexpr std::string_view worldwide = "global";

// Countries that buyers may ask for together.
struct Region : Identified {
  static constexpr std::string_view list = "regions", noun = "the region";
  static std::span<const Field> fields();

  Texts countries;  // regions of observations
};

// The price of a model by the token at one provider.
struct ApiPrice : Sourced {
  static constexpr std::string_view list = "api_prices", noun = "the API price";
  static std::span<const Field> fields();

  std::string_view model;     // catalog id
  std::string_view provider;  // who runs the model, as buyers know it
  double prompt_usd = 0;      // for 1M tokens read
  Number cached_usd;          // for those that the provider has cached; absent: no lower price
  double answer_usd = 0;      // for 1M tokens generated
  Date date;
};

// Limits on the age of prices, in days. An absent number sets no limit.
struct PriceAges : Sourced {
  static constexpr std::string_view list = "price_ages", noun = "the ages of prices";
  static std::span<const Field> fields();

  Number observation;  // older observations are ignored
  Number launch;       // days after launch in which the launch price may be used
  Number offer;        // older rent offers are ignored
  // Minimum age of a card for estimating its retention. Prices of younger cards reflect a boom or a
  // shortage.
  Number retention;
  Number evidence;  // oldest observation that counts for `trusted_rows`
  // Oldest sale or usual price that alone makes a price trusted. Answers warn if the day of the
  // data is older.
  Number sale;
  Number trusted_rows;  // recent observations that together make a price trusted
};

// How well the cards of a segment, the id, keep their price, from cards with known launch and used
// prices.
struct Retention : Sourced {
  static constexpr std::string_view list = "retentions", noun = "retention";
  static std::span<const Field> fields();

  double yearly = 1;  // share of the price left after a year
  double spread = 0;  // standard deviation of that share's logarithm between cards
  double cards = 0;   // number of cards in the fit
};

// Returns the middle value, or the mean of the two middle values. `values` must not be empty.
double median(std::vector<double> values);

// The condition in which a card is bought. `any` takes the lower of new and used.
enum class Condition { any, new_card, used };

// The kind of an estimated price: of a new card, a used one, at launch, given by the buyer, or rent
// per hour.
enum class PriceKind : std::uint8_t { new_card, used, launch, given, rent };
std::string_view name_of(PriceKind kind);  // "new"

// An estimated price.
struct Price {
  double usd = 0;
  double low = 0, high = 0;       // 80 % interval
  std::string_view basis = {};    // best of price_bases in the observations; "" for a given price
  std::optional<Date> date = {};  // newest observation; absent for a given price
  std::uint32_t rows = 0;         // number of observations
  PriceKind kind = PriceKind::given;
  bool whole_computer = false;
  bool trusted = false;  // supported by enough recent observations, or given by the buyer
  // Fewer observations of the market than `PriceAges::trusted_rows`. False for a launch price.
  bool few_rows = false;
  bool local = false;   // from the regions that the buyer asked for
  double host_usd = 0;  // part of the price for the computer around the card
};

// Returns a price that the buyer gave, exactly and without a range.
Price given_price(double usd, bool whole_computer);

// Everything known about the price of one card.
struct PriceHistory {
  Observations observations = {};  // of the market
  std::span<const PriceFactor> factors = {};
  std::string_view segment = {};    // of the card
  std::optional<Date> launch = {};  // of the card
  bool discontinued = false;        // no longer sold by its maker
  PriceAges ages = {};
  const Retention* retention = nullptr;  // of the segment; null if unknown
  std::optional<Date> release = {};      // day on which later observations count too
  // Regions whose observations alone make the price of a kind if enough are recent; empty for none.
  std::span<const std::string_view> home = {};
  Observations own = {};  // the user's own prices, which are no part of the market
};

// The variance of the logarithm of an observed price.
double variance_of(const PriceHistory& history, const Observation& row);

// Returns the price in USD that an observation implies for another day, if the card's price moves
// with the index and has no drift.
double usd_on(const PriceHistory& history, const Observation& row, Date day);

// Estimates the price on day number `day` from observations of the history. There must be one at
// least, and all must be of one kind; their age is not checked. Drops those from abroad by the rule
// of rows_behind.
Price price_from(PriceRows rows, const PriceHistory& history, int day);

// 80 % of a normal distribution lie within this many standard deviations of the mean.
inline constexpr double middle_80 = 1.2816;

// Returns the user's own price of one kind on a day: the newest, of one date the lowest. Null if
// there is none.
const Observation* own_row(const PriceHistory& history, std::string_view kind, Date day);

// Returns the user's own price of the card in a condition, the lower one for any, exactly and
// without a range, or nullopt.
std::optional<Price> own_price(const PriceHistory& history, Condition condition, Date day);

// Returns the card's price on the market on a day, or nullopt if no price is known. Uses the launch
// price of a young card if nothing newer is known.
std::optional<Price> price_on(const PriceHistory& history, Condition condition, Date day);

// Returns the maker's price at launch, from the observations of the highest confidence.
std::optional<Price> launch_price(const PriceHistory& history, Date day);

// Returns the rent per GPU and hour from the observations of one cloud kind: the user's own as it
// is, or else that of the market.
std::optional<Price> rent_on(const PriceHistory& history, std::string_view kind, Date day);

// Returns the price on the market for a kind of observation; for an empty kind, the street price.
std::optional<Price> price_of_kind(const PriceHistory& history, std::string_view kind, Date day);

// Returns the lowest rent of one cloud kind within `PriceAges::offer` days, or null if there is
// none.
const Observation* cheapest_offer(const PriceHistory& history, std::string_view kind, Date day);

// Returns "1,143 used, Sep 2026".
std::string to_text(const Price& price, const Currency& currency = {});

// Marks a price that cannot be trusted, in tables.
inline constexpr std::string_view untrusted_mark = "?", few_prices = "? few prices";
// Formats a price with that mark, if it applies.
std::string marked_text(const Price& price, const Currency& currency);

// Returns "1,143 USD (used, Sep 2026)".
std::string in_prose(const Price& price, const Currency& currency);

}  // namespace gpupick
