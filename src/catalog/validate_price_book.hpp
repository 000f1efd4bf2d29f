// The prices of the data and of the catalog that it would extend, and what they let expect of a
// row: the other prices of its card, the prices of like cards, and the level of its seller. Private
// to validate*.cpp.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/validate_parts.hpp"

namespace gpupick {

using FindCard = std::function<const Gpu*(std::string_view)>;

// The expected price, and the range in which a price is believed.
struct Expected {
  double usd = 0, low = 0, high = 0;

  bool holds(double price) const { return price >= low && price <= high; }
};

// The ends of a set of values, of which one may be left out.
class Ends {
 public:
  void add(double value);
  // Returns the number of values besides one.
  std::size_t others() const { return count_ - 1; }
  // Returns the ends of the others.
  std::pair<double, double> without(double value) const;

 private:
  static constexpr double none = std::numeric_limits<double>::infinity();

  std::size_t count_ = 0;
  std::array<double, 2> lowest_{none, none}, highest_{-none, -none};
};

class PriceBook {
 public:
  // A card's prices of a kind in the data replace those of the context.
  PriceBook(const std::vector<Record<Observation>>& prices, std::span<const Observation> context,
            const FindCard& find_card);

  // Returns the prices of the row's card near its date, of the kind.
  std::vector<double> near(const Observation& row, std::string_view kind) const;

  // Compares a price with the others of its card: those of its kind, else those in the other
  // condition, else the price at launch. Nothing if there is none.
  std::optional<Expected> of_card(const Observation& row) const;
  // Compares a price with those of its kind for the cards of the maker and segment that are nearest
  // in memory, rates and age.
  std::optional<Expected> of_like_cards(const Observation& row, const Gpu& gpu) const;
  // Compares a price with those that the source reports of the seller for other cards, each as a
  // multiple of what is usual for its card. Nothing if the seller has few.
  std::optional<Expected> of_seller(const Observation& row) const;
  // Compares a price with an amount that the row's words state: a range, or another currency, whose
  // rate the other rows show.
  std::optional<Expected> of_words(const Observation& row) const;

  // True if the row's words state another kind, or the other prices of the same source and words,
  // of the same source and basis, or of the same seller of rents are all of other kinds.
  bool is_unlike_source(const Observation& row) const;
  // Returns the first and the last day of the source's other prices, as day numbers, if the row is
  // far from both.
  std::optional<std::pair<int, int>> far_days(const Observation& row) const;

 private:
  using Key = std::pair<std::string_view, std::string_view>;
  using Seller = std::tuple<std::string_view, std::string_view, std::string_view>;
  using Kinds = std::map<std::string_view, std::size_t>;  // number of prices by kind

  void add(const Observation& row);
  const PriceRows& of(const Observation& row, std::string_view kind) const;
  // Compares a launch price with another, or with the first price of the card on sale soon after.
  std::optional<Expected> at_launch(const Observation& row) const;
  // Returns the price as a multiple of what is usual for the card, as a logarithm.
  Number level(const Observation& row) const;
  std::optional<double> usual_of_like_cards(const Gpu& gpu, std::string_view kind) const;

  // The prices of a row's card and kind near its date, without the row.
  struct Others {
    std::size_t count = 0;
    double usual = 0, least = 0, most = 0;
  };
  // Returns the range of prices around the usual one, which ends a little beyond the lowest and the
  // highest of the others if there are two or more.
  static Expected among(const Others& others, Expected range, double below, double beyond);

  std::map<Key, PriceRows> by_kind_;  // oldest first
  std::unordered_map<const Observation*, Others> others_;
  std::map<Key, Kinds> by_words_, by_basis_;
  std::map<std::string_view, Kinds> by_seller_;
  struct Levels {
    Ends ends;
    std::set<std::string_view> cards;
  };

  std::map<Seller, Levels> levels_;
  std::map<std::string_view, Ends> days_;   // by source
  std::map<std::string_view, Ends> rates_;  // USD by unit of a currency
  std::map<Key, GpuList> by_segment_;       // cards with prices, by maker and segment
  mutable std::map<Key, std::optional<double>> usual_of_like_;
};

}  // namespace gpupick
