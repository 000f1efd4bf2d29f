#include "cli/foreign_words.hpp"

namespace gpupick {
namespace {

constexpr std::string_view of_model =
    "`gpupick recommend --model qwen3-8b` ranks cards for a model, `gpupick fit rtx-4090` lists "
    "the models that run on a card";
constexpr std::string_view of_job =
    "`gpupick estimate rtx-4090 --model qwen3-8b` says whether a model fits a card and how fast it "
    "runs";
constexpr std::string_view of_rent =
    "`gpupick recommend --rent` ranks cards to rent, `gpupick cost rtx-4090` compares owning with "
    "renting";
constexpr std::string_view of_checks =
    "`gpupick detect` names the cards of this computer, `gpupick validate` checks the data";
constexpr std::string_view of_completion =
    "`gpupick generate files PATH` writes completions for bash, zsh and fish, and manual pages";
constexpr std::string_view of_defaults =
    "`gpupick help recommend` lists the flags that may stand in ~/.config/gpupick/config.json";
constexpr std::string_view of_updates =
    "the data is part of the program; `gpupick help prices` says how to add prices of your own";
constexpr std::string_view of_currency =
    "`gpupick recommend --currency EUR=1.08 --vat 19 --region EU` takes and prints euros with tax; "
    "so do diff, cost, show, list and prices";
constexpr std::string_view of_files =
    "`--format json` sets the form; the answer goes to the standard output";
constexpr std::string_view of_silence =
    "notes go to the error stream alone; `gpupick recommend --short` prints one line";
constexpr std::string_view of_detail =
    "`gpupick recommend --details` and `gpupick estimate rtx-4090 --explain` say more, "
    "`gpupick --version` names the version";
constexpr std::string_view of_sorting =
    "`--prefer WORD` says what counts most in a ranking, `gpupick list --sort price_usd` sorts by "
    "a figure";
constexpr std::string_view of_laptops =
    "laptop parts are not sold alone; `gpupick list --segment laptop` lists them";
constexpr std::string_view of_cards =
    "a card is named without a flag, as in `gpupick estimate rtx-4090`";
constexpr std::string_view of_counts =
    "the number stands behind the card, as in `gpupick fit 3090:2`";
constexpr std::string_view of_speed =
    "`gpupick recommend --model qwen3-8b --min-speed 30` ranks the cards that are fast enough";
constexpr std::string_view of_games =
    "frames per second in games are not covered; `gpupick workloads` lists the kinds of work";
constexpr std::string_view of_mining =
    "mining is not covered; `gpupick workloads` lists the kinds of work";

constexpr ForeignWord table[] = {
    // Commands.
    {"compare", "diff"},
    {"comparison", "diff"},
    {"vs", "diff"},
    {"versus", "diff"},
    {"info", "show"},
    {"spec", "show"},
    {"specs", "show"},
    {"details", "show"},
    {"card", "show"},
    {"search", "list --match"},
    {"find", "list --match"},
    {"ls", "list"},
    {"cards", "list"},
    {"gpus", "list"},
    {"buy", "recommend"},
    {"best", "recommend"},
    {"pick", "recommend"},
    {"rank", "recommend"},
    {"suggest", "recommend"},
    {"upgrade", "recommend --have"},
    {"why", "recommend --why"},
    {"price", "prices"},
    {"import", "prices import"},
    {"model", "models"},
    {"workload", "workloads"},
    {"profiles", "workloads"},
    {"hardware", "detect"},
    {"system", "detect"},
    {"lint", "validate"},
    {"schema", "generate schema"},
    {"version", "--version"},
    {"plan", "", of_model},
    {"llm", "", of_model},
    {"run", "", of_job},
    {"bench", "", of_job},
    {"benchmark", "", of_job},
    {"speed", "", of_job},
    {"serve", "", of_job},
    {"chat", "", of_job},
    {"train", "", of_job},
    {"rent", "", of_rent},
    {"cloud", "", of_rent},
    {"check", "", of_checks},
    {"doctor", "", of_checks},
    {"completion", "", of_completion},
    {"completions", "", of_completion},
    {"man", "", of_completion},
    {"config", "", of_defaults},
    {"settings", "", of_defaults},
    {"update", "", of_updates},
    {"sync", "", of_updates},
    // Flags of every command.
    {"--json", "--format json"},
    {"--csv", "--format csv"},
    {"--md", "--format md"},
    {"--markdown", "--format markdown"},
    {"--colour", "--color"},
    {"--no-color", "--color never"},
    {"--no-colour", "--color never"},
    {"--date", "--as-of"},
    {"-o", "", of_files},
    {"--output", "", of_files},
    {"-q", "", of_silence},
    {"--quiet", "", of_silence},
    {"--silent", "", of_silence},
    {"--verbose", "--details"},
    {"-v", "", of_detail},
    {"--verbose", "", of_detail},
    // The answer.
    {"-n", "--top"},
    {"--limit", "--top"},
    {"--max-results", "--top"},
    {"--brief", "--short"},
    {"--oneline", "--short"},
    {"--sort-by", "--sort"},
    {"--sort", "", of_sorting},
    {"--sort-by", "", of_sorting},
    // Money.
    {"--used", "--condition used"},
    {"--second-hand", "--condition used"},
    {"--new", "--condition new"},
    {"--condition secondhand", "--condition used"},
    {"--max-price", "--budget"},
    {"--max-cost", "--budget"},
    {"--max-budget", "--budget"},
    {"--price-limit", "--budget"},
    {"--electricity", "--kwh"},
    {"--electricity-price", "--kwh"},
    {"--kwh-price", "--kwh"},
    {"--hours", "--hours-per-day"},
    {"--lifetime", "--years"},
    {"--rental", "--rent"},
    {"--cloud", "--rent"},
    {"--currency", "", of_currency},
    {"--region", "", of_currency},
    {"--country", "--region"},
    {"--tax", "--vat"},
    {"--vat", "", of_currency},
    // Limits.
    {"--min-vram", "--vram"},
    {"--min-memory", "--vram"},
    {"--memory", "--vram"},
    {"--vram-gb", "--vram"},
    {"--tdp", "--max-power"},
    {"--max-tdp", "--max-power"},
    {"--power", "--max-power"},
    {"--watts", "--max-power"},
    {"--max-watts", "--max-power"},
    {"--brand", "--vendor"},
    {"--maker", "--vendor"},
    {"--nvidia", "--vendor nvidia"},
    {"--amd", "--vendor amd"},
    {"--intel", "--vendor intel"},
    {"--apple", "--vendor apple"},
    {"--cuda", "--stack cuda"},
    {"--rocm", "--stack rocm"},
    {"--laptop", "", of_laptops},
    {"--gpu", "--only"},
    {"--card", "--only"},
    {"--gpu", "", of_cards},
    {"--card", "", of_cards},
    {"--min-tok-s", "--min-speed"},
    {"--tps", "--min-speed"},
    {"--min-tps", "--min-speed"},
    {"--target-tps", "--min-speed"},
    {"--tokens-per-second", "--min-speed"},
    {"--min-speed", "", of_speed},
    {"--min-tok-s", "", of_speed},
    {"--tps", "", of_speed},
    {"--min-tps", "", of_speed},
    {"--target-tps", "", of_speed},
    {"--tokens-per-second", "", of_speed},
    // The work.
    {"--use-case", "--for"},
    {"--usecase", "--for"},
    {"--workload", "--for"},
    {"--purpose", "--for"},
    {"--for gaming", "", of_games},
    {"--for games", "", of_games},
    {"--for mining", "", of_mining},
    {"--fastest", "--prefer speed"},
    {"--cheapest", "--prefer cheapest"},
    {"--prefer fast", "--prefer speed"},
    {"--prefer fastest", "--prefer speed"},
    {"--prefer performance", "--prefer speed"},
    {"--prefer cheap", "--prefer cheapest"},
    {"--prefer price", "--prefer cheapest"},
    {"--os mac", "--os macos"},
    {"--os osx", "--os macos"},
    {"--os win", "--os windows"},
    {"--mac", "--os macos"},
    {"--macos", "--os macos"},
    {"--linux", "--os linux"},
    {"--windows", "--os windows"},
    // A job.
    {"-m", "--model"},
    {"--llm", "--model"},
    {"-c", "--context"},
    {"--ctx", "--context"},
    {"--ctx-size", "--context"},
    {"--context-length", "--context"},
    {"--max-model-len", "--context"},
    {"--quantization", "--quant"},
    {"--quantisation", "--quant"},
    {"--batch-size", "--batch"},
    {"--concurrency", "--users"},
    {"--num-gpus", "--gpus"},
    {"--gpu-count", "--gpus"},
    {"--tensor-parallel-size", "--gpus"},
    {"--gpus", count_of_card},
    {"--num-gpus", count_of_card},
    {"--gpu-count", count_of_card},
    {"--tensor-parallel-size", count_of_card},
    {"--gpus", "", of_counts},
    {"--num-gpus", "", of_counts},
    {"--gpu-count", "", of_counts},
    {"--tensor-parallel-size", "", of_counts},
};

}  // namespace

std::span<const ForeignWord> foreign_words() { return table; }

}  // namespace gpupick
