#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <gpupick/cli.hpp>
#include <gpupick/embedded.hpp>
#include <gpupick/error.hpp>
#include <gpupick/render.hpp>
#include <gpupick/text.hpp>
#include <gpupick/validate.hpp>
#include <gpupick/version.hpp>

#include "cli_data.hpp"
#include "cli_usage.hpp"

namespace gpupick {
namespace {

constexpr int done = 0, nothing_fits = 1, refused = 2;

// Prices older than this on the day of asking earn a warning.
constexpr int stale_days = 90;

// One command line: the options of all commands, and what they share.
class Program {
 public:
  explicit Program(Environment& environment) : environment_(environment), inputs_(environment.in) {
    app_.set_version_flag("--version", "gpupick " + std::string(version));
    app_.set_help_flag("-h,--help", "print this help");
    app_.require_subcommand(1);
    app_.fallthrough();
    app_.failure_message(CLI::FailureMessage::simple);
    app_.footer(
        "Examples:\n"
        "  gpupick recommend --vram 24 --budget 2000\n"
        "  gpupick recommend --for llm-inference --budget 1500 --why rtx-4090\n"
        "  gpupick diff rtx-4090 rtx-5090\n"
        "  gpupick validate data\n\n"
        "`gpupick COMMAND --help` shows a command's flags and examples.\n"
        "Exit status: 0 done; 1 nothing fits, or the data has errors; 2 usage or unreadable "
        "input.\n");
    bind(app_, global_);
    add_recommend();
    add_diff();
    add_show();
    add_list();
    add_workloads();
    add_validate();
    add_estimate();
    add_catalog();
    add_generate();
  }

  int run(const std::vector<std::string>& args) {
    try {
      std::vector<std::string> reversed(args.rbegin(), args.rend());
      app_.parse(reversed);
      const bool for_findings = global_.format == "github" || global_.format == "sarif";
      if (for_findings && !app_.got_subcommand("validate"))
        throw Error(fmt::format("--format {} is for the findings of validate", global_.format));
      return command_();
    } catch (const CLI::ParseError& error) {
      return report(error, args);
    } catch (const Error& error) {
      environment_.err << "gpupick: error: " << error.what() << '\n';
      return refused;
    }
  }

 private:
  int report(const CLI::ParseError& error, const std::vector<std::string>& args) {
    if (error.get_exit_code() == 0) return app_.exit(error, environment_.out, environment_.err);
    environment_.err << usage_error(app_, error, args);
    return refused;
  }

  Page page() const {
    static constexpr std::pair<std::string_view, Format> formats[] = {
        {"text", Format::text},         {"json", Format::json},     {"csv", Format::csv},
        {"markdown", Format::markdown}, {"github", Format::github}, {"sarif", Format::sarif}};
    Page page;
    for (const auto& [name, format] : formats)
      if (name == global_.format) page.format = format;
    page.width = std::max<std::size_t>(environment_.width, 40);
    page.colour = environment_.colour && page.format == Format::text;
    return page;
  }

  // The card of this name, if it existed on the day asked.
  const Gpu& card(const std::string& name) const {
    const Gpu& gpu = catalog_->find_gpu(name);
    require_existence(gpu, query_.day);
    return gpu;
  }

  void load() {
    catalog_.emplace(load_catalog(global_, inputs_, environment_.err));
    query_ = make_query(*catalog_, global_, limits_, prices_, work_, inputs_, own_workload_,
                        environment_.err);
    const auto newest = catalog_->newest_observation();
    if (global_.as_of.empty() && newest && days_between(*newest, environment_.today) > stale_days)
      environment_.err << fmt::format(
          "gpupick: warning: the newest price is of {}; give today's with --price CARD=USD or "
          "--prices FILE\n",
          iso(*newest));
  }

  CLI::App& command(const char* name, const char* help, const char* examples,
                    std::function<int()> body) {
    CLI::App& command = *app_.add_subcommand(name, help);
    command.footer(std::string("Examples:\n") + examples + "\n");
    command.callback([this, body = std::move(body)] { command_ = body; });
    return command;
  }

  void add_recommend() {
    CLI::App& recommend =
        command("recommend", "rank cards for a kind of work, within limits",
                "  gpupick recommend --vram 24 --budget 2000\n"
                "  gpupick recommend --for image-generation --stack cuda --max-power 300\n"
                "  gpupick recommend --vram 24 --budget 2000 --why 4090\n"
                "  gpupick recommend --budget 1500 --condition new --format json | jq '.ranked[0]'",
                [this] {
                  load();
                  const Ranking ranking = rank(*catalog_, query_);
                  if (!why_.empty())
                    environment_.out << render(
                        explain(*catalog_, ranking, catalog_->find_gpu(why_)), ranking, page());
                  else
                    environment_.out << render(ranking, view_, page());
                  return ranking.ranked.empty() ? nothing_fits : done;
                });
    bind(recommend, work_);
    bind(recommend, limits_);
    bind(recommend, prices_);
    recommend.add_option("--top", view_.top, "how many to show (default: 5; all in JSON and CSV)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}).description(""));
    recommend.add_flag("--explain", view_.explain, "show the points behind each score");
    recommend
        .add_option("--why", why_,
                    "why this card is not higher or not there, and what would change it")
        ->type_name("CARD");
  }

  void add_diff() {
    CLI::App& diff = command("diff", "compare cards figure by figure",
                             "  gpupick diff rtx-4090 rtx-5090\n"
                             "  gpupick diff 3090 7900-xtx arc-b580 --for llm-inference\n"
                             "  gpupick diff h100-pcie h100-sxm --all --format markdown",
                             [this] {
                               outcomes_ = !diff_workload_.empty();
                               if (outcomes_) work_.workload = diff_workload_;
                               load();
                               std::vector<const Gpu*> cards;
                               for (const std::string& name : names_) cards.push_back(&card(name));
                               environment_.out << render(
                                   compare(*catalog_, cards, query_, outcomes_), all_, page());
                               return done;
                             });
    diff.add_option("cards", names_, "two cards or more; the first is the yardstick")
        ->required()
        ->expected(2, 16)
        ->type_name("CARD");
    diff.add_flag("--all", all_, "equal figures too");
    diff.add_option("--for", diff_workload_, "also speed and score for this workload")
        ->type_name("NAME");
    bind(diff, prices_);
  }

  void add_show() {
    CLI::App& show = command(
        "show", "every figure of a card, with its source",
        "  gpupick show rtx-4090\n  gpupick show \"radeon rx 7900 xtx\" --format json", [this] {
          load();
          environment_.out << render_card(*catalog_, card(name_), query_, page());
          return done;
        });
    show.add_option("card", name_, "a card")->required()->type_name("CARD");
  }

  void add_list() {
    CLI::App& list =
        command("list", "cards with the columns you choose, within limits",
                "  gpupick list --stack rocm --sort bandwidth_gb_s\n"
                "  gpupick list --vram 48 --columns memory_gib,tdp_w,price_usd --format csv",
                [this] { return list_cards(); });
    bind(list, limits_);
    bind(list, prices_);
    list.add_option("--sort", sort_, "a figure's key, or price_usd; best first (default: by id)")
        ->type_name("KEY");
    list.add_option("--columns", columns_, "figure keys and price_usd")
        ->type_name("KEY,...")
        ->delimiter(',')
        ->allow_extra_args(false);
  }

  void check_column(const std::string& key) const {
    if (key == "price_usd" || find_figure(key)) return;
    std::vector<std::string> keys{"price_usd"};
    for (const Figure& figure : figures()) keys.emplace_back(figure.key);
    throw Error(fmt::format("no figure is called '{}'{}", printable(key), did_you_mean(key, keys)));
  }

  int list_cards() {
    if (!sort_.empty()) check_column(sort_);
    for (const std::string& key : columns_) check_column(key);
    load();
    std::vector<Assessment> cards;
    for (const Gpu& gpu : catalog_->gpus()) {
      Assessment card = assess(*catalog_, query_, gpu);
      if (exists_on(gpu, query_.day) && check(query_.limits, gpu, card.card.price).empty())
        cards.push_back(std::move(card));
    }
    const Figure* figure = find_figure(sort_);
    const auto key = [&](const Assessment& card) -> std::optional<double> {
      if (figure) return number_of(*card.card.gpu, *figure);
      return card.card.price ? std::optional(card.card.price->usd) : std::nullopt;
    };
    const bool rising = !figure || figure->better == Better::less;
    if (!sort_.empty())
      std::stable_sort(cards.begin(), cards.end(), [&](const Assessment& a, const Assessment& b) {
        const auto x = key(a), y = key(b);
        if (!x || !y) return x.has_value() && !y.has_value();
        return rising ? *x < *y : *x > *y;
      });
    std::vector<std::string> shown = columns_;
    if (shown.empty())
      shown = {"memory_gib", "bandwidth_gb_s", "fp16_tensor_tflops",
               "tdp_w",      "launch_date",    "price_usd"};
    if (!sort_.empty() && std::find(shown.begin(), shown.end(), sort_) == shown.end())
      shown.push_back(sort_);
    environment_.out << render_list(cards, shown, query_, page());
    return cards.empty() ? nothing_fits : done;
  }

  void add_workloads() {
    CLI::App& workloads = command(
        "workloads", "the kinds of work that cards are ranked for",
        "  gpupick workloads\n  gpupick workloads llm-inference", [this] {
          if (!name_.empty()) work_.workload = name_;
          load();
          environment_.out << (name_.empty() ? render_workloads(catalog_->workloads(), page())
                                             : render_workload(*query_.workload, page()));
          return done;
        });
    workloads.add_option("workload", name_, "one of them, or a file with one")->type_name("NAME");
  }

  void add_validate() {
    CLI::App& validate = command(
        "validate", "check data files; findings as file:line:column: severity: message [rule]",
        "  gpupick validate data\n  gpupick validate my-cards.json\n  cat new.json | gpupick "
        "validate -",
        [this] { return validate_paths(); });
    validate.add_flag("--strict", strict_, "warnings count as errors");
    validate.add_flag("--coverage", coverage_, "print the share of figures that is known instead");
    validate.add_option("paths", names_, "files, folders or - (default: the built-in data)")
        ->type_name("PATH");
  }

  void add_estimate() {
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

    CLI::App& fit = command("fit", "which models fit a card, largest first",
                            "  gpupick fit rtx-3060-12gb\n  gpupick fit 3090:2 --context 32k",
                            [this] { return fit_models(); });
    fit.add_option("card", name_, "a card, or CARD:N for N of them")->required()->type_name("CARD");
    bind(fit, chat_);

    command("models", "the models that are known by their dimensions", "  gpupick models", [this] {
      load();
      environment_.out << render_models(catalog_->models(), page());
      return done;
    });
  }

  // "CARD" or "CARD:N".
  std::pair<const Gpu&, double> configuration(const std::string& text) const {
    const std::size_t colon = text.rfind(':');
    const auto count =
        colon == std::string::npos ? std::nullopt : parse_number(text.substr(colon + 1));
    if (!count) return {card(text), 1};
    if (*count < 1 || *count > 64 || *count != std::floor(*count))
      throw Error(fmt::format("'{}' must name 1 to 64 cards", printable(text)));
    return {card(text.substr(0, colon)), *count};
  }

  // Of every model the format of most bits, up to eight, that fits with the context asked for.
  int fit_models() {
    load();
    const auto [gpu, count] = configuration(name_);
    std::vector<std::pair<Chat, ChatEstimate>> rows;
    for (const Model& model : catalog_->models()) {
      ChatOptions options = chat_;
      options.model = model.id;
      const Quantisation* best = nullptr;
      std::vector<const Quantisation*> formats;
      for (const char* id : {"q8_0", "q6_k", "q5_k_m", "q4_k_m"})
        formats.push_back(&catalog_->find_quantisation(id));
      for (const Quantisation* format : formats) {
        Chat chat = make_chat(*catalog_, options);
        if (model.context < chat.context) chat.context = model.context;
        chat.quant = format;
        ChatEstimate result = gpupick::estimate(gpu, count, chat, catalog_->calibration(), {}, {});
        if (best || !result.fits) continue;
        best = format;
        rows.emplace_back(chat, std::move(result));
      }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return a.first.model->parameters > b.first.model->parameters;
    });
    environment_.out << render_fits(rows, page());
    return rows.empty() ? nothing_fits : done;
  }

  void add_catalog() {
    CLI::App& catalog = *app_.add_subcommand("catalog", "work on data files");
    catalog.require_subcommand(1);
    CLI::App& diff = *catalog.add_subcommand("diff", "what changed between two catalogs");
    diff.footer("Examples:\n  gpupick catalog diff old-data data\n");
    diff.add_option("old", old_, "a data file or folder")->required()->type_name("OLD");
    diff.add_option("new", new_, "a data file or folder")->required()->type_name("NEW");
    diff.callback([this] {
      command_ = [this] {
        GlobalOptions before = global_, after = global_;
        before.catalog = old_;
        after.catalog = new_;
        const Catalog old_catalog = load_catalog(before, inputs_, environment_.err);
        environment_.out << render(
            changes(old_catalog, load_catalog(after, inputs_, environment_.err)), page());
        return done;
      };
    });
  }

  void add_generate() {
    CLI::App& generate =
        *app_.add_subcommand("generate", "print files made from the program's tables");
    generate.require_subcommand(1);
    CLI::App& schema = *generate.add_subcommand("schema", "the JSON Schema of a data file");
    schema.footer("Examples:\n  gpupick generate schema > gpupick.schema.json\n");
    schema.callback([this] {
      command_ = [this] {
        environment_.out << render_schema();
        return done;
      };
    });
  }

  int validate_paths() {
    std::vector<File> files;
    for (const std::string& path : names_)
      for (File& file : inputs_.read(path)) files.push_back(std::move(file));
    if (names_.empty()) files = embedded_files();
    Findings findings;
    const Dataset data = read_data(files, findings.diagnostics);
    const Catalog context = load_catalog(global_, inputs_, environment_.err);
    for (Diagnostic& found : validate(data, context))
      findings.diagnostics.push_back(std::move(found));
    sort_by_place(findings.diagnostics);
    findings.cards = data.gpus.size();
    findings.prices = data.prices.size();
    const std::size_t failures =
        strict_ ? findings.diagnostics.size() : count(findings.diagnostics, Severity::error);
    if (coverage_ && failures == 0) {
      if (page().format == Format::github || page().format == Format::sarif)
        throw Error("--coverage has no such form; it takes text, json, csv or markdown");
      const Catalog catalog(read_data(files, findings.diagnostics));
      environment_.out << render(
          coverage(catalog, catalog.newest_observation().value_or(Date{9999, 12, 31})), page());
      return done;
    }
    environment_.out << render(findings, page());
    return failures == 0 ? done : nothing_fits;
  }

  Environment& environment_;
  Inputs inputs_;
  CLI::App app_{"gpupick: which GPU to buy for AI work, why, and how much of that is known",
                "gpupick"};
  std::function<int()> command_;
  GlobalOptions global_;
  LimitOptions limits_;
  PriceOptions prices_;
  WorkOptions work_;
  ChatOptions chat_;
  RankingView view_;
  std::string why_, name_, sort_, diff_workload_, old_, new_;
  std::vector<std::string> names_, columns_;
  bool all_ = false, outcomes_ = false, strict_ = false, coverage_ = false;
  std::optional<Catalog> catalog_;
  Query query_;
  std::deque<Workload> own_workload_;
};

}  // namespace

int run(const std::vector<std::string>& args, Environment& environment) {
  return Program(environment).run(args);
}

}  // namespace gpupick
