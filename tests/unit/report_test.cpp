// Reports: what a page says, and that no value becomes more than text.
#include <fmt/format.h>

#include <algorithm>

#include "catch.hpp"
#include "render/formats.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using nlohmann::json;

std::string page_of(std::vector<std::string> args) {
  args.insert(args.end(), {"--format", "html"});
  const Run run = run_fixed(args);
  CHECK(run.status <= 1);
  return run.out;
}

std::vector<std::string> headings(const std::string& page) {
  std::vector<std::string> out;
  for (std::size_t i = page.find("<h2>"); i != std::string::npos; i = page.find("<h2>", i + 1))
    out.push_back(page.substr(i + 4, page.find("</h2>", i) - i - 4));
  return out;
}

json data_in(const std::string& page) {
  const std::string mark = "id=\"answer\">";
  const std::size_t start = page.find(mark) + mark.size();
  return json::parse(page.substr(start, page.find("</script>", start) - start));
}

std::size_t count(const std::string& page, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t i = page.find(part); i != std::string::npos; i = page.find(part, i + 1)) ++n;
  return n;
}

TEST_CASE("every kind of work has a page for the smallest cards") {
  for (const Workload& work : shipped_catalog().workloads())
    for (const char* card : {"gtx-1650", "rtx-a400", "rtx-3060-12gb"}) {
      INFO(work.id << " on " << card);
      const Run page = run_gpupick({"recommend", "--for", std::string(work.id), "--only", card,
                                    "--details", "--format", "html"});
      CHECK(page.status <= 1);
      CHECK(page.out.ends_with("</html>\n"));
    }
}

TEST_CASE("a report gives the verdict first, then the evidence", "[report]") {
  const std::string page = page_of({"recommend", "--vram", "24", "--budget", "2000"});
  CHECK(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  CHECK_THAT(page,
             ContainsSubstring("<h1>General AI work in a desktop PC, at least 24 GiB, at most "
                               "2,000 USD</h1>"));
  CHECK_THAT(page, ContainsSubstring("<p class=\"big\">Buy a used RTX 3090, "));
  CHECK_THAT(page, ContainsSubstring(" USD to pay</strong>: "));
  CHECK_THAT(page, ContainsSubstring(" USD over 3 years</strong>: "));
  CHECK_THAT(page,
             ContainsSubstring("<code>gpupick recommend --vram 24 --budget 2000 --format html"));
  const std::vector<std::string> all = headings(page);
  const std::vector<std::string> parts = {"Speed against cost", "The 2 best",
                                          "Prices over a year", "Before you order",
                                          "Why not the others", "How sure"};
  std::size_t last = 0;
  for (const std::string& part : parts) {
    const auto at = static_cast<std::size_t>(std::ranges::find(all, part) - all.begin());
    INFO(part);
    CHECK(at < all.size());
    CHECK(at >= last);
    last = at;
  }
}

TEST_CASE("a part of a report without data is left out", "[report]") {
  const auto has = [](const std::vector<std::string>& args, const char* heading) {
    const std::vector<std::string> all = headings(page_of(args));
    return std::ranges::find(all, heading) != all.end();
  };
  CHECK_FALSE(has({"recommend"}, "Memory of the job"));
  CHECK(has({"recommend", "--model", "llama-3.1-8b"}, "Memory of the job"));
  CHECK_FALSE(has({"recommend", "--only", "rtx-3090"}, "Speed against cost"));
  CHECK_FALSE(
      has({"recommend", "--only", "rtx-3090", "--price", "rtx-3090=900"}, "Prices over a year"));
  CHECK_FALSE(has({"recommend", "--rent"}, "Own or rent"));
  CHECK_FALSE(has({"recommend", "--budget", "1"}, "How sure"));
}

TEST_CASE("a report shows the offers behind a rent of any kind", "[report]") {
  for (const std::string kind : {"cloud_on_demand", "cloud_spot", "cloud_reserved"}) {
    const Run run =
        run_fixed({"recommend", "--rent", "--only", "rtx-3090", "--add", "-", "--format", "html"},
                  R"({"prices": [{"card": "rtx-3090", "kind": ")" + kind +
                      R"(", "usd": 0.2, "basis": "list", "date": "2026-11-01", "what": "one offer",
                        "source": "coreweave", "confidence": "medium"}]})");
    INFO(kind << run.err);
    CHECK_THAT(run.out, ContainsSubstring("one offer"));
  }
}

TEST_CASE("the data of a report is that of the cards it shows", "[report]") {
  const std::string page = page_of({"recommend", "--vram", "24", "--budget", "2000"});
  const Run run = run_fixed({"recommend", "--vram", "24", "--budget", "2000", "--top", "10",
                             "--no-excluded", "--format", "json"});
  json data = data_in(page);
  data.erase("costs");  // of the cards in roles
  CHECK(data == json::parse(run.out));
}

TEST_CASE("every answer has a page", "[report]") {
  const std::string checked = "validate " + project_path("tests/bad");
  for (const char* line :
       {"diff rtx-3090 rtx-4090", "diff rtx-3090 rtx-4090 --model llama-3.1-8b", "cost rtx-3090",
        "estimate rtx-3090 --model llama-3.1-8b", "estimate rtx-3090 --model llama-3.3-70b",
        "list --vram 24", "prices rtx-3090", "show rtx-3090", "workloads",
        "recommend --why rtx-4090", "recommend --short", checked.c_str()}) {
    INFO(line);
    const std::string page = page_of(split_arguments(line));
    CHECK(count(page, "<h1>") == 1);
    CHECK(count(page, "<p></p>") == 0);
    const json data = data_in(page);
    CHECK(data["schema"].get<std::string>().starts_with("gpupick/"));
  }
}

TEST_CASE("no value of a report becomes an element, a script or an address", "[report]") {
  const std::string attack =
      R"(</script></style><script>alert(1)</script><img src=x onerror=alert(1)>\"' onload=\"x)";
  for (const std::string& text :
       {attack, std::string("`<b>`"), std::string("<!--"), std::string("&lt;script&gt;")}) {
    Answer answer{.schema = "recommend/6", .facts = {{"name", text}}};
    answer.add(Line{.head = text, .phrases = {text, text}, .aside = text, .tone = Tone::strong});
    answer.add(Line{.label = text, .head = text, .phrases = {text, text}});
    answer.add(Section{.title = text, .id = text, .folded = true});
    Grid grid{{{{text}, {text, Align::right, 0, text}}, {{text, text}, {text, text}}}};
    grid.links.push_back({1, {"javascript:alert(1)", "https://example.org/\"><script>"}});
    answer.add(std::move(grid));
    answer.add(Scatter{text, text, text, text, {{text, 1.0, 1.0}, {text, 2.0, 3.0}}});
    const std::string page = html_of(answer, {.command = text});
    INFO(page);
    CHECK(count(page, "<script") == 1);
    CHECK(count(page, "</script") == 1);
    CHECK(count(page, "</style") == 1);
    CHECK(count(page, "<img") == 0);
    CHECK(count(page, "<!--") == 0);
    CHECK(count(page, "<b>") == 0);
    CHECK(count(page, "\" onload=\"") == 0);
    CHECK(count(page, "javascript:") == 0);
    CHECK(count(page, "href=\"https://example.org/&quot;&gt;&lt;script&gt;\"") == 1);
    CHECK(data_in(page)["name"] == text);
  }
}

TEST_CASE("a report shows the command as a shell reads it", "[report]") {
  const std::string page = page_of({"recommend", "--vram", "24", "--why", "RTX 4090"});
  CHECK_THAT(page, ContainsSubstring("gpupick recommend --vram 24 --why &#39;RTX 4090&#39; "));
}

TEST_CASE("a report of the largest question stays small", "[report]") {
  for (const char* line :
       {"recommend", "recommend --model llama-3.3-70b --gpus 1-4",
        "recommend --have 3060-12gb --details", "diff rtx-3090 rtx-4090 --all"}) {
    std::vector<std::string> args = split_arguments(line);
    args.insert(args.end(), {"--format", "html"});
    CHECK(run_gpupick(args).out.size() < 150'000);
  }
}

}  // namespace
}  // namespace gpupick
