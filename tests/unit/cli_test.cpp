#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "schema/csv.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

using Parsed = nlohmann::json;

TEST_CASE("command lines split as in a shell") {
  CHECK(split_arguments("a 'b c' \"d\" ''") == std::vector<std::string>{"a", "b c", "d", ""});
}

TEST_CASE("exit status: 0 done, 1 nothing fits, 2 refused") {
  const std::pair<const char*, int> rows[] = {
      {"recommend --vram 24 --budget 2000", 0},
      {"recommend --vram 1999", 1},
      {"recommend --vram", 2},
      {"recommend --vram x", 2},
      {"recommend --vram nan", 2},
      {"recommend --vram -1", 2},
      {"recommend --budget 1e999", 2},
      {"recommend --top 0", 2},
      {"recommend --segment toys", 2},
      {"recommend --only no-such-card", 2},
      {"recommend --weight speed=0", 2},
      {"recommend --weight beauty=1", 2},
      {"recommend --price 4090", 2},
      {"recommend --price 4090=-3", 2},
      {"recommend --as-of yesterday", 2},
      {"recommend --why no-such-card", 2},
      {"recommend --for no-such-work", 2},
      {"recommend --for /no/such/file.json", 2},
      {"recommend --catalog /no/such/file", 2},
      {"recommend --catalog /", 2},
      {"recommend --bogus", 2},
      {"diff rtx-4090", 2},
      {"diff rtx-4090 nonsense", 2},
      {"show", 2},
      {"show rtx-4090", 0},
      {"list --vram 1999", 1},
      {"list --sort beauty", 2},
      {"list --columns beauty", 2},
      {"workloads", 0},
      {"workloads nonsense", 2},
      {"validate", 0},
      {"validate /no/such/file", 2},
      {"help", 0},
      {"help diff", 0},
      {"help nonsense", 2},
      {"nonsense --help", 2},
      {"-V", 0},
      {"--version", 0},
      {"--help", 0},
      {"recommend --help", 0},
      {"nonsense", 2},
      {"recommend extra", 2},
      {"--format xml list", 2},
  };
  for (const auto& [line, status] : rows) {
    const Run run = run_fixed(split_arguments(line));
    INFO(line << "\n" << run.out << run.err);
    CHECK(run.status == status);
    if (status == 2) {
      CHECK(run.out.empty());
      CHECK_THAT(run.err, ContainsSubstring("gpupick: error: "));
    } else {
      CHECK(run.err.empty());
      CHECK_FALSE(run.out.empty());
    }
  }
}

TEST_CASE("quoted CSV cells keep quotation marks and commas") {
  CHECK(cells_of("a,\"b \"\"c\"\", d\",e\r") == std::vector<std::string>{"a", "b \"c\", d", "e"});
}

TEST_CASE("a decimal comma is read as one") {
  CHECK_THAT(run_fixed({"recommend", "--vram", "24,5"}).out,
             ContainsSubstring("at least 24.5 GiB"));
}

TEST_CASE("every command prints well-formed JSON, CSV and Markdown") {
  for (const char* command :
       {"recommend --vram 24", "recommend --vram 24 --why 4090", "recommend --why 3090",
        "diff rtx-4090 rx-7900-xtx h100-sxm --for general", "show k80", "list --vram 48",
        "workloads", "workloads general", "validate"}) {
    INFO(command);
    std::vector<std::string> args = split_arguments(command);
    args.insert(args.end(), {"--format", "json"});
    const Run json = run_fixed(args);
    CHECK(json.status == 0);
    CHECK(Parsed::parse(json.out).contains("schema"));
    args.back() = "csv";
    const Run csv = run_fixed(args);
    CHECK(csv.status == 0);
    // Every line has as many cells as the header; no cell here holds a line end.
    std::size_t cells = 0;
    bool quoted = false;
    std::size_t header = 0;
    for (const char c : csv.out) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++cells;
      if (c != '\n') continue;
      if (header == 0) header = cells + 1;
      CHECK(cells + 1 == header);
      cells = 0;
    }
    args.back() = "markdown";
    CHECK(run_fixed(args).status == 0);
  }
}

TEST_CASE("a data-sheet rate is marked stated and has no interval") {
  const std::vector<std::string> args =
      split_arguments("recommend --for hpc-fp64 --only h100-pcie --format");
  const auto in = [&](const char* form) {
    std::vector<std::string> all = args;
    all.emplace_back(form);
    return run_fixed(all).out;
  };
  const Parsed speed = Parsed::parse(in("json"))["ranked"][0]["jobs"][0]["speed"];
  CHECK(speed["stated"] == true);
  CHECK_FALSE(speed.contains("rough"));
  CHECK_FALSE(speed.contains("low"));
  const std::string csv = in("csv");
  const std::vector<std::string> header = cells_of(csv.substr(0, csv.find('\n')));
  const std::vector<std::string> row = cells_of(csv.substr(csv.find('\n') + 1));
  for (std::size_t i = 0; i < header.size(); ++i)
    if (header[i] == "speed_dgemm_low" || header[i] == "speed_dgemm_high") CHECK(row[i].empty());
}

TEST_CASE("the flag --why answers in JSON and CSV too") {
  const auto in = [](const char* form, const char* card) {
    return run_fixed(
               {"recommend", "--vram", "24", "--budget", "2000", "--why", card, "--format", form})
        .out;
  };
  CHECK_THAT(run_fixed({"recommend", "--only", "rtx-3090", "--why", "rtx-3090"}).out,
             ContainsSubstring("RTX 3090 is the card to buy. It is 1st by score with "));
  const Parsed ranked = Parsed::parse(in("json", "rtx-3090"));
  CHECK(ranked["position"].get<int>() >= 1);
  CHECK(ranked["failed"].empty());
  const Parsed left_out = Parsed::parse(in("json", "rtx-4090"));
  CHECK_FALSE(left_out.contains("position"));
  CHECK(left_out["position_if_admitted"].get<int>() >= 1);
  CHECK(left_out["failed"].size() == 1);
  for (const auto& [card, limit] :
       {std::pair("rtx-3090", "rtx-3090,1,,"), {"rtx-4090", "rtx-4090,,"}}) {
    const std::string csv = in("csv", card);
    INFO(csv);
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 2);  // the header, and one row
    CHECK_THAT(csv, ContainsSubstring(limit));
  }
}

TEST_CASE("a terminal shows a progress line while much data is read") {
  const auto read_on_terminal = [](std::size_t bytes) {
    std::istringstream in(R"({"gpus": [)" + std::string(bytes, ' ') + "]}");
    std::ostringstream out, err;
    Environment terminal{in, out, err,
                         std::chrono::year_month_day(std::chrono::year(2026) / 10 / 12)};
    terminal.err_is_terminal = true;
    CHECK(run({"validate", "-"}, terminal) == 0);
    return err.str();
  };
  CHECK(read_on_terminal(std::size_t{33} << 20U) ==
        "\r\033[Kgpupick: reading 33 MiB of data ...\r\033[K");
  CHECK(read_on_terminal(1000).empty());
}

TEST_CASE("a config file supplies defaults for flags not given") {
  namespace fs = std::filesystem;
  const std::string path =
      (fs::temp_directory_path() / fmt::format("gpupick-config-{}.json", ::getpid())).string();
  const auto run_by = [&](const std::string& config, const std::string& line) {
    std::ofstream(path) << config;
    std::vector<std::string> args = split_arguments(line);
    args.insert(args.end(), {"--catalog", project_path("tests/catalog")});
    std::istringstream in;
    std::ostringstream out, err;
    Environment user{in, out, err, std::chrono::year_month_day(std::chrono::year(2026) / 10 / 12)};
    user.config = path;
    const int status = run(args, user);
    return Run{status, out.str(), err.str()};
  };
  const std::string mine =
      R"({"kwh": 0.4, "hours-per-day": 8, "always-on": true, "price": ["rtx-3090=700"]})";
  const Run plain = run_by("{}", "cost rtx-3090"), by_file = run_by(mine, "cost rtx-3090");
  CHECK(plain.err.empty());
  CHECK(by_file.out ==
        run_by("{}", "cost rtx-3090 --kwh 0.4 --hours-per-day 8 --always-on --price rtx-3090=700")
            .out);
  CHECK_THAT(by_file.err, ContainsSubstring("note: --kwh 0.4, --hours-per-day 8, --always-on true "
                                            "and --price rtx-3090=700 from " +
                                            path));
  CHECK(run_by(mine, "cost rtx-3090 --no-config").out == plain.out);
  CHECK(run_by("{}", "cost rtx-3090 --config " + path).out == plain.out);
  // Flags on the command line win, and a command ignores defaults for flags that it lacks.
  CHECK(run_by(mine, "cost rtx-3090 --kwh 0.1 --hours-per-day 8 --always-on --price rtx-3090=700")
            .out ==
        run_by("{}", "cost rtx-3090 --kwh 0.1 --hours-per-day 8 --always-on --price rtx-3090=700")
            .out);
  CHECK(run_by(mine, "models").err.empty());
  CHECK(run_by(R"({"$schema": "x", "always-on": false})", "cost rtx-3090").out == plain.out);
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"kwhh": 1})", ":1:2: 'kwhh' is no flag that may have a default; did you mean --kwh?"},
      {R"({"vram": 24})", "'vram' is no flag"},
      {R"({"kwh": "much"})", ":1:9: --kwh"},
      {R"({"kwh": null})", ":1:9: --kwh takes a number, a text or true"},
      {R"({"kwh": []})", ":1:9: --kwh needs a value; leave the key out for none"},
      {R"({"kwh": false})", ":1:9: --kwh needs a value"},
      {R"({"help": true})", "'help' is no flag that may have a default"},
      {R"({"add": ["-"]})", "--add in a file cannot read standard input"},
      {R"([1])", "defaults are an object"},
      {R"({"kwh": 1, "kwh": 2})", ":1:12:"},
      {"{", ":1:2: "}};
  for (const auto& [config, message] : wrong) {
    const Run refused = run_by(config, "cost rtx-3090");
    INFO(config);
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, ContainsSubstring(message));
  }
  const Run both = run_by(R"({"prefer": "value", "weight": "speed=1"})", "recommend");
  CHECK(both.status == 2);
  CHECK_THAT(both.err, ContainsSubstring(":1:21: --weight cannot be combined with --prefer"));
  CHECK_THAT(run_by("{", "cost rtx-3090").err,
             !ContainsSubstring("error: " + path + ":1:2: error"));
  // Each of these is found when the question is put together.
  for (const char* config :
       {R"({"currency": "EUR"})", R"({"vat": 200})", R"({"host": "tower"})",
        R"({"for": "nothing"})", R"({"region": "Mars"})", R"({"as-of": "soon"})",
        R"({"price": "nothing=1"})", R"({"years": 1000})", R"({"weight": "taste=1"})",
        R"({"kwh": "0.3EUR"})"}) {
    INFO(config);
    const Run refused = run_by(config, "recommend"), checked = run_by(config, "validate " + path);
    CHECK(refused.status == 2);
    CHECK(checked.status == 1);
    CHECK_THAT(checked.out, ContainsSubstring(path + ":1:"));
    CHECK_THAT(refused.err, ContainsSubstring(path + ":1:"));
  }
  CHECK(run_by(R"({"currency": "EUR=1.08", "kwh": "0,3 EUR"})", "validate " + path).status == 0);
  CHECK(run_by("{}", "cost rtx-3090 --config /no/such/file").status == 2);
  const std::string folder = project_path("tests/catalog");
  CHECK_THAT(run_by("{}", "cost rtx-3090 --config " + folder).err,
             ContainsSubstring("it is a folder"));
  CHECK(run_by("", "cost rtx-3090").out == plain.out);
  CHECK(run_by("\n", "validate " + path).out == "0 defaults in " + path + "\n");
  // validate lists a mistake in the defaults once, in the form of --format.
  for (const char* config : {"{", R"({"kwhh": 1})"})
    for (const std::string& data : {folder, path}) {
      INFO(config << data);
      const Run found = run_by(config, "validate --format sarif " + data);
      CHECK(found.status == 1);
      const Parsed results = Parsed::parse(found.out)["runs"][0]["results"];
      CHECK(std::ranges::count_if(results, [&](const Parsed& one) {
              return one.dump().find(path) != std::string::npos;
            }) == 1);
    }
  fs::remove(path);
  fs::create_symlink(path, path);
  for (const char* line : {"list", "validate"}) {
    std::istringstream none;
    std::ostringstream nothing, said;
    Environment user{none, nothing, said, {}};
    user.config = path;
    CHECK(run({line}, user) == 2);
    CHECK_THAT(said.str(), ContainsSubstring("is no file that can be read; `--no-config`"));
  }
  fs::remove(path);
  // A named pipe at the usual place would be waited for.
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::istringstream in;
  std::ostringstream out, err;
  Environment user{in, out, err, std::chrono::year_month_day(std::chrono::year(2026) / 10 / 12)};
  user.config = path;
  CHECK(run({"cost", "rtx-3090"}, user) == 2);
  CHECK_THAT(err.str(), ContainsSubstring("is no file that can be read; `--no-config` leaves"));
  fs::remove(path);
}

TEST_CASE("validate recognizes a defaults file by its keys") {
  namespace fs = std::filesystem;
  const std::string path =
      (fs::temp_directory_path() / fmt::format("gpupick-defaults-{}.json", ::getpid())).string();
  const auto check = [&](const std::string& text, std::vector<std::string> more = {}) {
    std::ofstream(path) << text;
    std::vector<std::string> args = {"validate", path};
    args.insert(args.end(), more.begin(), more.end());
    return run_fixed(args);
  };
  const std::string mine = R"({"kwh": 0.4, "host": "workstation"})";
  CHECK(check(mine).out == "2 defaults in " + path + "\n");
  CHECK(check(mine).status == 0);
  CHECK(Parsed::parse(check(mine, {"--format", "json"}).out)["errors"] == 0);
  const Run both = check(mine, {project_path("tests/bad/memory-size.json")});
  CHECK(both.status == 1);
  CHECK(both.out.starts_with("2 defaults in " + path + "\n"));
  CHECK_THAT(both.out, ContainsSubstring("in 1 card"));
  const Run wrong = check(R"({"kwh": 0.4, "kwhh": 1})");
  CHECK(wrong.status == 1);
  CHECK_THAT(wrong.out, ContainsSubstring(":1:14: error: 'kwhh' is no flag"));
  CHECK_THAT(check(R"({"kwh": "much"})", {"--format", "github"}).out,
             ContainsSubstring("line=1,col=9,title=wrong-type::--kwh"));
  // A file without a known flag is read as data.
  CHECK_THAT(check(R"({"kwhh": 1})").out, ContainsSubstring("a data file has no key 'kwhh'"));
  CHECK(check(R"({"gpus": []})").status == 0);
  CHECK_THAT(check(R"({"kwh": []})").out, ContainsSubstring("--kwh needs a value"));
  CHECK_THAT(check(R"({"prices": []})").out, ContainsSubstring("0 prices"));
  CHECK_THAT(check(R"({"prices": [{}]})").out, ContainsSubstring("1 price"));
  CHECK_THAT(check(R"({"prices": "mine.csv"})").out,
             ContainsSubstring(":1:12: error: cannot read"));
  CHECK(check(R"({"kwh": 0.4})").out == "1 default in " + path + "\n");
  CHECK(check("").status == 1);
  const std::string own = fmt::format("gpupick-own-{}.csv", ::getpid());
  const std::string beside = (fs::path(path).parent_path() / own).string();
  std::ofstream(beside) << "card,usd\n3090,555\n";
  std::ofstream(path) << Parsed{{"prices", own}};
  const std::string plain = run_fixed({"cost", "3090"}).out;
  const std::string with_own = run_fixed({"cost", "3090", "--config", path}).out;
  CHECK(with_own == run_fixed({"cost", "3090", "--prices", beside}).out);
  CHECK(with_own != plain);
  CHECK(run_fixed({"validate", path}).out == "1 default in " + path + "\n");
  fs::remove(beside);
  fs::remove(path);
}

TEST_CASE("a name for standard input needs it among the paths") {
  const Run run = run_fixed({"validate", "--stdin-filename", "x.json"}, "{}");
  CHECK(run.status == 2);
  CHECK_THAT(run.err, ContainsSubstring("--stdin-filename names the data in standard input"));
}

TEST_CASE("an error lists no known names if there are none") {
  const std::string err =
      run_fixed({"recommend", "--for", "chat", "--catalog", "-"}, R"({"gpus": []})").err;
  CHECK_THAT(err, ContainsSubstring("no workload is called 'chat'\n"));
}

TEST_CASE("SARIF holds each finding with its rule and place") {
  const Run run =
      run_fixed({"validate", project_path("tests/bad/memory-size.json"), "--format", "sarif"});
  CHECK(run.status == 1);
  const Parsed sarif = Parsed::parse(run.out);
  CHECK(sarif["version"] == "2.1.0");
  const Parsed& result = sarif["runs"][0]["results"][0];
  CHECK(result["ruleId"] == "memory-size");
  CHECK(sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] ==
        "memory-size");
  CHECK(result["locations"][0]["physicalLocation"]["region"]["startLine"] == 17);
}

TEST_CASE("GitLab fingerprints do not change when lines are added above a finding") {
  const auto report = [](const std::string& above) {
    const Run run =
        run_fixed({"validate", "-", "--format", "gitlab", "--stdin-filename", "my.json"},
                  above + R"({"tasks": [{"id": "A"}, {"id": "A"}], "x": 1})");
    CHECK(run.status == 1);
    return Parsed::parse(run.out);
  };
  const Parsed plain = report(""), moved = report("\n\n");
  REQUIRE(plain.size() == moved.size());
  std::set<std::string> fingerprints;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CHECK(plain[i]["location"]["path"] == "my.json");
    CHECK(plain[i]["location"]["lines"]["begin"] == 1);
    CHECK(moved[i]["location"]["lines"]["begin"] == 3);
    CHECK(plain[i]["fingerprint"] == moved[i]["fingerprint"]);
    fingerprints.insert(plain[i]["fingerprint"].get<std::string>());
  }
  CHECK(fingerprints.size() == plain.size());
}

TEST_CASE("GitHub annotations take one line each and are escaped") {
  const Run run =
      run_fixed({"validate", "-", "--format", "github"}, R"({"tasks": [{"id": "a%b\nc"}]})");
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("::error file=-,line=1,col=19,title=control-character::"));
  CHECK_THAT(run.out, ContainsSubstring(R"("a%25b\x0ac")"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 2);  // the finding and the summary
}

TEST_CASE("no line of findings begins like a workflow command") {
  for (const char* data : {"[]", R"({"gpus": 1, "x": 2})"}) {
    const Run run = run_fixed({"validate", "-", "--stdin-filename", "::error::a.json"}, data);
    CHECK(run.out.starts_with("./::error::a.json:1:"));
    CHECK_THAT("\n" + run.out, !ContainsSubstring("\n::"));
  }
}

TEST_CASE("file names are escaped in GitHub annotations and SARIF URIs") {
  namespace fs = std::filesystem;
  const fs::path path =
      fs::temp_directory_path() / fmt::format("gpupick, {}:1 100%.json", ::getpid());
  const fs::path letters =
      fs::temp_directory_path() / fmt::format("AZaz09-._~ \xc3\xa9{}.json", ::getpid());
  for (const fs::path& one : {path, letters}) std::ofstream(one) << "[]";
  const Run run = run_fixed({"validate", path.string(), "--format", "github"});
  const Parsed sarif = Parsed::parse(
      run_fixed({"validate", letters.string(), "--format", "sarif"}).out)["runs"][0]["results"][0];
  for (const fs::path& one : {path, letters}) fs::remove(one);
  CHECK_THAT(
      sarif["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>(),
      ContainsSubstring(fmt::format("/AZaz09-._~%20%C3%A9{}.json", ::getpid())));
  CHECK_THAT(run.out,
             ContainsSubstring(fmt::format("gpupick%2C {}%3A1 100%25.json,line=1,", ::getpid())));
  CHECK_THAT(run.out, ContainsSubstring("such as 'gpus', not"));
}

TEST_CASE("an implausible weight is rejected") {
  Parsed file = Parsed::parse(run_fixed({"workloads", "general", "--format", "json"}).out);
  file["workloads"][0]["jobs"][0]["weight"] = 1e300;
  const Run run = run_fixed({"workloads", "-", "--format", "json"}, file.dump());
  CHECK(run.status == 2);
  CHECK_THAT(run.err, ContainsSubstring("'weight' 1e+300 is not between 0.001 and 1,000"));
}

TEST_CASE("the flags --top and --sort count in JSON as in text") {
  const auto json = [](const char* line) {
    return Parsed::parse(run_fixed(split_arguments(std::string(line) + " --format json")).out);
  };
  const Parsed all = json("workloads")["workloads"], two = json("workloads --top 2")["workloads"];
  REQUIRE(all.size() > 2);
  REQUIRE(two.size() == 2);
  CHECK(two[1] == all[1]);
  const Parsed sorted = json("workloads --sort workload")["workloads"];
  REQUIRE(sorted.size() == all.size());
  for (std::size_t i = 1; i < sorted.size(); ++i) CHECK(sorted[i - 1]["id"] < sorted[i]["id"]);
  const Parsed prices = json("prices rtx-3090 --top 1")["prices"];
  for (const Parsed& line : prices) CHECK(line["rows"].size() == 1);
}

TEST_CASE("every answer counts the parameters of a mixture that a token uses alike") {
  const auto models = Parsed::parse(run_fixed({"models", "--format", "json"}).out)["models"];
  std::size_t mixtures = 0;
  for (const auto& model : models) {
    if (model["kind"] != "language") continue;
    const std::string id = model["id"];
    INFO(id);
    const auto one = Parsed::parse(run_fixed({"models", id, "--format", "json"}).out);
    CHECK(model.value("active_parameters", Parsed()) == one.value("active_parameters", Parsed()));
    mixtures += one.contains("active_parameters");
  }
  CHECK(mixtures > 0);
  const auto fits = Parsed::parse(run_fixed({"fit", "h100-sxm", "--format", "json"}).out)["models"];
  for (const auto& fit : fits)
    for (const auto& model : models)
      if (model["id"] == fit["model"] && model["kind"] == "language")
        CHECK(fit.value("active_parameters", Parsed()) ==
              model.value("active_parameters", Parsed()));
}

TEST_CASE("no letter of a card's name is a mark") {
  std::string card = read_text(project_path("tests/cli/card.json"));
  const std::string name = "My Card";
  card.replace(card.find(name), name.size(), "q*#m of mine");
  const Run run = run_fixed(
      {"recommend", "--only", "my-card,rtx-3090", "--price", "my-card=500", "--add", "-"}, card);
  INFO(run.out << run.err);
  for (const char* meaning : {"q fewer bits", "m partly in", "# at a lower", "* not as asked"})
    CHECK_THAT(run.out, !ContainsSubstring(meaning));
}

TEST_CASE("a printed workload gives the same answer as its name") {
  for (const char* name : {"general", "llm-serving", "hpc-fp64"}) {
    const std::string profile = run_gpupick({"workloads", name, "--format", "json"}).out;
    const Run named = run_gpupick({"recommend", "--for", name});
    CHECK(run_gpupick({"recommend", "--for", "-"}, profile).out == named.out);
  }
}

TEST_CASE("several kinds of work count alike") {
  const auto shares = [](const char* work) {
    const Run run = run_gpupick({"recommend", "--for", work, "--format", "json", "--top", "1"});
    REQUIRE(run.status == 0);
    std::map<std::string, double> out;
    const Parsed answer = Parsed::parse(run.out);
    for (const Parsed& job : answer["ranked"][0]["jobs"])
      out[job["label"].get<std::string>()] += job["share"].get<double>();
    return out;
  };
  const auto chats = shares("llm-inference"), images = shares("images"),
             both = shares("chat,images");
  CHECK(both.size() == chats.size() + images.size());
  for (const auto& one : {chats, images})
    for (const auto& [label, share] : one) CHECK(both.at(label) == Approx(share / 2));
}

TEST_CASE("a language model takes the task of the work that is named") {
  const std::pair<const char*, const char*> rows[] = {
      {"llm-serving", "serve"}, {"llm-finetuning", "qlora"}, {"general", "chat"}};
  for (const auto& [work, task] : rows) {
    const Run run = run_gpupick(
        {"recommend", "--for", work, "--model", "qwen3-8b", "--format", "json", "--top", "1"});
    CHECK(Parsed::parse(run.out)["job"]["task"] == task);
  }
}

TEST_CASE("an error names the wrong word and a valid alternative") {
  const std::pair<const char*, const char*> rows[] = {
      {"shwo 4090", "no command is called 'shwo'; did you mean show?"},
      {"'it: takes all'", "no command is called 'it: takes all'"},
      {"--verison", "no option is called '--verison'; did you mean --version?"},
      {"help recomend", "no command is called 'recomend'; did you mean recommend?"},
      {"generate shcema", "no command is called 'shcema'; did you mean schema?"},
      {"recommend --vendor nvidia amd --top 1",
       "'amd' was not expected; put commas between values, as in --vendor nvidia,amd"},
      {"list --only rtx-3090, rtx-4090", "as in --only rtx-3090,rtx-4090"},
      {"list --as-of 31.02.2026", "--as-of takes a date such as 2026-09-30, not '31.02.2026'"},
      {"estimate 4090 --model claude-opus", "its weights are not published"},
      {"estimate 4090 --task image --resolution 0x0", "not '0x0'"},
      {"estimate 4090 --task image --resolution 1024x", "not '1024x'"},
      {"show rtx 4090", "put a name of several words in quotation marks"},
      {"recommend --quant q4_k_m", "--quant describes a job; name its model or task too"},
      {"estimate 4090 --task image --model llama-3.1-8b",
       "llama-3.1-8b is a language model; name a network for image, as in `--model sdxl-base-1.0`"},
      {"estimate 4090,4090", "lists several cards; join them with a plus"},
      {"recommend --config - --prices -", "standard input (-) is named twice"},
      {"recommend --config=- --for -", "standard input (-) is named twice"},
      {"generate schema --format csv", "this prints JSON"},
      {"estimate 4090:2000", "'4090:2000' must name 1 to 1,024 cards"},
      {"recommend --weight speed=1 --prefer value", "cannot be combined with --"},
      {"recommend --why 4090 --top 3", "cannot be combined with --"},
      {"recommend --why 4090 --explain", "cannot be combined with --"},
      {"estimate 4090 --checkpointing --no-checkpointing", "cannot be combined with --"},
      {"estimate --rows - --format csv", "--rows answers in JSON"},
      {"fit 4090 --for lora --task chat", "cannot be combined with --"},
      {"recommend --price rtx-3090=900 --price 3090=800", "--price has two prices for rtx-3090"},
      {"recommend --top 0", "takes a whole number from 1 to 1,000,000, not '0'"},
  };
  for (const auto& [line, said] : rows) {
    const Run run = run_fixed(split_arguments(line));
    INFO(line << "\n" << run.out);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(said));
  }
}

TEST_CASE("a part of a word names no computer") {
  for (const char* name : {"err", "N/A", "E", "4", "ti", "gpu", "cboo"}) {
    const Run run = run_gpupick({"show", name});
    INFO(run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, !ContainsSubstring("computers of that name"));
  }
  CHECK_THAT(run_gpupick({"show", "mac studio"}).err, ContainsSubstring("computers of that name"));
  CHECK_THAT(run_gpupick({"show", "tpu"}).err,
             ContainsSubstring("`gpupick list --match tpu` names those like it"));
}

TEST_CASE("diff shows every card at any terminal width") {
  std::vector<std::string> args{"diff", "rtx-3090", "rtx-4090", "rtx-5090", "rx-7900-xtx", "k80"};
  for (const std::size_t width : {40U, 60U, 80U, 100U, 300U}) {
    const Run run = run_fixed(args, "", width);
    INFO(width << "\n" << run.out);
    for (const char* card : {" RTX 3090", " RTX 4090", " RTX 5090", " RX 7900", " K80"})
      CHECK_THAT(run.out, ContainsSubstring(card));
  }
}

TEST_CASE("a catalog may lack what a command does not need") {
  const std::string card = project_path("tests/cli/card.json");
  CHECK(run_gpupick({"show", "my-card", "--catalog", card}).status == 0);
  CHECK(run_gpupick({"list", "--catalog", card}).status == 0);
  CHECK(run_gpupick({"models", "--catalog", card}).status == 0);
}

TEST_CASE("without arguments the program says where to start") {
  const Run run = run_gpupick({});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("gpupick recommend --vram 24 --budget 2000"));
}

TEST_CASE("flags accept units, thousands separators and any letter case") {
  const std::pair<const char*, const char*> rows[] = {
      {"recommend --vram 24 --budget 2000", "recommend --vram 24GB --budget $2k"},
      {"recommend --vram 24 --budget 2000", "recommend --vram '24 GiB' --budget $2,000"},
      {"recommend --max-power 300 --psu 650", "recommend --max-power 300W --psu '650 W'"},
      {"recommend --max-length 300 --vendor nvidia",
       "recommend --max-length 300mm --vendor NVIDIA"},
      {"list --format markdown", "list --format MD"},
      {"recommend --price 3090=900", "recommend --price 3090=$900"},
  };
  for (const auto& [plain, written] : rows) {
    INFO(written);
    const Run run = run_fixed(split_arguments(written));
    CHECK(run.status == 0);
    CHECK(run.out == run_fixed(split_arguments(plain)).out);
  }
  for (const char* wrong : {"--vram 24W", "--vram 2k", "--budget 2kk", "--max-power 300USD"})
    CHECK(run_fixed(split_arguments(std::string("recommend ") + wrong)).status == 2);
}

TEST_CASE("models and formats are found by the names of published files") {
  const std::pair<const char*, const char*> rows[] = {
      {"--model llama-3.1-8b", "--model meta-llama/Llama-3.1-8B-Instruct"},
      {"--model llama-3.1-8b", "--model bartowski/Meta-Llama-3.1-8B-Instruct-GGUF"},
      {"--model qwen3-8b --quant awq", "--model Qwen/Qwen3-8B-AWQ"},
      {"--model qwen3-8b --quant q5_k_m", "--model Qwen3-8B-Q5_K_M.gguf"},
      {"--model qwen3-8b --quant q4_k_m", "--model qwen3:8b --quant int4"},
      {"--model qwen3-8b --quant f16", "--model qwen3-8b --quant FP16"},
      {"--model qwen3-8b --runtime llama.cpp", "--model qwen3-8b --runtime ollama"},
  };
  for (const auto& [plain, written] : rows) {
    INFO(written);
    const Run run = run_gpupick(split_arguments(std::string("estimate rtx-4090 ") + written));
    CHECK(run.status == 0);
    CHECK(run.out == run_gpupick(split_arguments(std::string("estimate rtx-4090 ") + plain)).out);
  }
  for (const char* part : {"qwen3", "llama", "70b"}) {
    const Run run = run_gpupick({"estimate", "rtx-4090", "--model", part});
    INFO(run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring("may be "));
    CHECK_THAT(run.err, ContainsSubstring("name one of them"));
  }
  CHECK(
      run_gpupick({"estimate", "rtx-4090", "--model", project_path("tests/unit/config/yi-1.5-9b")})
          .status == 0);
}

TEST_CASE("detect finds cards by PCI ids and in the output of tools") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("gpupick-pci-{}", ::getpid());
  const auto plug = [&](const char* name, const char* pci_class, const char* vendor,
                        const char* device) {
    fs::create_directories(folder / name);
    std::ofstream(folder / name / "class") << pci_class;
    std::ofstream(folder / name / "vendor") << vendor;
    std::ofstream(folder / name / "device") << device;
  };
  std::string (*tool)(const std::string&) = nullptr;
  const auto run_here = [&](const std::vector<std::string>& args) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment computer{in,
                         out,
                         err,
                         std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21),
                         100,
                         false,
                         folder.string()};
    computer.output_of = tool;
    const int status = run(args, computer);
    return Run{status, out.str(), err.str()};
  };
  CHECK(run_here({"detect"}).status == 1);
  CHECK_THAT(run_here({"fit", "here"}).err, ContainsSubstring("no graphics card was found"));
  tool = [](const std::string& command) -> std::string {
    return command == "nvidia-smi -q" ? "GPU 0: NVIDIA GeForce RTX 3090 (UUID: GPU-5a1b)\n" : "";
  };
  CHECK_THAT(run_here({"detect"}).out, ContainsSubstring("rtx-3090"));
  plug("0000:00:1f.3", "0x040300", "0x8086", "0x7a50");  // sound
  plug("0000:05:00.0", "0x030000", "0x1a03", "0x2000");  // a server's display controller
  plug("0000:01:00.0", "0x030000", "0x10de", "0x2684");
  plug("0000:02:00.0", "0x030200", "0x10de", "0x2684");
  const Run found = run_here({"detect", "--format", "json"});
  CHECK(found.status == 0);
  const Parsed cards = Parsed::parse(found.out);
  CHECK(
      cards["cards"] ==
      Parsed::parse(R"([{"id":"rtx-4090","name":"GeForce RTX 4090","count":2,"memory_gib":24}])"));
  CHECK(cards["unknown"].empty());
  for (const char* command : {"fit", "cost"})
    CHECK(run_here({command, "here"}).out == run_here({command, "rtx-4090:2"}).out);
  fs::remove_all(folder);

  const char* printed[] = {
      "GPU 0: NVIDIA GeForce RTX 3090 (UUID: GPU-5a1b)\n",
      ("| NVIDIA-SMI 560.35  Driver Version: 560.35  CUDA Version: 12.6 |\n"
       "|   0  NVIDIA GeForce RTX 3090        Off |   00000000:01:00.0  On |                  N/A "
       "|\n"),
      "name, memory.total [MiB]\nNVIDIA GeForce RTX 3090, 24576 MiB\n",
      ("01:00.0 VGA compatible controller [0300]: NVIDIA Corporation GA102 [GeForce RTX 3090] "
       "[10de:2204] (rev a1)\n"),
  };
  for (const char* text : printed) {
    INFO(text);
    const Run run = run_gpupick({"detect", "--from-file", "-", "--format", "csv"}, text);
    CHECK(run.out == "count,id,name,memory_gib\n1,rtx-3090,GeForce RTX 3090,24\n");
  }
  CHECK_THAT(run_gpupick({"detect", "--from-file", "-"},
                         "GPU[0]\t\t: Card Series: \t\tRadeon RX 7900 XTX\n")
                 .out,
             ContainsSubstring("rx-7900-xtx"));
}

TEST_CASE("help pages are at most 100 columns wide and show the options of every command") {
  for (const char* command : {"recommend", "diff", "show", "list", "workloads", "validate",
                              "estimate", "fit", "models", "detect", "catalog", "generate"}) {
    std::istringstream lines(run_gpupick({"help", command}).out);
    bool global = false;
    for (std::string line; std::getline(lines, line);) {
      INFO(command << "\n" << line);
      CHECK(line.size() <= 100);
      global = global || line.find("--color WHEN") != std::string::npos;
    }
    CHECK(global);
  }
}

TEST_CASE("tables keep all columns without a terminal") {
  const Run run = run_fixed({"recommend", "--explain"}, "", 0);
  CHECK_THAT(run.out, ContainsSubstring(" PSU"));
  CHECK_THAT(run.out, ContainsSubstring(" cost/3 y "));
}

TEST_CASE("the flag --color always prints colour") {
  CHECK(run_fixed({"diff", "rtx-4090", "rtx-5090", "--color", "always"}).out.find('\x1b') !=
        std::string::npos);
}

TEST_CASE("a list without cards says so") {
  const Run run = run_fixed({"list", "--vram", "1000"});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, ContainsSubstring("No card meets all of this."));
}

TEST_CASE(
    "a price list may begin with a byte order mark, and a card that it names twice is noted") {
  const auto recommended = [](const std::string& prices) {
    return run_fixed({"recommend", "--only", "rtx-3090", "--prices", "-"}, prices);
  };
  CHECK(recommended("\xEF\xBB\xBF"
                    "card,usd\nrtx 3090,700\n")
            .status == 0);
  CHECK_THAT(recommended("card,usd\nrtx 3090,700\n3090,800\n").err,
             ContainsSubstring("- has 2 prices for rtx-3090, in lines 2 and 3; the newest counts"));
}

TEST_CASE("the JSON schema contains every figure") {
  const Parsed schema = Parsed::parse(run_fixed({"generate", "schema"}).out);
  const Parsed& gpu = schema["properties"]["gpus"]["items"]["properties"];
  for (const Figure& figure : figures()) CHECK(gpu.contains(std::string(figure.key)));
  CHECK(gpu["bandwidth_gb_s"]["minimum"] == 30);
  CHECK(gpu["architecture"]["type"] == "string");
  CHECK_FALSE(gpu["architecture"].contains("enum"));
  CHECK(gpu["status"]["enum"] == Parsed{"sold", "discontinued", "rent-only", "modified"});
  CHECK(gpu["memory_gib"] == Parsed::parse(R"({"type": "number", "minimum": 2, "maximum": 1024,
                                              "description": "memory in GiB"})"));
  CHECK(gpu["devices"]["minimum"] == 1);  // every card has at least one
  CHECK(gpu["slots"]["anyOf"] ==
        Parsed::parse(R"([{"const": 0}, {"minimum": 1, "maximum": 4}])"));  // 0 for modules
  CHECK(gpu["pci_ids"]["items"]["type"] == "string");
  CHECK(gpu["memory_ecc"]["type"] == "boolean");
  CHECK(gpu["sources"]["properties"]["memory_gib"]["type"] == "string");
  CHECK_FALSE(gpu["sources"]["properties"].contains("segment"));
}

TEST_CASE("the JSON schema of a record kind follows its field table") {
  const Parsed lists = Parsed::parse(run_fixed({"generate", "schema"}).out)["properties"];
  CHECK(lists["plugs"] == Parsed::parse(R"({"type": "array", "items": {
      "type": "object",
      "properties": {"id": {"type": "string", "pattern": "^[a-z0-9.-]+$"},
                     "watts": {"type": "number", "minimum": 1, "maximum": 2000},
                     "remark": {"type": "string"},
                     "source": {"type": "string"}},
      "required": ["id", "watts", "source"],
      "additionalProperties": false}})"));
  const Parsed& factor = lists["price_factors"]["items"]["properties"];
  CHECK(factor["monthly"] ==
        Parsed::parse(
            R"({"type": "array", "items": {"type": "number", "minimum": -0.2, "maximum": 0.2}})"));
  CHECK(factor["abroad"] == Parsed::parse(R"({"type": "boolean"})"));
  CHECK(factor["since"]["pattern"] == "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$");
  const Parsed& gbps = lists["memories"]["items"]["properties"]["gbps"];
  CHECK(gbps["type"] == "array");
  CHECK(gbps["items"]["maximum"] == 100);
  const Parsed& steps = lists["ladders"]["items"]["properties"]["steps"];
  CHECK(steps["items"]["required"] == Parsed{"label"});
  CHECK(lists.contains("$schema"));
}

TEST_CASE("list sorts by any figure, unknown values last") {
  const auto cards = [](const char* key) {
    return Parsed::parse(run_fixed({"list", "--sort", key, "--format", "json"}).out)["cards"];
  };
  for (const char* key : {"vendor", "launch_date", "form_factor"}) {
    INFO(key);
    std::string before;
    bool unknown = false;
    for (const Parsed& card : cards(key)) {
      unknown = unknown || card[key].is_null();
      CHECK(card[key].is_null() == unknown);
      if (unknown) continue;
      CHECK(before <= card[key].get<std::string>());
      before = card[key].get<std::string>();
    }
  }
}

TEST_CASE("recommend --format json keeps its keys") {
  const Parsed json = Parsed::parse(
      run_fixed({"recommend", "--vram", "24", "--budget", "2000", "--format", "json"}).out);
  CHECK(json["schema"] == "gpupick/recommend/6");
  CHECK(json["profile"] == "general");
  for (const Parsed& card : json["ranked"]) {
    for (const char* key :
         {"id", "count", "score", "terms", "price_usd", "price_kind", "jobs", "cost"})
      CHECK(card.contains(key));
    CHECK(card["memory_gib"].get<double>() / card["devices"].get<double>() >= 24);
    CHECK(card["price_usd"].get<double>() <= 2000);
  }
  for (const Parsed& card : json["excluded"])
    for (const char* key : {"id", "limit", "reason", "margin"}) CHECK(card.contains(key));
}

TEST_CASE("a card without a price is not on the frontier") {
  const Run run = run_fixed({"recommend", "--for", "cnn-training", "--vendor", "apple", "--weight",
                             "speed=1", "--host", "any", "--frontier", "--format", "json"});
  const Parsed answer = Parsed::parse(run.out);
  REQUIRE(answer["ranked"].size() == 2);
  const Parsed& cards = answer["frontier"]["cards"];
  REQUIRE(cards.size() == 1);
  CHECK(cards[0]["id"] == "m4-max-40c");
  CHECK(cards[0]["cost_usd"] > 1000);
}

TEST_CASE("a job that does not fit names its fallback and the basis of its speed") {
  const auto out = [](std::vector<std::string> more) {
    std::vector<std::string> line{"recommend", "--model", "gpt-oss-120b", "--only", "rtx-3090"};
    line.insert(line.end(), more.begin(), more.end());
    return run_fixed(line, "", 200).out;
  };
  CHECK_THAT(out({"--explain"}), ContainsSubstring("GiB in the computer / ("));
  CHECK_THAT(out({}), ContainsSubstring(" GiB, in the computer's memory"));
  CHECK_THAT(out({"--why", "rtx-3090"}), ContainsSubstring("To fit: "));
  CHECK_THAT(out({"--format", "csv"}), ContainsSubstring(",host memory\n"));
}

TEST_CASE("implausible years, hours, prices and memory are rejected") {
  for (const char* flag : {"--years", "--hours-per-day", "--kwh", "--ram", "--host-cost"}) {
    INFO(flag);
    const Run run = run_fixed({"recommend", flag, "1e300"});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(std::string(flag) + " takes "));
    CHECK(run_fixed({"recommend", flag, "0"}).status == (std::string(flag) == "--years" ? 2 : 0));
  }
  CHECK_THAT(run_fixed({"recommend", "--host", "moon"}).err,
             ContainsSubstring("no host is called 'moon'; try desktop, workstation"));
}

TEST_CASE("old prices give a warning on standard error and change nothing else") {
  std::istringstream in;
  std::ostringstream out, err;
  Environment late{in,  out,  err, std::chrono::year_month_day(std::chrono::year(2027) / 11 / 21),
                   100, false};
  CHECK(run(on_fixed({"estimate", "3090", "--model", "llama-3.1-8b"}), late) == 0);
  CHECK(err.str() == "");  // the answer uses no price
  out.str("");
  CHECK(run(on_fixed({"recommend", "--vram", "24"}), late) == 0);
  CHECK_THAT(err.str(), ContainsSubstring("gpupick: warning: prices are 407 days old"));
  CHECK(out.str() == run_fixed({"recommend", "--vram", "24"}).out);
}

TEST_CASE("colour is used only on a terminal and never in data formats") {
  for (const char* format : {"text", "json", "csv", "markdown"}) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment colourful{
        in, out, err, std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21), 100, true};
    CHECK(run(on_fixed({"diff", "rtx-4090", "rtx-5090", "--format", format}), colourful) == 0);
    CHECK((out.str().find('\x1b') != std::string::npos) == (std::string_view(format) == "text"));
  }
}

TEST_CASE("an hourly limit on the rent is a budget for all hours of use") {
  const Run run = run_fixed(
      split_arguments("recommend --rent --max-hourly 5 --model llama-3.1-8b --format json"));
  const Parsed json = Parsed::parse(run.out);
  for (const auto& card : json["ranked"]) CHECK(card["terms"]["cost"] > 0);
}

TEST_CASE("an answer of recommend fits a terminal of 80x24") {
  // Each workload with two of the limits, and each limit with several workloads.
  constexpr std::array limits = {"",
                                 " --budget 600",
                                 " --vram 24 --budget 2000",
                                 " --have 3060-12gb",
                                 " --budget 10000 --prefer value",
                                 " --budget 50"};
  std::size_t next = 0;
  for (const Workload& workload : shipped_catalog().of<Workload>())
    for (int i = 0; i < 2; ++i) {
      const std::string line =
          fmt::format("recommend --for {}{}", workload.id, limits[next++ % limits.size()]);
      const Run run = run_gpupick(split_arguments(line), "", 80);
      INFO(line << "\n" << run.out);
      CHECK(std::ranges::count(run.out, '\n') <= 24);
      CHECK(run.out.find("--left-out") != std::string::npos);
    }
  CHECK(next >= 2 * limits.size());
}

TEST_CASE("bars are drawn where a terminal shows them, in ASCII without UTF-8") {
  const auto ask = [](bool bars, bool unicode) {
    std::istringstream in;
    std::ostringstream out, err;
    Environment terminal{in, out, err,
                         std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21), 140};
    terminal.bars = bars;
    terminal.unicode = unicode;
    CHECK(run(on_fixed({"recommend", "--vram", "24"}), terminal) == 0);
    return out.str();
  };
  CHECK(ask(false, true).find("█") == std::string::npos);
  CHECK(ask(true, true).find("████████████ ") != std::string::npos);  // the longest
  CHECK(ask(true, false).find("############ ") != std::string::npos);
}

TEST_CASE("no line is wider than the terminal, and key columns stay") {
  const std::pair<const char*, std::vector<const char*>> rows[] = {
      {"recommend --explain", {" price ", " PSU"}},
      {"recommend --vram 24 --budget 2000", {" price ", " 8B chat ", " PSU"}},
      {"recommend --model llama-3.1-70b --context 32k --gpus 1-4", {" price ", " speed"}},
      {"diff rtx-4090 rtx-5090", {" RTX 4090 ", " RTX 5090"}},
      {"list --vram 24", {" memory ", " price"}},
      {"list --sort l2_mib", {" L2 cache ", " price"}},
      {"fit rtx-3090", {"model ", " tokens/s"}},
      {"models", {"model ", " parameters"}},
      {"workloads", {" work ", " jobs"}},
  };
  for (const auto& [line, stays] : rows)
    for (const std::size_t width : {60U, 80U, 100U, 132U}) {
      const Run run = run_fixed(split_arguments(line), "", width);
      INFO(line << ", " << width << " columns\n" << run.out);
      CHECK(run.status == 0);
      for (const char* heading : stays) CHECK_THAT(run.out, ContainsSubstring(heading));
      std::istringstream lines(run.out);
      for (std::string text; std::getline(lines, text);) CHECK(text.size() <= width);
    }
}

TEST_CASE("--short prints one line at any width") {
  for (const char* question :
       {"--budget 600", "--model qwen3-8b --task qlora --context 8k --budget 400",
        "--model llama-3.3-70b --budget 100", "--region US --model gpt-oss-20b --budget 900",
        "--have rtx-3090 --budget 3000"})
    for (const std::size_t width : {0U, 40U, 80U, 400U}) {
      const Run run =
          run_gpupick(split_arguments(fmt::format("recommend --short {}", question)), "", width);
      INFO(question << ", " << width << " columns\n" << run.out);
      CHECK(run.status < 2);
      CHECK(std::ranges::count(run.out, '\n') == 1);
    }
}

// Collects the examples on the help pages of `command` and of its subcommands: the lines after
// "Examples:" up to an empty one.
void collect_examples(const std::string& command, std::set<std::string>& examples) {
  static const std::set<std::string> lists{
      "Commands:", "Decide:", "Check a card:", "Look up:", "Data:"};
  std::istringstream lines(run_gpupick(split_arguments(command + " --help")).out);
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      section = line;
    } else if (section == "Examples:") {
      examples.insert(line.substr(2));
    } else if (lists.contains(section) && !line.starts_with("      ")) {
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      collect_examples(command + " " + name, examples);
    }
  }
}

// Runs the gpupick part of a line such as "cat FILE | gpupick ... | jq ..." or "gpupick ... >
// FILE".
Run run_example(const std::string& example) {
  const std::size_t start = example.find("gpupick ") + 8;
  const std::string line = example.substr(start, example.find_first_of("|>", start) - start);
  std::string in;
  if (example.starts_with("cat ")) in = read_text(example.substr(4, example.find(' ', 4) - 4));
  return run_gpupick(split_arguments(line), in);
}

TEST_CASE("every example of every --help page runs", "[slow]") {
  // Files that the examples name.
  namespace fs = std::filesystem;
  const fs::path before = fs::current_path();
  const fs::path folder = fs::temp_directory_path() / fmt::format("gpupick-help-{}", ::getpid());
  fs::create_directories(folder);
  const std::pair<const char*, const char*> files[] = {
      {"data", "data"},
      {"old-data", "data"},
      {"my-model", "tests/unit/config/yi-1.5-9b"},
      {"jobs.csv", "tests/unit/jobs.csv"},
      {"nvidia-smi.txt", "tests/unit/nvidia-smi.txt"},
      {"prices.csv", "tests/unit/prices.csv"},
      {"cards.csv", "tests/cli/cards.csv"},
      {"my-cards.json", "tests/cli/card.json"},
      {"new.json", "tests/cli/card.json"}};
  for (const auto& [name, path] : files) fs::create_symlink(project_path(path), folder / name);
  fs::current_path(folder);
  std::set<std::string> examples;
  collect_examples("", examples);
  CHECK(examples.size() > 25);
  for (const std::string& example : examples) {
    const Run run = run_example(example);
    INFO(example << "\n" << run.err);
    CHECK(run.status == 0);
    CHECK_FALSE(run.out.empty());
  }
  fs::current_path(before);
  fs::remove_all(folder);
}

TEST_CASE("an entry with a known card's id alone changes the figures that it gives") {
  const std::string more = R"({"gpus": [{"id": "rtx-5090", "memory_gib": 64}]})";
  const auto card = [](const Run& run) { return nlohmann::json::parse(run.out)["card"]; };
  const auto before = card(run_fixed({"show", "rtx-5090", "--format", "json"}));
  auto after = card(run_fixed({"show", "rtx-5090", "--format", "json", "--add", "-"}, more));
  CHECK(after["memory_gib"] == 64);
  CHECK_FALSE(after["sources"].contains("memory_gib"));  // of the figure that it replaces
  CHECK(after["bandwidth_gb_s"] == before["bandwidth_gb_s"]);
  CHECK(after["sources"]["bandwidth_gb_s"] == before["sources"]["bandwidth_gb_s"]);
  CHECK(run_fixed({"validate", "-"}, more).status == 0);
  CHECK_THAT(run_fixed({"validate", "-"}, R"({"gpus": [{"id": "rtx-5090", "memory_gb": 64}]})").out,
             ContainsSubstring("no key 'memory_gb'"));
  // With a name, or under a new id, the entry is a whole card.
  for (const char* whole : {R"({"gpus": [{"id": "rtx-5090", "name": "Mine", "memory_gib": 64}]})",
                            R"({"gpus": [{"id": "rtx-6090", "memory_gib": 64}]})"})
    CHECK_THAT(run_fixed({"validate", "-"}, whole).out, ContainsSubstring("lacks"));
}

TEST_CASE("standard input can hold an overlay, prices, a workload or data to validate") {
  const std::string card = read_text(project_path("tests/cli/card.json"));
  CHECK(run_fixed({"show", "my-card", "--add", "-"}, card).status == 0);
  CHECK(run_fixed({"validate", "-"}, card).status == 0);
  CHECK(run_fixed({"recommend", "--only", "rtx-3090", "--prices", "-"}, "card,usd\nrtx 3090,700\n")
            .out.find("700 given") != std::string::npos);
  CHECK(run_fixed({"recommend", "--for", "-"}, read_text(project_path("tests/cli/workload.json")))
            .status == 0);
}

TEST_CASE("a card sold in another market needs --market or a given price") {
  Parsed file = Parsed::parse(read_text(project_path("tests/cli/card.json")));
  file["gpus"][0]["market"] = "China";
  file["gpus"][0]["sources"]["market"] = "my-sheet";
  const auto ask = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"recommend", "--only", "my-card,rtx-3090", "--add", "-"});
    return run_fixed(flags, file.dump()).out;
  };
  CHECK_THAT(ask({"--details"}),
             ContainsSubstring("1 sold only in another market (such as My Card)"));
  CHECK_THAT(ask({"--why", "my-card"}),
             ContainsSubstring("it is sold only in China. With `--market China` it would be "));
  CHECK_THAT(ask({"--market", "china", "--details"}), ContainsSubstring("sold only in China"));
  CHECK_THAT(ask({"--price", "my-card=450"}), ContainsSubstring("450 given"));
  // A card that the buyer owns needs no market.
  CHECK_THAT(ask({"--have", "my-card"}), ContainsSubstring("My Card: sells for about 500 USD"));
}

TEST_CASE("the answer for two kinds of cards is named after both") {
  const Parsed json = Parsed::parse(
      run_fixed({"estimate", "4090+3090", "--model", "llama-3.1-70b", "--format", "json"}).out);
  CHECK(json["id"] == "rtx-4090+rtx-3090");
  CHECK(json["cards"].size() == 2);
}

TEST_CASE("an upgrade at a given price has no price range") {
  const Run run =
      run_fixed({"recommend", "--have", "rtx-3090", "--only", "rtx-3090,rtx-4090", "--price",
                 "rtx-3090=900", "--model", "llama-3.1-70b", "--psu", "1200"});
  CHECK_THAT(run.out, ContainsSubstring("a second for 900 USD; "));
}

TEST_CASE("a workload without tools has no tool coverage in JSON") {
  Parsed profile = Parsed::parse(run_fixed({"workloads", "general", "--format", "json"}).out);
  profile["workloads"][0]["tools"] = Parsed::array();
  const Run run = run_fixed({"recommend", "--for", "-", "--format", "json"}, profile.dump());
  INFO(run.err);
  const Parsed best = Parsed::parse(run.out)["ranked"][0];
  CHECK(best.contains("support"));
  CHECK_FALSE(best.contains("tools"));
}

TEST_CASE("validate without paths checks --catalog") {
  const std::string catalog = project_path("tests/catalog");
  CHECK_THAT(run_gpupick({"validate", "--catalog", catalog}).out, ContainsSubstring("in 38 cards"));
  const Run broken =
      run_gpupick({"validate", "--catalog", project_path("tests/bad/wrong-type.json")});
  CHECK(broken.status == 1);
  CHECK_THAT(broken.out, ContainsSubstring("[wrong-type]"));
}

TEST_CASE("advice mentions a price that is uncertain by more than a quarter") {
  for (const auto& [confidence, told] : {std::pair("high", false), {"low", true}}) {
    Parsed prices = Parsed::array();
    for (const int usd : {800, 900, 1000})
      prices.push_back({{"card", "rtx-3090"},
                        {"kind", "street_used"},
                        {"usd", usd},
                        {"basis", "sold"},
                        {"date", "2026-10"},
                        {"source", "dle-gnmt"},
                        {"confidence", confidence}});
    const Parsed file = {{"prices", prices}};
    const Run run = run_fixed({"recommend", "--only", "rtx-3090", "--add", "-", "--format", "json"},
                              file.dump());
    const Parsed advice = Parsed::parse(run.out)["ranked"][0]["advice"];
    INFO(advice);
    CHECK((advice.dump().find("price 7") != std::string::npos) == told);
  }
}

TEST_CASE("empty lines of a price list are skipped") {
  const auto recommended = [](const std::string& prices) {
    return run_fixed({"recommend", "--only", "rtx-3090", "--prices", "-"}, prices);
  };
  const Run plain = recommended("card,usd\nrtx 3090,700\n");
  for (const char* prices :
       {"card,usd\n\nrtx 3090,700\n\n", "card,usd\r\n\r\nrtx 3090,700\r\n \t\r\n"}) {
    const Run run = recommended(prices);
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.out == plain.out);
  }
}

TEST_CASE("subcommands show their own examples") {
  for (const auto& [command, example] :
       {std::pair("generate", "gpupick generate schema"), {"catalog", "gpupick catalog diff"}}) {
    const Run run = run_fixed({command, "--help"});
    CHECK_THAT(run.out, ContainsSubstring(example));
    CHECK(run.out.find("gpupick recommend") == std::string::npos);
  }
}

TEST_CASE("error messages shorten long arguments") {
  const std::string text(100000, 'x');
  for (const char* command : {"show", "diff 4090", "recommend --for", "recommend --why", "validate",
                              "recommend --format", "list --sort", "recommend --vram", "fit",
                              "estimate 4090 --model", "estimate 4090 --context", "", "recommend",
                              "recommend --weight", "recommend --as-of", "recommend --top"}) {
    std::vector<std::string> args = split_arguments(command);
    args.push_back(text);
    const Run run = run_fixed(args);
    INFO(command);
    CHECK(run.status == 2);
    CHECK(run.err.size() < 2000);
  }
}

TEST_CASE("hostile names are never echoed raw") {
  for (const char* command : {"show", "recommend --for", "recommend --why", "validate",
                              "recommend --format", "list --sort"}) {
    std::vector<std::string> args = split_arguments(command);
    args.emplace_back("a\x1b]0;owned\x07\xff");
    const Run run = run_fixed(args);
    INFO(command);
    CHECK(run.status == 2);
    CHECK(run.err.find('\x1b') == std::string::npos);
    CHECK(run.err.find('\x07') == std::string::npos);
    CHECK(run.err.find('\xff') == std::string::npos);
  }
}

TEST_CASE("recommend -h fits a screen of 80x24, and --help has all of it") {
  const std::string brief = run_gpupick({"recommend", "-h"}, "", 80).out;
  const std::string all = run_gpupick({"recommend", "--help"}, "", 80).out;
  std::istringstream lines(brief);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    INFO(line);
    CHECK(line.size() <= 80);
    const std::size_t flag = line.find("  --");
    if (flag != std::string::npos)
      CHECK_THAT(all, ContainsSubstring(line.substr(flag, line.find(' ', flag + 2) - flag)));
  }
  CHECK(rows > 20);
  CHECK(rows < 24);
  CHECK(run_gpupick({"help", "recommend"}, "", 80).out == all);
}

TEST_CASE("--why takes a kind of card and says how to ask for a number of them") {
  for (const char* count : {"1", "2"}) {
    const Run run = run_fixed({"recommend", "--why", fmt::format("rtx-3090:{}", count)});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, ContainsSubstring(fmt::format("--gpus {} --why rtx-3090", count)));
  }
}

}  // namespace
}  // namespace gpupick
