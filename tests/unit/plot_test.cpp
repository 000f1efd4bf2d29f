#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/text.hpp"
#include "catch.hpp"
#include "render/axis.hpp"
#include "render/formats.hpp"
#include "render/frame.hpp"
#include "render/labels.hpp"
#include "render/svg.hpp"
#include "render/svg_writer.hpp"

using namespace gpupick;

namespace {

double no_room(const std::string&) { return 0; }
double room_of_text(const std::string& text) { return 8.0 * static_cast<double>(text.size()) + 10; }

std::vector<std::string> printed(const std::vector<Tick>& ticks) {
  std::vector<std::string> out;
  for (const Tick& tick : ticks) out.push_back(tick.text);
  return out;
}
using Printed = std::vector<std::string>;

// Numbers that are the same with every standard library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
  }
  std::size_t below(std::size_t end) { return engine_() % end; }

 private:
  std::mt19937 engine_;
};

constexpr Medium pixels_of_test{text_width, line_height, 6, 5, false, "…"};
constexpr Medium cells_of_test{
    [](std::string_view text) { return static_cast<double>(columns(text)); }, 1, 0.5, 1, true, "…"};

enum class Kind { scattered, equal, one_price, crowded, long_names, very_wide };

Scatter random_plot(Kind kind, Dice& dice) {
  Scatter out;
  const std::size_t count = kind == Kind::crowded     ? 400
                            : kind == Kind::one_price ? 8
                                                      : 1 + dice.below(30);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = kind == Kind::equal || kind == Kind::one_price ? 1000
                     : kind == Kind::very_wide ? std::pow(10, dice.between(-6, 9))
                                               : dice.between(100, 5000);
    const double y = kind == Kind::equal ? 1 : dice.between(0.1, 3);
    ScatterPoint& point = out.points.emplace_back();
    point.label = "card " + std::to_string(i);
    if (kind == Kind::long_names) point.label = std::string(20 + dice.below(200), 'm');
    point.x = Spread(x, x * dice.between(0.2, 1), x * dice.between(1, 4));
    point.y = y;
    point.pick = i == 0;
    point.level = i == 1;
    point.frontier = dice.below(3) == 0;
    point.rented = dice.below(5) == 0;
  }
  return out;
}

// No label leaves the area or touches another one; only the pick's may cover a point or a line.
void check_labels(const ScatterLayout& layout, double radius) {
  std::vector<Box> boxes;
  for (const ScatterLayout::Mark& mark : layout.marks) {
    CHECK(layout.area.left <= mark.at.x);
    CHECK(mark.at.x <= layout.area.right);
    CHECK(layout.area.top <= mark.at.y);
    CHECK(mark.at.y <= layout.area.bottom);
    if (mark.point->pick) CHECK(mark.placed);
    if (!mark.placed) continue;
    const Box& box = mark.placed->box;
    CHECK(layout.area.holds(box));
    for (const Box& other : boxes) CHECK_FALSE(box.overlaps(other));
    boxes.push_back(box);
    if (mark.point->pick) continue;
    for (const ScatterLayout::Mark& other : layout.marks)
      CHECK_FALSE(box.overlaps(
          {other.at.x - radius, other.at.y - radius, other.at.x + radius, other.at.y + radius}));
    for (std::size_t i = 1; i < layout.frontier.size(); ++i)
      CHECK_FALSE(crosses({layout.frontier[i - 1], layout.frontier[i]}, box));
  }
  for (const ScatterLayout::Mark& mark : layout.marks)
    if (mark.placed && mark.placed->leader)
      for (const Box& box : boxes) CHECK_FALSE(crosses(*mark.placed->leader, box));
}

void check_ticks(const std::vector<Tick>& ticks, const Axis& axis) {
  CHECK(ticks.size() <= 8);
  for (const Tick& tick : ticks) {
    CHECK(axis.place(tick.value) >= -1e-6);
    CHECK(axis.place(tick.value) <= 1 + 1e-6);
  }
}

}  // namespace

TEST_CASE("ticks are round and have room", "[plot]") {
  CHECK(printed(ticks({Scale::linear, 0, 24}, 400, room_of_text)) ==
        Printed{"0", "5", "10", "15", "20"});
  CHECK(printed(ticks({Scale::linear, 0, 24}, 100, room_of_text)) == Printed{"0", "10", "20"});
  CHECK(printed(ticks({Scale::linear, 0.31, 0.72}, 400, no_room)) ==
        Printed{"0.35", "0.4", "0.45", "0.5", "0.55", "0.6", "0.65", "0.7"});
  CHECK(printed(ticks({Scale::linear, -3, 3}, 100, no_room)) ==
        Printed{"-3", "-2", "-1", "0", "1", "2", "3"});
  CHECK(printed(ticks({Scale::logarithmic, 90, 2100}, 400, room_of_text)) ==
        Printed{"100", "200", "500", "1,000", "2,000"});
  CHECK(printed(ticks({Scale::logarithmic, 90, 12000}, 200, room_of_text)) ==
        Printed{"100", "1,000", "10,000"});
  CHECK(printed(ticks({Scale::logarithmic, 0.5, 1.3}, 300, room_of_text)) ==
        Printed{"0.6", "0.8", "1", "1.2"});
  CHECK(ticks({Scale::logarithmic, 1e-6, 1e9}, 200, room_of_text).size() >= 2);
  // An axis without room for two has one.
  CHECK(ticks({Scale::linear, 0, 24}, 1, room_of_text).size() == 1);
}

TEST_CASE("ticks of months have the year in January", "[plot]") {
  const Axis year{Scale::linear, 20362, 20727};  // October 2025 to October 2026
  CHECK(printed(month_ticks(year, 700, room_of_text)) ==
        Printed{"Nov 2025", "Jan 2026", "Mar", "May", "Jul", "Sep"});
}

TEST_CASE("an axis holds its values apart from the ends", "[plot]") {
  Dice dice(1);
  for (int i = 0; i < 300; ++i) {
    const Scale scale = i % 2 == 0 ? Scale::linear : Scale::logarithmic;
    std::vector<double> values;
    for (std::size_t n = dice.below(5); n-- > 0;)
      values.push_back(std::pow(10, dice.between(-5, 6)));
    const Axis axis = axis_of(scale, values, 0.06);
    CHECK(axis.low < axis.high);
    for (const double value : values) {
      CHECK(axis.place(value) < 0.95);
      if (scale == Scale::logarithmic) CHECK(axis.place(value) > 0.05);
      CHECK(axis.place(value) >= 0);
    }
    check_ticks(ticks(axis, dice.between(10, 800), room_of_text), axis);
  }
  CHECK(axis_of(Scale::logarithmic, {0, -1}, 0.06).low > 0);
  const double huge = std::numeric_limits<double>::max(), none = std::nan("");
  for (const Scale scale : {Scale::linear, Scale::logarithmic})
    for (const std::vector<double>& values : {std::vector{huge, 1e-300},
                                              {none, std::numeric_limits<double>::infinity()},
                                              {-huge, huge},
                                              {1e17, 1e17 + 32},
                                              {0, 0}}) {
      const Axis axis = axis_of(scale, values, 0.06);
      check_ticks(ticks(axis, 300, room_of_text), axis);
    }
}

TEST_CASE("a segment crosses a box only inside", "[plot]") {
  const Box box{10, 10, 20, 20};
  CHECK(crosses({{0, 0}, {30, 30}}, box));
  CHECK(crosses({{12, 12}, {13, 13}}, box));
  CHECK(crosses({{15, 0}, {15, 30}}, box));
  CHECK_FALSE(crosses({{0, 10}, {30, 10}}, box));
  CHECK_FALSE(crosses({{0, 25}, {30, 25}}, box));
  CHECK_FALSE(crosses({{0, 0}, {9, 30}}, box));
  CHECK_FALSE(crosses({{0, 0}, {5, 5}}, box));
}

TEST_CASE("labels never collide", "[plot]") {
  Dice dice(7);
  for (int i = 0; i < 36; ++i) {
    const auto kind = static_cast<Kind>(i % 6);
    const Scatter plot = random_plot(kind, dice);
    const double width = dice.between(320, 900);
    check_labels(lay_out(plot, {0, 24, width, dice.between(150, 500)}, pixels_of_test), 6);
    const double cells = std::floor(dice.between(40, 120));
    check_labels(lay_out(plot, {0, 1, cells, 12}, cells_of_test), 0.5);
  }
}

TEST_CASE("a plot in a terminal keeps to its size", "[plot]") {
  Dice dice(3);
  for (int i = 0; i < 24; ++i) {
    Scatter plot = random_plot(static_cast<Kind>(i % 6), dice);
    plot.x_axis = "cost over 3 years, USD";
    plot.y_axis = "speed of the work, RTX 3090 = 1";
    const std::size_t width = 40 + dice.below(80);
    for (const bool unicode : {true, false}) {
      const std::string text = to_terminal(plot, width, unicode);
      CHECK(std::ranges::count(text, '\n') <= 18);
      for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = text.find('\n', start);
        CHECK(columns(text.substr(start, end - start)) <= width);
        start = end + 1;
      }
      CHECK(to_terminal(plot, width, unicode) == text);
      if (!unicode)
        CHECK(
            std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    }
  }
  CHECK(to_terminal(Scatter(), 80, true).empty());
}

TEST_CASE("text in XML is escaped", "[plot]") {
  CHECK(xml_text("a <script>alert('x')</script> & \"b\"") ==
        "a &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;b&quot;");
  CHECK(xml_text("]]>&lt;") == "]]&gt;&amp;lt;");
  CHECK(xml_text(std::string("a\0b\x1b[31m\x7f", 9)) == "a\uFFFDb\uFFFD[31m\uFFFD");
  CHECK(xml_text("a\xff\xc0\xaf") == "a\uFFFD\uFFFD\uFFFD");
  CHECK(xml_text("\xEF\xBF\xBF\xEF\xBF\xBE") == "\uFFFD\uFFFD");
  CHECK(xml_text("GeForce – 日本") == "GeForce – 日本");
}

TEST_CASE("hostile names are text in SVG", "[plot]") {
  Scatter plot;
  plot.title = plot.description = plot.x_axis = plot.y_axis = plot.note = "</title><script>&\"'";
  plot.points.push_back({"</text><script>x</script>", 100.0, 1.0, true});
  const std::string svg = to_svg(plot, 600, 300);
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("&lt;script") != std::string::npos);
  const TimePoints times{"<b>", "<b>", "<b>", 0, 365, {{"<b>", {{1, 5.0}}, {}}, {"<b>", {}, {}}}};
  const StackedBars bars{"<b>", "<b>", "<b>", {"<b>"}, {{"<b>", 5, {3}}}};
  const Curves curves{
      "<b>", "<b>", "<b>", "<b>", {{"<b>", {{0, 1.0}, {1, 2.0}}}}, Curves::Mark{1, "<b>"}};
  for (const std::string& text :
       {to_svg(times, 400, 200), to_svg(bars, 400), to_svg(curves, 400, 200)})
    CHECK(text.find("<b>") == std::string::npos);
}

TEST_CASE("a label that is too wide is cut at a letter", "[plot]") {
  CHECK(clipped("RTX 3090", 8, cells_of_test) == "RTX 3090");
  CHECK(clipped("RTX 3090 Ti", 8, cells_of_test) == "RTX 309…");
  CHECK(clipped("RTX 3090 Ti", 5, cells_of_test) == "RTX…");
  CHECK(clipped("äöüäöü", 4, cells_of_test) == "äöü…");
}
